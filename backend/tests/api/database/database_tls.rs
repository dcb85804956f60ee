//! TLS to Postgres.
//!
//! The tests' Postgres needs no TLS: a terminator in front of it has a certificate of the test's
//! and, like Postgres, begins with an `SSLRequest`.

use std::{fs, path::PathBuf};

use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional},
    net::{TcpListener, TcpStream},
};
use tokio_rustls::TlsAcceptor;

use super::Database;
use crate::{
    app::{Answer, TestApp, assert_contains, row},
    process::{Folders, Output},
    tls,
};

#[actix_web::test]
async fn a_postgres_with_a_valid_certificate_is_reached_encrypted() {
    let database = Database::migrated().await;
    let secure = Terminator::before(&database, "localhost").await;
    let app = TestApp::spawn_with(&[
        ("DATABASE_URL", &secure.url("localhost")),
        ("DATABASE_CA_FILE", secure.ca_file.to_str().unwrap()),
    ])
    .await;
    Answer::to(app.insert(&row())).await.expect(201);
    assert_eq!(database.site_forms().await.len(), 1);
}

#[actix_web::test]
async fn a_postgres_without_a_valid_certificate_gets_no_password() {
    let database = Database::create().await;
    let secure = Terminator::before(&database, "localhost").await;
    let other = Terminator::before(&database, "db.example.com").await;
    let ca_file = secure.ca_file.to_str().unwrap();
    let named = other.url("localhost");
    let plain = format!("{}?sslmode=require", database.url);
    for (url, ca_file, message) in [
        // The system's certificates don't include the test's CA.
        (secure.url("localhost"), None, "UnknownIssuer"),
        (named.clone(), other.ca_file.to_str(), "not valid for name"),
        (named, Some(ca_file), "UnknownIssuer"),
        (plain, Some(ca_file), "server does not support TLS"),
    ] {
        let mut settings = vec![("DATABASE_URL", url.as_str())];
        settings.extend(ca_file.map(|file| ("DATABASE_CA_FILE", file)));
        let output = Output::of(&Folders::new(), &["migrate"], &settings).await;
        assert!(!output.success, "{url}");
        assert_contains(&output.err, message);
    }
    let settings = [
        ("DATABASE_URL", &*secure.url("localhost")),
        ("DATABASE_CA_FILE", ca_file),
    ];
    let output = Output::of(&Folders::new(), &["migrate"], &settings).await;
    assert!(output.success, "{}", output.err);
}

#[actix_web::test]
async fn unusable_certificates_are_reported_at_the_start() {
    let folders = Folders::new();
    let empty = folders.work.path().join("empty.pem");
    fs::write(&empty, "no certificate").unwrap();
    let url = "postgres://owner:topsecret@db.example.com/leads";
    let unreadable = "DATABASE_CA_FILE: set a readable file";
    for (mode, ca_file, message) in [
        ("verify-full", "", "DATABASE_URL: write sslmode=require"),
        ("verify-ca", "", "DATABASE_URL: write sslmode=require"),
        ("require", "/no/such/file", unreadable),
        ("require", empty.to_str().unwrap(), unreadable),
        ("often", "", "DATABASE_URL: set postgres://"),
    ] {
        let settings = [
            ("DATABASE_URL", &*format!("{url}?sslmode={mode}")),
            ("DATABASE_CA_FILE", ca_file),
        ];
        let output = Output::of(&folders, &["migrate"], &settings).await;
        assert!(!output.success);
        assert_contains(&output.err, message);
        assert!(!output.err.contains("topsecret"), "{}", output.err);
    }
}

/// Terminates TLS in front of the tests' Postgres.
struct Terminator {
    database_url: reqwest::Url,
    port: u16,
    ca_file: PathBuf,
    _folder: TempDir,
}

impl Terminator {
    /// Starts one with a certificate for `name`.
    async fn before(database: &Database, name: &str) -> Self {
        let (acceptor, ca) = tls::server(name);
        let folder = TempDir::new().unwrap();
        let ca_file = folder.path().join("ca.pem");
        fs::write(&ca_file, ca).unwrap();
        let database_url: reqwest::Url = database.url.parse().unwrap();
        let target = format!(
            "{}:{}",
            database_url.host().unwrap(),
            database_url.port().unwrap_or(5432)
        );
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(terminate(client, acceptor.clone(), target.clone()));
            }
        });
        Self {
            database_url,
            port,
            ca_file,
            _folder: folder,
        }
    }

    /// Returns the database's URL through the terminator, with this host name.
    fn url(&self, host: &str) -> String {
        let mut url = self.database_url.clone();
        url.set_host(Some(host)).unwrap();
        url.set_port(Some(self.port)).unwrap();
        url.set_query(Some("sslmode=require"));
        url.into()
    }
}

/// The message with which a client asks Postgres for TLS.
const SSL_REQUEST: [u8; 8] = [0, 0, 0, 8, 4, 210, 22, 47];

async fn terminate(mut client: TcpStream, acceptor: TlsAcceptor, target: String) {
    let mut request = [0; 8];
    client.read_exact(&mut request).await.unwrap();
    assert_eq!(request, SSL_REQUEST, "the client did not request TLS");
    client.write_all(b"S").await.unwrap();
    // A client that rejects the certificate disconnects.
    let Ok(mut client) = acceptor.accept(client).await else {
        return;
    };
    let mut server = TcpStream::connect(target).await.unwrap();
    drop(copy_bidirectional(&mut client, &mut server).await);
}
