//! The cooldowns of sessions that sent an estimate request within the last 30 seconds
//! (docs/product.md, section 5), in this process's memory. A session can send one request to each
//! process. The idempotency key prevents a request from being saved twice.

use std::{
    hash::{BuildHasher, RandomState},
    time::Instant,
};

use parking_lot::Mutex;
use uuid::Uuid;
use validator_wasm::{Rejection, cooldown};

use crate::visitors::RecentMap;

/// The fewest sessions that are remembered. At most twice as many are, in about 8 MB.
const SESSIONS: usize = 50_000;

/// The state of a session, by the session's hash.
type Sessions = RecentMap<u64, Session, SESSIONS>;

#[derive(Clone, Copy, Default)]
struct Session {
    /// The last cooldown: its start and its lead.
    cooldown: Option<(Instant, Uuid)>,
    /// The last lead that was saved.
    sent: Option<Uuid>,
}

#[derive(Default)]
pub struct Cooldowns {
    sessions: Mutex<Sessions>,
    hasher: RandomState,
}

impl Cooldowns {
    /// Starts the cooldown of a lead's session, and returns the session's hash.
    ///
    /// # Errors
    /// When another lead of the session started it less than 30 seconds ago.
    pub fn start(&self, session: &str, lead: Uuid, now: Instant) -> Result<u64, Rejection> {
        let session = self.hasher.hash_one(session);
        let mut sessions = self.sessions.lock();
        let last = &mut sessions.entry(session).cooldown;
        if let Some((started, by)) = *last {
            if by == lead {
                return Ok(session);
            }
            let age = now.saturating_duration_since(started).as_millis();
            cooldown::check(Some(0), i64::try_from(age).unwrap_or(i64::MAX))?;
        }
        *last = Some((now, lead));
        Ok(session)
    }

    /// Ends the cooldown of an unsaved lead's session, by its hash, if this lead started it.
    pub fn end(&self, session: u64, lead: Uuid) {
        let mut sessions = self.sessions.lock();
        if let Some(Session { cooldown, .. }) = sessions.get_mut(&session)
            && cooldown.is_some_and(|(_, by)| by == lead)
        {
            *cooldown = None;
        }
    }

    /// Records the lead that sessions, by their hashes, have sent.
    pub fn saved(&self, sessions: &[u64], lead: Uuid) {
        let mut known = self.sessions.lock();
        for session in sessions {
            known.entry(*session).sent = Some(lead);
        }
    }

    /// Whether this is the last lead that the session sent to this process.
    pub fn has_sent(&self, session: &str, lead: Uuid) -> bool {
        let session = self.hasher.hash_one(session);
        let mut sessions = self.sessions.lock();
        let known = sessions.get_mut(&session);
        known.is_some_and(|known| known.sent == Some(lead))
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use uuid::Uuid;

    use super::Cooldowns;

    #[test]
    fn the_wait_is_over_after_30_seconds_and_not_before() {
        let cooldowns = Cooldowns::default();
        let began = Instant::now();
        let after = |millis| {
            let refused =
                cooldowns.start("a", Uuid::new_v4(), began + Duration::from_millis(millis));
            refused
                .err()
                .and_then(|rejection| rejection.retry_after_seconds)
        };
        assert_eq!(after(0), None);
        assert_eq!(after(1), Some(30));
        assert_eq!(after(20_000), Some(10));
        assert_eq!(after(29_999), Some(1));
        assert_eq!(after(30_000), None);
        assert_eq!(after(30_001), Some(30));
    }

    #[test]
    fn only_the_lead_that_started_a_cooldown_ends_it() {
        let cooldowns = Cooldowns::default();
        let now = Instant::now();
        let [lead, other] = [Uuid::new_v4(), Uuid::new_v4()];
        let session = cooldowns.start("a", lead, now).unwrap();
        cooldowns.end(session, other);
        assert!(cooldowns.start("a", other, now).is_err());
        cooldowns.end(session, lead);
        assert!(cooldowns.start("a", other, now).is_ok());
    }
}
