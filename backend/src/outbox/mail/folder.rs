//! The folder of mails when no mail server is set: writing mails to it, and finding them.

use std::{
    collections::BTreeSet,
    fs::{self, DirBuilder, File},
    io::{self, Write},
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use mail_parser::MessageParser;
use uuid::Uuid;

use crate::privacy::personal_data::PersonalDataMatcher;

/// The extension of a mail.
const MAIL: &str = "eml";

/// The extension of a mail that is being written, or was when the machine stopped.
const DRAFT: &str = "part";

/// Writes a mail to the folder, which is created if necessary. An earlier mail with the same id is
/// replaced.
///
/// The mail holds a visitor's name, address and number: only the account that the program runs
/// under may read it. When this returns, the file survives a power cut.
///
/// # Errors
/// When the file cannot be written; the folder is unchanged then.
pub fn write(folder: &Path, id: Uuid, mail: &[u8]) -> io::Result<()> {
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)?;
    replace(folder, &folder.join(format!("{id}.{MAIL}")), mail, None)
}

/// Writes a file of the folder whole, so that its earlier content is there until then.
fn replace(folder: &Path, path: &Path, mail: &[u8], age: Option<SystemTime>) -> io::Result<()> {
    // A program that watches the folder finds complete mails only. The file's mode is 0600.
    let suffix = format!(".{DRAFT}");
    let mut draft = tempfile::Builder::new()
        .suffix(&suffix)
        .tempfile_in(folder)?;
    draft.write_all(mail)?;
    if let Some(time) = age {
        draft.as_file().set_modified(time)?;
    }
    draft.as_file().sync_all()?;
    draft.persist(path)?;
    File::open(folder)?.sync_all()
}

/// Erases the file of a mail; what is `left` of the mail takes its place, and is as old as it was.
///
/// # Errors
/// When the file cannot be removed or written.
pub fn erase(path: &Path, left: Option<&[u8]>) -> io::Result<()> {
    match (left, path.parent()) {
        (Some(left), Some(folder)) => {
            replace(folder, path, left, Some(path.metadata()?.modified()?))
        }
        _ => fs::remove_file(path),
    }
}

/// A mail in the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailFile {
    /// The file.
    pub path: PathBuf,
    /// The mail's id; a draft has none.
    pub id: Option<Uuid>,
}

/// Finds the files of the mails with these ids, of mails about a person, and, when an age is given,
/// of older mails.
///
/// # Errors
/// When a file cannot be read. A missing folder holds no mails.
pub fn files_to_erase(
    folder: &Path,
    ids: &BTreeSet<Uuid>,
    person: &PersonalDataMatcher,
    older_than: Option<Duration>,
) -> io::Result<Vec<MailFile>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(cause) => return Err(cause),
    };
    let oldest = older_than.and_then(|age| SystemTime::now().checked_sub(age));
    let mut found = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path
            .extension()
            .is_none_or(|extension| extension != MAIL && extension != DRAFT)
        {
            continue;
        }
        let id = path
            .file_stem()
            .and_then(|name| name.to_str()?.parse().ok());
        let erased = id.is_some_and(|id| ids.contains(&id))
            || match oldest {
                Some(oldest) => path.metadata()?.modified()? < oldest,
                None => person.is_in(&as_text(&fs::read(&path)?)),
            };
        if erased {
            found.push(MailFile { path, id });
        }
    }
    Ok(found)
}

/// A mail as it is, and the decoded text of its parts.
fn as_text(mail: &[u8]) -> String {
    let mut text = String::from_utf8_lossy(mail).into_owned();
    let message = MessageParser::default().parse(mail);
    for part in message.iter().flat_map(|message| &message.parts) {
        text.push('\n');
        text.push_str(part.text_contents().unwrap_or_default());
    }
    text
}

#[cfg(test)]
mod tests {
    use std::{fs, os::unix::fs::PermissionsExt};

    use lettre::message::Mailbox;
    use tempfile::TempDir;
    use uuid::Uuid;

    use super::{as_text, write};
    use crate::outbox::mail::message::{Mail, MailContent};

    #[test]
    fn a_mail_is_for_its_owner_alone() {
        let parent = TempDir::new().unwrap();
        let folder = parent.path().join("data/outbox");
        let id = Uuid::new_v4();
        for text in ["first", "second"] {
            write(&folder, id, text.as_bytes()).unwrap();
            let mail = folder.join(format!("{id}.eml"));
            assert_eq!(fs::read_to_string(&mail).unwrap(), text);
            assert_eq!(mail.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        }
        let mode = folder.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "drafts are left");
    }

    #[test]
    fn addresses_and_numbers_are_found_in_mails_of_every_encoding() {
        let mailbox: Mailbox = "owner@tree-care.example".parse().unwrap();
        let long = "oak ".repeat(400);
        for other in ["plain words", "Jürgen = oak", &long, &"樹".repeat(300)] {
            let html = format!(
                "<p>{other}</p><p>jane.doe@gmail.com</p><p>{other}</p><p>(404) 555-0123</p>"
            );
            let content = MailContent {
                subject: "Request".to_owned(),
                text: html.clone(),
                html,
                ..MailContent::default()
            };
            let mail = Mail::new(content, Uuid::new_v4(), None);
            let text = as_text(&mail.message(&mailbox, &mailbox, true).unwrap().formatted());
            assert!(text.contains("jane.doe@gmail.com"), "{text}");
            assert!(text.contains("(404) 555-0123"), "{text}");
        }
    }
}
