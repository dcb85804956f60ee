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
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    config::company::TOWNS,
    database::schema::site_forms,
    leads::lead_records::{HIDDEN, VISIBLE},
};

/// The most named groups of a division: more than are shown, since several referrers may belong to one site.
const MAX_GROUPS: i64 = 100;

/// The most characters of a group's name: enough for any genuine referrer.
const MAX_NAME_CHARS: i32 = 200;

/// Leads and call clicks that are counted together: each lead once in each division.
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
    /// The service, area, referrer or status; empty if it is not known. `None` is all smaller groups.
    #[diesel(sql_type = Nullable<Text>)]
    pub name: Option<String>,
    /// By `answer`: whether they are emergencies.
    #[diesel(sql_type = Nullable<Bool>)]
    pub is_emergency: Option<bool>,
    /// By `answer`: whether a person was reached within the hour. `None` if that is open, and for entered calls.
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
#[derive(Clone, Debug, Default, Queryable, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskQuotesOut {
    leads: i64,
    /// The sum of their amounts, in cents.
    amount: i64,
    /// How many of them are two weeks old: going cold.
    cold_leads: i64,
    /// The sum of the amounts of these, in cents.
    cold_amount: i64,
}

/// The median minutes until the first call; `null` where nobody called. Without entered calls.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct DeskFirstCall {
    emergency: Option<f64>,
    /// Of all that are no emergency.
    other: Option<f64>,
}

/// The counts.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Leads that are shown, and call clicks.
    pub groups: Vec<Group>,
    /// How long the first call took.
    pub first_call: DeskFirstCall,
    /// What happened in each week in which something did.
    pub outcomes: Vec<Outcomes>,
    /// How many leads were won, and lost for each reason.
    pub closed: Vec<(String, Option<String>, i64)>,
    /// Estimates that are out now.
    pub out: DeskQuotesOut,
    /// Leads that are not shown: they are spam, or may be.
    pub spam: i64,
}

/// Parameters: the beginnings of the weeks; the first of them; how many groups of a division are
/// named; how long a name may be (anybody can send leads with thousands of services and referrers);
/// [`towns`].
fn groups() -> String {
    format!(
        "
    SELECT division, week, is_emergency, is_in_time, CASE WHEN place <= $3 THEN name END AS name,
        sum(leads)::bigint AS leads, sum(entered)::bigint AS entered, sum(clicks)::bigint AS clicks
    FROM (
        SELECT CASE 0 WHEN grouping(week) THEN 'week' WHEN grouping(area) THEN 'area'
                WHEN grouping(referrer) THEN 'referrer' WHEN grouping(status) THEN 'status'
                WHEN grouping(service) THEN 'service' ELSE 'answer' END AS division,
            week, is_emergency, is_in_time, coalesce(service, area, referrer, status) AS name,
            count(source) AS leads, count(*) FILTER (WHERE source = 'call') AS entered,
            count(*) FILTER (WHERE source IS NULL) AS clicks,
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
            FROM (
                SELECT created_at, referrer, service, emergency, source, answered_at, address, city,
                    state, status
                FROM site_forms
                WHERE created_at >= $2 AND {VISIBLE}
                UNION ALL
                SELECT created_at, referrer, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
                FROM phone_clicks
                WHERE created_at >= $2
            ) AS lead_or_click
        ) AS lead_or_click
        GROUP BY GROUPING SETS (
            (week), (service), (is_emergency, is_in_time), (area), (referrer), (status))
        -- Clicks are counted by week and by referrer alone.
        HAVING count(source) > 0 OR grouping(week, referrer) < 3
    ) AS division
    GROUP BY 1, 2, 3, 4, 5"
    )
}

/// Matches the last of the company's towns in an address in lower case, like [`town`](crate::config::company::town).
fn towns() -> String {
    let towns = TOWNS.iter().map(|town| regex::escape(&town.to_lowercase()));
    format!(".*({})", towns.collect::<Vec<_>>().join("|"))
}

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

/// After how many days nobody is asked any more about an estimate, but once a week.
const COLD_DAYS: i64 = 14;

/// The columns of [`DeskQuotesOut`].
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
    let groups = sql_query(groups())
        .bind::<Array<Timestamptz>, _>(weeks)
        .bind::<Timestamptz, _>(since)
        .bind::<BigInt, _>(MAX_GROUPS)
        .bind::<Integer, _>(MAX_NAME_CHARS)
        .bind::<Text, _>(towns())
        .load(connection)
        .await?;
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
        found.map(|(_, minutes)| minutes.max(0.0).round())
    };
    let outcomes = sql_query(outcomes())
        .bind::<Array<Timestamptz>, _>(weeks)
        .bind::<Timestamptz, _>(since)
        .load(connection)
        .await?;
    let closed = site_forms::table
        .filter(sql::<Bool>("closed_at >= ").bind::<Timestamptz, _>(since))
        .filter(sql::<Bool>(VISIBLE))
        .filter(sql::<Bool>("status IN ('won', 'lost')"))
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
        first_call: DeskFirstCall {
            emergency: median(true),
            other: median(false),
        },
        outcomes,
        closed,
        out,
        spam,
    })
}
