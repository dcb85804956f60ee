//! `POST /rest/v1/site_forms`: what supabase-js sends for
//! `.from('site_forms').insert(row).select().single()`.

use std::time::SystemTime;

use actix_web::{HttpRequest, HttpResponse, web};
use validator_wasm::{Lead, PLACEHOLDER_EMAIL, SITE_NAME};

use crate::{
    body,
    error::Error,
    intake::{self, CheckedLead, Intake, Saved},
    openapi::{
        LEADS, failures,
        requests::{IdempotencyKey, InsertHeaders, InsertQuery, NewRows},
    },
    postgrest::{self, AnonKey, InsertPreferences, Row, Table},
    spam::RequestSignals,
    store::site_forms::SiteForm,
    visitor::{RateLimitScope, TrackingInput, VisitorIdentifier},
};

/// The table, as far as clients see it.
pub(crate) const TABLE: Table = Table {
    name: "site_forms",
    writable: &[
        "full_name",
        "email",
        "phone",
        "message",
        "site_name",
        "visitor_id",
        "session_id",
        "ip_hash",
        "ua",
        "referrer",
        "city",
        "state",
        "country",
    ],
    readable: &[
        "id",
        "created_at",
        "full_name",
        "email",
        "phone",
        "message",
        "site_name",
        "visitor_id",
        "session_id",
        "ip_hash",
        "ua",
        "referrer",
        "city",
        "state",
        "country",
    ],
};

/// Rows in one request at most. The site sends one.
const MAX_ROWS: usize = 20;

/// The path.
pub fn configure(config: &mut web::ServiceConfig) {
    config.service(
        web::resource("/v1/site_forms")
            .route(web::post().to(insert))
            .default_service(web::to(
                async || -> Result<String, postgrest::PostgrestError> {
                    Err(Error::MethodNotAllowed { allowed: "POST" }.into())
                },
            )),
    );
}

/// Insert rows, as supabase-js does
///
/// What supabase-js sends for `.from('site_forms').insert(row).select().single()`. The rules and the
/// cooldown hold for each row; what a row says of the visitor's address, browser and place is passed
/// over.
///
/// `Accept: application/vnd.pgrst.object+json` asks for one object instead of an array.
#[utoipa::path(
    post,
    path = "/rest/v1/site_forms",
    operation_id = "insertSiteForms",
    tag = LEADS,
    security(("apikey" = []), ("bearer" = [])),
    params(InsertQuery, InsertHeaders, IdempotencyKey),
    request_body = NewRows,
    responses(
        (
            status = 201,
            description = "The rows are saved. Without `Prefer: return=representation` the answer is empty.",
            content(
                (Vec<SiteForm> = "application/json"),
                (SiteForm = "application/vnd.pgrst.object+json"),
            ),
            headers(
                ("Content-Range" = String, description = "Always `*/*`."),
                ("Preference-Applied" = Option<String>, description = "What was followed of `Prefer`."),
            ),
        ),
        failures::Rest,
    ),
)]
pub(crate) async fn insert(
    request: HttpRequest,
    payload: web::Payload,
    key: web::Data<AnonKey>,
    intake: web::Data<Intake>,
) -> Result<HttpResponse, postgrest::PostgrestError> {
    key.check(&request)?;
    let preferences = InsertPreferences::of(&request, &TABLE)?;
    let taking = take(request, payload, preferences.clone(), intake.clone());
    let saved = intake.complete(taking).await?;
    Ok(preferences.created(&saved.rows))
}

async fn take(
    request: HttpRequest,
    payload: web::Payload,
    preferences: InsertPreferences,
    intake: web::Data<Intake>,
) -> Result<Saved, Error> {
    let idempotency_key = intake::idempotency_key(&request)?;
    let body = body::json(&request, payload).await?;
    let rows = postgrest::rows(&request, body, &TABLE)?;
    if rows.len() > MAX_ROWS {
        return Err(Error::TooManyRows(MAX_ROWS));
    }
    let leads = rows
        .into_iter()
        .map(|row| checked(row, &request, &intake.visitors))
        .collect::<Result<Vec<_>, _>>()?;
    if idempotency_key.is_some() && leads.len() > 1 {
        return Err(Error::IdempotencyKeyForManyRows);
    }
    preferences.check_count(leads.len())?;
    intake
        .save(intake::Request {
            leads,
            idempotency_key,
            request_signals: RequestSignals::of_headers(
                &request,
                &intake.form_tokens,
                SystemTime::now(),
            ),
            rate_limit_key: intake
                .visitors
                .rate_limit(&request, RateLimitScope::Leads)
                .key,
        })
        .await
}

/// What a row says of the visitor beyond [`TrackingInput`] is passed over: the server looks for itself. So is
/// the site's name.
fn checked(
    mut row: Row,
    request: &HttpRequest,
    visitors: &VisitorIdentifier,
) -> Result<CheckedLead, Error> {
    let tracking = TrackingInput {
        visitor_id: row.take("visitor_id"),
        session_id: row.take("session_id"),
        referrer: row.take("referrer"),
    };
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
    CheckedLead::of_row(lead, visitors.visitor(request, tracking)?)
}
