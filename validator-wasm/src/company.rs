//! The company's facts, from `company.json`.

include!(concat!(env!("OUT_DIR"), "/company.rs"));
