-- A lead is saved together with others in one statement (backend/src/store/lead_writer.sql). What
-- the statement looks up by a random key leaves the leads' own table for small tables that are
-- pruned, so that the leads' index grows at its end only.

CREATE TABLE idempotency_keys (
    key        uuid PRIMARY KEY,
    lead_id    uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);

-- Keys are pruned by age.
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);

COMMENT ON TABLE idempotency_keys IS
    'Which lead was saved under which Idempotency-Key, so that a repeated request makes no second one. Pruned after a week.';
COMMENT ON COLUMN idempotency_keys.key IS 'The Idempotency-Key header: one per filled-in form.';
COMMENT ON COLUMN idempotency_keys.lead_id IS 'The lead in site_forms.';
COMMENT ON COLUMN idempotency_keys.created_at IS 'When the lead was saved, by the database''s clock.';

INSERT INTO idempotency_keys (key, lead_id, created_at)
SELECT idempotency_key, id, created_at FROM site_forms
WHERE idempotency_key IS NOT NULL AND created_at > now() - interval '7 days';

-- The next three are UNLOGGED: they are cheaper to write. A crash of Postgres empties them: it
-- may forget an hour's counts, a started cooldown, and which texts were sent that week.

CREATE UNLOGGED TABLE cooldowns (
    session_id text PRIMARY KEY CHECK (char_length(session_id) <= 200),
    started_at timestamptz NOT NULL
);

COMMENT ON TABLE cooldowns IS 'When a session last sent an estimate request. Pruned after a minute.';
COMMENT ON COLUMN cooldowns.session_id IS 'As in site_forms.';
COMMENT ON COLUMN cooldowns.started_at IS 'When the request was saved, by the database''s clock.';

CREATE UNLOGGED TABLE rate_limits (
    key        bytea PRIMARY KEY,
    count      integer NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE rate_limits IS 'How many requests came from an address within an hour. Pruned after two hours.';
COMMENT ON COLUMN rate_limits.key IS
    'Keyed hash of address, hour and kind of request: it cannot be linked to a lead, nor to the next hour''s.';
COMMENT ON COLUMN rate_limits.count IS 'How many requests were accepted; what was refused at the limit may be counted too.';
COMMENT ON COLUMN rate_limits.created_at IS 'When the first one came.';

CREATE UNLOGGED TABLE sent_texts (
    hash       bytea PRIMARY KEY,
    phone      text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);

-- Texts are pruned by age.
CREATE INDEX sent_texts_created_at_idx ON sent_texts (created_at);

COMMENT ON TABLE sent_texts IS
    'Who first sent a text as the details of an estimate request: the same text with another telephone number is a spam signal. Pruned after a week.';
COMMENT ON COLUMN sent_texts.hash IS 'SHA-256 of the details, folded, where they are long enough to be somebody''s own words.';
COMMENT ON COLUMN sent_texts.phone IS 'The telephone number of who first sent it, as typed.';
COMMENT ON COLUMN sent_texts.created_at IS 'When it was first sent, by the database''s clock.';

INSERT INTO sent_texts (hash, phone, created_at)
SELECT DISTINCT ON (details_hash) details_hash, phone, created_at FROM site_forms
WHERE details_hash IS NOT NULL AND created_at > now() - interval '7 days'
ORDER BY details_hash, created_at;

DROP TRIGGER put_lead_into_outbox ON site_forms;
DROP FUNCTION put_lead_into_outbox;
DROP FUNCTION within_flood_limit;
DROP FUNCTION session_may_submit;
DROP TABLE flood_counters;

ALTER TABLE site_forms
    DROP COLUMN idempotency_key,
    DROP COLUMN details_hash;
DROP INDEX site_forms_session_id_created_at_idx;

-- Leads are listed by time. (Their ids are in time order too, but those from before this migration
-- are not.)
CREATE INDEX site_forms_created_at_idx ON site_forms (created_at);

COMMENT ON COLUMN site_forms.id IS
    'What the visitor''s browser gets back as proof that the request is safe. UUIDv7 from the backend: in time order, so that the index grows at its end.';

-- A mail is composed when it is sent: a lead's from the lead, a digest's from its members. So
-- nothing that a visitor wrote is kept twice, and nobody outside chooses the words of the owner's
-- mail. A text that came without a lead waits for the digest.
CREATE TEMPORARY TABLE outbox_before ON COMMIT DROP AS SELECT * FROM outbox;
DROP TABLE outbox;

CREATE TABLE outbox (
    id            uuid PRIMARY KEY,
    created_at    timestamptz NOT NULL DEFAULT now(),
    kind          text NOT NULL CHECK (kind IN ('lead', 'note', 'digest')),
    state         text NOT NULL
                  CHECK (state IN ('pending', 'quarantined', 'in_digest', 'sent', 'dead')),
    due_at        timestamptz NOT NULL DEFAULT now(),
    leased_until  timestamptz,
    attempts      integer NOT NULL DEFAULT 0,
    finished_at   timestamptz,
    failure_class text,
    failure       text,
    digest_id     uuid,
    subject       text,
    text          text,
    CONSTRAINT outbox_finished_at_check
        CHECK ((finished_at IS NULL) = (state IN ('pending', 'quarantined'))),
    CONSTRAINT outbox_digest_id_check CHECK ((digest_id IS NULL) = (state <> 'in_digest')),
    CONSTRAINT outbox_text_check
        CHECK ((kind = 'note') = (text IS NOT NULL) AND (kind = 'note') = (subject IS NOT NULL))
);

-- What the delivery looks for, and the states that are looked at often. A sent mail is in none.
CREATE INDEX outbox_due_at_idx ON outbox (due_at) WHERE state = 'pending';
CREATE INDEX outbox_quarantined_idx ON outbox (created_at) WHERE state = 'quarantined';
CREATE INDEX outbox_dead_idx ON outbox (created_at) WHERE state = 'dead';
CREATE INDEX outbox_digest_id_idx ON outbox (digest_id) WHERE digest_id IS NOT NULL;

COMMENT ON TABLE outbox IS
    'Mails to the owner, one row each. A lead''s row is made with the lead, in the same statement. Pruned a month after it was sent.';
COMMENT ON COLUMN outbox.id IS 'Names the mail: it stands in its Message-ID. A lead''s mail has the lead''s id.';
COMMENT ON COLUMN outbox.created_at IS 'When the mail was put here, by the database''s clock.';
COMMENT ON COLUMN outbox.kind IS
    'lead: about one estimate request. note: a text that came without one; it goes into a digest. digest: lists the mails that have its id as their digest_id.';
COMMENT ON COLUMN outbox.state IS
    'pending: to be sent when due. quarantined: waits for the next digest. in_digest: belongs to a digest. sent: the mail server took it. dead: given up.';
COMMENT ON COLUMN outbox.due_at IS 'Not before this time.';
COMMENT ON COLUMN outbox.leased_until IS
    'Until then the process that leased it has it to itself. Past it, that process has died.';
COMMENT ON COLUMN outbox.attempts IS 'How often it was begun to be sent.';
COMMENT ON COLUMN outbox.finished_at IS 'When it was sent, given up, or put into a digest.';
COMMENT ON COLUMN outbox.failure_class IS
    'Why the last attempt failed, in one word (backend/src/store/outbox/failure.rs).';
COMMENT ON COLUMN outbox.failure IS 'Why the last attempt failed. Holds nothing of the visitor.';
COMMENT ON COLUMN outbox.digest_id IS 'The digest that it belongs to.';
COMMENT ON COLUMN outbox.subject IS 'What a note is about, in one line.';
COMMENT ON COLUMN outbox.text IS 'What a note says, as plain text.';

-- Mails that were sent are not kept. A mail with words of its own (a digest among them) that was
-- not sent waits for the next digest, as text.
INSERT INTO outbox (id, created_at, kind, state, due_at, attempts, finished_at, failure, subject, text)
SELECT
    id,
    created_at,
    CASE WHEN lead_id IS NULL THEN 'note' ELSE 'lead' END,
    CASE WHEN lead_id IS NULL OR state = 'held' THEN 'quarantined' ELSE state END,
    due_at,
    attempts,
    CASE WHEN lead_id IS NOT NULL THEN finished_at END,
    failure,
    CASE WHEN lead_id IS NULL THEN subject END,
    CASE WHEN lead_id IS NULL THEN trim(regexp_replace(html, '<[^>]*>', ' ', 'g')) END
FROM outbox_before
WHERE state IN ('pending', 'held', 'dead');

-- As for the other tables: nobody but the owner.
ALTER TABLE outbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE cooldowns ENABLE ROW LEVEL SECURITY;
ALTER TABLE rate_limits ENABLE ROW LEVEL SECURITY;
ALTER TABLE sent_texts ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON outbox, idempotency_keys, cooldowns, rate_limits, sent_texts FROM PUBLIC;

DO $$
DECLARE
    public_role name;
BEGIN
    FOR public_role IN SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated') LOOP
        EXECUTE format(
            'REVOKE ALL ON outbox, idempotency_keys, cooldowns, rate_limits, sent_texts FROM %1$I', public_role);
    END LOOP;
END
$$;
