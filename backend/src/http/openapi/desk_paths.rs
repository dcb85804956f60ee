//! What the descriptions of the desk's paths have in common.

use utoipa::{
    IntoResponses, Modify,
    openapi::{
        OpenApi, RefOr,
        path::{Operation, ParameterIn, PathItem},
        security::SecurityRequirement,
    },
};

use super::{DESK, failures};

/// The operations of those who are not signed in yet.
const WITHOUT_SESSION: [&str; 2] = ["requestDeskLink", "signInToDesk"];

/// Adds the tag, the session, and the failures that follow from what an operation takes
/// ([`DeskRequest`](crate::http::desk::DeskRequest)).
pub struct DeskPaths;

impl Modify for DeskPaths {
    fn modify(&self, document: &mut OpenApi) {
        let paths = &mut document.paths.paths;
        for (_, item) in paths
            .iter_mut()
            .filter(|(path, _)| path.starts_with("/api/desk/"))
        {
            let PathItem {
                get,
                put,
                post,
                delete,
                patch,
                ..
            } = item;
            for operation in get.iter_mut() {
                complete(operation);
            }
            for operation in [put, post, delete, patch].into_iter().flatten() {
                complete(operation);
                add::<failures::Foreign>(operation);
            }
        }
    }
}

fn complete(operation: &mut Operation) {
    operation.tags = Some(vec![DESK.to_owned()]);
    let id = operation.operation_id.as_deref().unwrap_or_default();
    if !WITHOUT_SESSION.contains(&id) {
        operation.security = Some(vec![SecurityRequirement::new("desk", [""; 0])]);
        add::<failures::SignedOut>(operation);
    }
    let takes = |place| {
        let mut parameters = operation.parameters.iter().flatten();
        parameters.any(|it| matches!(it, RefOr::T(it) if it.parameter_in == place))
    };
    let (takes_id, takes_query) = (takes(ParameterIn::Path), takes(ParameterIn::Query));
    if takes_id {
        add::<failures::Unknown>(operation);
    }
    if takes_query {
        add::<failures::BadParameter>(operation);
    }
    if let Some(RefOr::T(body)) = &operation.request_body
        && body.content.contains_key("application/json")
    {
        add::<failures::UnusableBody>(operation);
    }
    add::<failures::Fault>(operation);
}

/// Adds failures where the operation has none of its own.
fn add<F: IntoResponses>(operation: &mut Operation) {
    for (status, failure) in F::responses() {
        operation
            .responses
            .responses
            .entry(status)
            .or_insert(failure);
    }
}
