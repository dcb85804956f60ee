//! Limits on links and on code attempts per mailbox. Anybody can request a link for any address: if
//! there were only one limit per mailbox, a stranger could use it up and lock the owner out.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use parking_lot::Mutex;

use crate::web::networks::Network;

/// A limit of the generic cell rate algorithm (GCRA): `burst` at once, then one per `interval`.
#[derive(Clone, Copy, Debug)]
struct Rate {
    burst: u32,
    interval: Duration,
}

#[derive(Debug)]
pub struct MailboxLimits {
    /// The limit of one subscriber. [`Network::most`] covers networks with many subscribers.
    per_subscriber: Rate,
    /// The limit of one mailbox, across all networks.
    per_mailbox: Rate,
    /// The time at which each used limit is full again. It has at most as many entries as `per_mailbox` allows.
    whole_at: Mutex<HashMap<Key, Instant>>,
}

/// A mailbox and a requesting network; `None` for all networks together.
type Key = (String, Option<Network>);

impl MailboxLimits {
    /// Returns the limits for links: enough for a person who asks several times, too few to annoy somebody.
    /// A mailbox gets as many as six networks do. A network with many subscribers gets five at once.
    pub fn of_links() -> Self {
        Self::new([(3, Duration::from_mins(6)), (20, Duration::from_mins(1))])
    }

    /// Returns the limits for codes after the first of each email, correct ones included: at most 20 in any
    /// 24 hours. After a network with many subscribers has used its eight, half of the mailbox's limit is left.
    pub fn of_codes() -> Self {
        Self::new([(5, Duration::from_hours(6)), (16, Duration::from_hours(6))])
    }

    fn new(rates: [(u32, Duration); 2]) -> Self {
        let [per_subscriber, per_mailbox] = rates.map(|(burst, interval)| Rate { burst, interval });
        Self {
            per_subscriber,
            per_mailbox,
            whole_at: Mutex::default(),
        }
    }

    /// Counts a request for a mailbox. Returns `false` if a limit is reached.
    pub fn admit(&self, mailbox: &str, networks: &[Network], now: Instant) -> bool {
        let mut used = self.whole_at.lock();
        used.retain(|_, whole_at| *whole_at > now);
        let mut drawn = Vec::new();
        for network in networks.iter().copied().map(Some).chain([None]) {
            let rate = network.map_or(self.per_mailbox, |_| self.per_subscriber);
            let burst = network.map_or(rate.burst, |it| it.most(rate.burst));
            let key = (mailbox.to_owned(), network);
            let whole_at = used.get(&key).copied().unwrap_or(now) + rate.interval;
            if whole_at - now > rate.interval * burst {
                return false;
            }
            drawn.push((key, whole_at));
        }
        used.extend(drawn);
        true
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::MailboxLimits;
    use crate::{web::networks::Network, web::networks::sign_in_networks};

    const OWNER: &str = "owner@tree-care.example";

    fn network(number: u32) -> Vec<Network> {
        let [.., high, low] = number.to_be_bytes();
        sign_in_networks([203, high, low, 1].into()).collect()
    }

    #[test]
    fn a_network_gets_several_links_at_once_and_then_one_in_each_interval() {
        let limits = MailboxLimits::of_links();
        let per_network = network(1)[0].most(limits.per_subscriber.burst);
        let second = limits.per_subscriber.interval;
        let start = Instant::now();
        let admitted = |number, time| limits.admit(OWNER, &network(number), start + time);
        for _ in 0..per_network {
            assert!(admitted(1, Duration::ZERO));
        }
        assert!(!admitted(1, Duration::ZERO));
        let early = second.saturating_sub(Duration::from_nanos(1));
        for (time, expected) in [(early, false), (second, true), (second, false)] {
            assert_eq!(admitted(1, time), expected, "{time:?}");
        }
        // Other networks have their own limit.
        assert!(admitted(2, second));
        for _ in 0..per_network {
            assert!(admitted(1, Duration::from_hours(1)));
        }
        assert!(!admitted(1, Duration::from_hours(1)));
    }

    #[test]
    fn many_networks_together_get_no_more_than_the_mailbox_has() {
        let limits = MailboxLimits::of_links();
        let per_mailbox = limits.per_mailbox;
        let start = Instant::now();
        for number in 0..per_mailbox.burst {
            assert!(limits.admit(OWNER, &network(number), start));
        }
        assert!(!limits.admit(OWNER, &network(99), start));
        assert!(limits.admit("office@tree-care.example", &network(99), start));
        let next = start + per_mailbox.interval;
        assert!(limits.admit(OWNER, &network(99), next));
        // A limit that is full again is removed.
        limits.admit(OWNER, &network(1), start + Duration::from_hours(1));
        assert_eq!(limits.whole_at.lock().len(), 2);
    }

    #[test]
    fn twenty_codes_a_day_are_tried_for_a_mailbox_and_no_network_has_them_all() {
        const DAY: u32 = 24 * 60;
        let start = Instant::now();
        let admitted = |limits: &MailboxLimits, from: u32, number: fn(u32) -> u32| {
            let tries = (from..from + DAY).filter(|&minute| {
                let time = start + Duration::from_mins(minute.into());
                limits.admit(OWNER, &network(number(minute)), time)
            });
            tries.count()
        };
        let limits = MailboxLimits::of_codes();
        assert_eq!(admitted(&limits, 0, |_| 1), 11);
        // After a week without code attempts, others have all 20.
        assert_eq!(admitted(&limits, 7 * DAY, |_| 2), 11);
        let limits = MailboxLimits::of_codes();
        assert!(admitted(&limits, 0, |minute| minute) <= 20);
    }
}
