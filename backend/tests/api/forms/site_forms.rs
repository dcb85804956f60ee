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
            "visitor_id": "fingerprint", "session_id": "session",
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
    // All columns except the owner's, and those whose values `message` contains.
    let mut shown = saved[0].clone();
    let hidden = "spam_score spam_signs suspect status note events answered_at changed_at next_at calls \
        taken_by quoted quoted_at won closed_at visit_at visit_by lost_reason source photos_at as_typed estimate \
        service urgency address details emergency";
    for hidden in hidden.split(' ') {
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
    let forged = json!({
        "ip_hash": "forged", "ua": "forged", "city": "forged", "state": "forged", "country": "forged",
    });
    let answer = Answer::to(app.insert_select_single(&with(row(), forged))).await;
    let answer = answer.expect(201);
    assert!(!answer.text.contains("forged"), "{}", answer.text);
    let saved = app.database.site_forms().await;
    assert!(!saved[0].to_string().contains("forged"));
}

#[actix_web::test]
async fn the_answer_has_what_select_and_single_ask_for() {
    let app = TestApp::spawn().await;
    let answer = Answer::to(app.insert(&row())).await.expect(201);
    assert_eq!(answer.text, "");
    let selected = async |select: &str, single: bool, rows: Value| {
        let path = format!("/rest/v1/site_forms?{select}");
        let request = app.rest(&path).header("prefer", "return=representation");
        let request = if single {
            request.header("accept", "application/vnd.pgrst.object+json")
        } else {
            request
        };
        Answer::to(request.json(&rows)).await
    };
    let array = selected("select=*", false, row()).await.expect(201);
    assert_eq!(array.header("content-type"), "application/json");
    assert_eq!(array.json().as_array().unwrap().len(), 1);
    assert_eq!(array.json()[0]["full_name"], "Jane Doe");
    let object = selected("select=id,phone", true, row()).await.expect(201);
    let object = object.json();
    let keys: Vec<&String> = object.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["id", "phone"]);
    assert_eq!(app.database.site_forms().await.len(), 3);

    let none = selected("select=*", false, json!([])).await.expect(201);
    assert_eq!(none.json(), json!([]));
    for (rows, count) in [(json!([]), 0), (json!([row(), row()]), 2)] {
        let error = selected("select=*", true, rows).await;
        let details = format!("The result contains {count} rows");
        assert_eq!(error.postgrest_error(406, "PGRST116")["details"], details);
    }
    for column in ["price", "idempotency_key"] {
        let error = selected(&format!("select=id,{column}"), false, row()).await;
        let message = format!("column site_forms.{column} does not exist");
        assert_eq!(error.postgrest_error(400, "42703")["message"], message);
    }
    assert_eq!(app.database.site_forms().await.len(), 3);
    let two = json!([row(), with(row(), json!({ "full_name": "John Roe" }))]);
    let columns = "%22full_name%22%2C%22email%22%2C%22phone%22%2C%22message%22%2C%22site_name%22";
    let select = format!("columns={columns}&select=*");
    let two = selected(&select, false, two).await.expect(201).json();
    assert_eq!(two[0]["full_name"], "Jane Doe");
    assert_eq!(two[1]["full_name"], "John Roe");
    assert_eq!(app.database.site_forms().await.len(), 5);
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
async fn a_row_that_the_browser_would_have_refused_is_refused_with_the_same_words() {
    let app = TestApp::spawn().await;
    let missing = "Missing Information: Please fill in all required fields.";
    let email = "Invalid email address: Your email address is not allowed. \
                 Please use a valid business or personal email.";
    let promotional = "Message not allowed: Your message appears to contain promotional content. \
                       Please try again.";
    let advertising =
        "Service: Care\nUrgency: Routine\nAddress: 1 Elm St\nDetails:\nWe sell BACKLINKS.";
    for (changes, words, field) in [
        (json!({ "phone": "  " }), missing, "phone"),
        (json!({ "message": "Call me." }), missing, "service"),
        (json!({ "email": "Sales@Company.com" }), email, "email"),
        (json!({ "message": advertising }), promotional, "message"),
    ] {
        let (title, text) = words.split_once(": ").unwrap();
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
async fn a_function_is_a_404_that_says_how_it_was_called() {
    let app = TestApp::spawn().await;
    let function = "/rest/v1/rpc/my_function";
    let or_one = " or with a single unnamed json/jsonb parameter";
    let without = format!("without parameters{or_one}");
    let both = format!("with parameters a, b{or_one}");
    let two = json!({ "b": 1, "a": [] });
    let by_get = app.get(&format!("{function}?a=1"));
    let by_get = by_get.header("apikey", ANON_KEY);
    let none = " without parameters";
    for (request, call, with) in [
        (app.rest(function).json(&json!({})), none, &*without),
        (app.rest(function).json(&two), "(a, b)", &both),
        (app.rest(function).body("{"), none, &without),
        (by_get, "(a)", "with parameter a"),
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
    let one_header = &["count=planned,missing=default,return=minimal"][..];
    let headers = &["return=representation", "count=exact", "count=none"];
    for (preferred, range, applied) in [
        (&["count=exact"][..], "*/2", "count=exact"),
        (one_header, "*/2", "return=minimal, count=planned"),
        (headers, "*/2", "return=representation, count=exact"),
        (&["count=all"], "*/*", ""),
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
    let any = "text/html, APPLICATION/json;charset=UTF-8";
    let one_row = "application/vnd.pgrst.object+json; charset=utf-8";
    for (accepted, answered) in [
        ("Application/JSON", "application/json"),
        (any, "application/json"),
        ("Application/Vnd.Pgrst.Object+JSON ; nulls=x", one_row),
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
async fn what_is_no_insert_of_rows_is_refused() {
    let app = TestApp::spawn().await;
    let path = "/rest/v1/site_forms";
    let typed = |content_type: &str, body: &[u8]| {
        let request = app.rest(path).header("content-type", content_type);
        request.body(body.to_vec())
    };
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
        let answer = Answer::to(typed("application/json", body)).await;
        answer.postgrest_error(400, "PGRST102");
    }
    let body = row().to_string();
    for (content_type, encoding) in [
        ("text/plain", "identity"),
        ("application/x-www-form-urlencoded", "identity"),
        ("application/json", "gzip"),
    ] {
        let request = typed(content_type, body.as_bytes());
        let answer = Answer::to(request.header("content-encoding", encoding)).await;
        answer.postgrest_error(415, "PGRST102");
    }
    for changes in [
        json!({ "message": "a\0b" }),
        json!({ "referrer": ["\0"] }),
        json!({ "a\0b": "" }),
    ] {
        let answer = Answer::to(app.insert(&with(row(), changes))).await;
        let error = answer.postgrest_error(400, "22P05");
        assert_eq!(error["details"], "\\u0000 cannot be converted to text.");
    }
    for column in ["price", "id", "created_at", "idempotency_key", "full_name "] {
        let answer = Answer::to(app.insert(&with(row(), json!({ column: "1" })))).await;
        let error = answer.postgrest_error(400, "PGRST204");
        let message =
            format!("Could not find the '{column}' column of 'site_forms' in the schema cache");
        assert_eq!(error["message"], message);
    }
    for table in [
        "orders",
        "phone_clicks",
        "site_form",
        "__diesel_schema_migrations",
    ] {
        let request = app.rest(&format!("/rest/v1/{table}?select=*"));
        let answer = Answer::to(request.json(&row())).await;
        let error = answer.postgrest_error(404, "PGRST205");
        let message = format!("Could not find the table 'public.{table}' in the schema cache");
        assert_eq!(error["message"], message);
    }
    for method in ["GET", "PUT", "PATCH", "DELETE"] {
        let request = app.request(method, "/rest/v1/site_forms?select=*");
        let answer = Answer::to(request.header("apikey", ANON_KEY)).await;
        answer.postgrest_error(405, "PGRST117");
        assert_eq!(answer.header("allow"), "POST");
    }
    let csv = app.insert(&row()).header("accept", "text/csv");
    Answer::to(csv).await.postgrest_error(406, "PGRST107");
    let auth = app.post(path).header("content-profile", "auth");
    let auth = auth.header("apikey", ANON_KEY).json(&row());
    Answer::to(auth).await.postgrest_error(406, "PGRST106");
    let one_refused = json!([row(), with(row(), json!({ "phone": "" })), row()]);
    let error = Answer::to(app.insert(&one_refused)).await;
    let error = error.postgrest_error(422, "PT422");
    assert_eq!(error["message"], "Missing Information");
    assert_eq!(app.database.site_forms().await.len(), 0);
}

#[actix_web::test]
async fn a_row_has_as_much_as_fits() {
    let app = TestApp::spawn().await;
    let padding = 256 * 1024 - with(row(), json!({ "referrer": "" })).to_string().len();
    let padded = |padding| with(row(), json!({ "referrer": "x".repeat(padding) }));
    let answer = Answer::to(app.insert(&padded(padding + 1))).await;
    answer.postgrest_error(413, "PT413");
    Answer::to(app.insert(&padded(padding))).await.expect(201);
    for id in ["visitor_id", "session_id"] {
        let sent = |length| with(row(), json!({ id: "ä".repeat(length) }));
        let answer = Answer::to(app.insert(&sent(201))).await;
        answer.postgrest_error(400, "22001");
        Answer::to(app.insert(&sent(200))).await.expect(201);
    }
}

#[actix_web::test]
async fn text_is_saved_unchanged_and_a_number_as_postgres_would_write_it() {
    let app = TestApp::spawn().await;
    let message = "Service: 樹🌳\nUrgency: \u{202e}Routine\nAddress: O’Hara's \"Oak\" \\ St; DROP TABLE site_forms;--\nDetails:\n\r\n\tİ ß e\u{301} \u{feff}";
    let changes = json!({ "message": message, "phone": 4_045_550_123_u64, "site_name": null });
    let answer = Answer::to(app.insert_select_single(&with(row(), changes))).await;
    let answered = answer.expect(201).json();
    assert_eq!(answered["message"], message);
    assert_eq!(answered["phone"], "4045550123");
    assert_eq!(answered["site_name"], validator_wasm::SITE_NAME);
    assert_eq!(app.database.site_forms().await[0]["message"], message);
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
    for column in "visitor_id session_id ip_hash ua city state country".split(' ') {
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
