//! The folder for emails when no mail server is set, as in development. A file is named after the
//! lead that its email is about, and is erased with that lead.

use std::{
    collections::BTreeSet,
    fs::{self, DirBuilder, File},
    io::{self, Write},
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
};

use uuid::Uuid;

pub const DIGEST: &str = "digest";

/// Writes an email to the folder, and creates the folder if necessary. Replaces an earlier email
/// with the same name.
///
/// The email contains a visitor's name, address, and number, so only the account that the program
/// runs under may read it. When this returns, the file survives a power cut. If it fails, the
/// folder is unchanged.
pub fn write(folder: &Path, name: &str, mail: &[u8]) -> io::Result<()> {
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)?;
    // Programs that watch the folder find only complete emails. The file's mode is 0600.
    let mut draft = tempfile::Builder::new()
        .prefix(&format!("{name}."))
        .suffix(".part")
        .tempfile_in(folder)?;
    draft.write_all(mail)?;
    draft.as_file().sync_all()?;
    draft.persist(folder.join(format!("{name}.eml")))?;
    File::open(folder)?.sync_all()
}

/// Finds the files of emails about these leads, of these notes, and of all digests, because each lists
/// several. A missing folder has no files.
pub fn files_of(folder: &Path, ids: &BTreeSet<Uuid>) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(cause) => return Err(cause),
    };
    let mut found = Vec::new();
    for entry in entries {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        let subject = name.and_then(|name| name.split('.').next());
        let is_of_one = subject.is_some_and(|it| {
            it == DIGEST && !ids.is_empty() || it.parse().is_ok_and(|id| ids.contains(&id))
        });
        if is_of_one {
            found.push(path);
        }
    }
    Ok(found)
}
