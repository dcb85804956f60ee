//! A fair queue for work that is limited to a few pieces at once.

use std::{sync::Arc, time::Duration};

use parking_lot::Mutex;
use tokio::{sync::oneshot, time::Instant};

use super::network_time::NetworkTime;
use crate::web::networks::Network;

/// The time that a network's turns may take within an hour before it waits behind all others.
const SHARE: Duration = Duration::from_mins(1);

/// The queue. Only uploads wait in it, so the limit on uploads limits its length.
pub struct Turns {
    limit: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    taken: Vec<Vec<Network>>,
    waiting: Vec<Waiting>,
    spent: NetworkTime,
}

struct Waiting {
    networks: Vec<Network>,
    is_long: bool,
    sender: oneshot::Sender<Turn>,
}

impl Turns {
    pub fn new(limit: usize) -> Arc<Self> {
        Arc::new(Self {
            limit,
            state: Mutex::default(),
        })
    }

    /// Waits for a turn, which lasts until it is dropped. Networks that have spent less than
    /// [`SHARE`] come first, then work that is not known to be long, then networks with fewer turns,
    /// then those that have spent less.
    pub async fn wait(self: &Arc<Self>, networks: &[Network], is_long: bool) -> Option<Turn> {
        let (sender, turn) = oneshot::channel();
        self.state.lock().waiting.push(Waiting {
            networks: networks.to_vec(),
            is_long,
            sender,
        });
        self.give();
        turn.await.ok()
    }

    pub fn are_free(&self) -> bool {
        let state = self.state.lock();
        state.taken.is_empty() && state.waiting.is_empty()
    }

    fn give(self: &Arc<Self>) {
        while let Some(Waiting {
            networks, sender, ..
        }) = self.next()
        {
            let turn = Turn {
                turns: Arc::clone(self),
                networks,
                since: Instant::now(),
            };
            // If the receiver is gone, the turn ends at once.
            drop(sender.send(turn));
        }
    }

    fn next(&self) -> Option<Waiting> {
        let State {
            taken,
            waiting,
            spent,
        } = &mut *self.state.lock();
        waiting.retain(|it| !it.sender.is_closed());
        if taken.len() >= self.limit {
            return None;
        }
        let mut rank = |Waiting {
                            networks, is_long, ..
                        }: &Waiting| {
            let longest = networks.iter().map(|it| spent.of(it)).max();
            let longest = longest.unwrap_or_default();
            let turns = taken.iter().filter(|it| it.first() == networks.first());
            (longest >= SHARE, *is_long, turns.count(), longest)
        };
        let ranks = waiting.iter().map(&mut rank);
        let (first, _) = ranks.enumerate().min_by_key(|(_, rank)| *rank)?;
        let next = waiting.remove(first);
        taken.push(next.networks.clone());
        Some(next)
    }
}

pub struct Turn {
    turns: Arc<Turns>,
    networks: Vec<Network>,
    since: Instant,
}

impl Drop for Turn {
    fn drop(&mut self) {
        {
            let State { taken, spent, .. } = &mut *self.turns.state.lock();
            spent.add(&self.networks, self.since.elapsed());
            if let Some(index) = taken.iter().position(|it| *it == self.networks) {
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

    use super::{SHARE, Turn, Turns};
    use crate::web::networks::{Network, networks};

    fn of(address: &str) -> Vec<Network> {
        networks(address.parse().unwrap()).collect()
    }

    async fn wait(turns: &Arc<Turns>, address: &str) -> Turn {
        turns.wait(&of(address), false).await.unwrap()
    }

    #[tokio::test]
    async fn what_takes_long_waits_behind_what_may_be_short() {
        let turns = Turns::new(1);
        let first = wait(&turns, "203.0.113.1").await;
        let networks = ["203.0.113.2", "203.0.113.3"].map(of);
        let mut long = pin!(turns.wait(&networks[0], true));
        let mut short = pin!(turns.wait(&networks[1], false));
        assert!(long.as_mut().now_or_never().is_none());
        assert!(short.as_mut().now_or_never().is_none());
        drop(first);
        assert!(long.as_mut().now_or_never().is_none());
        drop(short.as_mut().now_or_never().unwrap());
        assert!(long.as_mut().now_or_never().is_some());
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
