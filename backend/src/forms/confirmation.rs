//! The confirmation: a page that shows a request and its progress.
//!
//! The page is a separate document without a route (`app/src/routes/contact/sent/page.tsx`). It
//! shows the request that the browser's photo token belongs to. For an hour it shows the form's
//! fields, to the browser that sent them. As long as the token is valid, also through the
//! auto-reply's link, it shows how far the request is ([`Step`]), who has read it, when the visit is,
//! and the estimate ([`ShownOffer`]). It shows nothing else that the desk knows.

mod call_time;
pub(crate) mod offer;
mod progress;

use std::time::Duration;

use actix_web::{HttpRequest, web};
use chrono::{DateTime, Utc};
use lead_log::{Answer, Appointment, Status};
use lol_html::{
    RewriteStrSettings, element, errors::RewritingError, html_content::ContentType, rewrite_str,
};
use serde::Deserialize;
use tokio::time::timeout;
use uuid::Uuid;
use validator_wasm::{Field, Urgency};

use self::{
    call_time::call_time,
    offer::{OfferRefusal, ShownOffer},
    progress::Step,
};
use super::contact_page;
use crate::{
    database::Store,
    leads::{
        lead_records::{self, Extent, LeadRecord, listed_line},
        log::{self, Reader},
    },
    photos::{
        link, photo_records,
        refusal::PhotoRefusal,
        service::PhotoService,
        source::PhotoSource,
        token::{PhotoAccess, PhotoToken},
    },
    site::{CONFIRMATION_PAGE, CONTACT_PAGE, Site},
    web::error::RequestError,
};

/// How long the confirmation shows the fields of the form.
const SUMMARY_SHOWN: Duration = Duration::from_hours(1);

/// What the parts of the estimate begin with.
const OFFER: &str = "offer-";

struct Known {
    lead: LeadRecord,
    reader: Option<Reader>,
    /// The ids of the photos that were added with the token, the oldest first.
    photos: Vec<Uuid>,
    offer: Option<ShownOffer>,
}

impl Known {
    /// Reads the data of a request: whether the token is valid and the lead was not erased, and the data.
    /// `None` if the database is unavailable.
    async fn of(
        store: &Store,
        token: PhotoToken,
        query: &SentQuery,
    ) -> Option<(bool, Option<Self>)> {
        let access = token.access;
        let known = store.run(async |connection| {
            let is_valid = link::is_valid(connection, token).await?;
            let leads = lead_records::by_id(connection, vec![access.lead], Extent::Whole).await?;
            let reader = log::first_reader(connection, access.lead).await?;
            let photos = photo_records::of_leads(connection, &[access.lead]).await?;
            let events = match leads.get(&access.lead) {
                Some(lead) if lead.sent_estimate.is_some() => {
                    log::of_lead(connection, access.lead).await?
                }
                _ => Vec::new(),
            };
            Ok((is_valid, leads, reader, photos, events))
        });
        let (is_valid, mut leads, reader, photos, events) =
            timeout(store.deadlines.confirmation, known)
                .await
                .ok()?
                .ok()?;
        let own = photos.into_iter().filter(|it| it.source == access.source);
        let known = leads.remove(&access.lead).map(|lead| Self {
            // The time comes from a phone's clock.
            reader: reader.map(|Reader { who, at }| Reader {
                at: at.max(lead.lead.created_at),
                who,
            }),
            offer: ShownOffer::of(&lead, &events, query, Utc::now()),
            lead,
            photos: own.map(|it| it.id).collect(),
        });
        let is_valid = is_valid && known.is_some();
        Some((is_valid, known.filter(|_| is_valid)))
    }
}

struct Confirmation {
    /// The request. `None` if the browser has no token.
    access: Option<PhotoAccess>,
    known: Option<Known>,
    /// Whether the visitor has to choose between this request and the request of a link.
    is_choice: bool,
    query: SentQuery,
}

/// What the page's query says about a form that was sent.
#[derive(Default, Deserialize)]
struct SentQuery {
    /// Why the form with photos was refused.
    photos: Option<PhotoRefusal>,
    /// Why no decision about the estimate was recorded.
    offer: Option<OfferRefusal>,
    /// The estimate that was chosen from.
    estimate: Option<Uuid>,
    /// The positions of the chosen lines, with periods between them.
    #[serde(default)]
    chosen: String,
    /// The chosen day.
    day: Option<DateTime<Utc>>,
}

impl Confirmation {
    async fn of(request: &HttpRequest, service: &PhotoService, store: &Store) -> Option<Self> {
        let query = web::Query::<SentQuery>::from_query(request.query_string());
        let query = query.map(web::Query::into_inner).unwrap_or_default();
        let token = service.token(request);
        let (is_valid, known) = match token {
            Some(token) => Known::of(store, token, &query)
                .await
                .unwrap_or((true, None)),
            None => (false, None),
        };
        let access = token.filter(|_| is_valid).map(|it| it.access);
        let is_choice = service.offered_link(request).is_some();
        if access.is_none() && !is_choice && query.photos.is_none() {
            return None;
        }
        Some(Self {
            access,
            known,
            is_choice,
            query,
        })
    }

    /// Returns the request, while the fields of its form are shown.
    fn summary(&self) -> Option<&LeadRecord> {
        let lead = &self.known.as_ref()?.lead;
        let age = Utc::now().signed_duration_since(lead.lead.created_at);
        let is_own = self.access?.source == PhotoSource::Visitor;
        (is_own && age.abs().to_std().ok()? <= SUMMARY_SHOWN).then_some(lead)
    }

    fn step(&self) -> Step {
        match (&self.known, self.access) {
            (Some(known), _) => match Step::of(&known.lead, Utc::now()) {
                Step::Estimate if known.offer.as_ref().is_some_and(ShownOffer::is_open) => {
                    Step::Offered
                }
                step => step,
            },
            (None, None) if !self.is_choice => Step::Ended,
            (None, _) => Step::New,
        }
    }

    fn takes_photos(&self) -> bool {
        self.access.is_some() && !self.is_choice
    }

    /// Returns the open appointments, the earliest first.
    fn appointments(&self) -> impl Iterator<Item = &Appointment> {
        let all = self.known.iter().flat_map(|it| &it.lead.appointments);
        all.filter(|it| it.ended.is_none() && progress::visit(it.from, Utc::now()).is_some())
    }

    /// Returns the text of a part of an appointment, such as `visit-0` of the earliest one.
    fn appointment_text(&self, part: &str) -> Option<String> {
        let (part, place) = part.split_once('-')?;
        let it = self.appointments().nth(place.parse().ok()?)?;
        let is_so = match part {
            "visit" => return progress::visit(it.from, Utc::now()),
            "instead" => return progress::instead(it),
            "agreed" => it.answer == Some(Answer::Agreed),
            "call" => it.answer == Some(Answer::CallMe),
            "mayAgree" => it.answer != Some(Answer::Agreed),
            "mayCall" => it.answer != Some(Answer::CallMe),
            _ => return None,
        };
        is_so.then(|| part.to_owned())
    }

    fn offer(&self) -> Option<&ShownOffer> {
        self.known.as_ref()?.offer.as_ref()
    }

    /// Returns the text of a part of the estimate.
    fn offer_text(&self, part: &str) -> Option<String> {
        // The page of an earlier refusal may be loaded again after the estimate was accepted.
        let is_accepted = self.offer().is_some_and(ShownOffer::is_accepted);
        let refusal = (self.query.offer).filter(|it| !is_accepted || *it == OfferRefusal::Replaced);
        match part {
            "refusal" => refusal.map(|it| RequestError::from(it).sentence.into_owned()),
            "section" => (self.offer().is_some() || refusal.is_some()).then(|| part.to_owned()),
            part => self.offer()?.text(part),
        }
    }

    fn photos(&self) -> &[Uuid] {
        let known = self.known.as_ref().filter(|_| self.takes_photos());
        known.map_or(&[], |it| &it.photos)
    }

    /// Returns the text of a part of the page: a field, or a computed text.
    fn text(&self, part: &str) -> Option<String> {
        let estimate = || Some(self.summary()?.estimate.borrowed());
        let text = match part {
            "givenName" => {
                let name = estimate()?.first_name.split_whitespace().next();
                name.map(str::to_owned)
            }
            "callTime" => {
                let lead = self.summary()?;
                let is_urgent = lead.estimate.chosen_urgency() == Some(Urgency::Urgent);
                Some(call_time(is_urgent, lead.lead.created_at, Utc::now()))
            }
            "read" => {
                let known = self.known.as_ref()?;
                let is_spam = known.lead.state.status == Status::Spam.name();
                let is_news = self.step().is_unreached() && !is_spam;
                let reader = known.reader.as_ref().filter(|_| is_news)?;
                Some(progress::read(reader, Utc::now()))
            }
            // The last digits of an id are random.
            "reference" => self.access.map(|it| {
                let id = it.lead.simple().to_string().to_uppercase();
                id.chars().skip(28).collect()
            }),
            "photoRefusal" => {
                (self.query.photos).map(|it| RequestError::from(it).sentence.into_owned())
            }
            "photoCount" => {
                let count = self.photos().len();
                (count > 0).then(|| count.to_string())
            }
            offer if offer.starts_with(OFFER) => self.offer_text(&offer[OFFER.len()..]),
            appointment if appointment.contains('-') => self.appointment_text(appointment),
            field => {
                let field = Field::ALL.into_iter().find(|it| it.as_str() == field)?;
                let estimate = estimate()?;
                let shown = estimate.for_owner(estimate.first_name);
                Some(shown.get(field).to_string())
            }
        };
        let shown = if part == Field::Message.as_str() || part.starts_with(OFFER) {
            text
        } else {
            text.as_deref().map(listed_line)
        };
        shown.filter(|text| !text.trim().is_empty())
    }
}

/// Renders the confirmation of the request whose token the browser has. If the site lacks that
/// page, the contact page shows the thanks. A browser that has sent nothing gets the contact page.
pub async fn page(
    site: &Site,
    request: &HttpRequest,
    service: &PhotoService,
    store: &Store,
) -> String {
    let document = site.page(CONFIRMATION_PAGE).unwrap_or_default();
    let Some(confirmation) = Confirmation::of(request, service, store).await else {
        // A request that comes from the form takes no cookies.
        let sender = request.headers().get("sec-fetch-site");
        let is_ours = sender.is_some_and(|it| it.as_bytes() == b"same-origin");
        return match site.page(CONTACT_PAGE) {
            Some(page) if !is_ours => page.to_owned(),
            _ => contact_page::thanks(site),
        };
    };
    match filled_in(document, &confirmation) {
        Ok(page) if !page.is_empty() => page,
        _ => contact_page::thanks(site),
    }
}

/// Puts texts into the elements that name them (`data-sent`), and removes the elements whose condition
/// (`data-if`) is not met: a text that exists, the [`Step`], `summary`, `meanwhile` (an emergency that
/// waits for the crew), `routine`, `progress`, `photoForm`, or `photoChoice`. Gives the buttons of an
/// appointment (`data-appointment`, from 0) their value, and the form of an estimate its values (`data-offer`). Shows the
/// elements of each photo (`data-photo`, from 0) with its id.
fn filled_in(document: &str, confirmation: &Confirmation) -> Result<String, RewritingError> {
    let lead = confirmation.known.as_ref().map(|it| &it.lead);
    let is_emergency = lead.is_some_and(|it| it.estimate.is_emergency());
    let step = confirmation.step();
    let settings = RewriteStrSettings::new()
        .append_element_content_handler(element!("[data-if]", |element| {
            let condition = element.get_attribute("data-if").unwrap_or_default();
            let is_met = match condition.as_str() {
                "summary" => confirmation.summary().is_some(),
                "meanwhile" => is_emergency && matches!(step, Step::Emergency | Step::Called),
                "routine" => step != Step::Emergency,
                "progress" => lead.is_some(),
                "photoForm" => confirmation.takes_photos(),
                "photoChoice" => confirmation.is_choice,
                part => part == step.name() || confirmation.text(part).is_some(),
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
            let text = confirmation.text(&part).unwrap_or_default();
            element.set_inner_content(&text, ContentType::Text);
            Ok(())
        }))
        .append_element_content_handler(element!("[data-appointment]", |button| {
            let place = button.get_attribute("data-appointment").unwrap_or_default();
            let place = place.parse().ok();
            if let Some(it) = place.and_then(|it| confirmation.appointments().nth(it)) {
                button.set_attribute("value", &format!("{} {}", it.id, it.changes))?;
            }
            Ok(())
        }))
        .append_element_content_handler(element!("[data-offer]", |element| {
            confirmation.offer().map_or(Ok(()), |it| it.fill(element))
        }))
        .append_element_content_handler(element!("[data-photo]", |element| {
            let place = element.get_attribute("data-photo").unwrap_or_default();
            let photos = confirmation.photos();
            if let Some(id) = place.parse().ok().and_then(|it: usize| photos.get(it)) {
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
