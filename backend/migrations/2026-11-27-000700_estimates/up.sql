ALTER TABLE site_forms ADD COLUMN estimate jsonb;
COMMENT ON COLUMN site_forms.estimate IS
    'How far the customer got with the estimate that they can read (lead-log/src/estimate.rs). Its lines are in the event that it names.';
DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'canopy_backend') THEN
        GRANT UPDATE (estimate) ON site_forms TO canopy_backend;
    END IF;
END
$$;
