//! The figures of a period, as the desk shows them.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use diesel::QueryResult;
use diesel_async::AsyncPgConnection;
use jiff::{ToSpan, civil::Date};
use lead_log::{LostReason, Status};
use serde::Serialize;
use url::Url;
use utoipa::ToSchema;

use super::tables::figures::{self, DeskFirstCall, DeskQuotesOut};
use crate::{
    config::{company::town, time_zone},
    leads::lead_records::listed_line,
};

/// The most named parts of a whole: the others are counted together.
const MAX_PARTS: usize = 10;

/// The name of the parts that are counted as one.
const OTHERS: &str = "All others";

const UNKNOWN: &str = "Not known";

/// The name for leads without a referrer.
const DIRECT: &str = "Opened directly";

/// The figures of some weeks. Suspect leads and spam are in `spam` alone.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskFigures {
    /// Until when they were counted.
    at: DateTime<Utc>,
    /// The weeks, the earliest first. The last one is the present.
    weeks: Vec<DeskWeek>,
    /// The pages and sites that led to the one where a lead was sent or a call button pressed.
    pages: Vec<DeskSource>,
    /// What was asked for.
    services: Vec<DeskPart>,
    /// The towns that the addresses name, or else those of the visitors' network addresses.
    areas: Vec<DeskPart>,
    /// How soon people were reached.
    answers: DeskAnswers,
    /// How soon the first call was.
    first_call: DeskFirstCall,
    /// How many leads were decided in these weeks, whenever they came.
    decided: DeskDecided,
    /// Why those were lost that were lost in these weeks, the commonest reason first.
    lost: Vec<DeskLost>,
    /// Estimates to which nobody has said yes or no, as of now.
    out: DeskQuotesOut,
    /// What became of the leads.
    statuses: BTreeMap<String, i64>,
    /// Leads that look like spam, or are.
    spam: i64,
}

/// A week, which begins on a Monday where the company is.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub(crate) struct DeskWeek {
    /// Its Monday.
    #[schema(format = Date)]
    from: String,
    leads: i64,
    clicks: i64,
    /// How many of the leads were entered by hand.
    entered: i64,
    /// The sum of the estimates that were given in this week, in cents.
    quoted: i64,
    /// The sum of the orders of this week, in cents.
    won: i64,
    /// How many leads were lost in this week.
    lost: i64,
}

/// Leads and call clicks of one source.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct DeskSource {
    /// A path of the company's own site, another site's host, or words.
    name: String,
    leads: i64,
    clicks: i64,
}

/// A part of the leads.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct DeskPart {
    name: String,
    leads: i64,
}

/// How many leads were decided.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub(crate) struct DeskDecided {
    won: i64,
    lost: i64,
}

/// How many leads were lost for a reason.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct DeskLost {
    /// `null` if it is not known.
    #[schema(value_type = Option<LostReason>)]
    reason: Option<String>,
    leads: i64,
}

/// How soon people were reached.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub(crate) struct DeskAnswers {
    emergency: DeskAnswered,
    /// All that are no emergency.
    other: DeskAnswered,
}

/// Of how many leads a person was reached within an hour. Those that are younger and wait are not counted,
/// nor calls that were entered.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeskAnswered {
    leads: i64,
    within_hour: i64,
}

/// Returns when the first of `weeks` weeks began, as [`read`] counts them.
pub fn beginning(at: DateTime<Utc>, weeks: u8) -> Option<DateTime<Utc>> {
    mondays(at, weeks).first().map(|(_, begins)| *begins)
}

/// Returns the Mondays of the `weeks` weeks until `at`, the earliest first, and when they begin.
fn mondays(at: DateTime<Utc>, weeks: u8) -> Vec<(Date, DateTime<Utc>)> {
    let today = time_zone::day(at);
    let monday = today.saturating_sub(today.weekday().to_monday_zero_offset().days());
    (0..i32::from(weeks))
        .rev()
        .map(|ago| monday.saturating_sub(ago.weeks()))
        .filter_map(|day| Some((day, time_zone::start_of(day)?)))
        .collect()
}

/// The numbers of leads and call clicks, by a name.
type Sums = BTreeMap<String, (i64, i64)>;

/// Reads the figures of `weeks` weeks: this one and those before it.
pub async fn read(
    connection: &mut AsyncPgConnection,
    public_url: &str,
    weeks: u8,
) -> QueryResult<DeskFigures> {
    let at = Utc::now();
    let (mondays, beginnings): (Vec<_>, Vec<_>) = mondays(at, weeks).into_iter().unzip();
    let counts = figures::count(connection, &beginnings).await?;
    let own_host = Url::parse(public_url).ok();
    let own_host = own_host.as_ref().and_then(host);
    let week = |monday: Date| DeskWeek {
        from: monday.to_string(),
        ..DeskWeek::default()
    };
    let mut weeks: Vec<_> = mondays.into_iter().map(week).collect();
    let [mut pages, mut services, mut areas] = <[Sums; 3]>::default();
    let mut answers = DeskAnswers::default();
    let mut statuses = BTreeMap::new();
    for group in counts.groups {
        let (leads, clicks) = (group.leads, group.clicks);
        let name = group.name.map(listed_line);
        match &*group.division {
            "week" => {
                let week = group.week.and_then(|week| usize::try_from(week).ok());
                if let Some(week) = week.and_then(|week| weeks.get_mut(week)) {
                    week.leads += leads;
                    week.clicks += clicks;
                    week.entered += group.entered;
                }
            }
            "referrer" => {
                let page = pages.entry(page(name, own_host)).or_default();
                *page = (page.0 + leads, page.1 + clicks);
            }
            "service" => services.entry(known(name)).or_default().0 += leads,
            "area" => areas.entry(place(known(name))).or_default().0 += leads,
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
    for outcomes in counts.outcomes {
        let week = usize::try_from(outcomes.week).ok();
        if let Some(week) = week.and_then(|week| weeks.get_mut(week)) {
            week.quoted = outcomes.quoted;
            week.won = outcomes.won;
            week.lost = outcomes.lost;
        }
    }
    let part = |name, (leads, _)| DeskPart { name, leads };
    let mut decided = DeskDecided::default();
    let mut lost = Vec::new();
    for (status, reason, leads) in counts.closed {
        if status == Status::Won.name() {
            decided.won += leads;
        } else {
            decided.lost += leads;
            lost.push(DeskLost { reason, leads });
        }
    }
    Ok(DeskFigures {
        at,
        weeks,
        pages: most(pages, |name, (leads, clicks)| DeskSource {
            name,
            leads,
            clicks,
        }),
        services: most(services, part),
        areas: most(areas, part),
        answers,
        first_call: counts.first_call,
        decided,
        lost,
        out: counts.out,
        statuses,
        spam: counts.spam,
    })
}

fn known(name: Option<String>) -> String {
    match name {
        None => OTHERS.to_owned(),
        Some(name) if name.is_empty() => UNKNOWN.to_owned(),
        Some(name) => name,
    }
}

/// Names an area: a town of the company's by the company's name for it, even if it is the network address's city.
fn place(area: String) -> String {
    town(&area).map_or(area, str::to_owned)
}

/// Names the page of a referrer: by its path if it is the company's own, otherwise by its host.
fn page(referrer: Option<String>, own_host: Option<&str>) -> String {
    let Some(referrer) = referrer else {
        return OTHERS.to_owned();
    };
    let Ok(url) = Url::parse(&referrer) else {
        return DIRECT.to_owned();
    };
    match host(&url) {
        Some(found) if own_host == Some(found) => url.path().to_owned(),
        Some(found) => found.to_owned(),
        None => DIRECT.to_owned(),
    }
}

fn host(url: &Url) -> Option<&str> {
    let host = url.host_str()?;
    Some(host.strip_prefix("www.").unwrap_or(host))
}

/// The largest parts, the largest first, followed by all others as one.
fn most<T>(mut parts: Sums, part: impl Fn(String, (i64, i64)) -> T) -> Vec<T> {
    let mut others: Vec<_> = parts.remove_entry(OTHERS).into_iter().collect();
    let mut parts: Vec<_> = parts.into_iter().collect();
    // A stable sort: of equal parts, the first by name.
    parts.sort_by_key(|(_, (leads, clicks))| std::cmp::Reverse(leads + clicks));
    if parts.len() + others.len() > MAX_PARTS {
        others.extend(parts.split_off(MAX_PARTS - 1));
    }
    if !others.is_empty() {
        let sum = others.iter().fold((0, 0), |(leads, clicks), (_, other)| {
            (leads + other.0, clicks + other.1)
        });
        parts.push((OTHERS.to_owned(), sum));
    }
    let parts = parts.into_iter();
    parts.map(|(name, counts)| part(name, counts)).collect()
}

#[cfg(test)]
mod tests {
    use super::{mondays, most, page};

    #[test]
    fn a_week_begins_on_monday_where_the_company_is_also_when_clocks_change() {
        // A Sunday evening there; in UTC it is already Monday.
        let at = "2026-03-09T03:30:00Z".parse().unwrap();
        let weeks = mondays(at, 3).into_iter();
        let weeks: Vec<_> = weeks
            .map(|(day, begins)| format!("{day}, {begins}"))
            .collect();
        let expected = [
            "2026-02-16, 2026-02-16 05:00:00 UTC",
            "2026-02-23, 2026-02-23 05:00:00 UTC",
            "2026-03-02, 2026-03-02 05:00:00 UTC",
        ];
        assert_eq!(weeks, expected);
        let next = mondays("2026-03-09T04:00:00Z".parse().unwrap(), 1);
        assert_eq!(next[0].1.to_string(), "2026-03-09 04:00:00 UTC");
    }

    #[test]
    fn a_referrer_is_a_path_of_the_site_or_another_site() {
        for (referrer, name) in [
            ("https://tree-care.example/storm-damage", "/storm-damage"),
            ("http://www.tree-care.example/", "/"),
            ("https://www.google.com/", "google.com"),
            ("https://tree-care.example.evil/", "tree-care.example.evil"),
            ("android-app://com.google.gm/", "com.google.gm"),
            ("", "Opened directly"),
            ("about:blank", "Opened directly"),
            ("oak", "Opened directly"),
        ] {
            assert_eq!(
                page(Some(referrer.to_owned()), Some("tree-care.example")),
                name,
                "{referrer}"
            );
        }
    }

    #[test]
    fn the_largest_parts_are_named_and_the_others_are_one() {
        let parts = |count: i64| (0..count).map(|i| (format!("{i:02}"), (i, 1))).collect();
        let most = |count| most(parts(count), |name, counts| (name, counts));
        assert_eq!(most(10).len(), 10);
        let most = most(12);
        assert_eq!(most.len(), 10);
        assert_eq!(most[0], ("11".to_owned(), (11, 1)));
        assert_eq!(most[9], ("All others".to_owned(), (3, 3)));
    }
}
