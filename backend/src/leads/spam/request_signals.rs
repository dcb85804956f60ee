//! Spam signals of a request: form token and honeypot.

use std::time::Duration;

/// The spam signals of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestSignals {
    /// Whether the honeypot, a field that no person sees, was filled in.
    pub honeypot_filled: bool,
    /// The form token.
    pub token: FormTokenStatus,
}

/// The state of a request's form token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormTokenStatus {
    /// The request has none.
    Missing,
    /// It was not issued with this site's secret.
    Invalid,
    /// How long the form was open.
    Age(Duration),
}
