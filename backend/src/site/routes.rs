//! All paths without another route: the built pages.

use actix_web::{
    HttpRequest, HttpResponse,
    http::{Method, header},
    web,
};

use super::Site;

pub fn configure(config: &mut web::ServiceConfig) {
    config.default_service(web::to(answer));
}

pub async fn answer(request: HttpRequest, site: web::Data<Site>) -> HttpResponse {
    match *request.method() {
        Method::GET | Method::HEAD => site.answer(&request),
        _ => HttpResponse::MethodNotAllowed()
            .insert_header((header::ALLOW, "GET, HEAD"))
            .finish(),
    }
}
