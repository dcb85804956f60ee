//! The customer's link: it leads to the confirmation of their request, from emails and from the texts that the
//! desk prepares.
//!
//! It is signed and not stored. It is valid until somebody at the desk revokes it, and for [`WEEKS`] after the
//! lead's last appointment, or after the lead's last change if it has no appointment.

use diesel::{
    prelude::*,
    sql_query,
    sql_types::{Bool, Integer, Timestamptz, Uuid as SqlUuid},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::token::{PhotoToken, PhotoTokens};
use crate::{config::secret::Secret, leads::lead_records::LeadRecord};

/// The link's path, without its token.
pub const LINK_PATH: &str = "/contact/link/";

const WEEKS: i32 = 6;

/// Makes the links.
pub struct CustomerLinks {
    tokens: PhotoTokens,
    address: String,
}

impl CustomerLinks {
    pub fn new(secret: &Secret, public_url: &str) -> Self {
        Self {
            tokens: PhotoTokens::new(secret),
            address: format!("{public_url}{LINK_PATH}"),
        }
    }

    /// Returns the link of a lead. It is the same until the lead changes.
    pub fn link(&self, record: &LeadRecord) -> String {
        let made_at = record.changed_at.unwrap_or(record.lead.created_at);
        let token = self.tokens.issue_link(record.lead.id, made_at);
        format!("{}{token}", self.address)
    }
}

/// Parameters: the lead; when the link was made; the weeks.
const IS_VALID: &str = "
    SELECT coalesce(
            (SELECT max(begins_at) FROM appointments
                WHERE lead_id = $1 AND ended IS DISTINCT FROM 'called-off'),
            changed_at, created_at) > now() - make_interval(weeks => $3)
        AND NOT EXISTS (
            SELECT FROM desk_events AS revoked
            WHERE lead_id = $1 AND kind = 'link-revoked' AND recorded_at > $2 AND NOT EXISTS (
                SELECT FROM desk_events
                WHERE lead_id = $1 AND kind = 'undone' AND data->>'event' = revoked.id::text))
        AS is_valid
    FROM site_forms WHERE id = $1";

#[derive(QueryableByName)]
struct Validity {
    #[diesel(sql_type = Bool)]
    is_valid: bool,
}

/// Whether a token is valid. Only links can be invalid.
pub async fn is_valid(connection: &mut AsyncPgConnection, token: PhotoToken) -> QueryResult<bool> {
    let Some(made_at) = token.link_made_at else {
        return Ok(true);
    };
    let found: Option<Validity> = sql_query(IS_VALID)
        .bind::<SqlUuid, _>(token.access.lead)
        .bind::<Timestamptz, _>(made_at)
        .bind::<Integer, _>(WEEKS)
        .get_result(connection)
        .await
        .optional()?;
    Ok(found.is_some_and(|it| it.is_valid))
}
