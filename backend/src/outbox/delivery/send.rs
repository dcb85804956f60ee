//! Composes and sends a message.

use std::sync::Arc;

use hyper::StatusCode;
use uuid::Uuid;

use crate::{
    observability::error_chain::chain,
    outbox::{
        failure::{DeliveryFailure, FailureClass},
        mail::{
            auto_reply, digest, error::MailError, lead, message::Mail, photos as photos_mail,
            transport::Mailer,
        },
        message::{LeasedMessage, MessageSubject},
        outbound::OutboundError,
        outcome::DeliveryOutcome,
        push::{Notification, PushClient},
        webhooks::{Event, WebhookClient},
    },
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

/// Makes the link with which the visitor who sent a lead adds photos to it.
pub type PhotoLink = Box<dyn Fn(Uuid) -> String + Send + Sync>;

/// Composes and sends the messages of all channels.
pub struct Senders<S = Mailer> {
    /// Sends the mails.
    pub mailer: Arc<S>,
    /// Sends the webhooks. `None` leaves them in the outbox.
    pub webhooks: Option<WebhookClient>,
    /// Sends the push messages. `None` leaves them in the outbox.
    pub push: Option<PushClient>,
    /// The address of the desk's page, which mails link to. `None` if there is no desk.
    pub desk: Option<String>,
    /// Makes the links of auto-replies.
    pub photo_link: PhotoLink,
}

impl<S: SendMail> Senders<S> {
    /// Composes and sends a mail, a webhook or a push message.
    pub(super) async fn send(
        &self,
        LeasedMessage { id, subject, .. }: &LeasedMessage,
    ) -> Result<DeliveryOutcome, DeliveryFailure> {
        let (id, desk) = (*id, self.desk.as_deref());
        let mail = match subject {
            MessageSubject::Lead(lead) => lead::mail(lead, id, desk),
            MessageSubject::Digest(members) => digest::mail(members, id, desk),
            MessageSubject::Photos(lead, shown) => photos_mail::mail(lead, shown, id, desk),
            MessageSubject::AutoReply(lead) => {
                match auto_reply::mail(lead, id, &(self.photo_link)(lead.lead.id)) {
                    Some(mail) => mail,
                    None => return Ok(DeliveryOutcome::Erased),
                }
            }
            MessageSubject::Webhook(lead) => {
                return self.announce(id, &Event::lead_created(lead)).await;
            }
            MessageSubject::PhotosWebhook(lead) => {
                return self
                    .announce(id, &Event::lead_photographed(lead, desk))
                    .await;
            }
            MessageSubject::Push(lead, occasion, subscription) => {
                let push = self.push.as_ref().ok_or_else(crash)?;
                let notification = Notification::new(lead, *occasion);
                return Ok(answered(push.send(id, subscription, &notification).await?));
            }
            MessageSubject::Erased => return Ok(DeliveryOutcome::Erased),
        };
        self.mailer.send(&mail).await?;
        Ok(DeliveryOutcome::Sent { http_status: None })
    }

    async fn announce(&self, id: Uuid, event: &Event) -> Result<DeliveryOutcome, DeliveryFailure> {
        // Webhooks are leased only with a client.
        let webhooks = self.webhooks.as_ref().ok_or_else(crash)?;
        Ok(answered(webhooks.send(id, event).await?))
    }
}

fn answered(status: StatusCode) -> DeliveryOutcome {
    let http_status = Some(status.as_u16());
    DeliveryOutcome::Sent { http_status }
}

impl From<MailError> for DeliveryFailure {
    fn from(cause: MailError) -> Self {
        failure(cause.class(), chain(&cause))
    }
}

impl From<OutboundError> for DeliveryFailure {
    fn from(cause: OutboundError) -> Self {
        let failure = failure(cause.class(), chain(&cause));
        match cause {
            OutboundError::Refused {
                status,
                retry_after,
            } => Self {
                http_status: Some(status.as_u16()),
                retry_after,
                ..failure
            },
            _ => failure,
        }
    }
}

/// The failure of an attempt that panicked. The panic's message may repeat the visitor's text, so
/// it is not kept.
pub(super) fn crash() -> DeliveryFailure {
    let description = "the program failed at it".to_owned();
    failure(FailureClass::Crashed, description)
}

fn failure(class: FailureClass, description: String) -> DeliveryFailure {
    DeliveryFailure {
        class,
        description,
        http_status: None,
        retry_after: None,
    }
}
