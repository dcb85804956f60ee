//! Counts the leads and call clicks of a period, for the desk's figures.

use chrono::{DateTime, Utc};
use diesel::{
    QueryResult, QueryableByName, sql_query,
    sql_types::{Array, BigInt, Bool, Integer, Nullable, Text, Timestamptz},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

/// One way to divide leads or call clicks into groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Group {
    /// By the week, counted from 0 in the order of their beginnings.
    Week(usize),
    /// By what is wanted, and whether it was answered within the hour.
    Request {
        /// The first lines of the message, with service and urgency; empty where it does not begin
        /// with a service.
        head: String,
        /// `None` where the hour is not over and there is no answer.
        is_answered_in_time: Option<bool>,
    },
    /// By city and state of the visitor's network address; empty where it is not known.
    Area(String),
    /// By the page that led to the one where it was sent, without query and fragment; empty where
    /// there was none.
    Referrer(String),
    /// By its status.
    Status(String),
}

/// The sizes of the groups. Each lead and each click is counted once in each way of dividing.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Leads that are neither suspect nor spam.
    pub leads: Vec<(Group, i64)>,
    /// Call clicks, by week and by referrer.
    pub clicks: Vec<(Group, i64)>,
    /// Leads that are suspect or spam.
    pub spam: i64,
}

/// Parameters: the beginnings of the weeks; the first of them.
///
/// Service and urgency are taken apart where the whole message is ([`validator_wasm::Lead::parse`]),
/// once for each group: no line of a service or an urgency begins with `Address: `.
const LEADS: &str = "
    SELECT CASE 0 WHEN grouping(week) THEN 'week' WHEN grouping(area) THEN 'area'
            WHEN grouping(referrer) THEN 'referrer' WHEN grouping(status) THEN 'status'
            ELSE 'request' END AS division,
        week, coalesce(head, area, referrer, status) AS name, is_answered_in_time,
        count(*) AS count
    FROM (
        SELECT width_bucket(created_at, $1) - 1 AS week,
            CASE WHEN starts_with(message, 'Service: ')
                THEN split_part(message, E'\nAddress: ', 1) END AS head,
            CASE WHEN answered_at <= created_at + interval '1 hour' THEN true
                WHEN created_at <= now() - interval '1 hour' THEN false
                END AS is_answered_in_time,
            concat_ws(', ', nullif(city, ''), nullif(state, '')) AS area,
            split_part(split_part(coalesce(referrer, ''), '?', 1), '#', 1) AS referrer,
            status
        FROM site_forms
        WHERE created_at >= $2 AND NOT suspect AND status <> 'spam'
    ) AS lead
    GROUP BY GROUPING SETS ((week), (head, is_answered_in_time), (area), (referrer), (status))";

/// Parameters as for [`LEADS`].
const CLICKS: &str = "
    SELECT CASE 0 WHEN grouping(week) THEN 'week' ELSE 'referrer' END AS division,
        week, referrer AS name, NULL::boolean AS is_answered_in_time, count(*) AS count
    FROM (
        SELECT width_bucket(created_at, $1) - 1 AS week,
            split_part(split_part(coalesce(referrer, ''), '?', 1), '#', 1) AS referrer
        FROM phone_clicks
        WHERE created_at >= $2
    ) AS click
    GROUP BY GROUPING SETS ((week), (referrer))";

/// Parameter: the time.
const SPAM: &str = "
    SELECT count(*) AS count FROM site_forms
    WHERE created_at >= $1 AND (suspect OR status = 'spam')";

#[derive(QueryableByName)]
struct GroupCount {
    #[diesel(sql_type = Text)]
    division: String,
    #[diesel(sql_type = Nullable<Integer>)]
    week: Option<i32>,
    #[diesel(sql_type = Nullable<Text>)]
    name: Option<String>,
    #[diesel(sql_type = Nullable<Bool>)]
    is_answered_in_time: Option<bool>,
    #[diesel(sql_type = BigInt)]
    count: i64,
}

impl GroupCount {
    fn group(self) -> (Group, i64) {
        let name = self.name.unwrap_or_default();
        let group = match &*self.division {
            "week" => Group::Week(self.week.and_then(|week| week.try_into().ok()).unwrap_or(0)),
            "area" => Group::Area(name),
            "referrer" => Group::Referrer(name),
            "status" => Group::Status(name),
            _ => Group::Request {
                head: name,
                is_answered_in_time: self.is_answered_in_time,
            },
        };
        (group, self.count)
    }
}

#[derive(QueryableByName)]
struct Sum {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

/// Counts the leads and the clicks since the first of these weeks began. The weeks are in order of time.
///
/// # Errors
/// When a query fails.
pub async fn count(
    connection: &mut AsyncPgConnection,
    weeks: &[DateTime<Utc>],
) -> QueryResult<Counts> {
    let Some(since) = weeks.first() else {
        return Ok(Counts::default());
    };
    let mut groups = async |query: &str| -> QueryResult<Vec<(Group, i64)>> {
        let rows: Vec<GroupCount> = sql_query(query)
            .bind::<Array<Timestamptz>, _>(weeks)
            .bind::<Timestamptz, _>(since)
            .load(connection)
            .await?;
        Ok(rows.into_iter().map(GroupCount::group).collect())
    };
    let leads = groups(LEADS).await?;
    let clicks = groups(CLICKS).await?;
    let spam: Sum = sql_query(SPAM)
        .bind::<Timestamptz, _>(since)
        .get_result(connection)
        .await?;
    Ok(Counts {
        leads,
        clicks,
        spam: spam.count,
    })
}
