//! Enums that are stored by name.

/// Defines an enum whose variants have names: in the database (as `text`), in JSON, and in metrics.
macro_rules! text_enum {
    (
        $(#[$attribute:meta])*
        pub enum $Enum:ident { $($(#[$note:meta])* $Variant:ident = $name:tt,)+ }
    ) => {
        $(#[$attribute])*
        #[derive(
            Clone,
            Copy,
            Debug,
            PartialEq,
            Eq,
            Hash,
            diesel::expression::AsExpression,
            diesel::deserialize::FromSqlRow,
            serde::Serialize,
        )]
        #[diesel(sql_type = diesel::sql_types::Text)]
        pub enum $Enum { $($(#[$note])* #[serde(rename = $name)] $Variant,)+ }

        impl $Enum {
            pub const ALL: &[Self] = &[$(Self::$Variant),+];

            pub const fn name(self) -> &'static str {
                match self { $(Self::$Variant => $name),+ }
            }
        }

        impl diesel::serialize::ToSql<diesel::sql_types::Text, diesel::pg::Pg> for $Enum {
            fn to_sql<'b>(
                &'b self,
                out: &mut diesel::serialize::Output<'b, '_, diesel::pg::Pg>,
            ) -> diesel::serialize::Result {
                diesel::serialize::ToSql::<diesel::sql_types::Text, _>::to_sql(self.name(), out)
            }
        }

        impl diesel::deserialize::FromSql<diesel::sql_types::Text, diesel::pg::Pg> for $Enum {
            fn from_sql(value: diesel::pg::PgValue<'_>) -> diesel::deserialize::Result<Self> {
                match value.as_bytes() {
                    $(name if name == $name.as_bytes() => Ok(Self::$Variant),)+
                    _ => Err(concat!("the database contains an unknown ", stringify!($Enum)).into()),
                }
            }
        }
    };
}

pub(crate) use text_enum;
