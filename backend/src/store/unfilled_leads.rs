//! Fills in what leads lack that were saved by a backend without the columns of
//! [`EstimateColumns`]: those from before an upgrade, and those of a process that has not been upgraded
//! yet.

use diesel::{
    prelude::*,
    sql_query,
    sql_types::{Array, Bool, Text, Uuid as SqlUuid},
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;
use validator_wasm::{Estimate, lead::parse_message};

use super::{error::StoreError, pool::Store, schema::site_forms, site_forms::EstimateColumns};

/// The leads of a batch, which is one transaction and in memory at once: about 200 KB, and 128 MB if all
/// are as long as a request may be.
const BATCH: usize = 500;

/// Parameters: ids, and the columns' values for each.
const FILL_IN: &str = "
    UPDATE site_forms SET
        service = lead.service, urgency = lead.urgency, address = lead.address,
        details = lead.details, emergency = lead.emergency
    FROM unnest($1, $2, $3, $4, $5, $6)
        AS lead (id, service, urgency, address, details, emergency)
    WHERE site_forms.id = lead.id";

/// Fills in a batch of leads, the newest first, without those that another backend fills in. Returns
/// whether there may be more.
///
/// # Errors
/// When the database is unavailable or a query fails: nothing was filled in.
pub async fn fill_in(store: &Store) -> Result<bool, StoreError> {
    store
        .run(async |connection| {
            let leads: Vec<(Uuid, String)> = site_forms::table
                .filter(site_forms::service.is_null())
                .order(site_forms::created_at.desc())
                .limit(i64::try_from(BATCH).unwrap_or(i64::MAX))
                .select((site_forms::id, site_forms::message))
                .for_update()
                .skip_locked()
                .load(connection)
                .await?;
            if leads.is_empty() {
                return Ok(false);
            }
            let (ids, estimates): (Vec<Uuid>, Vec<Estimate>) = leads
                .into_iter()
                .map(|(id, message)| (id, parse_message(&message)))
                .unzip();
            let columns: Vec<_> = estimates.iter().map(EstimateColumns::of).collect();
            sql_query(FILL_IN)
                .bind::<Array<SqlUuid>, _>(&ids)
                .bind::<Array<Text>, _>(columns.iter().map(|it| it.service).collect::<Vec<_>>())
                .bind::<Array<Text>, _>(columns.iter().map(|it| it.urgency).collect::<Vec<_>>())
                .bind::<Array<Text>, _>(columns.iter().map(|it| it.address).collect::<Vec<_>>())
                .bind::<Array<Text>, _>(columns.iter().map(|it| it.details).collect::<Vec<_>>())
                .bind::<Array<Bool>, _>(columns.iter().map(|it| it.emergency).collect::<Vec<_>>())
                .execute(connection)
                .await?;
            Ok(ids.len() == BATCH)
        })
        .await
}
