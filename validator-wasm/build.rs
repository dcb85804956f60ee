//! Writes the company's facts that the rules know from `company.json` into `company.rs`.

use std::{env, error::Error, fs, path::Path};

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Company {
    name: String,
    short_name: String,
    slug: String,
    site_name: String,
    domain: String,
    email: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../company.json");
    println!("cargo::rerun-if-changed={}", file.display());
    println!("cargo::rerun-if-changed=build.rs");
    let company: Company = serde_json::from_str(&fs::read_to_string(&file)?)
        .map_err(|error| format!("company.json: {error}"))?;
    let domain_label = company.domain.split('.').next().unwrap_or_default();
    let placeholder_email = format!("none-given@{domain_label}.invalid");
    let constants = [
        ("NAME", "The company's full name.", &company.name),
        (
            "SHORT_NAME",
            "The name that people say.",
            &company.short_name,
        ),
        ("SLUG", "The name in storage keys.", &company.slug),
        (
            "SITE_NAME",
            "The `site_name` of this site's rows: several sites may share a table.",
            &company.site_name,
        ),
        (
            "DOMAIN",
            "The domain of the company's mail.",
            &company.domain,
        ),
        (
            "EMAIL",
            "The address that visitors write to.",
            &company.email,
        ),
        (
            "PLACEHOLDER_EMAIL",
            "The e-mail address in the row of a visitor who gave none. `.invalid` can never receive mail (RFC 6761, section 6.4).",
            &placeholder_email,
        ),
    ];
    let code = constants
        .map(|(name, about, value)| format!("/// {about}\npub const {name}: &str = {value:?};\n"))
        .concat();
    Ok(fs::write(
        Path::new(&env::var("OUT_DIR")?).join("company.rs"),
        code,
    )?)
}
