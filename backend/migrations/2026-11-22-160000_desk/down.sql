DROP TABLE desk_links, desk_sessions, desk_audit;
ALTER TABLE site_forms
    DROP COLUMN status,
    DROP COLUMN note,
    DROP COLUMN version,
    DROP COLUMN answered_at,
    DROP COLUMN changed_at;
