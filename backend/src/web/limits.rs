//! Limits on request bodies.

/// The most bytes of a request's body: 256 KiB. A long estimate request has 10 KB, and the owner's
/// email about it has twice that. No customer sends more.
pub const MAX_BODY_BYTES: usize = 256 * 1024;

/// The most bytes of a small body, such as an estimate request's: 16 KiB. It is read at once, even while
/// others are being read. If each of the server's 5,000 connections holds one, they take 80 MB.
pub const SMALL_BODY_BYTES: usize = 16 * 1024;

/// The most larger bodies that the process holds at once. Others wait, within `Deadlines::body`.
/// Together they take 16 MiB, and 256 MiB when parsed as JSON such as `[0,0,…]`.
pub const MAX_LARGE_BODIES: usize = 64;

/// The most large bodies of one address (of a larger network:
/// [`Network::most`](crate::visitors::Network::most)). Others wait until one of them is done, so it
/// takes four addresses to make other clients wait.
pub const LARGE_BODIES_PER_ADDRESS: usize = MAX_LARGE_BODIES / 4;

/// The bytes of a large body that must arrive within each `Deadlines::body_part`, unless fewer are
/// left: 4 KiB a second.
pub const PROGRESS_BYTES: usize = 12 * 1024;
