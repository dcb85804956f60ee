//! `/contact/appointments`: what customers answer to appointments on the confirmation.

use actix_web::{HttpRequest, HttpResponse, web};
use lead_log::Answer;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::{
    database::Store,
    desk::lead_events,
    photos::{
        refusal::PhotoRefusal,
        service::{PhotoService, to_confirmation, to_page},
    },
    web::{
        body, description::LEADS, error::RequestError, limits::SMALL_BODY_BYTES,
        site_origin::is_cross_site, transaction::transaction,
    },
};

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
        photos.count(&request)?;
        let form = body::read(&request, payload.into_inner(), body::FORM, SMALL_BODY_BYTES).await?;
        let (shown, answer) = match body::fields(&body::form(&form)?)? {
            AnswerForm::Agreed(shown) => (shown, Answer::Agreed),
            AnswerForm::Call(shown) => (shown, Answer::CallMe),
        };
        let shown = (shown.split_once(' '))
            .and_then(|(id, changes)| Some((id.parse().ok()?, changes.parse().ok()?)))
            .ok_or_else(RequestError::not_found)?;
        if is_cross_site(&request) {
            return Err(PhotoRefusal::Late.into());
        }
        let lead = photos.access(&request, &store).await?.lead;
        transaction(&store, async |connection| {
            lead_events::answer(connection, lead, shown, answer).await
        })
        .await
    };
    match answered.await {
        Ok(()) => to_confirmation(""),
        Err(refusal) if refusal.api_code.is_some() => to_page(Some(refusal)),
        Err(RequestError { cause, .. }) => to_page(Some(RequestError {
            cause,
            ..PhotoRefusal::Unanswered.into()
        })),
    }
}
