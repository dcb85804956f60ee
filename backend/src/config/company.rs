//! The company's facts: `company.json` at the root of the repository, compiled in.

use std::sync::LazyLock;

use serde::Deserialize;

/// The facts that the server uses.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Company {
    /// Full name.
    pub name: String,
    /// Name as customers say it.
    pub short_name: String,
    /// Domain of the website and of the mail addresses.
    pub domain: String,
}

/// The company's facts.
#[expect(
    clippy::expect_used,
    reason = "the text is a constant, and tests read it"
)]
pub static COMPANY: LazyLock<Company> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../company.json")).expect("the company's facts")
});
