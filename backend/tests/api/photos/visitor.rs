//! A visitor adds photos to the lead that they sent, sees them, and removes them.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use backend::{
    config::secret::Secret,
    photos::{
        source::PhotoSource,
        token::{PhotoAccess, PhotoToken, PhotoTokens},
    },
};
use chrono::DateTime;
use futures_util::future::join_all;
use image::load_from_memory;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Visitor, ids, jpeg, link_token, refusal, token, tokens};
use crate::{
    app::{Answer, TestApp, assert_begins, estimate, figures, row, with},
    database::outage::{open, shut},
    desk::{self, Browser, save},
    process::{Folders, Server},
};

#[actix_web::test]
async fn a_visitor_adds_photographs_sees_them_and_removes_them() {
    let app = TestApp::spawn().await;
    let lead = save(&app, json!({})).await;
    let visitor = Visitor::of(&app, &lead);
    assert_eq!(visitor.list().await, json!({ "photos": [], "left": 6 }));
    let [first, second] = [Uuid::now_v7(), Uuid::now_v7()];
    let added = visitor.put(first, jpeg(3_000, 1_500)).await.expect(201);
    let size = json!({ "id": first, "width": 2_048, "height": 1_024 });
    assert_eq!(added.json(), size);
    visitor.put(second, jpeg(64, 48)).await.expect(201);
    // A repeated id returns the same photo, whatever the body.
    for file in [jpeg(3_000, 1_500), jpeg(64, 48), b"oak".to_vec()] {
        let again = visitor.put(first, file).await.expect(200);
        assert_eq!(again.json(), size);
    }
    let list = Answer::to(visitor.request("GET", "")).await.expect(200);
    assert_eq!(list.header("cache-control"), "no-store");
    assert_eq!(
        list.json(),
        json!({ "photos": [size, { "id": second, "width": 64, "height": 48 }], "left": 4 })
    );

    let response = visitor
        .request("GET", &format!("/{first}"))
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 200);
    for (name, value) in [
        ("content-type", "image/jpeg"),
        ("cache-control", "no-store"),
        ("x-content-type-options", "nosniff"),
        (
            "content-security-policy",
            "default-src 'none'; frame-ancestors 'none'",
        ),
    ] {
        assert_eq!(response.headers()[name], value);
    }
    let thumbnail = load_from_memory(&response.bytes().await.unwrap()).unwrap();
    assert_eq!((thumbnail.width(), thumbnail.height()), (320, 160));

    for _ in 0..2 {
        visitor.remove(first).await.expect(204);
        assert_eq!(visitor.ids().await, [second]);
    }
    let gone = Answer::to(visitor.request("GET", &format!("/{first}"))).await;
    gone.api_error(404);
    visitor.put(first, jpeg(64, 48)).await.expect(201);
    for path in ["/none", "/none/none"] {
        assert_eq!(Answer::to(visitor.request("GET", path)).await.status, 404);
    }
    let wrong = Answer::to(visitor.request("PATCH", &format!("/{first}"))).await;
    assert_eq!(
        wrong.api_error(405),
        "Allowed methods: GET, HEAD, PUT, DELETE."
    );
}

/// Returns the cookies that a response sets.
fn cookies(answer: &Answer) -> Vec<&str> {
    let cookies = answer.headers.get_all("set-cookie").iter();
    cookies.map(|cookie| cookie.to_str().unwrap()).collect()
}

/// Returns the photo cookie that a response sets.
fn photo_cookie(answer: &Answer) -> Option<String> {
    let mut cookies = cookies(answer).into_iter();
    let cookie = cookies.find(|cookie| cookie.starts_with("photo_token="))?;
    let (pair, attributes) = cookie.split_once("; ").unwrap();
    assert_eq!(
        attributes,
        "HttpOnly; SameSite=Lax; Path=/contact; Max-Age=86400"
    );
    Some(pair.to_owned())
}

#[actix_web::test]
async fn who_has_sent_one_request_may_add_photographs_to_it_for_a_day() {
    let app = TestApp::spawn().await;
    let key = Uuid::now_v7().to_string();
    let keyed = || {
        app.insert_select_single(&with(row(), json!({ "session_id": "tab" })))
            .header("idempotency-key", &key)
    };
    for (sends, is_suspect) in [
        (keyed(), false),
        // A resubmission is the same lead.
        (keyed(), false),
        (app.send_form(&estimate()), false),
        (
            app.insert(&row())
                .header("x-form-trap", "filled")
                .header("x-form-token", "forged"),
            true,
        ),
    ] {
        let answer = Answer::to(sends).await;
        let visitor = Visitor {
            cookie: photo_cookie(&answer).unwrap(),
            ..Visitor::with(&app, "")
        };
        let photo = visitor.add().await;
        let lead = app
            .query(&format!(
                "SELECT suspect, site_forms.id FROM site_forms JOIN lead_photos ON lead_id = site_forms.id
                 WHERE lead_photos.id = '{photo}'"
            ))
            .await;
        assert_eq!(lead[0]["suspect"], is_suspect);
        if answer.status == 201 && !answer.text.is_empty() {
            assert_eq!(answer.json()["id"], lead[0]["id"]);
        }
    }
    let leads = app.query("SELECT DISTINCT lead_id FROM lead_photos").await;
    assert_eq!(leads.len(), 3);
    for refused in [
        app.insert(&json!([row(), row()])),
        app.send_form(&json!({})),
    ] {
        assert_eq!(photo_cookie(&Answer::to(refused).await), None);
    }
}

#[actix_web::test]
async fn no_token_but_the_leads_own_reaches_its_photographs() {
    let app = desk::spawn().await;
    let [lead, other] = [save(&app, json!({})).await, save(&app, json!({})).await];
    let visitor = Visitor::of(&app, &lead);
    let photo = visitor.add().await;
    let now = SystemTime::now();
    let id: Uuid = lead.parse().unwrap();
    let expired = tokens().issue(id, now - Duration::from_secs(1));
    let mut forged = token(&lead);
    forged.replace_range(10..11, if &forged[10..11] == "A" { "B" } else { "A" });
    let erased = token(&Uuid::now_v7().to_string());
    for bad in [&*expired, &forged, "", "null", &lead] {
        let stranger = Visitor::with(&app, bad);
        for (method, path) in [
            ("GET", String::new()),
            ("GET", format!("/{photo}")),
            ("PUT", format!("/{}", Uuid::now_v7())),
            ("DELETE", format!("/{photo}")),
        ] {
            let answer = Answer::to(stranger.request(method, &path).body(jpeg(64, 48))).await;
            refusal(&answer, 401, "late");
        }
    }
    let late = Visitor::with(&app, &erased)
        .put(Uuid::now_v7(), jpeg(64, 48))
        .await;
    refusal(&late, 401, "late");

    let stranger = Visitor::of(&app, &other);
    assert_eq!(stranger.ids().await, Vec::<Uuid>::new());
    let seen = Answer::to(stranger.request("GET", &format!("/{photo}"))).await;
    seen.api_error(404);
    refusal(&stranger.put(photo, jpeg(64, 48)).await, 409, "id");
    stranger.remove(photo).await.expect(204);

    // A visitor doesn't see the owner's photos.
    let browser = Browser::of_owner(&app).await;
    let owners = Uuid::now_v7();
    let path = format!("/leads/{lead}/photos/{owners}");
    let added = browser
        .request("PUT", &path)
        .header("content-type", "image/jpeg");
    Answer::to(added.body(jpeg(64, 48))).await.expect(201);
    assert_eq!(visitor.ids().await, [photo]);
    let seen = Answer::to(visitor.request("GET", &format!("/{owners}"))).await;
    seen.api_error(404);
    refusal(&visitor.put(owners, jpeg(64, 48)).await, 409, "id");
    visitor.remove(owners).await.expect(204);
    let kept = app
        .query("SELECT source FROM lead_photos ORDER BY source DESC")
        .await;
    assert_eq!(
        kept,
        [json!({ "source": "visitor" }), json!({ "source": "desk" })]
    );
}

#[test]
fn every_server_with_the_secret_reads_what_a_token_is_good_for_until_it_expires() {
    let tokens = |secret: &str| PhotoTokens::new(&secret_of(secret));
    let noon = UNIX_EPOCH + Duration::from_hours(500_000);
    let before = noon - Duration::from_secs(1);
    let lead = Uuid::now_v7();
    let content = |source, link_made_at| {
        let access = PhotoAccess { lead, source };
        Some(PhotoToken {
            access,
            link_made_at,
        })
    };
    let made_at = DateTime::from(noon);
    for (token, source, link_made_at) in [
        (
            tokens("secret").issue(lead, noon),
            PhotoSource::Visitor,
            None,
        ),
        (
            tokens("secret").issue_link(lead, made_at),
            PhotoSource::Link,
            Some(made_at),
        ),
    ] {
        assert_eq!(token.len(), 55);
        let read = |secret: &str, now| tokens(secret).read(&token, now);
        assert_eq!(read("secret", before), content(source, link_made_at));
        // Of a link, the database knows when it ends.
        assert_eq!(read("secret", noon).is_some(), link_made_at.is_some());
        assert_eq!(read("other", before), None);
    }
}

fn secret_of(text: &str) -> Secret {
    Secret::load(Some(&text.repeat(16).into()), "unused".as_ref()).unwrap()
}

#[actix_web::test]
async fn a_repetition_by_content_sets_no_cookie_but_in_the_browser_that_sent_it() {
    let app = TestApp::spawn().await;
    let first = Answer::to(app.send_form(&estimate())).await.expect(303);
    let own = photo_cookie(&first).unwrap();
    let lead = app.query("SELECT id FROM site_forms").await[0]["id"].clone();
    let lead = lead.as_str().unwrap();
    let other = save(&app, json!({})).await;
    // Strangers: one knows what was typed, one has another lead's token, one has the link.
    for cookie in [
        String::new(),
        Visitor::of(&app, &other).cookie,
        Visitor::by_link(&app, lead).cookie,
    ] {
        let again = Answer::to(app.send_form(&estimate()).header("cookie", &cookie)).await;
        assert_eq!(again.header("location"), "/contact?sent");
        assert_eq!(cookies(&again), [""; 0], "{cookie}");
    }
    let again = Answer::to(app.send_form(&estimate()).header("cookie", own)).await;
    assert_eq!(cookies(&again).len(), 1);
    let added = Visitor {
        cookie: photo_cookie(&again).unwrap(),
        ..Visitor::with(&app, "")
    };
    let photo = added.add().await;
    assert_eq!(Visitor::of(&app, lead).ids().await, [photo]);
    assert_eq!(app.database.site_forms().await.len(), 2);
}

#[actix_web::test]
async fn who_knows_a_requests_id_and_words_gets_no_token() {
    let app = TestApp::spawn().await;
    let send = async |key: &str, session: Option<&str>, gpc: &str| {
        let row = with(row(), json!({ "session_id": session }));
        let request = app.insert_select_single(&row);
        let request = request.header("sec-gpc", gpc);
        Answer::to(request.header("idempotency-key", key))
            .await
            .expect(201)
    };
    for gpc in ["0", "1"] {
        let key = Uuid::new_v4().to_string();
        let session = format!("tab {gpc}");
        let first = send(&key, Some(&session), gpc).await;
        assert!(photo_cookie(&first).is_some());
        // The response was lost.
        let again = send(&key, Some(&session), gpc).await;
        assert!(photo_cookie(&again).is_some());
        assert_eq!(again.json(), first.json());
        for stranger in [None, Some("another"), Some("another")] {
            let answer = send(&key, stranger, gpc).await;
            assert_eq!(cookies(&answer), [""; 0]);
            assert_eq!(answer.json()["session_id"], Value::Null);
        }
    }
}

#[actix_web::test]
async fn a_form_on_another_sites_page_sets_no_cookie_and_is_suspect() {
    let app = TestApp::spawn().await;
    let own = app.url.clone();
    for (header, value, is_ours) in [
        ("sec-fetch-site", "cross-site", false),
        ("origin", "https://other.example", false),
        ("origin", "null", false),
        ("sec-fetch-site", "same-origin", true),
        ("sec-fetch-site", "none", true),
        ("origin", &own, true),
    ] {
        let form = with(
            estimate(),
            json!({ "message": format!("{header} {value}") }),
        );
        let answer = Answer::to(app.send_form(&form).header(header, value)).await;
        assert_eq!(answer.header("location"), "/contact?sent");
        assert_eq!(
            photo_cookie(&answer).is_some(),
            is_ours,
            "{header}: {value}"
        );
    }
    let suspect = app
        .query("SELECT suspect FROM site_forms ORDER BY created_at")
        .await;
    let suspect: Vec<_> = suspect.iter().map(|lead| lead["suspect"] == true).collect();
    assert_eq!(suspect, [true, true, true, false, false, false]);
}

#[actix_web::test]
async fn what_was_added_by_a_link_and_by_the_browser_is_shown_to_each_alone_and_all_to_the_owner() {
    let app = desk::spawn().await;
    let lead = save(&app, json!({})).await;
    let sides = [Visitor::of(&app, &lead), Visitor::by_link(&app, &lead)];
    let mut added = Vec::new();
    for side in &sides {
        added.push([side.add().await, side.add().await]);
    }
    for (side, [own, other]) in sides.iter().zip([[0, 1], [1, 0]]) {
        assert_eq!(side.ids().await, added[own]);
        assert_eq!(side.list().await["left"], 2);
        let [foreign, _] = added[other];
        let shown = Answer::to(side.request("GET", &format!("/{foreign}"))).await;
        shown.api_error(404);
        side.remove(foreign).await.expect(204);
        refusal(&side.put(foreign, jpeg(64, 48)).await, 409, "id");
        let shown = side.request("GET", &format!("/{}", added[own][0]));
        Answer::to(shown).await.expect(200);
    }
    // The same file, sent by a form without JavaScript, becomes a photo of each.
    for side in &sides {
        assert_eq!(
            send(side, &[photo(&jpeg(20, 20))]).await,
            "/contact?sent#photos"
        );
    }
    for side in &sides {
        refusal(&side.put(Uuid::now_v7(), jpeg(64, 48)).await, 409, "full");
    }
    let browser = Browser::of_owner(&app).await;
    let seen = browser.lead(&lead).await;
    let seen = ids(&seen["photos"], "");
    assert_eq!(seen.len(), 6);
    assert!(
        added
            .as_flattened()
            .iter()
            .all(|photo| seen.contains(photo))
    );
    let mails = app
        .query("SELECT DISTINCT mail_id FROM lead_photos WHERE mail_id IS NOT NULL")
        .await;
    assert_eq!(mails.len(), 1);
}

#[actix_web::test]
async fn a_link_takes_the_place_of_another_requests_token_by_the_visitors_choice_alone() {
    let app = TestApp::spawn().await;
    let [lead, other] = [save(&app, json!({})).await, save(&app, json!({})).await];
    let [own, link] = [token(&lead), link_token(&other)];
    let own = format!("photo_token={own}");
    let asked = Answer::to(
        app.get(&format!("/contact/link/{link}"))
            .header("cookie", &own),
    )
    .await
    .expect(303);
    assert_eq!(asked.header("location"), "/contact?sent#photos");
    let offer = format!("photo_link={link}");
    let attributes = "HttpOnly; SameSite=Lax; Path=/contact; Max-Age=600";
    assert_eq!(cookies(&asked), [format!("{offer}; {attributes}")]);

    let removal = "photo_link=; HttpOnly; SameSite=Lax; Path=/contact; Max-Age=0";
    let taken = format!("photo_token={link}; HttpOnly; SameSite=Lax; Path=/contact; Max-Age=86400");
    let choose = async |cookies: String, choice: &str| {
        let request = app.post("/contact/photos/link");
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        let request = request.header("cookie", cookies);
        Answer::to(request.body(format!("choice={choice}"))).await
    };
    let both = || format!("{own}; {offer}");
    for (sent, choice, set) in [
        (both(), "own", vec![removal]),
        (both(), "link", vec![removal, &taken]),
        // A request from another site's page has no cookies.
        (String::new(), "link", vec![removal]),
        (own.clone(), "link", vec![removal]),
        (format!("{own}; photo_link=forged"), "link", vec![removal]),
        // A browser's token isn't valid as a link.
        (
            format!("{own}; photo_link={}", token(&other)),
            "link",
            vec![removal],
        ),
    ] {
        let chosen = choose(sent.clone(), choice).await.expect(303);
        assert_eq!(chosen.header("location"), "/contact?sent#photos");
        assert_eq!(cookies(&chosen), set, "{sent} {choice}");
    }
    choose(both(), "both").await.api_error(400);
    let by_get = Answer::to(
        app.get("/contact/photos/link?choice=link")
            .header("cookie", both()),
    )
    .await;
    assert_eq!(by_get.api_error(405), "Allowed methods: POST.");
    assert_eq!(cookies(&by_get), [""; 0]);

    // Sending a new request also decides.
    let sent = Answer::to(app.insert(&row()).header("cookie", both())).await;
    assert!(cookies(&sent).contains(&removal), "{sent:?}");

    // The page asks only if a choice could lose something.
    for (sent, token, set) in [
        (String::new(), link_token(&lead), true),
        (
            format!("photo_token={}", link_token(&lead)),
            link_token(&lead),
            true,
        ),
        ("photo_token=forged".to_owned(), link_token(&lead), true),
        // A link to the browser's own lead keeps the photos that this browser has added.
        (own.clone(), link_token(&lead), false),
    ] {
        let request = app.get(&format!("/contact/link/{token}"));
        let followed = Answer::to(request.header("cookie", &sent))
            .await
            .expect(303);
        assert_eq!(followed.header("location"), "/contact?sent");
        let expected = set.then(|| format!("photo_token={token}"));
        assert_eq!(photo_cookie(&followed), expected, "{sent}");
    }
    let browsers = app.get(&format!("/contact/link/{}", token(&other)));
    let refused = Answer::to(browsers).await.expect(303);
    assert_eq!(refused.header("location"), "/contact?sent&photos=late");
    assert_eq!(cookies(&refused), [""; 0]);
}

#[actix_web::test]
async fn an_outage_while_photographs_are_sent_is_told_in_their_own_words() {
    let app = TestApp::spawn().await;
    let lead = save(&app, json!({})).await;
    let visitor = Visitor::of(&app, &lead);
    shut(&app.database).await;
    let failed = "/contact?sent&photos=failed#photos";
    assert_eq!(send(&visitor, &[photo(&jpeg(64, 48))]).await, failed);
    assert_eq!(
        send(
            &visitor,
            &[("remove", Uuid::now_v7().to_string().as_bytes())]
        )
        .await,
        failed
    );
    let page = Answer::to(app.get("/contact?sent&photos=failed")).await;
    page.expect(200);
    for method in ["GET", "PUT", "DELETE"] {
        let path = if method == "GET" {
            String::new()
        } else {
            format!("/{}", Uuid::now_v7())
        };
        let answer = Answer::to(visitor.request(method, &path).body(jpeg(64, 48))).await;
        let sentence = refusal(&answer, 503, "failed");
        assert_begins(&sentence, "We could not save your photos just now.");
    }
    open(&app.database).await;
    assert_eq!(
        send(&visitor, &[photo(&jpeg(64, 48))]).await,
        "/contact?sent#photos"
    );
    assert_eq!(visitor.ids().await.len(), 1);
}

#[actix_web::test]
async fn of_many_that_come_at_once_six_are_kept() {
    let behind_proxy = [("TRUSTED_PROXIES", "127.0.0.1")];
    let app = TestApp::spawn_with(&behind_proxy).await;
    let lead = save(&app, json!({})).await;
    let visitor = Visitor::of(&app, &lead);
    for _ in 0..4 {
        visitor.add().await;
    }
    // The uploads come from several addresses and go to two servers.
    let another = app.spawn_another_with(&behind_proxy).await;
    let client = reqwest::Client::new();
    let sent = (0..8).map(|number| {
        let url = if number % 2 == 0 { &app.url } else { &another };
        let request = client
            .put(format!("{url}/contact/photos/{}", Uuid::now_v7()))
            .header("cookie", &visitor.cookie)
            .header("x-forwarded-for", format!("203.0.113.{number}"))
            .body(jpeg(64, 48));
        Answer::to(request)
    });
    let answers = join_all(sent).await;
    let added = answers.iter().filter(|answer| answer.status == 201).count();
    assert_eq!(added, 2, "{answers:?}");
    for full in answers.iter().filter(|answer| answer.status != 201) {
        let sentence = refusal(full, 409, "full");
        assert!(
            sentence.contains("six") || sentence.contains('6'),
            "{sentence}"
        );
    }
    assert_eq!(visitor.list().await["left"], 0);
    visitor.remove(visitor.ids().await[0]).await.expect(204);
    visitor.add().await;
}

/// Returns a form as a browser encodes it, with its content type.
fn form(fields: &[(&str, &[u8])]) -> (String, Vec<u8>) {
    let boundary = "----browser";
    let mut body = Vec::new();
    for (name, value) in fields {
        let file = if *name == "photo" {
            "; filename=\"oak.jpg\""
        } else {
            ""
        };
        body.extend(
            format!(
                "--{boundary}\r\ncontent-disposition: form-data; name=\"{name}\"{file}\r\n\r\n"
            )
            .bytes(),
        );
        body.extend(*value);
        body.extend(b"\r\n");
    }
    body.extend(format!("--{boundary}--\r\n").bytes());
    (format!("multipart/form-data; boundary={boundary}"), body)
}

fn photo(file: &[u8]) -> (&'static str, &[u8]) {
    ("photo", file)
}

async fn send(visitor: &Visitor<'_>, fields: &[(&str, &[u8])]) -> String {
    let (media_type, body) = form(fields);
    let request = visitor
        .request("POST", "")
        .header("content-type", media_type);
    let answer = Answer::to(request.body(body)).await.expect(303);
    answer.header("location").to_owned()
}

#[actix_web::test]
async fn a_browser_without_javascript_sends_and_removes_photographs_by_a_form() {
    let app = TestApp::spawn().await;
    let lead = save(&app, json!({})).await;
    let visitor = Visitor::of(&app, &lead);
    let [one, two, three] = [jpeg(64, 48), jpeg(48, 64), jpeg(32, 32)];
    let fine = "/contact?sent#photos";
    assert_eq!(send(&visitor, &[photo(&one), photo(&two)]).await, fine);
    // A resubmission, by a reload or a second click, adds nothing.
    assert_eq!(send(&visitor, &[photo(&one), photo(&two)]).await, fine);
    assert_eq!(visitor.ids().await.len(), 2);
    // Without a chosen file, the form adds nothing.
    assert_eq!(send(&visitor, &[photo(b"")]).await, fine);
    assert_eq!(send(&visitor, &[]).await, fine);
    // A file that isn't a photo doesn't affect the others.
    let refused = send(&visitor, &[photo(b"oak"), photo(&three)]).await;
    assert_eq!(refused, "/contact?sent&photos=type#photos");
    let ids = visitor.ids().await;
    assert_eq!(ids.len(), 3);
    let removed = send(&visitor, &[("remove", ids[0].to_string().as_bytes())]).await;
    assert_eq!(removed, fine);
    assert_eq!(visitor.ids().await, ids[1..]);
    assert_eq!(send(&visitor, &[("remove", b"none")]).await, fine);

    let large = vec![0; 16 * 1024 * 1024];
    let refused = send(&visitor, &[photo(&large), photo(&one)]).await;
    assert_eq!(refused, "/contact?sent&photos=large#photos");
    assert_eq!(visitor.ids().await.len(), 3);
    let many: Vec<Vec<u8>> = (10..14).map(|side| jpeg(side, side)).collect();
    let many: Vec<_> = many.iter().map(|file| photo(file)).collect();
    assert_eq!(
        send(&visitor, &many).await,
        "/contact?sent&photos=full#photos"
    );
    assert_eq!(visitor.list().await["left"], 0);
    let stranger = Visitor::with(&app, "forged");
    assert_eq!(
        send(&stranger, &[photo(&one)]).await,
        "/contact?sent&photos=late"
    );
    let broken = visitor
        .request("POST", "")
        .header("content-type", "multipart/form-data; boundary=x")
        .body("--x\r\ncontent-disposition: form-data; name=\"photo\"\r\n\r\nhalf a form");
    let broken = Answer::to(broken).await.expect(303);
    assert_eq!(
        broken.header("location"),
        "/contact?sent&photos=broken#photos"
    );
}

#[actix_web::test]
async fn a_customers_link_sets_the_cookie_and_is_in_no_log() {
    let folders = Folders::new();
    let database = crate::database::Database::migrated().await;
    let settings = [("PUBLIC_URL", "https://trees.example"), ("LOG", "trace")];
    let mut server = Server::start(&folders, &database, &[], &settings).await;
    database
        .insert_leads(
            "full_name, email, phone, message, site_name",
            "VALUES ('Jane', '-', '1', 'Oak', 'site')",
        )
        .await;
    let lead = database.query("SELECT id FROM site_forms").await;
    let token = link_token(lead[0]["id"].as_str().unwrap());
    let client = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .unwrap();
    let follow = async |token: &str| {
        let url = format!("{}/contact/link/{token}", server.url);
        Answer::to(client.get(url)).await.expect(303)
    };
    let answer = follow(&token).await;
    assert_eq!(answer.header("location"), "/contact?sent");
    assert_eq!(answer.header("cache-control"), "no-store");
    assert_eq!(answer.header("x-robots-tag"), "noindex");
    assert_eq!(answer.header("referrer-policy"), "no-referrer");
    assert_eq!(
        answer.header("set-cookie"),
        format!(
            "photo_token={token}; HttpOnly; SameSite=Lax; Secure; Path=/contact; Max-Age=86400"
        )
    );
    // Some programs take the punctuation that follows a link for a part of it.
    let followed = follow(&format!("{token}).")).await;
    assert_eq!(followed.header("set-cookie"), answer.header("set-cookie"));
    let answer = follow("forged").await;
    assert_eq!(answer.header("location"), "/contact?sent&photos=late");
    assert_eq!(answer.header("set-cookie"), "");
    let id = answer.header("x-request-id").to_owned();
    let mut log = String::new();
    while !log.contains(&id) || !log.contains("request completed") {
        log += &server.err.recv().await.unwrap();
    }
    assert!(!log.contains(&token), "{log}");
    assert!(log.contains("/contact/link/{token"), "{log}");
    let figures = figures(&server.metrics_url()).await;
    assert!(!figures.contains(&token), "{figures}");
}

/// A link of version 1.0, of this lead, that expires in 2100, and one that expired in 2023.
const TIMED_LINKS: [&str; 2] = [
    "AQGZAAAAAHAAgAAAAAAAAAEAAAAA9IZXABvgxEvAUxSwt68mnkMF578",
    "AQGZAAAAAHAAgAAAAAAAAAEAAAAAZVPxAPU56R0EU0UHALHxPUr13H8",
];
const TIMED_LEAD: &str = "01990000-0000-7000-8000-000000000001";

#[actix_web::test]
async fn a_link_of_the_first_version_is_valid_until_it_expires() {
    let app = TestApp::spawn().await;
    let request = app.insert(&row()).header("idempotency-key", TIMED_LEAD);
    Answer::to(request).await.expect(201);
    let followed = TIMED_LINKS.map(|token| app.get(&format!("/contact/photos?link={token}")));
    let [valid, expired] = followed.map(Answer::to);
    let valid = valid.await.expect(303);
    assert_eq!(valid.header("location"), "/contact?sent");
    Visitor::with(&app, TIMED_LINKS[0]).add().await;
    let expired = expired.await.expect(303);
    assert_eq!(expired.header("location"), "/contact?sent&photos=late");
    let expired = Visitor::with(&app, TIMED_LINKS[1]);
    refusal(
        &expired.put(Uuid::now_v7(), jpeg(64, 48)).await,
        401,
        "late",
    );
}
