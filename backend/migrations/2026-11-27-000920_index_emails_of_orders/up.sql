CREATE INDEX CONCURRENTLY IF NOT EXISTS site_forms_ordered_by_email_idx ON site_forms (
    lower(left(email, 254)), created_at) WHERE status = 'won';
