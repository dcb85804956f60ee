//! Reads single settings, and collects the unusable ones.

use std::{collections::HashMap, fmt::Display, ops::RangeInclusive, str::FromStr};

use thiserror::Error;

/// A setting that cannot be used, and its fix.
#[derive(Clone, Debug, Error)]
#[error("{name}: {remedy}")]
pub struct Problem {
    pub name: &'static str,
    /// The value to set. It never contains the current value, which may be a secret.
    pub remedy: String,
}

impl Problem {
    pub(super) fn new(name: &'static str, remedy: impl Into<String>) -> Self {
        let remedy = remedy.into();
        Self { name, remedy }
    }
}

pub(super) struct Reader<'a> {
    values: HashMap<&'a str, String>,
    /// The problems so far, in the order in which they were found.
    pub(super) problems: Vec<Problem>,
    /// What sets nothing.
    pub(super) unknown: Vec<Problem>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(values: HashMap<&'a str, String>, unknown: Vec<Problem>) -> Self {
        Self {
            values,
            problems: Vec::new(),
            unknown,
        }
    }

    pub(super) fn required<T>(
        &mut self,
        name: &'static str,
        remedy: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        if self.text(name).is_none() {
            self.problems
                .push(Problem::new(name, format!("is not set; {remedy}")));
        }
        self.optional(name, remedy, read)
    }

    /// Reads a setting that must be set, as its type parses it.
    pub(super) fn parsed<T: FromStr>(&mut self, name: &'static str, remedy: &str) -> Option<T> {
        self.required(name, remedy, |value| value.parse().ok())
    }

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

    pub(super) fn count(&mut self, name: &'static str) -> Option<i32> {
        self.number(name, 1..=1_000_000)
    }

    /// Reads a setting that must be `true` or `false`.
    pub(super) fn switch(&mut self, name: &'static str) -> Option<bool> {
        self.parsed(name, "set true or false.")
    }

    /// Reads an optional setting without parsing it.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        let value = self.values.get(name);
        value.filter(|value| !value.is_empty()).cloned()
    }

    pub(super) fn optional<T>(
        &mut self,
        name: &'static str,
        remedy: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        let setting = read(&self.text(name)?);
        if setting.is_none() {
            self.problems.push(Problem::new(name, remedy));
        }
        setting
    }

    /// Reads an optional comma-separated list. A missing list is empty.
    pub(super) fn optional_list<T>(
        &mut self,
        name: &'static str,
        remedy: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Vec<T> {
        self.optional(name, remedy, |value| list(value, parse))
            .unwrap_or_default()
    }
}

/// Defines a struct of settings. Each field has an expression that reads it as an `Option` of its
/// type, with the reader that the parentheses name. `read` evaluates all expressions before it
/// returns `None` for a missing field, so that every problem is recorded.
macro_rules! settings {
    (
        $(#[$attribute:meta])*
        pub struct $Settings:ident($reader:ident) {
            $($(#[$note:meta])* pub $field:ident: $Type:ty = $value:expr,)+
        }
    ) => {
        $(#[$attribute])*
        pub struct $Settings { $($(#[$note])* pub $field: $Type,)+ }

        impl $Settings {
            pub(in crate::config) fn read(
                $reader: &mut $crate::config::reader::Reader,
            ) -> Option<Self> {
                $(let $field: Option<$Type> = $value;)+
                Some(Self { $($field: $field?,)+ })
            }
        }
    };
}

pub(super) use settings;

/// Parses a comma-separated list. `None` if an entry cannot be parsed.
pub(super) fn list<T>(text: &str, parse: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    text.split(',').map(str::trim).map(parse).collect()
}
