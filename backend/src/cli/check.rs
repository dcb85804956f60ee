//! `backend check`: checks the settings and services. Prints a line for each finding, and no secrets.

mod database;
mod launch;
mod site;

use std::{
    fs,
    io::{self, Write},
    path::Path,
    process::ExitCode,
};

use super::{CliError, plain_text::count};
use crate::{
    config::{Config, ConfigError},
    observability::error_chain::chain,
    outbox::{
        mail::transport::{Mailer, destination},
        webhooks::WebhookClient,
    },
    photos::process::landlock_problem,
};
use clap::Args;

#[derive(Args)]
pub struct Arguments {
    /// Also list everything that must change before the site goes public. The exit code is 1 if
    /// there is anything.
    #[arg(long)]
    launch: bool,
}

/// The findings of the checks: severity, subject, and text of each line.
#[derive(Default)]
struct Report(Vec<(&'static str, &'static str, String)>);

impl Report {
    /// Adds a line: the subject works as it should.
    fn ok(&mut self, subject: &'static str, text: impl Into<String>) {
        self.0.push(("ok", subject, text.into()));
    }

    /// Adds a line: the site works, but not as it should, or only for now.
    fn warning(&mut self, subject: &'static str, text: impl Into<String>) {
        self.0.push(("warning", subject, text.into()));
    }

    /// Adds a line: the site does not work.
    fn failed(&mut self, subject: &'static str, text: impl Into<String>) {
        self.0.push(("failed", subject, text.into()));
    }
}

/// Runs all checks. The exit code is 1 if one failed, and with `--launch` also if one warned.
pub async fn run(
    Arguments { launch }: &Arguments,
    config: Result<Config, ConfigError>,
) -> Result<ExitCode, CliError> {
    let mut report = Report::default();
    match config {
        Ok(config) => {
            report.ok("settings", "can be used");
            for problem in &config.unknown {
                report.warning(problem.name, &*problem.remedy);
            }
            data_folder(&mut report, &config.server.data_dir);
            if let Some(problem) = landlock_problem() {
                report.warning("photos", problem);
            }
            let stamp = site::check(&mut report, &config);
            database::check(&mut report, &config.database.url, &config.photos).await;
            mail_server(&mut report, &config).await;
            report.ok("desk", desk(config.desk.people.len()));
            webhook(&mut report, &config).await;
            launch::settings(&mut report, &config);
            let sample_data = stamp.map(|stamp| stamp.sample_data).unwrap_or_default();
            if *launch {
                launch::sample_data(&mut report, &sample_data);
                launch::proxy(&mut report, &config);
            } else {
                launch::summary(&mut report, &sample_data);
            }
        }
        Err(ConfigError::Problems(problems)) => {
            for problem in problems {
                report.failed(problem.name, problem.remedy);
            }
        }
        Err(unreadable) => report.failed("settings", unreadable.to_string()),
    }
    let mut out = io::stdout().lock();
    for (severity, subject, text) in &report.0 {
        writeln!(out, "{severity:<8} {subject:<15} {text}")?;
    }
    let number = |of| report.0.iter().filter(|(it, ..)| *it == of).count();
    let (failed, warnings) = (number("failed"), number("warning"));
    writeln!(out, "{failed} failed, {}.", count(warnings, "warning"))?;
    let is_unfit = failed > 0 || *launch && warnings > 0;
    Ok(ExitCode::from(u8::from(is_unfit)))
}

/// Checks the data folder. Does not create it: the user of this command would own it, not the server.
fn data_folder(report: &mut Report, folder: &Path) {
    const SUBJECT: &str = "data folder";
    let shown = folder.display();
    if !folder.exists() {
        let text = format!("{shown} does not exist yet: the server creates it when it starts");
        return report.warning(SUBJECT, text);
    }
    let probe = folder.join(format!("check.{}", std::process::id()));
    match fs::write(&probe, "").and_then(|()| fs::remove_file(&probe)) {
        Ok(()) => report.ok(SUBJECT, format!("{shown} is writable")),
        Err(cause) => report.failed(
            SUBJECT,
            format!("{shown} is not writable ({cause}): set DATA_DIR to a writable folder"),
        ),
    }
}

fn desk(people: usize) -> String {
    match people {
        0 => "is off: DESK_EMAILS is empty".to_owned(),
        1 => "is on, for 1 person".to_owned(),
        people => format!("is on, for {people} people"),
    }
}

/// Checks that the receiver of webhooks accepts a connection. Nothing is sent.
async fn webhook(report: &mut Report, config: &Config) {
    const SUBJECT: &str = "webhook";
    let Some(webhook) = &config.webhook else {
        return report.ok(SUBJECT, "is off: WEBHOOK_URL is not set");
    };
    let reached = match WebhookClient::new(webhook, &config.deadlines) {
        Ok(client) => client.reach().await.map(|()| client.host().to_owned()),
        Err(cause) => Err(cause),
    };
    match reached {
        Ok(host) => report.ok(SUBJECT, format!("{host} accepts connections")),
        Err(cause) => report.failed(SUBJECT, format!("{}: check WEBHOOK_URL", chain(&cause))),
    }
}

/// Checks that the mail server accepts the login. Nothing is sent.
async fn mail_server(report: &mut Report, config: &Config) {
    const SUBJECT: &str = "mail server";
    let Some(server) = &config.mail.server else {
        let emails = destination(config);
        return report.warning(
            SUBJECT,
            format!("is not set, emails are {emails}: set SMTP_URL"),
        );
    };
    match Mailer::new(config).reach().await {
        Ok(()) if server.is_private() => {
            report.ok(SUBJECT, "is reachable and accepts the login");
        }
        Ok(()) => report.warning(
            SUBJECT,
            "is reachable but not encrypted, and emails contain visitors' addresses and phone numbers: \
             add ?tls=required to SMTP_URL, or keep the server in a private network",
        ),
        Err(cause) => report.failed(SUBJECT, format!("{}: check SMTP_URL", chain(&cause))),
    }
}
