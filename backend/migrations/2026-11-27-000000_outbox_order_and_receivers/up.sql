ALTER TABLE outbox
    ADD COLUMN emergency boolean NOT NULL DEFAULT false,
    ADD COLUMN follow_up boolean NOT NULL DEFAULT true,
    ADD COLUMN receiver bytea;
-- What follows from these was put there when they were first sent.
UPDATE outbox SET follow_up = false WHERE state IN ('pending', 'dead') AND attempted_at IS NOT NULL;
COMMENT ON COLUMN outbox.emergency IS 'Whether it is about an emergency: those are sent first.';
COMMENT ON COLUMN outbox.follow_up IS
    'Of a mail about a lead or its photographs: whether the webhooks, push messages and auto-replies that follow from it are still to be put here.';
COMMENT ON COLUMN outbox.receiver IS
    'SHA-256 of the WEBHOOK_URL that a webhook was made for. Empty for the one that is set.';
