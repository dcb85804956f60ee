//! The events of leads: they are recorded, and the state that follows from them is saved in the columns of
//! `site_forms` and in `appointments`.

use actix_web::http::StatusCode;
use chrono::Utc;
use diesel::{
    prelude::*,
    result::Error as DieselError,
    sql_query,
    sql_types::{Integer, Text, Uuid as SqlUuid},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use lead_log::{Act, Answer, Appointment, Event, LeadState, Status, fold};
use serde::Serialize;
use uuid::Uuid;
use validator_wasm::PLACEHOLDER_EMAIL;

use crate::{
    company::{calendar, time_zone::day},
    database::{Store, error::StoreError, schema::site_forms},
    forms::confirmation::offer::OfferRefusal,
    leads::{
        lead_records::{self, Extent, LeadRecord, Position},
        log,
        offers::{self, Stage},
    },
    outbox::{estimate_messages, lead_messages},
    privacy::personal_data::PersonalDataMatcher,
    web::{error::RequestError, transaction::Rollback},
};

/// Reads a lead with its full texts. Fails if it does not exist.
pub async fn find(connection: &mut AsyncPgConnection, id: Uuid) -> Result<LeadRecord, Rollback> {
    let mut leads = lead_records::by_id(connection, vec![id], Extent::Whole).await?;
    Ok(leads.remove(&id).ok_or_else(RequestError::not_found)?)
}

/// The most entries of a lead, after which the desk records no others.
const MAX_EVENTS: i32 = 500;

/// The most entries of a customer in a lead, whatever the desk has recorded. An acceptance is always recorded: each
/// estimate has one.
const MAX_OF_CUSTOMER: usize = 100;

/// The number of a customer's entries from which looks are not recorded, so that there is room for decisions.
const MAX_LOOKS: usize = 50;

/// The author of a customer's events.
const CUSTOMER: &str = "customer";

/// Locks a lead. Of two concurrent events, the second waits here for the first.
async fn lock(connection: &mut AsyncPgConnection, id: Uuid) -> QueryResult<()> {
    lead_messages::lock(connection, id).await?;
    site_forms::table
        .find(id)
        .select(site_forms::id)
        .for_update()
        .execute(connection)
        .await
        .map(drop)
}

/// Records what a customer does on their page, if `decide` finds an act that applies to the lead as it is now.
async fn record_of_customer(
    connection: &mut AsyncPgConnection,
    id: Uuid,
    decide: impl FnOnce(&LeadRecord, &[Event]) -> Result<Option<Act>, RequestError>,
) -> Result<(), Rollback> {
    lock(connection, id).await?;
    let lead = find(connection, id).await?;
    let events = log::of_lead(connection, id).await?;
    let Some(act) = decide(&lead, &events)? else {
        return Ok(());
    };
    if !matches!(act, Act::Accepted { .. }) && of_customer(&events) >= MAX_OF_CUSTOMER {
        return Err(too_many_events().into());
    }
    let event = Event {
        id: Uuid::now_v7(),
        at: Utc::now(),
        seen: None,
        recorded_at: None,
        who: CUSTOMER.to_owned(),
        act,
    };
    add(connection, &lead, &event).await.map(drop)
}

fn of_customer(events: &[Event]) -> usize {
    events.iter().filter(|it| it.who == CUSTOMER).count()
}

/// Records a customer's answer to an appointment, of which the customer saw this number of changes. One that has
/// changed since then, or is answered so already, keeps its answer.
pub async fn answer(
    connection: &mut AsyncPgConnection,
    id: Uuid,
    (appointment, changes): (Uuid, u32),
    answer: Answer,
) -> Result<(), Rollback> {
    record_of_customer(connection, id, |lead, _| {
        let shown = lead.appointments.iter().find(|it| {
            (it.id, it.changes, it.ended) == (appointment, changes, None)
                && it.answer != Some(answer)
        });
        Ok(shown.map(|&Appointment { from, .. }| match answer {
            Answer::Agreed => Act::Agreed { appointment, from },
            Answer::CallMe => Act::CallWanted { appointment },
        }))
    })
    .await
}

/// Records that a customer looks at the present estimate, unless that is known of this day.
pub async fn look(
    connection: &mut AsyncPgConnection,
    id: Uuid,
    estimate: Uuid,
) -> Result<(), Rollback> {
    record_of_customer(connection, id, |lead, events| {
        let present = lead.sent_estimate.as_ref();
        let is_new = present
            .is_some_and(|it| it.id == estimate && it.last_look.map(day) != Some(day(Utc::now())));
        let is_new = is_new && of_customer(events) < MAX_LOOKS;
        Ok(is_new.then_some(Act::Looked { estimate }))
    })
    .await
}

/// Records a customer's decision about an estimate. It has no effect if the customer has made it already, or may not
/// make it any more. It is refused if it is not about what the customer is offered now.
pub async fn decide(
    connection: &mut AsyncPgConnection,
    id: Uuid,
    act: Act,
) -> Result<(), Rollback> {
    record_of_customer(connection, id, |lead, events| {
        let present = lead.sent_estimate.as_ref();
        let present = present.filter(|it| Some(it.id) == act.estimate());
        let present = present.ok_or(OfferRefusal::Replaced)?;
        let (_, offer) = offers::offer(events, present.id).ok_or(OfferRefusal::Replaced)?;
        let last = events.iter().find(|it| it.act.estimate() == act.estimate());
        let is_known = present.decision.is_some() && last.is_some_and(|it| it.act == act);
        let now = Utc::now();
        let stage = Stage::of(lead, offer, now);
        if is_known || stage == Stage::Ended {
            return Ok(None);
        }
        if let Act::Accepted {
            chosen, total, day, ..
        } = &act
        {
            if stage == Stage::Expired {
                return Ok(None);
            }
            let due = offer.total(chosen).ok_or(OfferRefusal::Choice)?;
            if due != *total {
                return Err(OfferRefusal::Total.into());
            }
            if day.is_some_and(|it| it <= now || !offer.days.contains(&it)) {
                return Err(OfferRefusal::Choice.into());
            }
        }
        Ok(Some(act))
    })
    .await
}

/// Records an event of a lead, and the state that follows from all its events. Returns the lead,
/// its events (the latest first), and whether its email may be due now.
pub async fn append(
    connection: &mut AsyncPgConnection,
    id: Uuid,
    mut event: Event,
) -> Result<(LeadRecord, Vec<Event>, bool), Rollback> {
    lock(connection, id).await?;
    let lead = find(connection, id).await?;
    match log::lead_of(connection, event.id).await? {
        Some(of) if of == Some(id) => {
            return Ok((lead, log::of_lead(connection, id).await?, false));
        }
        Some(_) => {
            let sentence = "This event is another request's.";
            return Err(RequestError::new(StatusCode::CONFLICT, sentence).into());
        }
        None if lead.events >= MAX_EVENTS => return Err(too_many_events().into()),
        None => {}
    }
    if let Act::Released { was_suspect } = &mut event.act {
        *was_suspect = lead.state.suspect;
    }
    add(connection, &lead, &event).await
}

fn too_many_events() -> RequestError {
    let sentence = "A request can have at most 500 entries.";
    RequestError::new(StatusCode::UNPROCESSABLE_ENTITY, sentence)
}

async fn add(
    connection: &mut AsyncPgConnection,
    lead: &LeadRecord,
    event: &Event,
) -> Result<(LeadRecord, Vec<Event>, bool), Rollback> {
    let id = lead.lead.id;
    log::append(connection, id, event).await?;
    let events = log::of_lead(connection, id).await?;
    let new = fold(&lead.unchanging(), None, &events, &calendar::days(&events));
    save(connection, id, new.clone(), 1).await?;
    let is_due = adapt_messages(connection, lead, &new).await?
        | estimate_messages::enqueue(connection, id, event).await?;
    // The state of its email may have changed.
    Ok((find(connection, id).await?, events, is_due))
}

/// The leads whose appointments or estimate are not the ones of their log: an earlier version of the server recorded
/// their last event. The latest first.
const OUTDATED: &str = "
    SELECT id, created_at AS at FROM site_forms WHERE id IN (
        SELECT id FROM site_forms
        WHERE changed_at > now() - interval '1 hour' AND (estimate->>'events')::integer <> events
        UNION SELECT id FROM site_forms WHERE id IN (
            SELECT id FROM site_forms WHERE visit_at IS NOT NULL
            UNION SELECT lead_id FROM appointments WHERE ended IS NULL)
        AND visit_at IS DISTINCT FROM (
            SELECT min(begins_at) FROM appointments WHERE lead_id = site_forms.id AND ended IS NULL)
        AND EXISTS (
            SELECT FROM desk_events WHERE lead_id = site_forms.id
                AND kind IN ('visit-set', 'won', 'appointed', 'accepted')))
    ORDER BY visit_at DESC LIMIT 100 FOR UPDATE SKIP LOCKED";

/// Saves the state of leads anew whose last event an earlier version recorded: a hundred at a time.
pub async fn save_outdated(store: &Store) -> Result<(), StoreError> {
    let some = async |connection: &mut AsyncPgConnection| {
        let outdated: Vec<Position> = sql_query(OUTDATED).load(connection).await?;
        let ids: Vec<Uuid> = outdated.iter().map(|it| it.id).collect();
        for lead in lead_records::in_order(connection, ids, Extent::Whole).await? {
            let id = lead.lead.id;
            let events = log::of_lead(connection, id).await?;
            let state = fold(&lead.unchanging(), None, &events, &calendar::days(&events));
            save(connection, id, state, 0).await?;
        }
        Ok(outdated.len())
    };
    while store.run(some).await? > 0 {}
    Ok(())
}

/// Parameters: the lead; its new state, as JSON; the number of new events. `as_typed` keeps the customer's words for corrected values.
const SAVE: &str = r#"
    UPDATE site_forms SET
        (status, suspect, note, answered_at, next_at, calls, taken_by, quoted, quoted_at, won,
            closed_at, visit_at, visit_by, lost_reason, estimate)
        = (new.status, new.suspect, new.note, "answeredAt", "nextAt", new.calls, "takenBy",
            new.quoted, "quotedAt", new.won, "closedAt", "visitAt", "visitBy", "lostReason",
            new.estimate || jsonb_build_object('events', events + $3)),
        full_name = coalesce(correction->>'name', as_typed->>'name', full_name),
        phone = coalesce(correction->>'phone', as_typed->>'phone', phone),
        email = coalesce(correction->>'email', as_typed->>'email', email),
        address = coalesce(correction->>'address', as_typed->>'address', address),
        service = coalesce(correction->>'service', as_typed->>'service', service),
        as_typed = (
            SELECT jsonb_object_agg(key, value)
            FROM jsonb_each(jsonb_build_object('name', full_name, 'phone', phone, 'email', email,
                'address', address, 'service', service) || coalesce(as_typed, '{}'))
            WHERE correction ? key),
        events = events + $3,
        changed_at = greatest(changed_at + interval '1 microsecond', clock_timestamp())
    FROM jsonb_to_record($2::jsonb) AS new (
        status text, suspect boolean, note text, "answeredAt" timestamptz, "nextAt" timestamptz,
        calls timestamptz[], "takenBy" text, quoted integer, "quotedAt" timestamptz, won integer,
        "closedAt" timestamptz, "visitAt" timestamptz, "visitBy" text, "lostReason" text,
        estimate jsonb, correction jsonb)
    WHERE id = $1"#;

/// Parameters: the lead; its appointments, as JSON.
const SAVE_APPOINTMENTS: &str = "
    WITH saved AS (
        INSERT INTO appointments (lead_id, id, begins_at, ended, data)
        SELECT $1, (data->>'id')::uuid, (data->>'from')::timestamptz, data->>'ended', data
        FROM jsonb_array_elements($2::jsonb) AS data
        ON CONFLICT (lead_id, id) DO UPDATE
        SET begins_at = excluded.begins_at, ended = excluded.ended, data = excluded.data
        RETURNING id)
    DELETE FROM appointments WHERE lead_id = $1 AND id NOT IN (SELECT id FROM saved)";

async fn save(
    connection: &mut AsyncPgConnection,
    id: Uuid,
    mut state: LeadState,
    new_events: i32,
) -> QueryResult<()> {
    if let Some(email) = state.correction.email.as_mut().filter(|it| it.is_empty()) {
        PLACEHOLDER_EMAIL.clone_into(email);
    }
    sql_query(SAVE)
        .bind::<SqlUuid, _>(id)
        .bind::<Text, _>(json(&state)?)
        .bind::<Integer, _>(new_events)
        .execute(connection)
        .await?;
    sql_query(SAVE_APPOINTMENTS)
        .bind::<SqlUuid, _>(id)
        .bind::<Text, _>(json(&state.appointments)?)
        .execute(connection)
        .await
        .map(drop)
}

fn json(value: &impl Serialize) -> QueryResult<String> {
    serde_json::to_string(value).map_err(|cause| DieselError::SerializationError(cause.into()))
}

/// Stops, quarantines, or releases a lead's messages according to its new state. Returns whether
/// its email may be due now.
async fn adapt_messages(
    connection: &mut AsyncPgConnection,
    lead: &LeadRecord,
    new: &LeadState,
) -> QueryResult<bool> {
    let (id, old) = (lead.lead.id, &lead.state);
    let was_spam = old.status == Status::Spam.name();
    match (new.status == Status::Spam, new.suspect) {
        (is_spam, is_suspect) if (is_spam, is_suspect) == (was_spam, old.suspect) => Ok(false),
        (true, _) if was_spam => Ok(false),
        (true, _) => lead_messages::stop(connection, id).await.map(|()| false),
        (false, true) => {
            lead_messages::hold(connection, id, new.hidden).await?;
            Ok(!new.hidden)
        }
        (false, false) if old.suspect => {
            lead_messages::release(connection, id).await.map(|()| true)
        }
        (false, false) => lead_messages::resume(connection, id).await.map(|()| true),
    }
}

/// The leads that are searched for a person's other leads. An index would slow down every saved lead.
const NEWEST: &str = "status <> 'spam' AND created_at > coalesce(
        (SELECT created_at FROM site_forms ORDER BY created_at DESC OFFSET 10000 LIMIT 1), '-infinity')
    ORDER BY created_at DESC";

const MAX_RELATED: usize = 10;

/// Returns other leads with the same phone number or email address, the newest first: at most ten.
pub async fn related(
    connection: &mut AsyncPgConnection,
    lead: &LeadRecord,
) -> QueryResult<Vec<LeadRecord>> {
    let mut person = PersonalDataMatcher::default();
    person.add(&lead.lead.email, &lead.lead.phone);
    let found = person.requests(connection, Some(NEWEST)).await?;
    let others = found.sure.into_iter().filter(|id| *id != lead.lead.id);
    let ids = others.take(MAX_RELATED).collect();
    lead_records::in_order(connection, ids, Extent::List).await
}

/// The leads with an appointment in the last month or later, the latest first: at most a thousand.
const IN_CALENDAR: &str = "
    SELECT lead_id AS id, max(begins_at) AS at FROM appointments
    WHERE begins_at > now() - interval '1 month' GROUP BY lead_id ORDER BY at DESC LIMIT 1000";

/// Returns the leads whose appointments are in the calendar.
pub async fn in_calendar(connection: &mut AsyncPgConnection) -> QueryResult<Vec<LeadRecord>> {
    let found: Vec<Position> = sql_query(IN_CALENDAR).load(connection).await?;
    let ids = found.iter().map(|it| it.id).collect();
    let mut leads = lead_records::in_order(connection, ids, Extent::Message).await?;
    leads.retain(|lead| !lead.is_hidden());
    Ok(leads)
}
