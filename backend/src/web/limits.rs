//! Limits of a request's body.

use std::time::Duration;

/// The most bytes that a request's body may have: 256 KiB. A long estimate request has 10 KB, the
/// owner's mail of it twice that; no customer sends more.
pub const MAX_BODY_BYTES: usize = 256 * 1024;

/// How long a body may take to arrive: time for the largest one at 25 KB a second, and for an
/// ordinary one at a kilobyte a second.
pub const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// A body up to 16 KiB, such as an estimate request's, is read at once, whatever else is being
/// read: held back by each of the server's 5,000 connections, such bodies take 80 MB.
pub const SMALL_BODY_BYTES: usize = 16 * 1024;

/// Larger bodies that the process holds at once at most; further ones wait for their turn, within
/// [`BODY_TIMEOUT`]. Together they are 16 MiB, and 256 MiB parsed: JSON such as `[0,0,…]` takes 16
/// times as much memory as text.
pub const MAX_LARGE_BODIES: usize = 64;

/// The large bodies of one address; of a network of many, see [`Network::most`](crate::visitors::Network::most).
/// Further ones wait until one of theirs is done, so that it takes four addresses to make others wait.
pub const LARGE_BODIES_PER_ADDRESS: usize = MAX_LARGE_BODIES / 4;

/// What of a large body has to arrive within each [`PROGRESS_TIMEOUT`]: 4 KiB a second, or the rest.
pub const PROGRESS_BYTES: usize = 12 * 1024;

/// See [`PROGRESS_BYTES`].
pub const PROGRESS_TIMEOUT: Duration = Duration::from_secs(3);
