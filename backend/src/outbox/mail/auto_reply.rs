//! Composes the auto-reply: the email that a visitor gets automatically.
//!
//! It contains nothing that the visitor typed: anybody can type somebody else's address, and a text
//! for that person.

use uuid::Uuid;
use validator_wasm::{Service, Urgency, company::NAME, escaped_html};

use super::{
    links::linked,
    message::{Mail, MailContent, reply_address},
};
use crate::{
    company::{EMERGENCY_HOURS, EMERGENCY_PHONE, HOURS, PHONE, REPLY_WITHIN_HOURS},
    leads::lead_records::LeadRecord,
};

/// Composes the email to the visitor who sent a lead: the choices made in the form, when to expect
/// the call, and the link to the confirmation, where photos of the tree are added. Returns `None`
/// if there is no address.
pub fn mail(record: &LeadRecord, id: Uuid, link: &str) -> Option<Mail> {
    let estimate = record.estimate.borrowed();
    let visitor = reply_address("", estimate.email)?;
    let is_emergency = estimate.is_emergency();
    let call_us = format!("do not wait: call {EMERGENCY_PHONE}, {EMERGENCY_HOURS}.");
    let service = estimate.chosen_service().map(Service::key);
    let urgency = estimate.chosen_urgency().map(Urgency::label);
    let paragraphs = [
        Some("Thank you for your request. We have received it.".to_owned()),
        service.map(|service| format!("Service: {service}")),
        urgency.map(|urgency| format!("Urgency: {urgency}")),
        is_emergency.then(|| format!("If you have not spoken to us yet, {call_us}")),
        Some(format!(
            "We will call you within {REPLY_WITHIN_HOURS} hours. Our office is open {HOURS}: {PHONE}."
        )),
        (!is_emergency).then(|| format!("If it becomes an emergency, {call_us}")),
        Some(format!(
            "Here you see how far it is and when we come, and can add photos of the tree, which \
             help us: {link}"
        )),
        Some(NAME.to_owned()),
        Some(
            "This email was sent automatically, because this address was typed into the form on \
             our website. If that was not you, you need not do anything."
                .to_owned(),
        ),
    ];
    let mut content = MailContent {
        subject: format!("We have received your request - {NAME}"),
        ..MailContent::default()
    };
    for paragraph in paragraphs.iter().flatten() {
        content.push_paragraph(paragraph, None);
        content.text.push('\n');
    }
    let anchor = linked("Your request", Some(link));
    content.html = content.html.replace(&*escaped_html(link), &anchor);
    let mut mail = Mail::new(content, id, None).about(record.lead.id);
    mail.visitor = Some(visitor);
    mail.is_automatic = true;
    Some(mail)
}
