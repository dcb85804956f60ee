-- New requests are announced on the phones of the desk's people.
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

ALTER TABLE outbox ADD COLUMN session_id uuid;
COMMENT ON COLUMN outbox.session_id IS
    'The session whose browser a push message is for, as in desk_push_subscriptions.';
COMMENT ON TABLE outbox IS
    'Mails, webhooks and push messages that are to be sent, one row each. A lead''s row is made with the lead, in the same statement. Pruned a month after it was sent.';
COMMENT ON COLUMN outbox.id IS
    'Names the mail or webhook: it stands in the Message-ID, or is the webhook-id. A lead''s mail has the lead''s id; those of its webhook and push messages are derived from it, that of an auto-reply from its recipient and the day (backend/src/store/outbox/follow_up.rs).';
COMMENT ON COLUMN outbox.kind IS
    'lead: about one estimate request. note: a text that came without one; it goes into a digest. digest: lists the mails that have its id as their digest_id. webhook: announces a lead to WEBHOOK_URL. auto_reply: to the visitor who sent a lead. push: announces a lead on a phone.';
COMMENT ON COLUMN outbox.lead_id IS 'The lead of a webhook, an auto-reply or a push message.';
COMMENT ON COLUMN outbox.http_status IS
    'The status (HTTP) that the last attempt of a webhook or push message was answered with. Empty if it was not answered.';

-- Every row that the version before makes complies. The next migration validates the constraints,
-- under a lock that holds up no writer.
ALTER TABLE outbox
    DROP CONSTRAINT outbox_kind_check,
    DROP CONSTRAINT outbox_lead_id_check,
    ADD CONSTRAINT outbox_kind_check CHECK (
        kind IN ('lead', 'note', 'digest', 'webhook', 'auto_reply', 'push')) NOT VALID,
    ADD CONSTRAINT outbox_lead_id_check CHECK (
        (kind IN ('webhook', 'auto_reply', 'push')) = (lead_id IS NOT NULL)) NOT VALID,
    ADD CONSTRAINT outbox_session_id_check CHECK (
        (kind = 'push') = (session_id IS NOT NULL)) NOT VALID;

ALTER TABLE desk_audit
    DROP CONSTRAINT desk_audit_what_check,
    ADD CONSTRAINT desk_audit_what_check CHECK (what IN (
        'status', 'note', 'customer', 'spam', 'mail-retry', 'webhook-replay', 'export', 'person-export',
        'erase', 'push-on', 'push-off', 'sign-in', 'sign-out', 'sign-out-everywhere')) NOT VALID;

-- The rights of the backend's role, as in the migration that made the role.
DO $$
DECLARE
    api_role name;
BEGIN
    ALTER TABLE desk_push_subscriptions ENABLE ROW LEVEL SECURITY;
    REVOKE ALL ON desk_push_subscriptions FROM PUBLIC;
    FOR api_role IN
        SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated', 'service_role')
    LOOP
        EXECUTE format('REVOKE ALL ON desk_push_subscriptions FROM %I', api_role);
    END LOOP;
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'canopy_backend') THEN
        GRANT SELECT, INSERT, UPDATE, DELETE ON desk_push_subscriptions TO canopy_backend;
        CREATE POLICY backend ON desk_push_subscriptions TO canopy_backend USING (true);
    END IF;
END
$$;
