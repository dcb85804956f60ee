//! How far a customer got with an estimate.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    event::{Act, Event},
    names::Decision,
};

/// How far a customer got with an estimate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "description", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Estimate {
    /// The id of the event `offered`, which has its lines.
    pub id: Uuid,
    /// When the customer first looked at it.
    #[cfg_attr(feature = "description", schema(required))]
    pub first_look: Option<DateTime<Utc>>,
    /// When the customer last looked at it.
    #[cfg_attr(feature = "description", schema(required))]
    pub last_look: Option<DateTime<Utc>>,
    /// What the customer decided last.
    #[cfg_attr(feature = "description", schema(required))]
    pub decision: Option<Decision>,
    /// Whether nobody has acted since then.
    pub waits: bool,
}

impl Estimate {
    pub(crate) const fn new(id: Uuid) -> Self {
        Self {
            id,
            first_look: None,
            last_look: None,
            decision: None,
            waits: false,
        }
    }

    /// Applies a customer's act. Returns the decision, if it is one and the customer has not accepted before.
    pub(crate) fn apply(&mut self, event: &Event) -> Option<Decision> {
        let decision = match &event.act {
            Act::Accepted { .. } => Decision::Accepted,
            Act::Declined { .. } => Decision::Declined,
            Act::Asked { .. } => Decision::Asked,
            _ => {
                self.first_look.get_or_insert(event.at);
                self.last_look = Some(event.at);
                return None;
            }
        };
        if self.decision == Some(Decision::Accepted) {
            return None;
        }
        self.decision = Some(decision);
        self.waits = true;
        Some(decision)
    }
}
