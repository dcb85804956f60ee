//! The search for a text in leads.

use diesel::{
    BoolExpressionMethods, BoxableExpression, ExpressionMethods, PgTextExpressionMethods,
    QueryResult,
    dsl::sql,
    pg::Pg,
    sql_query,
    sql_types::{Bool, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use validator_wasm::PLACEHOLDER_EMAIL;

use crate::store::schema::site_forms;

/// A condition on a lead.
pub(super) type Condition = Box<dyn BoxableExpression<site_forms::table, Pg, SqlType = Bool>>;

/// Has the next search of this transaction planned for its text: what is in few leads is sought in the
/// whole table, by several processes, and what is in many along the index.
pub(super) async fn plan(connection: &mut AsyncPgConnection) -> QueryResult<()> {
    sql_query("SET LOCAL plan_cache_mode = force_custom_plan")
        .execute(connection)
        .await
        .map(drop)
}

/// Fewer digits are in too many telephone numbers.
const MIN_PHONE_DIGITS: usize = 3;

/// The condition that a lead holds a text: in its name, its message, its address, or, written in any
/// way, its telephone number.
pub(super) fn holds(text: &str) -> Condition {
    let pattern = format!("%{}%", escaped(text));
    let words = site_forms::full_name
        .ilike(pattern.clone())
        .or(site_forms::message.ilike(pattern.clone()))
        .or(site_forms::email
            .ilike(pattern)
            .and(site_forms::email.ne(PLACEHOLDER_EMAIL)));
    match phone_pattern(text) {
        Some(pattern) => {
            let phone = sql::<Bool>("phone ~ ").bind::<Text, _>(pattern);
            Box::new(words.or(phone))
        }
        None => Box::new(words),
    }
}

/// A text in which no character is a wildcard of `LIKE`.
fn escaped(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern
}

/// The pattern of a text that may be a telephone number: its digits without the country's 1, and
/// anything else between them.
fn phone_pattern(text: &str) -> Option<String> {
    let is_number = text
        .chars()
        .all(|c| c.is_ascii_digit() || c.is_whitespace() || "+-().".contains(c));
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let digits = match digits.strip_prefix('1') {
        Some(national) if digits.len() == 11 || text.trim_start().starts_with('+') => national,
        _ => &digits,
    };
    (is_number && digits.len() >= MIN_PHONE_DIGITS).then(|| {
        let digits: Vec<String> = digits.chars().map(String::from).collect();
        digits.join("[^0-9]*")
    })
}

#[cfg(test)]
mod tests {
    use super::{escaped, phone_pattern};

    #[test]
    fn wildcards_are_escaped() {
        assert_eq!(escaped(r"50% of_a\b"), r"50\% of\_a\\b");
    }

    #[test]
    fn a_number_is_searched_by_its_digits() {
        for (text, digits) in [
            ("404-555-0123", Some("4045550123")),
            ("+1 (404) 555.0123", Some("4045550123")),
            ("14045550123", Some("4045550123")),
            ("+1 404", Some("404")),
            ("0123", Some("0123")),
            ("12", None),
            ("12 Oak", None),
            ("", None),
        ] {
            assert_eq!(
                phone_pattern(text)
                    .map(|it| it.replace("[^0-9]*", ""))
                    .as_deref(),
                digits,
                "{text}"
            );
        }
    }
}
