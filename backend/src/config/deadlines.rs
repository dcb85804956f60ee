//! How long the server waits for each thing before it gives up.

use std::time::Duration;

use super::reader::Reader;

/// Defines [`Deadlines`]: its fields with their defaults.
macro_rules! deadlines {
    ($($(#[$note:meta])* $name:ident = $default:expr,)+) => {
        /// The server's deadlines. A test sets those that it is about.
        #[derive(Clone, Copy, Debug)]
        pub struct Deadlines { $($(#[$note])* pub $name: Duration,)+ }

        impl Default for Deadlines {
            fn default() -> Self {
                Self { $($name: $default,)+ }
            }
        }

        impl Deadlines {
            #[must_use]
            pub fn scaled(self, factor: f64) -> Self {
                Self { $($name: self.$name.mul_f64(factor),)+ }
            }
        }
    };
}

deadlines! {
    /// Connecting to one address of a host of `DATABASE_URL`.
    tcp_connect = Duration::from_secs(1),
    /// The beginning of a connection to one host (TCP, TLS, startup, settings), or of a transaction:
    /// less than half of `connection`, because the URL may name several.
    host = Duration::from_secs(2),
    /// Data to Postgres that is not acknowledged, and the pause before a keepalive probe. With
    /// Linux's defaults, the loss of a machine is noticed after a quarter of an hour, and two hours.
    tcp = Duration::from_secs(10),
    /// The wait for a connection.
    connection = Duration::from_secs(5),
    /// A lead's wait for an unavailable database, which may be restarting: less than the 15 s after
    /// which the form gives up. A visitor who reads by then that they should call, calls.
    restart = Duration::from_secs(10),
    /// The age of a successful check that `/readyz` reports again: less than a monitor's interval.
    readiness = Duration::from_secs(1),
    /// A request's work in the database: a hundred times what it takes on a slow day.
    work = Duration::from_secs(5),
    /// A single statement with its wait for locks: less than `work`.
    statement = Duration::from_secs(4),
    /// How long a connection whose work timed out counts as in use, until Postgres has ended it.
    recovery = Duration::from_secs(30),
    /// A batch of leads.
    batch = Duration::from_millis(2500),
    /// The statement of a batch: less than `batch`.
    batch_statement = Duration::from_secs(2),
    /// The data of the confirmation, which is then shown without it.
    confirmation = Duration::from_secs(2),
    /// The head of a first request: a kilobyte or two, also from a phone with a weak signal.
    head = Duration::from_secs(5),
    /// An idle connection. A page loads its parts within seconds. A new one costs a round trip.
    keep_alive = Duration::from_secs(15),
    /// The rest of a refused body, from a client that sends everything before it reads.
    linger = Duration::from_secs(5),
    /// A body: the largest at 25 KB a second, an ordinary one at 1 KB a second.
    body = Duration::from_secs(10),
    /// Each [`PROGRESS_BYTES`](crate::web::limits::PROGRESS_BYTES) of a large body.
    body_part = Duration::from_secs(3),
    /// The time from a request's first byte to its response's: `body`, twice `restart` and `work`,
    /// and a margin. Also the time between two bytes sent.
    response = Duration::from_secs(45),
    /// The extra time for the response to an admitted upload.
    upload = Duration::from_mins(5),
    /// Each 32 KiB of a response: a fifth of the speed of mobile networks before 3G.
    write = Duration::from_secs(30),
    /// What is in flight after a stop. Container runtimes kill after ten seconds. The log needs one.
    shutdown = Duration::from_secs(8),
    /// The part of `shutdown` in which open connections get their last response. An idle client that
    /// reuses its connection later finds it closed, and opens another.
    drain = Duration::from_secs(1),
    /// A pause of an upload.
    upload_pause = Duration::from_secs(15),
    /// The time that a network's uploads are waited for without a photo, before others can take its
    /// place: the time after which a refused upload is sent again.
    upload_place = Duration::from_secs(5),
    /// The process that decodes a photo, if it gets no processor time.
    decoding = Duration::from_secs(25),
    /// A webhook or push message, up to the response's status (Standard Webhooks: 15 to 30 s).
    outbound = Duration::from_secs(15),
    /// The rest of that response. Some receivers log an error if it is not read.
    outbound_body = Duration::from_secs(1),
    /// Connecting to the mail server.
    smtp_connect = Duration::from_secs(20),
    /// An email up to its text: many times what a slow mail server needs.
    mail = Duration::from_mins(1),
    /// The reply to an email's text. Some servers scan it first; if the client leaves too early, the
    /// email is delivered twice (RFC 5321, section 4.5.3.2.6).
    mail_reply = Duration::from_mins(10),
    /// Ending the session with the mail server.
    smtp_quit = Duration::from_secs(5),
    /// An idle connection to the mail server.
    smtp_idle = Duration::from_secs(5),
    /// Recording what was sent, while the database is unavailable.
    record = Duration::from_secs(20),
    /// A lease of a message, after which others send it: more than `renewal` and `record`.
    lease = Duration::from_secs(90),
    /// A message in flight, before its lease is renewed.
    renewal = Duration::from_secs(30),
}

impl Deadlines {
    /// Reads `DEADLINE_FACTOR`, which multiplies every deadline. It does not prolong a stop, because
    /// what stops the server kills it after a time of its own.
    pub(super) fn read(reader: &mut Reader) -> Option<Self> {
        let factor: f64 = reader.number("DEADLINE_FACTOR", 0.1..=1000.0)?;
        let default = Self::default();
        Some(Self {
            shutdown: default.shutdown.mul_f64(factor.min(1.0)),
            drain: default.drain.mul_f64(factor.min(1.0)),
            ..default.scaled(factor)
        })
    }
}
