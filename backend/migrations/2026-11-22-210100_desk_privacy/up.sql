-- What leaves the desk is recorded, and privacy requests: who, when, and of how many leads; nothing of
-- the person.
ALTER TABLE desk_audit ADD COLUMN leads integer;
COMMENT ON COLUMN desk_audit.leads IS 'How many leads were erased.';

-- The table has a few rows a day, of two years.
-- diesel-guard:disable AddCheckConstraintCheck
ALTER TABLE desk_audit
    DROP CONSTRAINT desk_audit_what_check,
    ADD CONSTRAINT desk_audit_what_check CHECK (what IN (
        'status', 'note', 'customer', 'spam', 'mail-retry', 'webhook-replay', 'export', 'person-export',
        'erase', 'sign-in', 'sign-out', 'sign-out-everywhere'));
-- diesel-guard:enable AddCheckConstraintCheck
