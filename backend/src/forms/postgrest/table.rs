//! The table that the wire exposes.

use crate::{database::columns::Columns, leads::site_forms::SiteForm};

/// Its name in the path.
pub const NAME: &str = "site_forms";

/// The columns that a client may read.
pub fn readable() -> impl Iterator<Item = &'static str> {
    SiteForm::READ_ONLY.iter().chain(SiteForm::NAMES).copied()
}

/// Whether a client may write the column of this name.
pub fn is_writable(name: &str) -> bool {
    SiteForm::NAMES.contains(&name)
}
