//! A file that gets its name when it is whole.

use std::{
    fs::{self, File, OpenOptions},
    io,
    path::{Path, PathBuf},
};

/// A file under a temporary name beside its own. It goes away when it is not kept: a reader of
/// the file finds a whole one, or the one that was there before.
pub struct Draft {
    file: File,
    temporary: PathBuf,
    path: PathBuf,
}

impl Draft {
    /// An empty file, which only its owner may read.
    pub fn beside(path: &Path) -> io::Result<Self> {
        match fs::symlink_metadata(path) {
            // The new file takes the place of what has the name: `/dev/stdout` must not lose it.
            Ok(there) if !there.is_file() => {
                return Err(io::Error::other("what has that name is no ordinary file"));
            }
            Err(cause) if cause.kind() != io::ErrorKind::NotFound => return Err(cause),
            _ => {}
        }
        let name = path
            .file_name()
            .ok_or_else(|| io::Error::other("that is no file's name"))?;
        let mut temporary_name = name.to_owned();
        temporary_name.push(format!(".{}.part", std::process::id()));
        let temporary = path.with_file_name(temporary_name);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        Ok(Self {
            file: options.open(&temporary)?,
            temporary,
            path: path.to_owned(),
        })
    }

    /// To write into.
    pub fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Gives the file its name.
    pub fn keep(self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.temporary, &self.path)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // Once it has its name there is none to remove.
        drop(fs::remove_file(&self.temporary));
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, io::Write as _};

    use tempfile::TempDir;

    use super::Draft;

    #[test]
    fn a_draft_that_is_not_kept_leaves_what_was_there() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("leads.csv");
        fs::write(&path, "before").unwrap();
        let mut draft = Draft::beside(&path).unwrap();
        draft.file().write_all(b"half").unwrap();
        drop(draft);
        assert_eq!(fs::read_to_string(&path).unwrap(), "before");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);

        let mut draft = Draft::beside(&path).unwrap();
        draft.file().write_all(b"whole").unwrap();
        draft.keep().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "whole");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_is_no_ordinary_file_is_not_replaced() {
        let folder = TempDir::new().unwrap();
        assert!(Draft::beside(folder.path()).is_err());
        assert!(Draft::beside("/dev/null".as_ref()).is_err());
    }
}
