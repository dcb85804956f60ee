DROP FUNCTION within_flood_limit;
DROP TABLE flood_counters;
DROP TRIGGER put_lead_into_outbox ON site_forms;
DROP FUNCTION put_lead_into_outbox;
DROP TABLE outbox;
ALTER TABLE site_forms
    DROP COLUMN spam_score,
    DROP COLUMN spam_signs,
    DROP COLUMN suspect,
    DROP COLUMN details_hash;
