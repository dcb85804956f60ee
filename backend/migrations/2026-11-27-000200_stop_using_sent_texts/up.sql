-- Servers of version 1.0 read and write sent_texts while they are being replaced, so this version leaves the
-- table, unused. The next version drops it, and revokes UPDATE (spam_score, spam_signs) on site_forms.

COMMENT ON TABLE sent_texts IS 'Unused. Servers of version 1.0 write it, later ones empty it.';
COMMENT ON COLUMN site_forms.changed_at IS 'When it was last changed at the desk.';
