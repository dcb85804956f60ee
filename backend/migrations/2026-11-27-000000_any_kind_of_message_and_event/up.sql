ALTER TABLE outbox
    DROP CONSTRAINT outbox_kind_check,
    DROP CONSTRAINT outbox_lead_id_check,
    ADD CONSTRAINT outbox_lead_check CHECK (
        kind NOT IN ('webhook', 'auto_reply', 'push', 'photos') OR lead_id IS NOT NULL) NOT VALID;
COMMENT ON COLUMN outbox.kind IS 'Which text it has, and for whom (backend/src/message_kind.rs).';
COMMENT ON COLUMN outbox.lead_id IS
    'The lead that it is about. Empty without one, and for a lead''s first mail, whose id is the lead''s.';
ALTER TABLE desk_events DROP CONSTRAINT desk_events_kind_check;
ALTER TABLE desk_events ADD CONSTRAINT desk_events_kind_check CHECK (kind ~ '^[a-z-]{1,40}$') NOT VALID;
