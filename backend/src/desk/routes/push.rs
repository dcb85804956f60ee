//! `/api/desk/push`: notifications of new leads in this browser.

use actix_web::{HttpResponse, http::StatusCode};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    desk::http::DeskRequest,
    leads::log::{self, DeskAct},
    outbox::{
        push::{self, vapid::VapidKey},
        push_subscriptions::{self, PushSubscription},
    },
    web::{api::Success, error::RequestError},
};

const MAX_ENDPOINT: usize = 2_000;

/// The server's key for push subscriptions.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeskPush {
    /// The `applicationServerKey` (VAPID), in base64url. `null` if the server sends no notifications.
    public_key: Option<String>,
}

/// A browser's subscription, as `PushSubscription.toJSON()` returns it.
#[derive(Deserialize, ToSchema)]
pub(crate) struct DeskPushSubscription {
    /// The URL that push messages are sent to.
    #[schema(max_length = 2000, example = "https://push.example.com/send/1")]
    endpoint: String,
    keys: DeskPushKeys,
}

/// The keys of a subscription, in base64url.
#[derive(Deserialize, ToSchema)]
pub(crate) struct DeskPushKeys {
    /// The browser's public key.
    #[schema(
        example = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    )]
    p256dh: String,
    /// The browser's authentication secret.
    #[schema(example = "BTBZMqHH6r4Tts7J_aSIgg")]
    auth: String,
}

impl DeskPushSubscription {
    /// Converts the subscription, if messages can be encrypted for it and sent to it.
    fn of(self, session: Uuid, allow_http: bool) -> Option<PushSubscription> {
        let url = Url::parse(&self.endpoint).ok()?;
        let is_scheme = url.scheme() == "https" || allow_http && url.scheme() == "http";
        // Browsers write base64url with or without padding.
        let decode = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text.trim_end_matches('='));
        let key = decode(&self.keys.p256dh).ok()?;
        let auth = decode(&self.keys.auth).ok()?;
        let is_usable = is_scheme
            && url.has_host()
            && self.endpoint.len() <= MAX_ENDPOINT
            && push::is_key(&key)
            && auth.len() == push::AUTH_BYTES;
        is_usable.then_some(PushSubscription {
            session_id: session,
            endpoint: self.endpoint,
            key,
            auth,
        })
    }
}

/// Get the key that a browser needs to subscribe
#[utoipa::path(
    get,
    path = "/api/desk/push",
    operation_id = "getDeskPush",
    responses((status = 200, description = "The server's key.", body = DeskPush)),
)]
pub(crate) async fn show(request: DeskRequest) -> Result<HttpResponse, RequestError> {
    let public_key = if request.desk.senders.push.is_some() {
        let key = request.run(async |connection| VapidKey::load(connection).await);
        Some(key.await?.public())
    } else {
        None
    };
    Ok(HttpResponse::Ok().json(DeskPush { public_key }))
}

/// Subscribe this browser to notifications of new leads
///
/// The subscription lasts until the session ends. A subscribed browser may subscribe again.
#[utoipa::path(
    put,
    path = "/api/desk/push",
    operation_id = "subscribeToDeskPush",
    request_body = DeskPushSubscription,
    responses((status = 200, description = "Notifications are on.", body = Success)),
)]
pub(crate) async fn subscribe(mut request: DeskRequest) -> Result<HttpResponse, RequestError> {
    let sent: DeskPushSubscription = request.fields().await?;
    let subscription = sent
        .of(request.session.id, request.desk.people.push_allow_private)
        .ok_or_else(|| {
            RequestError::new(
                StatusCode::BAD_REQUEST,
                "This browser's subscription cannot be used. Turn notifications off and on again.",
            )
        })?;
    request
        .run(async |connection| {
            if push_subscriptions::save(connection, &subscription).await? {
                let who = &request.session.address;
                log::record_at_desk(connection, who, DeskAct::PushOn).await?;
            }
            Ok(())
        })
        .await?;
    Ok(Success::response())
}

/// Unsubscribe this browser from notifications of new leads
#[utoipa::path(
    delete,
    path = "/api/desk/push",
    operation_id = "unsubscribeFromDeskPush",
    responses((status = 200, description = "Notifications are off.", body = Success)),
)]
pub(crate) async fn unsubscribe(request: DeskRequest) -> Result<HttpResponse, RequestError> {
    request
        .run(async |connection| {
            if push_subscriptions::remove(connection, request.session.id).await? {
                let who = &request.session.address;
                log::record_at_desk(connection, who, DeskAct::PushOff).await?;
            }
            Ok(())
        })
        .await?;
    Ok(Success::response())
}
