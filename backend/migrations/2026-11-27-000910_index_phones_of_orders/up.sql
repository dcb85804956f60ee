CREATE INDEX CONCURRENTLY IF NOT EXISTS site_forms_ordered_by_phone_idx ON site_forms (
    right(regexp_replace(left(phone, 100), '\D', '', 'g'), 10), created_at) WHERE status = 'won';
