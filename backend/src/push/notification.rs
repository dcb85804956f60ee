//! What a phone shows of a new lead.

use serde::Serialize;
use uuid::Uuid;

use crate::store::outbox::message::AnnouncedLead;

/// The towns that the company serves, from `company.json`.
const TOWNS: &[&str] = &include!(concat!(env!("OUT_DIR"), "/towns.rs"));

/// A notification. Anybody who sees the phone can read it: it names the service and the town alone, where
/// they are ones that the company has, and nothing else that the visitor typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Notification {
    /// The lead that it opens.
    lead: Uuid,
    title: &'static str,
    body: String,
}

impl Notification {
    /// A lead was saved.
    #[must_use]
    pub fn lead_created(announced: &AnnouncedLead) -> Self {
        let estimate = announced.lead.parse();
        let service = estimate.chosen_service().map(|_| estimate.service.trim());
        let town = town(&estimate.address).or(announced.city.as_deref());
        Self {
            lead: announced.id,
            title: if estimate.is_emergency() {
                "Emergency"
            } else {
                "New request"
            },
            body: match (service, town) {
                (Some(service), Some(town)) => format!("{service} in {town}"),
                (Some(only), None) | (None, Some(only)) => only.to_owned(),
                (None, None) => String::new(),
            },
        }
    }
}

/// The town that an address names, the last if it names several: a street may have the name of another.
fn town(address: &str) -> Option<&'static str> {
    let address = address.to_lowercase();
    let named = TOWNS.iter().filter_map(|town| {
        let place = address.rfind(&town.to_lowercase())?;
        Some((place, *town))
    });
    named.max().map(|(_, town)| town)
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use uuid::Uuid;
    use validator_wasm::{Estimate, Lead};

    use super::{Notification, TOWNS, town};
    use crate::store::outbox::message::AnnouncedLead;

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
        let notification = Notification::lead_created(&AnnouncedLead {
            id: Uuid::nil(),
            saved_at: DateTime::UNIX_EPOCH,
            lead: Lead::compose(&estimate),
            city: city.map(str::to_owned),
            state: None,
        });
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

    #[test]
    fn the_last_town_of_an_address_is_its_own() {
        let [first, .., last] = TOWNS else {
            panic!("company.json has fewer than two towns");
        };
        assert_eq!(town(&format!("5 {first} Highway, {last}")), Some(*last));
        let shouted = first.to_uppercase();
        assert_eq!(town(&format!("5 {last} Road, {shouted}, GA")), Some(*first));
        assert_eq!(town("5 Elm Street"), None);
    }
}
