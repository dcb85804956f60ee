CREATE TABLE desk_push_key (
    id         boolean PRIMARY KEY DEFAULT true CHECK (id),
    pkcs8      bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE desk_push_key IS
    'The key that signs push messages (RFC 8292), in one row. The first server that needs it generates it.';
COMMENT ON COLUMN desk_push_key.id IS 'Always true, so that there is one row.';
COMMENT ON COLUMN desk_push_key.pkcs8 IS
    'The private key (PKCS #8). Who knows it can send push messages to endpoints that they know.';
COMMENT ON COLUMN desk_push_key.created_at IS 'When it was generated, by the database''s clock.';

ALTER TABLE desk_push_key ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON desk_push_key FROM PUBLIC;

-- The roles as in schema.sql.
DO $$
DECLARE
    api_role name;
BEGIN
    FOR api_role IN
        SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated', 'service_role')
    LOOP
        EXECUTE format('REVOKE ALL ON desk_push_key FROM %I', api_role);
    END LOOP;
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'canopy_backend') THEN
        GRANT SELECT, INSERT ON desk_push_key TO canopy_backend;
        CREATE POLICY backend ON desk_push_key TO canopy_backend USING (true);
    END IF;
END
$$;
