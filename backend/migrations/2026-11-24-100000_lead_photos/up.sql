-- Photographs of the tree. The version before knows nothing of them, and may go on.
ALTER TABLE site_forms ADD COLUMN IF NOT EXISTS photos_at timestamptz;
COMMENT ON COLUMN site_forms.photos_at IS
    'When a photograph was last added or removed. It is no change: `version` stays, and reminders look at `changed_at`.';

-- Not a foreign key: `site_forms` may be partitioned, and put in the place of another (docs/partitions.sql).
-- What deletes a lead deletes its photographs after it.
CREATE TABLE lead_photos (
    id         uuid PRIMARY KEY,
    lead_id    uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    source     text NOT NULL CHECK (source IN ('visitor', 'desk')),
    width      integer NOT NULL,
    height     integer NOT NULL,
    photo      bytea NOT NULL,
    thumbnail  bytea NOT NULL,
    mail_id    uuid
);

-- JPEG does not compress further.
ALTER TABLE lead_photos
    ALTER COLUMN photo SET STORAGE EXTERNAL,
    ALTER COLUMN thumbnail SET STORAGE EXTERNAL;

-- The photographs of a lead, in their order.
-- diesel-guard:disable AddIndexCheck
CREATE INDEX lead_photos_lead_id_idx ON lead_photos (lead_id, created_at);
-- diesel-guard:enable AddIndexCheck

COMMENT ON TABLE lead_photos IS
    'Photographs of the tree, one row each: at most twelve a lead, six of them by visitors. Erased with the lead.';
COMMENT ON COLUMN lead_photos.id IS 'Names the photograph: a UUID of the browser that added it.';
COMMENT ON COLUMN lead_photos.lead_id IS 'The lead in site_forms.';
COMMENT ON COLUMN lead_photos.created_at IS 'When it was added, by the database''s clock.';
COMMENT ON COLUMN lead_photos.source IS
    'visitor: added by who has the lead''s token. desk: added at the desk.';
COMMENT ON COLUMN lead_photos.width IS 'In pixels.';
COMMENT ON COLUMN lead_photos.height IS 'In pixels.';
COMMENT ON COLUMN lead_photos.photo IS
    'A JPEG that the backend wrote anew, of 2,048 pixels at most, without what else the file held.';
COMMENT ON COLUMN lead_photos.thumbnail IS 'The same, of 320 pixels at most.';
COMMENT ON COLUMN lead_photos.mail_id IS
    'The mail in outbox that tells the owner of it. Empty for those of the desk and of suspect leads.';

-- Every row has what the new constraints allow. The next migration validates them, under a lock that holds up
-- no writer.
ALTER TABLE outbox
    DROP CONSTRAINT outbox_kind_check,
    ADD CONSTRAINT outbox_kind_check CHECK (kind IN (
        'lead', 'note', 'digest', 'webhook', 'auto_reply', 'push', 'photos')) NOT VALID,
    DROP CONSTRAINT outbox_lead_id_check,
    ADD CONSTRAINT outbox_lead_id_check CHECK (
        (kind IN ('webhook', 'auto_reply', 'push', 'photos')) = (lead_id IS NOT NULL)) NOT VALID;
COMMENT ON COLUMN outbox.kind IS
    'lead: about one estimate request. note: a text that came without one; it goes into a digest. digest: lists the mails that have its id as their digest_id. webhook: announces a lead to WEBHOOK_URL. auto_reply: to the visitor who sent a lead. push: announces a lead on a phone. photos: about photographs that a visitor added to a lead.';
COMMENT ON COLUMN outbox.lead_id IS
    'The lead of a webhook, an auto-reply, a push message or a mail about photographs.';

ALTER TABLE desk_audit
    DROP CONSTRAINT desk_audit_what_check,
    ADD CONSTRAINT desk_audit_what_check CHECK (what IN (
        'status', 'call', 'next', 'note', 'amount', 'visit', 'taken', 'lost-reason', 'entered',
        'photo', 'photo-removed', 'customer', 'spam', 'unsure', 'mail-retry', 'webhook-replay', 'export',
        'person-export', 'erase', 'push-on', 'push-off', 'sign-in', 'sign-out', 'sign-out-everywhere'))
        NOT VALID;

ALTER TABLE lead_photos ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON lead_photos FROM PUBLIC;
DO $$
DECLARE
    api_role name;
BEGIN
    FOR api_role IN
        SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated', 'service_role')
    LOOP
        EXECUTE format('REVOKE ALL ON lead_photos FROM %I', api_role);
    END LOOP;
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'canopy_backend') THEN
        GRANT UPDATE (photos_at) ON site_forms TO canopy_backend;
        GRANT SELECT, INSERT, DELETE, UPDATE (mail_id) ON lead_photos TO canopy_backend;
        CREATE POLICY backend ON lead_photos TO canopy_backend USING (true);
    END IF;
END
$$;
