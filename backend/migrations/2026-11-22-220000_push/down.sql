DELETE FROM desk_audit WHERE what IN ('push-on', 'push-off');
DELETE FROM outbox WHERE kind = 'push';
ALTER TABLE desk_audit
    DROP CONSTRAINT desk_audit_what_check,
    ADD CONSTRAINT desk_audit_what_check CHECK (what IN (
        'status', 'note', 'customer', 'spam', 'mail-retry', 'webhook-replay', 'export', 'person-export',
        'erase', 'sign-in', 'sign-out', 'sign-out-everywhere'));
ALTER TABLE outbox
    DROP CONSTRAINT outbox_kind_check,
    DROP CONSTRAINT outbox_lead_id_check,
    DROP COLUMN session_id,
    ADD CONSTRAINT outbox_kind_check CHECK (
        kind IN ('lead', 'note', 'digest', 'webhook', 'auto_reply')),
    ADD CONSTRAINT outbox_lead_id_check CHECK (
        (kind IN ('webhook', 'auto_reply')) = (lead_id IS NOT NULL));
DROP TABLE desk_push_subscriptions;
