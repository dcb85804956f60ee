use super::reader::settings;

settings! {
    /// The owner's statements about what no program can see, in words of their own. `backend check --launch`
    /// asks for them; nothing else reads them.
    #[derive(Clone, Debug)]
    pub struct Launch(reader) {
        /// `BACKUPS`: where backups of the database go, and when one was restored.
        pub backups: Option<String> = Some(reader.text("BACKUPS")),
        /// `ALERTS`: who is told when something fails, and by what.
        pub alerts: Option<String> = Some(reader.text("ALERTS")),
    }
}
