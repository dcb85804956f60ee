//! Structs whose fields are columns, and their rows as parameters of a statement: one array per
//! column (`unnest`), for any number of rows. The fields' names assign the arrays to the columns.

use tokio_postgres::types::ToSql;
use uuid::Uuid;

pub type Array<'a> = Box<dyn ToSql + Sync + Send + 'a>;

pub trait Columns {
    /// The names of the read-only columns, marked `@read_only`.
    const READ_ONLY: &'static [&'static str];

    const NAMES: &'static [&'static str];

    /// The SQL types of the other columns' arrays, in the same order.
    const ARRAY_TYPES: &'static [&'static str];

    /// Returns the other columns' arrays, in the same order.
    fn arrays<'a>(rows: impl Iterator<Item = &'a Self> + Clone) -> Vec<Array<'a>>
    where
        Self: 'a;

    /// Returns the names as an SQL list: `id, phone`.
    fn names() -> String {
        Self::NAMES.join(", ")
    }
}

pub trait ColumnType {
    const ARRAY: &'static str;
}

macro_rules! column_types {
    ($($type:ty => $array:literal,)*) => {
        $(impl ColumnType for $type {
            const ARRAY: &'static str = $array;
        })*
    };
}

column_types! {
    bool => "boolean[]",
    i16 => "smallint[]",
    &str => "text[]",
    String => "text[]",
    Uuid => "uuid[]",
}

impl<T: ColumnType> ColumnType for Option<T> {
    const ARRAY: &'static str = T::ARRAY;
}

/// Defines a struct and implements [`Columns`] for it.
macro_rules! columns {
    ($(#[$attribute:meta])* $visibility:vis struct $name:ident $(<$lifetime:lifetime>)? {
        $(@read_only { $($(#[$on_read:meta])* $read_visibility:vis $read:ident: $read_type:ty,)* })?
        $($(#[$on_field:meta])* $field_visibility:vis $field:ident: $type:ty,)*
    }) => {
        $(#[$attribute])*
        $visibility struct $name $(<$lifetime>)? {
            $($($(#[$on_read])* $read_visibility $read: $read_type,)*)?
            $($(#[$on_field])* $field_visibility $field: $type,)*
        }

        impl $(<$lifetime>)? $crate::database::columns::Columns for $name $(<$lifetime>)? {
            const READ_ONLY: &'static [&'static str] = &[$($(stringify!($read)),*)?];
            const NAMES: &'static [&'static str] = &[$(stringify!($field)),*];
            const ARRAY_TYPES: &'static [&'static str] =
                &[$(<$type as $crate::database::columns::ColumnType>::ARRAY),*];

            fn arrays<'r>(
                rows: impl Iterator<Item = &'r Self> + Clone,
            ) -> Vec<$crate::database::columns::Array<'r>>
            where
                Self: 'r,
            {
                vec![$(Box::new(rows.clone().map(|row| &row.$field).collect::<Vec<_>>())),*]
            }
        }
    };
}

pub(crate) use columns;
