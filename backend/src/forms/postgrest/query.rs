//! Lists in the query of a request.

use actix_web::{HttpRequest, web};

/// A comma-separated list in the query, each name in quotes or not.
pub(super) fn list(request: &HttpRequest, key: &str) -> Vec<String> {
    web::Query::<Vec<(String, String)>>::from_query(request.query_string())
        .map(web::Query::into_inner)
        .unwrap_or_default()
        .into_iter()
        .filter(|(name, _)| name == key)
        .flat_map(|(_, list)| {
            list.split(',')
                .map(|name| name.trim().trim_matches('"').to_owned())
                .filter(|name| !name.is_empty())
                .collect::<Vec<_>>()
        })
        .collect()
}
