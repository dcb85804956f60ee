-- The API's roles get nothing back. canopy_backend stays: it belongs to the server, and other
-- databases may use it.
DO $$
DECLARE
    table_name name;
BEGIN
    FOR table_name IN
        SELECT tablename FROM pg_policies WHERE schemaname = current_schema() AND policyname = 'backend'
    LOOP
        EXECUTE format('DROP POLICY backend ON %I', table_name);
        EXECUTE format('REVOKE ALL ON %I FROM canopy_backend', table_name);
    END LOOP;
END
$$;
