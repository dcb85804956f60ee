//! Checks the database: connection, durability, clock and tables.

use std::time::SystemTime;

use super::{Finding, count};
use crate::{
    config::{DatabaseUrl, Photos, command_line},
    database::{
        self,
        inspection::{self, Inspection},
        migrations,
        outbox_kind::Kind,
    },
    observability::error_chain::chain,
    outbox::entries::count_undelivered,
    photos::photo_records::{self, Usage},
};
use diesel::QueryResult;
use diesel_async::AsyncPgConnection;

/// The oldest Postgres version that the schema supports, as `server_version_num` writes it.
const OLDEST_VERSION: i32 = 150_000;

/// The largest difference of the clocks, in seconds. More would break nothing at once, since each
/// timeout is measured by one clock; but log and leads could not be compared any more.
const CLOCK_TOLERANCE: f64 = 5.0;

const SUBJECT: &str = "database";

/// Runs the checks.
pub async fn check(url: &DatabaseUrl, limits: &Photos) -> Vec<Finding> {
    let mut connection = match database::connect(url).await {
        Ok(connection) => connection,
        Err(cause) => return vec![Finding::failed(SUBJECT, chain(&cause))],
    };
    match inspection::inspect(&mut connection).await {
        Ok(inspection) => {
            let mut findings = server(&inspection);
            findings.push(clock(inspection.clock));
            findings.extend(tables(&mut connection, limits).await);
            findings
        }
        Err(cause) => vec![Finding::failed(SUBJECT, chain(&cause))],
    }
}

fn server(inspection: &Inspection) -> Vec<Finding> {
    let version = &inspection.version;
    let mut findings = Vec::new();
    if inspection.version_number < OLDEST_VERSION {
        let needed = OLDEST_VERSION / 10_000;
        findings.push(Finding::failed(
            SUBJECT,
            format!("Postgres {version} is too old: {needed} or newer is needed"),
        ));
    }
    findings.push(if inspection.is_encrypted {
        Finding::ok(SUBJECT, format!("Postgres {version}, encrypted"))
    } else if inspection.is_local {
        let text = format!("Postgres {version}, on this machine, not encrypted");
        Finding::ok(SUBJECT, text)
    } else {
        let text = format!(
            "Postgres {version}, elsewhere, not encrypted: keep it in a private network, or add \
             sslmode=require to DATABASE_URL"
        );
        Finding::warning(SUBJECT, text)
    });
    if inspection.archiving_fails {
        let text = "Postgres cannot archive its log, so its disk fills up: its own log says why archive_command fails";
        findings.push(Finding::warning("backups", text));
    }
    findings.extend(inspection.switched_off.iter().map(|name| {
        Finding::warning(
            SUBJECT,
            format!(
                "{name} is off, so a power cut could lose leads that were acknowledged: switch it \
                 on in Postgres"
            ),
        )
    }));
    findings
}

fn clock(theirs: f64) -> Finding {
    const SUBJECT: &str = "clock";
    let ours = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0.0, |since| since.as_secs_f64());
    let difference = (ours - theirs).abs();
    if difference <= CLOCK_TOLERANCE {
        Finding::ok(SUBJECT, "the database's agrees with this machine's")
    } else {
        Finding::warning(
            SUBJECT,
            format!(
                "the database's differs from this machine's by {difference:.0} s: let both be set \
                 by the network (NTP)"
            ),
        )
    }
}

async fn tables(connection: &mut AsyncPgConnection, limits: &Photos) -> Vec<Finding> {
    const SUBJECT: &str = "tables";
    // The query fails in a database without tables.
    let lack = match migrations::lacking(connection).await.as_deref() {
        Ok([]) => {
            let mut findings = vec![Finding::ok(SUBJECT, "are as this program expects them")];
            let failed = |cause| Finding::failed(SUBJECT, chain(&cause));
            let mails = undelivered(connection).await;
            findings.extend(mails.unwrap_or_else(|cause| vec![failed(cause)]));
            let usage = photo_records::usage(connection).await;
            findings.push(usage.map_or_else(failed, |usage| photographs(usage, limits)));
            return findings;
        }
        Ok(some) => format!("{} to be run", count(some.len(), "migration")),
        Err(_) => "are not there yet".to_owned(),
    };
    let migrate = command_line("migrate");
    let text = format!("{lack}: start the server, or run `{migrate}`");
    vec![Finding::warning(SUBJECT, text)]
}

/// How full the storage for photos is. A warning from nine tenths on: when it is full, visitors' photos are refused.
fn photographs(usage: Usage, limits: &Photos) -> Finding {
    const SUBJECT: &str = "photographs";
    const MEGABYTE: i64 = 1024 * 1024;
    let is_full = |bytes: i64, limit: i64| bytes >= limit / 10 * 9;
    let text = |bytes: i64, limit: i64| format!("{} of {} MB", bytes / MEGABYTE, limit / MEGABYTE);
    let all = text(usage.total, limits.total_bytes);
    if is_full(usage.total, limits.total_bytes) {
        let text = format!("take {all}, beyond which none is taken: raise PHOTOS_TOTAL_MB");
        return Finding::warning(SUBJECT, text);
    }
    if is_full(usage.day, limits.day_bytes) {
        let day = text(usage.day, limits.day_bytes);
        let text = format!(
            "of the last 24 hours take {day}, beyond which visitors' are refused: raise PHOTOS_DAY_MB, if they are customers'"
        );
        return Finding::warning(SUBJECT, text);
    }
    let day = text(usage.day, limits.day_bytes);
    Finding::ok(
        SUBJECT,
        format!("take {all}; visitors' of the last 24 hours {day}"),
    )
}

async fn undelivered(connection: &mut AsyncPgConnection) -> QueryResult<Vec<Finding>> {
    let mails = count_undelivered(connection, &Kind::TO_OWNER).await?;
    let webhooks = count_undelivered(connection, &[Kind::Webhook]).await?;
    let finding = |number, thing, what| {
        (number > 0).then(|| {
            let number = count(number, thing);
            let outbox = command_line("outbox");
            Finding::warning("outbox", format!("{number} {what}: see `{outbox}`"))
        })
    };
    Ok([
        finding(mails.dead, "mail", "did not reach the owner"),
        finding(mails.failing, "mail", "failed and will be tried again"),
        finding(webhooks.dead, "webhook", "did not reach the receiver"),
    ]
    .into_iter()
    .flatten()
    .collect())
}
