//! The status of a lead.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::text_enum::text_enum;

text_enum! {
    /// What became of a lead, as the owner says.
    #[derive(Deserialize, ToSchema)]
    pub enum Status {
        /// Nobody has called yet.
        New = "new",
        /// The customer was called, and reached.
        Called = "called",
        /// The customer was called, and nobody answered.
        NoAnswer = "no-answer",
        /// The customer has an estimate.
        Quoted = "quoted",
        /// The customer ordered.
        Won = "won",
        /// The customer did not order.
        Lost = "lost",
        /// It is no customer's.
        Spam = "spam",
    }
}

impl Status {
    /// Finds the status with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|it| it.name() == name)
    }
}

text_enum! {
    /// Why a lead was lost.
    #[derive(Deserialize, ToSchema)]
    pub enum LostReason {
        /// The price was too high.
        Price = "price",
        /// The company came too late.
        Late = "late",
        /// The customer went elsewhere.
        Elsewhere = "elsewhere",
        /// It is not the company's work.
        NotOurs = "not-ours",
    }
}

/// Where a lead came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// The site's form.
    Form,
    /// A telephone call: somebody of the desk entered it.
    Call,
}
