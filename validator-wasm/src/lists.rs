//! The two lists that the owner edits, `rules/*.txt`.

include!(concat!(env!("OUT_DIR"), "/lists.rs"));
