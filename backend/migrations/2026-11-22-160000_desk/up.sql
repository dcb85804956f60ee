-- The owner's desk. A lead's state is in columns of the lead's own row, so that whatever erases a
-- lead erases its note. Constant defaults: no row is rewritten.
ALTER TABLE site_forms
    ADD COLUMN status      text NOT NULL DEFAULT 'new',
    ADD COLUMN note        text NOT NULL DEFAULT '',
    ADD COLUMN version     integer NOT NULL DEFAULT 0,
    ADD COLUMN answered_at timestamptz,
    ADD COLUMN changed_at  timestamptz;

-- Every row has the defaults. The next migration validates the constraints, under a lock that holds
-- up no writer.
ALTER TABLE site_forms
    ADD CONSTRAINT site_forms_status_check CHECK (
        status IN ('new', 'called', 'no-answer', 'quoted', 'won', 'lost', 'spam')) NOT VALID,
    ADD CONSTRAINT site_forms_note_check CHECK (char_length(note) <= 5000) NOT VALID;

COMMENT ON COLUMN site_forms.status IS
    'What became of the request, as the owner says at the desk. `state` is the US state.';
COMMENT ON COLUMN site_forms.note IS 'The owner''s note. At most 5,000 characters.';
COMMENT ON COLUMN site_forms.version IS
    'How often it was changed at the desk: a change of another version than this is refused.';
COMMENT ON COLUMN site_forms.answered_at IS
    'When its status was first another than new. Empty while it is new or spam.';
COMMENT ON COLUMN site_forms.changed_at IS
    'When it was last changed after it was saved, at the desk or by the delivery.';

CREATE TABLE desk_links (
    token_hash bytea PRIMARY KEY,
    address    text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    used_at    timestamptz
);

COMMENT ON TABLE desk_links IS
    'Links that sign in to the desk, one row each: good once, for 15 minutes. Pruned after a day.';
COMMENT ON COLUMN desk_links.token_hash IS
    'SHA-256 of the link''s token. The token itself, 32 random bytes, is only in the link.';
COMMENT ON COLUMN desk_links.address IS 'Whom it signs in: an address of DESK_EMAILS, in lower case.';
COMMENT ON COLUMN desk_links.created_at IS 'When it was made, by the database''s clock.';
COMMENT ON COLUMN desk_links.used_at IS 'When it was used.';

CREATE TABLE desk_sessions (
    id                  uuid PRIMARY KEY,
    token_hash          bytea NOT NULL UNIQUE,
    address             text NOT NULL,
    created_at          timestamptz NOT NULL DEFAULT now(),
    seen_at             timestamptz NOT NULL DEFAULT now(),
    token_at            timestamptz NOT NULL DEFAULT now(),
    previous_token_hash bytea UNIQUE,
    previous_until      timestamptz
);

COMMENT ON TABLE desk_sessions IS
    'Who is signed in to the desk, one row a browser. Pruned 30 days after the sign-in.';
COMMENT ON COLUMN desk_sessions.id IS 'Names the session.';
COMMENT ON COLUMN desk_sessions.token_hash IS
    'SHA-256 of the cookie''s token. The token itself, 32 random bytes, is only in the cookie.';
COMMENT ON COLUMN desk_sessions.address IS 'Who is signed in: an address of DESK_EMAILS, in lower case.';
COMMENT ON COLUMN desk_sessions.created_at IS 'When they signed in, by the database''s clock.';
COMMENT ON COLUMN desk_sessions.seen_at IS 'When they last asked for something, to the minute.';
COMMENT ON COLUMN desk_sessions.token_at IS 'When the token was made: after a day another takes its place.';
COMMENT ON COLUMN desk_sessions.previous_token_hash IS
    'SHA-256 of the token before. It is good until the browser has shown that it has the new one, and a minute longer.';
COMMENT ON COLUMN desk_sessions.previous_until IS
    'Until when the token before is good. Empty until the new one is used.';

CREATE TABLE desk_audit (
    id         uuid PRIMARY KEY,
    at         timestamptz NOT NULL DEFAULT now(),
    who        text NOT NULL,
    lead_id    uuid,
    what       text NOT NULL CHECK (what IN (
        'status', 'note', 'customer', 'spam', 'mail-retry', 'sign-in', 'sign-out',
        'sign-out-everywhere')),
    old_status text,
    new_status text
);

-- The table is new, and empty.
-- diesel-guard:disable AddIndexCheck
CREATE INDEX IF NOT EXISTS desk_audit_lead_id_idx ON desk_audit (lead_id, at)
    WHERE lead_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS desk_audit_at_idx ON desk_audit (at);
-- diesel-guard:enable AddIndexCheck

COMMENT ON TABLE desk_audit IS
    'Who changed what at the desk, one row a change. Holds nothing that a visitor wrote, and no note. Pruned after two years.';
COMMENT ON COLUMN desk_audit.id IS 'Names the change. UUIDv7: in time order.';
COMMENT ON COLUMN desk_audit.at IS 'When, by the database''s clock.';
COMMENT ON COLUMN desk_audit.who IS 'The address of who was signed in, or `command line`.';
COMMENT ON COLUMN desk_audit.lead_id IS 'The lead in site_forms, which may have been erased since.';
COMMENT ON COLUMN desk_audit.what IS 'The kind of change (backend/src/store/desk_audit.rs).';
COMMENT ON COLUMN desk_audit.old_status IS 'The lead''s status before, where it was changed.';
COMMENT ON COLUMN desk_audit.new_status IS 'The lead''s status since, where it was changed.';

-- The rights of the backend's role, as in the migration that made the role.
DO $$
DECLARE
    tables CONSTANT text[] := ARRAY['desk_links', 'desk_sessions', 'desk_audit'];
    api_role name;
    table_name text;
BEGIN
    FOREACH table_name IN ARRAY tables LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', table_name);
    END LOOP;
    EXECUTE format('REVOKE ALL ON %s FROM PUBLIC', array_to_string(tables, ', '));
    FOR api_role IN
        SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated', 'service_role')
    LOOP
        EXECUTE format('REVOKE ALL ON %s FROM %I', array_to_string(tables, ', '), api_role);
    END LOOP;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'canopy_backend') THEN
        RETURN;
    END IF;
    GRANT UPDATE (status, note, version, answered_at, changed_at) ON site_forms TO canopy_backend;
    GRANT SELECT, INSERT, UPDATE, DELETE ON desk_links, desk_sessions TO canopy_backend;
    GRANT SELECT, INSERT, DELETE ON desk_audit TO canopy_backend;
    FOREACH table_name IN ARRAY tables LOOP
        EXECUTE format('CREATE POLICY backend ON %I TO canopy_backend USING (true)', table_name);
    END LOOP;
END
$$;
