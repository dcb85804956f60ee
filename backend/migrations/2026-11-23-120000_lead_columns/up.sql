-- What a lead's text says, a column each, so that nobody who reads leads has to parse it. A row that a
-- backend without these columns saved has none of them: the backend fills them in, in the background.
ALTER TABLE site_forms
    ADD COLUMN IF NOT EXISTS service   text,
    ADD COLUMN IF NOT EXISTS urgency   text,
    ADD COLUMN IF NOT EXISTS address   text,
    ADD COLUMN IF NOT EXISTS details   text,
    ADD COLUMN IF NOT EXISTS emergency boolean;

COMMENT ON COLUMN site_forms.service IS
    'What is to be done, as `message` says it. Empty, as the next four, until it is filled in: in rows that a backend without these columns saved.';
COMMENT ON COLUMN site_forms.urgency IS
    'How soon, as `message` says it: routine, within-week, urgent or emergency, or the visitor''s words.';
COMMENT ON COLUMN site_forms.address IS 'Where the tree stands, as `message` says it.';
COMMENT ON COLUMN site_forms.details IS 'The visitor''s own words, as `message` has them.';
COMMENT ON COLUMN site_forms.emergency IS 'Whether `message` says that it is an emergency.';

DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'canopy_backend') THEN
        GRANT UPDATE (service, urgency, address, details, emergency) ON site_forms TO canopy_backend;
    END IF;
END
$$;
