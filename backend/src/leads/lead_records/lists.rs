//! The desk's lists. Each lead is in exactly one of the first four at any time.

use chrono::{DateTime, SecondsFormat, Utc};
use diesel::{
    QueryResult, sql_query,
    sql_types::{BigInt, Timestamptz, Uuid as SqlUuid},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use lead_log::{Lead, Status};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Extent, LeadRecord, Page, Position, in_order};
use crate::company::time_zone;

/// A list of the desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum List {
    /// Leads that need somebody now: first all emergencies for which nobody was reached, then those whose customers
    /// answered to an estimate, then new leads (urgent ones first), then the others that became due within the last week, then those that have
    /// waited longer. Each class is sorted by the time from which a lead is due.
    Now,
    /// Leads that need somebody later, sorted by that time.
    Later,
    /// Leads that are done, the newest first.
    Done,
    /// Leads that are suspect or marked as spam, the newest first, without unmarked emergencies.
    Spam,
    /// Leads with an appointment today or later that is open or was called off, sorted by it. They are in another
    /// list too.
    Visits,
}

/// The condition that a lead is not [hidden](Lead::is_hidden). The partial indexes contain this and
/// [`CLASS`] word for word. Otherwise Postgres would not use them.
pub const VISIBLE: &str = "status <> 'spam' AND (NOT suspect OR emergency)";

/// The class of a lead with a `next_at`: 1 for emergencies for which nobody was reached, 2 for new
/// urgent leads, 3 for other new leads, 0 for the others. The index is sorted by class, then by
/// `next_at`. Most new leads are in the last class, so the index grows at its end.
pub const CLASS: &str = "(CASE WHEN emergency AND status IN ('new', 'no-answer') THEN 1 \
     WHEN status <> 'new' THEN 0 WHEN urgency = 'urgent' THEN 2 ELSE 3 END)";

/// The hours between two classes in the order of [`List::Now`]: 110 years, more than the distance
/// of any two times. Unlike days, hours have the same length in every time zone.
const HOURS_BETWEEN_CLASSES: i64 = 110 * 365 * 24;

/// The condition that a lead of a class is due.
const DUE: &str = " AND next_at <= now()";

/// The condition that a customer answered to an estimate, and nobody has acted since. The partial index contains it.
const WAITS: &str = r#"estimate @> '{"waits": true}'"#;

/// The conditions that a lead became due within the last week, and before. What waits for longer is
/// not lost for one more day. `groupOf` of the desk (`next.ts`) is the same rule.
const DUE_THIS_WEEK: &str = " AND next_at <= now() AND next_at > now() - interval '168 h'";
const DUE_FOR_LONGER: &str = " AND next_at <= now() - interval '168 h'";

impl List {
    /// Returns the parts of the list that an index has in order: their conditions, the column that
    /// they are sorted by, and the hours that are added to that column for the position in the list.
    fn parts(self) -> Vec<(String, &'static str, i64)> {
        let of_class = |class: u8, when: &str, hours: i64| {
            let condition =
                format!("next_at IS NOT NULL AND {VISIBLE} AND {CLASS} = {class}{when}");
            (condition, "next_at", hours)
        };
        let answered =
            format!("next_at IS NOT NULL AND {VISIBLE} AND {WAITS} AND {CLASS} = 0{DUE}");
        let [week, longer] =
            [DUE_THIS_WEEK, DUE_FOR_LONGER].map(|when| format!("{when} AND ({WAITS}) IS NOT TRUE"));
        match self {
            Self::Now => {
                let by_class =
                    |class, when, place| of_class(class, when, place * HOURS_BETWEEN_CLASSES);
                vec![
                    by_class(1, "", 0),
                    (answered, "next_at", HOURS_BETWEEN_CLASSES),
                    by_class(2, DUE, 2),
                    by_class(3, DUE, 3),
                    by_class(0, &week, 4),
                    by_class(0, &longer, 5),
                ]
            }
            Self::Later => [0, 2, 3]
                .map(|class| of_class(class, " AND next_at > now()", 0))
                .into(),
            Self::Done => vec![(format!("next_at IS NULL AND {VISIBLE}"), "created_at", 0)],
            Self::Spam => vec![(format!("NOT ({VISIBLE})"), "created_at", 0)],
            Self::Visits => vec![(VISIBLE.to_owned(), "begins_at", 0)],
        }
    }

    /// Returns the table whose rows the list has.
    fn table(self) -> String {
        if !matches!(self, Self::Visits) {
            return "site_forms".to_owned();
        }
        let today = time_zone::start_of(time_zone::day(Utc::now()))
            .unwrap_or_default()
            .to_rfc3339_opts(SecondsFormat::Secs, true);
        format!(
            "(SELECT lead_id AS id, min(begins_at) AS begins_at FROM appointments
                WHERE begins_at >= timestamptz '{today}' AND (ended IS NULL OR ended = 'called-off')
                GROUP BY lead_id) AS appointment JOIN site_forms USING (id)"
        )
    }

    const fn is_newest_first(self) -> bool {
        matches!(self, Self::Done | Self::Spam)
    }

    const fn start(self) -> Position {
        let (at, id) = if self.is_newest_first() {
            (DateTime::<Utc>::MAX_UTC, Uuid::max())
        } else {
            (DateTime::UNIX_EPOCH, Uuid::nil())
        };
        Position { at, id }
    }

    /// Returns the query for a page. Its parameters are the position's time and id, and the number
    /// of leads. It reads each part from the part's own position, so that every page costs the same.
    fn query(self) -> String {
        let (after, order) = if self.is_newest_first() {
            ('<', "DESC")
        } else {
            ('>', "ASC")
        };
        let table = self.table();
        let parts = self.parts().into_iter().map(|(condition, column, hours)| {
            let start = format!("$1 - interval '{hours} h'");
            format!(
                "(SELECT id, {column} + interval '{hours} h' AS at FROM {table}
                 WHERE {condition} AND {column} {after}= {start}
                     AND ({column} {after} {start} OR id {after} $2)
                 ORDER BY {column} {order}, id {order} LIMIT $3)"
            )
        });
        format!(
            "SELECT id, at FROM ({}) AS lead ORDER BY at {order}, id {order} LIMIT $3",
            parts.collect::<Vec<_>>().join(" UNION ALL ")
        )
    }
}

/// Makes the next queries of this transaction read an index in its order, and no further than
/// needed. Postgres assumes that few leads have a [`CLASS`], and would read and sort them all.
pub async fn plan(connection: &mut AsyncPgConnection) -> QueryResult<()> {
    sql_query("SET LOCAL enable_bitmapscan = off")
        .execute(connection)
        .await
        .map(drop)
}

/// Reads a page of a list in its order: at most `limit` leads, after a position or from the first
/// lead. Call it in a transaction.
pub async fn page(
    connection: &mut AsyncPgConnection,
    list: List,
    after: Option<Position>,
    limit: usize,
) -> QueryResult<Page> {
    let Position { at, id } = after.unwrap_or(list.start());
    plan(connection).await?;
    let mut places: Vec<Position> = sql_query(list.query())
        .bind::<Timestamptz, _>(at)
        .bind::<SqlUuid, _>(id)
        // One more lead shows whether there is another page.
        .bind::<BigInt, _>(i64::try_from(limit + 1).unwrap_or(i64::MAX))
        .load(connection)
        .await?;
    let more = places.len() > limit;
    places.truncate(limit);
    let end = places.last().copied().filter(|_| more);
    let ids = places.into_iter().map(|place| place.id).collect();
    Ok((in_order(connection, ids, Extent::List).await?, end))
}

impl LeadRecord {
    /// Returns the part of the lead that its events do not change.
    pub(crate) fn unchanging(&self) -> Lead {
        Lead {
            created_at: self.lead.created_at,
            emergency: self.estimate.is_emergency(),
            suspect: self.state.suspect,
        }
    }

    /// Returns when the next step is overdue. `None` if there is no next step.
    pub(crate) fn late_at(&self) -> Option<DateTime<Utc>> {
        let status = Status::named(&self.state.status);
        let next_at = self.state.next_at?;
        Some(self.unchanging().late_at(status, next_at))
    }

    /// Whether the lead is suspect or marked as spam.
    pub(crate) fn is_spam(&self) -> bool {
        self.state.suspect || self.state.status == Status::Spam.name()
    }

    /// Whether nobody is notified of the lead.
    pub(crate) fn is_hidden(&self) -> bool {
        let status = Status::named(&self.state.status);
        self.unchanging().is_hidden(status, self.state.suspect)
    }
}
