DELETE FROM desk_audit WHERE what IN ('export', 'person-export', 'erase');
ALTER TABLE desk_audit
    DROP COLUMN leads,
    DROP CONSTRAINT desk_audit_what_check,
    ADD CONSTRAINT desk_audit_what_check CHECK (what IN (
        'status', 'note', 'customer', 'spam', 'mail-retry', 'webhook-replay', 'sign-in', 'sign-out',
        'sign-out-everywhere'));
