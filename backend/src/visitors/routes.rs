//! The routes that identify visitors, or count what they do.

pub(crate) mod phone_clicks;
pub(crate) mod tracking_data;
