//! Composes the mail about photos that a visitor added to a lead.

use uuid::Uuid;
use validator_wasm::escaped_html;

use super::{
    links::{self, linked},
    message::{Mail, MailContent, one_line, reply_address},
};
use crate::{
    config::company::town, leads::lead_records::LeadRecord, photos::photo_records::MailedPhoto,
};

/// The most bytes of the pictures in a mail, before base64 adds a third. The other pictures are
/// only at the desk.
const MAX_PICTURE_BYTES: usize = 200 * 1024;

/// Composes the mail, with a link to the lead at the address of the `desk`, if there is one. Replies go to
/// the visitor.
pub fn mail(record: &LeadRecord, photos: &[MailedPhoto], id: Uuid, desk: Option<&str>) -> Mail {
    let estimate = &record.estimate;
    let (name, phone) = (&*estimate.first_name, &*estimate.phone);
    let place = town(&estimate.address).or(record.lead.city.as_deref());
    let what: Vec<&str> = [Some(&*estimate.service), place]
        .into_iter()
        .flatten()
        .filter(|text| !text.is_empty())
        .collect();
    let title = format!("Photographs from {name}: {}", what.join(", "));
    let title = one_line(title.trim_end_matches(": "));
    let count = match photos.len() {
        1 => "1 photograph was added to the request.".to_owned(),
        count => format!("{count} photographs were added to the request."),
    };
    let mut bytes = 0;
    let shown: Vec<&MailedPhoto> = photos
        .iter()
        .take_while(|photo| {
            bytes += photo.thumbnail.len();
            bytes <= MAX_PICTURE_BYTES
        })
        .collect();
    let call = linked(phone, links::call(phone).as_deref());
    let pictures = (1..).zip(&shown).map(|(number, photo)| {
        let (of, id) = (photos.len(), photo.id);
        format!("<p><img src=\"cid:{id}\" alt=\"Photograph {number} of {of}\"></p>\n")
    });
    let html = format!(
        "<h1>{}</h1>\n<p>{count}</p>\n<p>{call}</p>\n{}",
        escaped_html(&title),
        pictures.collect::<String>()
    );
    let mut content = MailContent {
        text: format!("{title}\n\n{count}\n{phone}\n"),
        subject: title,
        html,
        images: shown
            .into_iter()
            .map(|photo| (photo.id.to_string(), photo.thumbnail.clone()))
            .collect(),
        ..MailContent::default()
    };
    let link = desk.map(|desk| record.link_at(desk));
    content.push_link("See them at the desk", link.as_deref());
    Mail::new(content, id, reply_address(name, &estimate.email)).about(record.lead.id)
}
