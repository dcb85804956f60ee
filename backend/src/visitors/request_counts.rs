//! How many requests came from each network within its hour: counted in this process's memory, and
//! shared with other processes through the table `rate_limits` (see
//! [`rate_limits`](super::rate_limits)).
//!
//! So a request never waits for its count. The price: an address that sends to several processes at
//! once exceeds its limit by what each of them accepts before the next exchange. A process that
//! restarts loses what it had not exchanged yet: less than an eighth of the limit.

use std::{
    collections::HashSet,
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::{
    rate_limit::{RateLimit, RateLimitKey},
    recent_map::RecentMap,
};

/// The networks that are remembered at least; at most twice as many, in about 8 MB.
const NETWORKS: usize = 50_000;

/// A network's count is exchanged when its limit divided by this was accepted since the last
/// exchange. Networks that stay far below their limit, as visitors' do, are never exchanged.
const EXCHANGED_PART: i32 = 8;

/// Counts requests by the key of their [`RateLimit`].
pub struct RequestCounts(Mutex<Counts>);

struct Counts {
    by_key: RecentMap<RateLimitKey, Count>,
    /// The keys whose counts are to be exchanged.
    due: HashSet<RateLimitKey>,
}

#[derive(Clone, Copy, Default)]
struct Count {
    /// Requests to all processes, as far as this one knows.
    total: i32,
    /// Requests to this process since the last exchange. Negative when more were taken back.
    unsent: i32,
    /// The count is exchanged when this many are unsent.
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
    /// Counts requests, unless they would exceed a limit. Returns whether they are within all limits.
    pub fn admit(&self, limit: &RateLimit, requests: i32) -> bool {
        let Counts { by_key, due } = &mut *self.lock();
        // The larger network first: requests that it refuses fill no memory with the smaller ones.
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

    /// Subtracts requests that were admitted and then not saved.
    pub fn take_back(&self, limit: &RateLimit, requests: i32) {
        let mut counts = self.lock();
        for (key, _) in &limit.0 {
            if let Some(count) = counts.by_key.get_mut(key) {
                count.total -= requests;
                count.unsent -= requests;
            }
        }
    }

    /// The counts to exchange: what this process has counted since the last exchange.
    pub fn due(&self) -> Vec<(RateLimitKey, i32)> {
        let Counts { by_key, due } = &mut *self.lock();
        due.iter()
            .filter_map(|key| Some((*key, by_key.get_mut(key)?.unsent)))
            .collect()
    }

    /// Sets the counts to those of all processes, after `sent` was added to them.
    pub fn exchanged(&self, sent: &[(RateLimitKey, i32)], totals: &[(RateLimitKey, i32)]) {
        let mut counts = self.lock();
        for (key, sent) in sent {
            let count = counts.by_key.get_mut(key).map(|count| {
                count.unsent -= sent;
                *count
            });
            // Requests that came meanwhile may be enough for the next exchange.
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

    /// A panic elsewhere leaves consistent counts.
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
        // A request comes in during the exchange.
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
