//! What a customer is offered: an estimate, line by line.

use alloc::{string::String, vec::Vec};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::names::Pick;

/// An estimate as the customer reads it. Amounts are in cents.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "description", derive(utoipa::ToSchema))]
pub struct Offer {
    /// The lines, in their order: at least one, and at most 20.
    #[cfg_attr(feature = "description", schema(min_items = 1, max_items = 20))]
    pub lines: Vec<Line>,
    /// Until when the customer may accept it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<DateTime<Utc>>,
    /// A few words to the customer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "description", schema(max_length = 1_000))]
    pub words: Option<String>,
    /// When the work may begin. The customer chooses one: at most two.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "description", schema(max_items = 2))]
    pub days: Vec<DateTime<Utc>>,
    /// Whether the server emails it to the customer.
    #[serde(default)]
    pub mail: bool,
}

/// A line of an estimate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "description", derive(utoipa::ToSchema))]
pub struct Line {
    /// What is done.
    #[cfg_attr(feature = "description", schema(max_length = 200))]
    pub what: String,
    /// To which tree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "description", schema(max_length = 200))]
    pub tree: Option<String>,
    /// The price.
    pub cents: u32,
    /// Whether the customer may choose it.
    pub pick: Pick,
}

impl Offer {
    /// Returns the total of the lines that were chosen, by their positions. `None` if it is too large, or if the
    /// customer cannot choose so: exactly one line is chosen of those of which the customer takes one.
    pub fn total(&self, chosen: &[u32]) -> Option<u32> {
        let mut options = None;
        let mut total = 0_u32;
        for (place, line) in (0..).zip(&self.lines) {
            let is_chosen = chosen.contains(&place);
            if line.pick == Pick::OneOf {
                *options.get_or_insert(0_u32) += u32::from(is_chosen);
            }
            if is_chosen || line.pick == Pick::Always {
                total = total.checked_add(line.cents)?;
            }
        }
        options.is_none_or(|it| it == 1).then_some(total)
    }

    /// Returns the lines that are chosen at first, by their positions: the first of those of which the customer takes
    /// one.
    pub fn default_lines(&self) -> Vec<u32> {
        let place = self.lines.iter().position(|it| it.pick == Pick::OneOf);
        place
            .and_then(|it| u32::try_from(it).ok())
            .into_iter()
            .collect()
    }
}
