ALTER TABLE site_forms VALIDATE CONSTRAINT site_forms_status_check;
ALTER TABLE site_forms VALIDATE CONSTRAINT site_forms_note_check;

-- The desk's folders, and what has changed. A new lead is in one of them. While they are made, writers
-- wait.
-- diesel-guard:disable AddIndexCheck
CREATE INDEX IF NOT EXISTS site_forms_open_idx ON site_forms (created_at)
    WHERE status = 'new' AND NOT suspect;
CREATE INDEX IF NOT EXISTS site_forms_answered_idx ON site_forms (created_at)
    WHERE status NOT IN ('new', 'spam') AND NOT suspect;
CREATE INDEX IF NOT EXISTS site_forms_spam_idx ON site_forms (created_at)
    WHERE suspect OR status = 'spam';
CREATE INDEX IF NOT EXISTS site_forms_changed_at_idx ON site_forms (changed_at)
    WHERE changed_at IS NOT NULL;
-- diesel-guard:enable AddIndexCheck
