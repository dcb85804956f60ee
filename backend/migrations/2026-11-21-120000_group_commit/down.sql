CREATE TEMPORARY TABLE outbox_after ON COMMIT DROP AS SELECT * FROM outbox;
DROP TABLE outbox;
DROP TABLE sent_texts;
DROP TABLE rate_limits;
DROP TABLE cooldowns;

DROP INDEX site_forms_created_at_idx;
ALTER TABLE site_forms
    ADD COLUMN idempotency_key uuid UNIQUE,
    ADD COLUMN details_hash    bytea;
UPDATE site_forms SET idempotency_key = key FROM idempotency_keys WHERE lead_id = id;
DROP TABLE idempotency_keys;

CREATE INDEX site_forms_session_id_created_at_idx ON site_forms (session_id, created_at);
CREATE INDEX site_forms_details_hash_created_at_idx ON site_forms (details_hash, created_at)
    WHERE details_hash IS NOT NULL;
COMMENT ON COLUMN site_forms.id IS 'What the visitor''s browser gets back as proof that the request is safe.';
COMMENT ON COLUMN site_forms.idempotency_key IS
    'The Idempotency-Key header: one per filled-in form, so that a repeated request makes no second row.';
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


INSERT INTO outbox (id, lead_id, created_at, state, due_at, attempts, finished_at, failure, subject, html)
SELECT
    id,
    CASE WHEN kind = 'lead' THEN id END,
    created_at,
    CASE
        WHEN state = 'quarantined' AND kind = 'lead' THEN 'held'
        WHEN state = 'quarantined' THEN 'pending'
        WHEN state = 'in_digest' THEN 'digested'
        ELSE state
    END,
    due_at,
    attempts,
    CASE WHEN state = 'quarantined' AND kind = 'note' THEN NULL ELSE finished_at END,
    failure,
    subject,
    text
FROM outbox_after
WHERE kind <> 'digest';

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

-- As for the other tables: nobody but the owner.
ALTER TABLE outbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE flood_counters ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON outbox, flood_counters FROM PUBLIC;
REVOKE ALL ON FUNCTION session_may_submit, put_lead_into_outbox, within_flood_limit FROM PUBLIC;

DO $$
DECLARE
    public_role name;
BEGIN
    FOR public_role IN SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated') LOOP
        EXECUTE format(
            'REVOKE ALL ON outbox, flood_counters FROM %1$I;
             REVOKE ALL ON FUNCTION session_may_submit, put_lead_into_outbox, within_flood_limit FROM %1$I', public_role);
    END LOOP;
END
$$;
