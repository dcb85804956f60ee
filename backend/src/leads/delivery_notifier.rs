//! Wakes the delivery when a message is due, and delays it while many leads are being saved.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use scopeguard::defer;
use tokio::{sync::Notify, time::sleep};

use crate::message_kind::Channel;

/// The number of leads being saved from which the delivery waits. Visitors come first.
const MANY_LEADS: usize = 8;

/// The interval at which a waiting delivery checks the number of leads.
const LOOK: Duration = Duration::from_millis(20);

/// The number of these checks. After the last one, the delivery leases anyway.
const LOOKS: u32 = 10;

#[derive(Debug, Default)]
pub struct DeliveryNotifier {
    due: [Notify; Channel::ALL.len()],
    leads: AtomicUsize,
}

impl DeliveryNotifier {
    pub fn notify(&self, channel: Channel) {
        self.due[channel as usize].notify_one();
    }

    pub(crate) fn notify_all(&self) {
        self.due.iter().for_each(Notify::notify_one);
    }

    /// Counts a lead as being saved until `saving` ends, so that the delivery lets it pass.
    pub async fn pass<T>(&self, saving: impl Future<Output = T>) -> T {
        self.leads.fetch_add(1, Ordering::Relaxed);
        // Runs also if the request panics.
        defer! {
            self.leads.fetch_sub(1, Ordering::Relaxed);
        }
        saving.await
    }

    pub(crate) fn is_saving(&self) -> bool {
        self.leads.load(Ordering::Relaxed) > 0
    }

    pub(crate) async fn notified(&self, channel: Channel) {
        self.due[channel as usize].notified().await;
    }

    pub(crate) async fn let_leads_pass(&self) {
        for _ in 0..LOOKS {
            if self.leads.load(Ordering::Relaxed) < MANY_LEADS {
                return;
            }
            sleep(LOOK).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use futures_util::{FutureExt, future::join_all};
    use tokio::time::Instant;

    use super::{Channel, DeliveryNotifier, LOOK, LOOKS, MANY_LEADS};

    #[tokio::test(start_paused = true)]
    async fn many_leads_pass_first_and_hold_up_nothing_for_long() {
        let notifier = DeliveryNotifier::default();
        let waited = async |leads: usize| {
            let passing = join_all((0..leads).map(|_| notifier.pass(pending::<()>())));
            let began = Instant::now();
            tokio::select! {
                biased;
                _ = passing => {}
                () = notifier.let_leads_pass() => {}
            }
            began.elapsed()
        };
        assert!(waited(MANY_LEADS - 1).await.is_zero());
        assert!(waited(MANY_LEADS).await >= LOOK * LOOKS);
        assert!(waited(1).await.is_zero(), "they are counted no more");
    }

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
