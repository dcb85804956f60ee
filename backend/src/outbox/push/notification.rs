//! The notification that a phone shows about a lead.

use serde::Serialize;
use uuid::Uuid;
use validator_wasm::{Estimate, Service};

use crate::{config::company::town, leads::lead_records::LeadRecord, outbox::message::Occasion};

/// A notification. Anybody who sees the phone can read it: it contains only the service and the
/// town, if they are among the company's, and nothing else that the visitor typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Notification {
    /// The lead that it opens.
    lead: Uuid,
    title: &'static str,
    body: String,
}

impl Notification {
    /// Announces a lead.
    pub fn new(record: &LeadRecord, occasion: Occasion) -> Self {
        let lead = &record.lead;
        let estimate = record.estimate.borrowed();
        Self::of(lead.id, &estimate, lead.city.as_deref(), occasion)
    }

    fn of(lead: Uuid, estimate: &Estimate<&str>, city: Option<&str>, occasion: Occasion) -> Self {
        let service = estimate.chosen_service().map(Service::key);
        let town = town(estimate.address).or(city);
        Self {
            lead,
            title: match occasion {
                Occasion::Created if estimate.is_emergency() => "Emergency",
                Occasion::Created => "New request",
                Occasion::NotTaken => "Emergency: nobody has called yet",
                Occasion::Due(_) => "Due",
            },
            body: match (service, town) {
                (Some(service), Some(town)) => format!("{service} in {town}"),
                (Some(only), None) | (None, Some(only)) => only.to_owned(),
                (None, None) => String::new(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;
    use validator_wasm::Estimate;

    use super::Notification;
    use crate::{config::company::TOWNS, outbox::message::Occasion};

    fn shown(service: &str, urgency: &str, address: &str, city: Option<&str>) -> (String, String) {
        let estimate = Estimate {
            first_name: "Jane",
            last_name: "Doe",
            phone: "404-555-0123",
            email: "jane@gmail.com",
            address,
            service,
            urgency,
            message: "Secret words.",
        };
        let notification = Notification::of(Uuid::nil(), &estimate, city, Occasion::Created);
        (notification.title.to_owned(), notification.body)
    }

    #[test]
    fn it_names_the_service_and_the_town_where_they_are_the_companys() {
        let own = TOWNS[0];
        let address = format!("12 Oak Street, {}", own.to_lowercase());
        for (service, address, city, body) in [
            (
                "Tree Removal",
                &*address,
                Some("Elsewhere"),
                &*format!("Tree Removal in {own}"),
            ),
            (
                "Tree Removal",
                "12 Oak Street",
                Some("Elsewhere"),
                "Tree Removal in Elsewhere",
            ),
            ("Tree Removal", "", None, "Tree Removal"),
            ("call 555-0100 now", &address, None, own),
            ("call 555-0100 now", "call 555-0100 now", None, ""),
        ] {
            let shown = shown(service, "planning", address, city);
            assert_eq!(shown, ("New request".to_owned(), body.to_owned()));
        }
        assert_eq!(shown("", "emergency", "", None).0, "Emergency");
    }
}
