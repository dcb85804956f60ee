//! Leads as the desk reads and changes them: their state is in columns of `site_forms`.

use std::{str::FromStr, time::Duration};

use chrono::{DateTime, Utc};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, IntoSql, OptionalExtension, PgTextExpressionMethods,
    QueryDsl, QueryResult, Queryable, QueryableByName,
    dsl::{now, sql},
    pg::Pg,
    select, sql_query,
    sql_types::{BigInt, Bool, Nullable, Text, Timestamptz, Uuid as SqlUuid},
    update,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde::{
    Deserialize, Serialize,
    de::{IntoDeserializer, value},
};
use utoipa::ToSchema;
use uuid::Uuid;
use validator_wasm::PLACEHOLDER_EMAIL;

use super::{
    desk_audit::{self, Action},
    interval::{interval, timestamptz_mi_interval},
    outbox::{self, undelivered},
    schema::{outbox as mails, site_forms},
};

/// What became of a lead, as the owner says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Nobody has answered it yet.
    New,
    /// The customer was called, and answered.
    Called,
    /// The customer was called, and did not answer.
    NoAnswer,
    /// The customer has an estimate.
    Quoted,
    /// The customer ordered.
    Won,
    /// The customer did not order.
    Lost,
    /// It is no customer's.
    Spam,
}

impl Status {
    /// The name in the database and on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Called => "called",
            Self::NoAnswer => "no-answer",
            Self::Quoted => "quoted",
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Spam => "spam",
        }
    }

    /// The folder of a lead with this status that is not suspect.
    #[must_use]
    pub const fn folder(self) -> Folder {
        match self {
            Self::New => Folder::Open,
            Self::Called | Self::NoAnswer | Self::Quoted | Self::Won | Self::Lost => {
                Folder::Answered
            }
            Self::Spam => Folder::Spam,
        }
    }
}

impl FromStr for Status {
    type Err = value::Error;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::deserialize(name.into_deserializer())
    }
}

/// A lead with its state.
#[derive(Clone, Debug, PartialEq, Eq, Queryable)]
#[expect(missing_docs, reason = "the columns are documented in schema.sql")]
pub struct DeskLead {
    pub id: Uuid,
    pub created_at: DateTime<Utc>,
    pub full_name: String,
    pub email: String,
    pub phone: String,
    pub message: String,
    pub site_name: String,
    pub city: Option<String>,
    pub state: Option<String>,
    pub suspect: bool,
    pub spam_signs: Vec<String>,
    pub status: String,
    pub note: String,
    pub version: i32,
    pub answered_at: Option<DateTime<Utc>>,
    pub changed_at: Option<DateTime<Utc>>,
    /// The state of its mail, as in `outbox.state`. `None` if there is none: it was sent so long ago
    /// that it was pruned, or the lead is spam.
    pub mail: Option<String>,
}

/// The leads with the columns of a [`DeskLead`].
#[diesel::dsl::auto_type(no_type_alias)]
fn leads() -> _ {
    site_forms::table.select((
        site_forms::id,
        site_forms::created_at,
        site_forms::full_name,
        site_forms::email,
        site_forms::phone,
        site_forms::message,
        site_forms::site_name,
        site_forms::city,
        site_forms::state,
        site_forms::suspect,
        site_forms::spam_signs,
        site_forms::status,
        site_forms::note,
        site_forms::version,
        site_forms::answered_at,
        site_forms::changed_at,
        // Not a join: it may be planned as a scan of the whole outbox.
        mails::table
            .find(site_forms::id)
            .select(mails::state)
            .single_value(),
    ))
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

/// Which leads to list.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Those of a folder, or all.
    pub folder: Option<Folder>,
    /// Those with this text, or all.
    pub search: Option<String>,
    /// Those after this one, or the newest.
    pub after: Option<Position>,
    /// How many at most.
    pub limit: i64,
}

/// The place of a lead in the order of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// When it was saved.
    pub created_at: DateTime<Utc>,
    /// Its id, for leads that were saved at the same time.
    pub id: Uuid,
}

/// Lists leads, the newest first.
///
/// # Errors
/// When the query fails.
pub async fn newest_first(
    connection: &mut AsyncPgConnection,
    selection: &Selection,
) -> QueryResult<Vec<DeskLead>> {
    let mut page = leads()
        .order((site_forms::created_at.desc(), site_forms::id.desc()))
        .limit(selection.limit)
        .into_boxed();
    if let Some(folder) = selection.folder {
        page = page.filter(is_in(folder));
    }
    if let Some(text) = &selection.search {
        plan_search(connection).await?;
        page = page.filter(holds(text));
    }
    if let Some(position) = selection.after {
        page = page.filter(is_after(position));
    }
    page.load(connection).await
}

/// A condition on a lead.
type Condition = Box<dyn diesel::BoxableExpression<site_forms::table, Pg, SqlType = Bool>>;

/// The condition that a lead is in a folder.
pub(super) fn is_in(folder: Folder) -> Condition {
    Box::new(sql::<Bool>(folder.condition()))
}

/// The condition that a lead comes after a place in the order of time, the newest first.
pub(super) fn is_after(Position { created_at, id }: Position) -> Condition {
    // The index on `created_at` finds the place by the first condition.
    Box::new(
        site_forms::created_at.le(created_at).and(
            site_forms::created_at
                .lt(created_at)
                .or(site_forms::id.lt(id)),
        ),
    )
}

/// Has the next search of this transaction planned for its text: what is in few leads is sought in the
/// whole table, by several processes, and what is in many along the index.
pub(super) async fn plan_search(connection: &mut AsyncPgConnection) -> QueryResult<()> {
    sql_query("SET LOCAL plan_cache_mode = force_custom_plan")
        .execute(connection)
        .await
        .map(drop)
}

/// Fewer digits are in too many telephone numbers.
const MIN_PHONE_DIGITS: usize = 3;

/// The condition that a lead holds a text: in its name, its message, its address, or, written in any
/// way, its telephone number.
pub(super) fn holds(text: &str) -> Condition {
    let pattern = format!("%{}%", escaped(text));
    let words = site_forms::full_name
        .ilike(pattern.clone())
        .or(site_forms::message.ilike(pattern.clone()))
        .or(site_forms::email
            .ilike(pattern)
            .and(site_forms::email.ne(PLACEHOLDER_EMAIL)));
    match phone_pattern(text) {
        Some(pattern) => {
            let phone = sql::<Bool>("phone ~ ").bind::<Text, _>(pattern);
            Box::new(words.or(phone))
        }
        None => Box::new(words),
    }
}

/// A text in which no character is a wildcard of `LIKE`.
fn escaped(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern
}

/// The pattern of a text that may be a telephone number: its digits without the country's 1, and
/// anything else between them.
fn phone_pattern(text: &str) -> Option<String> {
    let is_number = text
        .chars()
        .all(|c| c.is_ascii_digit() || c.is_whitespace() || "+-().".contains(c));
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let digits = match digits.strip_prefix('1') {
        Some(national) if digits.len() == 11 || text.trim_start().starts_with('+') => national,
        _ => &digits,
    };
    (is_number && digits.len() >= MIN_PHONE_DIGITS).then(|| {
        let digits: Vec<String> = digits.chars().map(String::from).collect();
        digits.join("[^0-9]*")
    })
}

/// A lead.
///
/// # Errors
/// When the query fails.
pub async fn find(connection: &mut AsyncPgConnection, id: Uuid) -> QueryResult<Option<DeskLead>> {
    leads()
        .filter(site_forms::id.eq(id))
        .first(connection)
        .await
        .optional()
}

/// What is to become of a lead.
#[derive(Clone, Debug)]
pub enum Change {
    /// Another status, another note, or both.
    Edit {
        /// The status, if it is to be set.
        status: Option<Status>,
        /// The note, if it is to be set.
        note: Option<String>,
    },
    /// It is a customer's.
    Customer,
    /// It is spam.
    Spam,
}

/// The outcome of a change.
#[derive(Clone, Debug)]
pub enum ChangeOutcome {
    /// The lead is as it was to be.
    Done(Box<DeskLead>),
    /// It has another version: nothing was changed.
    Conflict(Box<DeskLead>),
    /// There is no such lead.
    NotFound,
}

/// Changes a lead that still has this version. Call it in a transaction.
///
/// # Errors
/// When a query fails.
pub async fn change(
    connection: &mut AsyncPgConnection,
    who: &str,
    id: Uuid,
    version: i32,
    change: &Change,
) -> QueryResult<ChangeOutcome> {
    // Of two changes at the same time, the second waits here for the first.
    let locked: Option<Uuid> = site_forms::table
        .find(id)
        .select(site_forms::id)
        .for_update()
        .first(connection)
        .await
        .optional()?;
    let Some(lead) = (match locked {
        Some(id) => find(connection, id).await?,
        None => None,
    }) else {
        return Ok(ChangeOutcome::NotFound);
    };
    if lead.version != version {
        return Ok(ChangeOutcome::Conflict(Box::new(lead)));
    }
    let old = lead.status.parse().unwrap_or(Status::New);
    let (status, suspect, note) = match change {
        Change::Edit { status, note } => (
            status.unwrap_or(old),
            lead.suspect,
            note.as_ref().unwrap_or(&lead.note),
        ),
        Change::Customer => (Status::New, false, &lead.note),
        Change::Spam => (Status::Spam, lead.suspect, &lead.note),
    };
    if status == old && suspect == lead.suspect && *note == lead.note {
        return Ok(ChangeOutcome::Done(Box::new(lead)));
    }
    let answered_at = sql::<Nullable<Timestamptz>>(if status.folder() == Folder::Answered {
        "coalesce(answered_at, now())"
    } else {
        "NULL"
    });
    update(site_forms::table.find(id))
        .set((
            site_forms::status.eq(status.name()),
            site_forms::suspect.eq(suspect),
            site_forms::note.eq(note),
            site_forms::version.eq(version.wrapping_add(1)),
            site_forms::answered_at.eq(answered_at),
            site_forms::changed_at.eq(now.into_sql::<Nullable<Timestamptz>>()),
        ))
        .execute(connection)
        .await?;
    let verdict = match change {
        Change::Customer => {
            outbox::verdict::release(connection, id).await?;
            Some(Action::Customer { old })
        }
        _ if status == Status::Spam && old != Status::Spam => {
            outbox::verdict::stop(connection, id).await?;
            Some(Action::Spam { old })
        }
        _ if old == Status::Spam && status != old => {
            outbox::verdict::resume(connection, id).await?;
            Some(Action::Status { old, new: status })
        }
        _ => (status != old).then_some(Action::Status { old, new: status }),
    };
    let noted = (*note != lead.note).then_some(Action::Note);
    for action in verdict.into_iter().chain(noted) {
        desk_audit::record(connection, who, Some(id), action).await?;
    }
    Ok(find(connection, id)
        .await?
        .map_or(ChangeOutcome::NotFound, |lead| {
            ChangeOutcome::Done(Box::new(lead))
        }))
}

/// How far back [`changes`] begins. A lead has the time at which its transaction began, and is seen when
/// that ends: this long, a transaction may take to be missed by nobody. What was changed since is read
/// several times.
const OVERLAP: Duration = Duration::from_secs(10);

/// The most leads of one answer.
const MAX_CHANGES: usize = 200;

/// The most leads that are counted: above it the count stays the same, and costs no more.
pub const MAX_COUNTED: i64 = 1_000;

/// What is new.
#[derive(Clone, Debug)]
pub struct Changes {
    /// From where to go on.
    pub at: DateTime<Utc>,
    /// Leads that are new or were changed, the latest first.
    pub leads: Vec<DeskLead>,
    /// Whether there were more.
    pub more: bool,
    /// Open leads; at most [`MAX_COUNTED`].
    pub open: i64,
    /// Suspect leads that nobody has marked as spam; at most [`MAX_COUNTED`].
    pub spam: i64,
    /// Mails that were not delivered.
    pub undelivered: undelivered::Undelivered,
}

/// Parameters: the time; how many. Each part reads one index, from its end.
const CHANGED: &str = "
    (SELECT id FROM site_forms WHERE created_at > $1 ORDER BY created_at DESC LIMIT $2)
    UNION
    (SELECT id FROM site_forms WHERE changed_at > $1 ORDER BY changed_at DESC LIMIT $2)";

/// Parameter: how many at most.
const COUNTS: &str = "
    SELECT
        (SELECT count(*) FROM (
            SELECT FROM site_forms WHERE status = 'new' AND NOT suspect LIMIT $1) AS lead) AS open,
        (SELECT count(*) FROM (
            SELECT FROM site_forms WHERE suspect AND status <> 'spam' LIMIT $1) AS lead) AS spam";

#[derive(QueryableByName)]
struct Changed {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}

#[derive(QueryableByName)]
struct Counts {
    #[diesel(sql_type = BigInt)]
    open: i64,
    #[diesel(sql_type = BigInt)]
    spam: i64,
}

/// Reads what is new since a time; without one, the counts alone.
///
/// # Errors
/// When a query fails.
pub async fn changes(
    connection: &mut AsyncPgConnection,
    since: Option<DateTime<Utc>>,
) -> QueryResult<Changes> {
    let at = select(timestamptz_mi_interval(now, interval(OVERLAP)))
        .get_result(connection)
        .await?;
    let mut found = Vec::new();
    if let Some(since) = since {
        let most = i64::try_from(MAX_CHANGES).unwrap_or(i64::MAX);
        let changed: Vec<Changed> = sql_query(CHANGED)
            .bind::<Timestamptz, _>(since)
            .bind::<BigInt, _>(most + 1)
            .load(connection)
            .await?;
        let ids: Vec<Uuid> = changed.into_iter().map(|lead| lead.id).collect();
        if !ids.is_empty() {
            found = leads()
                .filter(site_forms::id.eq_any(ids))
                .load::<DeskLead>(connection)
                .await?;
        }
    }
    found.sort_by_key(|lead| {
        let latest = lead.changed_at.unwrap_or_default().max(lead.created_at);
        std::cmp::Reverse((latest, lead.id))
    });
    let more = found.len() > MAX_CHANGES;
    found.truncate(MAX_CHANGES);
    let counts: Counts = sql_query(COUNTS)
        .bind::<BigInt, _>(MAX_COUNTED)
        .get_result(connection)
        .await?;
    Ok(Changes {
        at,
        leads: found,
        more,
        open: counts.open,
        spam: counts.spam,
        undelivered: undelivered::count(connection).await?,
    })
}

#[cfg(test)]
mod tests {
    use utoipa::PartialSchema;

    use super::{Status, escaped, phone_pattern};

    #[test]
    fn a_status_has_the_same_name_in_the_database_and_on_the_wire() {
        let described = serde_json::to_value(Status::schema()).unwrap();
        for name in described["enum"].as_array().unwrap() {
            let name = name.as_str().unwrap();
            assert_eq!(name.parse::<Status>().unwrap().name(), name);
        }
        assert!("New".parse::<Status>().is_err());
    }

    #[test]
    fn wildcards_are_escaped() {
        assert_eq!(escaped(r"50% of_a\b"), r"50\% of\_a\\b");
    }

    #[test]
    fn a_number_is_searched_by_its_digits() {
        for (text, digits) in [
            ("404-555-0123", Some("4045550123")),
            ("+1 (404) 555.0123", Some("4045550123")),
            ("14045550123", Some("4045550123")),
            ("+1 404", Some("404")),
            ("0123", Some("0123")),
            ("12", None),
            ("12 Oak", None),
            ("", None),
        ] {
            assert_eq!(
                phone_pattern(text)
                    .map(|it| it.replace("[^0-9]*", ""))
                    .as_deref(),
                digits,
                "{text}"
            );
        }
    }
}
