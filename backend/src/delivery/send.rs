//! Composes and sends a message.

use uuid::Uuid;

use crate::{
    mail::{
        auto_reply, digest, error::MailError, lead, message::Mail, photos as photos_mail,
        transport::Mailer,
    },
    observability::error_chain::chain,
    outbound::OutboundError,
    push::{Notification, PushClient},
    store::outbox::{
        failure::{DeliveryFailure, FailureClass},
        message::{LeasedMessage, MessageSubject},
        outcome::DeliveryOutcome,
    },
    webhooks::{Event, WebhookClient},
};

/// Sends mails, as the [`Mailer`] does.
pub trait SendMail: Send + Sync + 'static {
    /// Sends a mail.
    ///
    /// # Errors
    /// When the mail was not sent, as far as is known.
    fn send(&self, mail: &Mail) -> impl Future<Output = Result<(), MailError>> + Send;
}

impl SendMail for Mailer {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        Self::send(self, mail).await
    }
}

/// Composes and sends a mail, a webhook or a push message.
pub(super) async fn send(
    mailer: &impl SendMail,
    webhooks: Option<&WebhookClient>,
    push: Option<&PushClient>,
    desk: Option<&str>,
    photo_link: &(dyn Fn(Uuid) -> String + Send + Sync),
    LeasedMessage { id, subject, .. }: &LeasedMessage,
) -> Result<DeliveryOutcome, DeliveryFailure> {
    let mail = match subject {
        MessageSubject::Lead(lead) => lead::mail(lead, *id, desk),
        MessageSubject::Digest(members) => digest::mail(members, *id, desk),
        MessageSubject::Photos(lead, shown) => photos_mail::mail(lead, shown, *id, desk),
        MessageSubject::Webhook(lead) => {
            return announce(webhooks, *id, Event::lead_created(lead)).await;
        }
        MessageSubject::PhotosWebhook(lead) => {
            return announce(webhooks, *id, Event::lead_photographed(lead, desk)).await;
        }
        MessageSubject::Push(lead, occasion, subscription) => {
            let push = push.ok_or_else(crash)?;
            let notification = Notification::new(lead, *occasion);
            let status = push.send(*id, subscription, &notification).await?;
            let http_status = Some(status.as_u16());
            return Ok(DeliveryOutcome::Sent { http_status });
        }
        MessageSubject::AutoReply(lead) => {
            match auto_reply::mail(lead, *id, &photo_link(lead.lead.id)) {
                Some(mail) => mail,
                None => return Ok(DeliveryOutcome::Erased),
            }
        }
        MessageSubject::Erased => return Ok(DeliveryOutcome::Erased),
    };
    mailer.send(&mail).await?;
    Ok(DeliveryOutcome::Sent { http_status: None })
}

async fn announce(
    webhooks: Option<&WebhookClient>,
    id: Uuid,
    event: Event,
) -> Result<DeliveryOutcome, DeliveryFailure> {
    // Webhooks are leased only with a client.
    let webhooks = webhooks.ok_or_else(crash)?;
    let http_status = Some(webhooks.send(id, &event).await?.as_u16());
    Ok(DeliveryOutcome::Sent { http_status })
}

impl From<MailError> for DeliveryFailure {
    fn from(cause: MailError) -> Self {
        Self {
            class: cause.class(),
            description: chain(&cause),
            http_status: None,
            retry_after: None,
        }
    }
}

impl From<OutboundError> for DeliveryFailure {
    fn from(cause: OutboundError) -> Self {
        Self {
            class: cause.class(),
            description: chain(&cause),
            http_status: cause.status().map(|status| status.as_u16()),
            retry_after: cause.retry_after(),
        }
    }
}

/// The failure of an attempt that panicked. The panic's message may repeat the visitor's text, so
/// it is not kept.
pub(super) fn crash() -> DeliveryFailure {
    DeliveryFailure {
        class: FailureClass::Crashed,
        description: "the program failed at it".to_owned(),
        http_status: None,
        retry_after: None,
    }
}
