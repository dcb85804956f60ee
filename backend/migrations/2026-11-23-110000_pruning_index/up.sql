-- What is pruned a month after it was sent. A mail enters it when it is sent, so a saved lead costs the
-- same. While it is made, writers wait.
-- diesel-guard:disable AddIndexCheck
CREATE INDEX IF NOT EXISTS outbox_finished_at_idx ON outbox (finished_at)
    WHERE state IN ('sent', 'stopped');
-- diesel-guard:enable AddIndexCheck
