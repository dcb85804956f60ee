//! The record of a build of the site: its settings and its sample data.

use serde::Deserialize;
use sha2::{Digest, Sha256};

/// The file of the record, which `app/tools/site-files.ts` writes.
pub(super) const FILE: &str = "/.build.json";

/// What a site was whose form sends another key, and the remedy.
pub const ANOTHER_KEY: &str = "built for another ANON_KEY, so requests from its form are refused: build it with the current key, or set the key that it was built with";

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BuildStamp {
    /// The hash of the `ANON_KEY` that the site's form sends, in hexadecimal digits.
    anon_key_sha256: String,
    pub public_url: String,
    pub sample_data: Vec<SampleRecord>,
}

/// An invented fact on the pages (`app/src/sample-data.ts`).
#[derive(Clone, Debug, Deserialize)]
pub struct SampleRecord {
    pub what: String,
    pub file: String,
    /// The reason that the fact must not be published.
    pub why: String,
}

impl BuildStamp {
    pub fn sends_key(&self, anon_key: &str) -> bool {
        self.anon_key_sha256 == hex::encode(Sha256::digest(anon_key))
    }
}
