//! The texts of a refused request (docs/product.md, section 8).

use serde::Serialize;

use crate::estimate::Field;

/// The reason for a refusal, for programs. The codes never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub enum RejectionCode {
    /// A required field is blank.
    MissingInformation,
    /// The email address is on the block list.
    BlockedEmail,
    /// The message contains a promotional phrase.
    PromotionalMessage,
    /// The last submission is less than 30 seconds old.
    Cooldown,
}

/// A refusal, with its notice for the visitor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Rejection {
    /// The reason, for programs.
    pub code: RejectionCode,
    /// The notice's title.
    pub title: &'static str,
    /// The notice's text.
    pub text: &'static str,
    /// The field with the fault, if there is one.
    pub field: Option<Field>,
    /// Whole seconds until another submission is accepted; only for `cooldown`.
    pub retry_after_seconds: Option<u32>,
    /// A sentence below the notice's text with the cause and the fix. It quotes words as they are
    /// spelled in the field.
    pub finding: String,
}

impl Rejection {
    /// Refuses a request in which these required fields are blank.
    pub fn missing_information(first: Field, others: impl Iterator<Item = Field>) -> Self {
        let mut finding = ["Still empty: ", first.label()].concat();
        for field in others {
            finding.extend([", ", field.label()]);
        }
        Self {
            code: RejectionCode::MissingInformation,
            title: "Missing Information",
            text: "Please fill in all required fields.",
            field: Some(first),
            retry_after_seconds: None,
            finding: finding + ".",
        }
    }

    /// Refuses an email address because of this part.
    pub fn blocked_email(part: &str) -> Self {
        Self {
            code: RejectionCode::BlockedEmail,
            title: "Invalid email address",
            text: "Your email address is not allowed. Please use a valid business or personal email.",
            field: Some(Field::Email),
            retry_after_seconds: None,
            finding: format!(
                "“{part}” is not allowed in it. You may leave it empty: we call you back."
            ),
        }
    }

    /// Refuses a message because of this promotional phrase.
    pub fn promotional_message(phrase: &str) -> Self {
        Self {
            code: RejectionCode::PromotionalMessage,
            title: "Message not allowed",
            text: "Your message appears to contain promotional content. Please try again.",
            field: Some(Field::Message),
            retry_after_seconds: None,
            finding: format!(
                "“{phrase}” looks like advertising. Say it in other words, or call us."
            ),
        }
    }

    /// Refuses a submission that can be repeated after `retry_after_seconds`.
    pub fn cooldown(retry_after_seconds: u32) -> Self {
        Self {
            code: RejectionCode::Cooldown,
            title: "Slow down!",
            text: "Please wait a few seconds before submitting again.",
            field: None,
            retry_after_seconds: Some(retry_after_seconds),
            finding: String::new(),
        }
    }
}
