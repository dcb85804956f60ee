//! Wakes the delivery when something is due.

use tokio::sync::Notify;

use crate::store::outbox::kind::Channel;

/// Wakes the delivery.
#[derive(Debug, Default)]
pub struct DeliveryNotifier([Notify; Channel::ALL.len()]);

impl DeliveryNotifier {
    /// Notifies the delivery that something of this channel is due now.
    pub fn notify(&self, channel: Channel) {
        self.of(channel).notify_one();
    }

    pub(super) async fn notified(&self, channel: Channel) {
        self.of(channel).notified().await;
    }

    fn of(&self, channel: Channel) -> &Notify {
        &self.0[channel as usize]
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::{Channel, DeliveryNotifier};

    #[test]
    fn a_notification_wakes_its_channel_once() {
        let notifier = DeliveryNotifier::default();
        for &notified in Channel::ALL {
            notifier.notify(notified);
            for expected in [true, false] {
                for &channel in Channel::ALL {
                    let is_woken = notifier.notified(channel).now_or_never().is_some();
                    assert_eq!(is_woken, expected && channel == notified, "{channel:?}");
                }
            }
        }
    }
}
