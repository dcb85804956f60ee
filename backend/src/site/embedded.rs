//! The built site, embedded in the program, so that a bundle is a single file.

use std::collections::HashMap;

use actix_web::web::Bytes;
use include_dir::{Dir, include_dir};

static SITE: Dir = include_dir!("$CARGO_MANIFEST_DIR/../app/build/client");

/// Adds all files, each under its path from the site's root.
pub(super) fn read(contents: &mut HashMap<String, Bytes>) {
    read_folder(&SITE, contents);
}

fn read_folder(folder: &'static Dir, contents: &mut HashMap<String, Bytes>) {
    for file in folder.files() {
        let path = format!("/{}", file.path().display());
        contents.insert(path, Bytes::from_static(file.contents()));
    }
    for inner in folder.dirs() {
        read_folder(inner, contents);
    }
}
