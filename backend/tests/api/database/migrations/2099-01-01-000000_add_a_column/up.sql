ALTER TABLE site_forms ADD COLUMN next_column text;
ALTER TABLE site_forms ADD CONSTRAINT next_check CHECK (char_length(next_column) < 9) NOT VALID;
