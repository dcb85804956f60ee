//! The addresses that webhooks are sent to, and those that they are not sent to.

use std::fs;

use backend::{
    config::Config,
    outbox::{outbound::OutboundError, webhooks::WebhookClient},
};
use futures_util::FutureExt;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional},
    net::{TcpListener, TcpStream},
};

use super::wait_for_state;
use crate::{
    app::{TestApp, assert_contains, estimate, long_deadlines, one},
    database::Database,
    desk::save,
    process::{Folders, Output, Server},
    tls,
    webhook_receiver::{Receiver, SECRET},
};

/// Listens on a free port of the loopback interface.
async fn listener() -> (TcpListener, u16) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    (listener, port)
}

/// Returns a client for this URL.
fn client(url: &str, allow_private: bool) -> WebhookClient {
    let config = Config::from_layers("", |name| {
        let value = match name {
            "DATABASE_URL" => "postgres://nobody@127.0.0.1:1/nowhere",
            "WEBHOOK_URL" => url,
            "WEBHOOK_SECRET" => SECRET,
            "WEBHOOK_ALLOW_PRIVATE" if allow_private => "true",
            _ => return None,
        };
        Some(value.to_owned())
    });
    WebhookClient::new(&config.unwrap().webhook.unwrap(), &long_deadlines()).unwrap()
}

/// Addresses that are never a receiver's: metadata services, multicast, embedded IPv4 addresses.
const SPECIAL: &str = "0.0.0.0 100.100.100.200 168.63.129.16 169.254.169.254 192.0.0.1 192.0.2.1 \
    198.18.0.1 203.0.113.7 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 [::] [::127.0.0.1] \
    [::ffff:127.0.0.1] [::ffff:10.0.0.1] [::ffff:169.254.169.254] [::ffff:1.1.1.1] \
    [64:ff9b::7f00:1] [64:ff9b::a9fe:a9fe] [64:ff9b::101:101] [64:ff9b:1::1] [100::1] [2001::1] \
    [2001:db8::1] [2002:7f00:1::1] [3fff::1] [fd00:ec2::254] [fe80::1] [fec0::1] [ff02::1]";

/// Every notation of the server's own addresses that URLs allow, and names that are resolved when the
/// client connects.
const OWN: &str = "127.0.0.1 127.1 2130706433 0x7f.0.0.1 017700000001 %31%32%37.0.0.1 [::1] \
    [::ffff:7f00:1] localhost LOCALHOST 10.0.0.1 172.16.0.1 192.168.0.1 100.64.0.1 [fc00::1]";

#[actix_web::test]
async fn an_address_in_the_servers_own_network_is_not_connected_to() {
    let (listener, port) = listener().await;
    for host in OWN.split(' ').chain(SPECIAL.split(' ')) {
        let refused = client(&format!("https://{host}:{port}/"), false)
            .reach()
            .await;
        assert!(
            matches!(refused, Err(OutboundError::AddressRefused(_))),
            "{host}: {refused:?}"
        );
    }
    // The same for a lead's webhook.
    let url = format!("https://localhost:{port}/");
    let app = TestApp::spawn_with(&[("WEBHOOK_URL", &url), ("WEBHOOK_SECRET", SECRET)]).await;
    save(&app, json!({})).await;
    wait_for_state(
        &app.database,
        "state = 'pending' AND failure_class = 'address' AND http_status IS NULL
         AND failure LIKE '%is in the server''s own network: see WEBHOOK_ALLOW_PRIVATE'",
    )
    .await;
    assert!(listener.accept().now_or_never().is_none());
}

#[actix_web::test]
async fn where_private_addresses_are_allowed_special_ones_are_not() {
    for host in SPECIAL.split(' ') {
        for scheme in ["http", "https"] {
            let refused = client(&format!("{scheme}://{host}/"), true).reach().await;
            let is_refused = match refused {
                Err(OutboundError::AddressRefused(_)) => scheme == "https",
                Err(OutboundError::Unencrypted) => scheme == "http",
                _ => false,
            };
            assert!(is_refused, "{scheme} {host}: {refused:?}");
        }
    }
    let (_listener, port) = listener().await;
    let url = format!("http://localhost:{port}/");
    client(&url, true).reach().await.unwrap();
}

#[actix_web::test]
async fn a_lead_does_not_leave_the_private_network_unencrypted() {
    // The client sends nothing to this address.
    let refused = client("http://1.1.1.1/", true).reach().await.unwrap_err();
    assert_contains(&refused.to_string(), "must begin with https://");
}

#[actix_web::test]
async fn an_answer_without_an_end_is_not_read_and_a_malformed_one_is_a_failure() {
    let (listener, port) = listener().await;
    let url = format!("http://localhost:{port}/");
    let app = TestApp::spawn_with(&[
        ("WEBHOOK_URL", &url),
        ("WEBHOOK_SECRET", SECRET),
        ("WEBHOOK_ALLOW_PRIVATE", "true"),
    ])
    .await;
    save(&app, json!({})).await;
    // A head that is too large, a protocol that isn't HTTP, and an empty response.
    let large = format!("HTTP/1.1 200 OK\r\nx: {}", "x".repeat(1 << 20));
    for (attempt, answer) in (1..).zip([large.as_bytes(), b"220 mail.example ESMTP\r\n", b""]) {
        let (mut stream, _) = listener.accept().await.unwrap();
        assert_ne!(stream.read(&mut [0; 4096]).await.unwrap(), 0);
        // The client closes the connection before it has read everything.
        drop(stream.write_all(answer).await);
        drop(stream);
        wait_for_state(
            &app.database,
            &format!(
                "attempts = {attempt} AND failure_class = 'unreachable' AND http_status IS NULL
                 AND leased_until IS NULL"
            ),
        )
        .await;
        app.execute(super::LET_TIME_PASS).await;
    }
    let (mut stream, _) = listener.accept().await.unwrap();
    assert_ne!(stream.read(&mut [0; 4096]).await.unwrap(), 0);
    let head = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
    stream.write_all(head).await.unwrap();
    let chunk = [b"400\r\n", &[b'x'; 1024][..], b"\r\n"].concat();
    while stream.write_all(&chunk).await.is_ok() {}
    wait_for_state(&app.database, "state = 'sent' AND http_status = 200").await;
}

#[actix_web::test]
async fn a_receiver_is_reached_by_tls_and_needs_a_valid_certificate() {
    let receiver = Receiver::start(200);
    let folders = Folders::new();
    let ca_file = folders.work.path().join("ca.pem");
    let ca_file = ca_file.to_str().unwrap();
    let port = terminate_tls(&receiver, "localhost", ca_file).await;
    let url = format!("https://localhost:{port}/hooks");
    let wrong_name = format!("https://127.0.0.1:{port}/hooks");
    let settings = |url| {
        [
            ("WEBHOOK_URL", url),
            ("WEBHOOK_SECRET", SECRET),
            ("WEBHOOK_ALLOW_PRIVATE", "true"),
            // The system's certificates.
            ("SSL_CERT_FILE", ca_file),
        ]
    };
    for (url, outcome) in [
        (
            &*wrong_name,
            "failure_class = 'unreachable' AND failure LIKE '%certificate%'",
        ),
        (&*url, "state = 'sent' AND http_status = 200"),
    ] {
        let database = Database::migrated().await;
        let server = Server::start(&folders, &database, &[], &settings(url)).await;
        server.send_form(&estimate()).await;
        wait_for_state(&database, outcome).await;
        server.stop().await;
    }
    let request = &one(receiver.received());
    assert_eq!(request.event()["type"], "lead.created");
    assert_eq!(request.header("host"), format!("localhost:{port}"));

    // The owner can check the URL before a lead arrives.
    let database = Database::migrated().await;
    let check = async |url| {
        let mut settings = settings(url).to_vec();
        settings.extend([("DATABASE_URL", &*database.url), ("ANON_KEY", "key")]);
        Output::of(&folders, &["check"], &settings).await.out
    };
    let found = check(&url).await;
    assert!(found.contains("localhost accepts connections"), "{found}");
    let found = check(&wrong_name).await;
    assert!(found.contains("check WEBHOOK_URL"), "{found}");
}

/// Terminates TLS for a receiver, with a certificate for `name`; writes the CA certificate to `ca_file`.
async fn terminate_tls(receiver: &Receiver, name: &str, ca_file: &str) -> u16 {
    let (acceptor, ca) = tls::server(name);
    fs::write(ca_file, ca).unwrap();
    let (listener, port) = listener().await;
    let target = receiver.port;
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                // A client that doesn't trust the certificate disconnects.
                if let Ok(mut plain) = acceptor.accept(stream).await {
                    let mut upstream = TcpStream::connect(("127.0.0.1", target)).await.unwrap();
                    drop(copy_bidirectional(&mut plain, &mut upstream).await);
                }
            });
        }
    });
    port
}
