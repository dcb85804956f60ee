//! Composes the mail about a lead.

use uuid::Uuid;
use validator_wasm::{
    Estimate, Field, escaped_html,
    owner_email::{TITLE, entries, subject},
};

use super::{
    links::{self, linked},
    message::{Mail, MailContent, one_line, reply_address, rest_is_elsewhere},
};
use crate::store::lead_records::LeadRecord;

/// Composes the mail, with a link to the lead at the address of the `desk`, if there is one. Replies go to
/// the visitor.
pub fn mail(record: &LeadRecord, id: Uuid, desk: Option<&str>) -> Mail {
    let estimate = record.estimate.borrowed();
    let reply_to = reply_address(estimate.first_name, estimate.email);
    let mut content = compose(&estimate, record.is_shortened, record.suspect);
    let link = desk.map(|desk| record.link_at(desk));
    content.push_link("Open it at the desk", link.as_deref());
    Mail::new(content, id, reply_to)
}

/// Composes the content: the entries of the request, where a tap calls, answers, or shows the way. An
/// emergency's begins with whom to call. The subject of a suspect one says so. The first name is the full
/// one.
fn compose(estimate: &Estimate<&str>, is_shortened: bool, is_suspect: bool) -> MailContent {
    let is_emergency = estimate.is_emergency();
    let (name, phone) = (estimate.first_name, estimate.phone);
    let mut html = String::new();
    let mut text = String::new();
    if is_emergency {
        let alarm = one_line(&format!("EMERGENCY: call {name}, {phone}"));
        let call = linked(&alarm, links::call(phone).as_deref());
        html.extend(["<p class=\"alarm\">", &call, "</p>\n"]);
        text.extend([&alarm, "\n\n"]);
    }
    html.extend(["<h1>", TITLE, "</h1>\n"]);
    text.extend([TITLE, "\n\n"]);
    for entry in entries(estimate, name) {
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
    if is_shortened {
        let rest = rest_is_elsewhere();
        html.extend(["<p>", &escaped_html(&rest), "</p>\n"]);
        text.extend(["\n", &rest, "\n"]);
    }
    MailContent {
        subject: one_line(&format!(
            "{}{}",
            if is_suspect { "Maybe spam: " } else { "" },
            subject(estimate)
        )),
        html,
        text,
        is_emergency,
        ..MailContent::default()
    }
}

#[cfg(test)]
mod tests {
    use validator_wasm::Estimate;

    use super::{MailContent, compose};

    fn mail(changes: impl FnOnce(&mut Estimate)) -> MailContent {
        let mut estimate = Estimate {
            first_name: "Jane Doe".into(),
            last_name: String::new(),
            phone: "+1 (404) 555-0123 ext 4".into(),
            email: "jane@gmail.com".into(),
            address: "12 Oak Street\nDecatur".into(),
            service: "Storm Damage".into(),
            urgency: "within-week".into(),
            message: "A limb fell on the <shed> & \"carport\".".into(),
        };
        changes(&mut estimate);
        compose(&estimate.borrowed(), false, false)
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
