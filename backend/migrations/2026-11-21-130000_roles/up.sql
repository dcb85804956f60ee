-- Who reaches the tables: their owner, who runs `backend migrate` and `backend leads erase`, and the
-- members of canopy_backend, with what the rest of the backend needs. They can neither change what
-- a lead says nor delete one, and not change the schema. Such a login is made by
--
--     CREATE ROLE canopy_site LOGIN PASSWORD '…' IN ROLE canopy_backend;
--
-- An owner who may not create roles has an administrator run `CREATE ROLE canopy_backend NOLOGIN`
-- first. From here on this can be run again at any time: afterwards, too.
--
-- Supabase grants everything in a new table to the roles behind its API: to anon and authenticated,
-- which anybody on the internet can be, and to service_role, for those who have the secret key. That is
-- taken back. (A plain Postgres has no such roles.) And a role that is granted something by mistake
-- still finds no row, by row-level security: it needs a policy as canopy_backend has one. That does
-- not hold for superusers, the owner, and roles with BYPASSRLS: service_role is one of those, and is
-- kept out by the missing grants alone.
DO $$
DECLARE
    tables CONSTANT text[] := ARRAY[
        'site_forms', 'phone_clicks', 'outbox', 'idempotency_keys', 'cooldowns', 'rate_limits',
        'sent_texts', '__diesel_schema_migrations'];
    api_role name;
    table_name text;
BEGIN
    FOREACH table_name IN ARRAY tables LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', table_name);
    END LOOP;
    EXECUTE format('REVOKE ALL ON %s FROM PUBLIC', array_to_string(tables, ', '));
    FOR api_role IN
        SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated', 'service_role')
    LOOP
        EXECUTE format('REVOKE ALL ON %s FROM %I', array_to_string(tables, ', '), api_role);
    END LOOP;

    -- Roles belong to the server: another of its databases may have made it, at this moment too.
    BEGIN
        CREATE ROLE canopy_backend NOLOGIN;
    EXCEPTION WHEN duplicate_object OR unique_violation OR insufficient_privilege THEN
        NULL;
    END;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'canopy_backend') THEN
        RETURN;
    END IF;
    GRANT SELECT ON __diesel_schema_migrations TO canopy_backend;
    GRANT INSERT ON phone_clicks TO canopy_backend;
    GRANT SELECT, INSERT ON site_forms TO canopy_backend;
    GRANT UPDATE (spam_score, spam_signs, suspect) ON site_forms TO canopy_backend;
    GRANT SELECT, INSERT, DELETE ON idempotency_keys TO canopy_backend;
    GRANT SELECT, INSERT, UPDATE, DELETE ON outbox, cooldowns, rate_limits, sent_texts
        TO canopy_backend;
    FOREACH table_name IN ARRAY tables LOOP
        BEGIN
            EXECUTE format('CREATE POLICY backend ON %I TO canopy_backend USING (true)', table_name);
        EXCEPTION WHEN duplicate_object THEN
            NULL;
        END;
    END LOOP;
END
$$;
