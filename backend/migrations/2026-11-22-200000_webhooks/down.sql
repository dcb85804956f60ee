DELETE FROM outbox WHERE kind IN ('webhook', 'auto_reply') OR state = 'stopped';
ALTER TABLE outbox
    DROP CONSTRAINT outbox_kind_check,
    DROP CONSTRAINT outbox_state_check,
    DROP COLUMN lead_id,
    DROP COLUMN attempted_at,
    DROP COLUMN http_status,
    ADD CONSTRAINT outbox_kind_check CHECK (kind IN ('lead', 'note', 'digest')),
    ADD CONSTRAINT outbox_state_check CHECK (
        state IN ('pending', 'quarantined', 'in_digest', 'sent', 'dead'));
DELETE FROM desk_audit WHERE what = 'webhook-replay';
ALTER TABLE desk_audit
    DROP CONSTRAINT desk_audit_what_check,
    ADD CONSTRAINT desk_audit_what_check CHECK (what IN (
        'status', 'note', 'customer', 'spam', 'mail-retry', 'sign-in', 'sign-out',
        'sign-out-everywhere'));
