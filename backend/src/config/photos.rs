use super::reader::{Reader, settings};

const MEGABYTE: i64 = 1024 * 1024;

settings! {
    #[derive(Clone, Copy, Debug)]
    pub struct Photos(reader) {
        /// `PHOTOS_TOTAL_MB`: the limit for all photos, in bytes.
        pub total_bytes: i64 = bytes(reader, "PHOTOS_TOTAL_MB"),
        /// `PHOTOS_DAY_MB`: the limit for the photos that visitors add within 24 hours, in bytes.
        pub day_bytes: i64 = bytes(reader, "PHOTOS_DAY_MB"),
    }
}

fn bytes(reader: &mut Reader, name: &'static str) -> Option<i64> {
    let megabytes: i64 = reader.number(name, 0..=100_000_000)?;
    Some(megabytes * MEGABYTE)
}
