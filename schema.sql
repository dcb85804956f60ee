-- The complete schema of the site's database.
--
-- The backend creates it by itself (`backend migrate`, and each start): this file is for reading,
-- and for a database that somebody else sets up: paste it into Supabase's SQL editor or feed it to
-- psql. A backend that is started on such a database finds its migrations done. A test proves that
-- this file and backend/migrations give the same database.

BEGIN;

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
    country         text,
    spam_score      smallint NOT NULL DEFAULT 0,
    spam_signs      text[] NOT NULL DEFAULT '{}',
    suspect         boolean NOT NULL DEFAULT false,
    details_hash    bytea
);

-- The cooldown looks for a session's last request.
CREATE INDEX site_forms_session_id_created_at_idx ON site_forms (session_id, created_at);

-- The spam score looks for the same text in other requests.
CREATE INDEX site_forms_details_hash_created_at_idx ON site_forms (details_hash, created_at)
    WHERE details_hash IS NOT NULL;

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
COMMENT ON COLUMN site_forms.city IS
    'City of the visitor''s address, as a proxy or a database of places has it. Empty if it is not known, and under Global Privacy Control.';
COMMENT ON COLUMN site_forms.state IS 'State or region, likewise.';
COMMENT ON COLUMN site_forms.country IS 'Country, likewise: two letters of ISO 3166-1.';
COMMENT ON COLUMN site_forms.spam_score IS 'How much speaks for spam, in points. Nothing is refused for it.';
COMMENT ON COLUMN site_forms.spam_signs IS 'What speaks for spam.';
COMMENT ON COLUMN site_forms.suspect IS
    'Whether the points are enough to tell the owner in a digest instead of at once.';
COMMENT ON COLUMN site_forms.details_hash IS
    'SHA-256 of the details, folded, where they are long enough to be somebody''s own words.';

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

CREATE TABLE outbox (
    id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    lead_id       uuid UNIQUE REFERENCES site_forms ON DELETE CASCADE,
    created_at    timestamptz NOT NULL DEFAULT now(),
    state         text NOT NULL DEFAULT 'pending'
                  CHECK (state IN ('pending', 'held', 'digested', 'sent', 'dead')),
    due_at        timestamptz NOT NULL DEFAULT now(),
    claimed_until timestamptz,
    attempts      integer NOT NULL DEFAULT 0,
    subject       text,
    html          text,
    finished_at   timestamptz,
    failure       text,
    CHECK ((subject IS NULL) = (html IS NULL)),
    CHECK (lead_id IS NOT NULL OR html IS NOT NULL OR state = 'sent'),
    CHECK ((finished_at IS NULL) = (state IN ('pending', 'held')))
);

-- What the delivery and the digest look for, oldest first.
CREATE INDEX outbox_due_at_idx ON outbox (due_at) WHERE state = 'pending';
CREATE INDEX outbox_held_idx ON outbox (created_at) WHERE state = 'held';

COMMENT ON TABLE outbox IS
    'Mails to the owner, one row each. A lead''s row is made with the lead, in the same transaction.';
COMMENT ON COLUMN outbox.id IS 'Names the mail: it stands in its Message-ID. A lead''s mail has the lead''s id.';
COMMENT ON COLUMN outbox.lead_id IS 'The lead that the mail tells of. Empty for a digest and for a mail of its own.';
COMMENT ON COLUMN outbox.created_at IS 'When the mail was put here, by the database''s clock.';
COMMENT ON COLUMN outbox.state IS
    'pending: to be sent when due. held: waits for the next digest of suspect leads. digested: told in a digest. sent: the mail server said yes. dead: the mail server said no for good, or for too long.';
COMMENT ON COLUMN outbox.due_at IS 'Not before this time.';
COMMENT ON COLUMN outbox.claimed_until IS
    'Until then the process that claimed it has it to itself. Past it, that process has died.';
COMMENT ON COLUMN outbox.attempts IS 'How often it was begun to be sent.';
COMMENT ON COLUMN outbox.subject IS 'Empty for a lead''s mail that is composed from the lead, and once sent.';
COMMENT ON COLUMN outbox.html IS 'Likewise. Already sanitised.';
COMMENT ON COLUMN outbox.finished_at IS 'When it came to its end, whichever.';
COMMENT ON COLUMN outbox.failure IS 'Why the last attempt failed. Holds nothing of the visitor.';

-- The minute is the browser's: it sends the mail's words itself, a moment after the lead. Where it
-- does not, the mail is composed from the lead.
CREATE FUNCTION put_lead_into_outbox() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO outbox (id, lead_id, state, due_at)
    VALUES (
        NEW.id,
        NEW.id,
        CASE WHEN NEW.suspect THEN 'held' ELSE 'pending' END,
        now() + interval '1 minute'
    );
    RETURN NULL;
END
$$;

COMMENT ON FUNCTION put_lead_into_outbox() IS 'Makes a lead and its mail one transaction.';

CREATE TRIGGER put_lead_into_outbox AFTER INSERT ON site_forms
    FOR EACH ROW EXECUTE FUNCTION put_lead_into_outbox();

CREATE TABLE flood_counters (
    key        bytea PRIMARY KEY,
    count      integer NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);

-- Counters are thrown away by age.
CREATE INDEX flood_counters_created_at_idx ON flood_counters (created_at);

COMMENT ON TABLE flood_counters IS 'What came from an address within an hour. Rows are thrown away soon after.';
COMMENT ON COLUMN flood_counters.key IS
    'Keyed hash of address, hour and kind of request: it cannot be linked to a lead, nor to the next hour''s.';
COMMENT ON COLUMN flood_counters.count IS 'How many requests came.';
COMMENT ON COLUMN flood_counters.created_at IS 'When the first one came.';

-- Counts in the caller's transaction. Callers of one key wait here for each other until their
-- transactions end, so that of two requests at once the second one sees the first. Beyond the
-- limit nothing is written.
CREATE FUNCTION within_flood_limit(flood_key bytea, amount integer, per_hour integer) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
    counted integer;
BEGIN
    IF flood_key IS NULL THEN
        RETURN true;
    END IF;
    INSERT INTO flood_counters (key, count) VALUES (flood_key, amount)
    ON CONFLICT (key) DO UPDATE SET count = flood_counters.count + amount
        WHERE flood_counters.count <= per_hour
    RETURNING count INTO counted;
    RETURN counted IS NOT NULL AND counted <= per_hour;
END
$$;

COMMENT ON FUNCTION within_flood_limit(bytea, integer, integer) IS
    'Counts requests under a key and answers whether they are within the hour''s limit.';

-- The backend's record of its migrations. Those listed here are part of this file.
CREATE TABLE __diesel_schema_migrations (
    version varchar(50) PRIMARY KEY,
    run_on  timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP
);

COMMENT ON TABLE __diesel_schema_migrations IS 'Which of the backend''s migrations this database has.';
COMMENT ON COLUMN __diesel_schema_migrations.version IS 'Names the migration.';
COMMENT ON COLUMN __diesel_schema_migrations.run_on IS 'When it was run.';

INSERT INTO __diesel_schema_migrations (version) VALUES ('20261120000000'), ('20261120160000');

-- Nobody reaches the tables and the functions but their owner, the backend. Row-level security without a policy
-- shuts out every role that row-level security applies to; and what Supabase grants by default
-- to the roles behind its public key is taken back. (A plain Postgres has no such roles.)
ALTER TABLE site_forms ENABLE ROW LEVEL SECURITY;
ALTER TABLE phone_clicks ENABLE ROW LEVEL SECURITY;
ALTER TABLE outbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE flood_counters ENABLE ROW LEVEL SECURITY;
ALTER TABLE __diesel_schema_migrations ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON site_forms, phone_clicks, outbox, flood_counters, __diesel_schema_migrations FROM PUBLIC;
REVOKE ALL ON FUNCTION session_may_submit, put_lead_into_outbox, within_flood_limit FROM PUBLIC;

DO $$
DECLARE
    public_role name;
BEGIN
    FOR public_role IN SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated') LOOP
        EXECUTE format(
            'REVOKE ALL ON site_forms, phone_clicks, outbox, flood_counters,
                            __diesel_schema_migrations FROM %1$I;
             REVOKE ALL ON FUNCTION session_may_submit, put_lead_into_outbox,
                            within_flood_limit FROM %1$I', public_role);
    END LOOP;
END
$$;

COMMIT;
