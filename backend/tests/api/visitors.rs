//! The data that are stored about visitors.

mod geolocation;
mod phone_clicks;
mod tracking_data;
