//! `/contact/appointments` and `/contact/estimate`: what customers answer on the confirmation.

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web};
use chrono::{DateTime, Utc};
use lead_log::{Act, Answer, check::MAX_LINES};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;
use validator_wasm::one_line;

use crate::{
    database::Store,
    desk::lead_events,
    forms::confirmation::offer::{OfferRefusal, query_time},
    photos::{
        refusal::PhotoRefusal,
        service::{PhotoService, to_confirmation, to_page, to_section},
    },
    web::{
        body, description::LEADS, error::RequestError, limits::SMALL_BODY_BYTES,
        site_origin::is_cross_site, transaction::transaction,
    },
};

/// The most characters of the name that a customer types.
const MAX_NAME_CHARS: usize = 100;

/// The most characters of a question, or of the reason to decline. In the page's fields, a new line is one character.
const MAX_TEXT_CHARS: usize = 2_000;

/// The button that was pressed. Its value is the appointment as it was shown: its id, and how often it had changed.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(example = json!({ "agreed": "01990000-0000-7000-8000-000000000003 1" }))]
pub(crate) enum AnswerForm {
    /// The appointment suits the customer.
    Agreed(String),
    /// The customer wants to be called about the appointment.
    Call(String),
}

/// Answer to an appointment
///
/// The form of the confirmation. An appointment that has changed since it was shown is not answered: the page shows
/// it as it is. Pages of other sites cannot answer: the browser sends their requests without the site's cookies
/// (`SameSite`).
#[utoipa::path(
    post,
    path = "/contact/appointments",
    operation_id = "answerAppointment",
    tag = LEADS,
    security(("photos" = [])),
    request_body(content = AnswerForm, content_type = "application/x-www-form-urlencoded"),
    responses((status = 303, description = "The page, which shows the answer.")),
)]
pub(crate) async fn answer(
    request: HttpRequest,
    payload: web::Payload,
    photos: web::Data<PhotoService>,
    store: web::Data<Store>,
) -> HttpResponse {
    let answered = async {
        let (lead, form) = read(&request, payload, &photos, &store).await?;
        let (shown, answer) = match body::fields(&form)? {
            AnswerForm::Agreed(shown) => (shown, Answer::Agreed),
            AnswerForm::Call(shown) => (shown, Answer::CallMe),
        };
        let shown = (shown.split_once(' '))
            .and_then(|(id, changes)| Some((id.parse().ok()?, changes.parse().ok()?)))
            .ok_or_else(|| RequestError::malformed("The button's value is no appointment."))?;
        transaction(&store, async |connection| {
            lead_events::answer(connection, lead, shown, answer).await
        })
        .await
    };
    match answered.await {
        Ok(()) => to_confirmation(""),
        Err(refusal) => to_page(Some(for_customer(refusal))),
    }
}

/// The button of an estimate's form that was pressed.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Button {
    /// The customer accepts the estimate.
    Yes,
    /// The customer asks about it first.
    Ask,
    /// The customer declines it.
    No,
    /// The customer looks at it, or at the total of the chosen lines. It decides nothing.
    Look,
}

/// The form of an estimate. Besides, it has a field `line-0` to `line-19` for each chosen line that is optional, and in
/// `option` the position of the line that the customer takes of those of which one is taken.
#[derive(Deserialize, ToSchema)]
#[schema(example = json!({
    "estimate": "01990000-0000-7000-8000-000000000004", "decision": "yes", "total": "185000", "signed": "Jane Doe"
}))]
pub(crate) struct EstimateForm {
    /// The estimate's id.
    estimate: Uuid,
    decision: Button,
    /// The total that the customer saw, in cents.
    #[serde(default)]
    total: String,
    /// The name that the customer typed.
    #[serde(default)]
    signed: String,
    /// The day that the customer chose, if any.
    #[serde(default)]
    day: String,
    /// What the customer asks.
    #[serde(default)]
    question: String,
    /// Why the customer declines.
    #[serde(default)]
    reason: String,
}

impl EstimateForm {
    /// Returns the customer's decision. `None` if the form is not about one.
    fn act(
        self,
        chosen: Vec<u32>,
        day: Option<DateTime<Utc>>,
    ) -> Result<Option<Act>, RequestError> {
        let estimate = self.estimate;
        Ok(Some(match self.decision {
            Button::Look => return Ok(None),
            Button::Ask => Act::Asked {
                estimate,
                text: typed(&self.question, MAX_TEXT_CHARS)?,
            },
            Button::No => Act::Declined {
                estimate,
                text: typed(&self.reason, MAX_TEXT_CHARS)?,
            },
            Button::Yes => Act::Accepted {
                estimate,
                chosen,
                // What is no amount is no estimate's total.
                total: self.total.parse().unwrap_or(u32::MAX),
                signed: typed(&one_line(&self.signed), MAX_NAME_CHARS)?
                    .ok_or(OfferRefusal::Name)?,
                day,
            },
        }))
    }
}

/// Trims a text. The page's fields take no longer one.
fn typed(text: &str, max_chars: usize) -> Result<Option<String>, RequestError> {
    let text = text.trim();
    if text.chars().nth(max_chars).is_some() {
        return Err(RequestError::malformed("The text is too long."));
    }
    Ok(Some(text.to_owned()).filter(|it| !it.is_empty()))
}

/// Returns the positions of the lines that were chosen in a form, in their order.
fn chosen_lines(form: &Value) -> Vec<u32> {
    let is_chosen = |it: &u32| {
        let place = it.to_string();
        form["option"] == place || form.get(format!("line-{place}")).is_some()
    };
    (0..).take(MAX_LINES).filter(is_chosen).collect()
}

/// Decide about an estimate
///
/// The form of the confirmation. An estimate is accepted if it is the present one, and if the total of the chosen lines
/// is the total that the customer saw. Otherwise nothing is recorded, and the page says why. The page's script sends a
/// look at the first press, key, or scroll; looks are recorded once a day. Pages of other sites cannot send the form:
/// the browser sends their requests without the site's cookies (`SameSite`).
#[utoipa::path(
    post,
    path = "/contact/estimate",
    operation_id = "decideEstimate",
    tag = LEADS,
    security(("photos" = [])),
    request_body(content = EstimateForm, content_type = "application/x-www-form-urlencoded"),
    responses((
        status = 303,
        description = "The page, which shows the decision.",
        headers(("Location" = String, description = "The page. `offer` in its query is the code of a rejection; `estimate`, `chosen`, and `day` are what was chosen.")),
    )),
)]
pub(crate) async fn decide(
    request: HttpRequest,
    payload: web::Payload,
    photos: web::Data<PhotoService>,
    store: web::Data<Store>,
) -> HttpResponse {
    let mut choice = String::new();
    let decided = async {
        let (lead, form) = read(&request, payload, &photos, &store).await?;
        let fields: EstimateForm = body::fields(&form)?;
        let (estimate, day) = (fields.estimate, fields.day.parse().ok());
        transaction(&store, async |connection| {
            lead_events::look(connection, lead, estimate).await
        })
        .await?;
        let chosen = chosen_lines(&form);
        choice = query_of(estimate, &chosen, day);
        let Some(act) = fields.act(chosen, day)? else {
            return Ok(false);
        };
        transaction(&store, async |connection| {
            lead_events::decide(connection, lead, act.clone()).await
        })
        .await?;
        Ok::<_, RequestError>(true)
    };
    let refusal = match decided.await {
        Ok(true) => return to_confirmation("#answer"),
        Ok(false) => None,
        Err(refusal) => Some(for_customer(refusal)),
    };
    to_section("offer", &choice, refusal)
}

/// Returns what was chosen as a part of the page's query.
fn query_of(estimate: Uuid, chosen: &[u32], day: Option<DateTime<Utc>>) -> String {
    let places: Vec<String> = chosen.iter().map(u32::to_string).collect();
    let day = day
        .map(|it| format!("&day={}", query_time(&it)))
        .unwrap_or_default();
    format!("&estimate={estimate}&chosen={}{day}", places.join("."))
}

/// Reads a form of the confirmation, and whose it is.
async fn read(
    request: &HttpRequest,
    payload: web::Payload,
    photos: &PhotoService,
    store: &Store,
) -> Result<(Uuid, Value), RequestError> {
    photos.count(request)?;
    let form = body::read(request, payload.into_inner(), body::FORM, SMALL_BODY_BYTES).await?;
    let form = body::form(&form)?;
    if is_cross_site(request) {
        return Err(PhotoRefusal::Late.into());
    }
    Ok((photos.access(request, store).await?.lead, form))
}

/// Converts an error for customers. A lead that does not exist was erased while its page was open.
fn for_customer(error: RequestError) -> RequestError {
    let refusal = match error.status {
        _ if error.api_code.is_some() => return error,
        StatusCode::NOT_FOUND => PhotoRefusal::Late,
        _ => PhotoRefusal::Unanswered,
    };
    RequestError {
        cause: error.cause,
        ..refusal.into()
    }
}
