-- The complete schema of the site's database.
--
-- It is the first migration: the backend runs it on an empty database (`backend migrate`, and each
-- start). Later ones are in backend/migrations. If you set up the database yourself, paste it into
-- Supabase's SQL editor, or run `psql --single-transaction -f schema.sql`: the backend then finds
-- this migration done.

CREATE TABLE site_forms (
    id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    created_at timestamptz NOT NULL DEFAULT now(),
    full_name  text NOT NULL,
    email      text NOT NULL,
    phone      text NOT NULL,
    message    text NOT NULL,
    site_name  text NOT NULL,
    visitor_id text CHECK (char_length(visitor_id) <= 200),
    session_id text CHECK (char_length(session_id) <= 200),
    ip_hash    text,
    ua         text,
    referrer   text,
    city       text,
    state      text,
    country    text,
    spam_score smallint NOT NULL DEFAULT 0,
    spam_signs text[] NOT NULL DEFAULT '{}',
    suspect    boolean NOT NULL DEFAULT false,
    status     text NOT NULL DEFAULT 'new',
    note       text NOT NULL DEFAULT '',
    events     integer NOT NULL DEFAULT 0,
    answered_at timestamptz,
    changed_at timestamptz,
    service    text NOT NULL DEFAULT '',
    urgency    text NOT NULL DEFAULT '',
    address    text NOT NULL DEFAULT '',
    details    text NOT NULL DEFAULT '',
    emergency  boolean NOT NULL DEFAULT false,
    next_at    timestamptz DEFAULT now(),
    calls      timestamptz[] NOT NULL DEFAULT '{}',
    taken_by   text,
    quoted     integer CHECK (quoted >= 0),
    quoted_at  timestamptz,
    won        integer CHECK (won >= 0),
    closed_at  timestamptz,
    visit_at   timestamptz,
    visit_by   text CHECK (char_length(visit_by) <= 100),
    lost_reason text CHECK (lost_reason ~ '^[a-z-]{1,40}$'),
    source     text NOT NULL DEFAULT 'form' CHECK (source IN ('form', 'call')),
    photos_at  timestamptz,
    as_typed   jsonb,
    estimate   jsonb,
    CONSTRAINT site_forms_status_check CHECK (
        status IN ('new', 'called', 'no-answer', 'quoted', 'won', 'lost', 'spam'))
);

-- Leads are listed by time.
CREATE INDEX site_forms_created_at_idx ON site_forms (created_at);
-- The desk's lists (backend/src/leads/lead_records/lists.rs), and what has changed. A new lead is
-- added at the end of the first index.
CREATE INDEX site_forms_next_at_idx ON site_forms (
    (CASE WHEN emergency AND status IN ('new', 'no-answer') THEN 1
        WHEN status <> 'new' THEN 0
        WHEN urgency = 'urgent' THEN 2
        ELSE 3 END),
    next_at
) WHERE next_at IS NOT NULL AND status <> 'spam' AND (NOT suspect OR emergency);
CREATE INDEX site_forms_answered_idx ON site_forms (next_at)
    WHERE estimate @> '{"waits": true}' AND next_at IS NOT NULL AND status <> 'spam' AND (NOT suspect OR emergency);
CREATE INDEX site_forms_done_idx ON site_forms (created_at)
    WHERE next_at IS NULL AND status <> 'spam' AND (NOT suspect OR emergency);
CREATE INDEX site_forms_spam_idx ON site_forms (created_at) WHERE suspect OR status = 'spam';
CREATE INDEX site_forms_visit_at_idx ON site_forms (visit_at) WHERE visit_at IS NOT NULL;
-- The desk's figures.
CREATE INDEX site_forms_quoted_at_idx ON site_forms (quoted_at) WHERE quoted_at IS NOT NULL;
CREATE INDEX site_forms_closed_at_idx ON site_forms (closed_at) WHERE closed_at IS NOT NULL;
-- What the same person ordered before. Few leads are won, so a new lead is in neither.
CREATE INDEX site_forms_ordered_by_phone_idx ON site_forms (
    right(regexp_replace(left(phone, 100), '\D', '', 'g'), 10), created_at) WHERE status = 'won';
CREATE INDEX site_forms_ordered_by_email_idx ON site_forms (
    lower(left(email, 254)), created_at) WHERE status = 'won';
CREATE INDEX site_forms_changed_at_idx ON site_forms (changed_at) WHERE changed_at IS NOT NULL;
CREATE INDEX site_forms_photos_at_idx ON site_forms (photos_at) WHERE photos_at IS NOT NULL;

COMMENT ON TABLE site_forms IS
    'Estimate requests, one row each. Only the backend writes them, after the rules have passed.';
COMMENT ON COLUMN site_forms.id IS
    'The idempotency key that the request was sent under: a UUIDv7 of the browser, or of the backend where it has none. In the order of time, but for browsers whose clock is wrong.';
COMMENT ON COLUMN site_forms.created_at IS 'When the request was saved, by the database''s clock.';
COMMENT ON COLUMN site_forms.full_name IS 'First and last name.';
COMMENT ON COLUMN site_forms.email IS 'The visitor''s address, or a placeholder under .invalid when none was given.';
COMMENT ON COLUMN site_forms.phone IS 'The telephone number as typed.';
COMMENT ON COLUMN site_forms.message IS 'Service, urgency, property address and details in one text.';
COMMENT ON COLUMN site_forms.site_name IS 'The site that the request came from.';
COMMENT ON COLUMN site_forms.visitor_id IS
    'Browser fingerprint hash or random UUID. Empty under Global Privacy Control. At most 200 characters.';
COMMENT ON COLUMN site_forms.session_id IS
    'Random UUID of the page session. Empty under Global Privacy Control. At most 200 characters.';
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
COMMENT ON COLUMN site_forms.status IS
    'What became of the request, as its events in desk_events say (lead-log). `state` is the US state.';
COMMENT ON COLUMN site_forms.note IS 'All notes, the earliest first, with an empty line between two.';
COMMENT ON COLUMN site_forms.events IS
    'How many events the desk has recorded about it. At most 500.';
COMMENT ON COLUMN site_forms.answered_at IS
    'When a person was first reached.';
COMMENT ON COLUMN site_forms.changed_at IS 'When it was last changed at the desk.';
COMMENT ON COLUMN site_forms.service IS
    'What is to be done, as `message` says it, or as it was corrected.';
COMMENT ON COLUMN site_forms.urgency IS
    'How soon, as `message` says it: routine, within-week, urgent or emergency, or the visitor''s words.';
COMMENT ON COLUMN site_forms.address IS
    'Where the tree stands, as `message` says it, or as it was corrected.';
COMMENT ON COLUMN site_forms.details IS 'The visitor''s own words, as `message` has them.';
COMMENT ON COLUMN site_forms.emergency IS 'Whether `message` says that it is an emergency.';
COMMENT ON COLUMN site_forms.next_at IS
    'When it needs somebody next. Empty when it is over, or spam.';
COMMENT ON COLUMN site_forms.calls IS
    'When somebody of the company called, the earliest first.';
COMMENT ON COLUMN site_forms.taken_by IS 'Who takes care of it: an address of the desk.';
COMMENT ON COLUMN site_forms.quoted IS 'The amount of the estimate, in cents.';
COMMENT ON COLUMN site_forms.quoted_at IS 'When the estimate was given.';
COMMENT ON COLUMN site_forms.won IS 'The amount of the order, in cents.';
COMMENT ON COLUMN site_forms.closed_at IS 'When it was won or lost.';
COMMENT ON COLUMN site_forms.visit_at IS 'When its earliest open appointment begins.';
COMMENT ON COLUMN site_forms.visit_by IS 'Who goes there. At most 100 characters.';
COMMENT ON COLUMN site_forms.lost_reason IS
    'Why it was lost (lead-log/src/names.rs). Empty while it is not lost.';
COMMENT ON COLUMN site_forms.source IS
    'form: sent from the site. call: entered at the desk while somebody was on the phone.';
COMMENT ON COLUMN site_forms.photos_at IS
    'When a photograph was last added or removed. It is no change: `events` stays, and reminders look at `changed_at`.';
COMMENT ON COLUMN site_forms.estimate IS
    'How far the customer got with the estimate that they can read (lead-log/src/estimate.rs). Its lines are in the event that it names.';
COMMENT ON COLUMN site_forms.as_typed IS
    'What was typed first of what was corrected: name, phone, email, address, service. Empty where nothing was.';

-- Not a foreign key: `site_forms` may be partitioned and swapped with another table
-- (docs/scaling.md). The code that deletes a lead deletes its photographs after it.
CREATE TABLE lead_photos (
    id         uuid PRIMARY KEY,
    lead_id    uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    source     text NOT NULL CHECK (source IN ('visitor', 'link', 'desk')),
    width      integer NOT NULL,
    height     integer NOT NULL,
    photo      bytea NOT NULL,
    thumbnail  bytea NOT NULL,
    mail_id    uuid
);

-- JPEG does not compress any further.
ALTER TABLE lead_photos
    ALTER COLUMN photo SET STORAGE EXTERNAL,
    ALTER COLUMN thumbnail SET STORAGE EXTERNAL;

-- The photographs of a lead, in their order.
CREATE INDEX lead_photos_lead_id_idx ON lead_photos (lead_id, created_at);

COMMENT ON TABLE lead_photos IS
    'Photographs of the tree, one row each: at most twelve a lead, six of them by visitors. Erased with the lead.';
COMMENT ON COLUMN lead_photos.id IS 'Names the photograph: a UUID of the browser that added it.';
COMMENT ON COLUMN lead_photos.lead_id IS 'The lead in site_forms.';
COMMENT ON COLUMN lead_photos.created_at IS 'When it was added, by the database''s clock.';
COMMENT ON COLUMN lead_photos.source IS
    'visitor: added by the browser that sent the lead. link: by a link in a mail. desk: at the desk.';
COMMENT ON COLUMN lead_photos.width IS 'In pixels.';
COMMENT ON COLUMN lead_photos.height IS 'In pixels.';
COMMENT ON COLUMN lead_photos.photo IS
    'A JPEG that the backend wrote anew, of 2,048 pixels at most, without what else the file held.';
COMMENT ON COLUMN lead_photos.thumbnail IS 'The same, of 320 pixels at most.';
COMMENT ON COLUMN lead_photos.mail_id IS
    'The mail in outbox that tells the owner of it. Empty for those of the desk and of suspect leads.';

CREATE TABLE appointments (
    lead_id    uuid NOT NULL,
    id         uuid NOT NULL,
    begins_at  timestamptz NOT NULL,
    ended      text,
    data       jsonb NOT NULL,
    PRIMARY KEY (lead_id, id)
);

-- The desk's days, and its calendar.
CREATE INDEX appointments_begins_at_idx ON appointments (begins_at);

COMMENT ON TABLE appointments IS
    'When the company is at a customer''s, one row an appointment. It follows from the events in desk_events (lead-log), and is erased with the lead.';
COMMENT ON COLUMN appointments.lead_id IS 'The lead in site_forms. Not a foreign key, as in lead_photos.';
COMMENT ON COLUMN appointments.id IS
    'Names the appointment of the lead: a UUID of the phone that set it, or the id of the event of an earlier version.';
COMMENT ON COLUMN appointments.begins_at IS 'When it begins.';
COMMENT ON COLUMN appointments.ended IS
    'How it ended: done, called-off or nobody-there. Empty while it is open.';
COMMENT ON COLUMN appointments.data IS
    'The whole appointment (lead-log/src/appointment.rs): its purpose, from and to, the crew, and who told the customer what.';

-- UNLOGGED, which makes writes cheaper. A crash of Postgres empties it: an hour's counts may be lost.

CREATE UNLOGGED TABLE rate_limits (
    key        bytea PRIMARY KEY,
    count      integer NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE rate_limits IS
    'How many requests came from a network within an hour, or kilobytes of photographs within a day, by all processes. Each counts in memory and adds to it here from time to time. Pruned after a day.';
COMMENT ON COLUMN rate_limits.key IS
    'Keyed hash of network, hour and kind of request: it cannot be linked to a lead, nor to the next hour''s.';
COMMENT ON COLUMN rate_limits.count IS
    'How many requests were accepted. Networks with few are not here.';
COMMENT ON COLUMN rate_limits.created_at IS 'When the first one came.';

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

-- Clicks are counted by time.
CREATE INDEX phone_clicks_created_at_idx ON phone_clicks (created_at);

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

-- A message is composed when it is sent: one about a lead from the lead, a digest from its members.
-- So nothing that a visitor wrote is stored twice, and no outsider chooses the text of the owner's
-- mail. A text that came without a lead waits for the digest.
CREATE TABLE outbox (
    id            uuid PRIMARY KEY,
    created_at    timestamptz NOT NULL DEFAULT now(),
    kind          text NOT NULL,
    state         text NOT NULL
                  CHECK (state IN (
                      'pending', 'quarantined', 'in_digest', 'sent', 'dead', 'stopped')),
    due_at        timestamptz NOT NULL DEFAULT now(),
    leased_until  timestamptz,
    attempts      integer NOT NULL DEFAULT 0,
    finished_at   timestamptz,
    failure_class text,
    failure       text,
    digest_id     uuid,
    subject       text,
    text          text,
    lead_id       uuid,
    attempted_at  timestamptz,
    http_status   smallint,
    session_id    uuid,
    may_reply     boolean NOT NULL DEFAULT true,
    emergency     boolean NOT NULL DEFAULT false,
    follow_up     boolean NOT NULL DEFAULT true,
    receiver      bytea,
    CONSTRAINT outbox_finished_at_check
        CHECK ((finished_at IS NULL) = (state IN ('pending', 'quarantined'))),
    CONSTRAINT outbox_digest_id_check CHECK ((digest_id IS NULL) = (state <> 'in_digest')),
    CONSTRAINT outbox_text_check
        CHECK ((kind = 'note') = (text IS NOT NULL) AND (kind = 'note') = (subject IS NOT NULL)),
    CONSTRAINT outbox_lead_check CHECK (
        kind NOT IN ('webhook', 'auto_reply', 'push', 'photos') OR lead_id IS NOT NULL),
    CONSTRAINT outbox_session_id_check CHECK ((kind = 'push') = (session_id IS NOT NULL))
);

-- The messages that are due, the states that are queried often, and what is pruned. A mail is in
-- the first index until it is sent, and then in the last one.
CREATE INDEX outbox_due_at_idx ON outbox (due_at) WHERE state = 'pending';
CREATE INDEX outbox_first_idx ON outbox (due_at) WHERE state = 'pending' AND (emergency OR follow_up);
CREATE INDEX outbox_quarantined_idx ON outbox (created_at) WHERE state = 'quarantined';
CREATE INDEX outbox_dead_idx ON outbox (created_at) WHERE state = 'dead';
CREATE INDEX outbox_digest_id_idx ON outbox (digest_id) WHERE digest_id IS NOT NULL;
CREATE INDEX outbox_webhooks_idx ON outbox (created_at) WHERE kind = 'webhook';
CREATE INDEX outbox_finished_at_idx ON outbox (finished_at) WHERE state IN ('sent', 'stopped');

COMMENT ON TABLE outbox IS
    'Mails, webhooks and push messages that are to be sent, one row each. A lead''s row is made with the lead, in the same statement. Pruned a month after it was sent.';
COMMENT ON COLUMN outbox.id IS
    'Names the mail or webhook: it stands in the Message-ID, or is the webhook-id. A lead''s mail has the lead''s id; those of its webhook and push messages are derived from it, that of an auto-reply from its recipient and the day (backend/src/outbox/follow_up.rs).';
COMMENT ON COLUMN outbox.created_at IS 'When the mail was put here, by the database''s clock.';
COMMENT ON COLUMN outbox.kind IS 'Which text it has, and for whom (backend/src/message_kind.rs).';
COMMENT ON COLUMN outbox.state IS
    'pending: to be sent when due. quarantined: waits for the next digest. in_digest: belongs to a digest. sent: the receiver took it. dead: given up. stopped: given up, and nobody needs to know; or its lead is marked as spam.';
COMMENT ON COLUMN outbox.due_at IS 'Not before this time.';
COMMENT ON COLUMN outbox.leased_until IS
    'Until then the process that leased it has it to itself. Past it, that process has died.';
COMMENT ON COLUMN outbox.attempts IS 'How often it was begun to be sent.';
COMMENT ON COLUMN outbox.finished_at IS 'When it was sent, given up, or put into a digest.';
COMMENT ON COLUMN outbox.failure_class IS
    'Why the last attempt failed, in one word (backend/src/outbox/outcome.rs).';
COMMENT ON COLUMN outbox.failure IS 'Why the last attempt failed. Holds nothing of the visitor.';
COMMENT ON COLUMN outbox.digest_id IS 'The digest that it belongs to.';
COMMENT ON COLUMN outbox.subject IS 'What a note is about, in one line.';
COMMENT ON COLUMN outbox.text IS 'What a note says, as plain text.';
COMMENT ON COLUMN outbox.lead_id IS
    'The lead that it is about. Empty without one, and for a lead''s first mail, whose id is the lead''s.';
COMMENT ON COLUMN outbox.attempted_at IS 'When the last attempt ended.';
COMMENT ON COLUMN outbox.http_status IS
    'The status (HTTP) that the last attempt of a webhook or push message was answered with. Empty if it was not answered.';
COMMENT ON COLUMN outbox.session_id IS
    'The session whose browser a push message is for, as in desk_push_subscriptions.';
COMMENT ON COLUMN outbox.may_reply IS
    'Of a lead''s mail: whether its visitor may be sent an auto-reply. False when their network had its share of the hour''s.';
COMMENT ON COLUMN outbox.emergency IS 'Whether it is about an emergency: those are sent first.';
COMMENT ON COLUMN outbox.follow_up IS
    'Of a mail about a lead or its photographs: whether the webhooks, push messages and auto-replies that follow from it are still to be put here.';
COMMENT ON COLUMN outbox.receiver IS
    'SHA-256 of the WEBHOOK_URL that a webhook was made for. Empty for the one that is set.';

CREATE TABLE desk_links (
    token_hash bytea PRIMARY KEY,
    address    text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    used_at    timestamptz,
    request_hash bytea,
    code_hash  bytea,
    tries      smallint NOT NULL DEFAULT 0
);

CREATE UNIQUE INDEX desk_links_request_hash_idx ON desk_links (request_hash);

COMMENT ON TABLE desk_links IS
    'Links and codes that sign in to the desk, one row a mail: good once, for 15 minutes. Pruned after a day.';
COMMENT ON COLUMN desk_links.token_hash IS
    'SHA-256 of the link''s token. The token itself, 32 random bytes, is only in the link.';
COMMENT ON COLUMN desk_links.address IS 'Whom it signs in: an address of DESK_EMAILS, in lower case.';
COMMENT ON COLUMN desk_links.created_at IS 'When it was made, by the database''s clock.';
COMMENT ON COLUMN desk_links.used_at IS 'When the link or the code was used.';
COMMENT ON COLUMN desk_links.request_hash IS
    'SHA-256 of the token that the browser was given where the link was asked for. Empty where no browser asked.';
COMMENT ON COLUMN desk_links.code_hash IS
    'SHA-256 of that token and the mail''s code: without the token, which is only in the browser, the code cannot be guessed from it.';
COMMENT ON COLUMN desk_links.tries IS 'How many codes were typed. After five, no other is taken.';

CREATE TABLE desk_sessions (
    id         uuid PRIMARY KEY,
    token_hash bytea NOT NULL UNIQUE,
    address    text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    seen_at    timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE desk_sessions IS
    'Who is signed in to the desk, one row a browser. Pruned 30 days after it was last used.';
COMMENT ON COLUMN desk_sessions.id IS 'Names the session.';
COMMENT ON COLUMN desk_sessions.token_hash IS
    'SHA-256 of the cookie''s token. The token itself, 32 random bytes, is only in the cookie.';
COMMENT ON COLUMN desk_sessions.address IS 'Who is signed in: an address of DESK_EMAILS, in lower case.';
COMMENT ON COLUMN desk_sessions.created_at IS 'When they signed in, by the database''s clock.';
COMMENT ON COLUMN desk_sessions.seen_at IS 'When they last asked for something, to the minute.';

CREATE TABLE desk_push_subscriptions (
    session_id uuid PRIMARY KEY REFERENCES desk_sessions ON DELETE CASCADE,
    endpoint   text NOT NULL,
    key        bytea NOT NULL,
    auth       bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE desk_push_subscriptions IS
    'Browsers that show new requests as notifications (RFC 8030), one row each. Ends with the session.';
COMMENT ON COLUMN desk_push_subscriptions.session_id IS 'The session in that browser.';
COMMENT ON COLUMN desk_push_subscriptions.endpoint IS
    'Where push messages are sent: a URL of the browser''s push service. Who knows it cannot send any without the server''s key.';
COMMENT ON COLUMN desk_push_subscriptions.key IS
    'The browser''s public key, which messages are encrypted for (RFC 8291): 65 bytes.';
COMMENT ON COLUMN desk_push_subscriptions.auth IS 'The browser''s authentication secret (RFC 8291): 16 bytes.';
COMMENT ON COLUMN desk_push_subscriptions.created_at IS 'When it was made, by the database''s clock.';

CREATE TABLE desk_push_key (
    id         boolean PRIMARY KEY DEFAULT true CHECK (id),
    pkcs8      bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE desk_push_key IS
    'The key that signs push messages (RFC 8292), in one row. The first server that needs it generates it.';
COMMENT ON COLUMN desk_push_key.id IS 'Always true, so that there is one row.';
COMMENT ON COLUMN desk_push_key.pkcs8 IS
    'The private key (PKCS #8). Who knows it can send push messages to endpoints that they know.';
COMMENT ON COLUMN desk_push_key.created_at IS 'When it was generated, by the database''s clock.';

CREATE TABLE secret_fingerprint (
    id          boolean PRIMARY KEY DEFAULT true CHECK (id),
    fingerprint bytea NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE secret_fingerprint IS
    'Which secret (IP_HASH_SECRET) the servers of this database have, in one row. A server with another one does not start. docs/launch.md says how to change the secret.';
COMMENT ON COLUMN secret_fingerprint.id IS 'Always true, so that there is one row.';
COMMENT ON COLUMN secret_fingerprint.fingerprint IS 'An HMAC-SHA-256 that is keyed with the secret. The secret cannot be computed from it.';
COMMENT ON COLUMN secret_fingerprint.created_at IS 'When the first server with this secret started, by the database''s clock.';

CREATE TABLE desk_calendars (
    address    text PRIMARY KEY,
    token_hash bytea NOT NULL UNIQUE,
    created_at timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE desk_calendars IS
    'Private addresses under which calendars read the visits, one a person. Who knows one reads names and addresses, and no more.';
COMMENT ON COLUMN desk_calendars.address IS 'Whose it is: an address of DESK_EMAILS, in lower case.';
COMMENT ON COLUMN desk_calendars.token_hash IS
    'SHA-256 of the address''s token. The token itself, 32 random bytes, is only in the address.';
COMMENT ON COLUMN desk_calendars.created_at IS 'When it was made, by the database''s clock.';

CREATE TABLE desk_events (
    id         uuid PRIMARY KEY,
    at         timestamptz NOT NULL,
    recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    who        text NOT NULL,
    lead_id    uuid,
    kind       text NOT NULL CHECK (kind ~ '^[a-z-]{1,40}$'),
    data       jsonb NOT NULL DEFAULT '{}'
);

CREATE INDEX desk_events_lead_id_idx ON desk_events (lead_id, at) WHERE lead_id IS NOT NULL;
CREATE INDEX desk_events_at_idx ON desk_events (at);
-- An erasure searches what a lead's address and number were before.
CREATE INDEX desk_events_changes_idx ON desk_events (lead_id)
    WHERE kind IN ('corrected', 'sent-again');

COMMENT ON TABLE desk_events IS
    'The desk''s log: what happened to leads and besides, one row an event. What a lead is follows from its events (lead-log). Nothing is changed: only erasure empties `data`. Pruned after two years, but for the events of leads that are kept.';
COMMENT ON COLUMN desk_events.id IS 'Names the event: a UUID of the phone that sent it, the backend, or log_words.';
COMMENT ON COLUMN desk_events.at IS
    'When it happened, by the phone''s clock, but no later than the database''s.';
COMMENT ON COLUMN desk_events.recorded_at IS 'When it was saved, by the database''s clock.';
COMMENT ON COLUMN desk_events.who IS 'The address of who was signed in, or `command line`.';
COMMENT ON COLUMN desk_events.lead_id IS
    'The lead in site_forms, which may have been erased since. Empty for what concerns no lead.';
COMMENT ON COLUMN desk_events.kind IS
    'What happened (lead-log/src/event.rs, backend/src/leads/log.rs).';
COMMENT ON COLUMN desk_events.data IS
    'What the kind has besides: a text, an amount in cents, a time. Emptied when the lead is erased.';

-- The events that the backend's role may delete, as the pruning does (backend/src/privacy/pruning.rs).
CREATE POLICY expired ON desk_events AS RESTRICTIVE FOR DELETE USING (
    at < now() - interval '17520 hours'
    AND NOT EXISTS (SELECT FROM site_forms WHERE site_forms.id = lead_id));

CREATE FUNCTION log_words() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    words CONSTANT text[] := ARRAY(
        SELECT concat_ws(E'\n', coalesce(as_typed->>'name', full_name),
            coalesce(as_typed->>'email', email), coalesce(as_typed->>'phone', phone), message)
        FROM (VALUES (OLD.full_name, OLD.email, OLD.phone, OLD.message, OLD.as_typed),
            (NEW.full_name, NEW.email, NEW.phone, NEW.message, NEW.as_typed)
        ) AS lead (full_name, email, phone, message, as_typed));
BEGIN
    IF words[1] <> words[2] THEN
        INSERT INTO desk_events (id, at, who, lead_id, kind, data)
        VALUES (gen_random_uuid(), clock_timestamp(), '', OLD.id, 'sent-again',
            jsonb_build_object('before', words[1]));
    END IF;
    RETURN NULL;
END
$$;
COMMENT ON FUNCTION log_words IS
    'Moves the words of a lead that is sent again with others to its log, whoever changes them. A correction changes none: as_typed has them.';
CREATE TRIGGER log_words AFTER UPDATE OF full_name, email, phone, message, as_typed ON site_forms
    FOR EACH ROW EXECUTE FUNCTION log_words();

-- The backend's record of its migrations, of which this file is the first.
CREATE TABLE __diesel_schema_migrations (
    version varchar(50) PRIMARY KEY,
    run_on  timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP
);

COMMENT ON TABLE __diesel_schema_migrations IS 'Which of the backend''s migrations this database has.';
COMMENT ON COLUMN __diesel_schema_migrations.version IS 'Names the migration.';
COMMENT ON COLUMN __diesel_schema_migrations.run_on IS 'When it was run.';

INSERT INTO __diesel_schema_migrations (version) VALUES
    ('20261126000000'), ('20261127000000'), ('20261127000100'), ('20261127000200'),
    ('20261127000300'), ('20261127000400'), ('20261127000500'), ('20261127000600'),
    ('20261127000700'), ('20261127000800'), ('20261127000900'),
    ('20261127000910'), ('20261127000920');

-- Who can access the tables: their owner, who runs `backend migrate` and `backend leads erase`, and the
-- members of canopy_backend, with the rights that the rest of the backend needs. Members can neither change
-- the schema, nor delete a lead, nor change an event. They can delete an event only after two years, and
-- none of a lead that exists (the policy `expired`). If they change a visitor's words (name, email, phone,
-- message), the earlier ones stay in as_typed or in the lead's log (log_words). They can change what else
-- the desk shows of a lead, and can delete photographs, messages, and sessions. Create a member's login with
--
--     CREATE ROLE canopy_site LOGIN PASSWORD '…' IN ROLE canopy_backend;
--
-- If the owner may not create roles, an administrator runs `CREATE ROLE canopy_backend NOLOGIN`
-- first. Everything from here on can be run again at any time.
--
-- Supabase grants all rights on a new table to the roles behind its API: to anon and authenticated,
-- which anybody on the internet can be, and to service_role, for those who have the secret key.
-- These grants are revoked. (A plain Postgres has no such roles.) Row-level security also hides all
-- rows from a role that is granted something by mistake: a role needs a policy, as canopy_backend
-- has. That does not apply to superusers, the owner, and roles with BYPASSRLS such as service_role:
-- only the missing grants keep that one out.
DO $$
DECLARE
    tables CONSTANT text[] := ARRAY[
        'site_forms', 'lead_photos', 'appointments', 'phone_clicks', 'outbox', 'rate_limits',
        'desk_links', 'desk_sessions', 'desk_push_subscriptions', 'desk_push_key',
        'secret_fingerprint', 'desk_calendars', 'desk_events',
        '__diesel_schema_migrations'];
    api_role name;
    table_name text;
BEGIN
    FOREACH table_name IN ARRAY tables LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', table_name);
    END LOOP;
    EXECUTE format('REVOKE ALL ON %s FROM PUBLIC', array_to_string(tables, ', '));
    REVOKE ALL ON FUNCTION log_words FROM PUBLIC;
    FOR api_role IN
        SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated', 'service_role')
    LOOP
        EXECUTE format('REVOKE ALL ON %s FROM %I', array_to_string(tables, ', '), api_role);
        EXECUTE format('REVOKE ALL ON FUNCTION log_words FROM %I', api_role);
    END LOOP;

    -- Roles belong to the server: another of its databases may have created it, even at this moment.
    BEGIN
        CREATE ROLE canopy_backend NOLOGIN;
    EXCEPTION WHEN duplicate_object OR unique_violation OR insufficient_privilege THEN
        NULL;
    END;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'canopy_backend') THEN
        RETURN;
    END IF;
    GRANT SELECT ON __diesel_schema_migrations TO canopy_backend;
    GRANT SELECT, INSERT ON phone_clicks TO canopy_backend;
    GRANT SELECT, INSERT ON desk_push_key, secret_fingerprint TO canopy_backend;
    GRANT SELECT, INSERT ON site_forms TO canopy_backend;
    GRANT UPDATE (
        full_name, email, phone, message, service, urgency, address, details, emergency, as_typed,
        suspect, status, note, events, answered_at, changed_at, next_at, calls,
        taken_by, quoted, quoted_at, won, closed_at, visit_at, visit_by, lost_reason, photos_at,
        estimate
    ) ON site_forms TO canopy_backend;
    GRANT SELECT, INSERT, DELETE, UPDATE (mail_id) ON lead_photos TO canopy_backend;
    GRANT SELECT, INSERT, UPDATE, DELETE
        ON appointments, outbox, rate_limits, desk_links, desk_sessions,
            desk_push_subscriptions, desk_calendars
        TO canopy_backend;
    GRANT SELECT, INSERT, DELETE ON desk_events TO canopy_backend;
    FOREACH table_name IN ARRAY tables LOOP
        BEGIN
            EXECUTE format('CREATE POLICY backend ON %I TO canopy_backend USING (true)', table_name);
        EXCEPTION WHEN duplicate_object THEN
            NULL;
        END;
    END LOOP;
END
$$;
