//! Composes and sends a message.

use std::sync::Arc;

use serde_json::Value;

use crate::{
    outbox::{
        mail::{
            auto_reply, digest, estimate, lead, photos as photos_mail,
            transport::{Mailer, SendMail},
        },
        message::{LeasedMessage, MessageSubject},
        outcome::{DeliveryFailure, DeliveryOutcome, FailureClass},
        push::{PushClient, notification},
        webhooks::{WebhookClient, event},
    },
    photos::link::CustomerLinks,
};

pub struct Senders<S = Mailer> {
    pub mailer: Arc<S>,
    pub webhooks: Option<WebhookClient>,
    /// Sends the push messages. `None` leaves them in the outbox.
    pub push: Option<PushClient>,
    /// The URL of the desk's page, which emails link to. `None` if there is no desk.
    pub desk: Option<String>,
    pub customer_links: CustomerLinks,
}

impl<S: SendMail> Senders<S> {
    pub(super) async fn send(
        &self,
        message: &LeasedMessage,
    ) -> Result<DeliveryOutcome, DeliveryFailure> {
        let (id, desk) = (message.id, self.desk.as_deref());
        let mail = match &message.subject {
            MessageSubject::Lead(lead) => lead::mail(lead, id, desk),
            MessageSubject::Digest(members) => digest::mail(members, id, desk),
            MessageSubject::Photos(lead, shown) => photos_mail::mail(lead, shown, id, desk),
            MessageSubject::Decision(lead, decided) => estimate::to_owner(lead, id, decided, desk),
            MessageSubject::AutoReply(lead) => {
                match auto_reply::mail(lead, id, &self.customer_links.link(lead)) {
                    Some(mail) => mail,
                    None => return Ok(DeliveryOutcome::Erased),
                }
            }
            MessageSubject::Estimate(lead, offer) => {
                match estimate::to_customer(lead, id, offer, &self.customer_links.link(lead)) {
                    Some(mail) => mail,
                    None => return Ok(DeliveryOutcome::Erased),
                }
            }
            MessageSubject::AcceptedWebhook(lead, decided) => {
                return self
                    .announce(message, &event::estimate_accepted(lead, decided))
                    .await;
            }
            MessageSubject::Webhook(lead) => {
                return self.announce(message, &event::lead_created(lead)).await;
            }
            MessageSubject::PhotosWebhook(lead) => {
                let event = event::lead_photographed(lead, desk);
                return self.announce(message, &event).await;
            }
            MessageSubject::Push(lead, occasion, subscription, key) => {
                let push = self.push.as_ref().ok_or_else(crash)?;
                let notification = notification(lead, *occasion);
                let status = push.send(id, subscription, key, &notification).await?;
                return Ok(DeliveryOutcome::Sent(Some(status)));
            }
            MessageSubject::Erased => return Ok(DeliveryOutcome::Erased),
        };
        self.mailer.send(&mail).await?;
        Ok(DeliveryOutcome::Sent(None))
    }

    async fn announce(
        &self,
        LeasedMessage { id, receiver, .. }: &LeasedMessage,
        event: &Value,
    ) -> Result<DeliveryOutcome, DeliveryFailure> {
        match &self.webhooks {
            Some(it)
                if receiver
                    .as_ref()
                    .is_none_or(|made_for| *made_for == it.receiver()) =>
            {
                let status = it.send(*id, event).await?;
                Ok(DeliveryOutcome::Sent(Some(status)))
            }
            _ => Err(DeliveryFailure::new(
                FailureClass::Gone,
                "WEBHOOK_URL is no longer the address that this webhook was made for",
            )),
        }
    }
}

/// Returns the failure of an attempt that panicked. The panic's message may repeat the visitor's
/// text, so it is not stored.
pub(super) fn crash() -> DeliveryFailure {
    DeliveryFailure::new(FailureClass::Crashed, "the program crashed while sending")
}
