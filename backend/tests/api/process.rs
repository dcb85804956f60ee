//! The program in its own process, for one test.

use std::{env, fs, process::Stdio};

use reqwest::{Client, redirect::Policy};
use serde_json::Value;
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, BufReader, Lines},
    process::{Child, ChildStdout, Command},
    sync::mpsc,
};

use crate::{
    app::{self, ANON_KEY, Answer, IP_HASH_SECRET, OWNER, as_form},
    database::Database,
};

/// The working directory of a program, and the site that it serves.
pub struct Folders {
    pub work: TempDir,
    pub site: TempDir,
}

impl Folders {
    pub fn new() -> Self {
        Self {
            work: TempDir::new().unwrap(),
            site: app::site(),
        }
    }
}

/// The variable with the path where LLVM's instrumentation writes its profile.
const COVERAGE_FILE: &str = "LLVM_PROFILE_FILE";

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_backend");

pub fn program(folders: &Folders, arguments: &[&str], settings: &[(&str, &str)]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(arguments);
    prepare(command, folders, settings)
}

fn prepare(mut command: Command, folders: &Folders, settings: &[(&str, &str)]) -> Command {
    command
        .current_dir(&folders.work)
        .env_clear()
        // `cargo llvm-cov` includes the commands.
        .envs(env::var_os(COVERAGE_FILE).map(|file| (COVERAGE_FILE, file)))
        .envs(settings.iter().copied())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    command
}

/// The result of a command that exits by itself.
pub struct Output {
    pub success: bool,
    pub out: String,
    pub err: String,
}

impl Output {
    /// Asserts that the log has no warnings or errors.
    pub fn assert_quiet(&self) {
        let is_loud = |line: &&str| line.contains("WARN") || line.contains("ERROR");
        let loud: Vec<_> = self.err.lines().filter(is_loud).collect();
        assert_eq!(loud, [""; 0]);
    }

    pub async fn of(folders: &Folders, arguments: &[&str], settings: &[(&str, &str)]) -> Self {
        let output = program(folders, arguments, settings)
            .output()
            .await
            .unwrap();
        Self {
            success: output.status.success(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// A running server.
pub struct Server {
    pub child: Child,
    pub url: String,
    pub metrics_address: String,
    pub out: Lines<BufReader<ChildStdout>>,
    /// The log, which is read all the time: a full pipe would block the server.
    pub err: mpsc::UnboundedReceiver<String>,
}

impl Server {
    pub async fn start(
        folders: &Folders,
        database: &Database,
        arguments: &[&str],
        settings: &[(&str, &str)],
    ) -> Self {
        let mut command = Command::new(PROGRAM);
        command.args(arguments);
        Self::of(command, folders, database, settings).await
    }

    /// Starts a server that may have at most `limit` files open.
    pub async fn with_open_files(folders: &Folders, database: &Database, limit: usize) -> Self {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -n {limit} && exec {PROGRAM}")]);
        Self::of(command, folders, database, &[]).await
    }

    /// Sends the page's form; asserts that the server accepts it.
    pub async fn send_form(&self, fields: &Value) {
        let client = Client::builder().redirect(Policy::none()).build().unwrap();
        let request = client.post(format!("{}/contact", self.url));
        Answer::to(as_form(request, fields)).await.expect(303);
    }

    async fn of(
        command: Command,
        folders: &Folders,
        database: &Database,
        settings: &[(&str, &str)],
    ) -> Self {
        let defaults = [
            ("PORT", "0"),
            ("METRICS_PORT", "0"),
            ("DATABASE_URL", &*database.url),
            ("SITE_DIR", folders.site.path().to_str().unwrap()),
            ("ANON_KEY", ANON_KEY),
            ("IP_HASH_SECRET", IP_HASH_SECRET),
            ("MAIL_TO", OWNER),
            ("DEADLINE_FACTOR", "20"),
        ];
        let settings: Vec<_> = defaults.iter().chain(settings).copied().collect();
        let mut child = prepare(command, folders, &settings).spawn().unwrap();

        let mut out = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let (sender, mut err) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Some(line) = lines.next_line().await.unwrap() {
                sender.send(line).unwrap();
            }
        });
        let line = out.next_line().await.unwrap();
        let Some(url) = line
            .as_deref()
            .and_then(|line| line.strip_prefix("listening on "))
        else {
            panic!("{line:?}: {}", rest_of(&mut err).await);
        };
        let metrics = out.next_line().await.unwrap().unwrap_or_default();
        let Some(metrics_address) = metrics
            .strip_prefix("metrics on http://")
            .and_then(|url| url.strip_suffix("/metrics"))
        else {
            panic!("{metrics:?}");
        };
        let emails = out.next_line().await.unwrap().unwrap_or_default();
        assert!(emails.starts_with("emails are "), "{emails:?}");
        Self {
            url: url.to_owned(),
            metrics_address: metrics_address.to_owned(),
            child,
            out,
            err,
        }
    }

    pub fn metrics_url(&self) -> String {
        format!("http://{}/metrics", self.metrics_address)
    }

    /// Returns a figure of the process's memory in megabytes, from Linux.
    pub fn memory(&self, name: &str) -> u64 {
        let pid = self.child.id().unwrap();
        let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
        let line = status.lines().find(|line| line.starts_with(name)).unwrap();
        let kilobytes = line.split_whitespace().nth(1).unwrap();
        kilobytes.parse::<u64>().unwrap() / 1024
    }

    pub async fn signal(&self, name: &str) {
        let pid = self.child.id().unwrap().to_string();
        let sent = Command::new("kill").args(["-s", name, &pid]).status().await;
        assert!(sent.unwrap().success());
    }

    pub async fn wait_for_log(&mut self, text: &str) {
        while let Some(line) = self.err.recv().await {
            if line.contains(text) {
                return;
            }
        }
        panic!("the log ended without {text:?}");
    }

    /// Stops the server; returns its output since it started.
    pub async fn stop(mut self) -> Output {
        self.signal("TERM").await;
        let err = rest_of(&mut self.err).await;
        let mut out = String::new();
        while let Some(line) = self.out.next_line().await.unwrap() {
            out.push_str(&line);
        }
        let status = self.child.wait().await.unwrap();
        Output {
            success: status.success(),
            out,
            err,
        }
    }
}

pub async fn rest_of(lines: &mut mpsc::UnboundedReceiver<String>) -> String {
    let mut text = String::new();
    while let Some(line) = lines.recv().await {
        text.push_str(&line);
        text.push('\n');
    }
    text
}
