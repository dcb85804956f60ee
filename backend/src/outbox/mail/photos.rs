//! Composes the email about photos that a visitor added to a lead.

use uuid::Uuid;

use super::{
    links,
    message::{Mail, MailContent, one_line, reply_address},
};
use crate::{company::town, leads::lead_records::LeadRecord, photos::photo_records::MailedPhoto};

/// The most bytes of the photos in an email, before base64 adds a third. The other photos are only
/// at the desk.
const MAX_PICTURE_BYTES: usize = 200 * 1024;

/// Composes the email, with a link to the lead at the `desk`'s URL, if there is one. Replies go to
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
    let subject = format!("Photos from {name}: {}", what.join(", "));
    let title = one_line(subject.trim_end_matches(": "));
    let count = match photos.len() {
        1 => "1 photo was added to the request.".to_owned(),
        count => format!("{count} photos were added to the request."),
    };
    let mut bytes = 0;
    let shown = photos.iter().take_while(|photo| {
        bytes += photo.thumbnail.len();
        bytes <= MAX_PICTURE_BYTES
    });
    let mut content = MailContent::default();
    content.push_title(&title);
    content.push_paragraph(&count, None);
    content.push_paragraph(phone, links::call(phone).as_deref());
    for (number, photo) in (1..).zip(shown) {
        let (of, id) = (photos.len(), photo.id.to_string());
        let picture = format!("<p><img src=\"cid:{id}\" alt=\"Photo {number} of {of}\"></p>\n");
        content.html.push_str(&picture);
        content.images.push((id, photo.thumbnail.clone()));
    }
    content.push_link(
        "See them at the desk",
        desk.map(|desk| record.link_at(desk)),
    );
    content.subject = title;
    Mail::new(content, id, reply_address(name, &estimate.email)).about(record.lead.id)
}
