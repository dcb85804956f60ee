//! The confirmation of a request: what the browser keeps about it, and the page that shows it.
//!
//! The page is a separate document without a route (`app/src/routes/contact/sent/page.tsx`). What it shows about
//! the request comes from a cookie, which goes only to the browser that sent the request. From the database it
//! reads, for browsers that have the token of the photos, their ids, and what the cookie does not hold: the
//! details and the e-mail address, for as long as the cookie lasts.

mod call_time;

use std::time::Duration;

use actix_web::{HttpRequest, HttpResponse, web};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use lol_html::{
    RewriteStrSettings, element, errors::RewritingError, html_content::ContentType, rewrite_str,
};
use serde::{Deserialize, Serialize};
use tokio::time::timeout;
use uuid::Uuid;
use validator_wasm::{Estimate, Field, PLACEHOLDER_EMAIL, Urgency, lead::parse_message};

use self::call_time::call_time;
use super::contact_page::{self, Answer};
use crate::{
    database::Store,
    leads::{
        Saved,
        lead_records::{listed_line, shorten},
        site_forms::{self, SiteForm},
    },
    photos::{
        service::PhotoService,
        table::{self as photos, PhotoSource},
        token::PhotoGrant,
        uploads::PhotoRefusal,
    },
    site::{CONFIRMATION_PAGE, CONTACT_PAGE, Site, contact_cookies},
};

/// The cookie with the summary of a request.
const SUMMARY: &str = "sent";

const KEPT: Duration = Duration::from_hours(1);

/// The most bytes of a summary in its cookie: with its name and attributes, the whole stays below 2 KB.
const MAX_VALUE_BYTES: usize = 1_960;

/// The most characters of each text, tried in this order until the summary fits. The last always does.
const TEXT_CHARS: [usize; 4] = [254, 120, 40, 20];

/// How long the page waits for each response of the database. It is shown without it too.
const READ_TIMEOUT: Duration = Duration::from_secs(2);

/// Sets the cookies of the confirmation on the response to a request that saved one lead. Every route
/// that takes leads from visitors calls it.
pub fn set_cookies(
    photos: &PhotoService,
    request: &HttpRequest,
    response: HttpResponse,
    saved: &Saved,
) -> HttpResponse {
    let [lead] = saved.rows.as_slice() else {
        return response;
    };
    let summary = Summary::of(lead).encoded();
    let summary = summary.map(|it| contact_cookies::cookie(SUMMARY, it, KEPT, photos.is_secure));
    // Photos belong to the request that was just sent.
    let offer = photos.offered_link(request);
    let choice = offer.map(|_| photos.link_cookie(None));
    let cookies = [summary, Some(photos.cookie(lead.id)), choice];
    contact_cookies::with_cookies(response, cookies.into_iter().flatten())
}

/// What the confirmation says about a request.
#[derive(Serialize, Deserialize)]
struct Summary {
    /// The id of the request, which identifies its photos.
    #[serde(default)]
    lead: Uuid,
    /// Seconds since 1970.
    saved_at: i64,
    /// The form without email and details, with the full name as the first name.
    #[serde(flatten)]
    estimate: Estimate,
}

impl Summary {
    fn of(lead: &SiteForm) -> Self {
        Self {
            lead: lead.id,
            saved_at: lead.created_at.timestamp(),
            estimate: Estimate {
                first_name: lead.full_name.clone(),
                phone: lead.phone.clone(),
                message: String::new(),
                ..parse_message(&lead.message)
            },
        }
    }

    /// Reads the summary from the request's cookie. An invalid one counts as none.
    fn kept(request: &HttpRequest) -> Option<Self> {
        let cookie = request.cookie(SUMMARY)?;
        let json = BASE64_URL_SAFE_NO_PAD.decode(cookie.value()).ok()?;
        serde_json::from_slice(&json).ok()
    }

    fn encoded(mut self) -> Option<String> {
        TEXT_CHARS.into_iter().find_map(|chars| {
            for field in Field::ALL {
                shorten(self.estimate.get_mut(field), chars);
            }
            let value = BASE64_URL_SAFE_NO_PAD.encode(serde_json::to_vec(&self).ok()?);
            (value.len() <= MAX_VALUE_BYTES).then_some(value)
        })
    }

    /// Adds what the cookie does not have.
    fn complete(&mut self, row: SiteForm) {
        self.estimate.message = parse_message(&row.message).message;
        self.estimate.email = row.email;
        if self.estimate.email == PLACEHOLDER_EMAIL {
            self.estimate.email.clear();
        }
    }

    /// When the visitor is called.
    fn call_time(&self) -> Option<String> {
        let is_urgent = self.estimate.chosen_urgency() == Some(Urgency::Urgent);
        let sent_at = DateTime::from_timestamp(self.saved_at, 0)?;
        let now = Utc::now();
        // A time that no cookie of ours has.
        let age = now.signed_duration_since(sent_at).abs();
        (age.to_std().ok()? <= KEPT).then(|| call_time(is_urgent, sent_at, now))?
    }

    /// The text of a part of the page: a field, or what is made of them.
    fn text(&self, part: &str) -> Option<String> {
        let text = match Field::ALL.into_iter().find(|it| it.as_str() == part) {
            Some(field) => {
                let estimate = self.estimate.borrowed();
                Some(
                    estimate
                        .for_owner(estimate.first_name)
                        .get(field)
                        .to_string(),
                )
            }
            None => match part {
                "givenName" => self
                    .estimate
                    .first_name
                    .split_whitespace()
                    .next()
                    .map(str::to_owned),
                "callTime" => self.call_time(),
                _ => None,
            },
        };
        text.map(listed_line).filter(|text| !text.trim().is_empty())
    }
}

/// What the confirmation says about photos.
struct Photos {
    /// The request that they belong to. `None` if the browser may not add any.
    lead: Option<Uuid>,
    /// The ids of the added photos, the oldest first. `None` if the browser may not add any, or has to choose first.
    added: Option<Vec<Uuid>>,
    /// Whether the visitor has to choose between this request and the one of a link.
    is_choice: bool,
    /// Why the form with photos was refused.
    refusal: Option<PhotoRefusal>,
}

/// The query of the address that a form with photos redirects to.
#[derive(Deserialize)]
struct PhotoQuery {
    photos: PhotoRefusal,
}

impl Photos {
    async fn of(request: &HttpRequest, service: &PhotoService, store: &Store) -> Self {
        let query = web::Query::<PhotoQuery>::from_query(request.query_string());
        let refusal = query.ok().map(|it| it.photos);
        let grant = service.grant(request).ok();
        let is_choice = service.offered_link(request).is_some();
        let added = match grant {
            Some(grant) if !is_choice => Some(ids_of(store, grant).await),
            _ => None,
        };
        Self {
            lead: grant.map(|it| it.lead),
            added,
            is_choice,
            refusal,
        }
    }

    /// Whether the page says anything of photographs.
    fn are_shown(&self) -> bool {
        self.lead.is_some() || self.is_choice || self.refusal.is_some()
    }

    fn text(&self, part: &str) -> Option<String> {
        match part {
            // The last digits of an id are random.
            "reference" => self.lead.map(|lead| {
                let id = lead.simple().to_string().to_uppercase();
                id.chars().skip(28).collect()
            }),
            "photoRefusal" => self.refusal.map(|it| it.sentence(PhotoSource::Visitor)),
            "photoCount" => {
                let added = self.added.as_ref().filter(|it| !it.is_empty());
                added.map(|it| it.len().to_string())
            }
            _ => None,
        }
    }
}

/// Reads the ids of the photos that were added with a token. The page works without the database:
/// then it lists none.
async fn ids_of(store: &Store, grant: PhotoGrant) -> Vec<Uuid> {
    let photos = store.run(async |connection| photos::of_lead(connection, grant.lead).await);
    let photos = timeout(READ_TIMEOUT, photos).await;
    let photos = photos.ok().and_then(Result::ok).unwrap_or_default();
    let own = photos.into_iter().filter(|it| it.source == grant.source);
    own.map(|it| it.id).collect()
}

/// Renders the confirmation, with the summary from the request's cookie and the photos that were
/// added. A site without that page thanks on the contact page. A browser that has sent nothing gets the
/// contact page.
pub async fn page(
    site: &Site,
    request: &HttpRequest,
    service: &PhotoService,
    store: &Store,
) -> String {
    let document = site.page(CONFIRMATION_PAGE).unwrap_or_default();
    let photos = Photos::of(request, service, store).await;
    // The photos of one request are never shown with the summary of another.
    let mut summary =
        Summary::kept(request).filter(|it| photos.lead.is_none_or(|lead| lead == it.lead));
    if summary.is_none() && !photos.are_shown() {
        // One that comes from the form takes no cookies.
        let is_ours = request.headers().get("sec-fetch-site");
        let is_ours = is_ours.is_some_and(|it| it.as_bytes() == b"same-origin");
        return match site.page(CONTACT_PAGE) {
            Some(page) if !is_ours => page.to_owned(),
            _ => contact_page::with(site, &Answer::Thanks),
        };
    }
    let sender = service.grant(request).ok();
    let sender = sender.filter(|it| it.source == PhotoSource::Visitor);
    if let (Some(summary), Some(grant)) = (&mut summary, sender) {
        let row = timeout(READ_TIMEOUT, site_forms::under_key(store, grant.lead)).await;
        if let Ok(Ok(Some(row))) = row {
            summary.complete(row);
        }
    }
    match filled_in(document, summary.as_ref(), &photos) {
        Ok(page) if !page.is_empty() => page,
        _ => contact_page::with(site, &Answer::Thanks),
    }
}

/// Puts texts into the elements that name them (`data-sent`), and removes the elements whose
/// condition (`data-if`) is not met: a text that exists, `summary`, `emergency`, `routine`,
/// `photos`, `photoForm` or `photoChoice`. The elements of each photo (`data-photo`, from 0) are
/// shown, and get its id.
fn filled_in(
    document: &str,
    summary: Option<&Summary>,
    photos: &Photos,
) -> Result<String, RewritingError> {
    let is_emergency = summary.is_some_and(|it| it.estimate.is_emergency());
    let text = |part: &str| match photos.text(part) {
        None => summary.and_then(|it| it.text(part)),
        of_photos => of_photos,
    };
    let settings = RewriteStrSettings::new()
        .append_element_content_handler(element!("[data-if]", |element| {
            let condition = element.get_attribute("data-if").unwrap_or_default();
            let is_met = match condition.as_str() {
                "summary" => summary.is_some(),
                "emergency" => is_emergency,
                "routine" => !is_emergency,
                "photos" => photos.are_shown(),
                "photoForm" => photos.added.is_some(),
                "photoChoice" => photos.is_choice,
                part => text(part).is_some(),
            };
            if is_met {
                element.remove_attribute("data-if");
            } else {
                element.remove();
            }
            Ok(())
        }))
        .append_element_content_handler(element!("[data-sent]", |element| {
            let part = element.get_attribute("data-sent").unwrap_or_default();
            element.set_inner_content(&text(&part).unwrap_or_default(), ContentType::Text);
            Ok(())
        }))
        .append_element_content_handler(element!("[data-photo]", |element| {
            let place = element.get_attribute("data-photo").unwrap_or_default();
            let added = photos.added.as_deref().unwrap_or_default();
            if let Some(id) = place.parse().ok().and_then(|it: usize| added.get(it)) {
                match element.tag_name().as_str() {
                    "img" => {
                        element.set_attribute("src", &format!("{CONTACT_PAGE}/photos/{id}"))?;
                    }
                    "button" => element.set_attribute("value", &id.to_string())?,
                    _ => element.remove_attribute("hidden"),
                }
            }
            Ok(())
        }));
    rewrite_str(document, settings)
}
