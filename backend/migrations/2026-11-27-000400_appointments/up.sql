-- The server fills the table from the leads' events (backend/src/desk/lead_events.rs), and until all servers are of
-- this version, it does so again after an earlier one has recorded an event.
CREATE TABLE appointments (
    lead_id    uuid NOT NULL,
    id         uuid NOT NULL,
    begins_at  timestamptz NOT NULL,
    ended      text,
    data       jsonb NOT NULL,
    PRIMARY KEY (lead_id, id)
);

COMMENT ON TABLE appointments IS
    'When the company is at a customer''s, one row an appointment. It follows from the events in desk_events (lead-log), and is erased with the lead.';
COMMENT ON COLUMN appointments.lead_id IS 'The lead in site_forms. Not a foreign key, as in lead_photos.';
COMMENT ON COLUMN appointments.id IS
    'Names the appointment of the lead: a UUID of the phone that set it, or the id of the event of an earlier version.';
COMMENT ON COLUMN appointments.begins_at IS 'When it begins.';
COMMENT ON COLUMN appointments.ended IS
    'How it ended: done, called-off or nobody-there. Empty while it is open.';
COMMENT ON COLUMN appointments.data IS
    'The whole appointment (lead-log/src/appointment.rs): its purpose, from and to, the crew, and who told the customer what.';
ALTER TABLE appointments ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON appointments FROM PUBLIC;
DO $$
DECLARE
    api_role name;
BEGIN
    FOR api_role IN
        SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated', 'service_role')
    LOOP
        EXECUTE format('REVOKE ALL ON appointments FROM %I', api_role);
    END LOOP;
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'canopy_backend') THEN
        GRANT SELECT, INSERT, UPDATE, DELETE ON appointments TO canopy_backend;
        CREATE POLICY backend ON appointments TO canopy_backend USING (true);
    END IF;
END
$$;
ALTER TABLE site_forms
    DROP CONSTRAINT site_forms_lost_reason_check,
    ADD CONSTRAINT site_forms_lost_reason_check CHECK (lost_reason ~ '^[a-z-]{1,40}$') NOT VALID;
COMMENT ON COLUMN site_forms.lost_reason IS
    'Why it was lost (lead-log/src/names.rs). Empty while it is not lost.';
COMMENT ON COLUMN site_forms.visit_at IS 'When its earliest open appointment begins.';
