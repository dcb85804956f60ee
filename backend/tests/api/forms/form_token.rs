//! `GET /api/form-token`.

use std::time::{Duration, SystemTime};

use backend::{config::secret::Secret, forms::form_token::FormTokens};

use crate::app::{Answer, IP_HASH_SECRET, TestApp};

const PATH: &str = "/api/form-token";

#[actix_web::test]
async fn the_token_holds_the_time_of_its_request() {
    let app = TestApp::spawn().await;
    let before = SystemTime::now();
    let answer = Answer::to(app.get(PATH)).await;
    let after = SystemTime::now();
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert_eq!(answer.header("cache-control"), "no-store");
    let body = answer.json();
    assert_eq!(body.as_object().unwrap().len(), 1);

    let secret = Secret::load(Some(&IP_HASH_SECRET.into()), app.data_dir.path()).unwrap();
    // A configured secret is not written to a file.
    let files = app.data_dir.path().read_dir().unwrap();
    assert_eq!(files.count(), 0);
    let age = FormTokens::new(&secret)
        .age(body["token"].as_str().unwrap(), after)
        .unwrap();
    // The token has whole milliseconds, so it may seem up to one millisecond older than it is.
    assert!(age <= after.duration_since(before).unwrap() + Duration::from_millis(1));
}

#[actix_web::test]
async fn the_path_takes_get_alone() {
    let app = TestApp::spawn().await;
    let head = Answer::to(app.request("HEAD", PATH)).await;
    assert_eq!((head.status.as_u16(), &*head.text), (200, ""));
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
        let answer = Answer::to(app.request(method, PATH)).await;
        assert_eq!(answer.api_error(405), "Allowed methods: GET, HEAD.");
        assert_eq!(answer.header("allow"), "GET, HEAD");
    }
}
