//! How many requests came from each network within its hour: counted in this process's memory, and
//! shared with other processes through the table `rate_limits` (see
//! [`store::rate_limits`](super::rate_limits)).
//!
//! A request so never waits for its count. The price: an address that sends to several processes at once
//! gets past its limit by what each of them accepts before the next exchange. A process that restarts
//! forgets what it had not exchanged yet, less than an eighth of the limit.

use std::{
    collections::HashSet,
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::{
    rate_limit::{RateLimit, RateLimitKey},
    recent_map::RecentMap,
};

/// The networks that are counted at least, and twice as many at most, in some 8 MB.
const NETWORKS: usize = 50_000;

/// An address is exchanged when this part of its limit was accepted since it was last: those that stay
/// far below their limit, as visitors do, never are.
const EXCHANGED_PART: i32 = 8;

/// Counts requests by the key of their [`RateLimit`].
pub struct RequestCounts(Mutex<Counts>);

struct Counts {
    by_key: RecentMap<RateLimitKey, Count>,
    /// Whose counts are to be exchanged.
    due: HashSet<RateLimitKey>,
}

#[derive(Clone, Copy, Default)]
struct Count {
    /// By all processes, as far as this one knows.
    total: i32,
    /// By this one, since the last exchange. Negative when more was taken back.
    unsent: i32,
    /// It is exchanged when this many are unsent.
    part: i32,
}

impl Default for RequestCounts {
    fn default() -> Self {
        Self(Mutex::new(Counts {
            by_key: RecentMap::new(NETWORKS),
            due: HashSet::new(),
        }))
    }
}

impl RequestCounts {
    /// Counts requests, unless they would exceed a limit. Returns whether they are within all.
    pub fn admit(&self, limit: &RateLimit, requests: i32) -> bool {
        let Counts { by_key, due } = &mut *self.lock();
        // The larger network first: what it refuses fills no memory with the smaller ones.
        let is_within =
            limit.0.iter().rev().all(|(key, per_hour)| {
                by_key.entry(*key).total.saturating_add(requests) <= *per_hour
            });
        for (key, per_hour) in limit.0.iter().filter(|_| is_within) {
            let count = by_key.entry(*key);
            count.total += requests;
            count.unsent += requests;
            count.part = (per_hour / EXCHANGED_PART).max(1);
            if count.unsent >= count.part {
                due.insert(*key);
            }
        }
        is_within
    }

    /// Takes requests back that were admitted and then not saved.
    pub fn take_back(&self, limit: &RateLimit, requests: i32) {
        let mut counts = self.lock();
        for (key, _) in &limit.0 {
            if let Some(count) = counts.by_key.get_mut(key) {
                count.total -= requests;
                count.unsent -= requests;
            }
        }
    }

    /// The counts to be exchanged: what this process has counted since the last exchange.
    pub fn due(&self) -> Vec<(RateLimitKey, i32)> {
        let Counts { by_key, due } = &mut *self.lock();
        due.iter()
            .filter_map(|key| Some((*key, by_key.get_mut(key)?.unsent)))
            .collect()
    }

    /// Takes over what all processes have counted, after `sent` was added to it.
    pub fn exchanged(&self, sent: &[(RateLimitKey, i32)], totals: &[(RateLimitKey, i32)]) {
        let mut counts = self.lock();
        for (key, sent) in sent {
            let count = counts.by_key.get_mut(key).map(|count| {
                count.unsent -= sent;
                *count
            });
            // What came in meanwhile may be enough for the next exchange.
            if count.is_none_or(|count| count.unsent < count.part) {
                counts.due.remove(key);
            }
        }
        for (key, total) in totals {
            if let Some(count) = counts.by_key.get_mut(key) {
                count.total = total.saturating_add(count.unsent);
            }
        }
    }

    /// A panic elsewhere leaves whole counts.
    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::{RateLimit, RequestCounts};

    fn limit(address: u8, per_hour: i32) -> RateLimit {
        RateLimit(vec![([address; 32], per_hour)])
    }

    #[test]
    fn an_address_is_refused_at_its_limit_and_no_other() {
        let counts = RequestCounts::default();
        assert!(counts.admit(&limit(1, 3), 2));
        assert!(
            !counts.admit(&limit(1, 3), 2),
            "what is refused is not counted"
        );
        assert!(counts.admit(&limit(1, 3), 1));
        assert!(!counts.admit(&limit(1, 3), 1));
        assert!(counts.admit(&limit(2, 3), 3));
        counts.take_back(&limit(1, 3), 1);
        assert!(counts.admit(&limit(1, 3), 1));
        assert!(counts.admit(&RateLimit::default(), 1));
        let in_network = |address| RateLimit(vec![([address; 32], 3), ([9; 32], 4)]);
        assert!(counts.admit(&in_network(3), 3));
        assert!(!counts.admit(&in_network(4), 2), "its network has one left");
        assert!(counts.admit(&in_network(4), 1));
    }

    #[test]
    fn an_address_is_exchanged_with_each_eighth_of_its_limit() {
        let counts = RequestCounts::default();
        for _ in 0..3 {
            assert!(counts.admit(&limit(1, 32), 1));
        }
        assert_eq!(counts.due(), []);
        assert!(counts.admit(&limit(1, 32), 1));
        let due = counts.due();
        assert_eq!(due, [([1; 32], 4)]);
        // One comes in while they are exchanged.
        assert!(counts.admit(&limit(1, 32), 1));
        counts.exchanged(&due, &[([1; 32], 31)]);
        assert_eq!(counts.due(), []);
        assert!(!counts.admit(&limit(1, 32), 1), "with the others it is 32");
    }

    #[test]
    fn what_comes_in_during_an_exchange_is_exchanged_next() {
        let counts = RequestCounts::default();
        assert!(counts.admit(&limit(1, 32), 4));
        let due = counts.due();
        assert!(counts.admit(&limit(1, 32), 4));
        counts.exchanged(&due, &[([1; 32], 4)]);
        assert_eq!(counts.due(), [([1; 32], 4)]);
    }
}
