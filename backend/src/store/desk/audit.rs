//! The table `desk_audit`: who changed what at the desk.

use chrono::{DateTime, Utc};
use diesel::{ExpressionMethods, QueryDsl, QueryResult, Queryable, insert_into};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::status::Status;
use crate::store::schema::desk_audit;

/// The name under which commands record what they change.
pub const COMMAND_LINE: &str = "command line";

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A lead's status was changed.
    Status {
        /// The status before it.
        old: Status,
        /// The status after it.
        new: Status,
    },
    /// A lead's note was changed.
    Note,
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
    fn name(self) -> &'static str {
        match self {
            Self::Status { .. } => "status",
            Self::Note => "note",
            Self::Customer { .. } => "customer",
            Self::Spam { .. } => "spam",
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
    fn statuses(self) -> Option<(Status, Status)> {
        match self {
            Self::Status { old, new } => Some((old, new)),
            Self::Customer { old } => Some((old, Status::New)),
            Self::Spam { old } => Some((old, Status::Spam)),
            _ => None,
        }
    }
}

/// Records an action.
///
/// # Errors
/// When the query fails.
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
    insert_into(desk_audit::table)
        .values((
            desk_audit::id.eq(Uuid::now_v7()),
            desk_audit::who.eq(who),
            desk_audit::lead_id.eq(lead),
            desk_audit::what.eq(action.name()),
            desk_audit::old_status.eq(old.map(Status::name)),
            desk_audit::new_status.eq(new.map(Status::name)),
            desk_audit::leads.eq(leads),
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
}

/// The most records of one lead that are read: the latest ones.
const MAX_RECORDS: i64 = 200;

/// What was done to a lead, the latest first.
///
/// # Errors
/// When the query fails.
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
        ))
        .load(connection)
        .await
}
