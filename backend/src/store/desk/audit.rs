//! The table `desk_audit`: who changed what at the desk.

use chrono::{DateTime, SecondsFormat, Utc};
use diesel::{ExpressionMethods, QueryDsl, QueryResult, Queryable, insert_into};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::status::Status;
use crate::store::schema::desk_audit;

/// The name under which commands record what they change.
pub const COMMAND_LINE: &str = "command line";

/// What was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A lead's status was changed.
    Status {
        /// The status before it.
        old: Status,
        /// The status after it.
        new: Status,
        /// The amount or the reason that was set with it.
        detail: Option<String>,
    },
    /// Somebody called, or had not called after all.
    Call {
        /// The status before it.
        old: Status,
        /// The status after it.
        new: Status,
        /// Whether a call was taken back.
        is_undone: bool,
    },
    /// When a lead needs somebody next was changed. `None` is never.
    Next(Option<DateTime<Utc>>),
    /// A lead's note was changed.
    Note {
        /// What it said before.
        before: String,
    },
    /// An amount was changed.
    Amount {
        /// Its column.
        of: &'static str,
        /// The amount, in dollars.
        dollars: Option<i32>,
    },
    /// A visit was agreed or changed, or called off.
    Visit {
        /// When it is.
        at: Option<DateTime<Utc>>,
        /// Who goes there.
        by: Option<String>,
    },
    /// Somebody took a lead, or gave it back.
    Taken(Option<String>),
    /// The reason for which a lead was lost was changed.
    LostReason(Option<String>),
    /// A lead was entered by hand.
    Entered,
    /// A photograph was added to a lead.
    Photo,
    /// A photograph was removed from a lead.
    PhotoRemoved,
    /// A lead was found to be a customer's.
    Customer {
        /// The status before it.
        old: Status,
    },
    /// A lead was found to be spam.
    Spam {
        /// The status before it.
        old: Status,
    },
    /// A lead is suspect again.
    Unsure {
        /// The status before it.
        old: Status,
    },
    /// A mail was sent again. A lead's mail has the lead's id.
    MailRetry,
    /// Leads were downloaded as a CSV file.
    Export,
    /// What is kept of a lead's sender was downloaded.
    PersonExport,
    /// What was kept of a person was erased.
    Erase {
        /// How many leads.
        leads: usize,
    },
    /// A lead's webhook was sent again.
    WebhookReplay,
    /// New requests are shown as notifications in one browser.
    PushOn,
    /// New requests are no longer shown as notifications in one browser.
    PushOff,
    /// Somebody signed in.
    SignIn,
    /// Somebody signed out in one browser.
    SignOut,
    /// All sessions of somebody were ended.
    SignOutEverywhere,
}

impl Action {
    const fn name(&self) -> &'static str {
        match self {
            Self::Status { .. } => "status",
            Self::Call { .. } => "call",
            Self::Next(_) => "next",
            Self::Note { .. } => "note",
            Self::Amount { .. } => "amount",
            Self::Visit { .. } => "visit",
            Self::Taken(_) => "taken",
            Self::LostReason(_) => "lost-reason",
            Self::Entered => "entered",
            Self::Photo => "photo",
            Self::PhotoRemoved => "photo-removed",
            Self::Customer { .. } => "customer",
            Self::Spam { .. } => "spam",
            Self::Unsure { .. } => "unsure",
            Self::MailRetry => "mail-retry",
            Self::Export => "export",
            Self::PersonExport => "person-export",
            Self::Erase { .. } => "erase",
            Self::WebhookReplay => "webhook-replay",
            Self::PushOn => "push-on",
            Self::PushOff => "push-off",
            Self::SignIn => "sign-in",
            Self::SignOut => "sign-out",
            Self::SignOutEverywhere => "sign-out-everywhere",
        }
    }

    /// The status before and after.
    const fn statuses(&self) -> Option<(Status, Status)> {
        match *self {
            Self::Status { old, new, .. } | Self::Call { old, new, .. } => Some((old, new)),
            Self::Customer { old } | Self::Unsure { old } => Some((old, Status::New)),
            Self::Spam { old } => Some((old, Status::Spam)),
            _ => None,
        }
    }

    /// What the history says of it, beside its name and the statuses.
    fn detail(&self) -> Option<String> {
        let time = |time: DateTime<Utc>| time.to_rfc3339_opts(SecondsFormat::Millis, true);
        match self {
            Self::Status { detail, .. } => detail.clone(),
            Self::Call { is_undone, .. } => is_undone.then(|| UNDONE.to_owned()),
            Self::Next(at) => at.map(time),
            Self::Note { before } => Some(before.clone()),
            Self::Amount { of, dollars } => Some(match dollars {
                Some(dollars) => format!("{of} {dollars}"),
                None => (*of).to_owned(),
            }),
            Self::Visit { at, by } => at.map(|at| match by {
                Some(by) => format!("{} {by}", time(at)),
                None => time(at),
            }),
            Self::Taken(by) => by.clone(),
            Self::LostReason(reason) => reason.clone(),
            _ => None,
        }
    }
}

/// The detail of a call that was taken back.
pub const UNDONE: &str = "undone";

/// Records an action.
pub async fn record(
    connection: &mut AsyncPgConnection,
    who: &str,
    lead: Option<Uuid>,
    action: Action,
) -> QueryResult<()> {
    let (old, new) = action.statuses().unzip();
    let leads = match action {
        Action::Erase { leads } => i32::try_from(leads).ok(),
        _ => None,
    };
    let detail = action.detail();
    insert_into(desk_audit::table)
        .values((
            desk_audit::id.eq(Uuid::now_v7()),
            desk_audit::who.eq(who),
            desk_audit::lead_id.eq(lead),
            desk_audit::what.eq(action.name()),
            desk_audit::old_status.eq(old.map(Status::name)),
            desk_audit::new_status.eq(new.map(Status::name)),
            desk_audit::leads.eq(leads),
            desk_audit::detail.eq(detail),
        ))
        .execute(connection)
        .await
        .map(drop)
}

/// An action on a lead, as it was recorded.
#[derive(Clone, Debug, Queryable)]
pub struct Record {
    /// When.
    pub at: DateTime<Utc>,
    /// The address of who did it.
    pub who: String,
    /// What was done.
    pub what: String,
    /// The status before it.
    pub old_status: Option<String>,
    /// The status after it.
    pub new_status: Option<String>,
    /// What else is known of it. `None` once the lead is erased.
    pub detail: Option<String>,
}

/// The most records of one lead that are read: the latest ones.
const MAX_RECORDS: i64 = 200;

/// What was done to a lead, the latest first.
pub async fn of_lead(connection: &mut AsyncPgConnection, lead: Uuid) -> QueryResult<Vec<Record>> {
    desk_audit::table
        .filter(desk_audit::lead_id.eq(lead))
        .order((desk_audit::at.desc(), desk_audit::id.desc()))
        .limit(MAX_RECORDS)
        .select((
            desk_audit::at,
            desk_audit::who,
            desk_audit::what,
            desk_audit::old_status,
            desk_audit::new_status,
            desk_audit::detail,
        ))
        .load(connection)
        .await
}
