-- Finds the leads whose columns are not filled in, the newest first. No lead that is saved with them is
-- in it. While it is made, writers wait.
-- diesel-guard:disable AddIndexCheck
CREATE INDEX IF NOT EXISTS site_forms_unfilled_idx ON site_forms (created_at) WHERE service IS NULL;
-- diesel-guard:enable AddIndexCheck
