//! Announces new leads on the phones of the desk's people, with Web Push (RFC 8030), encrypted for
//! the browser (RFC 8291) and signed by the server (VAPID, RFC 8292).

mod encryption;
pub mod vapid;

use std::time::Duration;

use chrono::Utc;
use lead_log::Decision;
use serde_json::{Value, json};
use url::Url;
use uuid::Uuid;
use validator_wasm::Service;

pub use self::encryption::{AUTH_BYTES, is_key};
use self::{encryption::encrypt, vapid::VapidKey};
use super::{
    message::Occasion,
    outbound::{OutboundClient, OutboundError},
    push_subscriptions::PushSubscription,
};
use crate::{company::town, config::Deadlines, leads::lead_records::LeadRecord};

/// The time for which a push service keeps a message for a phone that is off: a night.
const TTL: Duration = Duration::from_hours(12);

pub struct PushClient {
    contact: Option<String>,
    outbound: OutboundClient,
}

impl PushClient {
    /// Creates a client. `public_url` is the contact for push services, if it is a URL that they
    /// accept.
    pub fn new(
        public_url: &str,
        allow_private: bool,
        deadlines: &Deadlines,
    ) -> Result<Self, OutboundError> {
        Ok(Self {
            contact: Some(public_url)
                .filter(|url| url.starts_with("https:"))
                .map(str::to_owned),
            outbound: OutboundClient::new("PUSH_ALLOW_PRIVATE", allow_private, deadlines)?,
        })
    }

    /// Sends a notification, signed with the server's key. `id` is the same for each attempt: a
    /// push service that still has the message replaces it. Returns the status if it is a success.
    pub async fn send(
        &self,
        id: Uuid,
        subscription: &PushSubscription,
        signing: &VapidKey,
        notification: &Value,
    ) -> Result<u16, OutboundError> {
        let endpoint = Url::parse(&subscription.endpoint).map_err(|_| OutboundError::Url)?;
        let message = notification.to_string();
        let body = encrypt(message.as_bytes(), &subscription.key, &subscription.auth)
            .map_err(|_| OutboundError::Unwritable)?;
        let authorization = signing
            .authorization(&endpoint, self.contact.as_deref(), Utc::now())
            .map_err(|_| OutboundError::Unwritable)?;
        let headers = [
            ("authorization", &*authorization),
            ("content-type", "application/octet-stream"),
            ("content-encoding", "aes128gcm"),
            // RFC 8030, section 5.
            ("ttl", &TTL.as_secs().to_string()),
            ("urgency", "high"),
            ("topic", &id.simple().to_string()),
        ];
        self.outbound.post(&endpoint, &headers, body).await
    }
}

/// Returns the notification about a lead. Anybody who sees the phone can read it, so it contains only
/// the service and the town, if they are among the company's, and nothing else that the visitor typed.
pub fn notification(record: &LeadRecord, occasion: Occasion) -> Value {
    let estimate = record.estimate.borrowed();
    let service = estimate.chosen_service().map(Service::key);
    let town = town(estimate.address).or(record.lead.city.as_deref());
    let named: Vec<&str> = [service, town].into_iter().flatten().collect();
    let title = match occasion {
        Occasion::Created if estimate.is_emergency() => "Emergency",
        Occasion::Created => "New request",
        Occasion::NotTaken => "Emergency: nobody has called yet",
        Occasion::Due(_) => "Due",
        Occasion::Decided(_, Decision::Accepted) => "Estimate accepted",
        Occasion::Decided(_, Decision::Declined) => "Estimate declined",
        Occasion::Decided(_, Decision::Asked) => "Question about an estimate",
    };
    json!({ "lead": record.lead.id, "title": title, "body": named.join(" in ") })
}
