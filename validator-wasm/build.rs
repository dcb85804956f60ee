//! Generates Rust constants from files that people edit: the company's facts in `company.json`
//! become `company.rs`, and the entries of `rules/*.txt` become `lists.rs`.

use std::{collections::BTreeMap, env, error::Error, fmt::Write, fs, path::Path};

use serde_json::Value;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    write_company()?;
    write_lists()
}

fn write_company() -> Result<(), Box<dyn Error>> {
    let file = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../company.json");
    println!("cargo::rerun-if-changed={}", file.display());
    let company: BTreeMap<String, Value> = serde_json::from_str(&fs::read_to_string(&file)?)
        .map_err(|error| format!("company.json: {error}"))?;
    let text = |key: &str| {
        let text = company.get(key).and_then(Value::as_str);
        text.ok_or_else(|| format!("company.json: {key} is missing, or no text"))
    };
    let domain_label = text("domain")?.split('.').next().unwrap_or_default();
    let mut constants = vec![(
        "PLACEHOLDER_EMAIL",
        "The email address in the row of a visitor who gave none. `.invalid` can never receive email (RFC 6761, section 6.4).",
        format!("none-given@{domain_label}.invalid"),
    )];
    for (name, about, key) in [
        ("NAME", "The company's full name.", "name"),
        ("SHORT_NAME", "The name that people say.", "shortName"),
        ("SLUG", "The name in storage keys.", "slug"),
        (
            "SITE_NAME",
            "The `site_name` of this site's rows.",
            "siteName",
        ),
        ("DOMAIN", "The domain of the company's email.", "domain"),
        ("EMAIL", "The address that visitors write to.", "email"),
    ] {
        constants.push((name, about, text(key)?.to_owned()));
    }
    write_constants("company.rs", &constants)
}

fn write_lists() -> Result<(), Box<dyn Error>> {
    let mut constants = Vec::new();
    for (name, about, file) in [
        (
            "EMAIL_BLOCKLIST",
            "Parts of email addresses that are refused, one on each line.",
            "rules/email-blocklist.txt",
        ),
        (
            "PROMOTIONAL_PHRASES",
            "Phrases of messages that are refused, one on each line.",
            "rules/promotional-phrases.txt",
        ),
    ] {
        println!("cargo::rerun-if-changed={file}");
        let list = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        // Blank lines and comments are for the people who edit the list.
        let entries: Vec<&str> = list
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .collect();
        constants.push((name, about, entries.join("\n")));
    }
    write_constants("lists.rs", &constants)
}

/// Writes constants, each with its name, its documentation, and its value.
fn write_constants(file: &str, constants: &[(&str, &str, String)]) -> Result<(), Box<dyn Error>> {
    let mut code = String::new();
    for (name, about, value) in constants {
        writeln!(code, "/// {about}\npub const {name}: &str = {value:?};")?;
    }
    fs::write(Path::new(&env::var("OUT_DIR")?).join(file), code)?;
    Ok(())
}
