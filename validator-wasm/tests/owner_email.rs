//! The owner's mail as it is written.

use validator_wasm::{Estimate, OwnerEmail, owner_email};

fn estimate() -> Estimate {
    Estimate {
        first_name: "Jane".into(),
        last_name: "Doe".into(),
        phone: "+1 (404) 555-0123".into(),
        email: "jane@gmail.com".into(),
        address: "12 Oak Street\nDecatur".into(),
        service: "Storm Damage".into(),
        urgency: "within-week".into(),
        message: "A limb fell on the <shed> & \"carport\".".into(),
    }
}

#[test]
fn it_lists_the_request() {
    let email = OwnerEmail::compose(&estimate());
    assert_eq!(
        email.subject,
        "New estimate request from Jane Doe (Storm Damage, Within a week)"
    );
    for expected in [
        r#"<th align="left">Name</th><td>Jane Doe</td>"#,
        r#"<a href="tel:+14045550123">+1 (404) 555-0123</a>"#,
        r#"<a href="mailto:jane@gmail.com">jane@gmail.com</a>"#,
        "12 Oak Street<br>\nDecatur",
        "<td>Storm Damage</td>",
        "<td>Within a week</td>",
        "A limb fell on the &lt;shed&gt; &amp; &quot;carport&quot;.",
    ] {
        assert!(
            email.html.contains(expected),
            "{expected} in {}",
            email.html
        );
    }
}

#[test]
fn it_says_the_same_as_plain_text() {
    assert_eq!(
        owner_email::plain_text(&Estimate {
            email: String::new(),
            ..estimate()
        }),
        "New estimate request\n\nName: Jane Doe\nPhone: +1 (404) 555-0123\nEmail: Not provided\n\
         Property address: 12 Oak Street\nDecatur\nService: Storm Damage\n\
         Urgency: Within a week\nProject details: A limb fell on the <shed> & \"carport\".\n"
    );
}

#[test]
fn it_says_what_was_not_given() {
    let email = OwnerEmail::compose(&Estimate {
        email: " ".into(),
        message: "\n".into(),
        ..estimate()
    });
    assert!(email.html.contains("<td>Not provided</td>"));
    assert!(email.html.contains("<td>No details were given.</td>"));
}

#[test]
fn a_name_cannot_break_the_subject_into_two_headers() {
    let email = OwnerEmail::compose(&Estimate {
        last_name: "Doe\r\nBcc: everybody@mail.com".into(),
        ..estimate()
    });
    assert_eq!(
        email.subject,
        "New estimate request from Jane Doe Bcc: everybody@mail.com (Storm Damage, Within a week)"
    );
}
