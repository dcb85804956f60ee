-- The desk's figures count call clicks too.
DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'canopy_backend') THEN
        GRANT SELECT ON phone_clicks TO canopy_backend;
    END IF;
END
$$;

-- While it is made, clicks wait to be recorded, and dial meanwhile.
-- diesel-guard:disable AddIndexCheck
CREATE INDEX IF NOT EXISTS phone_clicks_created_at_idx ON phone_clicks (created_at);
-- diesel-guard:enable AddIndexCheck
