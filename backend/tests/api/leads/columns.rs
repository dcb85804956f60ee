//! A lead's message is parsed into columns.

use serde_json::{Value, json};
use validator_wasm::Lead;

use crate::app::{Answer, TestApp, estimate, row, with};

const COLUMNS: [&str; 5] = ["service", "urgency", "address", "details", "emergency"];

/// Messages from the form and from elsewhere, each with the values of its columns.
fn messages() -> [(&'static str, [Value; 5]); 3] {
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
    ]
}

fn columns(lead: &Value) -> [Value; 5] {
    COLUMNS.map(|name| lead[name].clone())
}

#[actix_web::test]
async fn a_lead_is_saved_with_what_its_text_says() {
    let app = TestApp::spawn().await;
    for (message, _) in &messages() {
        let row = with(row(), json!({ "message": message }));
        Answer::to(app.insert(&row)).await.expect(201);
    }
    // A label is stored as its choice.
    let form = with(
        estimate(),
        json!({ "service": " Mulch ", "urgency": "Emergency", "message": "a" }),
    );
    Answer::to(app.send_form(&form)).await.expect(303);

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
