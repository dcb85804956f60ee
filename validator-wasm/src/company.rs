//! The company's facts that rules and server know, from `company.json`.

include!(concat!(env!("OUT_DIR"), "/company.rs"));
