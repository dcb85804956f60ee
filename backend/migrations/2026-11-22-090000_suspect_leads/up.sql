-- `backend leads --suspect` reads the suspect leads alone. Few leads are suspect, so that this index
-- costs a saved lead next to nothing. While it is made, writers wait: 15 seconds for ten million
-- leads.
CREATE INDEX site_forms_suspect_idx ON site_forms (created_at) WHERE suspect;
