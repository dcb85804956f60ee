//! What the API descriptions of the desk's paths have in common.

use utoipa::{
    Modify,
    openapi::{OpenApi, path::PathItem, security::SecurityRequirement},
};

use crate::web::description::DESK;

/// The operations that need no session.
const WITHOUT_SESSION: [&str; 2] = ["requestDeskLink", "signInToDesk"];

/// Adds the tag and the session to each operation.
pub struct DeskPaths;

impl Modify for DeskPaths {
    fn modify(&self, document: &mut OpenApi) {
        let paths = document.paths.paths.iter_mut();
        for (_, item) in paths.filter(|(path, _)| path.starts_with("/api/desk/")) {
            let PathItem {
                get,
                put,
                post,
                delete,
                patch,
                ..
            } = item;
            for operation in [get, put, post, delete, patch].into_iter().flatten() {
                operation.tags = Some(vec![DESK.to_owned()]);
                let id = operation.operation_id.as_deref().unwrap_or_default();
                if !WITHOUT_SESSION.contains(&id) {
                    operation.security = Some(vec![SecurityRequirement::new("desk", [""; 0])]);
                }
            }
        }
    }
}
