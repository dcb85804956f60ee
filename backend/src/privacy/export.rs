//! Leads as a CSV file (RFC 4180) for a spreadsheet program.
//!
//! It begins with a byte order mark: without it Excel reads UTF-8 as the system's old code page,
//! and Jürgen is garbled. Programs that would stumble over the mark have `leads list --json`.

mod cell;

use std::io::{self, Write};

use csv::{Terminator, Writer, WriterBuilder};
use validator_wasm::Field;

use crate::{
    config::time_zone,
    database::outbox_kind::State,
    leads::{lead_records::LeadRecord, spam::explain},
};

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The columns after the form's, in the order of their importance for the owner.
const COLUMNS: [&str; 15] = [
    "Status",
    "Note",
    "May be spam",
    "Unusual",
    "Mail to the owner",
    "Site",
    "Came from",
    "City",
    "State",
    "Country",
    "Browser",
    "Visitor",
    "Session",
    "Address hash",
    "Id",
];

/// Writes leads into a CSV file.
pub struct Spreadsheet<W: Write>(Writer<W>);

impl<W: Write> Spreadsheet<W> {
    /// Begins a file, with the titles of its columns.
    pub fn begin(mut to: W) -> io::Result<Self> {
        to.write_all(BYTE_ORDER_MARK)?;
        let mut file = Self::resume(to);
        let received = format!("Received ({})", time_zone::name());
        let form = Field::REPORTED.map(|field| field.facts().reported.unwrap_or_default());
        let titles = [&*received].into_iter().chain(form).chain(COLUMNS);
        file.0.write_record(titles).map_err(as_io)?;
        Ok(file)
    }

    /// Continues a file whose titles and first leads are written.
    pub fn resume(to: W) -> Self {
        let table = WriterBuilder::new()
            .terminator(Terminator::CRLF)
            .from_writer(to);
        Self(table)
    }

    /// Writes a lead.
    pub fn write(&mut self, record: &LeadRecord) -> io::Result<()> {
        let lead = &record.lead;
        let estimate = record.estimate.borrowed();
        let form = estimate.for_owner(estimate.first_name);
        let rest: [&str; COLUMNS.len()] = [
            &record.status,
            &record.note,
            if record.suspect { "yes" } else { "no" },
            &explain(&record.signals),
            record.mail.unwrap_or(State::Sent).label(),
            &lead.site_name,
            lead.referrer.as_deref().unwrap_or_default(),
            lead.city.as_deref().unwrap_or_default(),
            lead.state.as_deref().unwrap_or_default(),
            lead.country.as_deref().unwrap_or_default(),
            lead.ua.as_deref().unwrap_or_default(),
            lead.visitor_id.as_deref().unwrap_or_default(),
            lead.session_id.as_deref().unwrap_or_default(),
            lead.ip_hash.as_deref().unwrap_or_default(),
            &lead.id.to_string(),
        ];
        let received = time_zone::second(lead.created_at);
        let form = Field::REPORTED.map(|field| *form.get(field));
        for value in [&*received].into_iter().chain(form).chain(rest) {
            let cell = cell::escape_formula(value);
            self.0.write_field(&*cell).map_err(as_io)?;
        }
        self.0.write_record(None::<&[u8]>).map_err(as_io)
    }

    /// Writes what is still in memory, and returns the writer.
    pub fn finish(self) -> io::Result<W> {
        self.0.into_inner().map_err(csv::IntoInnerError::into_error)
    }
}

/// The error of the file itself: a closed pipe is recognized by its kind.
fn as_io(cause: csv::Error) -> io::Error {
    match cause.into_kind() {
        csv::ErrorKind::Io(cause) => cause,
        other => io::Error::other(format!("{other:?}")),
    }
}
