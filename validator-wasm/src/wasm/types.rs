//! What crosses the boundary, as TypeScript sees it: the rules' types once more, so that the rules
//! need not know the browser. A field or variant of theirs that is missing here does not compile.

#![allow(
    dead_code,
    reason = "`Estimate`, `Service` and `Urgency` are types for TypeScript alone"
)]

use serde::Serialize;
use tsify::Tsify;

use crate::{estimate, lead, owner_email, rejection};

/// The eight fields of the contact form, as typed.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Estimate {
    /// Given name. Required.
    pub first_name: String,
    /// Family name. Required.
    pub last_name: String,
    /// Telephone number in whatever form it was typed. Required.
    pub phone: String,
    /// E-mail address. Optional.
    pub email: String,
    /// Where the tree stands. Required.
    pub address: String,
    /// What is to be done, as a rule a `Service`. Required.
    pub service: String,
    /// How soon, as a rule an `Urgency`.
    pub urgency: String,
    /// The visitor's own words. Optional.
    pub message: String,
}

/// The part of a `site_forms` row that comes from the form.
#[derive(Serialize, Tsify)]
pub struct Lead {
    /// First and last name, divided by a space.
    pub full_name: String,
    /// The e-mail address, or the placeholder of a visitor who gave none.
    pub email: String,
    /// The telephone number as typed.
    pub phone: String,
    /// Service, urgency, address and details in one text.
    pub message: String,
    /// What marks this site's rows.
    pub site_name: String,
}

impl From<lead::Lead> for Lead {
    fn from(
        lead::Lead {
            full_name,
            email,
            phone,
            message,
            site_name,
        }: lead::Lead,
    ) -> Self {
        Self {
            full_name,
            email,
            phone,
            message,
            site_name,
        }
    }
}

/// The mail that tells the owner of a request. What the visitor typed is escaped in the HTML.
#[derive(Serialize, Tsify)]
pub struct OwnerEmail {
    /// One line that names the visitor and what they need.
    pub subject: String,
    /// The request as a table.
    pub html: String,
}

impl From<owner_email::OwnerEmail> for OwnerEmail {
    fn from(owner_email::OwnerEmail { subject, html }: owner_email::OwnerEmail) -> Self {
        Self { subject, html }
    }
}

/// A refused request: what to tell the visitor, and where.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct Rejection {
    /// The reason, for programs.
    pub code: RejectionCode,
    /// The notice's title.
    pub title: &'static str,
    /// The notice's text.
    pub text: &'static str,
    /// The field to go to, if the reason lies in one.
    pub field: Option<Field>,
    /// Whole seconds until another submission is taken; only for `cooldown`.
    pub retry_after_seconds: Option<u32>,
}

impl From<rejection::Rejection> for Rejection {
    fn from(
        rejection::Rejection {
            code,
            title,
            text,
            field,
            retry_after_seconds,
        }: rejection::Rejection,
    ) -> Self {
        Self {
            code: code.into(),
            title,
            text,
            field: field.map(Field::from),
            retry_after_seconds,
        }
    }
}

/// Declares an enum with the same variants as one of the rules, and the conversion from it.
macro_rules! same_variants {
    ($(#[$attribute:meta])* $name:ident of $rules:path {
        $($(#[$variant_attribute:meta])* $variant:ident,)*
    }) => {
        #[derive(Serialize, Tsify)]
        $(#[$attribute])*
        pub enum $name {
            $($(#[$variant_attribute])* $variant,)*
        }

        impl From<$rules> for $name {
            fn from(value: $rules) -> Self {
                use $rules as Rules;
                match value {
                    $(Rules::$variant => Self::$variant,)*
                }
            }
        }
    };
}

same_variants! {
    /// Why a request was refused. These names never change.
    #[serde(rename_all = "kebab-case")]
    RejectionCode of rejection::RejectionCode {
        MissingInformation, BlockedEmail, PromotionalMessage, Cooldown,
    }
}

same_variants! {
    /// A field of the form: the form control's name.
    #[serde(rename_all = "camelCase")]
    Field of estimate::Field {
        FirstName, LastName, Phone, Email, Address, Service, Urgency, Message,
    }
}

same_variants! {
    /// The services that the form offers, by their labels.
    Service of estimate::Service {
        #[serde(rename = "Tree Removal")] TreeRemoval,
        #[serde(rename = "Tree Pruning")] TreePruning,
        #[serde(rename = "Tree Trimming")] TreeTrimming,
        #[serde(rename = "Storm Damage")] StormDamage,
        #[serde(rename = "Stump Grinding")] StumpGrinding,
        #[serde(rename = "Land Care")] LandCare,
    }
}

same_variants! {
    /// How soon the visitor needs help, by the choice's key.
    #[serde(rename_all = "kebab-case")]
    Urgency of estimate::Urgency {
        Routine, WithinWeek, Urgent, Emergency,
    }
}

/// What is to be done with a filled-in form.
#[derive(Serialize, Tsify)]
#[serde(
    tag = "verdict",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
#[tsify(missing_as_null)]
pub enum Submission {
    /// Send it.
    Accepted {
        /// The row to save.
        lead: Lead,
        /// The mail to send once the row is saved.
        owner_email: OwnerEmail,
    },
    /// Tell the visitor.
    Rejected {
        /// Why, and in which words.
        rejection: Rejection,
    },
}
