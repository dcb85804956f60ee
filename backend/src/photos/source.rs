//! The origins of photos, and how many photos each may add.

use crate::database::text_enum::text_enum;

pub const MAX_OF_VISITORS: usize = 6;

pub const MAX_OF_LEAD: usize = 12;

text_enum! {
    pub enum PhotoSource {
        /// The browser that sent the lead.
        Visitor = "visitor",
        /// A browser with the link that was emailed to the visitor.
        Link = "link",
        Desk = "desk",
    }
}
