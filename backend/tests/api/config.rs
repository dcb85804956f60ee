//! The settings, from the text of an `.env` file and an environment.

use backend::config::{Config, ConfigError};
use validator_wasm::company::{DOMAIN, SHORT_NAME};

use crate::app::assert_contains;

const DATABASE: &str = "DATABASE_URL=postgres://owner:topsecret@localhost/leads\n";

fn config(file: &str, environment: &[(&str, &str)]) -> Result<Config, ConfigError> {
    Config::from_layers(&format!("{DATABASE}{file}"), |name| {
        environment
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| (*value).to_owned())
    })
}

fn refused(file: &str) -> Vec<&'static str> {
    match config(file, &[]) {
        Err(ConfigError::Problems(problems)) => {
            problems.into_iter().map(|problem| problem.name).collect()
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_database_is_the_only_setting_without_a_default_in_development() {
    let config = config("", &[]).unwrap();
    assert_eq!(config.server.address.to_string(), "127.0.0.1:8080");
    assert_eq!(
        config.mail.from.email.to_string(),
        format!("website@{DOMAIN}")
    );
    assert_eq!(config.mail.from.name, Some(format!("{SHORT_NAME} Website")));
    let Err(error) = Config::from_layers("", |_| None) else {
        panic!("DATABASE_URL is not required");
    };
    assert_contains(&error.to_string(), "DATABASE_URL: is not set");
    assert_eq!(error.to_string().lines().count(), 2);
}

#[test]
fn the_file_overrides_the_defaults_and_the_environment_both() {
    let file = "PORT=1\nLOG=warn\nLOG_FORMAT=json\n";
    let config = config(file, &[("PORT", "2"), ("LOG", ""), ("UNHEARD_OF", "x")]).unwrap();
    assert_eq!(config.server.address.port(), 2);
    assert_eq!(
        config.log.filter.to_string(),
        "warn",
        "an empty value overrode the file"
    );
    assert_eq!(format!("{:?}", config.log.format), "Json");
}

#[test]
fn every_problem_is_noted() {
    assert_eq!(
        refused("HOST=localhost\nPUBLIC_URL=http://localhost/\nLOG=a=b=c\nDATABASE_URL=leads"),
        ["HOST", "PUBLIC_URL", "LOG", "DATABASE_URL"]
    );
    assert_eq!(
        refused("DATABASE_POOL_SIZE=0\nANON_KEY='two words'\nTRUSTED_PROXIES=10.0.0.0/8,proxy"),
        ["DATABASE_POOL_SIZE", "ANON_KEY", "TRUSTED_PROXIES"]
    );
    assert_eq!(
        refused("PUBLIC_URL=https://example.com/path\nMAIL_FROM=a b\nSMTP_URL=mail.example"),
        ["PUBLIC_URL", "MAIL_TO", "MAIL_FROM", "SMTP_URL"]
    );
}

#[test]
fn an_owner_without_an_address_is_refused_outside_of_development() {
    for (public_url, is_refused) in [
        ("http://localhost:8080", false),
        ("https://[::1]", false),
        ("https://localhost.trees.com", true),
        ("https://trees.com", true),
    ] {
        let file = format!("PUBLIC_URL={public_url}\n");
        assert_eq!(config(&file, &[]).is_err(), is_refused, "{public_url}");
        assert!(config(&(file + "MAIL_TO=owner@trees.com"), &[]).is_ok());
    }
}

#[test]
fn what_sets_nothing_is_named_with_what_was_meant() {
    let read = |file: &str| Config::from_layers(file, |_| None);
    let file = format!(
        "\u{feff}{DATABASE}\nDESK_EMAIL=a@b.example # one\nOTHER_PROGRAM=1\nTRUSTED_PROXY=1"
    );
    let unknown = read(&file).unwrap().unknown;
    let named: Vec<String> = unknown.iter().map(ToString::to_string).collect();
    assert_eq!(
        named,
        [
            ".env: line 3: DESK_EMAIL is no setting: did you mean DESK_EMAILS?",
            ".env: line 4: is no setting.",
            ".env: line 5: TRUSTED_PROXY is no setting: did you mean TRUSTED_PROXIES?",
        ]
    );
    // The lines of a secret are not repeated.
    let error = read("DATABASE_URl=postgres://localhost/leads\nMIIEvQ==\nsecret").unwrap_err();
    let error = error.to_string();
    for part in [
        "DATABASE_URL: is not set",
        "did you mean DATABASE_URL?",
        "line 2: is no setting",
        "line 3: is",
    ] {
        assert_contains(&error, part);
    }
    assert!(
        !error.contains("MII") && !error.contains("secret"),
        "{error}"
    );
}

#[test]
fn proxies_are_addresses_or_networks() {
    let config = config("TRUSTED_PROXIES=10.0.0.0/8, 2001:db8::1", &[]).unwrap();
    let proxies = config.visitors.trusted_proxies;
    assert_eq!(format!("{proxies:?}"), "[10.0.0.0/8, 2001:db8::1/128]");
}

#[test]
fn headers_of_a_geolocation_are_three_and_come_from_a_proxy() {
    let proxy = "TRUSTED_PROXIES=10.0.0.0/8\n";
    for headers in ["cf-ipcity,cf-region,cf-ipcountry", ",,cf-ipcountry"] {
        let file = format!("PLACE_HEADERS={headers}");
        let config = config(&format!("{proxy}{file}"), &[]).unwrap();
        assert!(config.visitors.geolocation_headers.is_some(), "{headers}");
        assert_eq!(refused(&file), ["PLACE_HEADERS"]);
    }
    for headers in ["cf-ipcity", "a,b", "a,b,c,d", "a b,c,d", "ä,b,c"] {
        let file = format!("{proxy}PLACE_HEADERS={headers}");
        assert_eq!(refused(&file), ["PLACE_HEADERS"], "{headers}");
    }
}

#[test]
fn origins_are_as_browsers_write_them() {
    let origins = [
        "https://www.example.com",
        "http://localhost:5173",
        "https://[2001:db8::1]:8443",
    ];
    let list = origins.join(", ");
    let config = config(&format!("ALLOWED_ORIGINS={list}"), &[]).unwrap();
    assert_eq!(config.server.allowed_origins, origins);
    for list in [
        "*",
        "null",
        "www.example.com",
        "ftp://example.com",
        "https://",
        "https://www.example.com/",
        "https://www.example.com/path",
        "https://www.example.com,",
        "https://WWW.example.com",
        "https://*.example.com",
        "https://www.example.com:443",
        "http://www.example.com:80",
        "https://jane@example.com",
        "https://two words",
    ] {
        let file = format!("ALLOWED_ORIGINS={list}");
        assert_eq!(refused(&file), ["ALLOWED_ORIGINS"], "{list}");
    }
}

#[test]
fn databases_of_geolocations_are_files() {
    let config = config("PLACE_DATABASE=ipv4.mmdb, ipv6.mmdb", &[]).unwrap();
    let files = config.visitors.geolocation_databases;
    assert_eq!(format!("{files:?}"), r#"["ipv4.mmdb", "ipv6.mmdb"]"#);
    assert_eq!(refused("PLACE_DATABASE=ipv4.mmdb,"), ["PLACE_DATABASE"]);
}

#[test]
fn the_desk_is_for_the_addresses_that_are_listed() {
    assert!(!config("", &[]).unwrap().desk.is_on());
    let desk = config("DESK_EMAILS=Jane@A.example, joe@b.example", &[])
        .unwrap()
        .desk;
    assert_eq!(desk.people.len(), 2);
    let jane = desk.person(" jane@a.EXAMPLE ").unwrap();
    assert_eq!(jane.address().to_string(), "Jane@A.example");
    assert_eq!(jane.key(), "jane@a.example");
    for stranger in ["", "jane", "jane@b.example", "joe@b.example,"] {
        assert!(desk.person(stranger).is_none(), "{stranger}");
    }
    for list in ["jane", "jane@a.example,", "Jane <jane@a.example>"] {
        assert_eq!(refused(&format!("DESK_EMAILS={list}")), ["DESK_EMAILS"]);
    }
}

#[test]
fn visitors_are_answered_only_if_that_is_asked_for() {
    assert!(config("", &[]).unwrap().auto_replies_per_hour.is_none());
    let on = config("AUTO_REPLY=true\nAUTO_REPLIES_PER_HOUR=7", &[]).unwrap();
    assert_eq!(on.auto_replies_per_hour, Some(7));
    assert_eq!(refused("AUTO_REPLY=yes"), ["AUTO_REPLY"]);
    let none = "AUTO_REPLIES_PER_HOUR=0";
    assert_eq!(refused(none), ["AUTO_REPLIES_PER_HOUR"]);
}

/// A key like those that `openssl rand -base64 24` prints.
const KEY: &str = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

#[test]
fn a_webhook_has_an_https_address_and_a_secret() {
    assert!(config("", &[]).unwrap().webhook.is_none());
    assert!(config("WEBHOOK_SECRET=x", &[]).unwrap().webhook.is_none());
    let url = "WEBHOOK_URL=https://crm.example/hooks/1?key=2\n";
    for (secrets, keys) in [
        (format!("whsec_{KEY}"), 1),
        (format!("whsec_{KEY}, whsec_{KEY}"), 2),
    ] {
        let webhook = config(&format!("{url}WEBHOOK_SECRET={secrets}"), &[])
            .unwrap()
            .webhook
            .unwrap();
        assert_eq!(webhook.keys.len(), keys);
        assert!(!webhook.allow_private);
    }
    for secret in [
        "",
        KEY,
        "whsec_",
        "whsec_c2hvcnQ=",
        "whsec_not/base64!",
        &format!("whsec_{KEY},"),
        &format!("whsec_{}", KEY.repeat(3)),
    ] {
        let file = format!("{url}WEBHOOK_SECRET={secret}");
        assert_eq!(refused(&file), ["WEBHOOK_SECRET"], "{secret}");
    }
}

#[test]
fn only_a_webhook_in_a_private_network_may_go_unencrypted() {
    let file = |url: &str, allowed: bool| {
        format!("WEBHOOK_URL={url}\nWEBHOOK_SECRET=whsec_{KEY}\nWEBHOOK_ALLOW_PRIVATE={allowed}")
    };
    assert_eq!(
        refused(&file("http://crm.example/", false)),
        ["WEBHOOK_URL"]
    );
    assert!(config(&file("http://crm.example/", true), &[]).is_ok());
    for url in [
        "crm.example",
        "ftp://crm.example/",
        "file:///etc/passwd",
        "https://user@crm.example/",
        "https://:password@crm.example/",
        "'https://crm.example/#part'",
        "https://",
    ] {
        for allowed in [false, true] {
            assert_eq!(refused(&file(url, allowed)), ["WEBHOOK_URL"], "{url}");
        }
    }
    let odd = "WEBHOOK_ALLOW_PRIVATE=yes";
    assert_eq!(refused(odd), ["WEBHOOK_ALLOW_PRIVATE"]);
}

#[test]
fn secrets_are_not_printed() {
    let file = "IP_HASH_SECRET=topsecret-topsecret-topsecret-topsecret\n\
                SMTP_URL=smtps://user:topsecret@mail.example\n\
                WEBHOOK_URL=https://crm.example/topsecret\n\
                WEBHOOK_SECRET=whsec_dG9wc2VjcmV0dG9wc2VjcmV0dG9wc2VjcmV0";
    let config = config(file, &[]).unwrap();
    let printed = format!("{config:#?}");
    assert!(!printed.contains("topsecret"), "{printed}");
    assert!(!printed.contains("116"), "a byte of the key: {printed}");
}
