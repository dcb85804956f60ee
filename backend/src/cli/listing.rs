//! Prints the items of a query's stream, for people or for programs.

use std::{
    io::{self, Write},
    pin::pin,
};

use diesel::QueryResult;
use futures_util::{Stream, TryStreamExt};
use serde::Serialize;

use super::CliError;

pub trait Listed {
    /// Returns the part of the item for programs.
    fn json(&self) -> &impl Serialize;

    fn print(&self, out: &mut impl Write) -> io::Result<()>;
}

/// Prints the items as they arrive, as a JSON array or one after the other. Returns their number.
pub async fn print(
    items: impl Stream<Item = QueryResult<impl Listed>>,
    as_json: bool,
    out: &mut impl Write,
) -> Result<usize, CliError> {
    let mut items = pin!(items);
    let mut number = 0;
    while let Some(item) = items.try_next().await? {
        if as_json {
            out.write_all(if number == 0 { b"[" } else { b",\n" })?;
            serde_json::to_writer(&mut *out, item.json()).map_err(io::Error::from)?;
        } else {
            item.print(out)?;
        }
        number += 1;
    }
    if as_json {
        writeln!(out, "{}", if number == 0 { "[]" } else { "]" })?;
    }
    Ok(number)
}
