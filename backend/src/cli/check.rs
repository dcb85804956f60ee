//! `backend check`: whether all that the site needs is there, and what is left to do before it goes
//! public. One line a finding. Secrets are not printed.

mod database;
mod launch;

use std::{
    fs,
    io::{self, Write},
    path::Path,
    process::ExitCode,
};

use backend::{
    config::{self, Config, ConfigError, SmtpProtection},
    http::site::Site,
    mail::transport::{Mailer, OUTBOX},
    observability::error_chain::chain,
};
use secrecy::ExposeSecret;

use super::{CliError, plain_text::count};

/// What a check has found.
pub struct Finding {
    verdict: Verdict,
    what: &'static str,
    said: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Ok,
    Warning,
    Failed,
}

impl Finding {
    fn new(verdict: Verdict, what: &'static str, said: impl Into<String>) -> Self {
        let said = said.into();
        Self {
            verdict,
            what,
            said,
        }
    }

    /// All is well.
    fn ok(what: &'static str, said: impl Into<String>) -> Self {
        Self::new(Verdict::Ok, what, said)
    }

    /// The site works, but not as it should, or not for long.
    fn warning(what: &'static str, said: impl Into<String>) -> Self {
        Self::new(Verdict::Warning, what, said)
    }

    /// The site does not work.
    fn failed(what: &'static str, said: impl Into<String>) -> Self {
        Self::new(Verdict::Failed, what, said)
    }
}

/// Looks at everything. The exit code is 1 when something failed.
pub async fn run(config: Result<Config, ConfigError>) -> Result<ExitCode, CliError> {
    let mut findings = Vec::new();
    match config {
        Ok(config) => {
            findings.push(Finding::ok("settings", "can be used"));
            findings.push(data_folder(&config.server.data_dir));
            findings.push(site_folder(&config.server.site_dir));
            findings.extend(database::check(&config.database.url).await);
            findings.push(mail_server(&config.mail, &config.server.data_dir).await);
            findings.extend(launch::check(&config));
        }
        Err(ConfigError::Problems(problems)) => findings.extend(
            problems
                .into_iter()
                .map(|problem| Finding::failed(problem.name, problem.remedy)),
        ),
        Err(unreadable) => findings.push(Finding::failed("settings", unreadable.to_string())),
    }
    tell(&findings)?;
    let failed = findings
        .iter()
        .any(|finding| finding.verdict == Verdict::Failed);
    Ok(if failed {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

fn tell(findings: &[Finding]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for Finding {
        verdict,
        what,
        said,
    } in findings
    {
        let verdict = match verdict {
            Verdict::Ok => "ok",
            Verdict::Warning => "warning",
            Verdict::Failed => "failed",
        };
        writeln!(out, "{verdict:<8} {what:<15} {said}")?;
    }
    let number = |wanted| {
        findings
            .iter()
            .filter(|finding| finding.verdict == wanted)
            .count()
    };
    let warnings = count(number(Verdict::Warning), "warning");
    writeln!(out, "{} failed, {warnings}.", number(Verdict::Failed))
}

/// The folder is not made here: it would belong to the user who checks, not to the server.
fn data_folder(folder: &Path) -> Finding {
    const WHAT: &str = "data folder";
    let shown = folder.display();
    if !folder.exists() {
        return Finding::warning(
            WHAT,
            format!("{shown} is not there yet: the server makes it when it starts"),
        );
    }
    let probe = folder.join(format!("check.{}", std::process::id()));
    match fs::write(&probe, "").and_then(|()| fs::remove_file(&probe)) {
        Ok(()) => Finding::ok(WHAT, format!("{shown} can be written to")),
        Err(cause) => Finding::failed(
            WHAT,
            format!("{shown} cannot be written to ({cause}): set DATA_DIR to a folder that can be"),
        ),
    }
}

fn site_folder(folder: &Path) -> Finding {
    const WHAT: &str = "site folder";
    let shown = folder.display();
    match Site::load(folder) {
        Ok(_) => Finding::ok(WHAT, format!("{shown} holds the built site")),
        Err(cause) => Finding::failed(
            WHAT,
            format!(
                "{shown} is no built site ({}): build it (`npm run build`), or set SITE_DIR to \
                 where it is",
                chain(&cause)
            ),
        ),
    }
}

async fn mail_server(config: &config::Mail, data_dir: &Path) -> Finding {
    const WHAT: &str = "mail server";
    let folder = data_dir.join(OUTBOX);
    let Some(url) = &config.smtp_url else {
        return Finding::warning(
            WHAT,
            format!(
                "none is set, mails are written to {}: set SMTP_URL",
                folder.display()
            ),
        );
    };
    let reached = match Mailer::new(config, folder) {
        Ok(mailer) => mailer.reach().await,
        Err(cause) => Err(cause),
    };
    match reached {
        Ok(()) if SmtpProtection::of(url.expose_secret()) == Some(SmtpProtection::Private) => {
            Finding::ok(WHAT, "is reached and lets this program in")
        }
        Ok(()) => Finding::warning(
            WHAT,
            "is reached, not encrypted, and mails hold visitors' addresses and numbers: add \
             ?tls=required to SMTP_URL, or keep it in a private network",
        ),
        Err(cause) => Finding::failed(
            WHAT,
            format!("{}: see that SMTP_URL is right", chain(&cause)),
        ),
    }
}
