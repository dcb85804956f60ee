//! Errors as text.

use std::{error::Error, iter};

/// Formats an error with its causes, in one line. Some libraries repeat the text of the cause in
/// their own text. It is written only once.
pub fn chain(error: &dyn Error) -> String {
    let mut texts: Vec<String> = Vec::new();
    for cause in iter::successors(Some(error), |&error| error.source()) {
        let text = cause.to_string();
        if texts.last().is_none_or(|last| !last.ends_with(&text)) {
            texts.push(text);
        }
    }
    texts.join(": ")
}
