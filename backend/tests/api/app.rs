//! A running server for one test.

use std::{
    collections::HashMap,
    fs, io,
    os::unix::fs::PermissionsExt,
    path::Path,
    sync::{LazyLock, Mutex},
    thread::{self, JoinHandle},
    time::Duration,
};

use backend::{
    config::{Config, Deadlines},
    photos::process::PhotoDecoder,
    server::startup::{Application, StopHandle},
};
use reqwest::{Client, RequestBuilder, StatusCode, header::HeaderMap, redirect::Policy};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::oneshot;
use tracing::Level;
use tracing_subscriber::{
    Layer, filter::filter_fn, layer::SubscriberExt, registry, util::SubscriberInitExt,
};
use validator_wasm::SITE_NAME;

use crate::{
    database::{Database, wait_for_outbox},
    process::PROGRAM,
    until,
};

pub const ANON_KEY: &str = "anon-key-of-the-tests";
pub const IP_HASH_SECRET: &str = "a secret of the tests with enough characters";
pub const OWNER: &str = "owner@tree-care.example";

pub struct TestApp {
    pub url: String,
    pub metrics_url: String,
    client: Client,
    // Fields drop in this order: servers must end before their database and folders.
    servers: Mutex<Vec<Server>>,
    pub database: Database,
    pub data_dir: TempDir,
    site_dir: TempDir,
}

impl TestApp {
    pub async fn spawn() -> Self {
        Self::spawn_with(&[]).await
    }

    /// Starts a server with some settings of the test's.
    pub async fn spawn_with(settings: &[(&str, &str)]) -> Self {
        Self::spawn_within(settings, |_| {}).await
    }

    /// Starts a server with some settings of the test's, and the deadlines that it is about.
    pub async fn spawn_within(
        settings: &[(&str, &str)],
        shorten: impl FnOnce(&mut Deadlines),
    ) -> Self {
        let mut deadlines = long_deadlines();
        shorten(&mut deadlines);
        let database = Database::migrated().await;
        let data_dir = TempDir::new().unwrap();
        let site_dir = site();
        let folders = (data_dir.path(), site_dir.path());
        let server = Server::start(&database.url, folders, settings, &deadlines).await;
        Self {
            url: server.url.clone(),
            metrics_url: server.metrics_url.clone(),
            // The server closes a connection that is idle for 15 seconds, so the client drops it earlier.
            client: Client::builder()
                .redirect(Policy::none())
                .pool_idle_timeout(Duration::from_secs(10))
                .build()
                .unwrap(),
            servers: Mutex::new(vec![server]),
            database,
            data_dir,
            site_dir,
        }
    }

    /// Starts a second server on the same database and data folder; returns its URL.
    pub async fn spawn_another(&self) -> String {
        self.spawn_another_with(&[]).await
    }

    /// Starts a second server with some settings of the test's.
    pub async fn spawn_another_with(&self, settings: &[(&str, &str)]) -> String {
        let folders = (self.data_dir.path(), self.site_dir.path());
        let server = Server::start(&self.database.url, folders, settings, &long_deadlines()).await;
        let url = server.url.clone();
        self.servers.lock().unwrap().push(server);
        url
    }

    /// Waits until the server can save leads.
    pub async fn ready(&self) {
        let is_ready = async || (Answer::to(self.get("/readyz")).await.status == 200).then_some(());
        until("the server is ready", is_ready).await;
    }

    /// Returns the response to the question whether the server is idle.
    pub async fn idleness(&self) -> Answer {
        let url = self.metrics_url.replace("/metrics", "/idle");
        Answer::to(self.client.get(url)).await
    }

    /// Waits until the server has nothing to do.
    pub async fn idle(&self) {
        let is_idle = async || (self.idleness().await.status == 204).then_some(());
        until("the server is idle", is_idle).await;
    }

    pub fn get(&self, path: &str) -> RequestBuilder {
        self.client.get(format!("{}{path}", self.url))
    }

    pub fn post(&self, path: &str) -> RequestBuilder {
        self.client.post(format!("{}{path}", self.url))
    }

    /// Posts the page's form as a browser without JavaScript does.
    pub fn send_form(&self, fields: &Value) -> RequestBuilder {
        as_form(self.post("/contact"), fields)
    }

    pub fn request(&self, method: &str, path: &str) -> RequestBuilder {
        self.client
            .request(method.parse().unwrap(), format!("{}{path}", self.url))
    }

    /// Sends what supabase-js sends for `.from('site_forms').insert(row)`.
    pub fn insert(&self, row: &Value) -> RequestBuilder {
        self.rest("/rest/v1/site_forms").json(row)
    }

    /// Does the same at another server.
    pub fn insert_at(&self, url: &str, row: &Value) -> RequestBuilder {
        as_supabase_js(self.client.post(format!("{url}/rest/v1/site_forms"))).json(row)
    }

    /// Sends what supabase-js sends for `.from('site_forms').insert(row).select().single()`.
    pub fn insert_select_single(&self, row: &Value) -> RequestBuilder {
        self.rest("/rest/v1/site_forms?select=*")
            .header("prefer", "return=representation")
            .header("accept", "application/vnd.pgrst.object+json")
            .json(row)
    }

    /// Returns a POST request with the headers that supabase-js always sends.
    pub fn rest(&self, path: &str) -> RequestBuilder {
        as_supabase_js(self.post(path))
    }

    /// See [`Database::execute`].
    pub async fn execute(&self, statement: &str) {
        self.database.execute(statement).await;
    }

    /// See [`Database::query`].
    pub async fn query(&self, query: &str) -> Vec<Value> {
        self.database.query(query).await
    }

    /// See [`Database::wait_for`].
    pub async fn wait_for(&self, query: &str) {
        self.database.wait_for(query).await;
    }

    /// Returns the mails in the outbox folder, in no particular order, once `count` have been sent.
    pub async fn mails(&self, count: usize) -> Vec<String> {
        let are_sent = format!(
            "state = 'sent' AND kind NOT IN ('webhook', 'push') HAVING count(*) >= {count}"
        );
        wait_for_outbox(&self.database, &are_sent).await;
        let mails = self.outbox();
        assert_eq!(mails.len(), count);
        mails
    }

    /// Returns the mails in the outbox folder now.
    pub fn outbox(&self) -> Vec<String> {
        let folder = self.data_dir.path().join("outbox");
        let Ok(files) = fs::read_dir(&folder) else {
            return Vec::new();
        };
        // Only the program's user can read them.
        let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&folder), 0o700);
        files
            .map(|entry| entry.unwrap().path())
            .inspect(|path| {
                assert_eq!(path.extension().unwrap(), "eml", "{}", path.display());
                assert_eq!(mode(path), 0o600);
            })
            .map(|path| fs::read_to_string(path).unwrap())
            .collect()
    }
}

/// Returns a request with these fields, encoded as a browser encodes a form.
pub fn as_form(request: RequestBuilder, fields: &Value) -> RequestBuilder {
    let fields = fields.as_object().unwrap().iter();
    let body = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(fields.map(|(name, value)| (name, value.as_str().unwrap())))
        .finish();
    request
        .header("content-type", "application/x-www-form-urlencoded")
        .body(body)
}

fn as_supabase_js(request: RequestBuilder) -> RequestBuilder {
    request
        .header("apikey", ANON_KEY)
        .bearer_auth(ANON_KEY)
        .header("content-profile", "public")
        .header("x-client-info", "supabase-js-web/2.119.0")
}

/// A server on its own thread, so that it runs while the test waits.
struct Server {
    url: String,
    metrics_url: String,
    handle: StopHandle,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    async fn start(
        database_url: &str,
        (data_dir, site_dir): (&Path, &Path),
        settings: &[(&str, &str)],
        deadlines: &Deadlines,
    ) -> Self {
        let config = config(database_url, data_dir, site_dir, settings).within(*deadlines);
        // The running program is the test binary.
        let program = settings.iter().find(|(name, _)| *name == "PROGRAM");
        let program = program.map_or(PROGRAM, |(_, path)| path).into();
        LazyLock::force(&LOGGED);
        let (ready, started) = oneshot::channel();
        let thread = thread::spawn(move || {
            let decoder = PhotoDecoder::of(program);
            actix_web::rt::System::new().block_on(async {
                let application = Application::build(config, decoder).await.unwrap();
                let addresses = (application.address, application.metrics_address);
                ready.send((addresses, application.handle())).ok().unwrap();
                application.run().await.unwrap();
            });
        });
        let ((address, metrics_address), handle) = started.await.unwrap();
        Self {
            url: format!("http://{address}"),
            metrics_url: format!("http://{metrics_address}/metrics"),
            handle,
            thread: Some(thread),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.handle.stop(false);
        let ended = self.thread.take().unwrap().join();
        if !thread::panicking() {
            ended.unwrap();
        }
    }
}

/// Returns deadlines that a busy machine does not miss, but for those after which nothing fails. What is
/// in flight at a test's end is not waited for, and an outage is one after a second.
pub fn long_deadlines() -> Deadlines {
    let Deadlines {
        outbound_body,
        smtp_quit,
        ..
    } = Deadlines::default();
    Deadlines {
        shutdown: Duration::ZERO,
        restart: Duration::from_secs(1),
        readiness: Duration::ZERO,
        outbound_body,
        smtp_quit,
        ..Deadlines::default().scaled(20.0)
    }
}

/// Returns a test's configuration from its settings.
fn config(
    database_url: &str,
    data_dir: &Path,
    site_dir: &Path,
    settings: &[(&str, &str)],
) -> Config {
    let values: HashMap<&str, &str> = [
        ("PORT", "0"),
        ("METRICS_PORT", "0"),
        ("DATABASE_URL", database_url),
        ("DATABASE_POOL_SIZE", "8"),
        ("DATA_DIR", data_dir.to_str().unwrap()),
        ("SITE_DIR", site_dir.to_str().unwrap()),
        ("ANON_KEY", ANON_KEY),
        ("IP_HASH_SECRET", IP_HASH_SECRET),
        ("MAIL_TO", OWNER),
        // All tests send from one address.
        ("LEADS_PER_ADDRESS_PER_HOUR", "100000"),
        ("MAILS_PER_ADDRESS_PER_HOUR", "100000"),
        ("CLICKS_PER_ADDRESS_PER_HOUR", "100000"),
    ]
    .into_iter()
    .chain(settings.iter().copied())
    .collect();
    let mut config =
        Config::from_layers("", |name| values.get(name).map(ToString::to_string)).unwrap();
    // Counts do not restart at the full hour in the middle of a test.
    config.visitors.rate_limits.hour = || 500_000;
    config
}

/// Builds a minimal site.
pub fn site() -> TempDir {
    let folder = TempDir::new().unwrap();
    let desk = r#"<script type="module" crossorigin src="/desk/assets/app-1a2b3c4d.js"></script><h1>Desk</h1>"#;
    for (path, content) in [
        ("index.html", "<h1>Home</h1>"),
        ("contact/index.html", "<h1>Contact</h1>"),
        ("contact/index.html.br", "brotli of contact"),
        ("contact/index.html.gz", "gzip of contact"),
        ("contact/sent/index.html", "<h1>Sent</h1>"),
        ("contact-card.vcf", "BEGIN:VCARD"),
        ("404/index.html", "<h1>Oops! Page not found</h1>"),
        ("assets/entry-4f5e6d7c.js", "console.log('oak')"),
        ("assets/rules-0a1b2c3d.wasm", "\0asm"),
        ("robots.txt", "User-agent: *"),
        ("desk/index.html", desk),
        ("desk/service-worker.js", "self.skipWaiting()"),
        ("desk/assets/app-1a2b3c4d.js", "console.log('desk')"),
        ("speculation-rules.json", "{}"),
        ("downloads/leaflet.gz", "an archive of its own"),
        (".well-hidden", "not to be served"),
        ("assets/.hidden.js", "not to be served"),
    ] {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    folder
}

/// Returns the Prometheus metrics, including those of the database.
pub async fn figures(url: &str) -> String {
    let text = Answer::to(Client::new().get(url)).await.expect(200).text;
    assert!(text.contains("\ndatabase_up 1\n"), "{text}");
    text
}

/// The errors that the servers of this process have logged.
static ERRORS: Mutex<Vec<u8>> = Mutex::new(Vec::new());

static LOGGED: LazyLock<()> = LazyLock::new(|| {
    let lines = tracing_subscriber::fmt::layer()
        .with_ansi(false)
        .with_writer(|| Errors);
    let errors = filter_fn(|it| it.is_span() || *it.level() == Level::ERROR);
    registry().with(lines.with_filter(errors)).init();
});

struct Errors;

impl io::Write for Errors {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        ERRORS.lock().unwrap().write(line)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A response.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    pub async fn to(request: RequestBuilder) -> Self {
        let response = request.send().await.unwrap();
        Self {
            status: response.status(),
            headers: response.headers().clone(),
            text: response.text().await.unwrap(),
        }
    }

    /// Asserts the status; returns the response.
    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", self.explained());
        self
    }

    /// Returns the text, with the errors that the server logged about the request.
    fn explained(&self) -> String {
        let errors = ERRORS.lock().unwrap();
        let errors = String::from_utf8_lossy(&errors);
        let id = self.header("x-request-id");
        let own = errors
            .lines()
            .filter(|line| !id.is_empty() && line.contains(id));
        [&*self.text]
            .into_iter()
            .chain(own)
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// Returns the JSON body; asserts that the content type says so.
    pub fn json(&self) -> Value {
        assert!(
            self.header("content-type").contains("json"),
            "no JSON: {self:?}"
        );
        serde_json::from_str(&self.text).unwrap()
    }

    /// Returns a header, or an empty string.
    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }

    /// Asserts an error in PostgREST's format; returns it.
    pub fn postgrest_error(&self, status: u16, code: &str) -> Value {
        assert_eq!(self.status, status, "{}", self.explained());
        let error = self.json();
        let mut keys: Vec<&String> = error.as_object().unwrap().keys().collect();
        keys.sort_unstable();
        assert_eq!(keys, ["code", "details", "hint", "message"]);
        assert_eq!(error["code"], code);
        assert!(!error["message"].as_str().unwrap().is_empty());
        error
    }

    /// Asserts an error in the API's format; returns its message.
    pub fn api_error(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.explained());
        let error = self.json();
        let [(key, sentence)] = &error.as_object().unwrap().iter().collect::<Vec<_>>()[..] else {
            panic!("expected one key: {error}");
        };
        assert_eq!(*key, "error");
        sentence.as_str().unwrap().to_owned()
    }
}

/// Asserts that there is one item; returns it.
pub fn one<T>(items: Vec<T>) -> T {
    assert_eq!(items.len(), 1);
    items.into_iter().next().unwrap()
}

/// Asserts that a text contains this part.
#[track_caller]
pub fn assert_contains(text: &str, part: &str) {
    assert!(text.contains(part), "{part} is not in\n{text}");
}

/// Asserts that a text begins with this.
#[track_caller]
pub fn assert_begins(text: &str, start: &str) {
    assert!(text.starts_with(start), "{start} does not begin\n{text}");
}

/// Asserts that a line of a text begins with this.
#[track_caller]
pub fn assert_line(text: &str, start: &str) {
    let begins = |line: &str| line.starts_with(start);
    assert!(text.lines().any(begins), "{start} is not in\n{text}");
}

/// Returns a valid form.
pub fn estimate() -> Value {
    json!({
        "firstName": "Jane", "lastName": "Doe", "phone": "404-555-0123",
        "email": "jane.doe@gmail.com", "address": "12 Oak Street, Decatur",
        "service": "Tree Removal", "urgency": "within-week",
        "message": "The big white oak leans over the garage.",
    })
}

/// Returns the row that the browser makes of [`estimate`].
pub fn row() -> Value {
    json!({
        "full_name": "Jane Doe", "email": "jane.doe@gmail.com", "phone": "404-555-0123",
        "message": "Service: Tree Removal\nUrgency: Within a week\n\
                    Address: 12 Oak Street, Decatur\nDetails:\n\
                    The big white oak leans over the garage.",
        "site_name": SITE_NAME,
    })
}

/// Returns the tracking fields and the row of a visitor whose data must not appear elsewhere.
pub fn private_visitor() -> (Value, Value) {
    let tracking = json!({
        "visitor_id": "private-visitor", "session_id": "private-session",
        "referrer": "https://private-referrer.example",
    });
    let lead = json!({
        "full_name": "Privatus Privateer", "email": "private@mailbox.net", "phone": "404-555-0177",
        "message": "Service: Private Service\nUrgency: Routine\nAddress: 77 Private Street\nDetails:\nPrivate details.",
    });
    (tracking, lead)
}

/// Returns the object with other values for some keys.
pub fn with(mut object: Value, changes: Value) -> Value {
    let Value::Object(changes) = changes else {
        panic!("no object: {changes}");
    };
    object.as_object_mut().unwrap().extend(changes);
    object
}
