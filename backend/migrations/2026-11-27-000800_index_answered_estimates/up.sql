CREATE INDEX CONCURRENTLY IF NOT EXISTS site_forms_answered_idx ON site_forms (next_at)
    WHERE estimate @> '{"waits": true}' AND next_at IS NOT NULL AND status <> 'spam' AND (NOT suspect OR emergency);
