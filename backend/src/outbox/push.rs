//! Announces new leads on the phones of the desk's people: Web Push (RFC 8030), encrypted for the
//! browser (RFC 8291) and signed by the server (VAPID, RFC 8292).

mod client;
mod encryption;
mod notification;
mod vapid;

pub use client::PushClient;
pub use encryption::{AUTH_BYTES, is_key};
pub use notification::notification;
pub use vapid::VapidKey;
