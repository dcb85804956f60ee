//! The origins of photos, and how many photos each may add.

use crate::database::text_enum::text_enum;

/// The most photos that visitors may add to a lead.
pub const MAX_OF_VISITORS: usize = 6;

/// The most photos of a lead.
pub const MAX_OF_LEAD: usize = 12;

text_enum! {
    /// The origin of a photo.
    pub enum PhotoSource {
        /// The browser that sent the lead.
        Visitor = "visitor",
        /// A browser with the link that was emailed to the visitor.
        Link = "link",
        /// A person at the desk.
        Desk = "desk",
    }
}
