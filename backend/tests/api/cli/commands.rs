//! The owner's commands: exporting leads, retrying mails, checking.

use std::{collections::BTreeMap, fs};

use backend::company::time_zone;
use serde_json::Value;
use tokio::{io::AsyncReadExt, net::TcpListener};
use uuid::Uuid;
use validator_wasm::company::DOMAIN;

use crate::{
    app::{
        Answer, TestApp, assert_begins, assert_contains, assert_line, estimate, figures, one, row,
    },
    database::{Database, wait_for_outbox},
    mail_server::{MailServer, SmtpBehaviour},
    process::{Folders, Output, Server, program},
};

/// Runs a command on the database and the data folder of a server.
pub async fn run(app: &TestApp, arguments: &[&str]) -> Output {
    let settings = [
        ("DATABASE_URL", &*app.database.url),
        ("DATA_DIR", app.data_dir.path().to_str().unwrap()),
    ];
    Output::of(&Folders::new(), arguments, &settings).await
}

fn table(csv: &str) -> Vec<BTreeMap<String, String>> {
    let csv = csv.strip_prefix('\u{feff}').unwrap();
    csv::Reader::from_reader(csv.as_bytes())
        .deserialize()
        .collect::<Result<_, _>>()
        .unwrap()
}

#[actix_web::test]
async fn leads_alone_lists_them_with_their_signals_and_undelivered_mails() {
    let app = TestApp::spawn().await;
    Answer::to(app.insert(&row())).await.expect(201);
    app.mails(1).await;
    app.database
        .insert_leads(
            "full_name, email, phone, message, site_name, suspect, spam_signs",
            "VALUES ('Spammer', 'a@b.c', '1', 'Buy', 'site', true, '{links, \"sent in 1 s\"}'::text[])",
        )
        .await;
    app.execute("UPDATE outbox SET state = 'dead' WHERE state = 'sent'")
        .await;
    let text = run(&app, &["leads"]).await;
    assert!(text.success, "{}", text.err);
    assert_contains(&text.out, "  Jane Doe  404-555-0123  jane.doe@gmail.com\n");
    assert_contains(
        &text.out,
        "  Spammer  1  a@b.c\n    May be spam: several links in the details; sent in 1 s\n    Buy\n",
    );
    let notice = "1 email did not reach the owner: see `backend outbox`.\n";
    assert!(text.out.ends_with(&format!("2 in total.\n{notice}")));

    let suspect = run(&app, &["leads", "--suspect", "--json"]).await;
    let leads: Vec<Value> = serde_json::from_str(&suspect.out).unwrap();
    assert_eq!(leads.len(), 1);
    assert_eq!(leads[0]["full_name"], "Spammer");
    assert_eq!(suspect.err, notice);
}

#[actix_web::test]
async fn lists_and_exports_can_be_narrowed_to_the_newest_and_to_days() {
    let app = TestApp::spawn().await;
    // The start of a day in the company's time zone, and one second before.
    let midnight = time_zone::start_of("2026-11-01".parse().unwrap()).unwrap();
    app.database
        .insert_leads(
            "full_name, email, phone, message, site_name, created_at",
            &format!(
                "SELECT name, 'a@b.c', '1', 'Oak', 's', '{midnight}'::timestamptz + since
                 FROM (VALUES ('Before', interval '-1 second'), ('First', '0'), ('Last', '1 day'))
                     AS lead (name, since)"
            ),
        )
        .await;
    for (arguments, names) in [
        (&["--since", "2026-11-01"][..], &["Last", "First"][..]),
        (&["--limit", "1"], &["Last"]),
        (
            &["--since", "2026-10-31", "--limit", "2"],
            &["Last", "First"],
        ),
        (&["--since", "2026-11-03"], &[]),
        (&[], &["Last", "First", "Before"]),
    ] {
        let list = run(&app, &[&["leads", "--json"], arguments].concat()).await;
        let leads: Vec<Value> = serde_json::from_str(&list.out).unwrap();
        let listed: Vec<_> = leads.iter().map(|lead| lead["full_name"].clone()).collect();
        assert_eq!(listed, names, "{arguments:?}");
        let export = run(&app, &[&["leads", "export"], arguments].concat()).await;
        let exported: Vec<_> = table(&export.out)
            .iter()
            .map(|lead| lead["Name"].clone())
            .collect();
        assert_eq!(exported, names, "{arguments:?}");
    }
    for (arguments, end) in [
        (&["--limit", "2"][..], "\n2 shown.\n"),
        (&["--since", "2026-11-03"], "No matching requests.\n"),
    ] {
        let list = run(&app, &[&["leads"], arguments].concat()).await;
        assert!(list.out.ends_with(end), "{}", list.out);
    }
}

#[actix_web::test]
async fn an_export_holds_every_field_as_text_that_no_spreadsheet_runs() {
    let app = TestApp::spawn().await;
    app.database
        .insert_leads(
            "created_at, full_name, email, phone, message, site_name, visitor_id, session_id,
             ip_hash, ua, referrer, city, state, country, suspect, spam_signs",
            r#"VALUES ('2026-11-01 12:34:56.789+00', 'Jürgen "Jay", Doe', 'jay@example.com',
                   '+1 404-555-0123', E'Service: Tree Removal\nUrgency: Emergency\nAddress: 12 Oak Street\n  Decatur\nDetails:\nLine one\nline two;\r\n"quoted"', 'site', 'v', 's', 'h',
                   'Browser/1.0', 'https://from.example', 'Atlanta', 'Georgia', 'US', true,
                   '{links,haste}'),
               ('2026-11-02 00:00:00+00', '=HYPERLINK("http://x.example")',
                   'no-email-provided@placeholder.invalid', ' -1', E'\t=1', '@SUM(A1)', null, null,
                   null, null, null, null, null, null, false, '{}')"#,
        )
        .await;
    app.execute(&format!(
        "UPDATE site_forms SET email = '{}', note = '=1+1' WHERE site_name = '@SUM(A1)';
             UPDATE site_forms SET status = 'won', note = 'Comes on Tuesday', quoted = 185005,
                 visit_at = '2026-11-01 12:34:56Z', visit_by = 'Ben', lost_reason = 'price',
                 calls = ARRAY[now(), now()], taken_by = 'jay@example.com'
             WHERE site_name = 'site'",
        validator_wasm::PLACEHOLDER_EMAIL
    ))
    .await;
    app.mails(2).await;
    let export = run(&app, &["leads", "export"]).await;
    assert!(export.success, "{}", export.err);
    assert!(export.out.ends_with("\r\n"));
    let leads = table(&export.out);
    let expected = |fields: &[(&str, &str)]| -> BTreeMap<String, String> {
        fields
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect()
    };
    let ids: Vec<&str> = leads.iter().map(|lead| &*lead["Id"]).collect();
    let received = format!("Received ({})", time_zone::name());
    let time = "2026-11-01T12:34:56Z".parse().unwrap();
    assert_eq!(
        leads[1],
        expected(&[
            ("Id", ids[1]),
            (&received, &time_zone::second(time)),
            ("Name", "Jürgen \"Jay\", Doe"),
            ("Email", "jay@example.com"),
            ("Phone", "'+1 404-555-0123"),
            ("Service", "Tree Removal"),
            ("Urgency", "Emergency"),
            ("Property address", "12 Oak Street Decatur"),
            ("Project details", "Line one\nline two;\r\n\"quoted\""),
            ("Status", "won"),
            ("Quoted", "1850.05"),
            ("Won", ""),
            ("Visit", &time_zone::second(time)),
            ("Visit by", "Ben"),
            ("Lost because", "price"),
            ("Calls", "2"),
            ("Taken by", "jay@example.com"),
            ("Note", "Comes on Tuesday"),
            ("Site", "site"),
            ("Visitor", "v"),
            ("Session", "s"),
            ("Address hash", "h"),
            ("Browser", "Browser/1.0"),
            ("Came from", "https://from.example"),
            ("City", "Atlanta"),
            ("State", "Georgia"),
            ("Country", "US"),
            ("May be spam", "yes"),
            ("Unusual", "several links in the details; haste"),
            ("Email to the owner", "listed in a digest"),
        ])
    );
    assert_eq!(leads[0]["Name"], "'=HYPERLINK(\"http://x.example\")");
    assert_eq!(leads[0]["Email"], "");
    assert_eq!(leads[0]["Phone"], "'-1");
    assert_eq!(leads[0]["Project details"], "\t'=1");
    assert_eq!(leads[0]["Note"], "'=1+1");
    assert_eq!(leads[0]["Site"], "'@SUM(A1)");
    assert_eq!(leads[0]["Email to the owner"], "sent");
}

#[actix_web::test]
async fn an_exported_file_is_complete_and_readable_by_its_owner_alone() {
    let app = TestApp::spawn().await;
    Answer::to(app.insert(&row())).await.expect(201);
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("leads.csv");
    let path = file.to_str().unwrap();
    let export = run(&app, &["leads", "export", "--output", path]).await;
    assert!(export.success, "{}", export.err);
    assert_eq!(export.out, format!("1 request in {path}.\n"));
    assert_eq!(table(&fs::read_to_string(&file).unwrap()).len(), 1);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    #[cfg(unix)]
    assert_eq!(
        std::os::unix::fs::PermissionsExt::mode(&file.metadata().unwrap().permissions()) & 0o777,
        0o600
    );

    let nowhere = folder.path().join("none/leads.csv");
    for (path, why) in [
        (nowhere.to_str().unwrap(), "the folder does not exist"),
        // The command doesn't replace anything but a regular file.
        (folder.path().to_str().unwrap(), "not a regular file"),
        ("/dev/null", "not a regular file"),
    ] {
        let export = run(&app, &["leads", "export", "--output", path]).await;
        assert!(!export.success);
        let failure = format!("{path} cannot be written: ");
        let (_, cause) = export.err.split_once(&failure).unwrap();
        assert!(cause.contains(why), "{cause}");
    }
}

#[actix_web::test]
async fn a_pipe_that_is_closed_early_is_no_failure() {
    let app = TestApp::spawn().await;
    app.execute(
        "WITH lead AS (
             INSERT INTO site_forms (full_name, email, phone, message, site_name)
             SELECT 'Jane', 'a@b.c', '1', repeat('oak ', 1000), 's' FROM generate_series(1, 500)
             RETURNING id
         )
         INSERT INTO outbox (id, kind, state, due_at)
         SELECT id, 'lead', 'pending', now() + interval '1 day' FROM lead",
    )
    .await;
    let folders = Folders::new();
    let settings = [("DATABASE_URL", &*app.database.url)];
    for arguments in [&["leads", "export"][..], &["leads"], &["outbox"]] {
        let mut child = program(&folders, arguments, &settings).spawn().unwrap();
        let mut out = child.stdout.take().unwrap();
        out.read_exact(&mut [0; 10]).await.unwrap();
        drop(out);
        let output = child.wait_with_output().await.unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{arguments:?}: {err}");
        assert_eq!(err, "");
    }
}

#[actix_web::test]
async fn a_dead_mail_is_listed_and_sent_when_it_is_retried() {
    let folders = Folders::new();
    let database = Database::create().await;
    let settings = [("DATABASE_URL", &*database.url)];
    let refusing = MailServer::start(SmtpBehaviour::Refuses).await;
    let server = Server::start(&folders, &database, &[], &[("SMTP_URL", &refusing.url)]).await;
    server.send_form(&estimate()).await;
    wait_for_outbox(&database, "failure IS NOT NULL").await;
    let figures = figures(&server.metrics_url()).await;
    for line in [
        "outbox_mails{channel=\"mail\",state=\"pending\"} 1",
        "outbox_failing_mails{channel=\"mail\",failure=\"refused\"} 1",
        "outbox_failing_mails{channel=\"mail\",failure=\"unreachable\"} 0",
    ] {
        assert_contains(&figures, &format!("\n{line}\n"));
    }
    server.stop().await;
    let lead = database.site_forms().await[0]["id"].clone();
    let lead = lead.as_str().unwrap();

    let listed = async |state: &str, finding: &str| {
        let text = Output::of(&folders, &["outbox"], &settings).await;
        for part in [
            "  Jane Doe  404-555-0123\n",
            &format!("    email {lead}\n    {state}"),
            "    the mail server replied 550\n",
            "\n1 in total.\n",
        ] {
            assert_contains(&text.out, part);
        }
        let checked = Output::of(&folders, &["check"], &settings).await;
        assert!(checked.out.contains(finding), "{}", checked.out);
        assert!(!checked.out.contains("webhook did"), "{}", checked.out);
    };
    listed(
        "not sent yet after 1 attempt, retry due ",
        "1 email failed and will be retried",
    )
    .await;
    database
        .execute("UPDATE outbox SET state = 'dead', finished_at = now()")
        .await;
    listed(
        "given up after 1 attempt\n",
        "1 email did not reach the owner",
    )
    .await;
    let list = Output::of(&folders, &["outbox", "list", "--json"], &settings).await;
    let mails: Vec<Value> = serde_json::from_str(&list.out).unwrap();
    assert_eq!(mails[0]["id"], lead);
    assert_eq!(mails[0]["kind"], "lead");
    assert_eq!(mails[0]["state"], "dead");
    assert_eq!(mails[0]["failure_class"], "refused");
    assert!(!list.out.contains("Jane"));

    let unknown = Uuid::new_v4().to_string();
    let retried = Output::of(&folders, &["outbox", "retry", &unknown], &settings).await;
    assert_begins(&retried.out, "Nothing to send: ");
    let retried = Output::of(&folders, &["outbox", "retry", "--dead"], &settings).await;
    assert_begins(&retried.out, "1 message is due now");
    // A pending mail can be made due now by its id.
    database
        .execute("UPDATE outbox SET due_at = now() + interval '1 day'")
        .await;
    let pending = Output::of(&folders, &["outbox"], &settings).await;
    assert_contains(&pending.out, "    not sent yet, due ");
    let retried = Output::of(&folders, &["outbox", "retry", lead], &settings).await;
    assert_begins(&retried.out, "1 message is due now");

    let friendly = MailServer::start(SmtpBehaviour::Accepts).await;
    let server = Server::start(&folders, &database, &[], &[("SMTP_URL", &friendly.url)]).await;
    wait_for_outbox(&database, "state = 'sent'").await;
    server.stop().await;
    let mail = one(friendly.received());
    let id = format!("Message-ID: <{lead}@{DOMAIN}>\r\n");
    assert!(mail.content.contains(&id), "{}", mail.content);
    let none = Output::of(&folders, &["outbox"], &settings).await;
    let lack = "No messages are waiting.\nNo mail server is set, so nobody receives these emails: ";
    assert_begins(&none.out, lack);
    let with_server = settings
        .iter()
        .copied()
        .chain([("SMTP_URL", &*friendly.url)]);
    let with_server: Vec<_> = with_server.collect();
    let none = Output::of(&folders, &["outbox"], &with_server).await;
    assert_eq!(none.out, "No messages are waiting: all were sent.\n");
    let all = Output::of(&folders, &["outbox", "--all"], &settings).await;
    assert!(all.out.contains("    sent\n"), "{}", all.out);
}

#[actix_web::test]
async fn a_check_reports_every_setting_and_service() {
    let app = TestApp::spawn().await;
    let folders = Folders::new();
    let mails = MailServer::start(SmtpBehaviour::Refuses).await;
    let smtp = mails.url.replace("smtp://", "smtp://topsecret:topsecret@");
    fs::write(folders.work.path().join(".env"), "DESK_EMAIL=a@b.example").unwrap();
    let settings = [
        ("DATABASE_URL", &*app.database.url),
        ("DATA_DIR", app.data_dir.path().to_str().unwrap()),
        ("SITE_DIR", folders.site.path().to_str().unwrap()),
        ("SMTP_URL", &mails.url),
        ("IP_HASH_SECRET", "topsecret-topsecret-topsecret-topsecret"),
    ];
    let trial = Output::of(&folders, &["check"], &settings).await;
    assert!(trial.success, "{}{}", trial.out, trial.err);
    for line in [
        "ok       settings ",
        "warning  .env            line 1: DESK_EMAIL is no setting",
        "ok       data folder ",
        "warning  site            SITE_DIR=",
        "ok       database        Postgres ",
        "ok       clock ",
        "ok       tables ",
        "ok       mail server ",
        "warning  MAIL_TO ",
        "warning  MAIL_FROM ",
        "warning  ANON_KEY ",
        "warning  PUBLIC_URL ",
    ] {
        assert_line(&trial.out, line);
    }
    assert_eq!(mails.received().len(), 0);

    let earnest = [
        ("MAIL_TO", "owner@trees.com"),
        ("MAIL_FROM", "site@trees.com"),
        ("ANON_KEY", "topsecret"),
        ("PUBLIC_URL", "https://trees.com"),
    ];
    let earnest: Vec<_> = settings.into_iter().chain(earnest).collect();
    let ready = Output::of(&folders, &["check"], &earnest).await;
    assert!(ready.success, "{}", ready.out);
    for name in ["MAIL_TO", "MAIL_FROM", "ANON_KEY", "PUBLIC_URL"] {
        assert!(!ready.out.contains(name), "{}", ready.out);
    }

    let free = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let nowhere = format!(
        "postgres://topsecret:topsecret@{}/leads",
        free.local_addr().unwrap()
    );
    drop(free);
    let broken = [
        ("DATABASE_URL", &*nowhere),
        ("SMTP_URL", &smtp),
        ("SITE_DIR", "/no/such/folder"),
        (
            "DATA_DIR",
            folders.site.path().join("index.html").to_str().unwrap(),
        ),
    ]
    .map(|(name, value)| (name, value.to_owned()));
    let broken: Vec<_> = earnest
        .iter()
        .copied()
        .chain(broken.iter().map(|(name, value)| (*name, value.as_str())))
        .collect();
    let failed = Output::of(&folders, &["check"], &broken).await;
    assert!(!failed.success);
    for line in [
        "failed   data folder ",
        "failed   site ",
        "failed   database ",
        "failed   mail server ",
    ] {
        assert_line(&failed.out, line);
    }
    let settings = [
        ("SMTP_URL", "https://user:topsecret@mail.example"),
        ("PORT", "eighty"),
    ];
    let unusable = Output::of(&folders, &["check"], &settings).await;
    assert!(!unusable.success);
    assert!(unusable.out.contains("failed   PORT "), "{}", unusable.out);
    assert_contains(&unusable.out, "failed   SMTP_URL ");
    let settings = [("SMTP_URL", "smtp://user:topsecret@mail.example")];
    let clear = Output::of(&folders, &["check"], &settings).await;
    assert!(!clear.success);
    assert_contains(
        &clear.out,
        "failed   SMTP_URL        would send the password unencrypted",
    );
    for output in [trial, ready, failed, unusable, clear] {
        assert!(!output.out.contains("topsecret"), "{}", output.out);
        assert_eq!(output.err, "");
    }
}

#[actix_web::test]
async fn a_check_of_an_empty_database_says_how_it_gets_its_tables() {
    let database = Database::create().await;
    let settings = [("DATABASE_URL", &*database.url)];
    let checked = Output::of(&Folders::new(), &["check"], &settings).await;
    assert_contains(
        &checked.out,
        "warning  tables          do not exist yet: start the server",
    );
    assert_contains(
        &checked.out,
        "warning  data folder     .data does not exist yet",
    );
}
