//! Reads leads for the owner: with their spam signals, the state of their mail, and what became of
//! them.

mod search;

use chrono::{DateTime, Utc};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, QueryDsl, QueryResult, Queryable, SelectableHelper,
    dsl::sql, result::Error as DieselError, sql_types::Bool,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::{
    Stream, TryStreamExt,
    stream::{self, try_unfold},
};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    outbox::kind::State,
    schema::{outbox, site_forms},
    site_forms::SiteForm,
};

/// The leads that the first statement reads: a few, so that the first line comes at once.
const FIRST_PAGE_SIZE: usize = 50;

/// The leads that each later statement reads. A page is in memory at once: about a megabyte.
const PAGE_SIZE: usize = 1_000;

/// A lead, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Queryable)]
pub struct LeadRecord {
    /// The lead.
    pub lead: SiteForm,
    /// Whether it may be spam.
    pub suspect: bool,
    /// Names of its spam signals.
    pub signals: Vec<String>,
    /// What became of it, as the owner says at the desk.
    pub status: String,
    /// The owner's note.
    pub note: String,
    /// How often it was changed at the desk.
    pub version: i32,
    /// When it was answered.
    pub answered_at: Option<DateTime<Utc>>,
    /// When it was last changed.
    pub changed_at: Option<DateTime<Utc>>,
    /// The state of its mail. `None` if there is none: it was sent so long ago that it was pruned, or
    /// the lead is spam.
    pub mail: Option<State>,
}

/// A part of the leads. Every lead is in one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Folder {
    /// Not answered yet, and not suspect.
    Open,
    /// Answered, and not suspect.
    Answered,
    /// Suspect, or marked as spam.
    Spam,
}

impl Folder {
    /// The condition of the folder's partial index, word for word: Postgres finds the index by it.
    fn condition(self) -> &'static str {
        match self {
            Self::Open => "(status = 'new' AND NOT suspect)",
            Self::Answered => "(status NOT IN ('new', 'spam') AND NOT suspect)",
            Self::Spam => "(suspect OR status = 'spam')",
        }
    }
}

/// The place of a lead in the order of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// When it was saved.
    pub created_at: DateTime<Utc>,
    /// Its id, for leads that were saved at the same time.
    pub id: Uuid,
}

impl LeadRecord {
    /// The place of the lead in the order of time.
    #[must_use]
    pub fn position(&self) -> Position {
        Position {
            created_at: self.lead.created_at,
            id: self.lead.id,
        }
    }
}

/// Which leads to read.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Only those that may be spam.
    pub only_suspect: bool,
    /// Only those saved at this time or later.
    pub since: Option<DateTime<Utc>>,
    /// Only those of a folder of the desk.
    pub folder: Option<Folder>,
    /// Only those in which the desk's search finds this.
    pub search: Option<String>,
    /// Only those with one of these ids.
    pub ids: Option<Vec<Uuid>>,
}

/// Leads, and how to go on after them.
#[derive(Clone, Debug)]
pub struct Page {
    /// The leads, the newest first.
    pub records: Vec<LeadRecord>,
    /// The place of the last one, if there may be more.
    pub next: Option<Position>,
}

/// Streams leads, the newest first.
///
/// They are read in pages, each from where the last one ended (keyset pagination): the first leads
/// come at once however many there are. And no transaction stays open while the rest is written to a
/// slow reader: it would keep Postgres from removing the dead rows of all tables.
///
/// # Errors
/// In the stream: when a query fails.
pub fn newest_first(
    connection: &mut AsyncPgConnection,
    selection: Selection,
) -> impl Stream<Item = QueryResult<LeadRecord>> {
    let first = Some((connection, selection, None));
    try_unfold(first, |position| async {
        let Some((connection, selection, after)) = position else {
            return Ok::<_, DieselError>(None);
        };
        let Page { records, next } = page(connection, &selection, after).await?;
        let next = next.map(|last| (connection, selection, Some(last)));
        Ok(Some((records, next)))
    })
    .map_ok(|page| stream::iter(page.into_iter().map(Ok)))
    .try_flatten()
}

/// Reads a page of leads, as [`read`] does.
///
/// # Errors
/// When a query fails.
pub async fn page(
    connection: &mut AsyncPgConnection,
    selection: &Selection,
    after: Option<Position>,
) -> QueryResult<Page> {
    let size = match after {
        None => FIRST_PAGE_SIZE,
        Some(_) => PAGE_SIZE,
    };
    let limit = i64::try_from(size).unwrap_or(i64::MAX);
    let records = read(connection, selection, after, limit).await?;
    // A page that is not full is the last one.
    let next = records.get(size - 1).map(LeadRecord::position);
    Ok(Page { records, next })
}

/// Reads leads, the newest first: those after a lead, or the first ones; `limit` at most. A search
/// needs a transaction.
///
/// # Errors
/// When a query fails.
pub async fn read(
    connection: &mut AsyncPgConnection,
    selection: &Selection,
    after: Option<Position>,
    limit: i64,
) -> QueryResult<Vec<LeadRecord>> {
    let mut leads = site_forms::table
        .order((site_forms::created_at.desc(), site_forms::id.desc()))
        .limit(limit)
        .select((
            SiteForm::as_select(),
            site_forms::suspect,
            site_forms::spam_signs,
            site_forms::status,
            site_forms::note,
            site_forms::version,
            site_forms::answered_at,
            site_forms::changed_at,
            // Not a join: it may be planned as a scan of the whole outbox, for each page.
            outbox::table
                .find(site_forms::id)
                .select(outbox::state)
                .single_value(),
        ))
        .into_boxed();
    if selection.only_suspect {
        leads = leads.filter(site_forms::suspect);
    }
    if let Some(since) = selection.since {
        leads = leads.filter(site_forms::created_at.ge(since));
    }
    if let Some(folder) = selection.folder {
        leads = leads.filter(sql::<Bool>(folder.condition()));
    }
    if let Some(text) = &selection.search {
        search::plan(connection).await?;
        leads = leads.filter(search::holds(text));
    }
    if let Some(ids) = &selection.ids {
        leads = leads.filter(site_forms::id.eq_any(ids));
    }
    if let Some(position) = after {
        leads = leads.filter(is_after(position));
    }
    leads.load(connection).await
}

/// The condition that a lead comes after a place in the order of time, the newest first.
fn is_after(Position { created_at, id }: Position) -> search::Condition {
    // The index on `created_at` finds the place by the first condition.
    Box::new(
        site_forms::created_at.le(created_at).and(
            site_forms::created_at
                .lt(created_at)
                .or(site_forms::id.lt(id)),
        ),
    )
}
