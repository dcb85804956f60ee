//! The metrics of this process, for Prometheus.
//!
//! They contain nothing about a visitor. The labels' values are a closed set: no path, address, or
//! other text from a client becomes a value.

use std::time::Duration;

use actix_web::http::{Method, StatusCode};
use chrono::Utc;
use prometheus_client::{
    metrics::{
        counter::Counter, family::Family, gauge::ConstGauge, histogram::Histogram, info::Info,
    },
    registry::{Registry, Unit},
};

/// Buckets in seconds, from an email that is sent at once to the last attempt, days later.
const LEAD_TO_MAIL_BUCKETS: [f64; 13] = [
    1.0, 5.0, 15.0, 30.0, 60.0, 120.0, 300.0, 900.0, 3_600.0, 14_400.0, 43_200.0, 86_400.0,
    259_200.0,
];

/// Buckets in seconds, from a page in memory to a database that hangs.
const REQUEST_BUCKETS: [f64; 12] = [
    0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0,
];

type Labels<const N: usize> = [(&'static str, &'static str); N];

#[derive(Clone)]
pub struct Metrics {
    leads: Family<Labels<1>, Counter>,
    /// Measures the seconds from a saved lead to its email.
    pub lead_to_mail: Histogram,
    attempts: Family<Labels<2>, Counter>,
    pub phone_clicks: Counter,
    pub refused_keys: Counter,
    requests: Family<[(&'static str, String); 3], Histogram>,
    /// The time of the start, in seconds since 1970.
    started: i64,
}

impl Default for Metrics {
    fn default() -> Self {
        let new_histogram = (|| Histogram::new(REQUEST_BUCKETS)) as fn() -> Histogram;
        Self {
            leads: Family::default(),
            lead_to_mail: Histogram::new(LEAD_TO_MAIL_BUCKETS),
            attempts: Family::default(),
            phone_clicks: Counter::default(),
            refused_keys: Counter::default(),
            requests: Family::new_with_constructor(new_histogram),
            started: Utc::now().timestamp(),
        }
    }
}

impl Metrics {
    /// Adds the metrics to a registry. The registry adds the suffixes of names (`_total`,
    /// `_seconds`) and the periods of the help texts.
    pub fn register(&self, registry: &mut Registry) {
        registry.register("leads", "Estimate requests, by outcome", self.leads.clone());
        registry.register_with_unit(
            "lead_to_mail",
            "Time from saving a lead until the mail server accepts the owner's email",
            Unit::Seconds,
            self.lead_to_mail.clone(),
        );
        registry.register(
            "mails",
            "Attempts to send an email, a webhook, or a push message, by channel and outcome",
            self.attempts.clone(),
        );
        registry.register(
            "phone_clicks",
            "Clicks on a call button",
            self.phone_clicks.clone(),
        );
        registry.register(
            "refused_keys",
            "Requests with a wrong ANON_KEY; the site may have been built for another one",
            self.refused_keys.clone(),
        );
        registry.register_with_unit(
            "http_request_duration",
            "Time to the head of the response, by route, method, and status class",
            Unit::Seconds,
            self.requests.clone(),
        );
        registry.register_with_unit(
            "process_start_time",
            "Start time of the process since the Unix epoch",
            Unit::Seconds,
            ConstGauge::new(self.started),
        );
        registry.register(
            "backend_build",
            "Version of the backend",
            Info::new([("version", env!("CARGO_PKG_VERSION"))]),
        );
    }

    pub fn leads(&self, outcome: &'static str) -> Counter {
        self.leads.get_or_create_owned(&[("verdict", outcome)])
    }

    /// Returns the counter of attempts to send a message of this channel with this outcome.
    pub fn attempts(&self, channel: &'static str, outcome: &'static str) -> Counter {
        self.attempts
            .get_or_create_owned(&[("channel", channel), ("outcome", outcome)])
    }

    /// Measures a request. `route` is the pattern of its path. Pages, files, and missing paths have
    /// no pattern, and the label `page`.
    pub fn request(
        &self,
        route: Option<&str>,
        method: &Method,
        status: StatusCode,
        time: Duration,
    ) {
        let labels = [
            ("route", route.unwrap_or("page").to_owned()),
            ("method", method_name(method).to_owned()),
            ("status", format!("{}xx", status.as_u16() / 100)),
        ];
        self.requests
            .get_or_create(&labels)
            .observe(time.as_secs_f64());
    }
}

/// Returns the name of a method. A client can send any word as its method: unknown ones are `other`.
pub(crate) fn method_name(method: &Method) -> &'static str {
    ["GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"]
        .into_iter()
        .find(|name| *name == method.as_str())
        .unwrap_or("other")
}
