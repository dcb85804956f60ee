//! What is stored about visitors.

mod geolocation;
mod tracking_data;
