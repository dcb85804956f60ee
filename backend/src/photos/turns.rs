//! A fair queue for work that is limited to a few pieces at once.

use std::{sync::Arc, time::Duration};

use parking_lot::Mutex;
use tokio::{sync::oneshot, time::Instant};

use super::{network_time::NetworkTime, process::ATTEMPTS};
use crate::web::networks::Network;

/// The time that a network's turns may take within an hour before it waits behind all others.
const SHARE: Duration = Duration::from_mins(1);

const LAST: usize = ATTEMPTS.len() - 1;

/// The most work that waits for its last attempt. It keeps the place of its upload.
const MAX_WAITING_LAST: usize = 8;

/// The queue. Only uploads wait in it, so the limit on uploads limits its length.
pub struct Turns {
    limit: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    taken: Vec<Work>,
    waiting: Vec<(Work, oneshot::Sender<Turn>)>,
    spent: NetworkTime,
}

/// The networks and the number of the attempt.
type Work = (Vec<Network>, usize);

impl Turns {
    pub fn new(limit: usize) -> Arc<Self> {
        Arc::new(Self {
            limit,
            state: Mutex::default(),
        })
    }

    /// Waits for a turn, which lasts until it is dropped. Networks that have spent less than
    /// [`SHARE`] come first, then earlier attempts, then networks with fewer turns, then those that
    /// have spent less. Attempts after the first have one turn at once, so that the other is free soon.
    /// Returns `None` if too much other work waits for its last attempt.
    pub async fn wait(self: &Arc<Self>, networks: &[Network], attempt: usize) -> Option<Turn> {
        let (sender, turn) = oneshot::channel();
        let work = (networks.to_vec(), attempt);
        self.state.lock().waiting.push((work, sender));
        self.give();
        turn.await.ok()
    }

    pub fn are_free(&self) -> bool {
        let state = self.state.lock();
        state.taken.is_empty() && state.waiting.is_empty()
    }

    fn give(self: &Arc<Self>) {
        while let Some((work, sender)) = self.next() {
            let turn = Turn {
                turns: Arc::clone(self),
                work,
                since: Instant::now(),
            };
            // If the receiver is gone, the turn ends at once.
            drop(sender.send(turn));
        }
    }

    fn next(&self) -> Option<(Work, oneshot::Sender<Turn>)> {
        let State {
            taken,
            waiting,
            spent,
        } = &mut *self.state.lock();
        waiting.retain(|(_, sender)| !sender.is_closed());
        waiting.sort_by_cached_key(|((networks, attempt), _)| {
            let longest = networks.iter().map(|it| spent.of(it)).max();
            let longest = longest.unwrap_or_default();
            let turns = taken.iter().filter(|it| it.0.first() == networks.first());
            (longest >= SHARE, *attempt, turns.count(), longest)
        });
        let mut last = (0..waiting.len()).filter(|it| waiting[*it].0.1 == LAST);
        if let Some(excess) = last.nth(MAX_WAITING_LAST) {
            waiting.remove(excess);
        }
        if taken.len() >= self.limit {
            return None;
        }
        let is_shared = taken.iter().any(|it| it.1 > 0);
        let first = (waiting.iter()).position(|((_, attempt), _)| *attempt == 0 || !is_shared)?;
        let next = waiting.remove(first);
        taken.push(next.0.clone());
        Some(next)
    }
}

pub struct Turn {
    turns: Arc<Turns>,
    work: Work,
    since: Instant,
}

impl Drop for Turn {
    fn drop(&mut self) {
        {
            let State { taken, spent, .. } = &mut *self.turns.state.lock();
            spent.add(&self.work.0, self.since.elapsed());
            if let Some(index) = taken.iter().position(|it| *it == self.work) {
                taken.swap_remove(index);
            }
        }
        self.turns.give();
    }
}

#[cfg(test)]
mod tests {
    use std::{pin::pin, sync::Arc};

    use futures_util::FutureExt;
    use tokio::time::advance;

    use super::{LAST, MAX_WAITING_LAST, SHARE, Turn, Turns};
    use crate::web::networks::{Network, networks};

    fn of(address: &str) -> Vec<Network> {
        networks(address.parse().unwrap()).collect()
    }

    async fn wait(turns: &Arc<Turns>, address: &str) -> Turn {
        turns.wait(&of(address), 0).await.unwrap()
    }

    #[tokio::test]
    async fn what_takes_long_waits_behind_what_may_be_short() {
        let turns = Turns::new(1);
        let first = wait(&turns, "203.0.113.1").await;
        let networks = ["203.0.113.2", "203.0.113.3"].map(of);
        let mut long = pin!(turns.wait(&networks[0], LAST));
        let mut short = pin!(turns.wait(&networks[1], 0));
        assert!(long.as_mut().now_or_never().is_none());
        assert!(short.as_mut().now_or_never().is_none());
        drop(first);
        assert!(long.as_mut().now_or_never().is_none());
        drop(short.as_mut().now_or_never().unwrap());
        assert!(long.as_mut().now_or_never().is_some());
    }

    #[tokio::test]
    async fn of_what_takes_long_one_is_in_progress_and_few_others_wait() {
        let turns = Turns::new(2);
        let networks = of("203.0.113.1");
        let long = async || turns.wait(&networks, LAST).await;
        let first = long().await.unwrap();
        let mut others: Vec<_> = (0..MAX_WAITING_LAST).map(|_| Box::pin(long())).collect();
        for other in &mut others {
            assert!(other.now_or_never().is_none());
        }
        assert!(long().now_or_never().unwrap().is_none(), "too many wait");
        assert!(turns.wait(&networks, 1).now_or_never().is_none());
        let short = wait(&turns, "203.0.113.2").now_or_never();
        assert!(short.is_some());
        drop(first);
        assert!((&mut others[0]).now_or_never().unwrap().is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn a_network_without_a_turn_comes_first_and_one_that_has_spent_a_minute_last() {
        let turns = Turns::new(2);
        let [first, second] = [
            wait(&turns, "203.0.113.1").await,
            wait(&turns, "203.0.113.1").await,
        ];
        let mut third = pin!(wait(&turns, "203.0.113.1"));
        let mut gone = Box::pin(wait(&turns, "203.0.113.2"));
        let mut other = pin!(wait(&turns, "203.0.113.3"));
        for waiting in [third.as_mut(), gone.as_mut(), other.as_mut()] {
            assert!(waiting.now_or_never().is_none());
        }
        drop(gone);
        drop(first);
        assert!(third.as_mut().now_or_never().is_none());
        let other = other.as_mut().now_or_never().unwrap();
        advance(SHARE).await;
        drop(second);
        let third = third.as_mut().now_or_never().unwrap();
        // The first network has used up its minute.
        let mut fourth = pin!(wait(&turns, "203.0.113.1"));
        let mut fifth = pin!(wait(&turns, "203.0.113.4"));
        for waiting in [fourth.as_mut(), fifth.as_mut()] {
            assert!(waiting.now_or_never().is_none());
        }
        drop(third);
        assert!(fourth.as_mut().now_or_never().is_none());
        assert!(fifth.as_mut().now_or_never().is_some());
        drop(other);
        assert!(fourth.as_mut().now_or_never().is_some());
    }
}
