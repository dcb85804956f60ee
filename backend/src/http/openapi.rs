//! The vocabulary of the API's description: tags, requests and failures.
//!
//! The description itself is made in [`routes::openapi`](super::routes::openapi).

mod desk_paths;
mod failures;
#[expect(dead_code, reason = "they are described, and never made")]
pub(crate) mod requests;

pub use desk_paths::DeskPaths;
pub use failures::Failures;

/// The paths by which estimate requests come.
pub const LEADS: &str = "Estimate requests";

/// The paths of the owner's desk.
pub const DESK: &str = "Desk";

/// The paths for tracking.
pub const VISITORS: &str = "Visitors";

/// The paths that no visitor needs.
pub const OPERATION: &str = "Operation";
