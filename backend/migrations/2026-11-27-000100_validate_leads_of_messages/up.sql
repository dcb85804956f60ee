ALTER TABLE outbox VALIDATE CONSTRAINT outbox_lead_check;
