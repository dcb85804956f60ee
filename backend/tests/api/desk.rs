//! The owner's desk.

mod changes;
mod emergencies;
mod entered;
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
mod steps;
mod verdicts;
mod visits;

use reqwest::RequestBuilder;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::app::{Answer, OWNER, TestApp, row, with};

/// Another person of the desk.
pub const OFFICE: &str = "office@tree-care.example";

/// In another spelling than the one that is typed at the sign-in.
pub const PEOPLE: &str = "Owner@Tree-Care.example, office@tree-care.example";

/// The company's facts.
pub fn company() -> Value {
    serde_json::from_str(include_str!("../../../company.json")).unwrap()
}

/// Two towns of the company.
pub fn towns() -> [String; 2] {
    [0, 1].map(|index| {
        company()["areas"][0]["towns"][index]
            .as_str()
            .unwrap()
            .to_owned()
    })
}

/// A server with a desk.
pub async fn spawn() -> TestApp {
    TestApp::spawn_with(&[("DESK_EMAILS", PEOPLE)]).await
}

/// A link of the database's; returns its token.
pub async fn link(app: &TestApp, address: &str) -> String {
    let token = Uuid::new_v4().to_string();
    app.execute(&format!(
        "INSERT INTO desk_links (token_hash, address) VALUES (sha256('{token}'), '{address}')"
    ))
    .await;
    token
}

/// Asks to be signed in by a link.
pub fn use_link(app: &TestApp, token: &str) -> RequestBuilder {
    app.post("/api/desk/session")
        .json(&json!({ "token": token }))
}

/// The `name=value` of the cookie that an answer sets.
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

    /// A request under `/api/desk`.
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

    /// The names in a list, in its order.
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

    /// What was done to a lead, the latest first: who did what.
    pub async fn history(&self, id: &str) -> Vec<(String, String)> {
        let lead = self.get(&format!("/leads/{id}")).await.json();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let history = lead["history"].as_array().unwrap().iter();
        history
            .map(|entry| (text(&entry["who"]), text(&entry["what"])))
            .collect()
    }

    /// What was done to a lead, the latest first.
    pub async fn changes(&self, id: &str) -> Vec<String> {
        let history = self.history(id).await;
        history.into_iter().map(|(_, what)| what).collect()
    }

    pub async fn edit(&self, id: &str, change: Value) -> Answer {
        self.send("PATCH", &format!("/leads/{id}"), &change).await
    }

    pub async fn judge(&self, id: &str, version: i32, verdict: &str) -> Answer {
        let judgement = json!({ "version": version, "verdict": verdict });
        let path = format!("/leads/{id}/verdict");
        self.send("POST", &path, &judgement).await
    }
}

/// Saves a lead through the intake; returns its id.
pub async fn save(app: &TestApp, changes: Value) -> String {
    saved(app.insert_select_single(&with(row(), changes))).await
}

/// Saves a lead that looks like spam.
pub async fn save_suspect(app: &TestApp) -> String {
    save_suspect_with(app, json!({})).await
}

/// The same of another lead.
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
