//! The tags of the `OpenAPI` description, which [`routes::openapi`](crate::server::routes::openapi) composes.

pub const LEADS: &str = "Estimate requests";

pub const DESK: &str = "Desk";

pub const VISITORS: &str = "Visitors";

/// The paths for operating the site, which no visitor needs.
pub const OPERATION: &str = "Operation";
