//! The tables that the wire exposes.

use crate::store::{columns::Columns, site_forms::SiteForm};

/// A table, as far as clients see it.
pub struct Table {
    /// Its name in the path.
    pub name: &'static str,
    /// The columns of its saved rows that the server alone writes and a client may read.
    pub generated: &'static [&'static str],
    /// The columns that a client may write, and read too.
    pub writable: &'static [&'static str],
}

/// Estimate requests.
pub const SITE_FORMS: Table = Table {
    name: "site_forms",
    generated: SiteForm::READ_ONLY,
    writable: SiteForm::NAMES,
};

impl Table {
    /// The columns that a client may read.
    pub fn readable(&self) -> impl Iterator<Item = &'static str> {
        self.generated.iter().chain(self.writable).copied()
    }

    /// Whether a client may write the column of this name.
    pub fn is_writable(&self, name: &str) -> bool {
        self.writable.contains(&name)
    }
}
