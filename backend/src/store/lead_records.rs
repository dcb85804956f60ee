//! Reads leads for the owner: with their spam signals and the state of their mail.

use chrono::{DateTime, Utc};
use diesel::{
    ExpressionMethods, QueryDsl, QueryResult, Queryable, SelectableHelper,
    result::Error as DieselError,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::{
    Stream, TryStreamExt,
    stream::{self, try_unfold},
};
use uuid::Uuid;

use super::{
    desk::leads::{self, Folder, Position},
    outbox::kind::State,
    schema::{outbox, site_forms},
    site_forms::SiteForm,
};

/// The leads that the first statement reads: a few, so that the first line comes at once.
const FIRST_PAGE_SIZE: usize = 50;

/// The leads that each later statement reads. A page is in memory at once: about a megabyte.
const PAGE_SIZE: usize = 1_000;

/// A lead, its spam signals and the state of its mail.
#[derive(Clone, Debug, Queryable)]
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
    /// The state of its mail. `None` if the mail was sent so long ago that it was pruned.
    pub mail: Option<State>,
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

/// Reads a page of leads: those after a lead, or the first ones. A search needs a transaction.
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
    let mut leads = site_forms::table
        .order((site_forms::created_at.desc(), site_forms::id.desc()))
        .limit(i64::try_from(size).unwrap_or(i64::MAX))
        .select((
            SiteForm::as_select(),
            site_forms::suspect,
            site_forms::spam_signs,
            site_forms::status,
            site_forms::note,
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
        leads = leads.filter(leads::is_in(folder));
    }
    if let Some(text) = &selection.search {
        leads::plan_search(connection).await?;
        leads = leads.filter(leads::holds(text));
    }
    if let Some(ids) = &selection.ids {
        leads = leads.filter(site_forms::id.eq_any(ids));
    }
    if let Some(position) = after {
        leads = leads.filter(leads::is_after(position));
    }
    let records: Vec<LeadRecord> = leads.load(connection).await?;
    // A page that is not full is the last one.
    let last = records.get(size - 1).map(|record| &record.lead);
    let next = last.map(|lead| Position {
        created_at: lead.created_at,
        id: lead.id,
    });
    Ok(Page { records, next })
}
