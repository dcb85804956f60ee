//! The owner's desk.

mod changes;
mod emergencies;
mod entered;
mod estimate_lines;
mod events;
mod export;
mod figures;
mod leads;
mod lists;
mod long_leads;
mod mails;
mod person;
mod push;
mod requests;
mod roles;
mod sessions;
mod sign_in;
mod verdicts;
mod visits;

use chrono::Utc;
use reqwest::RequestBuilder;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::app::{Answer, OWNER, TestApp, row, with};

/// A second person who can sign in.
pub const OFFICE: &str = "office@tree-care.example";

/// `DESK_EMAILS`, in a different spelling from the one typed at the sign-in.
pub const PEOPLE: &str = "Owner@Tree-Care.example, office@tree-care.example";

/// Returns the company's facts.
pub fn company() -> Value {
    serde_json::from_str(include_str!("../../../company.json")).unwrap()
}

/// Returns two of the company's towns.
pub fn towns() -> [String; 2] {
    [0, 1].map(|index| {
        company()["areas"][0]["towns"][index]
            .as_str()
            .unwrap()
            .to_owned()
    })
}

/// Starts a server with a desk.
pub async fn spawn() -> TestApp {
    TestApp::spawn_with(&[("DESK_EMAILS", PEOPLE)]).await
}

/// Inserts a sign-in link; returns its token.
pub async fn link(app: &TestApp, address: &str) -> String {
    let token = Uuid::new_v4().to_string();
    app.execute(&format!(
        "INSERT INTO desk_links (token_hash, address) VALUES (sha256('{token}'), '{address}')"
    ))
    .await;
    token
}

/// Signs in with a link's token.
pub fn use_link(app: &TestApp, token: &str) -> RequestBuilder {
    app.post("/api/desk/session")
        .json(&json!({ "token": token }))
}

/// Returns the `name=value` of the cookie that a response sets.
pub fn cookie(answer: &Answer) -> String {
    let cookie = answer.header("set-cookie");
    cookie.split(';').next().unwrap().to_owned()
}

/// A browser that is signed in.
pub struct Browser<'a> {
    app: &'a TestApp,
    pub cookie: String,
}

impl<'a> Browser<'a> {
    /// Signs the owner in.
    pub async fn of_owner(app: &'a TestApp) -> Self {
        Self::of(app, OWNER).await
    }

    pub async fn of(app: &'a TestApp, address: &str) -> Self {
        let token = link(app, address).await;
        let answer = Answer::to(use_link(app, &token)).await.expect(200);
        Self {
            app,
            cookie: cookie(&answer),
        }
    }

    /// Returns a request under `/api/desk`.
    pub fn request(&self, method: &str, path: &str) -> RequestBuilder {
        let path = format!("/api/desk{path}");
        self.app
            .request(method, &path)
            .header("cookie", &self.cookie)
    }

    pub async fn get(&self, path: &str) -> Answer {
        Answer::to(self.request("GET", path)).await
    }

    pub async fn send(&self, method: &str, path: &str, body: &Value) -> Answer {
        Answer::to(self.request(method, path).json(body)).await
    }

    /// Returns the names in a list, in order.
    pub async fn names(&self, query: &str) -> Vec<String> {
        let answer = self.get(&format!("/leads?{query}")).await.expect(200);
        let page = answer.json();
        let leads = page["leads"].as_array().unwrap().iter();
        leads
            .map(|lead| lead["name"].as_str().unwrap().to_owned())
            .collect()
    }

    pub async fn lead(&self, id: &str) -> Value {
        let answer = self.get(&format!("/leads/{id}")).await.expect(200);
        answer.json()["lead"].clone()
    }

    /// Returns a lead's events, the latest first.
    pub async fn events(&self, id: &str) -> Vec<Value> {
        let answer = self.get(&format!("/leads/{id}")).await.expect(200);
        answer.json()["events"].as_array().unwrap().clone()
    }

    /// Returns the kinds of a lead's events, the latest first.
    pub async fn kinds(&self, id: &str) -> Vec<String> {
        let events = self.events(id).await;
        let kinds = events.iter().map(|event| event["kind"].as_str().unwrap());
        kinds.map(str::to_owned).collect()
    }

    pub async fn send_event(&self, lead: &str, event: &Value) -> Answer {
        let path = format!("/leads/{lead}/events");
        self.send("POST", &path, event).await
    }

    /// Records an event of a lead now; returns the lead.
    pub async fn record(&self, lead: &str, act: Value) -> Value {
        let answer = self.send_event(lead, &event(act)).await.expect(200);
        answer.json()["lead"].clone()
    }

    /// Records that a lead is spam, or isn't; returns the lead.
    pub async fn judge(&self, lead: &str, kind: &str) -> Value {
        self.record(lead, json!({ "kind": kind })).await
    }

    /// Undoes the last event of a lead; returns the lead.
    pub async fn undo(&self, lead: &str) -> Value {
        let events = self.events(lead).await;
        let is_undone = |id: &Value| events.iter().any(|event| event["event"] == *id);
        let last = events.iter().find(|event| {
            event["kind"] != "undone" && event["kind"] != "read" && !is_undone(&event["id"])
        });
        let undone = json!({ "kind": "undone", "event": last.unwrap()["id"] });
        self.record(lead, undone).await
    }
}

/// Returns an event that happens now.
pub fn event(act: Value) -> Value {
    with(json!({ "id": Uuid::now_v7(), "at": Utc::now() }), act)
}

/// Saves a lead as a visitor sends it; returns its id.
pub async fn save(app: &TestApp, changes: Value) -> String {
    saved(app.insert_select_single(&with(row(), changes))).await
}

/// Saves a lead that looks like spam.
pub async fn save_suspect(app: &TestApp) -> String {
    save_suspect_with(app, json!({})).await
}

/// Saves a suspect lead with some changes.
pub async fn save_suspect_with(app: &TestApp, changes: Value) -> String {
    let request = app
        .insert_select_single(&with(row(), changes))
        .header("x-form-token", "forged")
        .header("x-form-trap", "filled");
    saved(request).await
}

async fn saved(request: RequestBuilder) -> String {
    let answer = Answer::to(request).await.expect(201);
    answer.json()["id"].as_str().unwrap().to_owned()
}
