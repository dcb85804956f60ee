//! The table `desk_audit`: who changed what at the desk.

use chrono::{DateTime, Utc};
use diesel::{insert_into, prelude::*};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::database::{desk_status::Status, schema::desk_audit, text_enum::text_enum};

/// The name under which commands record what they change.
pub const COMMAND_LINE: &str = "command line";

text_enum! {
    /// What was done.
    pub enum Action {
        /// Somebody opened a lead before anybody had done anything about it.
        Read = "read",
        /// A lead's status was changed. The detail is the amount or the reason that was set with it.
        Status = "status",
        /// Somebody called, or took the call back: then the detail is [`UNDONE`].
        Call = "call",
        /// The time at which a lead is due next was changed. The detail is that time, if there is one.
        Next = "next",
        /// A lead's note was changed. The detail is what it said before.
        Note = "note",
        /// An amount was changed. The detail is its column, and the dollars, if any.
        Amount = "amount",
        /// A visit was scheduled, changed or canceled. The detail is its time, and who goes.
        Visit = "visit",
        /// Somebody took a lead, or gave it back.
        Taken = "taken",
        /// The reason why a lead was lost was changed.
        LostReason = "lost-reason",
        /// A lead was entered by hand.
        Entered = "entered",
        /// A photograph was added to a lead.
        Photo = "photo",
        /// A photograph was removed from a lead.
        PhotoRemoved = "photo-removed",
        /// A lead was found to be a customer's.
        Customer = "customer",
        /// A lead was found to be spam.
        Spam = "spam",
        /// A lead is suspect again.
        Unsure = "unsure",
        /// A mail was sent again. A lead's mail has the lead's id.
        MailRetry = "mail-retry",
        /// Leads were downloaded as a CSV file.
        Export = "export",
        /// The data stored about a lead's sender was downloaded.
        PersonExport = "person-export",
        /// The data stored about a person was erased.
        Erase = "erase",
        /// A lead's webhook was sent again.
        WebhookReplay = "webhook-replay",
        /// Notifications of new requests were turned on in one browser.
        PushOn = "push-on",
        /// Notifications of new requests were turned off in one browser.
        PushOff = "push-off",
        /// Somebody signed in.
        SignIn = "sign-in",
        /// Somebody signed out in one browser.
        SignOut = "sign-out",
        /// All sessions of somebody were ended.
        SignOutEverywhere = "sign-out-everywhere",
    }
}

/// An entry of the history.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What was done.
    pub action: Action,
    /// The lead's status before, if it is known, and after it.
    pub statuses: Option<(Option<Status>, Status)>,
    /// How many leads were affected, where they are counted.
    pub leads: Option<usize>,
    /// Further details.
    pub detail: Option<String>,
}

impl Entry {
    /// Makes an entry with only an action and its detail.
    pub fn new(action: Action, detail: Option<String>) -> Self {
        Self {
            action,
            statuses: None,
            leads: None,
            detail,
        }
    }
}

impl From<Action> for Entry {
    fn from(action: Action) -> Self {
        Self::new(action, None)
    }
}

/// The detail of a call that was taken back.
pub const UNDONE: &str = "undone";

/// Records an action.
pub async fn record(
    connection: &mut AsyncPgConnection,
    who: &str,
    lead: Option<Uuid>,
    entry: impl Into<Entry>,
) -> QueryResult<()> {
    let Entry {
        action,
        statuses,
        leads,
        detail,
    } = entry.into();
    let (old, new) = statuses.unzip();
    insert_into(desk_audit::table)
        .values((
            desk_audit::id.eq(Uuid::now_v7()),
            desk_audit::who.eq(who),
            desk_audit::lead_id.eq(lead),
            desk_audit::what.eq(action),
            desk_audit::old_status.eq(old.flatten()),
            desk_audit::new_status.eq(new),
            desk_audit::leads.eq(leads.and_then(|leads| i32::try_from(leads).ok())),
            desk_audit::detail.eq(detail),
        ))
        .execute(connection)
        .await
        .map(drop)
}

/// An action on a lead, as it was recorded.
#[derive(Clone, Debug, HasQuery)]
#[diesel(table_name = desk_audit, check_for_backend(diesel::pg::Pg))]
pub struct Record {
    /// When.
    pub at: DateTime<Utc>,
    /// The address of the person who did it.
    pub who: String,
    /// What was done.
    pub what: String,
    /// The status before it.
    pub old_status: Option<String>,
    /// The status after it.
    pub new_status: Option<String>,
    /// Further details. `None` once the lead is erased.
    pub detail: Option<String>,
}

/// Who was the first to read a lead.
#[derive(Clone, Debug, Queryable)]
pub struct Reader {
    /// The address of the person.
    pub who: String,
    /// When.
    pub at: DateTime<Utc>,
}

/// What is done to a lead's messages by who need not have read it.
const UNREAD: [Action; 2] = [Action::MailRetry, Action::WebhookReplay];

/// Returns who was the first to open a lead at the desk, or to do something about it.
pub async fn first_reader(
    connection: &mut AsyncPgConnection,
    lead: Uuid,
) -> QueryResult<Option<Reader>> {
    desk_audit::table
        .filter(desk_audit::lead_id.eq(lead))
        .filter(desk_audit::what.ne_all(UNREAD))
        .order((desk_audit::at, desk_audit::id))
        .select((desk_audit::who, desk_audit::at))
        .first(connection)
        .await
        .optional()
}

/// Records that somebody opened a lead, if they are the first. Two at the same moment are both recorded.
pub async fn record_read(
    connection: &mut AsyncPgConnection,
    who: &str,
    lead: Uuid,
) -> QueryResult<()> {
    if first_reader(connection, lead).await?.is_none() {
        record(connection, who, Some(lead), Action::Read).await?;
    }
    Ok(())
}

/// The most records of one lead that are read: the latest ones.
const MAX_RECORDS: i64 = 200;

/// Returns what was done to a lead, latest first.
pub async fn of_lead(connection: &mut AsyncPgConnection, lead: Uuid) -> QueryResult<Vec<Record>> {
    Record::query()
        .filter(desk_audit::lead_id.eq(lead))
        .order((desk_audit::at.desc(), desk_audit::id.desc()))
        .limit(MAX_RECORDS)
        .load(connection)
        .await
}
