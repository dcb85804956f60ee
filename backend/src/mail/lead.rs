//! Composes the mail about a lead.

use uuid::Uuid;
use validator_wasm::{
    Field, Lead,
    owner_email::{TITLE, entries, subject},
};

use super::{
    links::{self, linked},
    message::{Mail, MailContent, one_line, reply_address},
};

/// Composes the mail. Replies go to the visitor.
#[must_use]
pub fn mail(lead: &Lead, id: Uuid) -> Mail {
    let reply_to = reply_address(&lead.full_name, &lead.email);
    Mail::new(compose(lead), id, reply_to)
}

/// Composes the content: the entries of the request, where a tap calls, answers, or shows the way. An
/// emergency's begins with whom to call.
fn compose(lead: &Lead) -> MailContent {
    let estimate = lead.parse();
    let estimate = estimate.borrowed();
    let is_emergency = estimate.is_emergency();
    let mut html = String::new();
    let mut text = String::new();
    if is_emergency {
        let alarm = one_line(&format!(
            "EMERGENCY: call {}, {}",
            lead.full_name, lead.phone
        ));
        let call = linked(&alarm, links::call(&lead.phone).as_deref());
        html.extend(["<p class=\"alarm\">", &call, "</p>\n"]);
        text.extend([&alarm, "\n\n"]);
    }
    html.extend(["<h1>", TITLE, "</h1>\n"]);
    text.extend([TITLE, "\n\n"]);
    for entry in entries(&estimate, &lead.full_name) {
        let value = entry.value.trim();
        let link = match entry.field {
            Field::Phone => links::call(value),
            Field::Email => links::write_to(value),
            Field::Address => Some(links::map(value)),
            _ => None,
        };
        let shown = linked(value, link.as_deref());
        html.extend(["<p><b>", entry.label, "</b><br>\n", &shown, "</p>\n"]);
        text.extend([entry.label, ": ", value, "\n"]);
    }
    MailContent {
        subject: one_line(&subject(&estimate)),
        html,
        text,
        is_emergency,
    }
}

#[cfg(test)]
mod tests {
    use validator_wasm::{Estimate, Lead};

    use super::{MailContent, compose};

    fn mail(changes: impl FnOnce(&mut Estimate)) -> MailContent {
        let mut estimate = Estimate {
            first_name: "Jane".into(),
            last_name: "Doe".into(),
            phone: "+1 (404) 555-0123 ext 4".into(),
            email: "jane@gmail.com".into(),
            address: "12 Oak Street\nDecatur".into(),
            service: "Storm Damage".into(),
            urgency: "within-week".into(),
            message: "A limb fell on the <shed> & \"carport\".".into(),
        };
        changes(&mut estimate);
        compose(&Lead::compose(&estimate))
    }

    #[test]
    fn a_tap_calls_answers_and_shows_the_way() {
        let html = mail(|_| {}).html;
        for part in [
            "<b>Name</b><br>\nJane Doe</p>",
            r#"<a href="tel:+14045550123">+1 (404) 555-0123 ext 4</a>"#,
            r#"<a href="mailto:jane@gmail.com">jane@gmail.com</a>"#,
            "&amp;query=12%20Oak%20Street%20Decatur\">12 Oak Street<br>\nDecatur</a>",
            "<b>Service</b><br>\nStorm Damage</p>",
            "<b>Urgency</b><br>\nWithin a week</p>",
            "A limb fell on the &lt;shed&gt; &amp; &quot;carport&quot;.",
        ] {
            assert!(html.contains(part), "{part} is not in\n{html}");
        }
    }

    #[test]
    fn the_plain_text_has_the_same_entries_and_no_markup() {
        let mail = mail(|estimate| estimate.email.clear());
        assert_eq!(
            mail.text,
            "New estimate request\n\nName: Jane Doe\nPhone: +1 (404) 555-0123 ext 4\n\
             Email: Not provided\nProperty address: 12 Oak Street\nDecatur\n\
             Service: Storm Damage\nUrgency: Within a week\n\
             Project details: A limb fell on the <shed> & \"carport\".\n"
        );
        assert!(!mail.html.contains("mailto:"), "{}", mail.html);
    }

    #[test]
    fn an_emergency_begins_with_whom_to_call() {
        let mail = mail(|estimate| estimate.urgency = "emergency".into());
        assert!(mail.is_emergency);
        assert!(mail.subject.starts_with("EMERGENCY: "), "{}", mail.subject);
        let call = "EMERGENCY: call Jane Doe, +1 (404) 555-0123 ext 4";
        assert!(mail.text.starts_with(call), "{}", mail.text);
        let link = format!("<p class=\"alarm\"><a href=\"tel:+14045550123\">{call}</a></p>");
        assert!(mail.html.starts_with(&link), "{}", mail.html);
    }
}
