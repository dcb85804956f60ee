CREATE TABLE secret_fingerprint (
    id          boolean PRIMARY KEY DEFAULT true CHECK (id),
    fingerprint bytea NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE secret_fingerprint IS
    'Which secret (IP_HASH_SECRET) the servers of this database have, in one row. A server with another one does not start. docs/launch.md says how to change the secret.';
COMMENT ON COLUMN secret_fingerprint.id IS 'Always true, so that there is one row.';
COMMENT ON COLUMN secret_fingerprint.fingerprint IS 'An HMAC-SHA-256 that is keyed with the secret. The secret cannot be computed from it.';
COMMENT ON COLUMN secret_fingerprint.created_at IS 'When the first server with this secret started, by the database''s clock.';

ALTER TABLE secret_fingerprint ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON secret_fingerprint FROM PUBLIC;

-- The roles as in schema.sql.
DO $$
DECLARE
    api_role name;
BEGIN
    FOR api_role IN
        SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated', 'service_role')
    LOOP
        EXECUTE format('REVOKE ALL ON secret_fingerprint FROM %I', api_role);
    END LOOP;
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'canopy_backend') THEN
        GRANT SELECT, INSERT ON secret_fingerprint TO canopy_backend;
        CREATE POLICY backend ON secret_fingerprint TO canopy_backend USING (true);
    END IF;
END
$$;
