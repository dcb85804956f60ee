//! `backend check`: checks the site's settings and services, including for the launch. Prints one
//! line for each finding, and no secrets.

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
    config::{self, Config, ConfigError},
    observability::error_chain::chain,
    outbox::{
        mail::transport::{Mailer, destination},
        webhooks::WebhookClient,
    },
};
use clap::Args;

/// `backend check`.
#[derive(Args)]
pub struct Arguments {
    /// Also list all that keeps the site from going public, and end with 1 until nothing does.
    #[arg(long)]
    launch: bool,
}

/// The result of a check.
pub struct Finding {
    severity: Severity,
    subject: &'static str,
    text: String,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Severity {
    Ok,
    Warning,
    Failed,
}

impl Finding {
    fn new(severity: Severity, subject: &'static str, text: impl Into<String>) -> Self {
        let text = text.into();
        Self {
            severity,
            subject,
            text,
        }
    }

    /// The subject works as it should.
    fn ok(subject: &'static str, text: impl Into<String>) -> Self {
        Self::new(Severity::Ok, subject, text)
    }

    /// The site works, but not as it should, or not for long.
    fn warning(subject: &'static str, text: impl Into<String>) -> Self {
        Self::new(Severity::Warning, subject, text)
    }

    /// The site does not work.
    fn failed(subject: &'static str, text: impl Into<String>) -> Self {
        Self::new(Severity::Failed, subject, text)
    }
}

/// Runs all checks. The exit code is 1 when one failed, and with `--launch` also when one warned.
pub async fn run(
    Arguments { launch }: &Arguments,
    config: Result<Config, ConfigError>,
) -> Result<ExitCode, CliError> {
    let mut findings = Vec::new();
    match config {
        Ok(config) => {
            findings.push(Finding::ok("settings", "can be used"));
            findings.push(data_folder(&config.server.data_dir));
            let (built, stamp) = site::check(&config);
            findings.extend(built);
            findings.extend(database::check(&config.database.url, &config.photos).await);
            findings.push(mail_server(&config).await);
            findings.push(desk(&config.desk));
            findings.push(webhook(config.webhook.as_ref()).await);
            findings.extend(launch::settings(&config));
            let sample_data = stamp.map(|stamp| stamp.sample_data).unwrap_or_default();
            if *launch {
                findings.extend(launch::sample_data(&sample_data));
                findings.extend(launch::proxy(&config));
            } else {
                findings.extend(launch::summary(&sample_data));
            }
        }
        Err(ConfigError::Problems(problems)) => findings.extend(
            problems
                .into_iter()
                .map(|problem| Finding::failed(problem.name, problem.remedy)),
        ),
        Err(unreadable) => findings.push(Finding::failed("settings", unreadable.to_string())),
    }
    print(&findings)?;
    Ok(if is_as_wanted(&findings, *launch) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Whether the site works, or, before a `launch`, whether nothing is left to do.
fn is_as_wanted(findings: &[Finding], launch: bool) -> bool {
    let unwanted = if launch {
        Severity::Warning
    } else {
        Severity::Failed
    };
    findings.iter().all(|finding| finding.severity < unwanted)
}

fn print(findings: &[Finding]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for Finding {
        severity,
        subject,
        text,
    } in findings
    {
        let severity = match severity {
            Severity::Ok => "ok",
            Severity::Warning => "warning",
            Severity::Failed => "failed",
        };
        writeln!(out, "{severity:<8} {subject:<15} {text}")?;
    }
    let number = |of| findings.iter().filter(|it| it.severity == of).count();
    let warnings = count(number(Severity::Warning), "warning");
    writeln!(out, "{} failed, {warnings}.", number(Severity::Failed))
}

/// Checks the data folder. It is not created here: it would belong to the user who checks, not to
/// the server.
fn data_folder(folder: &Path) -> Finding {
    const SUBJECT: &str = "data folder";
    let shown = folder.display();
    if !folder.exists() {
        return Finding::warning(
            SUBJECT,
            format!("{shown} is not there yet: the server makes it when it starts"),
        );
    }
    let probe = folder.join(format!("check.{}", std::process::id()));
    match fs::write(&probe, "").and_then(|()| fs::remove_file(&probe)) {
        Ok(()) => Finding::ok(SUBJECT, format!("{shown} can be written to")),
        Err(cause) => Finding::failed(
            SUBJECT,
            format!("{shown} cannot be written to ({cause}): set DATA_DIR to a folder that can be"),
        ),
    }
}

fn desk(desk: &config::Desk) -> Finding {
    let text = match desk.people.len() {
        0 => "is off: DESK_EMAILS names nobody".to_owned(),
        1 => "is for 1 person".to_owned(),
        people => format!("is for {people} people"),
    };
    Finding::ok("desk", text)
}

/// Checks that the receiver of webhooks accepts a connection. Nothing is sent.
async fn webhook(config: Option<&config::Webhook>) -> Finding {
    const SUBJECT: &str = "webhook";
    let Some(config) = config else {
        return Finding::ok(SUBJECT, "is off: WEBHOOK_URL is not set");
    };
    let reached = match WebhookClient::new(config) {
        Ok(client) => client.reach().await.map(|()| client.host().to_owned()),
        Err(cause) => Err(cause),
    };
    match reached {
        Ok(host) => Finding::ok(SUBJECT, format!("{host} takes connections")),
        Err(cause) => Finding::failed(
            SUBJECT,
            format!("{}: see that WEBHOOK_URL is right", chain(&cause)),
        ),
    }
}

/// Checks that the mail server accepts the login. Nothing is sent.
async fn mail_server(config: &Config) -> Finding {
    const SUBJECT: &str = "mail server";
    let Some(server) = &config.mail.server else {
        let text = format!(
            "none is set, mails are {}: set SMTP_URL",
            destination(config)
        );
        return Finding::warning(SUBJECT, text);
    };
    match Mailer::new(config).reach().await {
        Ok(()) if server.is_private() => {
            Finding::ok(SUBJECT, "is reached and lets this program in")
        }
        Ok(()) => Finding::warning(
            SUBJECT,
            "is reached, not encrypted, and mails hold visitors' addresses and numbers: add \
             ?tls=required to SMTP_URL, or keep it in a private network",
        ),
        Err(cause) => {
            let cause = chain(&cause);
            Finding::failed(SUBJECT, format!("{cause}: see that SMTP_URL is right"))
        }
    }
}
