ALTER TABLE desk_events DROP CONSTRAINT desk_events_kind_check;
ALTER TABLE desk_events ADD CONSTRAINT desk_events_kind_check CHECK (kind ~ '^[a-z-]{1,40}$') NOT VALID;
ALTER TABLE desk_events VALIDATE CONSTRAINT desk_events_kind_check;
