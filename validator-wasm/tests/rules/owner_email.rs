//! The text of the owner's mail.

use validator_wasm::{Estimate, Field, OwnerEmail, escaped_html, owner_email::entries};

fn estimate() -> Estimate {
    Estimate {
        address: "12 Oak Street\nDecatur".into(),
        service: "Storm Damage".into(),
        message: "A limb fell on the <shed> & \"carport\".".into(),
        ..Estimate::from_fn(|field| field.example().into())
    }
}

#[test]
fn it_lists_the_request() {
    let email = OwnerEmail::compose(&estimate());
    assert_eq!(
        email.subject,
        "Within a week: New estimate request from Jane Doe (Storm Damage)"
    );
    for expected in [
        r#"<th align="left">Name</th><td>Jane Doe</td>"#,
        "<td>404-555-0123</td>",
        "<td>jane.doe@gmail.com</td>",
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
fn every_field_that_the_owner_reads_has_a_place_in_the_order_of_reports() {
    let typed = Estimate::from_fn(Field::example);
    let mailed = entries(&typed, "").map(|entry| entry.field);
    let reported = Field::reported().map(|(field, _)| field);
    let orders: [(Vec<_>, _); 2] = [
        (
            reported.collect(),
            "firstName phone email service urgency address message",
        ),
        (
            mailed.collect(),
            "firstName phone email address service urgency message",
        ),
    ];
    let is_read = |field: &&Field| field.facts().reported.is_some();
    for (fields, order) in orders {
        let names = fields.iter().map(|field| field.as_str());
        let promised = names.filter(|name| order.split(' ').any(|it| it == *name));
        assert_eq!(promised.collect::<Vec<_>>().join(" "), order);
        assert_eq!(fields.len(), Field::ALL.iter().filter(is_read).count());
    }
}

#[test]
fn its_subject_begins_with_the_urgency_and_shouts_an_emergency() {
    for (urgency, subject) in [
        (
            "routine",
            "Routine: New estimate request from Jane Doe (Storm Damage)",
        ),
        (
            "urgent",
            "Urgent: New estimate request from Jane Doe (Storm Damage)",
        ),
        (
            "emergency",
            "EMERGENCY: New estimate request from Jane Doe (Storm Damage)",
        ),
        // Not one of the form's choices: the visitor's own words come last, however long they are.
        (
            "EMERGENCY!",
            "New estimate request from Jane Doe (Storm Damage, EMERGENCY!)",
        ),
    ] {
        let email = OwnerEmail::compose(&Estimate {
            urgency: urgency.into(),
            ..estimate()
        });
        assert_eq!(email.subject, subject);
    }
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
        "Within a week: New estimate request from Jane Doe Bcc: everybody@mail.com (Storm Damage)"
    );
}

#[test]
fn what_was_typed_is_text_wherever_it_stands_in_the_html() {
    assert_eq!(
        escaped_html("  <a href='x' title=\"y\">&\0\nO'Neil  "),
        "&lt;a href=&#39;x&#39; title=&quot;y&quot;&gt;&amp;<br>\nO&#39;Neil"
    );
}
