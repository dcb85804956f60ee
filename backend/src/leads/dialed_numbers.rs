//! The phone numbers to dial to reach a lead.

use contact_data::PhoneNumber;
use serde::Serialize;
use utoipa::ToSchema;

/// The phone numbers in a visitor's phone field, as they are dialed: digits, after a `+` if a
/// country code is recognized.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DialedNumbers {
    /// The first number.
    #[schema(example = "4045550123")]
    number: String,
    /// The digits of the first number's extension, which are not dialed with it.
    #[schema(required)]
    extension: Option<String>,
    /// The other numbers.
    others: Vec<String>,
}

impl DialedNumbers {
    /// Parses a text. `None` if it has no number that can be dialed.
    pub fn of(phone: &str) -> Option<Self> {
        let mut numbers = PhoneNumber::all_dialable_in(phone).into_iter();
        let first = numbers.next()?;
        Some(Self {
            number: first.dialed().to_owned(),
            extension: first.extension().map(str::to_owned),
            others: numbers.map(|other| other.dialed().to_owned()).collect(),
        })
    }
}
