//! Composes the emails about an estimate.

use chrono::{DateTime, Utc};
use lead_log::{Act, Line, Offer};
use uuid::Uuid;
use validator_wasm::{company::NAME, escaped_html};

use super::{
    links::{self, linked},
    message::{Mail, MailContent, one_line, reply_address},
};
use crate::{
    company::{HOURS, PHONE, time_zone},
    leads::{
        lead_records::LeadRecord,
        offers::{Decided, dollars},
    },
};

fn day(time: DateTime<Utc>) -> String {
    time_zone::day(time).strftime("%A, %B %-d").to_string()
}

/// Composes the email to the customer whom an estimate is offered, with the link to their page. Returns `None` if
/// there is no address.
pub fn to_customer(record: &LeadRecord, id: Uuid, offer: &Offer, link: &str) -> Option<Mail> {
    let customer = reply_address("", &record.estimate.email)?;
    let until = offer
        .until
        .map(|it| format!("It is valid until {}.", day(it)));
    let mut content = MailContent {
        subject: format!("Your estimate - {NAME}"),
        ..MailContent::default()
    };
    let read =
        format!("Here you read what we would do and what it costs, ask, and accept it: {link}");
    let questions = format!("Or call us: {PHONE}. Our office is open {HOURS}.");
    let words = offer.words.iter().chain([&read]);
    for paragraph in words.chain(&until).chain([&questions]) {
        content.push_paragraph(paragraph, None);
        content.text.push('\n');
    }
    content.push_paragraph(NAME, None);
    let anchor = linked("Your estimate", Some(link));
    content.html = content.html.replace(&*escaped_html(link), &anchor);
    let mut mail = Mail::new(content, id, None).about(record.lead.id);
    mail.visitor = Some(customer);
    Some(mail)
}

/// Composes the email to the owner about a customer's decision. Replies go to the customer.
pub fn to_owner(record: &LeadRecord, id: Uuid, decided: &Decided, desk: Option<&str>) -> Mail {
    let estimate = &record.estimate;
    let (name, phone) = (&*estimate.first_name, &*estimate.phone);
    let offer = &decided.offer;
    let first = offer.default_lines();
    let all = offer.total(&first).unwrap_or_default();
    let (subject, said) = match &decided.event.act {
        Act::Accepted { total, .. } => (format!("Accepted: {name}, {}", dollars(*total)), &None),
        Act::Declined { text, .. } => (format!("Declined: {name}, {}", dollars(all)), text),
        Act::Asked { text, .. } => (format!("Question about the estimate: {name}"), text),
        _ => (name.to_owned(), &None),
    };
    let title = one_line(&subject);
    let mut content = MailContent::default();
    content.push_title(&title);
    if let Some(text) = said {
        content.push_paragraph(text, None);
    }
    content.push_paragraph(phone, links::call(phone).as_deref());
    for Line {
        what, tree, cents, ..
    } in &offer.lines
    {
        let tree = tree.as_ref().map(|it| format!(" ({it})"));
        let tree = tree.unwrap_or_default();
        content.push_paragraph(&format!("{what}{tree}: {}", dollars(*cents)), None);
    }
    if let Act::Accepted {
        total,
        signed,
        day: chosen,
        ..
    } = &decided.event.act
    {
        content.push_paragraph(&format!("Total: {}", dollars(*total)), None);
        content.push_paragraph(&format!("Signed: {signed}"), None);
        if let Some(chosen) = chosen {
            let at = format!("{} at {}", day(*chosen), time_zone::clock(*chosen));
            content.push_paragraph(&format!("Day of the work: {at}"), None);
        }
    }
    content.push_link("Open it at the desk", desk.map(|desk| record.link_at(desk)));
    content.subject = title;
    Mail::new(content, id, reply_address(name, &estimate.email)).about(record.lead.id)
}
