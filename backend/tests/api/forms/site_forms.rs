//! `POST /rest/v1/site_forms`, as supabase-js uses it.

use backend::config::secret::Secret;
use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use tokio::{io::AsyncWriteExt, net::TcpStream};

use crate::app::{ANON_KEY, Answer, IP_HASH_SECRET, TestApp, row, with};

#[actix_web::test]
async fn a_row_is_saved_and_comes_back_as_one_object() {
    let app = TestApp::spawn().await;
    let sent = with(
        row(),
        json!({
            "visitor_id": "fingerprint",
            "session_id": "session",
            "referrer": "https://search.example/",
        }),
    );
    let answer = Answer::to(
        app.insert_select_single(&sent)
            .header("user-agent", "Browser/1.0"),
    )
    .await
    .expect(201);
    assert_eq!(
        answer.header("content-type"),
        "application/vnd.pgrst.object+json; charset=utf-8"
    );
    assert_eq!(answer.header("content-range"), "*/*");
    assert_eq!(answer.header("preference-applied"), "return=representation");

    let saved = app.database.site_forms().await;
    assert_eq!(saved.len(), 1);
    let mut answered = answer.json();
    let created_at = answered["created_at"].as_str().unwrap().to_owned();
    assert!(created_at.ends_with("+00:00"), "{created_at}");
    let created_at: DateTime<Utc> = created_at.parse().unwrap();
    assert!((Utc::now() - created_at).num_seconds().abs() < 60);
    answered["created_at"] = saved[0]["created_at"].clone();
    // All columns except the owner's.
    let mut shown = saved[0].clone();
    for hidden in [
        "spam_score",
        "spam_signs",
        "suspect",
        "status",
        "note",
        "events",
        "answered_at",
        "changed_at",
        // `message` contains these.
        "service",
        "urgency",
        "address",
        "details",
        "emergency",
        "next_at",
        "calls",
        "taken_by",
        "quoted",
        "quoted_at",
        "won",
        "closed_at",
        "visit_at",
        "visit_by",
        "lost_reason",
        "source",
        "photos_at",
        "as_typed",
    ] {
        assert!(shown.as_object_mut().unwrap().remove(hidden).is_some());
    }
    assert_eq!(answered, shown);

    assert_eq!(saved[0]["full_name"], "Jane Doe");
    assert_eq!(saved[0]["email"], "jane.doe@gmail.com");
    assert_eq!(saved[0]["phone"], "404-555-0123");
    assert_eq!(saved[0]["message"], row()["message"]);
    assert_eq!(saved[0]["site_name"], validator_wasm::SITE_NAME);
    assert_eq!(saved[0]["visitor_id"], "fingerprint");
    assert_eq!(saved[0]["session_id"], "session");
    assert_eq!(saved[0]["referrer"], "https://search.example/");
    assert_eq!(saved[0]["ua"], "Browser/1.0");
    let secret = Secret::load(Some(&IP_HASH_SECRET.into()), app.data_dir.path()).unwrap();
    assert_eq!(
        saved[0]["ip_hash"],
        secret.address_hash([127, 0, 0, 1].into()),
        "the keyed hash of the client's address"
    );
    for place in ["city", "state", "country"] {
        assert_eq!(saved[0][place], Value::Null);
    }
}

#[actix_web::test]
async fn the_clients_own_address_browser_and_geolocation_are_ignored() {
    let app = TestApp::spawn().await;
    let forged = with(
        row(),
        json!({
            "ip_hash": "forged",
            "ua": "forged",
            "city": "forged",
            "state": "forged",
            "country": "forged",
        }),
    );
    let answer = Answer::to(app.insert_select_single(&forged))
        .await
        .expect(201);
    assert!(!answer.text.contains("forged"), "{}", answer.text);
    let saved = app.database.site_forms().await;
    assert!(!saved[0].to_string().contains("forged"));
}

#[actix_web::test]
async fn without_select_the_answer_is_201_and_empty() {
    let app = TestApp::spawn().await;
    let answer = Answer::to(app.insert(&row())).await.expect(201);
    assert_eq!(answer.text, "");
    assert_eq!(app.database.site_forms().await.len(), 1);
}

#[actix_web::test]
async fn select_without_single_answers_an_array() {
    let app = TestApp::spawn().await;
    let answer = Answer::to(
        app.rest("/rest/v1/site_forms?select=*")
            .header("prefer", "return=representation")
            .json(&row()),
    )
    .await
    .expect(201);
    assert_eq!(answer.header("content-type"), "application/json");
    let rows = answer.json();
    assert_eq!(rows.as_array().unwrap().len(), 1);
    assert_eq!(rows[0]["full_name"], "Jane Doe");
}

#[actix_web::test]
async fn select_names_the_columns_of_the_answer() {
    let app = TestApp::spawn().await;
    let answer = Answer::to(
        app.rest("/rest/v1/site_forms?select=id,phone")
            .header("prefer", "return=representation")
            .header("accept", "application/vnd.pgrst.object+json")
            .json(&row()),
    )
    .await
    .expect(201);
    let answered = answer.json();
    let keys: Vec<&String> = answered.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["id", "phone"]);
}

#[actix_web::test]
async fn an_unknown_column_in_select_is_refused() {
    let app = TestApp::spawn().await;
    for column in ["price", "idempotency_key"] {
        let answer = Answer::to(
            app.rest(&format!("/rest/v1/site_forms?select=id,{column}"))
                .json(&row()),
        )
        .await;
        let error = answer.postgrest_error(400, "42703");
        assert_eq!(
            error["message"],
            format!("column site_forms.{column} does not exist")
        );
    }
    assert_eq!(app.database.site_forms().await.len(), 0);
}

#[actix_web::test]
async fn an_array_of_rows_is_saved() {
    let app = TestApp::spawn().await;
    let rows = json!([row(), with(row(), json!({ "full_name": "John Roe" }))]);
    let columns = "%22full_name%22%2C%22email%22%2C%22phone%22%2C%22message%22%2C%22site_name%22";
    let answer = Answer::to(
        app.rest(&format!("/rest/v1/site_forms?columns={columns}&select=*"))
            .header("prefer", "return=representation")
            .json(&rows),
    )
    .await
    .expect(201);
    let answered = answer.json();
    assert_eq!(answered[0]["full_name"], "Jane Doe");
    assert_eq!(answered[1]["full_name"], "John Roe");
    assert_eq!(app.database.site_forms().await.len(), 2);
}

#[actix_web::test]
async fn columns_says_which_keys_count() {
    let app = TestApp::spawn().await;
    let sent = with(row(), json!({ "referrer": "left out", "unheard_of": 1 }));
    Answer::to(
        app.rest("/rest/v1/site_forms?columns=full_name,email,phone,message")
            .json(&json!([sent])),
    )
    .await
    .expect(201);
    assert_eq!(app.database.site_forms().await[0]["referrer"], Value::Null);

    let answer = Answer::to(
        app.rest("/rest/v1/site_forms?columns=full_name,price")
            .json(&json!([sent])),
    )
    .await;
    let error = answer.postgrest_error(400, "PGRST204");
    assert_eq!(
        error["message"],
        "Could not find the 'price' column of 'site_forms' in the schema cache"
    );
}

#[actix_web::test]
async fn an_empty_array_saves_nothing() {
    let app = TestApp::spawn().await;
    let answer = Answer::to(
        app.rest("/rest/v1/site_forms?select=*")
            .header("prefer", "return=representation")
            .json(&json!([])),
    )
    .await
    .expect(201);
    assert_eq!(answer.json(), json!([]));
}

#[actix_web::test]
async fn single_wants_exactly_one_row() {
    let app = TestApp::spawn().await;
    for (rows, count) in [(json!([]), 0), (json!([row(), row()]), 2)] {
        let answer = Answer::to(app.insert_select_single(&rows)).await;
        let error = answer.postgrest_error(406, "PGRST116");
        assert_eq!(
            error["details"],
            format!("The result contains {count} rows")
        );
    }
    assert_eq!(app.database.site_forms().await.len(), 0);
}

#[actix_web::test]
async fn one_refused_row_refuses_all() {
    let app = TestApp::spawn().await;
    let rows = json!([row(), with(row(), json!({ "phone": "" })), row()]);
    let answer = Answer::to(app.insert(&rows)).await;
    let error = answer.postgrest_error(422, "PT422");
    assert_eq!(error["message"], "Missing Information");
    assert_eq!(app.database.site_forms().await.len(), 0);
}

#[actix_web::test]
async fn a_row_that_the_browser_would_have_refused_is_refused_with_the_same_words() {
    let app = TestApp::spawn().await;
    for (changes, title, text, field) in [
        (
            json!({ "phone": "  " }),
            "Missing Information",
            "Please fill in all required fields.",
            "phone",
        ),
        (
            json!({ "message": "Please call me." }),
            "Missing Information",
            "Please fill in all required fields.",
            "service",
        ),
        (
            json!({ "email": "Sales@Company.com" }),
            "Invalid email address",
            "Your email address is not allowed. Please use a valid business or personal email.",
            "email",
        ),
        (
            json!({ "message": "Service: Land Care\nUrgency: Routine\nAddress: 1 Elm St\nDetails:\nWe sell BACKLINKS." }),
            "Message not allowed",
            "Your message appears to contain promotional content. Please try again.",
            "message",
        ),
    ] {
        let answer = Answer::to(app.insert_select_single(&with(row(), changes))).await;
        let error = answer.postgrest_error(422, "PT422");
        assert_eq!(
            error,
            json!({ "code": "PT422", "message": title, "details": text, "hint": field })
        );
    }
    assert_eq!(app.database.site_forms().await.len(), 0);
}

#[actix_web::test]
async fn the_public_key_is_required() {
    let app = TestApp::spawn().await;
    let path = "/rest/v1/site_forms";
    for request in [
        app.post(path),
        app.post(path).header("apikey", "another key"),
        app.post(path).header("apikey", ""),
        app.post(path).bearer_auth("another key"),
        app.post(path)
            .header("apikey", ANON_KEY)
            .bearer_auth("another key"),
        app.post("/rest/v1/orders"),
    ] {
        Answer::to(request.json(&row()))
            .await
            .postgrest_error(401, "PGRST301");
    }
    assert_eq!(app.database.site_forms().await.len(), 0);
    for request in [
        app.post(path).header("apikey", ANON_KEY),
        app.post(path).bearer_auth(ANON_KEY),
    ] {
        Answer::to(request.json(&row())).await.expect(201);
    }
}

#[actix_web::test]
async fn an_unknown_table_is_a_404_in_json() {
    let app = TestApp::spawn().await;
    for table in [
        "orders",
        "phone_clicks",
        "site_form",
        "__diesel_schema_migrations",
    ] {
        let answer = Answer::to(app.rest(&format!("/rest/v1/{table}?select=*")).json(&row())).await;
        let error = answer.postgrest_error(404, "PGRST205");
        assert_eq!(
            error["message"],
            format!("Could not find the table 'public.{table}' in the schema cache")
        );
    }
}

#[actix_web::test]
async fn a_function_is_a_404_that_says_how_it_was_called() {
    let app = TestApp::spawn().await;
    let function = "/rest/v1/rpc/my_function";
    let or_one = " or with a single unnamed json/jsonb parameter";
    for (request, call, with) in [
        (
            app.rest(function).json(&json!({})),
            " without parameters",
            format!("without parameters{or_one}"),
        ),
        (
            app.rest(function).json(&json!({ "b": 1, "a": [] })),
            "(a, b)",
            format!("with parameters a, b{or_one}"),
        ),
        (
            app.rest(function).body("{"),
            " without parameters",
            format!("without parameters{or_one}"),
        ),
        (
            app.get(&format!("{function}?a=1"))
                .header("apikey", ANON_KEY),
            "(a)",
            "with parameter a".to_owned(),
        ),
    ] {
        let error = Answer::to(request).await.postgrest_error(404, "PGRST202");
        let expected = json!({
            "code": "PGRST202",
            "message": format!("Could not find the function public.my_function{call} in the schema cache"),
            "details": format!("Searched for the function public.my_function {with}, but no matches were found in the schema cache."),
            "hint": null,
        });
        assert_eq!(error, expected);
    }
    let stranger = app.post(function).json(&json!({}));
    Answer::to(stranger).await.postgrest_error(401, "PGRST301");
}

#[actix_web::test]
async fn rows_are_counted_where_that_is_preferred() {
    let app = TestApp::spawn().await;
    let two = json!([row(), row()]);
    for (preferred, range, applied) in [
        (vec!["count=exact"], "*/2", "count=exact"),
        (
            vec!["count=planned,missing=default,return=minimal"],
            "*/2",
            "return=minimal, count=planned",
        ),
        (
            vec!["return=representation", "count=exact", "count=none"],
            "*/2",
            "return=representation, count=exact",
        ),
        (vec!["count=all"], "*/*", ""),
    ] {
        let request = app.insert(&two);
        let request =
            (preferred.iter()).fold(request, |request, value| request.header("prefer", *value));
        let answer = Answer::to(request).await.expect(201);
        assert_eq!(answer.header("content-range"), range, "{preferred:?}");
        assert_eq!(answer.header("preference-applied"), applied);
    }
}

#[actix_web::test]
async fn rows_are_not_replaced_and_the_answer_says_what_to_do() {
    let app = TestApp::spawn().await;
    for preferred in [
        "resolution=merge-duplicates,return=representation",
        "return=minimal, resolution=ignore-duplicates",
    ] {
        let answer = Answer::to(app.insert(&row()).header("prefer", preferred)).await;
        let error = answer.postgrest_error(400, "PT400");
        assert_eq!(
            error["message"],
            "Rows of 'site_forms' are inserted and never replaced"
        );
        assert!(error["hint"].as_str().unwrap().contains("Idempotency-Key"));
    }
    assert_eq!(app.database.site_forms().await.len(), 0);
}

#[actix_web::test]
async fn schemes_and_media_types_are_alike_in_capitals() {
    let app = TestApp::spawn().await;
    let path = "/rest/v1/site_forms";
    for scheme in ["Bearer", "bearer", "BEARER ", "bEaReR"] {
        let request = app.post(path).json(&row());
        let request = request.header("authorization", format!("{scheme} {ANON_KEY}"));
        Answer::to(request).await.expect(201);
    }
    for scheme in ["Basic", "Bearer:", "Bear"] {
        let request = app.post(path).json(&row());
        let request = request.header("authorization", format!("{scheme} {ANON_KEY}"));
        Answer::to(request).await.postgrest_error(401, "PGRST301");
    }
    for (accepted, answered) in [
        ("Application/JSON", "application/json"),
        (
            "text/html, APPLICATION/json;charset=UTF-8",
            "application/json",
        ),
        (
            "Application/Vnd.Pgrst.Object+JSON ; nulls=x",
            "application/vnd.pgrst.object+json; charset=utf-8",
        ),
    ] {
        let request = app.rest(path).header("prefer", "return=representation");
        let request = request
            .header("accept", accepted)
            .header("content-type", "Application/JSON; Charset=UTF-8")
            .body(row().to_string());
        let answer = Answer::to(request).await.expect(201);
        assert_eq!(answer.header("content-type"), answered);
    }
}

#[actix_web::test]
async fn an_unknown_column_is_refused() {
    let app = TestApp::spawn().await;
    for column in ["price", "id", "created_at", "idempotency_key", "full_name "] {
        let answer = Answer::to(app.insert(&with(row(), json!({ column: "1" })))).await;
        let error = answer.postgrest_error(400, "PGRST204");
        assert_eq!(
            error["message"],
            format!("Could not find the '{column}' column of 'site_forms' in the schema cache")
        );
    }
    assert_eq!(app.database.site_forms().await.len(), 0);
}

#[actix_web::test]
async fn a_body_that_is_no_json_is_refused() {
    let app = TestApp::spawn().await;
    let deep = "[".repeat(100_000);
    for body in [
        b"".as_slice(),
        b"{",
        b"{\"full_name\": }",
        b"full_name=Jane",
        b"\"a text\"",
        b"1",
        b"null",
        b"[1]",
        b"[[{}]]",
        b"{\"phone\": \"\xff\xfe\"}",
        br#"{"phone": "\ud800"}"#,
        deep.as_bytes(),
    ] {
        let request = app
            .rest("/rest/v1/site_forms")
            .header("content-type", "application/json")
            .body(body.to_vec());
        Answer::to(request).await.postgrest_error(400, "PGRST102");
    }
}

#[actix_web::test]
async fn a_nul_character_is_refused() {
    let app = TestApp::spawn().await;
    for row in [
        with(row(), json!({ "message": "a\0b" })),
        with(row(), json!({ "referrer": ["\0"] })),
        with(row(), json!({ "a\0b": "" })),
    ] {
        let error = Answer::to(app.insert(&row))
            .await
            .postgrest_error(400, "22P05");
        assert_eq!(error["details"], "\\u0000 cannot be converted to text.");
    }
}

#[actix_web::test]
async fn another_content_type_than_json_is_refused() {
    let app = TestApp::spawn().await;
    for (content_type, encoding) in [
        ("text/plain", "identity"),
        ("application/x-www-form-urlencoded", "identity"),
        ("application/json", "gzip"),
    ] {
        let request = app
            .rest("/rest/v1/site_forms")
            .header("content-type", content_type)
            .header("content-encoding", encoding)
            .body(row().to_string());
        Answer::to(request).await.postgrest_error(415, "PGRST102");
    }
    let request = app
        .rest("/rest/v1/site_forms")
        .header("content-type", "application/json; charset=utf-8")
        .body(row().to_string());
    Answer::to(request).await.expect(201);
}

#[actix_web::test]
async fn a_body_over_256_kib_is_refused() {
    let app = TestApp::spawn().await;
    let padding = 256 * 1024 - with(row(), json!({ "referrer": "" })).to_string().len();
    let sent = |padding| with(row(), json!({ "referrer": "x".repeat(padding) }));
    Answer::to(app.insert(&sent(padding + 1)))
        .await
        .postgrest_error(413, "PT413");
    Answer::to(app.insert(&sent(padding))).await.expect(201);
}

#[actix_web::test]
async fn another_method_than_post_is_refused() {
    let app = TestApp::spawn().await;
    for method in ["GET", "PUT", "PATCH", "DELETE"] {
        let request = app
            .request(method, "/rest/v1/site_forms?select=*")
            .header("apikey", ANON_KEY);
        let answer = Answer::to(request).await;
        answer.postgrest_error(405, "PGRST117");
        assert_eq!(answer.header("allow"), "POST");
    }
}

#[actix_web::test]
async fn an_unknown_media_type_or_schema_is_refused() {
    let app = TestApp::spawn().await;
    let request = app.insert(&row()).header("accept", "text/csv");
    Answer::to(request).await.postgrest_error(406, "PGRST107");
    let request = app
        .post("/rest/v1/site_forms")
        .header("apikey", ANON_KEY)
        .header("content-profile", "auth")
        .json(&row());
    Answer::to(request).await.postgrest_error(406, "PGRST106");
    assert_eq!(app.database.site_forms().await.len(), 0);
}

#[actix_web::test]
async fn a_row_without_an_email_gets_the_placeholder() {
    let app = TestApp::spawn().await;
    let mut without = row();
    without.as_object_mut().unwrap().remove("email");
    for row in [
        without,
        with(row(), json!({ "email": null })),
        with(row(), json!({ "email": " " })),
    ] {
        let answer = Answer::to(app.insert_select_single(&row)).await.expect(201);
        assert_eq!(answer.json()["email"], validator_wasm::PLACEHOLDER_EMAIL);
    }
}

#[actix_web::test]
async fn a_row_without_a_site_name_gets_the_sites_own() {
    let app = TestApp::spawn().await;
    let answer =
        Answer::to(app.insert_select_single(&with(row(), json!({ "site_name": null })))).await;
    assert_eq!(answer.json()["site_name"], validator_wasm::SITE_NAME);
}

#[actix_web::test]
async fn text_is_saved_unchanged() {
    let app = TestApp::spawn().await;
    let message = "Service: 樹🌳\nUrgency: \u{202e}Routine\nAddress: O’Hara's \"Oak\" \\ St; DROP TABLE site_forms;--\nDetails:\n\r\n\tİ ß e\u{301} \u{feff}";
    let answer =
        Answer::to(app.insert_select_single(&with(row(), json!({ "message": message })))).await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    assert_eq!(answer.json()["message"], message);
    assert_eq!(app.database.site_forms().await[0]["message"], message);
}

#[actix_web::test]
async fn a_number_becomes_text_as_postgres_would_make_it() {
    let app = TestApp::spawn().await;
    let answer =
        Answer::to(app.insert_select_single(&with(row(), json!({ "phone": 4_045_550_123_u64 }))))
            .await;
    assert_eq!(answer.json()["phone"], "4045550123");
}

#[actix_web::test]
async fn an_id_over_200_characters_is_refused() {
    let app = TestApp::spawn().await;
    for id in ["visitor_id", "session_id"] {
        let sent = |length| with(row(), json!({ id: "ä".repeat(length) }));
        Answer::to(app.insert(&sent(201)))
            .await
            .postgrest_error(400, "22001");
        Answer::to(app.insert(&sent(200))).await.expect(201);
    }
}

#[actix_web::test]
async fn global_privacy_control_keeps_the_visitor_unknown() {
    let app = TestApp::spawn().await;
    let sent = with(
        row(),
        json!({ "visitor_id": "fingerprint", "session_id": "session" }),
    );
    let request = app
        .insert_select_single(&sent)
        .header("sec-gpc", "1")
        .header("user-agent", "Browser/1.0");
    let saved = Answer::to(request).await.json();
    for column in [
        "visitor_id",
        "session_id",
        "ip_hash",
        "ua",
        "city",
        "state",
        "country",
    ] {
        assert_eq!(saved[column], Value::Null, "{column}");
    }
}

#[actix_web::test]
async fn a_lead_is_saved_even_if_its_visitor_disconnects() {
    // One database connection means one worker thread, which handles one event after another.
    let app = TestApp::spawn_with(&[("DATABASE_POOL_SIZE", "1")]).await;
    let mut blocker = crate::database::connect(&app.database.url).await;
    let lock = blocker.transaction().await.unwrap();
    lock.batch_execute("LOCK TABLE site_forms").await.unwrap();

    let body = row().to_string();
    let request = format!(
        "POST /rest/v1/site_forms HTTP/1.1\r\nhost: localhost\r\napikey: {ANON_KEY}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let address = app.url.strip_prefix("http://").unwrap();
    let mut visitor = TcpStream::connect(address).await.unwrap();
    visitor.write_all(request.as_bytes()).await.unwrap();
    app.wait_for("SELECT 1 FROM pg_locks WHERE NOT granted")
        .await;
    visitor.set_zero_linger().unwrap();
    drop(visitor);
    // The server responds to a later request, so it has noticed the disconnection.
    Answer::to(app.get("/healthz")).await.expect(200);

    lock.commit().await.unwrap();
    app.wait_for("SELECT 1 FROM site_forms").await;
}
