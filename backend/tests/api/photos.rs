//! Photos of the tree, which visitors and the owner add to a lead.

mod bombs;
mod desk;
mod erasure;
mod files;
mod limits;
mod mails;
mod processes;
mod visitor;

use std::{
    io::Cursor,
    time::{Duration, SystemTime},
};

use backend::{config::secret::Secret, photos::token::PhotoTokens};
use chrono::Utc;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use reqwest::RequestBuilder;
use serde_json::Value;
use uuid::Uuid;

use crate::app::{Answer, IP_HASH_SECRET, TestApp};

/// Returns the token generator of the tests' servers.
pub fn tokens() -> PhotoTokens {
    let secret = Secret::load(Some(&IP_HASH_SECRET.into()), "unused".as_ref());
    PhotoTokens::new(&secret.unwrap())
}

/// Returns the token of the browser that sent a lead.
pub fn token(lead: &str) -> String {
    let tomorrow = SystemTime::now() + Duration::from_hours(24);
    tokens().issue(lead.parse().unwrap(), tomorrow)
}

/// Returns the token of a customer's link.
pub fn link_token(lead: &str) -> String {
    tokens().issue_link(lead.parse().unwrap(), Utc::now())
}

/// The browser that sent a lead.
pub struct Visitor<'a> {
    app: &'a TestApp,
    pub cookie: String,
}

impl<'a> Visitor<'a> {
    pub fn of(app: &'a TestApp, lead: &str) -> Self {
        Self::with(app, &token(lead))
    }

    /// A visitor who followed the customer's link.
    pub fn by_link(app: &'a TestApp, lead: &str) -> Self {
        Self::with(app, &link_token(lead))
    }

    pub fn with(app: &'a TestApp, token: &str) -> Self {
        Self {
            app,
            cookie: format!("photo_token={token}"),
        }
    }

    pub fn request(&self, method: &str, path: &str) -> RequestBuilder {
        self.app
            .request(method, &format!("/contact/photos{path}"))
            .header("cookie", &self.cookie)
    }

    pub async fn put(&self, id: Uuid, file: Vec<u8>) -> Answer {
        Answer::to(self.request("PUT", &format!("/{id}")).body(file)).await
    }

    /// Adds a photo; returns its id.
    pub async fn add(&self) -> Uuid {
        let id = Uuid::now_v7();
        self.put(id, jpeg(64, 48)).await.expect(201);
        id
    }

    pub async fn remove(&self, id: Uuid) -> Answer {
        Answer::to(self.request("DELETE", &format!("/{id}"))).await
    }

    pub async fn list(&self) -> Value {
        Answer::to(self.request("GET", "")).await.expect(200).json()
    }

    pub async fn ids(&self) -> Vec<Uuid> {
        ids(&self.list().await["photos"], "/id")
    }
}

/// Returns the id at this JSON pointer of each entry in a list.
pub fn ids(list: &Value, place: &str) -> Vec<Uuid> {
    let entries = list.as_array().unwrap().iter();
    let ids = entries.map(|entry| entry.pointer(place).unwrap().as_str().unwrap());
    ids.map(|id| id.parse().unwrap()).collect()
}

/// Asserts a refusal; returns its message.
#[track_caller]
pub fn refusal(answer: &Answer, status: u16, code: &str) -> String {
    let text = &answer.text;
    assert_eq!(
        (answer.status.as_u16(), &answer.json()["code"]),
        (status, &code.into()),
        "{text}"
    );
    assert_eq!(answer.json().as_object().unwrap().len(), 2, "{text}");
    answer.json()["error"].as_str().unwrap().to_owned()
}

/// Returns a picture with a color in each corner, which shows its orientation.
pub fn picture(width: u32, height: u32) -> DynamicImage {
    RgbImage::from_fn(width, height, |x, y| {
        match (x < width / 2, y < height / 2) {
            (true, true) => Rgb([250, 0, 0]),
            (false, true) => Rgb([0, 250, 0]),
            (true, false) => Rgb([0, 0, 250]),
            (false, false) => Rgb([250, 250, 250]),
        }
    })
    .into()
}

pub fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    image.write_to(&mut file, format).unwrap();
    file.into_inner()
}

pub fn jpeg(width: u32, height: u32) -> Vec<u8> {
    photo_file::jpeg(&picture(width, height), 75).unwrap()
}
