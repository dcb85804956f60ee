//! The tags of the `OpenAPI` description, which [`routes::openapi`](crate::server::routes::openapi) composes.

/// The paths that accept estimate requests.
pub const LEADS: &str = "Estimate requests";

/// The paths of the owner's desk.
pub const DESK: &str = "Desk";

/// The paths for tracking.
pub const VISITORS: &str = "Visitors";

/// The paths for operating the site, which no visitor needs.
pub const OPERATION: &str = "Operation";
