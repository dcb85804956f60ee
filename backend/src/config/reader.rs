//! Reading single settings, and noting those that cannot be used.

use std::{collections::HashMap, fmt::Display, ops::RangeInclusive, str::FromStr};

/// A setting that cannot be used, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The setting.
    pub name: &'static str,
    /// What to set. Never holds the value: it may be a secret.
    pub remedy: String,
}

/// Parses settings and collects the problems.
pub(super) struct Reader<'a> {
    values: HashMap<&'a str, String>,
    problems: Vec<Problem>,
}

impl<'a> Reader<'a> {
    /// Reads these values, by the settings' names.
    pub(super) fn new(values: HashMap<&'a str, String>) -> Self {
        Self {
            values,
            problems: Vec::new(),
        }
    }

    /// The problems so far.
    pub(super) fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The problems, in the order in which they were found.
    pub(super) fn into_problems(self) -> Vec<Problem> {
        self.problems
    }

    /// Reads a setting that must be set.
    pub(super) fn required<T>(
        &mut self,
        name: &'static str,
        remedy: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        let value = self.values.get(name).map_or("", String::as_str);
        let is_set = !value.is_empty();
        let setting = if is_set { read(value) } else { None };
        if setting.is_none() {
            let state = if is_set { "" } else { "is not set; " };
            self.note(name, format!("{state}{remedy}"));
        }
        setting
    }

    /// Reads a setting that must be set, as its type parses it.
    pub(super) fn parsed<T: FromStr>(&mut self, name: &'static str, remedy: &str) -> Option<T> {
        self.required(name, remedy, |value| value.parse().ok())
    }

    /// Reads a setting that must be a number in a range.
    pub(super) fn number<T: FromStr + PartialOrd + Display>(
        &mut self,
        name: &'static str,
        range: RangeInclusive<T>,
    ) -> Option<T> {
        let remedy = format!("set a number from {} to {}.", range.start(), range.end());
        self.required(name, &remedy, |value| {
            value.parse().ok().filter(|number| range.contains(number))
        })
    }

    /// Reads a setting that must be a count.
    pub(super) fn count(&mut self, name: &'static str) -> Option<i32> {
        self.number(name, 1..=1_000_000)
    }

    /// Reads a setting that must be `true` or `false`.
    pub(super) fn switch(&mut self, name: &'static str) -> Option<bool> {
        self.parsed(name, "set true or false.")
    }

    /// Reads a setting that may be missing.
    pub(super) fn optional<T>(
        &mut self,
        name: &'static str,
        remedy: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        let value = self.values.get(name).filter(|value| !value.is_empty())?;
        let setting = read(value);
        if setting.is_none() {
            self.note(name, remedy);
        }
        setting
    }

    /// Reads a comma-separated list that may be missing: then it is empty.
    pub(super) fn optional_list<T>(
        &mut self,
        name: &'static str,
        remedy: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Vec<T> {
        self.optional(name, remedy, |value| list(value, parse))
            .unwrap_or_default()
    }

    /// Notes that a setting cannot be used.
    pub(super) fn note(&mut self, name: &'static str, remedy: impl Into<String>) {
        self.problems.push(Problem {
            name,
            remedy: remedy.into(),
        });
    }
}

/// Makes a struct of fields that were all read. Each is read before the first missing one counts, so
/// that every problem is noted.
macro_rules! all_read {
    ($name:ident { $($field:ident: $value:expr,)* }) => {{
        $(let $field = $value;)*
        Some($name { $($field: $field?,)* })
    }};
}

pub(super) use all_read;

/// Parses a comma-separated list. `None` when one of its entries cannot be parsed.
pub(super) fn list<T>(text: &str, parse: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    text.split(',').map(str::trim).map(parse).collect()
}
