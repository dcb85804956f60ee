//! The built pages.

use std::fs;

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::app::{Answer, TestApp};

#[actix_web::test]
async fn a_page_is_found_at_its_address() {
    let app = TestApp::spawn().await;
    for (path, content) in [
        ("/", "<h1>Home</h1>"),
        ("/?from=search", "<h1>Home</h1>"),
        ("/contact", "<h1>Contact</h1>"),
        ("/contact?from=search", "<h1>Contact</h1>"),
    ] {
        let answer = Answer::to(app.get(path)).await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.text, content, "{path}");
        assert!(answer.headers.get("location").is_none());
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
        assert_eq!(answer.header("cache-control"), "no-cache");
    }
}

#[actix_web::test]
async fn an_address_with_a_slash_at_its_end_redirects_to_the_one_without() {
    let app = TestApp::spawn().await;
    for (path, location) in [
        ("/contact/", "/contact"),
        ("/contact//", "/contact"),
        ("/contact/?from=search", "/contact?from=search"),
        ("/robots.txt/", "/robots.txt"),
    ] {
        for method in ["GET", "HEAD"] {
            let answer = Answer::to(app.request(method, path)).await;
            assert_eq!(answer.status, 301, "{path}");
            assert_eq!(answer.header("location"), location);
        }
    }
    // The server redirects only to the site's own paths.
    for path in ["//evil.example/", "/%2fevil.example/", "/no/such/page/"] {
        let answer = Answer::to(app.get(path)).await;
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.header("location"), "");
    }
}

#[actix_web::test]
async fn pages_name_the_rules_for_loading_the_next_page_before_it_is_asked_for() {
    let app = TestApp::spawn().await;
    for path in ["/", "/contact", "/no/such/page"] {
        let answer = Answer::to(app.get(path)).await;
        assert_eq!(
            answer.header("speculation-rules"),
            "\"/speculation-rules.json\""
        );
    }
    let rules = Answer::to(app.get("/speculation-rules.json"))
        .await
        .expect(200);
    assert_eq!(
        rules.header("content-type"),
        "application/speculationrules+json"
    );
    let file = Answer::to(app.get("/robots.txt")).await;
    assert_eq!(file.header("speculation-rules"), "");
}

#[actix_web::test]
async fn the_contact_page_is_served_like_any_other_page() {
    let app = TestApp::spawn().await;
    let home = Answer::to(app.get("/")).await;
    let contact = Answer::to(app.get("/contact")).await;
    let names = |answer: &Answer| {
        let mut names: Vec<_> = answer.headers.keys().map(ToString::to_string).collect();
        names.retain(|name| name != "vary");
        names.sort();
        names
    };
    // The page isn't logged and has no request id, since a visitor would wait for both.
    assert_eq!(names(&contact), names(&home));
}

#[actix_web::test]
async fn an_unknown_path_is_the_404_page_with_status_404() {
    let app = TestApp::spawn().await;
    for path in [
        "/services/tree-trimming",
        "/404",
        "/404/",
        "/assets/gone.js",
        "/apiary",
    ] {
        let answer = Answer::to(app.get(path)).await;
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.text, "<h1>Oops! Page not found</h1>");
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
        assert_eq!(answer.header("cache-control"), "no-cache");
    }
}

#[actix_web::test]
async fn files_with_a_hash_in_their_name_are_kept_for_a_year() {
    let app = TestApp::spawn().await;
    for (path, content_type) in [
        (
            "/assets/entry-4f5e6d7c.js",
            "text/javascript; charset=utf-8",
        ),
        ("/assets/rules-0a1b2c3d.wasm", "application/wasm"),
    ] {
        let answer = Answer::to(app.get(path)).await.expect(200);
        assert_eq!(answer.header("content-type"), content_type);
        assert_eq!(
            answer.header("cache-control"),
            "public, max-age=31536000, immutable"
        );
    }
    let answer = Answer::to(app.get("/robots.txt")).await;
    assert_eq!(answer.header("content-type"), "text/plain; charset=utf-8");
    assert_eq!(answer.header("cache-control"), "public, max-age=3600");
}

#[actix_web::test]
async fn a_cached_file_is_not_sent_again() {
    let app = TestApp::spawn().await;
    let first = Answer::to(app.get("/contact")).await;
    let tag = first.header("etag");
    assert!(tag.starts_with('"') && tag.len() > 30, "{tag}");
    for known in [tag, &format!("\"other\", W/{tag}"), "*"] {
        let again = Answer::to(app.get("/contact").header("if-none-match", known)).await;
        assert_eq!(again.status, 304, "{known}");
        assert_eq!(again.text, "");
        assert_eq!(again.header("etag"), tag);
        assert_eq!(again.header("cache-control"), "no-cache");
        assert_eq!(again.header("vary"), "accept-encoding");
    }
    Answer::to(app.get("/contact").header("if-none-match", "\"other\""))
        .await
        .expect(200);
    Answer::to(app.get("/gone").header("if-none-match", "*"))
        .await
        .expect(404);
}

#[actix_web::test]
async fn the_tag_depends_on_the_content() {
    let (one, other) = (TestApp::spawn().await, TestApp::spawn().await);
    let tag = |app: &TestApp| {
        let request = app.get("/contact");
        async { Answer::to(request).await.header("etag").to_owned() }
    };
    assert_eq!(tag(&one).await, tag(&other).await);
}

#[actix_web::test]
async fn a_browser_gets_the_compressed_variant_that_it_prefers() {
    let app = TestApp::spawn().await;
    let mut tags = Vec::new();
    for (accepted, encoding, content) in [
        ("gzip, deflate, br, zstd", "br", "brotli of contact"),
        ("gzip", "gzip", "gzip of contact"),
        ("gzip;q=1.0, br;q=0.1", "gzip", "gzip of contact"),
        ("br;q=0, gzip", "gzip", "gzip of contact"),
        ("identity", "", "<h1>Contact</h1>"),
        ("zstd", "", "<h1>Contact</h1>"),
        ("", "", "<h1>Contact</h1>"),
        ("complete nonsense;;q=", "", "<h1>Contact</h1>"),
    ] {
        let request = app.get("/contact").header("accept-encoding", accepted);
        let answer = Answer::to(request).await.expect(200);
        assert_eq!(answer.header("content-encoding"), encoding, "{accepted}");
        assert_eq!(answer.text, content, "{accepted}");
        assert_eq!(answer.header("vary"), "accept-encoding");
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
        tags.push(answer.header("etag").to_owned());
    }
    tags.sort_unstable();
    tags.dedup();
    assert_eq!(tags.len(), 3, "each variant has its own tag");
    let plain = Answer::to(app.get("/").header("accept-encoding", "br")).await;
    assert_eq!(plain.header("content-encoding"), "");
    assert_eq!(plain.text, "<h1>Home</h1>");
}

#[actix_web::test]
async fn compressed_variants_are_no_files_of_their_own_but_archives_are() {
    let app = TestApp::spawn().await;
    Answer::to(app.get("/contact/index.html.br"))
        .await
        .expect(404);
    let archive = Answer::to(app.get("/downloads/leaflet.gz"))
        .await
        .expect(200);
    assert_eq!(archive.text, "an archive of its own");
}

#[actix_web::test]
async fn head_answers_without_a_body() {
    let app = TestApp::spawn().await;
    let answer = Answer::to(app.request("HEAD", "/contact"))
        .await
        .expect(200);
    assert_eq!(answer.header("content-length"), "16");
    assert_eq!(answer.text, "");
}

#[actix_web::test]
async fn another_method_is_refused() {
    let app = TestApp::spawn().await;
    for method in ["POST", "PUT", "DELETE"] {
        let answer = Answer::to(app.request(method, "/")).await.expect(405);
        assert_eq!(answer.header("allow"), "GET, HEAD");
    }
    let answer = Answer::to(app.request("PUT", "/contact")).await.expect(405);
    assert_eq!(answer.header("allow"), "GET, HEAD, POST");
}

#[actix_web::test]
async fn no_path_leads_to_hidden_files_or_out_of_the_folder() {
    let app = TestApp::spawn().await;
    fs::write(app.data_dir.path().join("secret"), "outside").unwrap();
    let data_dir = app.data_dir.path().file_name().unwrap().to_str().unwrap();
    for path in [
        "/.well-hidden".to_owned(),
        "/%2ewell-hidden".to_owned(),
        "/assets/.hidden.js".to_owned(),
        format!("/../{data_dir}/secret"),
        format!("/assets/../../{data_dir}/secret"),
        format!("/%2e%2e/{data_dir}/secret"),
        format!("/..%2f{data_dir}%2fsecret"),
        format!("/assets/%2e%2e%2f%2e%2e%2f{data_dir}/secret"),
        format!("/{}/secret", app.data_dir.path().display()),
        "/contact/../index.html".to_owned(),
        "/index.html%00".to_owned(),
        "/%ff".to_owned(),
    ] {
        // Written by hand, since a client would normalize the path.
        let mut stream = TcpStream::connect(app.url.strip_prefix("http://").unwrap())
            .await
            .unwrap();
        let request =
            format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
        assert!(
            answer.ends_with("<h1>Oops! Page not found</h1>"),
            "{path}: {answer}"
        );
    }
}
