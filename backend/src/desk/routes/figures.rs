//! `/api/desk/figures`: statistics about leads and call clicks.

use std::{cmp::Reverse, collections::BTreeMap};

use actix_web::HttpResponse;
use chrono::{DateTime, Utc};
use diesel::{
    dsl::{not, sql},
    prelude::*,
    sql_query,
    sql_types::{Array, BigInt, Bool, Double, Integer, Nullable, Text, Timestamptz},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::ToSpan;
use lead_log::{LostReason, Status};
use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::{IntoParams, ToSchema};

use crate::{
    company::time_zone,
    database::schema::{phone_clicks, site_forms},
    desk::{http::DeskRequest, lead::DeskLead, routes::leads::shown},
    leads::lead_records::{self, Extent, LeadRecord, VISIBLE, listed_line},
    web::error::RequestError,
};

/// The most named parts of a total. The rest are counted together.
const MAX_PARTS: usize = 10;

/// The most named groups of a query. It is more than `MAX_PARTS` because several referrers may
/// belong to one site.
const MAX_GROUPS: i64 = 100;

/// The maximum length of a group's name, in characters: enough for any genuine referrer.
const MAX_NAME_CHARS: i32 = 200;

const OTHERS: &str = "All others";

const UNKNOWN: &str = "Not known";

const DIRECT: &str = "Opened directly";

/// The period of the figures, in weeks.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
pub(crate) enum Weeks {
    #[serde(rename = "4")]
    Four = 4,
    #[serde(rename = "12")]
    Twelve = 12,
    #[serde(rename = "52")]
    FiftyTwo = 52,
}

/// The parameters of the figures.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Period {
    /// The number of weeks, this week included.
    #[param(inline, example = "12")]
    weeks: Weeks,
}

/// The figures of some weeks. Suspect leads and spam are counted only in `spam`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeskFigures {
    /// The time of the count.
    at: DateTime<Utc>,
    /// The weeks, the earliest first. The last one is the current week.
    weeks: Vec<DeskWeek>,
    /// The number of presses on call buttons.
    clicks: i64,
    /// The pages and sites that referred to the page where a lead was sent.
    pages: Vec<DeskPart>,
    /// The requested services.
    services: Vec<DeskPart>,
    /// The time until people were reached.
    answers: DeskAnswers,
    /// The time until the first call.
    first_call: DeskFirstCall,
    /// The number of leads that were decided in these weeks, whenever they came.
    decided: DeskDecided,
    /// The reasons of the leads that were lost in these weeks, the most common first.
    lost: Vec<DeskLost>,
    /// The estimates that were sent to customers in these weeks.
    estimates: DeskEstimates,
    /// The estimates that are currently neither accepted nor declined.
    out: DeskQuotesOut,
    /// The leads whose estimates are out for longer than two weeks, the largest amount first, then the last look: at
    /// most ten.
    cold: Vec<DeskLead>,
    /// The number of leads by status.
    statuses: BTreeMap<String, i64>,
    /// The number of suspect leads and spam.
    spam: i64,
}

/// A week, which begins on Monday in the company's time zone.
#[derive(QueryableByName, Serialize, ToSchema)]
pub(crate) struct DeskWeek {
    /// The date of its Monday.
    #[diesel(sql_type = Text)]
    #[schema(format = Date)]
    from: String,
    #[diesel(sql_type = BigInt)]
    leads: i64,
    /// The number of leads that were entered by hand.
    #[diesel(sql_type = BigInt)]
    entered: i64,
    /// The sum of the estimates that were given in this week, in cents.
    #[diesel(sql_type = BigInt)]
    quoted: i64,
    /// The sum of the orders of this week, in cents.
    #[diesel(sql_type = BigInt)]
    won: i64,
    /// The number of leads that were lost in this week.
    #[diesel(sql_type = BigInt)]
    lost: i64,
}

/// A part of the leads.
#[derive(Serialize, ToSchema)]
pub(crate) struct DeskPart {
    name: String,
    leads: i64,
}

/// The numbers of won and lost leads.
#[derive(Default, Serialize, ToSchema)]
pub(crate) struct DeskDecided {
    won: i64,
    lost: i64,
}

/// The number of leads that were lost for one reason.
#[derive(Serialize, ToSchema)]
pub(crate) struct DeskLost {
    /// The reason; `null` if it is unknown.
    #[schema(value_type = Option<LostReason>)]
    reason: Option<String>,
    leads: i64,
}

/// The time until people were reached.
#[derive(Default, Serialize, ToSchema)]
pub(crate) struct DeskAnswers {
    emergency: DeskAnswered,
    /// All leads that are not emergencies.
    other: DeskAnswered,
}

/// The numbers of leads, and of those in which a person was reached within an hour. Younger leads
/// that still wait are not counted, nor are entered calls.
#[derive(Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeskAnswered {
    leads: i64,
    within_hour: i64,
}

/// The median minutes until the first call; `null` if there was no call. Entered calls are not counted.
#[derive(Serialize, ToSchema)]
pub(crate) struct DeskFirstCall {
    emergency: Option<f64>,
    /// The median of all leads that are not emergencies.
    other: Option<f64>,
}

/// The numbers of leads whose latest estimate the customer can read, by how far the customer got with it.
#[derive(Queryable, Serialize, ToSchema)]
pub(crate) struct DeskEstimates {
    offered: i64,
    /// Those that the customer looked at.
    looked: i64,
    accepted: i64,
    declined: i64,
}

/// Estimates that are neither accepted nor declined.
#[derive(Queryable, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeskQuotesOut {
    leads: i64,
    /// The sum of their amounts, in cents.
    amount: i64,
    /// The number of estimates that are older than two weeks.
    cold_leads: i64,
    /// The sum of the amounts of these older estimates, in cents.
    cold_amount: i64,
}

/// Leads that are counted together. Each division counts each lead once.
#[derive(QueryableByName)]
struct Group {
    /// The grouping: `service`, the requested service; `answer`; `referrer`, the page that referred to the
    /// one where the lead was sent, without query and fragment; or `status`.
    #[diesel(sql_type = Text)]
    division: String,
    /// The service, referrer, or status; empty if it is unknown. `None` for all smaller groups together.
    #[diesel(sql_type = Nullable<Text>)]
    name: Option<String>,
    /// For `answer`: whether the leads are emergencies.
    #[diesel(sql_type = Nullable<Bool>)]
    is_emergency: Option<bool>,
    /// For `answer`: whether a person was reached within an hour. `None` if that is still open, and
    /// for entered calls.
    #[diesel(sql_type = Nullable<Bool>)]
    is_in_time: Option<bool>,
    #[diesel(sql_type = BigInt)]
    leads: i64,
}

/// Parameters: the start of the first week; the number of named groups per division; the maximum
/// length of a name (anybody can send leads with thousands of services and referrers).
fn groups() -> String {
    format!(
        "
    SELECT division, is_emergency, is_in_time, CASE WHEN place <= $2 THEN name END AS name,
        sum(leads)::bigint AS leads
    FROM (
        SELECT CASE 0 WHEN grouping(referrer) THEN 'referrer' WHEN grouping(status) THEN 'status'
                WHEN grouping(service) THEN 'service' ELSE 'answer' END AS division,
            is_emergency, is_in_time, coalesce(service, referrer, status) AS name, count(*) AS leads,
            row_number() OVER (
                PARTITION BY grouping(referrer, status, service)
                ORDER BY count(*) DESC, coalesce(service, referrer, status)
            ) AS place
        FROM (
            SELECT left(service, $3) AS service,
                emergency AS is_emergency,
                CASE WHEN source = 'call' THEN NULL
                    WHEN answered_at <= created_at + interval '1 hour' THEN true
                    WHEN created_at <= now() - interval '1 hour' THEN false
                    END AS is_in_time,
                left(split_part(split_part(coalesce(referrer, ''), '?', 1), '#', 1), $3) AS referrer,
                status
            FROM site_forms
            WHERE created_at >= $1 AND {VISIBLE}
        ) AS lead
        GROUP BY GROUPING SETS ((service), (is_emergency, is_in_time), (referrer), (status))
    ) AS division
    GROUP BY 1, 2, 3, 4"
    )
}

/// Returns the query that counts the events of each week, whenever the leads came. Parameters: the
/// starts of the weeks; the start of the first one; their Mondays.
fn weeks_query() -> String {
    format!(
        "
    SELECT ($3::text[])[week] AS \"from\", sum(leads) AS leads, sum(entered) AS entered,
        sum(quoted) AS quoted, sum(won) AS won, sum(lost) AS lost
    FROM (
        SELECT week, 0 AS leads, 0 AS entered, 0 AS quoted, 0 AS won, 0 AS lost
        FROM generate_series(1, cardinality($1)) AS week
        UNION ALL
        SELECT width_bucket(created_at, $1), 1, (source = 'call')::integer, 0, 0, 0
        FROM site_forms WHERE created_at >= $2 AND {VISIBLE}
        UNION ALL
        SELECT width_bucket(quoted_at, $1), 0, 0, coalesce(quoted, 0), 0, 0
        FROM site_forms WHERE quoted_at >= $2 AND {VISIBLE}
        UNION ALL
        SELECT width_bucket(closed_at, $1), 0, 0, 0,
            CASE status WHEN 'won' THEN coalesce(won, 0) ELSE 0 END, (status = 'lost')::integer
        FROM site_forms WHERE closed_at >= $2 AND {VISIBLE}
    ) AS happened
    GROUP BY week
    ORDER BY week"
    )
}

/// The condition that the desk asks about an estimate only once a week.
const COLD: &str = "quoted_at < now() - interval '14 days'";

/// The columns of [`DeskQuotesOut`].
fn out() -> String {
    let cold = format!("FILTER (WHERE {COLD})");
    format!(
        "count(*), coalesce(sum(quoted), 0)::bigint, count(*) {cold}, coalesce(sum(quoted) {cold}, 0)::bigint"
    )
}

/// The condition that an estimate is neither accepted nor declined.
fn is_out() -> String {
    let quoted = Status::Quoted.name();
    format!(
        "next_at IS NOT NULL AND {VISIBLE} AND status = '{quoted}'
            AND estimate->>'decision' IS DISTINCT FROM 'declined'"
    )
}

const BY_MONEY: &str =
    "quoted DESC NULLS LAST, (estimate->>'lastLook')::timestamptz DESC NULLS LAST, id";

const MAX_COLD: i64 = 10;

async fn cold(connection: &mut AsyncPgConnection) -> QueryResult<Vec<LeadRecord>> {
    let ids = site_forms::table
        .filter(sql::<Bool>(&is_out()))
        .filter(sql::<Bool>(COLD))
        .order(sql::<Integer>(BY_MONEY))
        .limit(MAX_COLD)
        .select(site_forms::id)
        .load(connection)
        .await?;
    lead_records::in_order(connection, ids, Extent::List).await
}

/// The columns of [`DeskEstimates`].
const ESTIMATES: &str = "count(estimate), count(estimate->>'firstLook'),
    count(*) FILTER (WHERE estimate->>'decision' = 'accepted'),
    count(*) FILTER (WHERE estimate->>'decision' = 'declined')";

const MEDIAN: &str = "percentile_cont(0.5) WITHIN GROUP (
    ORDER BY extract(epoch FROM calls[1] - created_at) / 60)::float8";

/// Returns the Mondays of the weeks until `at`, the earliest first, with the times at which they begin.
fn mondays(at: DateTime<Utc>, weeks: Weeks) -> Vec<(String, DateTime<Utc>)> {
    let today = time_zone::day(at);
    let monday = today.saturating_sub(today.weekday().to_monday_zero_offset().days());
    (0..weeks as i32)
        .rev()
        .map(|ago| monday.saturating_sub(ago.weeks()))
        .filter_map(|day| Some((day.to_string(), time_zone::start_of(day)?)))
        .collect()
}

type Sums = BTreeMap<String, i64>;

/// Read the figures of some weeks
#[utoipa::path(
    get,
    path = "/api/desk/figures",
    operation_id = "getDeskFigures",
    params(Period),
    responses((status = 200, description = "The figures.", body = DeskFigures)),
)]
pub(crate) async fn read(request: DeskRequest) -> Result<HttpResponse, RequestError> {
    let Period { weeks } = request.query()?;
    let figures = request
        .run(async |connection| count(connection, &request, weeks).await)
        .await?;
    Ok(HttpResponse::Ok().json(figures))
}

async fn count(
    connection: &mut AsyncPgConnection,
    request: &DeskRequest,
    weeks: Weeks,
) -> QueryResult<DeskFigures> {
    let at = Utc::now();
    let (mondays, beginnings): (Vec<_>, Vec<_>) = mondays(at, weeks).into_iter().unzip();
    let since = beginnings.iter().min().copied().unwrap_or(at);
    let weeks = sql_query(weeks_query())
        .bind::<Array<Timestamptz>, _>(&beginnings)
        .bind::<Timestamptz, _>(since)
        .bind::<Array<Text>, _>(&mondays)
        .load(connection)
        .await?;
    let groups: Vec<Group> = sql_query(groups())
        .bind::<Timestamptz, _>(since)
        .bind::<BigInt, _>(MAX_GROUPS)
        .bind::<Integer, _>(MAX_NAME_CHARS)
        .load(connection)
        .await?;
    let own_url = Url::parse(&request.desk.public_url).ok();
    let own_host = own_url.as_ref().and_then(host);
    let [mut pages, mut services] = <[Sums; 2]>::default();
    let mut answers = DeskAnswers::default();
    let mut statuses = BTreeMap::new();
    for group in groups {
        let leads = group.leads;
        let name = group.name.as_deref().map(listed_line);
        match &*group.division {
            "referrer" => *pages.entry(page(name, own_host)).or_default() += leads,
            "service" => *services.entry(known(name)).or_default() += leads,
            "status" => *statuses.entry(name.unwrap_or_default()).or_default() += leads,
            _ => {
                let answered = match group.is_emergency {
                    Some(true) => &mut answers.emergency,
                    _ => &mut answers.other,
                };
                if let Some(is_in_time) = group.is_in_time {
                    answered.leads += leads;
                    answered.within_hour += if is_in_time { leads } else { 0 };
                }
            }
        }
    }
    let closed: Vec<(String, Option<String>, i64)> = site_forms::table
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
    let mut decided = DeskDecided::default();
    let mut lost = Vec::new();
    for (status, reason, leads) in closed {
        if status == Status::Won.name() {
            decided.won += leads;
        } else {
            decided.lost += leads;
            lost.push(DeskLost { reason, leads });
        }
    }
    let estimates = site_forms::table
        .filter(sql::<Bool>("quoted_at >= ").bind::<Timestamptz, _>(since))
        .filter(sql::<Bool>(VISIBLE))
        .select(sql::<(BigInt, BigInt, BigInt, BigInt)>(ESTIMATES))
        .first(connection)
        .await?;
    let out = site_forms::table
        .filter(sql::<Bool>(&is_out()))
        .select(sql::<(BigInt, BigInt, BigInt, BigInt)>(&out()))
        .first(connection)
        .await?;
    let spam = site_forms::table
        .filter(not(sql::<Bool>(VISIBLE)))
        .filter(site_forms::created_at.ge(since))
        .count()
        .get_result(connection)
        .await?;
    let clicks = phone_clicks::table
        .filter(phone_clicks::created_at.ge(since))
        .count()
        .get_result(connection)
        .await?;
    Ok(DeskFigures {
        at,
        weeks,
        clicks,
        pages: most(pages),
        services: most(services),
        answers,
        first_call: first_call(connection, since).await?,
        decided,
        lost,
        estimates,
        out,
        cold: shown(request, cold(connection).await?),
        statuses,
        spam,
    })
}

async fn first_call(
    connection: &mut AsyncPgConnection,
    since: DateTime<Utc>,
) -> QueryResult<DeskFirstCall> {
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
    Ok(DeskFirstCall {
        emergency: median(true),
        other: median(false),
    })
}

fn known(name: Option<String>) -> String {
    match name {
        None => OTHERS.to_owned(),
        Some(name) if name.is_empty() => UNKNOWN.to_owned(),
        Some(name) => name,
    }
}

/// Names a referrer: the path on the company's site, or the host of another site.
fn page(referrer: Option<String>, own_host: Option<&str>) -> String {
    let Some(referrer) = referrer else {
        return OTHERS.to_owned();
    };
    let url = Url::parse(&referrer).ok();
    let name = url.as_ref().and_then(|url| match host(url)? {
        found if own_host == Some(found) => Some(url.path()),
        found => Some(found),
    });
    name.unwrap_or(DIRECT).to_owned()
}

fn host(url: &Url) -> Option<&str> {
    let host = url.host_str()?;
    Some(host.strip_prefix("www.").unwrap_or(host))
}

/// Returns the largest parts, the largest first, followed by all others as one.
fn most(mut sums: Sums) -> Vec<DeskPart> {
    let mut others: Vec<_> = sums.remove(OTHERS).into_iter().collect();
    let mut parts: Vec<_> = (sums.into_iter())
        .map(|(name, leads)| DeskPart { name, leads })
        .collect();
    // A stable sort keeps equal parts in the order of their names.
    parts.sort_by_key(|part| Reverse(part.leads));
    if parts.len() + others.len() > MAX_PARTS {
        others.extend(parts.drain(MAX_PARTS - 1..).map(|part| part.leads));
    }
    if !others.is_empty() {
        parts.push(DeskPart {
            name: OTHERS.to_owned(),
            leads: others.iter().sum(),
        });
    }
    parts
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use jiff::civil::Date;

    use super::{Weeks, mondays};
    use crate::company::time_zone::{second, start_of};

    #[test]
    fn a_week_begins_on_monday_where_the_company_is_also_when_clocks_change() {
        let monday = start_of(Date::constant(2026, 3, 9)).unwrap();
        // A Sunday evening at the company; in UTC it is already Monday.
        let weeks = mondays(monday - TimeDelta::minutes(30), Weeks::Four);
        for ((day, begins), expected) in weeks.into_iter().zip([
            "2026-02-09 00:00:00",
            "2026-02-16 00:00:00",
            "2026-02-23 00:00:00",
            "2026-03-02 00:00:00",
        ]) {
            assert_eq!(format!("{day} 00:00:00"), expected);
            assert_eq!(second(begins), expected);
        }
        assert_eq!(mondays(monday, Weeks::Four)[3].1, monday);
    }
}
