-- A mail with a link has a code too, to be typed where the link was asked for: an iPhone's home-screen app
-- shares no cookie with the browser that a link opens in.
ALTER TABLE desk_links
    ADD COLUMN IF NOT EXISTS request_hash bytea,
    ADD COLUMN IF NOT EXISTS code_hash    bytea,
    ADD COLUMN IF NOT EXISTS tries        smallint NOT NULL DEFAULT 0;

-- The table has the links of a day.
-- diesel-guard:disable AddIndexCheck
CREATE UNIQUE INDEX IF NOT EXISTS desk_links_request_hash_idx ON desk_links (request_hash);
-- diesel-guard:enable AddIndexCheck

COMMENT ON TABLE desk_links IS
    'Links and codes that sign in to the desk, one row a mail: good once, for 15 minutes. Pruned after a day.';
COMMENT ON COLUMN desk_links.request_hash IS
    'SHA-256 of the token that the browser was given where the link was asked for. Empty where no browser asked.';
COMMENT ON COLUMN desk_links.code_hash IS
    'SHA-256 of that token and the mail''s code: without the token, which is only in the browser, the code cannot be guessed from it.';
COMMENT ON COLUMN desk_links.tries IS 'How many codes were typed. After five, no other is taken.';
COMMENT ON COLUMN desk_links.used_at IS 'When the link or the code was used.';

COMMENT ON TABLE desk_sessions IS
    'Who is signed in to the desk, one row a browser. Pruned 30 days after it was last used.';
