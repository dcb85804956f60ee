//! What a lead's text says stands in columns.

use serde_json::{Value, json};
use validator_wasm::Lead;

use crate::{
    app::{Answer, TestApp, estimate, row, with},
    database::{self, Database},
};

const COLUMNS: [&str; 5] = ["service", "urgency", "address", "details", "emergency"];

/// Messages as the form makes them and as others may send them, each with what its columns hold.
fn messages() -> [(&'static str, [Value; 5]); 5] {
    [
        (
            "Service: Storm Damage\nUrgency: Emergency\nAddress: 12 Oak Street\n  Decatur\nDetails:\nA\nB ",
            [
                json!("Storm Damage"),
                json!("emergency"),
                json!("12 Oak Street\nDecatur"),
                json!("A\nB "),
                json!(true),
            ],
        ),
        (
            "Service: Mulch\nUrgency:  emergency \nAddress: 1 Elm",
            [
                json!("Mulch"),
                json!("emergency"),
                json!("1 Elm"),
                json!(""),
                json!(true),
            ],
        ),
        (
            "Service: Mulch\nUrgency: In spring\nAddress: 1 Elm\nDetails:\nEmergency",
            [
                json!("Mulch"),
                json!("In spring"),
                json!("1 Elm"),
                json!("Emergency"),
                json!(false),
            ],
        ),
        (
            "Please call me",
            [
                json!(""),
                json!(""),
                json!(""),
                json!("Please call me"),
                json!(false),
            ],
        ),
        (
            "",
            [json!(""), json!(""), json!(""), json!(""), json!(false)],
        ),
    ]
}

fn columns(lead: &Value) -> [Value; 5] {
    COLUMNS.map(|name| lead[name].clone())
}

#[actix_web::test]
async fn a_lead_is_saved_with_what_its_text_says() {
    let app = TestApp::spawn().await;
    // What has no service or address is refused.
    for (message, _) in &messages()[..3] {
        let row = with(row(), json!({ "message": message }));
        Answer::to(app.insert(&row)).await.expect(201);
    }
    // A label is read back as the choice.
    let form = with(
        estimate(),
        json!({ "service": " Mulch ", "urgency": "Emergency", "message": "a" }),
    );
    let sent = app.post("/api/estimate-requests").json(&form);
    Answer::to(sent).await.expect(201);

    let saved = app.database.site_forms().await;
    for ((_, expected), lead) in messages().iter().zip(&saved[..3]) {
        assert_eq!(columns(lead), *expected);
    }
    let of_form = columns(&saved[3]);
    assert_eq!(
        of_form[..2],
        [json!("Mulch"), json!("emergency")],
        "{of_form:?}"
    );
    assert_eq!(of_form[3..], [json!("a"), json!(true)], "{of_form:?}");
    for lead in &saved {
        let text = |name: &str| lead[name].as_str().unwrap().to_owned();
        let estimate = Lead {
            full_name: text("full_name"),
            email: text("email"),
            phone: text("phone"),
            message: text("message"),
            site_name: text("site_name"),
        }
        .parse();
        assert_eq!(lead["emergency"], estimate.is_emergency(), "{lead}");
    }
}

/// Puts leads into the table as a backend without the columns does, one each hour.
async fn save_without_columns(database: &Database, copies: usize) {
    let rows: Vec<String> = (0..copies)
        .flat_map(|_| messages())
        .enumerate()
        .map(|(age, (message, _))| {
            format!(
                "('{age}', 'jane@mail.com', '404-555-0123', E'{}', 'site', now() - {age} * interval '1 hour')",
                message.replace('\n', "\\n")
            )
        })
        .collect();
    database
        .execute(&format!(
            "INSERT INTO site_forms (full_name, email, phone, message, site_name, created_at)
             VALUES {}",
            rows.join(", ")
        ))
        .await;
}

const ALL_FILLED_IN: &str =
    "SELECT FROM site_forms HAVING count(*) = count(service) AND count(*) = count(emergency)";

#[actix_web::test]
async fn the_columns_of_older_leads_are_filled_in() {
    let database = Database::migrated().await;
    save_without_columns(&database, 220).await;
    let url = database.url.clone();
    // Another backend fills this one in, or has died of it.
    let other = database::connect(&url).await;
    other
        .batch_execute("BEGIN; SELECT FROM site_forms WHERE full_name = '600' FOR UPDATE")
        .await
        .unwrap();
    let app = TestApp::spawn_with(&[("DATABASE_URL", &url)]).await;
    database
        .wait_for("SELECT FROM site_forms WHERE service IS NULL HAVING count(*) = 1")
        .await;
    other.batch_execute("ROLLBACK").await.unwrap();
    drop(app);

    let _another = TestApp::spawn_with(&[("DATABASE_URL", &url)]).await;
    database.wait_for(ALL_FILLED_IN).await;
    for lead in database.site_forms().await {
        let number: usize = lead["full_name"].as_str().unwrap().parse().unwrap();
        assert_eq!(columns(&lead), messages()[number % 5].1, "{number}");
        assert_eq!(lead["changed_at"], Value::Null);
    }
}
