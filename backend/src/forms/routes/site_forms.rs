//! `POST /rest/v1/site_forms`: the request of supabase-js for
//! `.from('site_forms').insert(row).select().single()`.

use std::time::SystemTime;

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web};
use validator_wasm::{Lead, PLACEHOLDER_EMAIL, SITE_NAME};

use crate::{
    forms::{
        description::{IdempotencyKey, NewRows},
        lead_service::{self, LeadService},
        postgrest::{self, AnonKey, InsertPreferences, Row},
    },
    leads::{
        ValidEstimate,
        site_forms::{Saved, SiteForm},
    },
    visitors::{TrackingInput, Visitor, VisitorIdentifier},
    web::{body, description::LEADS, error::RequestError, limits::MAX_BODY_BYTES},
};

/// Insert rows, as supabase-js does
///
/// The request of supabase-js for `.from('site_forms').insert(row).select().single()`. The rules
/// and the cooldown apply to each row. Its address hash, browser, and geolocation are ignored.
///
/// `Accept: application/vnd.pgrst.object+json` asks for one object instead of an array.
#[utoipa::path(
    post,
    path = "/rest/v1/site_forms",
    operation_id = "insertSiteForms",
    tag = LEADS,
    security(("apikey" = []), ("bearer" = [])),
    params(
        ("Prefer" = Option<String>, Header, description = "As in PostgREST.", example = "return=representation"),
        IdempotencyKey,
    ),
    request_body = NewRows,
    responses(
        (
            status = 201,
            description = "The rows are saved. Without `Prefer: return=representation` the response is empty.",
            content(
                (Vec<SiteForm> = "application/json"),
                (SiteForm = "application/vnd.pgrst.object+json"),
            ),
            headers(
                ("Content-Range" = String, description = "`*/*`, or `*/` and the number of rows with `Prefer: count=exact`."),
                ("Preference-Applied" = Option<String>, description = "The parts of `Prefer` that were applied."),
                ("Set-Cookie" = Option<String>, description = "For a single row: a token for the confirmation page, valid for a day."),
            ),
        ),
    ),
)]
pub(crate) async fn insert(
    request: HttpRequest,
    payload: web::Payload,
    key: web::Data<AnonKey>,
    service: web::Data<LeadService>,
) -> Result<HttpResponse, RequestError> {
    key.check(&request)?;
    let preferences = InsertPreferences::of(&request)?;
    let handling = take(
        request.clone(),
        payload,
        preferences.clone(),
        service.clone(),
    );
    let saved = service.complete(handling).await?;
    let response = preferences.created(&saved.rows);
    Ok(service.with_token(&request, response, &saved))
}

async fn take(
    request: HttpRequest,
    payload: web::Payload,
    preferences: InsertPreferences,
    service: web::Data<LeadService>,
) -> Result<Saved, RequestError> {
    let key = lead_service::idempotency_key(&request)?;
    let body = body::read(&request, payload.into_inner(), body::JSON, MAX_BODY_BYTES).await?;
    service.admit_body(&request, &body)?;
    let rows = postgrest::rows(&request, &body)?;
    let leads = rows
        .into_iter()
        .map(|row| checked(row, &request, &service.visitors))
        .collect::<Result<Vec<_>, _>>()?;
    if key.is_some() && leads.len() > 1 {
        return Err(RequestError::new(
            StatusCode::BAD_REQUEST,
            "An Idempotency-Key identifies one row: send the rows one by one.",
        ));
    }
    preferences.check_count(leads.len())?;
    let signals = (service.form_tokens).signals_in_headers(&request, SystemTime::now());
    service.save(&request, leads, key, signals).await
}

/// Checks a row. Ignores the site's name, and the fields about the visitor except
/// [`TrackingInput`], because the server determines them itself.
fn checked(
    mut row: Row,
    request: &HttpRequest,
    visitors: &VisitorIdentifier,
) -> Result<(ValidEstimate, Visitor), RequestError> {
    let lead = Lead {
        full_name: row.take("full_name").unwrap_or_default(),
        email: row
            .take("email")
            .filter(|email| !email.trim().is_empty())
            .unwrap_or_else(|| PLACEHOLDER_EMAIL.to_owned()),
        phone: row.take("phone").unwrap_or_default(),
        message: row.take("message").unwrap_or_default(),
        site_name: SITE_NAME.to_owned(),
    };
    let tracking = TrackingInput {
        visitor_id: row.take("visitor_id"),
        session_id: row.take("session_id"),
        referrer: row.take("referrer"),
    };
    let visitor = visitors.visitor(request, tracking)?;
    Ok((ValidEstimate::of_row(lead)?, visitor))
}
