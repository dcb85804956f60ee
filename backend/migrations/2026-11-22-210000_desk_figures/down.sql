DROP INDEX phone_clicks_created_at_idx;
DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'canopy_backend') THEN
        REVOKE SELECT ON phone_clicks FROM canopy_backend;
    END IF;
END
$$;
