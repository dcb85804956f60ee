//! The owner's statements about what no program can see.

use super::reader::Reader;

/// The owner's statements, in words of their own. `backend check --launch` asks for them; nothing
/// else reads them.
#[derive(Clone, Debug)]
pub struct Launch {
    /// `BACKUPS`: where backups of the database go, and when one was restored.
    pub backups: Option<String>,
    /// `ALERTS`: who is told when something fails, and by what.
    pub alerts: Option<String>,
}

impl Launch {
    pub(super) fn read(reader: &mut Reader) -> Self {
        let mut statement = |name| reader.optional(name, "", |value| Some(value.to_owned()));
        Self {
            backups: statement("BACKUPS"),
            alerts: statement("ALERTS"),
        }
    }
}
