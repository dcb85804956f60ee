-- The version before changes words and prunes events as this one does, so it keeps its grants. Of a lead that is sent
-- again, it adds an entry of its own to the log.
CREATE POLICY expired ON desk_events AS RESTRICTIVE FOR DELETE USING (
    at < now() - interval '17520 hours'
    AND NOT EXISTS (SELECT FROM site_forms WHERE site_forms.id = lead_id));
COMMENT ON COLUMN desk_events.id IS 'Names the event: a UUID of the phone that sent it, the backend, or log_words.';
CREATE FUNCTION log_words() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    words CONSTANT text[] := ARRAY(
        SELECT concat_ws(E'\n', coalesce(as_typed->>'name', full_name),
            coalesce(as_typed->>'email', email), coalesce(as_typed->>'phone', phone), message)
        FROM (VALUES (OLD.full_name, OLD.email, OLD.phone, OLD.message, OLD.as_typed),
            (NEW.full_name, NEW.email, NEW.phone, NEW.message, NEW.as_typed)
        ) AS lead (full_name, email, phone, message, as_typed));
BEGIN
    IF words[1] <> words[2] THEN
        INSERT INTO desk_events (id, at, who, lead_id, kind, data)
        VALUES (gen_random_uuid(), clock_timestamp(), '', OLD.id, 'sent-again',
            jsonb_build_object('before', words[1]));
    END IF;
    RETURN NULL;
END
$$;
COMMENT ON FUNCTION log_words IS
    'Moves the words of a lead that is sent again with others to its log, whoever changes them. A correction changes none: as_typed has them.';
CREATE TRIGGER log_words AFTER UPDATE OF full_name, email, phone, message, as_typed ON site_forms
    FOR EACH ROW EXECUTE FUNCTION log_words();
DO $$ BEGIN
    EXECUTE (
        SELECT 'REVOKE ALL ON FUNCTION log_words FROM ' || concat_ws(', ', 'PUBLIC', string_agg(quote_ident(rolname), ', '))
        FROM pg_roles WHERE rolname IN ('anon', 'authenticated', 'service_role'));
END $$;
