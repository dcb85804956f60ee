//! The number of requests from each network within an hour. It is counted in this process's memory,
//! and shared with other processes through the table [`rate_limits`](super::rate_limits).
//!
//! So no request waits for its count. An address that sends to several processes at once may exceed its
//! limit until the next exchange, and a process that restarts loses less than an eighth of the limit.

use std::collections::HashSet;

use parking_lot::Mutex;

use super::{
    rate_limit::{RateLimit, RateLimitKey},
    recent_map::RecentMap,
};

/// The fewest networks that are remembered. At most twice as many are, in about 8 MB.
const NETWORKS: usize = 50_000;

/// A network's count is exchanged after its limit divided by this. The counts of networks far below
/// their limit are never exchanged.
const EXCHANGED_PART: i32 = 8;

/// Counts requests by the key of their [`RateLimit`].
#[derive(Default)]
pub struct RequestCounts(Mutex<Counts>);

#[derive(Default)]
struct Counts {
    by_key: RecentMap<RateLimitKey, Count, NETWORKS>,
    /// The keys whose counts are due for the exchange.
    due: HashSet<RateLimitKey>,
}

#[derive(Clone, Copy, Default)]
struct Count {
    /// Requests to all processes, as far as this process knows.
    total: i32,
    /// Requests to this process since the last exchange. Negative if more were taken back.
    unsent: i32,
    /// The number of unsent requests from which the count is exchanged.
    part: i32,
}

impl RequestCounts {
    /// Counts requests, unless they would exceed a limit. Returns whether they are within all limits.
    pub fn admit(&self, limit: &RateLimit, requests: i32) -> bool {
        let Counts { by_key, due } = &mut *self.0.lock();
        // The larger network first: requests that it refuses do not fill memory with smaller networks.
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

    /// Subtracts requests that were admitted but not saved.
    pub fn take_back(&self, limit: &RateLimit, requests: i32) {
        let mut counts = self.0.lock();
        for (key, _) in &limit.0 {
            if let Some(count) = counts.by_key.get_mut(key) {
                count.total -= requests;
                count.unsent -= requests;
            }
        }
    }

    /// Returns the counts to exchange: this process's counts since the last exchange.
    pub fn due(&self) -> Vec<(RateLimitKey, i32)> {
        let Counts { by_key, due } = &mut *self.0.lock();
        due.iter()
            .filter_map(|key| Some((*key, by_key.get_mut(key)?.unsent)))
            .collect()
    }

    /// Sets the counts to the totals of all processes, after `sent` was added to them.
    pub fn exchanged(&self, sent: &[(RateLimitKey, i32)], totals: &[(RateLimitKey, i32)]) {
        let mut counts = self.0.lock();
        for (key, sent) in sent {
            let count = counts.by_key.get_mut(key).map(|count| {
                count.unsent -= sent;
                *count
            });
            // Requests that arrived meanwhile may be enough for the next exchange.
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
}

#[cfg(test)]
mod tests {
    use super::{RateLimit, RequestCounts};

    fn limit(address: u8, per_hour: i32) -> RateLimit {
        RateLimit(vec![([address; 32], per_hour)])
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
