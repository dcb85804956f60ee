//! `GET /api/openapi.json`: the description is complete and correct.

use std::{collections::BTreeSet, env, fs};

use actix_web::{App, dev::ResourceMap, test, web};
use backend::{
    config::DatabaseUrl,
    database::{Store, migrations::Migrated},
    server::routes::{self, openapi::Description},
};
use reqwest::RequestBuilder;
use serde_json::{Map, Value, json};
use utoipa::OpenApi;

use crate::{
    app::{ANON_KEY, Answer, OWNER, TestApp, row},
    desk, photos,
};

const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];

/// The description from which the desk's types and limits are generated.
const DESK_DESCRIPTION: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../desk/openapi.json");

#[actix_web::test]
async fn the_description_is_served() {
    let app = TestApp::spawn().await;
    let answer = Answer::to(app.get("/api/openapi.json")).await.expect(200);
    assert_eq!(answer.header("content-type"), "application/json");
    assert_eq!(answer.header("cache-control"), "no-cache");
    assert_eq!(answer.json(), description());

    let answer = Answer::to(app.post("/api/openapi.json")).await;
    assert_eq!(answer.api_error(405), "Allowed methods: GET, HEAD.");
    assert_eq!(answer.header("allow"), "GET, HEAD");
}

#[actix_web::test]
async fn the_description_is_complete() {
    let description = description();
    assert!(description["openapi"].as_str().unwrap().starts_with("3.1."));
    assert_eq!(description["info"]["version"], env!("CARGO_PKG_VERSION"));
    check_references(&description, &description);

    let names = |list: &Value, key: &str| -> BTreeSet<String> {
        list.as_array()
            .unwrap()
            .iter()
            .map(|entry| entry[key].as_str().unwrap().to_owned())
            .collect()
    };
    let tags = names(&description["tags"], "name");
    let mut ids = BTreeSet::new();
    for Operation { path, content, .. } in operations(&description) {
        for key in ["summary", "operationId"] {
            assert!(content[key].is_string(), "{path} has no {key}");
        }
        assert!(
            ids.insert(content["operationId"].as_str().unwrap()),
            "{path}"
        );
        for tag in content["tags"].as_array().unwrap() {
            assert!(tags.contains(tag.as_str().unwrap()), "{path}: {tag}");
        }
        for requirement in content["security"].as_array().into_iter().flatten() {
            for scheme in requirement.as_object().unwrap().keys() {
                assert!(!description["components"]["securitySchemes"][scheme].is_null());
            }
        }
        for parameter in content["parameters"].as_array().into_iter().flatten() {
            assert!(parameter["description"].is_string(), "{path}: {parameter}");
            assert!(!parameter["schema"].is_null(), "{path}: {parameter}");
        }
    }
}

#[actix_web::test]
async fn the_desk_has_its_part_of_the_description() {
    let text = description_of_desk();
    if env::var_os("UPDATE_DESK_API").is_some() {
        fs::write(DESK_DESCRIPTION, &text).unwrap();
    }
    assert!(
        fs::read_to_string(DESK_DESCRIPTION).is_ok_and(|saved| saved == text),
        "desk/openapi.json is not what the server says: \
         UPDATE_DESK_API=1 cargo test -p backend --test api desk_has_its_part"
    );
}

#[actix_web::test]
async fn the_description_has_every_path_of_the_server_and_no_other() {
    let url = DatabaseUrl::new("postgres://nobody@127.0.0.1:1/nowhere", None).unwrap();
    let store = web::Data::new(Store::new(url, 1, Migrated::default()));
    let routes = |config: &mut _| routes::configure(config, &[], Some(&store));
    let server = test::init_service(App::new().configure(routes)).await;
    let request = test::TestRequest::get().uri("/healthz").to_request();
    let answer = test::call_service(&server, request).await;
    let configured = paths(answer.request().resource_map());
    let described: BTreeSet<_> = Description::openapi().paths.paths.into_keys().collect();
    assert_eq!(configured, described);
}

#[actix_web::test]
async fn the_description_has_every_method_of_a_path_and_no_other() {
    let app = desk::spawn().await;
    for (path, item) in description()["paths"].as_object().unwrap() {
        for method in METHODS {
            let answer = Answer::to(app.request(&method.to_uppercase(), path)).await;
            let described = item.get(method).is_some();
            assert_eq!(
                answer.status != 405,
                described,
                "{method} {path}: {answer:?}"
            );
        }
    }
}

#[actix_web::test]
async fn rows_are_described_as_the_table_is() {
    let app = TestApp::spawn().await;
    let saved = Answer::to(app.insert_select_single(&row())).await.json();
    let keys = |object: &Value| -> BTreeSet<String> {
        object.as_object().unwrap().keys().cloned().collect()
    };
    let schemas = &description()["components"]["schemas"];
    let described = |name: &str| keys(&schemas[name]["properties"]);
    assert_eq!(described("SiteForm"), keys(&saved));
    let mut written = keys(&saved);
    written.retain(|column| !["id", "created_at"].contains(&&**column));
    assert_eq!(described("NewRow"), written);
}

#[actix_web::test]
async fn the_examples_of_the_description_are_accepted() {
    let description = description();
    let app = desk::spawn().await;
    for operation in operations(&description) {
        let state = State::prepare(&app).await;
        let request = operation.example(&app, &description, &state);
        let answer = Answer::to(request).await;
        let Operation { path, content, .. } = operation;
        let responses = content["responses"].as_object().unwrap();
        let (expected, response) = responses.iter().next().unwrap();
        assert_eq!(answer.status.as_str(), expected, "{path}: {answer:?}");
        if let Some(media_types) = response["content"].as_object() {
            let announced = answer.header("content-type").split(';').next().unwrap();
            assert!(media_types.contains_key(announced), "{path}: {announced}");
        }
    }
}

pub fn description() -> Value {
    serde_json::to_value(Description::openapi()).unwrap()
}

/// Returns a limit that the desk takes from the description.
pub fn limit(pointer: &str) -> usize {
    let limit = description().pointer(pointer).and_then(Value::as_u64);
    usize::try_from(limit.unwrap()).unwrap()
}

/// Returns the desk's paths, without failures that have only a sentence, and the schemas they use,
/// one per line.
fn description_of_desk() -> String {
    let mut description = description();
    let paths = description["paths"].as_object_mut().unwrap();
    paths.retain(|path, _| path.starts_with("/api/desk"));
    for operation in paths
        .values_mut()
        .flat_map(|path| path.as_object_mut().unwrap().values_mut())
    {
        let responses = operation["responses"].as_object_mut().unwrap();
        responses.retain(|_, response| !response.to_string().contains("/ApiError\""));
    }
    let mut schemas = description["components"]["schemas"].take();
    loop {
        let text = format!("{}{schemas}", description["paths"]);
        let all = schemas.as_object_mut().unwrap();
        let count = all.len();
        all.retain(|name, _| text.contains(&format!("\"#/components/schemas/{name}\"")));
        if all.len() == count {
            break;
        }
    }
    let lines = |entries: &Value| {
        let entries = entries.as_object().unwrap().iter();
        let lines: Vec<_> = entries
            .map(|(key, value)| format!("{}: {value}", json!(key)))
            .collect();
        lines.join(",\n")
    };
    format!(
        "{{ \"openapi\": {},\n\"info\": {{ \"title\": \"The desk's paths\", \"version\": \"1\" }},\n\
         \"paths\": {{\n{}\n}},\n\"components\": {{ \"schemas\": {{\n{}\n}} }} }}\n",
        description["openapi"],
        lines(&description["paths"]),
        lines(&schemas)
    )
}

/// The lead's id in the examples.
const LEAD: &str = "01a20319-b113-7023-b0b5-e62792ba10f1";

/// The id of the lead that the example enters.
const ENTERED: &str = "01990000-0000-7000-8000-000000000001";

/// The token of a calendar URL.
const CALENDAR: &str = "kfQfJ0GmQ8p1Yl2CqYw3lF0vXbq3m1b7n0d8eYlT5hA";

/// The rows that the examples of the desk's operations need.
struct State {
    /// A new lead with a visit and an undelivered mail.
    id: String,
    /// The lead's webhook.
    webhook: String,
    /// A photo of the visitor's and one of the owner's.
    photos: [String; 2],
    /// The cookies of a session and of the lead's photos.
    cookie: String,
}

impl State {
    async fn prepare(app: &TestApp) -> Self {
        let id = desk::save(app, json!({})).await;
        let webhook = uuid::Uuid::now_v7().to_string();
        let photos = [(); 2].map(|()| uuid::Uuid::now_v7().to_string());
        let [visitors, owners] = &photos;
        // Waits for the mail's file, since an erasure fails while it is being written.
        let is_sent = format!("SELECT FROM outbox WHERE id = '{id}' AND state = 'sent'");
        app.wait_for(&is_sent).await;
        app.execute(&format!(
            "UPDATE outbox SET state = 'dead', leased_until = NULL, finished_at = now()
             WHERE id = '{id}';
             INSERT INTO outbox (id, kind, state, lead_id)
             VALUES ('{webhook}', 'webhook', 'pending', '{id}');
             INSERT INTO appointments (lead_id, id, begins_at, data) VALUES ('{id}', '{id}', now(),
                 '{{\"id\":\"{id}\",\"purpose\":\"work\",\"from\":\"2026-11-24T13:00:00Z\",\"to\":\"2026-11-24T14:00:00Z\",\"changes\":0}}');
             INSERT INTO lead_photos (id, lead_id, source, width, height, photo, thumbnail)
             VALUES ('{visitors}', '{id}', 'visitor', 1, 1, 'a', 'a'),
                 ('{owners}', '{id}', 'desk', 1, 1, 'a', 'a');
             INSERT INTO site_forms (id, full_name, email, phone, message, site_name)
             VALUES ('{ENTERED}', 'Jane Doe', '', '1', '', '') ON CONFLICT DO NOTHING;
             DELETE FROM desk_links;
             INSERT INTO desk_links (token_hash, address) VALUES (
                 sha256('kfQfJ0GmQ8p1Yl2CqYw3lF0vXbq3m1b7n0d8eYlT5hA'), '{OWNER}');
             INSERT INTO desk_calendars (token_hash, address)
             VALUES (sha256('{CALENDAR}'), '{}') ON CONFLICT DO NOTHING",
            desk::OFFICE
        ))
        .await;
        let session = desk::Browser::of_owner(app).await.cookie;
        let cookie = format!("{session}; photo_token={}", photos::token(&id));
        Self {
            id,
            webhook,
            photos,
            cookie,
        }
    }
}

struct Operation<'a> {
    path: &'a str,
    method: &'a str,
    content: &'a Value,
}

fn operations(description: &Value) -> Vec<Operation<'_>> {
    let paths = description["paths"].as_object().unwrap();
    paths
        .iter()
        .flat_map(|(path, item)| {
            let item = item.as_object().unwrap();
            item.iter().map(move |(method, content)| Operation {
                path,
                method,
                content,
            })
        })
        .collect()
}

impl Operation<'_> {
    /// Returns a request made of the examples in the description.
    fn example(&self, app: &TestApp, description: &Value, state: &State) -> RequestBuilder {
        let parameters = self.content["parameters"].as_array();
        let given = |place| {
            parameters
                .into_iter()
                .flatten()
                .filter(move |parameter| parameter["in"] == place)
                .filter_map(|parameter| {
                    Some((parameter["name"].as_str()?, parameter.get("example")?))
                })
                .map(|(name, example)| (name, as_text(example)))
        };
        let query = url::form_urlencoded::Serializer::new(String::new())
            .extend_pairs(given("query"))
            .finish()
            .replace(LEAD, &state.id);
        let id = if self.path.contains("/webhooks/") {
            &state.webhook
        } else if self.path.starts_with("/contact/photos/") {
            &state.photos[0]
        } else if self.path.contains("/photos/") {
            &state.photos[1]
        } else {
            &state.id
        };
        let path = self.path.replace("{id}", id).replace("{lead}", &state.id);
        let path = path.replace("{token}", CALENDAR);
        let address = format!("{path}?{query}");
        let mut request = app
            .request(&self.method.to_uppercase(), &address)
            .header("cookie", &state.cookie);
        for (name, example) in given("header") {
            request = request.header(name, example);
        }
        if self.content.get("security").is_some() {
            request = request.header("apikey", ANON_KEY);
        }
        let Some(media_types) = self.content["requestBody"]["content"].as_object() else {
            return match self.method {
                "get" => request,
                // The desk requires it, also without a body.
                _ => request.header("content-type", "application/json"),
            };
        };
        let (media_type, body) = media_types.iter().next().unwrap();
        match &**media_type {
            "image/jpeg" => {
                let request = request.header("content-type", media_type);
                return request.body(photos::jpeg(64, 48));
            }
            "multipart/form-data" => {
                return request
                    .header("content-type", "multipart/form-data; boundary=x")
                    .body("--x--\r\n");
            }
            _ => {}
        }
        let example = example(&body["schema"], description).unwrap();
        request
            .header("content-type", media_type)
            .body(if media_type == "application/json" {
                example.to_string().replace(LEAD, &state.id)
            } else {
                url::form_urlencoded::Serializer::new(String::new())
                    .extend_pairs(
                        example
                            .as_object()
                            .unwrap()
                            .iter()
                            .map(|(name, value)| (name, value.as_str().unwrap())),
                    )
                    .finish()
            })
    }
}

/// Returns a schema's example, combined from its parts' examples.
fn example(schema: &Value, description: &Value) -> Option<Value> {
    if let Some(example) = schema.get("example").or(schema["examples"].get(0)) {
        return Some(example.clone());
    }
    if let Some(reference) = schema["$ref"].as_str() {
        return example(resolve(reference, description), description);
    }
    if let Some(first) = schema["oneOf"].get(0) {
        return example(first, description);
    }
    let mut object = Map::new();
    for part in schema["allOf"].as_array().into_iter().flatten() {
        if let Some(Value::Object(part)) = example(part, description) {
            object.extend(part);
        }
    }
    for (key, property) in schema["properties"].as_object().into_iter().flatten() {
        if let Some(value) = example(property, description) {
            object.insert(key.clone(), value);
        }
    }
    (!object.is_empty()).then_some(Value::Object(object))
}

/// Returns a value as text for a header or a query.
fn as_text(value: &Value) -> String {
    match value {
        Value::Array(items) => items.iter().map(as_text).collect::<Vec<_>>().join(","),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn resolve<'a>(reference: &str, description: &'a Value) -> &'a Value {
    let pointer = reference.strip_prefix('#').unwrap();
    description
        .pointer(pointer)
        .unwrap_or_else(|| panic!("{reference} leads nowhere"))
}

fn check_references(value: &Value, description: &Value) {
    match value {
        Value::Object(object) => {
            if let Some(Value::String(reference)) = object.get("$ref") {
                resolve(reference, description);
            }
            for value in object.values() {
                check_references(value, description);
            }
        }
        Value::Array(items) => {
            for item in items {
                check_references(item, description);
            }
        }
        _ => {}
    }
}

/// Returns the paths of all resources. actix exposes them only in the map's debug output, which has
/// a pattern for each scope and resource and indents nested ones further.
fn paths(map: &ResourceMap) -> BTreeSet<String> {
    let text = format!("{map:#?}");
    assert!(
        !text.contains("patterns: List("),
        "a resource with several paths: read them here"
    );
    let mut lines = text.lines();
    let mut scopes: Vec<(usize, &str)> = Vec::new();
    let mut paths = BTreeSet::new();
    while let Some(line) = lines.next() {
        let depth = line.len() - line.trim_start().len();
        match line.trim() {
            "patterns: Single(" => {
                let pattern = lines.next().unwrap().trim().trim_matches(['"', ',']);
                scopes.retain(|(above, _)| *above < depth);
                scopes.push((depth, pattern));
            }
            // A scope has nodes; a resource doesn't.
            "nodes: None," => {
                let path: String = scopes.iter().map(|(_, pattern)| *pattern).collect();
                // The description does not say that a parameter may contain slashes.
                paths.insert(path.replace(":.*}", "}"));
            }
            _ => {}
        }
    }
    paths
}
