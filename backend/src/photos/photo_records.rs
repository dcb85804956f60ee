//! The table `lead_photos`: photos of the tree that visitors and the owner add to a lead.
//!
//! Each addition or removal updates the lead's `photos_at`: the desk sees the change, and the lock
//! on the lead's row makes an erasure wait.

use std::time::Duration;

use diesel::{
    delete,
    dsl::{exists, now, sql},
    insert_into,
    prelude::*,
    sql_query,
    sql_types::{BigInt, Binary, Bool, Interval, Uuid as SqlUuid},
    update,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use photo_file::Image;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    refusal::PhotoRefusal,
    source::{MAX_OF_LEAD, MAX_OF_VISITORS, PhotoSource},
};
use crate::{
    database::{
        interval::interval,
        schema::{lead_photos, outbox, site_forms},
    },
    message_kind::MessageState,
    web::transaction::Rollback,
};

/// The time that the email about a lead's first photo waits for further photos.
const MAIL_DELAY: Duration = Duration::from_mins(2);

/// A photo.
#[derive(Clone, Debug, HasQuery, Serialize, ToSchema)]
#[diesel(table_name = lead_photos, check_for_backend(diesel::pg::Pg))]
pub struct Photo {
    /// The photo's id.
    pub id: Uuid,
    /// The photo's lead.
    #[serde(skip)]
    pub lead_id: Uuid,
    /// The photo's origin.
    #[serde(skip)]
    pub source: PhotoSource,
    /// The width in pixels.
    #[schema(minimum = 0)]
    pub width: i32,
    /// The height in pixels.
    #[schema(minimum = 0)]
    pub height: i32,
}

/// Returns the photos of these leads, without their pixels, the oldest first.
pub(crate) async fn of_leads(
    connection: &mut AsyncPgConnection,
    leads: &[Uuid],
) -> QueryResult<Vec<Photo>> {
    Photo::query()
        .filter(lead_photos::lead_id.eq_any(leads))
        .order((lead_photos::created_at, lead_photos::id))
        .load(connection)
        .await
}

/// Returns the photo if its source added it to the lead before. Fails if the photo may not be added.
async fn known(
    connection: &mut AsyncPgConnection,
    lead: Uuid,
    id: Uuid,
    source: PhotoSource,
) -> Result<Option<Photo>, Rollback> {
    let known: Option<Photo> = Photo::query()
        .filter(lead_photos::id.eq(id))
        .first(connection)
        .await
        .optional()?;
    let refusal = match known {
        Some(known) if (known.lead_id, known.source) == (lead, source) => return Ok(Some(known)),
        Some(_) => PhotoRefusal::Id,
        None => {
            let photos = of_leads(connection, &[lead]).await?;
            if room(&photos, source) > 0 {
                return Ok(None);
            }
            PhotoRefusal::Full
        }
    };
    Err(refusal.for_source(source).into())
}

/// Returns the number of photos that this source may still add to a lead with `photos`.
pub(crate) fn room(photos: &[Photo], source: PhotoSource) -> usize {
    let room = MAX_OF_LEAD.saturating_sub(photos.len());
    match source {
        PhotoSource::Desk => room,
        PhotoSource::Visitor | PhotoSource::Link => {
            let of_visitors = photos.iter().filter(|it| it.source != PhotoSource::Desk);
            room.min(MAX_OF_VISITORS.saturating_sub(of_visitors.count()))
        }
    }
}

/// Checks whether a photo may be added, before it is read. Returns the photo if it was added
/// before. The desk may not add photos to a suspect lead, because it does not show them.
pub(crate) async fn admit(
    connection: &mut AsyncPgConnection,
    lead: Uuid,
    id: Uuid,
    source: PhotoSource,
) -> Result<Option<Photo>, Rollback> {
    let is_suspect: Option<bool> = site_forms::table
        .find(lead)
        .select(site_forms::suspect)
        .first(connection)
        .await
        .optional()?;
    if is_suspect.is_none_or(|it| it && source == PhotoSource::Desk) {
        return Err(PhotoRefusal::Late.for_source(source).into());
    }
    known(connection, lead, id, source).await
}

/// The lock that makes additions to a lead sequential. Parameter: the lead.
const LOCK: &str = "SELECT pg_advisory_xact_lock(hashtextextended($1::text, 0))";

/// Parameters: the email; its lead; its delay.
const MAIL: &str = "
    INSERT INTO outbox (id, kind, state, lead_id, due_at)
    VALUES ($1, 'photos', 'pending', $2, now() + $3) ON CONFLICT (id) DO NOTHING";

/// Adds a photo to a lead. A visitor's photo is emailed to the owner, unless the lead is suspect.
/// Returns whether the photo is new, and the photo.
pub(crate) async fn insert(
    connection: &mut AsyncPgConnection,
    lead: Uuid,
    id: Uuid,
    source: PhotoSource,
    image: &Image,
) -> Result<(bool, Photo), Rollback> {
    sql_query(LOCK)
        .bind::<SqlUuid, _>(lead)
        .execute(connection)
        .await?;
    let mails = lead_photos::table
        .filter(lead_photos::lead_id.eq(lead))
        .select(lead_photos::mail_id);
    // The email that waits for more photos. As everywhere, it is locked before the lead.
    let waiting: Option<Uuid> = outbox::table
        .filter(outbox::id.nullable().eq_any(mails))
        .filter(outbox::state.eq(MessageState::Pending))
        .filter(outbox::attempts.eq(0))
        .filter(outbox::follow_up)
        .select(outbox::id)
        .for_update()
        .first(connection)
        .await
        .optional()?;
    if let Some(known) = known(connection, lead, id, source).await? {
        return Ok((false, known));
    }
    let is_suspect: bool = update(site_forms::table.find(lead))
        .set(site_forms::photos_at.eq(now))
        .returning(site_forms::suspect)
        .get_result(connection)
        .await
        .optional()?
        .ok_or_else(|| PhotoRefusal::Late.for_source(source))?;
    let mail =
        (source != PhotoSource::Desk && !is_suspect).then(|| waiting.unwrap_or_else(Uuid::now_v7));
    let photo: Option<Photo> = insert_into(lead_photos::table)
        .values((
            lead_photos::id.eq(id),
            lead_photos::lead_id.eq(lead),
            lead_photos::source.eq(source),
            lead_photos::width.eq(pixels(image.width)),
            lead_photos::height.eq(pixels(image.height)),
            lead_photos::photo.eq(&image.jpeg),
            lead_photos::thumbnail.eq(&image.thumbnail),
            lead_photos::mail_id.eq(mail),
        ))
        .on_conflict(lead_photos::id)
        .do_nothing()
        .returning(Photo::as_returning())
        .get_result(connection)
        .await
        .optional()?;
    let photo = photo.ok_or_else(|| PhotoRefusal::Id.for_source(source))?;
    if let Some(mail) = mail {
        sql_query(MAIL)
            .bind::<SqlUuid, _>(mail)
            .bind::<SqlUuid, _>(lead)
            .bind::<Interval, _>(interval(MAIL_DELAY))
            .execute(connection)
            .await?;
    }
    Ok((true, photo))
}

fn pixels(side: u32) -> i32 {
    i32::try_from(side).unwrap_or(i32::MAX)
}

/// Removes a photo from a lead, if it is from one of these sources. Returns whether it existed.
pub(crate) async fn remove(
    connection: &mut AsyncPgConnection,
    lead: Uuid,
    id: Uuid,
    sources: &[PhotoSource],
) -> QueryResult<bool> {
    let photo = lead_photos::table
        .find(id)
        .filter(lead_photos::lead_id.eq(lead))
        .filter(lead_photos::source.eq_any(sources));
    // As in an erasure, the lead is locked first.
    let touched = update(site_forms::table.find(lead).filter(exists(photo)))
        .set(site_forms::photos_at.eq(now))
        .execute(connection)
        .await?;
    if touched == 0 {
        return Ok(false);
    }
    let removed = delete(lead_photos::table.find(id))
        .execute(connection)
        .await?;
    Ok(removed > 0)
}

/// The two files of a photo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    Full,
    Thumbnail,
}

/// Returns a photo of a lead to its source, or to the desk, which sees all photos unless the lead is suspect.
pub(crate) async fn read(
    connection: &mut AsyncPgConnection,
    lead: Uuid,
    id: Uuid,
    reader: PhotoSource,
    size: Size,
) -> QueryResult<Option<Vec<u8>>> {
    let column = match size {
        Size::Full => "photo",
        Size::Thumbnail => "thumbnail",
    };
    let condition = match reader {
        PhotoSource::Visitor => "source = 'visitor'",
        PhotoSource::Link => "source = 'link'",
        PhotoSource::Desk => {
            "EXISTS (SELECT FROM site_forms WHERE site_forms.id = lead_id AND NOT suspect)"
        }
    };
    lead_photos::table
        .find(id)
        .filter(lead_photos::lead_id.eq(lead))
        .filter(sql::<Bool>(condition))
        .select(sql::<Binary>(column))
        .first(connection)
        .await
        .optional()
}

#[derive(Clone, Debug, HasQuery)]
#[diesel(table_name = lead_photos, check_for_backend(diesel::pg::Pg))]
pub struct MailedPhoto {
    pub id: Uuid,
    pub thumbnail: Vec<u8>,
}

/// Returns the photos of an email, the oldest first. Some may have been removed since.
pub(crate) async fn of_mail(
    connection: &mut AsyncPgConnection,
    lead: Uuid,
    mail: Uuid,
) -> QueryResult<Vec<MailedPhoto>> {
    MailedPhoto::query()
        .filter(lead_photos::lead_id.eq(lead))
        .filter(lead_photos::mail_id.eq(mail))
        .order((lead_photos::created_at, lead_photos::id))
        .load(connection)
        .await
}

/// Parameters: the lead; an email. Selects the photos without an email, or whose email was deleted since.
const MAIL_OF_THE_OTHERS: &str = "
    WITH unannounced AS (
        SELECT id FROM lead_photos
        WHERE lead_id = $1 AND source <> 'desk'
            AND NOT EXISTS (SELECT FROM outbox WHERE outbox.id = mail_id)
    ),
    mail AS (
        INSERT INTO outbox (id, kind, state, lead_id)
        SELECT $2, 'photos', 'pending', $1 WHERE EXISTS (SELECT FROM unannounced)
        RETURNING id
    )
    UPDATE lead_photos SET mail_id = mail.id FROM unannounced, mail WHERE lead_photos.id = unannounced.id";

/// Enqueues an email about the unannounced photos of a lead, if there are any.
pub(crate) async fn mail_the_others(
    connection: &mut AsyncPgConnection,
    lead: Uuid,
) -> QueryResult<()> {
    sql_query(MAIL_OF_THE_OTHERS)
        .bind::<SqlUuid, _>(lead)
        .bind::<SqlUuid, _>(Uuid::now_v7())
        .execute(connection)
        .await
        .map(drop)
}

/// The storage that photos use, in bytes.
#[derive(Clone, Copy, Debug, Queryable)]
pub struct Usage {
    pub total: i64,
    pub day: i64,
}

/// The query reads no photo: the length of a value that Postgres stores out of line is in its row.
const USAGE: &str = "
    SELECT coalesce(sum(bytes), 0)::bigint AS total,
        coalesce(sum(bytes) FILTER (WHERE created_at > now() - interval '1 day'), 0)::bigint AS day
    FROM (SELECT octet_length(photo) + octet_length(thumbnail) AS bytes, created_at FROM lead_photos)
        AS photo";

pub(crate) async fn usage(connection: &mut AsyncPgConnection) -> QueryResult<Usage> {
    sql::<(BigInt, BigInt)>(USAGE).get_result(connection).await
}
