//! The table `sent_texts`: the first sender of each text of an estimate request. It is queried when a
//! lead's email is leased for the first time, not when the lead is saved, so no visitor waits for it.

use std::collections::BTreeMap;

use contact_data::PhoneNumber;
use diesel::{
    insert_into,
    prelude::*,
    sql_query,
    sql_types::{Array, SmallInt, Text, Uuid as SqlUuid},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::{
    lead_records::LeadRecord,
    spam::{SUSPECT_FROM, SpamSignal, details_hash},
};
use crate::database::schema::sent_texts;

/// Parameters: leads; the signal's points; its name; the points from which a lead is suspect.
const QUARANTINE: &str = "
    WITH marked AS (
        UPDATE site_forms SET
            spam_score = spam_score + $2,
            spam_signs = spam_signs || $3,
            suspect = spam_score + $2 >= $4,
            changed_at = now()
        WHERE id = ANY($1)
        RETURNING id, suspect AND NOT emergency AS is_quiet
    )
    UPDATE outbox SET state = 'quarantined', attempts = 0, leased_until = NULL
    FROM marked
    WHERE outbox.id = marked.id AND marked.is_quiet
    RETURNING outbox.id";

#[derive(QueryableByName)]
struct Quarantined {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}

/// Records the texts of leads, and marks the leads whose text was first sent with another phone number. If a
/// lead becomes suspect by this and is no emergency, its email is quarantined. Returns the ids of these emails.
pub async fn quarantine_copies<'a>(
    connection: &mut AsyncPgConnection,
    leads: impl Iterator<Item = &'a LeadRecord>,
) -> QueryResult<Vec<Uuid>> {
    let mut senders: BTreeMap<[u8; 32], Vec<&LeadRecord>> = BTreeMap::new();
    for record in leads {
        if let Some(hash) = details_hash(&record.estimate.message) {
            senders.entry(hash).or_default().push(record);
        }
    }
    if senders.is_empty() {
        return Ok(Vec::new());
    }
    let texts: Vec<_> = senders
        .iter_mut()
        .filter_map(|(hash, senders)| {
            senders.sort_unstable_by_key(|record| (record.lead.created_at, record.lead.id));
            Some((
                sent_texts::hash.eq(hash.as_slice()),
                sent_texts::phone.eq(&senders.iter().next()?.lead.phone),
            ))
        })
        .collect();
    let first_senders: Vec<(Vec<u8>, String)> = insert_into(sent_texts::table)
        .values(&texts)
        .on_conflict(sent_texts::hash)
        .do_update()
        // This changes nothing. It makes the statement return the existing row.
        .set(sent_texts::phone.eq(sent_texts::phone))
        .returning((sent_texts::hash, sent_texts::phone))
        .get_results(connection)
        .await?;
    let copies: Vec<Uuid> = first_senders
        .iter()
        .filter_map(|(hash, first)| Some((senders.get(&**hash)?, first)))
        .flat_map(|(senders, first)| {
            let others = senders.iter();
            others.filter(move |it| !are_of_one(&it.lead.phone, first))
        })
        .map(|record| record.lead.id)
        .collect();
    if copies.is_empty() {
        return Ok(Vec::new());
    }
    let quarantined: Vec<Quarantined> = sql_query(QUARANTINE)
        .bind::<Array<SqlUuid>, _>(copies)
        .bind::<SmallInt, _>(SpamSignal::RepeatedText.points())
        .bind::<Text, _>(SpamSignal::RepeatedText.name())
        .bind::<SmallInt, _>(SUSPECT_FROM)
        .load(connection)
        .await?;
    Ok(quarantined.into_iter().map(|mail| mail.id).collect())
}

/// Whether both texts contain the same phone number, or are equal if neither contains one.
fn are_of_one(one: &str, other: &str) -> bool {
    let numbers = PhoneNumber::all_in(other);
    let is_shared = |number| numbers.contains(&number);
    one == other || PhoneNumber::all_in(one).into_iter().any(is_shared)
}
