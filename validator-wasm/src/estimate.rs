//! The form as the visitor filled it in.

use serde::{
    Deserialize, Serialize,
    de::{
        IntoDeserializer,
        value::{self, StrDeserializer},
    },
};

/// The eight fields of the contact form, as typed (docs/product.md, section 3).
///
/// Every field is free text: the form offers choices for [`service`](Self::service) and
/// [`urgency`](Self::urgency), but a request that names another one is still a customer.
/// In a request to the server a key that is absent counts as empty, an absent urgency as
/// [`Urgency::Routine`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    rename_all = "camelCase",
    default,
    bound(deserialize = "T: Deserialize<'de>, Estimate<T>: Default")
)]
pub struct Estimate<T = String> {
    /// Given name. Required.
    pub first_name: T,
    /// Family name. Required.
    pub last_name: T,
    /// Telephone number in whatever form it was typed. Required.
    pub phone: T,
    /// E-mail address. Optional.
    pub email: T,
    /// Where the tree stands. Required.
    pub address: T,
    /// What is to be done, as a rule the label of a [`Service`]. Required.
    pub service: T,
    /// How soon, as a rule the key of an [`Urgency`].
    pub urgency: T,
    /// The visitor's own words. Optional.
    pub message: T,
}

impl Default for Estimate<String> {
    fn default() -> Self {
        Self {
            first_name: String::new(),
            last_name: String::new(),
            phone: String::new(),
            email: String::new(),
            address: String::new(),
            service: String::new(),
            urgency: Urgency::Routine.key().to_owned(),
            message: String::new(),
        }
    }
}

impl<T: AsRef<str>> Estimate<T> {
    /// The same form with its texts borrowed, which is how the rules read it.
    #[must_use]
    pub fn borrowed(&self) -> Estimate<&str> {
        Estimate {
            first_name: self.first_name.as_ref(),
            last_name: self.last_name.as_ref(),
            phone: self.phone.as_ref(),
            email: self.email.as_ref(),
            address: self.address.as_ref(),
            service: self.service.as_ref(),
            urgency: self.urgency.as_ref(),
            message: self.message.as_ref(),
        }
    }

    /// The service, where it is one that the form offers.
    #[must_use]
    pub fn chosen_service(&self) -> Option<Service> {
        let label: StrDeserializer<value::Error> = self.service.as_ref().trim().into_deserializer();
        Service::deserialize(label).ok()
    }

    /// The urgency, where it is one of the form's choices.
    #[must_use]
    pub fn chosen_urgency(&self) -> Option<Urgency> {
        Urgency::from_key(self.urgency.as_ref().trim())
    }

    /// Whether the urgency is the most urgent choice.
    #[must_use]
    pub fn is_emergency(&self) -> bool {
        self.chosen_urgency() == Some(Urgency::Emergency)
    }
}

impl<'a> Estimate<&'a str> {
    /// The urgency as a person reads it: the choice's label, or the text itself where it is no choice.
    #[must_use]
    pub fn urgency_label(&self) -> &'a str {
        match self.chosen_urgency() {
            Some(choice) => choice.label(),
            None => self.urgency,
        }
    }
}

/// Whether nothing was typed: only white space, or NUL characters, which no keyboard
/// types and Postgres cannot store (they are dropped when a [`Lead`](crate::Lead) is made).
#[must_use]
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || c == '\0')
}

/// A field of the form. Its wire name is the form control's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the fields of `Estimate`, documented there")]
pub enum Field {
    FirstName,
    LastName,
    Phone,
    Email,
    Address,
    Service,
    Urgency,
    Message,
}

impl Field {
    /// The name of the form control, as on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::FirstName => "firstName",
            Self::LastName => "lastName",
            Self::Phone => "phone",
            Self::Email => "email",
            Self::Address => "address",
            Self::Service => "service",
            Self::Urgency => "urgency",
            Self::Message => "message",
        }
    }
}

/// The services that the form offers (docs/product.md, section 5). On the wire each is its label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "each variant is its label")]
pub enum Service {
    #[serde(rename = "Tree Removal")]
    TreeRemoval,
    #[serde(rename = "Tree Pruning")]
    TreePruning,
    #[serde(rename = "Tree Trimming")]
    TreeTrimming,
    #[serde(rename = "Storm Damage")]
    StormDamage,
    #[serde(rename = "Stump Grinding")]
    StumpGrinding,
    #[serde(rename = "Land Care")]
    LandCare,
}

impl Service {
    /// All services, in the order of the form.
    pub const ALL: [Self; 6] = [
        Self::TreeRemoval,
        Self::TreePruning,
        Self::TreeTrimming,
        Self::StormDamage,
        Self::StumpGrinding,
        Self::LandCare,
    ];
}

/// How soon the visitor needs help (docs/product.md, section 5). On the wire each is its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "each variant is its label")]
pub enum Urgency {
    Routine,
    WithinWeek,
    Urgent,
    Emergency,
}

impl Urgency {
    /// All choices, in the order of the form.
    pub const ALL: [Self; 4] = [
        Self::Routine,
        Self::WithinWeek,
        Self::Urgent,
        Self::Emergency,
    ];

    /// The value of the form's choice.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Routine => "routine",
            Self::WithinWeek => "within-week",
            Self::Urgent => "urgent",
            Self::Emergency => "emergency",
        }
    }

    /// What a person reads.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Routine => "Routine",
            Self::WithinWeek => "Within a week",
            Self::Urgent => "Urgent",
            Self::Emergency => "Emergency",
        }
    }

    /// The choice with this key.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|urgency| urgency.key() == key)
    }

    /// The choice with this label.
    #[must_use]
    pub fn from_label(label: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|urgency| urgency.label() == label)
    }
}
