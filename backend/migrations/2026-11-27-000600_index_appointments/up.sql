CREATE INDEX CONCURRENTLY IF NOT EXISTS appointments_begins_at_idx ON appointments (begins_at)
