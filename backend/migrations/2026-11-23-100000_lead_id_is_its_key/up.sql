-- A lead's id is its idempotency key. The version before keeps keys in a table of their own, which is
-- read as long as it may run beside this one, and goes with the next version, like `cooldowns`: cooldowns
-- are in memory.

-- A request that this version has saved, sent again to a server of the version before: it finds the key
-- with the lead that was saved, and answers that.
CREATE FUNCTION find_lead_of_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM site_forms WHERE id = NEW.key) THEN
        NEW.lead_id := NEW.key;
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER find_lead BEFORE INSERT ON idempotency_keys
    FOR EACH ROW EXECUTE FUNCTION find_lead_of_key();

-- Nobody calls it by hand. (Supabase grants each new function to the roles behind its API.)
DO $$
DECLARE
    api_role name;
BEGIN
    REVOKE ALL ON FUNCTION find_lead_of_key() FROM PUBLIC;
    FOR api_role IN
        SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated', 'service_role')
    LOOP
        EXECUTE format('REVOKE ALL ON FUNCTION find_lead_of_key() FROM %I', api_role);
    END LOOP;
END
$$;

COMMENT ON FUNCTION find_lead_of_key() IS
    'Answers a server of the version before that this version has saved a lead under the key.';

COMMENT ON COLUMN site_forms.id IS
    'The idempotency key that the request was sent under: a UUIDv7 of the browser, or of the backend where it has none. In the order of time, but for browsers whose clock is wrong.';
COMMENT ON TABLE idempotency_keys IS
    'Which lead the version before saved under which Idempotency-Key. Pruned after a week.';
COMMENT ON TABLE cooldowns IS
    'When a session last sent an estimate request to the version before. Pruned after a minute.';
COMMENT ON TABLE rate_limits IS
    'How many requests came from an address within an hour, by all processes. Each counts in memory and adds to it here from time to time. Pruned after two hours.';
COMMENT ON COLUMN rate_limits.count IS
    'How many requests were accepted. Addresses with few are not here.';

-- `site_forms_spam_idx` has its rows too. It is dropped at once, and last: the lock is held no longer.
-- diesel-guard:disable DropIndexCheck
DROP INDEX site_forms_suspect_idx;
