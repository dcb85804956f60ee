//! The time that networks have taken within the hour.

use std::time::Duration;

use crate::{hour::current_hour, visitors::RecentMap, web::networks::Network};

/// The minimum number of networks whose time is remembered.
const NETWORKS: usize = 1_000;

/// The hour, and the time taken in it.
#[derive(Default)]
pub(super) struct NetworkTime(RecentMap<Network, (u64, Duration), NETWORKS>);

impl NetworkTime {
    pub(super) fn of(&mut self, network: &Network) -> Duration {
        let hour = current_hour();
        let taken = self.0.get_mut(network).filter(|(of, _)| *of == hour);
        taken.map_or(Duration::ZERO, |(_, time)| *time)
    }

    pub(super) fn add(&mut self, networks: &[Network], time: Duration) {
        for network in networks {
            *self.0.entry(*network) = (current_hour(), self.of(network) + time);
        }
    }

    pub(super) fn forget(&mut self, networks: &[Network]) {
        for network in networks {
            if let Some(taken) = self.0.get_mut(network) {
                *taken = Default::default();
            }
        }
    }
}
