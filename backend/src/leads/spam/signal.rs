//! The spam signals, and their points.

use std::time::Duration;

use contact_data::PhoneNumber;
use validator_wasm::Estimate;

use super::links;

/// The shortest time in which a person can send the form, measured from the page's request for its
/// token. The browser fills in most required fields at once, but the visitor has to choose the
/// service and find the button.
const AT_ONCE: Duration = Duration::from_secs(3);

/// The time of a hurried visitor with autofill, or of a program that waits a little.
const FAST: Duration = Duration::from_secs(5);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestSignals {
    /// Whether the honeypot, a field that no person sees, was filled in.
    pub honeypot_filled: bool,
    /// Whether a page of another site sent the form.
    pub cross_site: bool,
    pub token: FormTokenStatus,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormTokenStatus {
    Missing,
    /// The token was not issued with this site's secret.
    Invalid,
    /// The form was open for this long.
    Age(Duration),
}

/// Declares the signals, each with its stored name and its explanation for the owner.
macro_rules! spam_signals {
    ($($(#[$doc:meta])* $Signal:ident $(($count:ty))? = $name:literal, $explanation:literal;)+) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum SpamSignal {
            $($(#[$doc])* $Signal $(($count))?,)+
        }

        /// The names of all signals, each with its explanation.
        const EXPLANATIONS: &[(&str, &str)] = &[$(($name, $explanation)),+];

        impl SpamSignal {
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Signal { .. } => $name,)+
                }
            }
        }
    };
}

spam_signals! {
    /// The honeypot, a field that no person sees, was filled in.
    Honeypot = "honeypot", "filled in the way programs do it";
    /// A page of another site sent the form.
    CrossSite = "cross-site", "sent from another site's page";
    NoToken = "no-token", "not sent from your page in the usual way";
    InvalidToken = "invalid-token", "sent with an old or forged page";
    SentAtOnce = "sent-at-once", "sent within 3 seconds, quicker than anybody types";
    /// The form was sent faster than a person types.
    SentFast = "sent-fast", "sent within 5 seconds";
    /// The details contain more than one link: the number of links, at most [`links::MAX_COUNTED`].
    Links(usize) = "links", "several links in the details";
    LinkMarkup = "link-markup", "links in the details, written as advertisers write them";
    LinkInField = "link-in-field", "a link in the name, the phone or the address";
    UnofferedChoice = "unoffered-choice", "asks for something that your form does not offer";
    UncallablePhone = "uncallable-phone", "a phone number too short to call";
}

/// Explains stored signals to the owner, in one line. A name that this version does not know is
/// shown unchanged.
pub fn explain(names: &[String]) -> String {
    let explanations = names.iter().map(|name| {
        let known = EXPLANATIONS.iter().find(|(known, _)| known == name);
        known.map_or(&**name, |(_, explanation)| explanation)
    });
    explanations.collect::<Vec<_>>().join("; ")
}

impl SpamSignal {
    pub fn points(self) -> i16 {
        match self {
            // Visitors without JavaScript have no token, and a customer in need is often in a hurry.
            Self::NoToken | Self::SentFast => 1,
            // A restored page whose server got a new secret; a phone number left out on purpose; a
            // form that was changed while the page was open.
            Self::InvalidToken | Self::UnofferedChoice | Self::UncallablePhone => 2,
            // Password managers fill in fields that no person sees; some people enter a map link as
            // their address.
            Self::Honeypot | Self::SentAtOnce | Self::LinkInField => 3,
            // Customers send one photo album, and sometimes a second one. Five links are an advertisement.
            Self::Links(links) => {
                i16::try_from(links.saturating_sub(1)).map_or(4, |more| more.min(4))
            }
            // People do not write markup in a form for plain text, and only a page that was made for it
            // sends another site's form.
            Self::LinkMarkup | Self::CrossSite => 4,
        }
    }
}

pub(super) fn found(
    full_name: &str,
    estimate: &Estimate,
    request_signals: &RequestSignals,
) -> Vec<SpamSignal> {
    let details = &*estimate.message;
    [
        request_signals
            .honeypot_filled
            .then_some(SpamSignal::Honeypot),
        request_signals.cross_site.then_some(SpamSignal::CrossSite),
        // Autofill fills in the honeypot and is fast: that is one cause, and counts once.
        of_token(request_signals.token)
            .filter(|it| !(request_signals.honeypot_filled && *it == SpamSignal::SentFast)),
        of_links(details),
        [full_name, &estimate.phone, &estimate.address]
            .into_iter()
            .any(|text| links::count(text) > 0 || links::has_markup(text))
            .then_some(SpamSignal::LinkInField),
        (!is_offered(estimate)).then_some(SpamSignal::UnofferedChoice),
        PhoneNumber::all_in(&estimate.phone)
            .is_empty()
            .then_some(SpamSignal::UncallablePhone),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn of_token(token: FormTokenStatus) -> Option<SpamSignal> {
    match token {
        FormTokenStatus::Missing => Some(SpamSignal::NoToken),
        FormTokenStatus::Invalid => Some(SpamSignal::InvalidToken),
        FormTokenStatus::Age(age) if age < AT_ONCE => Some(SpamSignal::SentAtOnce),
        FormTokenStatus::Age(age) if age < FAST => Some(SpamSignal::SentFast),
        FormTokenStatus::Age(_) => None,
    }
}

fn of_links(details: &str) -> Option<SpamSignal> {
    if links::has_markup(details) {
        return Some(SpamSignal::LinkMarkup);
    }
    let count = links::count(details);
    (count > 1).then_some(SpamSignal::Links(count))
}

fn is_offered(estimate: &Estimate) -> bool {
    estimate.chosen_service().is_some() && estimate.chosen_urgency().is_some()
}

#[cfg(test)]
mod tests {
    use super::explain;

    #[test]
    fn signals_are_explained_and_those_of_a_newer_version_are_named() {
        let names = ["links", "of-a-newer-version"].map(str::to_owned);
        assert_eq!(
            explain(&names),
            "several links in the details; of-a-newer-version"
        );
    }
}
