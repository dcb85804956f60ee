-- The leads as a plain table: the backend's columns, without limits, idempotency keys, and an
-- outbox. Ids in time order are the fastest that Postgres 18 has.
CREATE TABLE site_forms (
    id         uuid PRIMARY KEY DEFAULT uuidv7(),
    created_at timestamptz NOT NULL DEFAULT now(),
    full_name  text NOT NULL,
    email      text NOT NULL,
    phone      text NOT NULL,
    message    text NOT NULL,
    site_name  text NOT NULL,
    visitor_id text,
    session_id text,
    ip_hash    text,
    ua         text,
    referrer   text,
    city       text,
    state      text,
    country    text
);
