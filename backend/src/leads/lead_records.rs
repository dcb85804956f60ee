//! Reads leads for the owner, with their spam signals, their state, and the state of their email.

mod extent;
mod lists;
mod search;

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::{
    dsl::sql,
    pg::Pg,
    prelude::*,
    result::Error as DieselError,
    sql_types::{Array, BigInt, Bool, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::{
    Stream, TryStreamExt,
    stream::{self, try_unfold},
};
use lead_log::{Appointment, Estimate as SentEstimate};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use validator_wasm::{Estimate, Field, PLACEHOLDER_EMAIL, lead::parse_message, one_line};

pub(crate) use extent::{Extent, listed_line, shorten, with_one_more};
pub(crate) use lists::{CLASS, List, VISIBLE, page as list_page, plan as plan_list};
pub(crate) use search::{Part as SearchPart, search_page};

use super::site_forms::SiteForm;
use crate::{
    database::schema::{outbox, site_forms},
    message_kind::MessageState,
};

/// The number of leads that the first statement reads: few, so that the first line comes at once.
const FIRST_PAGE_SIZE: u16 = 50;

const PAGE_SIZE: u16 = 250;

/// The bytes after which a page ends. A page has whole leads, and is held in memory.
const PAGE_BYTES: i64 = 4 * 1024 * 1024;

/// The bytes of a lead's texts. The message counts twice, because its parts are columns too.
const BYTES: &str =
    "(octet_length(full_name) + octet_length(email) + octet_length(phone) + octet_length(note)
    + 2 * octet_length(message))::bigint";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeadRecord {
    /// The lead, with its texts as they were typed, up to the length that was read.
    pub lead: SiteForm,
    /// The form as it is displayed: the full name is the first name, a placeholder email address is
    /// blank, and single-line texts are [one line](one_line).
    pub estimate: Estimate,
    /// Whether a text is longer than the part that was read.
    pub is_shortened: bool,
    pub signals: Vec<String>,
    /// The origin of the lead: the form, or an entry by hand.
    pub source: String,
    /// The number of events that the desk has recorded about the lead.
    pub events: i32,
    pub changed_at: Option<DateTime<Utc>>,
    pub state: LeadState,
    /// The lead's appointments, the earliest first.
    pub appointments: Vec<Appointment>,
    /// The latest estimate, if the customer can read it.
    pub sent_estimate: Option<SentEstimate>,
    /// The sum of the person's earlier orders, in cents. `None` if there is none.
    pub ordered_before: Option<i64>,
    /// The ids of the lead's photos, the oldest first.
    pub photos: Vec<Uuid>,
    /// The state of the lead's email. `None` if the email was pruned, or the lead is spam.
    pub mail: Option<MessageState>,
}

/// The state of a lead that results from its events.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeskLeadState)]
pub struct LeadState {
    /// The status, possibly one that only a newer version defines.
    #[schema(value_type = lead_log::Status)]
    pub status: String,
    /// All notes, the earliest first, separated by an empty line.
    pub note: String,
    /// Whether the lead may be spam.
    pub suspect: bool,
    /// When a person was first reached.
    pub answered_at: Option<DateTime<Utc>>,
    /// When the lead is due next; `null` if nothing is left to do, or if it is spam.
    pub next_at: Option<DateTime<Utc>>,
    /// The times of the company's calls, the earliest first.
    pub calls: Vec<DateTime<Utc>>,
    /// The person who takes care of the lead: an address of the desk.
    pub taken_by: Option<String>,
    /// The amount of the estimate, in cents.
    pub quoted: Option<i32>,
    /// When the estimate was given.
    pub quoted_at: Option<DateTime<Utc>>,
    /// The amount of the order, in cents.
    pub won: Option<i32>,
    /// When the lead was won or lost.
    pub closed_at: Option<DateTime<Utc>>,
    /// When the earliest open appointment begins.
    pub visit_at: Option<DateTime<Utc>>,
    /// Who goes there.
    pub visit_by: Option<String>,
    /// Why the lead was lost.
    #[schema(value_type = Option<lead_log::LostReason>)]
    pub lost_reason: Option<String>,
}

/// The columns of [`LeadState`], in its order. Most are not in the `table!`: diesel is compiled for
/// tables of 32 columns, and takes much longer to compile for more.
const STATE: &str = "status, note, suspect, answered_at, next_at, calls, taken_by, quoted, \
     quoted_at, won, closed_at, visit_at, visit_by, lost_reason";

/// The types of [`STATE`]'s columns.
type StateColumns = (
    Text,
    Text,
    Bool,
    Nullable<Timestamptz>,
    Nullable<Timestamptz>,
    Array<Timestamptz>,
    Nullable<Text>,
    Nullable<Integer>,
    Nullable<Timestamptz>,
    Nullable<Integer>,
    Nullable<Timestamptz>,
    Nullable<Timestamptz>,
    Nullable<Text>,
    Nullable<Text>,
);

/// The ids of a lead's photos, found by an index without reading the photos' bytes.
const PHOTOS: &str = "ARRAY(
    SELECT id FROM lead_photos WHERE lead_id = site_forms.id ORDER BY lead_photos.created_at, id)";

/// The lead's appointments as JSON.
const APPOINTMENTS: &str = "ARRAY(
    SELECT data::text FROM appointments WHERE lead_id = site_forms.id ORDER BY begins_at, id)";

/// The sum of earlier orders from the same number or email address, the latest ten of each, which indexes of the orders
/// alone find.
const ORDERED_BEFORE: &str = r"(
    SELECT sum(coalesce(won, 0)) FROM (
        (SELECT id, won FROM site_forms AS other
        WHERE status = 'won' AND created_at < site_forms.created_at
            AND right(regexp_replace(left(phone, 100), '\D', '', 'g'), 10)
                = right(regexp_replace(left(site_forms.phone, 100), '\D', '', 'g'), 10)
            AND length(regexp_replace(left(site_forms.phone, 100), '\D', '', 'g')) >= 7
        ORDER BY created_at DESC LIMIT 10)
        UNION
        (SELECT id, won FROM site_forms AS other
        WHERE status = 'won' AND created_at < site_forms.created_at
            AND lower(left(email, 254)) = lower(left(site_forms.email, 254))
            AND site_forms.email NOT LIKE '%.invalid'
        ORDER BY created_at DESC LIMIT 10)
    ) AS earlier)";

/// The columns of a [`LeadRecord`].
#[derive(Queryable)]
struct Row {
    lead: SiteForm,
    /// Service, urgency, address, and details.
    form: (String, String, String, String),
    signals: Vec<String>,
    source: String,
    events: i32,
    changed_at: Option<DateTime<Utc>>,
    state: LeadState,
    appointments: Vec<String>,
    sent_estimate: Option<String>,
    ordered_before: Option<i64>,
    photos: Vec<Uuid>,
    mail: Option<MessageState>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, QueryableByName)]
pub struct Position {
    /// The time that the list is sorted by, such as the time of saving.
    #[diesel(sql_type = Timestamptz)]
    pub at: DateTime<Utc>,
    #[diesel(sql_type = SqlUuid)]
    pub id: Uuid,
}

impl LeadRecord {
    pub(crate) fn link_at(&self, desk: &str) -> String {
        format!("{desk}#lead/{}", self.lead.id)
    }

    fn of(row: Row, extent: Extent) -> Self {
        let mut lead = row.lead;
        let (line, details) = (extent.line_chars(), extent.details_chars());
        for text in [&mut lead.ua, &mut lead.referrer].into_iter().flatten() {
            shorten(text, line);
        }
        let parsed = parse_message(&lead.message);
        let mut is_shortened = [&mut lead.full_name, &mut lead.email, &mut lead.phone]
            .map(|text| shorten(text, line))
            .contains(&true);
        shorten(&mut lead.site_name, line);
        // A text that ends before its details may end within a line.
        is_shortened |= shorten(&mut lead.message, details) && parsed.message.is_empty();
        let (service, urgency, address, message) = row.form;
        let mut estimate = Estimate {
            service,
            urgency,
            address,
            message,
            // What has no column, and cannot be corrected at the desk.
            ..parsed
        };
        estimate.first_name.clone_from(&lead.full_name);
        estimate.phone.clone_from(&lead.phone);
        if lead.email != PLACEHOLDER_EMAIL {
            estimate.email.clone_from(&lead.email);
        }
        for field in Field::ALL {
            let text = estimate.get_mut(field);
            if field == Field::Message {
                is_shortened |= shorten(text, details);
            } else {
                is_shortened |= shorten(text, line);
                *text = one_line(text);
            }
        }
        Self {
            lead,
            estimate,
            is_shortened,
            signals: row.signals,
            source: row.source,
            events: row.events,
            changed_at: row.changed_at,
            state: row.state,
            // One of a newer version may have other fields.
            appointments: (row.appointments.iter())
                .filter_map(|json| serde_json::from_str(json).ok())
                .collect(),
            sent_estimate: row
                .sent_estimate
                .and_then(|json| serde_json::from_str(&json).ok()),
            ordered_before: row.ordered_before,
            photos: row.photos,
            mail: row.mail,
        }
    }

    pub(crate) fn position(&self) -> Position {
        Position {
            at: self.lead.created_at,
            id: self.lead.id,
        }
    }
}

/// The conditions on the leads to read, and the extent of their texts.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    pub only_suspect: bool,
    pub since: Option<DateTime<Utc>>,
    pub search: Option<String>,
    pub part: Option<SearchPart>,
    pub ids: Option<Vec<Uuid>>,
    pub extent: Extent,
}

/// Leads, and the position of the last one if there are more.
pub type Page = (Vec<LeadRecord>, Option<Position>);

/// Streams leads, the newest first. They are read in pages: the first leads come at once, and no
/// transaction stays open for a slow reader, which would keep Postgres from removing dead rows.
pub fn newest_first(
    connection: &mut AsyncPgConnection,
    selection: Selection,
) -> impl Stream<Item = QueryResult<LeadRecord>> {
    let first = Some((connection, selection, None));
    try_unfold(first, |position| async {
        let Some((connection, selection, after)) = position else {
            return Ok::<_, DieselError>(None);
        };
        let (records, next) = page(connection, &selection, after).await?;
        let next = next.map(|last| (connection, selection, Some(last)));
        Ok(Some((records, next)))
    })
    .map_ok(|page| stream::iter(page.into_iter().map(Ok)))
    .try_flatten()
}

pub(crate) async fn newest_page(
    connection: &mut AsyncPgConnection,
    selection: &Selection,
    after: Option<Position>,
    size: usize,
) -> QueryResult<Page> {
    // One more lead shows whether there is another page.
    let limit = i64::try_from(size + 1).unwrap_or(i64::MAX);
    let mut records = read(connection, selection, after, limit).await?;
    let more = records.len() > size;
    records.truncate(size);
    let last = records.last().map(LeadRecord::position);
    Ok((records, last.filter(|_| more)))
}

/// Reads a page of whole leads: at least one, and none after the first [`PAGE_BYTES`].
pub(crate) async fn page(
    connection: &mut AsyncPgConnection,
    selection: &Selection,
    after: Option<Position>,
) -> QueryResult<Page> {
    let size: u16 = match after {
        None => FIRST_PAGE_SIZE,
        Some(_) => PAGE_SIZE,
    };
    // One more lead shows whether there is another page.
    let found: Vec<(Uuid, DateTime<Utc>, i64)> =
        select_newest(connection, selection, after, i64::from(size) + 1)
            .await?
            .select((site_forms::id, site_forms::created_at, sql::<BigInt>(BYTES)))
            .load(connection)
            .await?;
    let mut bytes = 0;
    let within = found.iter().take(size.into()).take_while(|(.., more)| {
        let is_within = bytes < PAGE_BYTES;
        bytes += more;
        is_within
    });
    let ids: Vec<Uuid> = within.map(|(id, ..)| *id).collect();
    let last = found[..ids.len()]
        .last()
        .filter(|_| ids.len() < found.len())
        .map(|&(id, at, _)| Position { at, id });
    Ok((in_order(connection, ids, Extent::Whole).await?, last))
}

diesel::define_sql_function! {
    fn left(text: Text, count: Integer) -> Text;
}

diesel::define_sql_function! {
    #[sql_name = "left"]
    fn left_if_any(text: Nullable<Text>, count: Integer) -> Nullable<Text>;
}

/// Reads at most `limit` leads, the newest first, after a position or from the first lead. Call it
/// in a transaction if the selection has a search.
pub async fn read(
    connection: &mut AsyncPgConnection,
    selection: &Selection,
    after: Option<Position>,
    limit: i64,
) -> QueryResult<Vec<LeadRecord>> {
    let line = with_one_more(selection.extent.line_chars());
    let details = with_one_more(selection.extent.details_chars());
    let leads = select_newest(connection, selection, after, limit).await?;
    let leads = leads.select((
        (
            site_forms::id,
            site_forms::created_at,
            left(site_forms::full_name, line),
            left(site_forms::email, line),
            left(site_forms::phone, line),
            left(site_forms::message, details),
            left(site_forms::site_name, line),
            site_forms::visitor_id,
            site_forms::session_id,
            site_forms::ip_hash,
            left_if_any(site_forms::ua, line),
            left_if_any(site_forms::referrer, line),
            site_forms::city,
            site_forms::state,
            site_forms::country,
        ),
        (
            left(site_forms::service, line),
            left(site_forms::urgency, line),
            left(site_forms::address, line),
            left(site_forms::details, details),
        ),
        site_forms::spam_signs,
        site_forms::source,
        site_forms::events,
        site_forms::changed_at,
        sql::<StateColumns>(STATE),
        sql::<Array<Text>>(APPOINTMENTS),
        sql::<Nullable<Text>>("estimate::text"),
        sql::<Nullable<BigInt>>(ORDERED_BEFORE),
        sql::<Array<SqlUuid>>(PHOTOS),
        // This is not a join: Postgres might plan it as a scan of the whole outbox for each page.
        outbox::table
            .find(site_forms::id)
            .filter(outbox::state.eq_any(MessageState::ALL))
            .select(outbox::state)
            .single_value(),
    ));
    let rows: Vec<Row> = leads.load(connection).await?;
    Ok((rows.into_iter())
        .map(|row| LeadRecord::of(row, selection.extent))
        .collect())
}

async fn select_newest<'a>(
    connection: &mut AsyncPgConnection,
    selection: &'a Selection,
    after: Option<Position>,
    limit: i64,
) -> QueryResult<site_forms::BoxedQuery<'a, Pg>> {
    let mut leads = site_forms::table
        .order((site_forms::created_at.desc(), site_forms::id.desc()))
        .limit(limit)
        .into_boxed();
    if selection.only_suspect {
        leads = leads.filter(site_forms::suspect);
    }
    if let Some(since) = selection.since {
        leads = leads.filter(site_forms::created_at.ge(since));
    }
    if let Some(text) = &selection.search {
        search::plan(connection).await?;
        leads = leads.filter(match selection.part {
            Some(part) => search::is_in(part, text),
            None => search::holds(text),
        });
    }
    if let Some(ids) = &selection.ids {
        leads = leads.filter(site_forms::id.eq_any(ids));
    }
    if let Some(Position { at, id }) = after {
        let saved_at = site_forms::created_at;
        let is_after = saved_at.lt(at).or(site_forms::id.lt(id));
        // The first condition lets Postgres find the position in the index on `created_at`.
        leads = leads.filter(saved_at.le(at).and(is_after));
    }
    Ok(leads)
}

pub(crate) async fn by_id(
    connection: &mut AsyncPgConnection,
    ids: Vec<Uuid>,
    extent: Extent,
) -> QueryResult<HashMap<Uuid, LeadRecord>> {
    let selection = Selection {
        ids: Some(ids),
        extent,
        ..Selection::default()
    };
    let records = read(connection, &selection, None, i64::MAX).await?;
    Ok(records.into_iter().map(|it| (it.lead.id, it)).collect())
}

/// Reads the leads with these ids, in their order.
pub(crate) async fn in_order(
    connection: &mut AsyncPgConnection,
    ids: Vec<Uuid>,
    extent: Extent,
) -> QueryResult<Vec<LeadRecord>> {
    let mut leads = by_id(connection, ids.clone(), extent).await?;
    Ok(ids.iter().filter_map(|id| leads.remove(id)).collect())
}
