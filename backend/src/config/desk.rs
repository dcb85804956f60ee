use std::time::Duration;

use contact_data::EmailAddress;
use lettre::Address;

use super::reader::settings;

/// How long a session lasts after its last use.
pub const SESSION_TIMEOUT: Duration = Duration::from_hours(30 * 24);

/// The longest time that a session lasts, however often it is used.
pub const MAX_SESSION: Duration = Duration::from_hours(365 * 24);

settings! {
    #[derive(Clone, Debug, Default)]
    pub struct Desk(reader) {
        /// `DESK_EMAILS`: the people who can sign in. If it is empty, there is no desk.
        pub people: Vec<DeskPerson> = Some(reader.optional_list(
            "DESK_EMAILS",
            "set email addresses, comma-separated, such as owner@example.com, office@example.com, or leave it empty to turn the desk off.",
            |address| address.parse().ok().map(DeskPerson),
        )),
        /// `CHANGES_INTERVAL_MS`: how long the desk waits before it asks for changes again.
        pub changes_interval_ms: u32 = reader.number("CHANGES_INTERVAL_MS", 10..=60_000),
        /// `PUSH_ALLOW_PRIVATE`: whether notifications can be sent into the server's own network.
        pub push_allow_private: bool = reader.switch("PUSH_ALLOW_PRIVATE"),
    }
}

/// A person who can sign in to the desk. Only the settings create one, so a function that takes a
/// `DeskPerson` never gets an address that a visitor typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeskPerson(Address);

impl DeskPerson {
    pub fn address(&self) -> &Address {
        &self.0
    }

    /// Returns the person's mailbox, as the database stores it.
    pub fn key(&self) -> String {
        let address = self.0.to_string();
        let mailbox = address.parse::<EmailAddress>();
        mailbox.map_or(address, |it| it.mailbox().to_owned())
    }
}

impl Desk {
    pub fn is_on(&self) -> bool {
        !self.people.is_empty()
    }

    /// Finds the person with this address, in any spelling.
    pub fn person(&self, address: &str) -> Option<&DeskPerson> {
        let address: EmailAddress = address.parse().ok()?;
        self.people
            .iter()
            .find(|person| person.key() == address.mailbox())
    }
}
