//! Limits of request bodies.

use std::time::Duration;

/// The most bytes of a request's body: 256 KiB. A long estimate request has 10 KB, and the owner's
/// mail about it twice that; no customer sends more.
pub const MAX_BODY_BYTES: usize = 256 * 1024;

/// How long a body may take to arrive: enough for the largest one at 25 KB a second, and for an
/// ordinary one at 1 KB a second.
pub const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// A body up to 16 KiB, such as an estimate request's, is read at once, whatever else is being
/// read. If each of the server's 5,000 connections holds one, they take 80 MB.
pub const SMALL_BODY_BYTES: usize = 16 * 1024;

/// The most larger bodies that the process holds at once; others wait, within [`BODY_TIMEOUT`].
/// Together they take 16 MiB, and 256 MiB when parsed as JSON such as `[0,0,…]`.
pub const MAX_LARGE_BODIES: usize = 64;

/// The most large bodies of one address (of a larger network: [`Network::most`](crate::visitors::Network::most)).
/// Others wait until one of them is done, so it takes four addresses to make other clients wait.
pub const LARGE_BODIES_PER_ADDRESS: usize = MAX_LARGE_BODIES / 4;

/// How much of a large body must arrive within each [`PROGRESS_TIMEOUT`]: 4 KiB a second, or the rest.
pub const PROGRESS_BYTES: usize = 12 * 1024;

/// See [`PROGRESS_BYTES`].
pub const PROGRESS_TIMEOUT: Duration = Duration::from_secs(3);
