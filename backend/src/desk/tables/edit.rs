//! Applies a change to a lead, and describes it for the history.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::{
    database::desk_status::{LostReason, Status},
    desk::values::{Dollars, Time, given, setting, times, whole},
    leads::{
        audit::{Action, Entry, UNDONE},
        lead_records::LeadState,
    },
};

/// What of a lead is to be set. What is left out stays as it is; `null` removes it.
#[expect(clippy::option_option, reason = "left out, null, and a value")]
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Edit {
    /// The version that is changed.
    #[serde(deserialize_with = "whole")]
    #[schema(minimum = 0, maximum = 2_147_483_647, example = 0)]
    pub version: i32,
    /// The status. Lost and spam need nobody any more: there is no `nextAt` then.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, example = "quoted")]
    pub status: Option<Status>,
    /// When it needs somebody next; `null` when the work is done.
    #[serde(default, deserialize_with = "setting::<Time, _, _>")]
    #[schema(value_type = Option<DateTime<Utc>>, example = "2026-11-27T13:00:00Z")]
    pub next_at: Option<Option<DateTime<Utc>>>,
    /// The note.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, max_length = 5_000, example = "Comes on Tuesday.")]
    pub note: Option<String>,
    /// When somebody of the company called: all calls.
    #[serde(default, deserialize_with = "times")]
    #[schema(nullable = false, max_items = 50, example = json!(["2026-11-24T13:00:00Z"]))]
    pub calls: Option<Vec<DateTime<Utc>>>,
    /// `true`: who asks for it takes care of it. `false`: nobody does.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    pub taken_by: Option<bool>,
    /// The amount of the estimate, in whole dollars.
    #[serde(default, deserialize_with = "setting::<Dollars, _, _>")]
    #[schema(value_type = Option<i32>, minimum = 0, example = 1850)]
    pub quoted: Option<Option<i32>>,
    /// The amount of the order, in whole dollars.
    #[serde(default, deserialize_with = "setting::<Dollars, _, _>")]
    #[schema(value_type = Option<i32>, minimum = 0, example = 1850)]
    pub won: Option<Option<i32>>,
    /// When somebody goes there.
    #[serde(default, deserialize_with = "setting::<Time, _, _>")]
    #[schema(value_type = Option<DateTime<Utc>>, example = "2026-11-25T14:00:00Z")]
    pub visit_at: Option<Option<DateTime<Utc>>>,
    /// Who goes there.
    #[serde(default, deserialize_with = "setting::<String, _, _>")]
    #[schema(value_type = Option<String>, max_length = 100, example = "Ben")]
    pub visit_by: Option<Option<String>>,
    /// Why it was lost. There is none without the status.
    #[serde(default, deserialize_with = "setting::<LostReason, _, _>")]
    #[schema(value_type = Option<LostReason>)]
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

impl LeadState {
    /// The state after a change by `who`, at the time `now`, of a lead that was saved at `created_at`.
    pub(super) fn after(
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
                Status::New.name().clone_into(&mut new.status);
                new.suspect = false;
                new.next_at = Some(now);
            }
            Change::Spam => Status::Spam.name().clone_into(&mut new.status),
            Change::Unsure => {
                Status::New.name().clone_into(&mut new.status);
                new.suspect = true;
                new.next_at = Some(created_at);
            }
        }
        let Some(status) = Status::named(&new.status) else {
            return new;
        };
        match status {
            Status::Lost | Status::Spam => new.next_at = None,
            // A won lead may have nothing left to do.
            Status::Won => {}
            _ => new.next_at = new.next_at.or(Some(now)),
        }
        if status != Status::Lost {
            new.lost_reason = None;
        }
        new.answered_at = match status {
            Status::New | Status::NoAnswer | Status::Spam => None,
            // A lead may be lost although nobody was reached.
            Status::Lost => self.answered_at,
            Status::Called | Status::Quoted | Status::Won => {
                let reached_at = || self.reached_at(&new.calls).unwrap_or(now);
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
            self.status == Status::NoAnswer.name() && self.calls.last() == Some(last);
        (!is_unanswered).then_some(*last)
    }

    fn set(&mut self, edit: &Edit, who: &str) {
        fn set<T: Clone>(column: &mut T, value: Option<&T>) {
            if let Some(value) = value {
                column.clone_from(value);
            }
        }
        if let Some(status) = edit.status {
            status.name().clone_into(&mut self.status);
        }
        set(&mut self.note, edit.note.as_ref());
        set(&mut self.next_at, edit.next_at.as_ref());
        set(&mut self.calls, edit.calls.as_ref());
        set(&mut self.quoted, edit.quoted.as_ref());
        set(&mut self.won, edit.won.as_ref());
        set(&mut self.visit_at, edit.visit_at.as_ref());
        set(&mut self.visit_by, edit.visit_by.as_ref());
        if let Some(is_taken) = edit.taken_by {
            self.taken_by = is_taken.then(|| who.to_owned());
        }
        if let Some(reason) = edit.lost_reason {
            self.lost_reason = reason.map(|reason| reason.name().to_owned());
        }
    }

    /// The history entries of the change to another state.
    pub(super) fn history(&self, new: &Self, change: &Change) -> Vec<Entry> {
        let mut history = Vec::new();
        let [old_status, new_status] = [self, new].map(|it| Status::named(&it.status));
        let is_called = self.calls.len() != new.calls.len();
        let moved = match change {
            Change::Customer => Some((Action::Customer, None)),
            Change::Unsure => Some((Action::Unsure, None)),
            _ if new_status == Some(Status::Spam) && old_status != new_status => {
                Some((Action::Spam, None))
            }
            _ if is_called => {
                let is_undone = new.calls.len() < self.calls.len();
                Some((Action::Call, is_undone.then(|| UNDONE.to_owned())))
            }
            _ if old_status != new_status => {
                let detail = match new_status {
                    Some(Status::Quoted) => new.quoted.map(|dollars| dollars.to_string()),
                    Some(Status::Won) => new.won.map(|dollars| dollars.to_string()),
                    Some(Status::Lost) => new.lost_reason.clone(),
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
            (Status::Quoted, "quoted", self.quoted, new.quoted),
            (Status::Won, "won", self.won, new.won),
        ] {
            if old != new && !has_new(status) {
                let dollars = new.map(|dollars| format!("{column} {dollars}"));
                push(Action::Amount, dollars.or(Some(column.to_owned())));
            }
        }
        if (self.visit_at, &self.visit_by) != (new.visit_at, &new.visit_by) {
            let visit = new.visit_at.map(|at| match &new.visit_by {
                Some(by) => format!("{} {by}", time(at)),
                None => time(at),
            });
            push(Action::Visit, visit);
        }
        if self.taken_by != new.taken_by {
            push(Action::Taken, new.taken_by.clone());
        }
        if new_status == Some(Status::Lost)
            && old_status == new_status
            && self.lost_reason != new.lost_reason
        {
            push(Action::LostReason, new.lost_reason.clone());
        }
        if self.note != new.note {
            push(Action::Note, Some(self.note.clone()));
        }
        // Not repeated if a status, a call or a visit has set it too.
        if self.next_at != new.next_at && history.is_empty() {
            history.push(Entry::new(Action::Next, new.next_at.map(time)));
        }
        history
    }
}

fn time(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Millis, true)
}
