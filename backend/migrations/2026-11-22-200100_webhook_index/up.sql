ALTER TABLE outbox VALIDATE CONSTRAINT outbox_kind_check;
ALTER TABLE outbox VALIDATE CONSTRAINT outbox_state_check;
ALTER TABLE outbox VALIDATE CONSTRAINT outbox_lead_id_check;
ALTER TABLE desk_audit VALIDATE CONSTRAINT desk_audit_what_check;

-- The list of webhooks. No mail is in it, so a saved lead costs the same. While it is made, writers wait.
-- diesel-guard:disable AddIndexCheck
CREATE INDEX IF NOT EXISTS outbox_webhooks_idx ON outbox (created_at) WHERE kind = 'webhook';
-- diesel-guard:enable AddIndexCheck
