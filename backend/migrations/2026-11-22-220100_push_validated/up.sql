ALTER TABLE outbox VALIDATE CONSTRAINT outbox_kind_check;
ALTER TABLE outbox VALIDATE CONSTRAINT outbox_lead_id_check;
ALTER TABLE outbox VALIDATE CONSTRAINT outbox_session_id_check;
ALTER TABLE desk_audit VALIDATE CONSTRAINT desk_audit_what_check;
