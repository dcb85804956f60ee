CREATE TABLE site_forms (
    id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    created_at      timestamptz NOT NULL DEFAULT now(),
    idempotency_key uuid UNIQUE,
    full_name       text NOT NULL,
    email           text NOT NULL,
    phone           text NOT NULL,
    message         text NOT NULL,
    site_name       text NOT NULL,
    visitor_id      text CHECK (char_length(visitor_id) <= 200),
    session_id      text CHECK (char_length(session_id) <= 200),
    ip_hash         text,
    ua              text,
    referrer        text,
    city            text,
    state           text,
    country         text
);

-- The cooldown looks for a session's last request.
CREATE INDEX site_forms_session_id_created_at_idx ON site_forms (session_id, created_at);

COMMENT ON TABLE site_forms IS
    'Estimate requests, one row each. Only the backend writes them, after the rules have passed.';
COMMENT ON COLUMN site_forms.id IS 'What the visitor''s browser gets back as proof that the request is safe.';
COMMENT ON COLUMN site_forms.created_at IS 'When the request was saved, by the database''s clock.';
COMMENT ON COLUMN site_forms.idempotency_key IS
    'The Idempotency-Key header: one per filled-in form, so that a repeated request makes no second row.';
COMMENT ON COLUMN site_forms.full_name IS 'First and last name.';
COMMENT ON COLUMN site_forms.email IS 'The visitor''s address, or a placeholder under .invalid when none was given.';
COMMENT ON COLUMN site_forms.phone IS 'The telephone number as typed.';
COMMENT ON COLUMN site_forms.message IS 'Service, urgency, property address and details in one text.';
COMMENT ON COLUMN site_forms.site_name IS 'The site that the request came from.';
COMMENT ON COLUMN site_forms.visitor_id IS
    'Browser fingerprint hash or random UUID. Empty under Global Privacy Control. At most 200 characters.';
COMMENT ON COLUMN site_forms.session_id IS
    'Random UUID of the page session; the 30-second cooldown goes by it. At most 200 characters.';
COMMENT ON COLUMN site_forms.ip_hash IS
    'Keyed hash (HMAC-SHA-256) of the visitor''s address. Empty under Global Privacy Control.';
COMMENT ON COLUMN site_forms.ua IS 'User-Agent header. Empty under Global Privacy Control.';
COMMENT ON COLUMN site_forms.referrer IS 'The page that the visitor came from.';
COMMENT ON COLUMN site_forms.city IS 'City of the visitor''s address, if known. Empty under Global Privacy Control.';
COMMENT ON COLUMN site_forms.state IS 'State or region of the visitor''s address, likewise.';
COMMENT ON COLUMN site_forms.country IS 'Country of the visitor''s address, likewise.';

-- The cooldown. Callers of one session wait here for each other until their transactions end (an
-- advisory lock), so that of two requests at once the second one sees the first. The clock is the
-- database's, the same for all backends. `now()` would be the time before the wait.
CREATE FUNCTION session_may_submit(session text, cooldown_ms bigint) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    IF session IS NULL THEN
        RETURN true;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtextextended(session, 0));
    RETURN NOT EXISTS (
        SELECT FROM site_forms
        WHERE session_id = session
            AND created_at > clock_timestamp() - make_interval(secs => cooldown_ms / 1000.0)
            AND created_at <= clock_timestamp()
    );
END
$$;

COMMENT ON FUNCTION session_may_submit(text, bigint) IS
    'Whether the session''s last estimate request is at least so many milliseconds old.';

CREATE TABLE phone_clicks (
    id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    created_at timestamptz NOT NULL DEFAULT now(),
    visitor_id text CHECK (char_length(visitor_id) <= 200),
    session_id text CHECK (char_length(session_id) <= 200),
    ip_hash    text,
    ua         text,
    referrer   text,
    city       text,
    state      text,
    country    text
);

COMMENT ON TABLE phone_clicks IS 'Clicks on a call button, one row each.';
COMMENT ON COLUMN phone_clicks.id IS 'Names the click.';
COMMENT ON COLUMN phone_clicks.created_at IS 'When the click was saved, by the database''s clock.';
COMMENT ON COLUMN phone_clicks.visitor_id IS 'As in site_forms.';
COMMENT ON COLUMN phone_clicks.session_id IS 'As in site_forms.';
COMMENT ON COLUMN phone_clicks.ip_hash IS 'As in site_forms.';
COMMENT ON COLUMN phone_clicks.ua IS 'As in site_forms.';
COMMENT ON COLUMN phone_clicks.referrer IS 'As in site_forms.';
COMMENT ON COLUMN phone_clicks.city IS 'As in site_forms.';
COMMENT ON COLUMN phone_clicks.state IS 'As in site_forms.';
COMMENT ON COLUMN phone_clicks.country IS 'As in site_forms.';

COMMENT ON TABLE __diesel_schema_migrations IS 'Which of the backend''s migrations this database has.';
COMMENT ON COLUMN __diesel_schema_migrations.version IS 'Names the migration.';
COMMENT ON COLUMN __diesel_schema_migrations.run_on IS 'When it was run.';

-- Nobody reaches the tables and the function but their owner, the backend. Row-level security without a policy
-- shuts out every role that row-level security applies to; and what Supabase grants by default
-- to the roles behind its public key is taken back. (A plain Postgres has no such roles.)
ALTER TABLE site_forms ENABLE ROW LEVEL SECURITY;
ALTER TABLE phone_clicks ENABLE ROW LEVEL SECURITY;
ALTER TABLE __diesel_schema_migrations ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON site_forms, phone_clicks, __diesel_schema_migrations FROM PUBLIC;
REVOKE ALL ON FUNCTION session_may_submit FROM PUBLIC;

DO $$
DECLARE
    public_role name;
BEGIN
    FOR public_role IN SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated') LOOP
        EXECUTE format(
            'REVOKE ALL ON site_forms, phone_clicks, __diesel_schema_migrations FROM %1$I;
             REVOKE ALL ON FUNCTION session_may_submit FROM %1$I', public_role);
    END LOOP;
END
$$;
