-- What leaves the desk is recorded. The table has a few rows a day, of two years.
-- diesel-guard:disable AddCheckConstraintCheck
ALTER TABLE desk_audit
    DROP CONSTRAINT desk_audit_what_check,
    ADD CONSTRAINT desk_audit_what_check CHECK (what IN (
        'status', 'note', 'customer', 'spam', 'mail-retry', 'export', 'sign-in', 'sign-out',
        'sign-out-everywhere'));
-- diesel-guard:enable AddCheckConstraintCheck
