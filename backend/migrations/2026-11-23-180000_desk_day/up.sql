-- From a lead to a won job: when each lead needs somebody next, and what was agreed. A lead that is saved
-- needs somebody at once; the next migration says when those before it do.
ALTER TABLE site_forms
    ADD COLUMN IF NOT EXISTS next_at     timestamptz,
    ADD COLUMN IF NOT EXISTS calls       timestamptz[] NOT NULL DEFAULT '{}',
    ADD COLUMN IF NOT EXISTS taken_by    text,
    ADD COLUMN IF NOT EXISTS quoted      integer,
    ADD COLUMN IF NOT EXISTS won         integer,
    ADD COLUMN IF NOT EXISTS visit_at    timestamptz,
    ADD COLUMN IF NOT EXISTS visit_by    text,
    ADD COLUMN IF NOT EXISTS lost_reason text,
    ADD COLUMN IF NOT EXISTS source      text NOT NULL DEFAULT 'form';
ALTER TABLE site_forms ALTER COLUMN next_at SET DEFAULT now();

-- Every row has the defaults. A later migration validates the constraints, under a lock that holds up
-- no writer.
ALTER TABLE site_forms
    ADD CONSTRAINT site_forms_calls_check CHECK (cardinality(calls) <= 50) NOT VALID,
    ADD CONSTRAINT site_forms_quoted_check CHECK (quoted >= 0) NOT VALID,
    ADD CONSTRAINT site_forms_won_check CHECK (won >= 0) NOT VALID,
    ADD CONSTRAINT site_forms_visit_by_check CHECK (char_length(visit_by) <= 100) NOT VALID,
    ADD CONSTRAINT site_forms_lost_reason_check CHECK (
        lost_reason IN ('price', 'late', 'elsewhere', 'not-ours')) NOT VALID,
    ADD CONSTRAINT site_forms_source_check CHECK (source IN ('form', 'call')) NOT VALID;

COMMENT ON COLUMN site_forms.answered_at IS
    'When a person was first reached. Empty while it is new, nobody has answered, or it is spam.';
COMMENT ON COLUMN site_forms.next_at IS
    'When it needs somebody next. Empty when it is over, or spam.';
COMMENT ON COLUMN site_forms.calls IS
    'When somebody of the company called, the earliest first. At most 50.';
COMMENT ON COLUMN site_forms.taken_by IS 'Who takes care of it: an address of the desk.';
COMMENT ON COLUMN site_forms.quoted IS 'The amount of the estimate, in whole dollars.';
COMMENT ON COLUMN site_forms.won IS 'The amount of the order, in whole dollars.';
COMMENT ON COLUMN site_forms.visit_at IS 'When somebody goes there.';
COMMENT ON COLUMN site_forms.visit_by IS 'Who goes there. At most 100 characters.';
COMMENT ON COLUMN site_forms.lost_reason IS
    'Why it was lost: price, late, elsewhere or not-ours. Empty while it is not lost.';
COMMENT ON COLUMN site_forms.source IS
    'form: sent from the site. call: entered at the desk while somebody was on the phone.';

ALTER TABLE desk_audit
    ADD COLUMN IF NOT EXISTS detail text,
    DROP CONSTRAINT desk_audit_what_check,
    ADD CONSTRAINT desk_audit_what_check CHECK (what IN (
        'status', 'call', 'next', 'note', 'amount', 'visit', 'taken', 'lost-reason', 'entered',
        'customer', 'spam', 'unsure', 'mail-retry', 'webhook-replay', 'export', 'person-export',
        'erase', 'push-on', 'push-off', 'sign-in', 'sign-out', 'sign-out-everywhere')) NOT VALID;
COMMENT ON TABLE desk_audit IS
    'Who changed what at the desk, one row a change. Pruned after two years.';
COMMENT ON COLUMN desk_audit.detail IS
    'What the lead''s history says of the change: of a note what it said before, otherwise the amount, the time, the name or the reason that was set. Emptied when the lead is erased.';

DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'canopy_backend') THEN
        GRANT UPDATE (
            next_at, calls, taken_by, quoted, won, visit_at, visit_by, lost_reason
        ) ON site_forms TO canopy_backend;
    END IF;
END
$$;
