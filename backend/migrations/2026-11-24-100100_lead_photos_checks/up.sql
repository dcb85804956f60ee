ALTER TABLE outbox VALIDATE CONSTRAINT outbox_kind_check;
ALTER TABLE outbox VALIDATE CONSTRAINT outbox_lead_id_check;
ALTER TABLE desk_audit VALIDATE CONSTRAINT desk_audit_what_check;

-- No lead is in it yet. While the table is read, writers wait.
-- diesel-guard:disable AddIndexCheck
CREATE INDEX IF NOT EXISTS site_forms_photos_at_idx ON site_forms (photos_at)
    WHERE photos_at IS NOT NULL;
-- diesel-guard:enable AddIndexCheck
