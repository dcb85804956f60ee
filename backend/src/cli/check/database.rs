//! Checks the database: connection, durability, clock, and tables.

use std::time::SystemTime;

use super::{Report, count};
use crate::{
    command_line::command_line,
    config::{DatabaseUrl, Photos},
    database::{
        self,
        inspection::{self, Inspection},
        migrations,
    },
    message_kind::{Kind, MessageState},
    observability::error_chain::chain,
    outbox::entries::count_undelivered,
    photos::photo_records::{self, Usage},
};
use diesel::QueryResult;
use diesel_async::AsyncPgConnection;

/// The oldest Postgres version that the schema supports, as `server_version_num` writes it.
const OLDEST_VERSION: i32 = 150_000;

/// The largest difference of the clocks, in seconds, at which times in the log and in leads are comparable.
const CLOCK_TOLERANCE: f64 = 5.0;

const SUBJECT: &str = "database";

pub async fn check(report: &mut Report, url: &DatabaseUrl, limits: &Photos) {
    let mut connection = match database::connect(url).await {
        Ok(connection) => connection,
        Err(cause) => return report.failed(SUBJECT, chain(&cause)),
    };
    match inspection::inspect(&mut connection).await {
        Ok(inspection) => {
            server(report, &inspection);
            clock(report, inspection.clock);
            tables(report, &mut connection, limits).await;
        }
        Err(cause) => report.failed(SUBJECT, chain(&cause)),
    }
}

fn server(report: &mut Report, inspection: &Inspection) {
    let version = &inspection.version;
    if inspection.version_number < OLDEST_VERSION {
        let needed = OLDEST_VERSION / 10_000;
        let text = format!("Postgres {version} is too old: install {needed} or newer");
        report.failed(SUBJECT, text);
    }
    if inspection.is_encrypted {
        report.ok(SUBJECT, format!("Postgres {version}, encrypted"));
    } else if inspection.is_local {
        let text = format!("Postgres {version}, on this machine, not encrypted");
        report.ok(SUBJECT, text);
    } else {
        report.warning(
            SUBJECT,
            format!(
                "Postgres {version}, on another machine, not encrypted: keep it in a private \
                 network, or add sslmode=require to DATABASE_URL"
            ),
        );
    }
    if inspection.archiving_fails {
        let text = "Postgres cannot archive its write-ahead log, which will fill the disk: see Postgres's own log for why archive_command fails";
        report.warning("backups", text);
    }
    for name in &inspection.switched_off {
        report.warning(
            SUBJECT,
            format!(
                "{name} is off, so a power failure could lose acknowledged requests: turn it on in \
                 Postgres"
            ),
        );
    }
}

fn clock(report: &mut Report, theirs: f64) {
    const SUBJECT: &str = "clock";
    let ours = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0.0, |since| since.as_secs_f64());
    let difference = (ours - theirs).abs();
    if difference <= CLOCK_TOLERANCE {
        report.ok(SUBJECT, "agrees with the database's clock");
    } else {
        report.warning(
            SUBJECT,
            format!(
                "differs from the database's clock by {difference:.0} s: synchronize both with NTP"
            ),
        );
    }
}

async fn tables(report: &mut Report, connection: &mut AsyncPgConnection, limits: &Photos) {
    const SUBJECT: &str = "tables";
    // The query fails in a database without tables.
    let lack = match migrations::lacking(connection).await.as_deref() {
        Ok([]) => {
            report.ok(SUBJECT, "are up to date");
            if let Err(cause) = contents(report, connection, limits).await {
                report.failed(SUBJECT, chain(&cause));
            }
            return;
        }
        Ok(some) => format!("{} not run yet", count(some.len(), "migration")),
        Err(_) => "do not exist yet".to_owned(),
    };
    let migrate = command_line("migrate");
    report.warning(
        SUBJECT,
        format!("{lack}: start the server, or run `{migrate}`"),
    );
}

/// Checks the outbox and the storage of photos.
async fn contents(
    report: &mut Report,
    connection: &mut AsyncPgConnection,
    limits: &Photos,
) -> QueryResult<()> {
    let (mails, webhooks) = (Kind::lasting_mails(), [Kind::Webhook]);
    let outbox = command_line("outbox");
    let (dead, failing) = (MessageState::Dead, MessageState::Pending);
    for (kinds, state, thing, what) in [
        (&*mails, dead, "email", "did not reach the owner"),
        (&*mails, failing, "email", "failed and will be retried"),
        (&webhooks, dead, "webhook", "did not reach the receiver"),
    ] {
        let number = count_undelivered(connection, kinds, state).await?;
        if number > 0 {
            let number = count(number, thing);
            report.warning("outbox", format!("{number} {what}: see `{outbox}`"));
        }
    }
    photos(report, photo_records::usage(connection).await?, limits);
    Ok(())
}

/// Reports how full the storage for photos is. Warns from nine tenths on, because visitors' photos
/// are refused when it is full.
fn photos(report: &mut Report, usage: Usage, limits: &Photos) {
    const SUBJECT: &str = "photos";
    const MEGABYTE: i64 = 1024 * 1024;
    let is_full = |bytes: i64, limit: i64| bytes >= limit / 10 * 9;
    let text = |bytes: i64, limit: i64| format!("{} of {} MB", bytes / MEGABYTE, limit / MEGABYTE);
    let all = text(usage.total, limits.total_bytes);
    let day = text(usage.day, limits.day_bytes);
    if is_full(usage.total, limits.total_bytes) {
        let text = format!("use {all}, and none is accepted beyond that: raise PHOTOS_TOTAL_MB");
        report.warning(SUBJECT, text);
    } else if is_full(usage.day, limits.day_bytes) {
        let text = format!(
            "of the last 24 hours use {day}, and beyond that a network can add the photos of one request: raise PHOTOS_DAY_MB if they are from customers"
        );
        report.warning(SUBJECT, text);
    } else {
        let text = format!("use {all}; those of the last 24 hours use {day}");
        report.ok(SUBJECT, text);
    }
}
