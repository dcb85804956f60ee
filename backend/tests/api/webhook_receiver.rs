//! An HTTP server that receives webhooks and push messages.

use std::sync::{Arc, Mutex};

use actix_web::{
    App, HttpRequest, HttpResponse, HttpServer,
    dev::ServerHandle,
    http::StatusCode,
    rt,
    web::{self, Bytes},
};
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde_json::Value;
use standardwebhooks::Webhook;
use tokio::sync::Semaphore;

use crate::until;

/// A secret like an operator's.
pub const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/// A request as the receiver got it.
#[derive(Clone, Debug)]
pub struct Received {
    pub path: String,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Received {
    /// Verifies the signature with the specification's own library; returns the event.
    pub fn event(&self) -> Value {
        Webhook::new(SECRET)
            .unwrap()
            .verify(&self.body, &self.headers)
            .unwrap();
        serde_json::from_slice(&self.body).unwrap()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers[name].to_str().unwrap()
    }
}

struct MessageState {
    status: Mutex<(u16, Vec<(&'static str, String)>)>,
    received: Mutex<Vec<Received>>,
    /// Has one permit for each response that may be sent.
    may_answer: Semaphore,
}

/// A receiver that responds with a settable status.
pub struct Receiver {
    pub url: String,
    pub port: u16,
    state: Arc<MessageState>,
    server: ServerHandle,
}

impl Receiver {
    pub fn start(status: u16) -> Self {
        let state = Arc::new(MessageState {
            status: Mutex::new((status, Vec::new())),
            received: Mutex::default(),
            may_answer: Semaphore::new(Semaphore::MAX_PERMITS),
        });
        let shared = web::Data::from(Arc::clone(&state));
        let server = HttpServer::new(move || {
            App::new()
                .app_data(shared.clone())
                .default_service(web::to(receive))
        })
        .workers(1)
        .disable_signals()
        .bind(("127.0.0.1", 0))
        .unwrap();
        let port = server.addrs()[0].port();
        let server = server.run();
        let handle = server.handle();
        rt::spawn(server);
        Self {
            url: format!("http://127.0.0.1:{port}/hooks/1?key=2"),
            port,
            state,
            server: handle,
        }
    }

    /// Returns the settings of a server that sends to this receiver.
    pub fn settings(&self) -> [(&str, &str); 3] {
        [
            ("WEBHOOK_URL", &self.url),
            ("WEBHOOK_SECRET", SECRET),
            ("WEBHOOK_ALLOW_PRIVATE", "true"),
        ]
    }

    /// Sets the status of later responses.
    pub fn answer(&self, status: u16) {
        self.answer_with(status, &[]);
    }

    /// Sets the status and headers of later responses.
    pub fn answer_with(&self, status: u16, headers: &[(&'static str, &str)]) {
        let headers = headers
            .iter()
            .map(|&(name, value)| (name, value.to_owned()))
            .collect();
        *self.state.status.lock().unwrap() = (status, headers);
    }

    /// Receives requests from now on without responding.
    pub fn stall(&self) {
        self.state.may_answer.forget_permits(Semaphore::MAX_PERMITS);
    }

    /// Responds again, also to the requests that waited.
    pub fn go_on(&self) {
        self.state.may_answer.add_permits(1_000);
    }

    pub fn received(&self) -> Vec<Received> {
        self.state.received.lock().unwrap().clone()
    }

    /// Waits until `count` requests have arrived.
    pub async fn wait_for(&self, count: usize) {
        let has_come = async || (self.received().len() >= count).then_some(());
        until(&format!("{count} requests have come"), has_come).await;
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.state.may_answer.close();
        drop(rt::spawn(self.server.stop(false)));
    }
}

async fn receive(
    request: HttpRequest,
    body: Bytes,
    state: web::Data<MessageState>,
) -> HttpResponse {
    let headers = request.headers().iter().map(|(name, value)| {
        (
            HeaderName::try_from(name.as_str()).unwrap(),
            HeaderValue::from_bytes(value.as_bytes()).unwrap(),
        )
    });
    state.received.lock().unwrap().push(Received {
        path: request.uri().to_string(),
        headers: headers.collect(),
        body,
    });
    if let Ok(permit) = state.may_answer.acquire().await {
        permit.forget();
    }
    let (status, headers) = state.status.lock().unwrap().clone();
    let mut answer = HttpResponse::build(StatusCode::from_u16(status).unwrap());
    for header in headers {
        answer.insert_header(header);
    }
    answer.body("Jane Doe's secret")
}
