DROP INDEX outbox_webhooks_idx;
