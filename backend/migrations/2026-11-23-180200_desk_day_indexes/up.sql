ALTER TABLE site_forms VALIDATE CONSTRAINT site_forms_calls_check;
ALTER TABLE site_forms VALIDATE CONSTRAINT site_forms_quoted_check;
ALTER TABLE site_forms VALIDATE CONSTRAINT site_forms_won_check;
ALTER TABLE site_forms VALIDATE CONSTRAINT site_forms_visit_by_check;
ALTER TABLE site_forms VALIDATE CONSTRAINT site_forms_lost_reason_check;
ALTER TABLE site_forms VALIDATE CONSTRAINT site_forms_source_check;
ALTER TABLE desk_audit VALIDATE CONSTRAINT desk_audit_what_check;

-- The desk's lists, in place of its folders: a new lead is in one of them as before, at its end. While they
-- are made, writers wait.
-- diesel-guard:disable AddIndexCheck
CREATE INDEX IF NOT EXISTS site_forms_next_at_idx ON site_forms (
    (CASE WHEN status = 'new' THEN CASE WHEN emergency THEN 2 ELSE 3 END
        WHEN status = 'no-answer' AND emergency THEN 1
        ELSE 0 END),
    next_at
) WHERE next_at IS NOT NULL AND status <> 'spam' AND (NOT suspect OR coalesce(emergency, false));
CREATE INDEX IF NOT EXISTS site_forms_done_idx ON site_forms (created_at)
    WHERE next_at IS NULL AND status <> 'spam' AND (NOT suspect OR coalesce(emergency, false));
CREATE INDEX IF NOT EXISTS site_forms_visit_at_idx ON site_forms (visit_at)
    WHERE visit_at IS NOT NULL;
-- diesel-guard:enable AddIndexCheck

-- The version before lists its folders without them, more slowly. They are dropped at once, and last: the
-- lock is held no longer.
-- diesel-guard:disable DropIndexCheck
DROP INDEX IF EXISTS site_forms_open_idx, site_forms_answered_idx;
