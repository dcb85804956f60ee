//! How much photographs may take in the database.

use super::reader::{Reader, all_read};

const MEGABYTE: i64 = 1024 * 1024;

/// How much photographs may take in the database.
#[derive(Clone, Copy, Debug)]
pub struct Photos {
    /// `PHOTOS_TOTAL_MB`: all of them, in bytes.
    pub total_bytes: i64,
    /// `PHOTOS_DAY_MB`: those that visitors add within 24 hours, in bytes.
    pub day_bytes: i64,
}

impl Photos {
    pub(super) fn read(reader: &mut Reader) -> Option<Self> {
        let mut bytes = |name| {
            let megabytes: Option<i64> = reader.number(name, 0..=100_000_000);
            megabytes.map(|megabytes| megabytes * MEGABYTE)
        };
        all_read!(Self {
            total_bytes: bytes("PHOTOS_TOTAL_MB"),
            day_bytes: bytes("PHOTOS_DAY_MB"),
        })
    }
}
