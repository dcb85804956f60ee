//! Describes failures: those that an operation does not name are its default response, in the
//! format of its path.

use utoipa::{
    Modify,
    openapi::{
        Content, OpenApi, Ref, ResponseBuilder,
        path::PathItem,
        schema::{AnyOfBuilder, ObjectBuilder, Type},
    },
};

/// Adds the default responses.
pub struct Failures;

impl Modify for Failures {
    fn modify(&self, document: &mut OpenApi) {
        for (path, item) in &mut document.paths.paths {
            let content = |shapes: &[&str]| {
                let shapes = shapes.iter().map(|it| Ref::from_schema_name(*it));
                let any = shapes.fold(AnyOfBuilder::new(), AnyOfBuilder::item);
                ("application/json", Content::new(Some(any)))
            };
            let (media_type, content) = match &**path {
                "/contact" => {
                    let page = ObjectBuilder::new().schema_type(Type::String);
                    ("text/html", Content::new(Some(page)))
                }
                path if path.contains("/photos") => content(&["PhotoError", "ApiError"]),
                path if path.starts_with("/rest/") => content(&["PostgrestError"]),
                path if path.starts_with("/api/") => content(&["ApiError"]),
                _ => continue,
            };
            let failure = ResponseBuilder::new()
                .description("It is refused or fails: why, it says in a sentence for people.")
                .content(media_type, content)
                .build();
            let PathItem {
                get,
                put,
                post,
                delete,
                patch,
                ..
            } = item;
            for operation in [get, put, post, delete, patch].into_iter().flatten() {
                let responses = &mut operation.responses.responses;
                responses.insert("default".to_owned(), failure.clone().into());
            }
        }
    }
}
