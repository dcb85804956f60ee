//! Erasure and retention.

mod erasure;
mod pruning;
