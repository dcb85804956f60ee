//! Reads leads for the owner: with their spam signals and the state of their mail.

use diesel::{
    BoolExpressionMethods, ExpressionMethods, IntoSql, JoinOnDsl, NullableExpressionMethods,
    QueryDsl, QueryResult, Queryable, SelectableHelper, sql_types::Bool,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::{Stream, TryStreamExt};

use super::{
    schema::{outbox, site_forms},
    site_forms::SiteForm,
};

/// A lead, its spam signals and the state of its mail.
#[derive(Clone, Debug, Queryable)]
pub struct LeadRecord {
    /// The lead.
    pub lead: SiteForm,
    /// Whether it may be spam.
    pub suspect: bool,
    /// Names of its spam signals.
    pub signals: Vec<String>,
    /// The state of its mail, as in `outbox.state`. `None` if the mail was sent so long ago that it
    /// was pruned.
    pub mail: Option<String>,
}

/// Streams the leads, or only the suspect ones, the newest first. Only one at a time is held in
/// memory.
///
/// # Errors
/// When the query cannot be sent; later errors come in the stream.
pub async fn newest_first(
    connection: &mut AsyncPgConnection,
    only_suspect: bool,
) -> QueryResult<impl Stream<Item = QueryResult<LeadRecord>>> {
    site_forms::table
        .left_join(outbox::table.on(outbox::id.eq(site_forms::id)))
        .filter(site_forms::suspect.or((!only_suspect).into_sql::<Bool>()))
        .order((site_forms::created_at.desc(), site_forms::id))
        .select((
            SiteForm::as_select(),
            site_forms::suspect,
            site_forms::spam_signs,
            outbox::state.nullable(),
        ))
        .load_stream::<LeadRecord>(connection)
        .await
        .map(TryStreamExt::into_stream)
}
