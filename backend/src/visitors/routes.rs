//! The routes that identify visitors or count their actions.

pub(crate) mod phone_clicks;
pub(crate) mod tracking_data;

use actix_web::web;

use crate::web::methods::only;

pub fn configure(config: &mut web::ServiceConfig) {
    config
        .service(only("POST", "/get-tracking-data").post(tracking_data::tracking_data))
        .service(only("POST", "/incrementPhoneClickCount").post(phone_clicks::count));
}
