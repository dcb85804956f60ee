//! Counts the leads and call clicks of a period, for the desk's figures.

use chrono::{DateTime, Utc};
use diesel::{
    dsl::sql,
    prelude::*,
    sql_query,
    sql_types::{Array, BigInt, Bool, Double, Integer, Nullable, Text, Timestamptz},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use lead_log::Status;

use crate::{
    config::company::TOWNS,
    database::schema::site_forms,
    leads::lead_records::{HIDDEN, VISIBLE},
};

/// The most named groups of a division: several times the number that is shown, since several
/// referrers may belong to one site. The others are counted as one.
const MAX_GROUPS: i64 = 100;

/// The most characters of a group's name: more than fits into a chart, and enough for any genuine
/// referrer.
const MAX_NAME_CHARS: i32 = 200;

/// Leads and call clicks that are counted together. Each lead is counted once in each division,
/// each click by week and by referrer.
#[derive(Clone, Debug, QueryableByName)]
pub struct Group {
    /// What they are grouped by: `week`; `service`, the requested service; `answer`; `area`, the town that
    /// the address names, in lower case, or else city and state of the visitor's network address;
    /// `referrer`, the page that led to the one where it was sent, without query and fragment; or `status`.
    #[diesel(sql_type = Text)]
    pub division: String,
    /// The number of the week, counted from 0, the earliest first.
    #[diesel(sql_type = Nullable<Integer>)]
    pub week: Option<i32>,
    /// The service, area, referrer or status; empty if it is not known. `None` is all groups that
    /// are not among the largest.
    #[diesel(sql_type = Nullable<Text>)]
    pub name: Option<String>,
    /// By `answer`: whether they are emergencies.
    #[diesel(sql_type = Nullable<Bool>)]
    pub is_emergency: Option<bool>,
    /// By `answer`: whether a person was reached within the hour. `None` if nobody was reached and
    /// the hour is not over, and for calls that were entered.
    #[diesel(sql_type = Nullable<Bool>)]
    pub is_in_time: Option<bool>,
    /// The number of leads.
    #[diesel(sql_type = BigInt)]
    pub leads: i64,
    /// The number of leads that were entered by hand.
    #[diesel(sql_type = BigInt)]
    pub entered: i64,
    /// The number of call clicks.
    #[diesel(sql_type = BigInt)]
    pub clicks: i64,
}

/// What happened in a week, whenever the leads came.
#[derive(Clone, Debug, QueryableByName)]
pub struct Outcomes {
    /// The number of the week, counted from 0, the earliest first.
    #[diesel(sql_type = Integer)]
    pub week: i32,
    /// The sum of the estimates that were given, in cents.
    #[diesel(sql_type = BigInt)]
    pub quoted: i64,
    /// The sum of the orders, in cents.
    #[diesel(sql_type = BigInt)]
    pub won: i64,
    /// The number of leads that were lost.
    #[diesel(sql_type = BigInt)]
    pub lost: i64,
}

/// Estimates to which nobody has said yes or no.
#[derive(Clone, Debug, Default, Queryable)]
pub struct Out {
    /// The number of leads.
    pub leads: i64,
    /// The sum of their amounts, in cents.
    pub amount: i64,
    /// The number of those that are [`COLD_DAYS`] old.
    pub cold_leads: i64,
    /// The sum of their amounts, in cents.
    pub cold_amount: i64,
}

/// The counts.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Leads that are shown, and call clicks.
    pub groups: Vec<Group>,
    /// The median time to the first call of emergencies and of the others, in minutes. `None` if
    /// nobody called.
    pub first_call: (Option<f64>, Option<f64>),
    /// What happened in each week in which something did.
    pub outcomes: Vec<Outcomes>,
    /// How many leads were won, and lost for each reason.
    pub closed: Vec<(String, Option<String>, i64)>,
    /// Estimates that are out now.
    pub out: Out,
    /// Leads that are not shown: they are spam, or may be.
    pub spam: i64,
}

/// Parameters: the beginnings of the weeks; the first of them; how many groups of a division are
/// named; how long a name may be (anybody can send leads with thousands of services and referrers);
/// [`towns`].
fn leads() -> String {
    format!(
        "
    SELECT division, week, is_emergency, is_in_time,
        CASE WHEN place <= $3 THEN name END AS name, sum(count)::bigint AS leads, 0::bigint AS clicks,
        sum(entered)::bigint AS entered
    FROM (
        SELECT CASE 0 WHEN grouping(week) THEN 'week' WHEN grouping(area) THEN 'area'
                WHEN grouping(referrer) THEN 'referrer' WHEN grouping(status) THEN 'status'
                WHEN grouping(service) THEN 'service' ELSE 'answer' END AS division,
            week, is_emergency, is_in_time, coalesce(service, area, referrer, status) AS name,
            count(*) AS count, count(*) FILTER (WHERE source = 'call') AS entered,
            row_number() OVER (
                PARTITION BY grouping(week, area, referrer, status, service)
                ORDER BY count(*) DESC, coalesce(service, area, referrer, status)
            ) AS place
        FROM (
            SELECT width_bucket(created_at, $1) - 1 AS week,
                left(service, $4) AS service,
                emergency AS is_emergency,
                CASE WHEN source = 'call' THEN NULL
                    WHEN answered_at <= created_at + interval '1 hour' THEN true
                    WHEN created_at <= now() - interval '1 hour' THEN false
                    END AS is_in_time,
                coalesce(
                    substring(lower(left(address, $4)) FROM $5),
                    concat_ws(', ', nullif(city, ''), nullif(state, ''))) AS area,
                left(split_part(split_part(coalesce(referrer, ''), '?', 1), '#', 1), $4) AS referrer,
                status, source
            FROM site_forms
            WHERE created_at >= $2 AND {VISIBLE}
        ) AS lead
        GROUP BY GROUPING SETS (
            (week), (service), (is_emergency, is_in_time), (area), (referrer), (status))
    ) AS division
    GROUP BY 1, 2, 3, 4, 5"
    )
}

/// Matches the last of the company's towns in an address in lower case, like [`town`](crate::config::company::town).
fn towns() -> String {
    let towns = TOWNS.iter().map(|town| regex::escape(&town.to_lowercase()));
    format!(".*({})", towns.collect::<Vec<_>>().join("|"))
}

/// Parameters as for [`leads`]; the last is not used.
const CLICKS: &str = "
    SELECT division, week, NULL::boolean AS is_emergency, NULL::boolean AS is_in_time,
        CASE WHEN place <= $3 THEN name END AS name, sum(count)::bigint AS clicks,
        0::bigint AS leads, 0::bigint AS entered
    FROM (
        SELECT CASE 0 WHEN grouping(week) THEN 'week' ELSE 'referrer' END AS division,
            week, referrer AS name, count(*) AS count,
            row_number() OVER (PARTITION BY grouping(week) ORDER BY count(*) DESC, referrer) AS place
        FROM (
            SELECT width_bucket(created_at, $1) - 1 AS week,
                left(split_part(split_part(coalesce(referrer, ''), '?', 1), '#', 1), $4) AS referrer
            FROM phone_clicks
            WHERE created_at >= $2 AND $5 IS NOT NULL
        ) AS click
        GROUP BY GROUPING SETS ((week), (referrer))
    ) AS division
    GROUP BY 1, 2, 3, 4, 5";

/// Parameters: the beginnings of the weeks; the first of them.
fn outcomes() -> String {
    format!(
        "
    SELECT week, sum(quoted)::bigint AS quoted, sum(won)::bigint AS won, sum(lost)::bigint AS lost
    FROM (
        SELECT width_bucket(quoted_at, $1) - 1 AS week, coalesce(quoted, 0) AS quoted, 0 AS won, 0 AS lost
        FROM site_forms WHERE quoted_at >= $2 AND {VISIBLE}
        UNION ALL
        SELECT width_bucket(closed_at, $1) - 1, 0, CASE status WHEN 'won' THEN coalesce(won, 0) ELSE 0 END,
            (status = 'lost')::integer
        FROM site_forms WHERE closed_at >= $2 AND {VISIBLE}
    ) AS outcome
    GROUP BY week"
    )
}

/// The condition that a lead was closed and is.
const CLOSED: &str = "status IN ('won', 'lost')";

/// After how many days nobody is asked any more about an estimate, but once a week.
const COLD_DAYS: i64 = 14;

/// The columns of [`Out`].
fn out() -> String {
    let cold = format!("FILTER (WHERE quoted_at < now() - interval '{COLD_DAYS} days')");
    format!(
        "count(*), coalesce(sum(quoted), 0)::bigint, count(*) {cold}, coalesce(sum(quoted) {cold}, 0)::bigint"
    )
}

/// How long the first call took, in minutes.
const MEDIAN: &str = "percentile_cont(0.5) WITHIN GROUP (
    ORDER BY extract(epoch FROM calls[1] - created_at) / 60)::float8";

/// Counts the leads and the clicks since the first of these weeks began. The weeks are in chronological order.
pub async fn count(
    connection: &mut AsyncPgConnection,
    weeks: &[DateTime<Utc>],
) -> QueryResult<Counts> {
    let Some(since) = weeks.first() else {
        return Ok(Counts::default());
    };
    let mut groups = Vec::new();
    for query in [&*leads(), CLICKS] {
        let found: Vec<Group> = sql_query(query)
            .bind::<Array<Timestamptz>, _>(weeks)
            .bind::<Timestamptz, _>(since)
            .bind::<BigInt, _>(MAX_GROUPS)
            .bind::<Integer, _>(MAX_NAME_CHARS)
            .bind::<Text, _>(towns())
            .load(connection)
            .await?;
        groups.extend(found);
    }
    // For an entered lead, the call itself was the first call.
    let medians: Vec<(bool, f64)> = site_forms::table
        .filter(site_forms::created_at.ge(since))
        .filter(sql::<Bool>(VISIBLE))
        .filter(sql::<Bool>("source <> 'call' AND calls <> '{}'"))
        .group_by(site_forms::emergency)
        .select((site_forms::emergency, sql::<Double>(MEDIAN)))
        .load(connection)
        .await?;
    let median = |of_emergencies| {
        let found = medians.iter().find(|(is_of, _)| *is_of == of_emergencies);
        found.map(|(_, minutes)| minutes.max(0.0))
    };
    let outcomes = sql_query(outcomes())
        .bind::<Array<Timestamptz>, _>(weeks)
        .bind::<Timestamptz, _>(since)
        .load(connection)
        .await?;
    let closed = site_forms::table
        .filter(sql::<Bool>("closed_at >= ").bind::<Timestamptz, _>(since))
        .filter(sql::<Bool>(VISIBLE))
        .filter(sql::<Bool>(CLOSED))
        .group_by(sql::<Text>("status, lost_reason"))
        .select(sql::<(Text, Nullable<Text>, BigInt)>(
            "status, lost_reason, count(*)",
        ))
        .order(sql::<BigInt>("count(*) DESC, lost_reason"))
        .load(connection)
        .await?;
    let out = site_forms::table
        .filter(sql::<Bool>("next_at IS NOT NULL"))
        .filter(sql::<Bool>(VISIBLE))
        .filter(site_forms::status.eq(Status::Quoted.name()))
        .select(sql::<(BigInt, BigInt, BigInt, BigInt)>(&out()))
        .first(connection)
        .await?;
    let spam = site_forms::table
        .filter(sql::<Bool>(HIDDEN))
        .filter(site_forms::created_at.ge(since))
        .count()
        .get_result(connection)
        .await?;
    Ok(Counts {
        groups,
        first_call: (median(true), median(false)),
        outcomes,
        closed,
        out,
        spam,
    })
}
