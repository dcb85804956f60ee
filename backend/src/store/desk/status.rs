//! The status of a lead.

use std::str::FromStr;

use serde::{
    Deserialize, Serialize,
    de::{IntoDeserializer, value},
};
use utoipa::ToSchema;

use crate::store::lead_records::Folder;

/// What became of a lead, as the owner says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Nobody has answered it yet.
    New,
    /// The customer was called, and answered.
    Called,
    /// The customer was called, and did not answer.
    NoAnswer,
    /// The customer has an estimate.
    Quoted,
    /// The customer ordered.
    Won,
    /// The customer did not order.
    Lost,
    /// It is no customer's.
    Spam,
}

impl Status {
    /// The name in the database and on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Called => "called",
            Self::NoAnswer => "no-answer",
            Self::Quoted => "quoted",
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Spam => "spam",
        }
    }

    /// The folder of a lead with this status that is not suspect.
    #[must_use]
    pub const fn folder(self) -> Folder {
        match self {
            Self::New => Folder::Open,
            Self::Called | Self::NoAnswer | Self::Quoted | Self::Won | Self::Lost => {
                Folder::Answered
            }
            Self::Spam => Folder::Spam,
        }
    }
}

impl FromStr for Status {
    type Err = value::Error;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::deserialize(name.into_deserializer())
    }
}

#[cfg(test)]
mod tests {
    use utoipa::PartialSchema;

    use super::Status;

    #[test]
    fn a_status_has_the_same_name_in_the_database_and_on_the_wire() {
        let described = serde_json::to_value(Status::schema()).unwrap();
        for name in described["enum"].as_array().unwrap() {
            let name = name.as_str().unwrap();
            assert_eq!(name.parse::<Status>().unwrap().name(), name);
        }
        assert!("New".parse::<Status>().is_err());
    }
}
