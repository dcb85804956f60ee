//! Counts the leads and call clicks of a period, for the desk's figures.

use chrono::{DateTime, Utc};
use diesel::{
    QueryResult, QueryableByName, sql_query,
    sql_types::{Array, BigInt, Bool, Double, Integer, Nullable, Text, Timestamptz},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{
    config::company::TOWNS,
    store::lead_records::{HIDDEN, VISIBLE, listed_line},
};

/// The most groups of a division that are named: several times those that are shown, since several
/// referrers may be of one site. The others are counted as one.
const MAX_GROUPS: i64 = 100;

/// The most characters of a group's name: more than a chart has room for, and the whole of what leads to
/// the site in earnest.
const MAX_NAME_CHARS: i32 = 200;

/// One way to divide leads or call clicks into groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Group {
    /// By the week, counted from 0 in the order of their beginnings.
    Week(usize),
    /// By what is wanted; empty where the lead does not say. `None` is all that are not among the
    /// largest.
    Service(Option<String>),
    /// By whether it is an emergency, and whether a person was reached within the hour.
    Answer {
        /// Whether it is an emergency.
        is_emergency: bool,
        /// `None` where the hour is not over and nobody was reached, and for calls that were entered.
        is_in_time: Option<bool>,
    },
    /// By the town that the address names, in lower case, or else city and state of the visitor's network
    /// address; empty where neither is known. `None` is all that are not among the largest.
    Area(Option<String>),
    /// By the page that led to the one where it was sent, without query and fragment; empty where
    /// there was none. `None` is all that are not among the largest.
    Referrer(Option<String>),
    /// By its status.
    Status(String),
}

/// The size of a group.
#[derive(Clone, Copy, Debug, Default)]
pub struct Size {
    /// How many leads or call clicks.
    pub count: i64,
    /// How many of the leads were entered by hand.
    pub entered: i64,
    /// The sum of the estimates' amounts, in dollars.
    pub quoted: i64,
    /// The sum of the amounts of the leads that are won, in dollars.
    pub won: i64,
}

/// How long the first call took, as a median in minutes. `None` if nobody called.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstCall {
    /// Of emergencies.
    pub emergency: Option<f64>,
    /// Of the others.
    pub other: Option<f64>,
}

/// The sizes of the groups. Each lead and each click is counted once in each way of dividing.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Leads that are shown.
    pub leads: Vec<(Group, Size)>,
    /// Call clicks, by week and by referrer.
    pub clicks: Vec<(Group, Size)>,
    /// How soon the first call was.
    pub first_call: FirstCall,
    /// Leads that are not shown: they are spam, or may be.
    pub spam: i64,
}

/// Parameters: the beginnings of the weeks; the first of them; how many groups of a division are named,
/// and how much of each name: anybody can send leads of thousands of services and referrers. What is not
/// filled in ([`unfilled_leads`](crate::store::unfilled_leads)) counts as not known. And [`towns`].
fn leads() -> String {
    format!(
        "
    SELECT division, week, is_emergency, is_in_time,
        CASE WHEN place <= $3 THEN name END AS name, sum(count)::bigint AS count,
        sum(entered)::bigint AS entered, sum(quoted)::bigint AS quoted, sum(won)::bigint AS won
    FROM (
        SELECT CASE 0 WHEN grouping(week) THEN 'week' WHEN grouping(area) THEN 'area'
                WHEN grouping(referrer) THEN 'referrer' WHEN grouping(status) THEN 'status'
                WHEN grouping(service) THEN 'service' ELSE 'answer' END AS division,
            week, is_emergency, is_in_time, coalesce(service, area, referrer, status) AS name,
            count(*) AS count, count(*) FILTER (WHERE source = 'call') AS entered,
            coalesce(sum(quoted), 0) AS quoted, coalesce(sum(won), 0) AS won,
            row_number() OVER (
                PARTITION BY grouping(week, area, referrer, status, service)
                ORDER BY count(*) DESC, coalesce(service, area, referrer, status)
            ) AS place
        FROM (
            SELECT width_bucket(created_at, $1) - 1 AS week,
                left(coalesce(service, ''), $4) AS service,
                coalesce(emergency, false) AS is_emergency,
                CASE WHEN source = 'call' THEN NULL
                    WHEN answered_at <= created_at + interval '1 hour' THEN true
                    WHEN created_at <= now() - interval '1 hour' THEN false
                    END AS is_in_time,
                coalesce(
                    substring(lower(left(address, $4)) FROM $5),
                    concat_ws(', ', nullif(city, ''), nullif(state, ''))) AS area,
                left(split_part(split_part(coalesce(referrer, ''), '?', 1), '#', 1), $4) AS referrer,
                status, source, quoted, CASE WHEN status = 'won' THEN won END AS won
            FROM site_forms
            WHERE created_at >= $2 AND {VISIBLE}
        ) AS lead
        GROUP BY GROUPING SETS (
            (week), (service), (is_emergency, is_in_time), (area), (referrer), (status))
    ) AS division
    GROUP BY 1, 2, 3, 4, 5"
    )
}

/// Matches the last of the company's towns in an address in lower case, as [`town`](crate::config::company::town) finds it.
fn towns() -> String {
    let towns = TOWNS.iter().map(|town| regex::escape(&town.to_lowercase()));
    format!(".*({})", towns.collect::<Vec<_>>().join("|"))
}

/// Parameters as for [`leads`]; the last is not used.
const CLICKS: &str = "
    SELECT division, week, NULL::boolean AS is_emergency, NULL::boolean AS is_in_time,
        CASE WHEN place <= $3 THEN name END AS name, sum(count)::bigint AS count,
        0::bigint AS entered, 0::bigint AS quoted, 0::bigint AS won
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

/// Parameter: the time. A call that was entered was its own first call.
fn first_calls() -> String {
    format!(
        "SELECT coalesce(emergency, false) AS is_emergency,
             percentile_cont(0.5) WITHIN GROUP (
                 ORDER BY extract(epoch FROM calls[1] - created_at) / 60)::float8 AS minutes
         FROM site_forms
         WHERE created_at >= $1 AND {VISIBLE} AND source <> 'call' AND calls <> '{{}}'
         GROUP BY 1"
    )
}

/// Parameter: the time.
fn spam() -> String {
    format!("SELECT count(*) AS count FROM site_forms WHERE created_at >= $1 AND {HIDDEN}")
}

#[derive(QueryableByName)]
struct GroupCount {
    #[diesel(sql_type = Text)]
    division: String,
    #[diesel(sql_type = Nullable<Integer>)]
    week: Option<i32>,
    #[diesel(sql_type = Nullable<Text>)]
    name: Option<String>,
    #[diesel(sql_type = Nullable<Bool>)]
    is_emergency: Option<bool>,
    #[diesel(sql_type = Nullable<Bool>)]
    is_in_time: Option<bool>,
    #[diesel(sql_type = BigInt)]
    count: i64,
    #[diesel(sql_type = BigInt)]
    entered: i64,
    #[diesel(sql_type = BigInt)]
    quoted: i64,
    #[diesel(sql_type = BigInt)]
    won: i64,
}

impl GroupCount {
    fn group(self) -> (Group, Size) {
        let size = Size {
            count: self.count,
            entered: self.entered,
            quoted: self.quoted,
            won: self.won,
        };
        let name = self.name.map(listed_line);
        let group = match &*self.division {
            "week" => Group::Week(self.week.and_then(|week| week.try_into().ok()).unwrap_or(0)),
            "area" => Group::Area(name),
            "referrer" => Group::Referrer(name),
            "service" => Group::Service(name),
            "status" => Group::Status(name.unwrap_or_default()),
            _ => Group::Answer {
                is_emergency: self.is_emergency.unwrap_or_default(),
                is_in_time: self.is_in_time,
            },
        };
        (group, size)
    }
}

#[derive(QueryableByName)]
struct Median {
    #[diesel(sql_type = Bool)]
    is_emergency: bool,
    #[diesel(sql_type = Double)]
    minutes: f64,
}

#[derive(QueryableByName)]
struct Sum {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

/// Counts the leads and the clicks since the first of these weeks began. The weeks are in order of time.
pub async fn count(
    connection: &mut AsyncPgConnection,
    weeks: &[DateTime<Utc>],
) -> QueryResult<Counts> {
    let Some(since) = weeks.first() else {
        return Ok(Counts::default());
    };
    let mut groups = async |query: &str| -> QueryResult<Vec<(Group, Size)>> {
        let rows: Vec<GroupCount> = sql_query(query)
            .bind::<Array<Timestamptz>, _>(weeks)
            .bind::<Timestamptz, _>(since)
            .bind::<BigInt, _>(MAX_GROUPS)
            .bind::<Integer, _>(MAX_NAME_CHARS)
            .bind::<Text, _>(towns())
            .load(connection)
            .await?;
        Ok(rows.into_iter().map(GroupCount::group).collect())
    };
    let leads = groups(&leads()).await?;
    let clicks = groups(CLICKS).await?;
    let medians: Vec<Median> = sql_query(first_calls())
        .bind::<Timestamptz, _>(since)
        .load(connection)
        .await?;
    let median = |of_emergencies| {
        let found = medians.iter().find(|it| it.is_emergency == of_emergencies);
        found.map(|it| it.minutes.max(0.0))
    };
    let first_call = FirstCall {
        emergency: median(true),
        other: median(false),
    };
    let spam: Sum = sql_query(spam())
        .bind::<Timestamptz, _>(since)
        .get_result(connection)
        .await?;
    Ok(Counts {
        leads,
        clicks,
        first_call,
        spam: spam.count,
    })
}
