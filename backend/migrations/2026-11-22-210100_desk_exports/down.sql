DELETE FROM desk_audit WHERE what = 'export';
ALTER TABLE desk_audit
    DROP CONSTRAINT desk_audit_what_check,
    ADD CONSTRAINT desk_audit_what_check CHECK (what IN (
        'status', 'note', 'customer', 'spam', 'mail-retry', 'sign-in', 'sign-out',
        'sign-out-everywhere'));
