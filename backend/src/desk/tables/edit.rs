//! Applies a change to a lead, and describes it for the history.

use chrono::{DateTime, SecondsFormat, Utc};

use crate::{
    database::desk_status::{LostReason, Status},
    leads::{
        audit::{Action, Entry, UNDONE},
        lead_records::{LeadRecord, Progress},
    },
};

/// The values of a lead to set. `None` leaves one as it is.
#[expect(clippy::option_option, reason = "left as it is, none, and a value")]
#[derive(Clone, Debug, Default)]
pub struct Edit {
    /// The status.
    pub status: Option<Status>,
    /// The note.
    pub note: Option<String>,
    /// When the lead is due next.
    pub next_at: Option<Option<DateTime<Utc>>>,
    /// The calls, the earliest first.
    pub calls: Option<Vec<DateTime<Utc>>>,
    /// Whether the person who makes the change takes care of it, or nobody does.
    pub taken: Option<bool>,
    /// The amount of the estimate, in dollars.
    pub quoted: Option<Option<i32>>,
    /// The amount of the order, in dollars.
    pub won: Option<Option<i32>>,
    /// When somebody goes there.
    pub visit_at: Option<Option<DateTime<Utc>>>,
    /// Who goes there.
    pub visit_by: Option<Option<String>>,
    /// Why it was lost.
    pub lost_reason: Option<Option<LostReason>>,
}

/// A change of a lead.
#[derive(Clone, Debug)]
pub enum Change {
    /// Some values are set.
    Edit(Box<Edit>),
    /// It is a customer's.
    Customer,
    /// It is spam.
    Spam,
    /// It may be spam, as when it was saved.
    Unsure,
}

/// The part of a lead that the desk changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LeadState {
    /// `None` if only a newer version knows the status: it stays as it is.
    pub status: Option<Status>,
    pub suspect: bool,
    pub note: String,
    pub answered_at: Option<DateTime<Utc>>,
    pub progress: Progress,
}

impl LeadState {
    pub fn of(lead: &LeadRecord) -> Self {
        Self {
            status: Status::named(&lead.status),
            suspect: lead.suspect,
            note: lead.note.clone(),
            answered_at: lead.answered_at,
            progress: lead.progress.clone(),
        }
    }

    /// The state after a change by `who`, at the time `now`, of a lead that was saved at `created_at`.
    pub fn after(
        &self,
        change: &Change,
        who: &str,
        created_at: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Self {
        let mut new = self.clone();
        match change {
            Change::Edit(edit) => new.set(edit, who),
            Change::Customer => {
                new.status = Some(Status::New);
                new.suspect = false;
                new.progress.next_at = Some(now);
            }
            Change::Spam => new.status = Some(Status::Spam),
            Change::Unsure => {
                new.status = Some(Status::New);
                new.suspect = true;
                new.progress.next_at = Some(created_at);
            }
        }
        let Some(status) = new.status else {
            return new;
        };
        match status {
            Status::Lost | Status::Spam => new.progress.next_at = None,
            // A won lead may have nothing left to do.
            Status::Won => {}
            _ => new.progress.next_at = new.progress.next_at.or(Some(now)),
        }
        if status != Status::Lost {
            new.progress.lost_reason = None;
        }
        new.answered_at = match status {
            Status::New | Status::NoAnswer | Status::Spam => None,
            // A lead may be lost although nobody was reached.
            Status::Lost => self.answered_at,
            Status::Called | Status::Quoted | Status::Won => {
                let reached_at = || self.reached_at(&new.progress.calls).unwrap_or(now);
                let answered_at = self.answered_at.unwrap_or_else(reached_at);
                // The times of calls are those of a phone's clock.
                Some(answered_at.min(now).max(created_at))
            }
        };
        new
    }

    /// The time of the last call, unless nobody answered it.
    fn reached_at(&self, calls: &[DateTime<Utc>]) -> Option<DateTime<Utc>> {
        let last = calls.last()?;
        let is_unanswered =
            self.status == Some(Status::NoAnswer) && self.progress.calls.last() == Some(last);
        (!is_unanswered).then_some(*last)
    }

    fn set(&mut self, edit: &Edit, who: &str) {
        fn set<T: Clone>(column: &mut T, value: Option<&T>) {
            if let Some(value) = value {
                column.clone_from(value);
            }
        }
        let progress = &mut self.progress;
        self.status = edit.status.or(self.status);
        set(&mut self.note, edit.note.as_ref());
        set(&mut progress.next_at, edit.next_at.as_ref());
        set(&mut progress.calls, edit.calls.as_ref());
        set(&mut progress.quoted, edit.quoted.as_ref());
        set(&mut progress.won, edit.won.as_ref());
        set(&mut progress.visit_at, edit.visit_at.as_ref());
        set(&mut progress.visit_by, edit.visit_by.as_ref());
        if let Some(is_taken) = edit.taken {
            progress.taken_by = is_taken.then(|| who.to_owned());
        }
        if let Some(reason) = edit.lost_reason {
            progress.lost_reason = reason.map(|reason| reason.name().to_owned());
        }
    }

    /// The history entries of the change to another state.
    pub fn history(&self, new: &Self, change: &Change) -> Vec<Entry> {
        let mut history = Vec::new();
        let (old_status, new_status) = (self.status, new.status);
        let (before, after) = (&self.progress, &new.progress);
        let is_called = before.calls.len() != after.calls.len();
        let moved = match change {
            Change::Customer => Some((Action::Customer, None)),
            Change::Unsure => Some((Action::Unsure, None)),
            _ if new_status == Some(Status::Spam) && old_status != new_status => {
                Some((Action::Spam, None))
            }
            _ if is_called => {
                let is_undone = after.calls.len() < before.calls.len();
                Some((Action::Call, is_undone.then(|| UNDONE.to_owned())))
            }
            _ if old_status != new_status => {
                let detail = match new_status {
                    Some(Status::Quoted) => after.quoted.map(|dollars| dollars.to_string()),
                    Some(Status::Won) => after.won.map(|dollars| dollars.to_string()),
                    Some(Status::Lost) => after.lost_reason.clone(),
                    _ => None,
                };
                Some((Action::Status, detail))
            }
            _ => None,
        };
        history.extend(moved.map(|(action, detail)| Entry {
            statuses: new_status.map(|new| (old_status, new)),
            ..Entry::new(action, detail)
        }));
        let mut push = |action, detail| history.push(Entry::new(action, detail));
        let has_new =
            |status| new_status == Some(status) && old_status != Some(status) && !is_called;
        for (status, column, old, new) in [
            (Status::Quoted, "quoted", before.quoted, after.quoted),
            (Status::Won, "won", before.won, after.won),
        ] {
            if old != new && !has_new(status) {
                let dollars = new.map(|dollars| format!("{column} {dollars}"));
                push(Action::Amount, dollars.or(Some(column.to_owned())));
            }
        }
        if (before.visit_at, &before.visit_by) != (after.visit_at, &after.visit_by) {
            let visit = after.visit_at.map(|at| match &after.visit_by {
                Some(by) => format!("{} {by}", time(at)),
                None => time(at),
            });
            push(Action::Visit, visit);
        }
        if before.taken_by != after.taken_by {
            push(Action::Taken, after.taken_by.clone());
        }
        if new_status == Some(Status::Lost)
            && old_status == new_status
            && before.lost_reason != after.lost_reason
        {
            push(Action::LostReason, after.lost_reason.clone());
        }
        if self.note != new.note {
            push(Action::Note, Some(self.note.clone()));
        }
        // Not repeated if a status, a call or a visit has set it too.
        if before.next_at != after.next_at && history.is_empty() {
            history.push(Entry::new(Action::Next, after.next_at.map(time)));
        }
        history
    }
}

fn time(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Millis, true)
}
