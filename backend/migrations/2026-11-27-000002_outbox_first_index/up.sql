CREATE INDEX CONCURRENTLY IF NOT EXISTS outbox_first_idx ON outbox (due_at) WHERE state = 'pending' AND (emergency OR follow_up);
