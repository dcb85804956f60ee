//! TODO

pub(crate) mod phone_clicks;
pub(crate) mod tracking_data;
