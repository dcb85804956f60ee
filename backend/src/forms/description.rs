//! The schemas of requests.
//!
//! The server reads requests more leniently than one type can describe: a key that is `null` counts
//! as absent, and a number in a row becomes text. So these types exist for the description only.
//! Tests keep their keys equal to the keys of the types that are read
//! (`tests/api/server/openapi.rs`).

use serde_json::Value;
use utoipa::{
    IntoParams, PartialSchema, ToSchema,
    openapi::{
        RefOr, Schema,
        schema::{AdditionalProperties, ObjectBuilder, SchemaType, Type},
    },
};
use uuid::Uuid;
use validator_wasm::Field;

use super::postgrest::is_writable;
use crate::{leads::site_forms::SiteForm, visitors::TrackingInput};

/// The contact form as the visitor filled it in.
#[derive(ToSchema)]
pub struct EstimateRequest {
    /// The form's fields.
    #[serde(flatten)]
    pub form: FormFields,
    /// The tracking fields of the browser.
    #[serde(flatten)]
    pub tracking: TrackingInput,
    /// Spam signals.
    #[serde(flatten)]
    pub request_signals: RequestSignals,
}

/// The form's fields, from the table of the rules.
pub struct FormFields;

impl PartialSchema for FormFields {
    fn schema() -> RefOr<Schema> {
        let mut form = ObjectBuilder::new().schema_type(Type::Object);
        for field in Field::ALL {
            let text = ObjectBuilder::new()
                .description(Some(field.description()))
                .examples([field.example()]);
            let text = if field.is_required() {
                form = form.required(field.as_str());
                text.schema_type(Type::String).pattern(Some(r"\S"))
            } else {
                let default = Some(field.facts().initial).filter(|text| !text.is_empty());
                text.schema_type(SchemaType::from_iter([Type::String, Type::Null]))
                    .default(default.map(Into::into))
            };
            form = form.property(field.as_str(), text);
        }
        form.into()
    }
}

impl ToSchema for FormFields {}

/// Spam signals. A request without them is accepted like any other. Values that are not text are ignored.
#[derive(ToSchema)]
pub struct RequestSignals {
    /// The token from `GET /api/form-token`, requested when the form was opened.
    #[schema(example = "AQAAAZqgb5EAX9pmx0kBqIdKcXfV0YjJ3g")]
    pub form_token: Option<Value>,
    /// The honeypot: a field that no person sees. It stays empty.
    #[schema(example = "")]
    pub website: Option<Value>,
}

/// A row of `site_forms` to insert: a [`SiteForm`] without the columns that only the server writes.
pub struct NewRow;

impl PartialSchema for NewRow {
    fn schema() -> RefOr<Schema> {
        let mut schema = SiteForm::schema();
        if let RefOr::T(Schema::Object(row)) = &mut schema {
            row.description = Some(
                "A row to save. The server reads the form from it and checks it by the same rules as the browser."
                    .to_owned(),
            );
            row.properties.retain(|column, _| is_writable(column));
            row.required = ["full_name", "phone", "message"].map(str::to_owned).into();
            row.additional_properties = Some(Box::new(AdditionalProperties::FreeForm(false)));
        }
        schema
    }
}

impl ToSchema for NewRow {}

/// The rows to insert: one, or several that are all saved or all rejected.
#[derive(ToSchema)]
#[serde(untagged)]
pub enum NewRows {
    /// One row.
    One(Box<NewRow>),
    /// Several rows.
    Several(Vec<NewRow>),
}

/// The header that makes it safe to send a request again.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
pub struct IdempotencyKey {
    /// A UUID, with or without quotes, that identifies this request. If the request is sent again
    /// with the same key, it gets the same response and has no further effect.
    #[param(rename = "Idempotency-Key", required = false)]
    pub idempotency_key: Uuid,
}
