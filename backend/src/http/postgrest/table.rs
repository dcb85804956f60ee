//! The tables that the wire exposes.

/// A table, as far as clients see it.
pub struct Table {
    /// Its name in the path.
    pub name: &'static str,
    /// The columns that a client may write.
    pub writable: &'static [&'static str],
    /// The columns of its saved rows that a client may read.
    pub readable: &'static [&'static str],
}

/// Estimate requests.
pub const SITE_FORMS: Table = Table {
    name: "site_forms",
    writable: &[
        "full_name",
        "email",
        "phone",
        "message",
        "site_name",
        "visitor_id",
        "session_id",
        "ip_hash",
        "ua",
        "referrer",
        "city",
        "state",
        "country",
    ],
    readable: &[
        "id",
        "created_at",
        "full_name",
        "email",
        "phone",
        "message",
        "site_name",
        "visitor_id",
        "session_id",
        "ip_hash",
        "ua",
        "referrer",
        "city",
        "state",
        "country",
    ],
};

/// The column of this name, if it is one of these.
pub(super) fn known(columns: &'static [&'static str], name: &str) -> Option<&'static str> {
    columns.iter().copied().find(|column| *column == name)
}
