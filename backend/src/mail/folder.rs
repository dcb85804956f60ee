//! The folder that mails go to when no mail server is set: finding mails in it.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use base64::{Engine, prelude::BASE64_STANDARD};
use uuid::Uuid;

use crate::traces::Traces;

/// The files of the mails with these ids, of mails that hold traces of a person, and, when an age is
/// given, of mails that are older.
///
/// # Errors
/// When a file cannot be read. A folder that is not there holds no mails.
pub fn files_to_erase(
    folder: &Path,
    ids: &BTreeSet<Uuid>,
    traces: &Traces,
    older_than: Option<Duration>,
) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(cause) => return Err(cause),
    };
    let oldest = older_than.and_then(|age| SystemTime::now().checked_sub(age));
    let mut found = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "eml") {
            continue;
        }
        let id = path
            .file_stem()
            .and_then(|name| name.to_str()?.parse().ok());
        let erased = id.is_some_and(|id| ids.contains(&id))
            || match oldest {
                Some(oldest) => path.metadata()?.modified()? < oldest,
                None => traces.are_in(&as_text(&fs::read(&path)?)),
            };
        if erased {
            found.push(path);
        }
    }
    Ok(found)
}

/// A mail's text, whichever way its parts are encoded (RFC 2045, section 6). It need not be exact
/// beyond what addresses and numbers are made of.
fn as_text(mail: &[u8]) -> String {
    let mail = String::from_utf8_lossy(mail);
    let mut text = without_quoted_printable(&mail);
    for part in mail.split("Content-Transfer-Encoding: base64").skip(1) {
        let encoded: String = part
            .lines()
            .skip_while(|line| !line.is_empty())
            .take_while(|line| !line.starts_with("--"))
            .collect();
        if let Ok(decoded) = BASE64_STANDARD.decode(encoded) {
            text.push('\n');
            text.push_str(&String::from_utf8_lossy(&decoded));
        }
    }
    text
}

fn without_quoted_printable(text: &str) -> String {
    let text = text.replace("=\r\n", "");
    let mut pieces = text.split('=');
    let mut bytes = pieces.next().unwrap_or_default().as_bytes().to_vec();
    for piece in pieces {
        let byte = piece
            .get(..2)
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        if let Some(byte) = byte {
            bytes.push(byte);
            bytes.extend(&piece.as_bytes()[2..]);
        } else {
            bytes.push(b'=');
            bytes.extend(piece.as_bytes());
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use lettre::message::Mailbox;
    use uuid::Uuid;

    use super::as_text;
    use crate::mail::{Mail, MailContent};

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
            };
            let mail = Mail::new(content, Uuid::new_v4(), None);
            let text = as_text(&mail.message(&mailbox, &mailbox).unwrap().formatted());
            assert!(text.contains("jane.doe@gmail.com"), "{text}");
            assert!(text.contains("(404) 555-0123"), "{text}");
        }
    }
}
