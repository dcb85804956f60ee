//! The table `outbox`: one row a mail to the owner.
//!
//! A lead's row is made by the database, in the lead's own transaction. Its words come from the
//! visitor's browser, or, when that has not sent them within a minute, are composed from the lead.
//! Words are kept until they have been sent, and no longer.

pub mod state;
pub mod undelivered;

use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, Insertable, IntoSql, NullableExpressionMethods,
    QueryDsl, QueryResult, Queryable, Selectable, SelectableHelper,
    dsl::{exists, now},
    insert_into,
    result::OptionalExtension,
    select,
    sql_types::{Nullable, Text, Timestamptz, Uuid as SqlUuid},
    update,
};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use sha2::{Digest, Sha256};
use uuid::{Builder, Uuid};

use super::{
    Store, StoreError,
    flood::{FloodLimit, within_flood_limit},
    interval,
    schema::{outbox, site_forms},
    site_forms::SiteForm,
    timestamptz_mi_interval, timestamptz_pl_interval,
};
use crate::mail::Words;

const PENDING: &str = "pending";
pub(super) const HELD: &str = "held";
pub(super) const DIGESTED: &str = "digested";
pub(super) const SENT: &str = "sent";
const DEAD: &str = "dead";

/// What may become of a mail; see `schema.sql`.
const STATES: [&str; 5] = [PENDING, HELD, DIGESTED, SENT, DEAD];

const UNCLAIMED: Option<DateTime<Utc>> = None;

/// The most leads that one digest tells of; the others are the next one's.
const DIGEST_SIZE: i64 = 50;

/// What came of words that were brought to the outbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Posting {
    /// They are safe there, and go next.
    Queued,
    /// A mail was there already under this key.
    Known,
    /// Too many mails that belong to no lead came from this address.
    Flooded,
}

/// Brings the words of a mail to the outbox: those of the lead that was saved under `key`, or, when
/// there is none, those of a mail of its own, of which only so many may come.
///
/// # Errors
/// [`StoreError`].
pub async fn post(
    store: &Store,
    words: &Words,
    key: Option<Uuid>,
    limit: &FloodLimit,
) -> Result<Posting, StoreError> {
    store
        .run(async |connection| {
            if let Some(key) = key
                && let Some(lead) = lead_under(connection, key).await?
            {
                return Ok(if put_words(connection, lead, words).await? {
                    Posting::Queued
                } else {
                    Posting::Known
                });
            }
            let id = key.map_or_else(Uuid::new_v4, id_under);
            let mail = select((
                id.into_sql::<SqlUuid>(),
                words.subject.as_str().into_sql::<Nullable<Text>>(),
                words.html.as_str().into_sql::<Nullable<Text>>(),
            ));
            let queued = mail
                .filter(within_flood_limit(limit.key.as_deref(), 1, limit.per_hour))
                .insert_into(outbox::table)
                .into_columns((outbox::id, outbox::subject, outbox::html))
                .on_conflict(outbox::id)
                .do_nothing()
                .execute(connection)
                .await?;
            if queued > 0 {
                return Ok(Posting::Queued);
            }
            let known = select(exists(outbox::table.find(id)));
            Ok(if known.get_result(connection).await? {
                Posting::Known
            } else {
                Posting::Flooded
            })
        })
        .await
}

/// Makes a lead's mail due now: no browser is going to send its words.
///
/// # Errors
/// [`StoreError`].
pub async fn make_due(store: &Store, lead: Uuid) -> Result<(), StoreError> {
    let waiting = outbox::table
        .filter(outbox::lead_id.eq(lead))
        .filter(outbox::state.eq(PENDING))
        .filter(outbox::attempts.eq(0));
    store
        .run(async |connection| {
            update(waiting)
                .set(outbox::due_at.eq(now))
                .execute(connection)
                .await
        })
        .await
        .map(drop)
}

/// The id of a mail of its own that came under a key. It is another one: a mail's id stands in logs
/// and in the mail, a key is known to its sender alone.
fn id_under(key: Uuid) -> Uuid {
    let hash = Sha256::digest(key.as_bytes());
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash[..16]);
    Builder::from_custom_bytes(bytes).into_uuid()
}

async fn lead_under(connection: &mut AsyncPgConnection, key: Uuid) -> QueryResult<Option<Uuid>> {
    site_forms::table
        .filter(site_forms::idempotency_key.eq(key))
        .select(site_forms::id)
        .first(connection)
        .await
        .optional()
}

/// Answers whether the lead's mail waited for its words. One that has been begun to be sent does
/// not any more: it would go twice.
async fn put_words(
    connection: &mut AsyncPgConnection,
    lead: Uuid,
    words: &Words,
) -> QueryResult<bool> {
    let waiting = outbox::table
        .filter(outbox::lead_id.eq(lead))
        .filter(outbox::state.eq(PENDING))
        .filter(outbox::attempts.eq(0))
        .filter(outbox::html.is_null());
    update(waiting)
        .set((
            outbox::subject.eq(&words.subject),
            outbox::html.eq(&words.html),
            outbox::due_at.eq(now),
        ))
        .execute(connection)
        .await
        .map(|mails| mails > 0)
}

/// A mail that is to be sent now, by whoever claimed it and nobody else.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Names the mail.
    pub id: Uuid,
    /// Which attempt to send it this is, from 1 on.
    pub attempt: i32,
    /// What it says; none: composed from the lead.
    pub words: Option<Words>,
    /// What it tells of, if that is one lead.
    pub lead: Option<SiteForm>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = outbox, check_for_backend(diesel::pg::Pg))]
struct Mail {
    id: Uuid,
    lead_id: Option<Uuid>,
    attempts: i32,
    subject: Option<String>,
    html: Option<String>,
}

/// Claims the mail that has been due for the longest. Whoever claimed it has it for a `lease`: if
/// that process dies, another claims it afterwards.
///
/// # Errors
/// [`StoreError`].
pub async fn claim(store: &Store, lease: Duration) -> Result<Option<Claim>, StoreError> {
    store
        .run(async |connection| {
            connection
                .transaction(async |connection| {
                    let mail: Option<Mail> =
                        outbox::table
                            .filter(outbox::state.eq(PENDING))
                            .filter(outbox::due_at.le(now))
                            .filter(outbox::claimed_until.is_null().or(
                                outbox::claimed_until.le(now.into_sql::<Nullable<Timestamptz>>()),
                            ))
                            .order(outbox::due_at)
                            .select(Mail::as_select())
                            .for_update()
                            .skip_locked()
                            .first(connection)
                            .await
                            .optional()?;
                    let Some(mail) = mail else {
                        return Ok(None);
                    };
                    update(outbox::table.find(mail.id))
                        .set((
                            outbox::claimed_until
                                .eq(timestamptz_pl_interval(now, interval(lease)).nullable()),
                            outbox::attempts.eq(outbox::attempts + 1),
                        ))
                        .execute(connection)
                        .await?;
                    let lead = site_forms::table
                        .filter(site_forms::id.nullable().eq(mail.lead_id))
                        .select(SiteForm::as_select())
                        .first(connection)
                        .await
                        .optional()?;
                    Ok(Some(Claim {
                        id: mail.id,
                        attempt: mail.attempts + 1,
                        words: mail
                            .subject
                            .zip(mail.html)
                            .map(|(subject, html)| Words { subject, html }),
                        lead,
                    }))
                })
                .await
        })
        .await
}

/// How an attempt to send a mail ended.
#[derive(Clone, Debug)]
pub enum Ending {
    /// The mail server said yes.
    Sent,
    /// It is to be tried again.
    Postponed {
        /// After so long.
        delay: Duration,
        /// Why. Holds nothing of the visitor.
        failure: String,
    },
    /// It is not to be tried again by itself.
    Dead {
        /// Why. Holds nothing of the visitor.
        failure: String,
    },
}

/// Notes how an attempt ended. Nothing happens when the mail was claimed by another meanwhile.
///
/// # Errors
/// [`StoreError`].
pub async fn settle(store: &Store, claim: &Claim, ending: &Ending) -> Result<(), StoreError> {
    let claimed = outbox::table
        .filter(outbox::id.eq(claim.id))
        .filter(outbox::state.eq(PENDING))
        .filter(outbox::attempts.eq(claim.attempt));
    store
        .run(async |connection| match ending {
            Ending::Sent => {
                update(claimed)
                    .set((
                        outbox::state.eq(SENT),
                        outbox::claimed_until.eq(UNCLAIMED),
                        outbox::finished_at.eq(now.into_sql::<Nullable<Timestamptz>>()),
                        outbox::subject.eq(None::<String>),
                        outbox::html.eq(None::<String>),
                        outbox::failure.eq(None::<String>),
                    ))
                    .execute(connection)
                    .await
            }
            Ending::Postponed { delay, failure } => {
                update(claimed)
                    .set((
                        outbox::due_at.eq(timestamptz_pl_interval(now, interval(*delay))),
                        outbox::claimed_until.eq(UNCLAIMED),
                        outbox::failure.eq(failure),
                    ))
                    .execute(connection)
                    .await
            }
            Ending::Dead { failure } => {
                update(claimed)
                    .set((
                        outbox::state.eq(DEAD),
                        outbox::claimed_until.eq(UNCLAIMED),
                        outbox::finished_at.eq(now.into_sql::<Nullable<Timestamptz>>()),
                        outbox::failure.eq(failure),
                    ))
                    .execute(connection)
                    .await
            }
        })
        .await
        .map(drop)
}

/// A lead that is told of in a digest.
#[derive(Clone, Debug, Queryable)]
pub struct Suspect {
    /// The lead.
    pub lead: SiteForm,
    /// What speaks for spam.
    pub signs: Vec<String>,
}

/// Puts one mail that tells of all suspect leads into the outbox, once the first of them has waited
/// for `patience`. Answers how many it tells of.
///
/// # Errors
/// [`StoreError`].
pub async fn digest(
    store: &Store,
    patience: Duration,
    compose: fn(&[Suspect]) -> Words,
) -> Result<usize, StoreError> {
    store
        .run(async |connection| {
            connection
                .transaction(async |connection| {
                    let held: Vec<(Uuid, bool)> = outbox::table
                        .filter(outbox::state.eq(HELD))
                        .order(outbox::created_at)
                        .limit(DIGEST_SIZE)
                        .select((
                            outbox::id,
                            outbox::created_at.le(timestamptz_mi_interval(now, interval(patience))),
                        ))
                        .for_update()
                        .skip_locked()
                        .load(connection)
                        .await?;
                    if !matches!(&held[..], [(_, true), ..]) {
                        return Ok(0);
                    }
                    let held: Vec<Uuid> = held.into_iter().map(|(id, _)| id).collect();
                    let suspects: Vec<Suspect> = site_forms::table
                        .filter(site_forms::id.eq_any(&held))
                        .order(site_forms::created_at)
                        .select((SiteForm::as_select(), site_forms::spam_signs))
                        .load(connection)
                        .await?;
                    let Words { subject, html } = compose(&suspects);
                    insert_into(outbox::table)
                        .values((outbox::subject.eq(subject), outbox::html.eq(html)))
                        .execute(connection)
                        .await?;
                    update(outbox::table)
                        .filter(outbox::id.eq_any(held))
                        .set((
                            outbox::state.eq(DIGESTED),
                            outbox::finished_at.eq(now.into_sql::<Nullable<Timestamptz>>()),
                        ))
                        .execute(connection)
                        .await?;
                    Ok(suspects.len())
                })
                .await
        })
        .await
}
