-- What follows from a lead beside the owner's mail: a webhook, and an auto-reply to the visitor. Both are
-- rows of the outbox with an id of their own, so they name their lead.
ALTER TABLE outbox
    ADD COLUMN lead_id       uuid,
    ADD COLUMN attempted_at  timestamptz,
    ADD COLUMN http_status  smallint;

-- Every row that the version before makes complies. The next migration validates the constraints,
-- under a lock that holds up no writer.
ALTER TABLE outbox
    DROP CONSTRAINT outbox_kind_check,
    DROP CONSTRAINT outbox_state_check,
    ADD CONSTRAINT outbox_kind_check CHECK (
        kind IN ('lead', 'note', 'digest', 'webhook', 'auto_reply')) NOT VALID,
    ADD CONSTRAINT outbox_state_check CHECK (
        state IN ('pending', 'quarantined', 'in_digest', 'sent', 'dead', 'stopped')) NOT VALID,
    ADD CONSTRAINT outbox_lead_id_check CHECK (
        (kind IN ('webhook', 'auto_reply')) = (lead_id IS NOT NULL)) NOT VALID;

COMMENT ON TABLE outbox IS
    'Mails and webhooks that are to be sent, one row each. A lead''s row is made with the lead, in the same statement. Pruned a month after it was sent.';
COMMENT ON COLUMN outbox.id IS
    'Names the mail or webhook: it stands in the Message-ID, or is the webhook-id. A lead''s mail has the lead''s id; that of its webhook is derived from it, that of an auto-reply from its recipient and the day (backend/src/store/outbox/follow_up.rs).';
COMMENT ON COLUMN outbox.kind IS
    'lead: about one estimate request. note: a text that came without one; it goes into a digest. digest: lists the mails that have its id as their digest_id. webhook: announces a lead to WEBHOOK_URL. auto_reply: to the visitor who sent a lead.';
COMMENT ON COLUMN outbox.state IS
    'pending: to be sent when due. quarantined: waits for the next digest. in_digest: belongs to a digest. sent: the receiver took it. dead: given up. stopped: given up, and nobody needs to know; or its lead is marked as spam.';
COMMENT ON COLUMN outbox.lead_id IS 'The lead of a webhook or an auto-reply.';
COMMENT ON COLUMN outbox.attempted_at IS 'When the last attempt ended.';
COMMENT ON COLUMN outbox.http_status IS
    'The status (HTTP) that the last attempt of a webhook was answered with. Empty if it was not answered.';

ALTER TABLE desk_audit
    DROP CONSTRAINT desk_audit_what_check,
    ADD CONSTRAINT desk_audit_what_check CHECK (what IN (
        'status', 'note', 'customer', 'spam', 'mail-retry', 'webhook-replay', 'sign-in', 'sign-out',
        'sign-out-everywhere')) NOT VALID;
