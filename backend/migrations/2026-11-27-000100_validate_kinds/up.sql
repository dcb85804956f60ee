ALTER TABLE outbox VALIDATE CONSTRAINT outbox_lead_check;
ALTER TABLE desk_events VALIDATE CONSTRAINT desk_events_kind_check;
