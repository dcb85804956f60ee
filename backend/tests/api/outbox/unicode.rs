//! The owner's mail is sent through any mail server, whatever characters the visitor's address has.

use mail_parser::MessageParser;
use serde_json::json;

use crate::{
    app::{Answer, OWNER, TestApp, assert_contains, estimate, one, with},
    mail_server::{MailServer, SmtpBehaviour},
};

/// The extensions that servers offer, and whether they suffice for non-ASCII addresses.
const SERVERS: [(&[&str], bool); 4] = [
    (&[], false),
    (&["8BITMIME"], false),
    // Violates RFC 6531, section 3.1.
    (&["SMTPUTF8"], false),
    (&["8BITMIME", "SMTPUTF8"], true),
];

/// What visitors type, and the address that the mail is sent to.
const ADDRESSES: [(&str, &str); 5] = [
    ("zoë@müller.de", "zoë@xn--mller-kva.de"),
    ("Zoë.Roe@Müller.de", "Zoë.Roe@xn--mller-kva.de"),
    ("jane@bücher.de", "jane@xn--bcher-kva.de"),
    ("Joe.Doe@BÜCHER.de", "Joe.Doe@xn--bcher-kva.de"),
    ("mary@xn--bcher-kva.de", "mary@xn--bcher-kva.de"),
];

#[actix_web::test]
async fn each_server_gets_the_owners_mail_with_the_reply_address_that_it_takes() {
    for (extensions, takes_unicode) in SERVERS {
        let server = MailServer::offering(extensions, SmtpBehaviour::Accepts).await;
        let settings = [("SMTP_URL", &*server.url), ("AUTO_REPLY", "true")];
        let app = TestApp::spawn_with(&settings).await;
        let (mut sent, mut stopped) = (0, 0);
        for (leads, (typed, address)) in (1..).zip(ADDRESSES) {
            let before = server.received().len();
            let details = "Die große Eiche neben dem Haus hängt über das Dach. ".repeat(40);
            let changes = json!({ "firstName": "Zoë", "email": typed, "message": details });
            let request = app.send_form(&with(estimate(), changes));
            Answer::to(request).await.expect(303);
            let is_taken = takes_unicode || address.is_ascii();
            *if is_taken { &mut sent } else { &mut stopped } += 1;
            app.wait_for(&format!(
                "SELECT FROM outbox HAVING bool_and(attempts = 1)
                 AND count(*) FILTER (WHERE kind = 'lead' AND state = 'sent') = {leads}
                 AND count(*) FILTER (WHERE kind = 'auto_reply' AND state = 'sent') = {sent}
                 AND count(*) FILTER (WHERE kind = 'auto_reply' AND state = 'stopped'
                    AND failure_class = 'refused') = {stopped}"
            ))
            .await;
            let received = server.received().split_off(before).into_iter();
            let (own, replies): (Vec<_>, Vec<_>) =
                received.partition(|mail| mail.recipients == [OWNER]);
            let own = one(own);
            let (head, _) = own.content.split_once("\r\n\r\n").unwrap();
            let head = head.replace("\r\n ", " ");
            let is_named = head.contains(&format!("<{address}>\r\n"));
            assert_eq!(is_named, is_taken, "{extensions:?} {head}");
            assert_eq!(head.contains("\r\nReply-To: "), is_taken, "{head}");
            let needed: &[&str] = if address.is_ascii() || !is_taken {
                &[]
            } else {
                &["SMTPUTF8", "BODY=8BITMIME"]
            };
            assert_eq!(own.parameters, needed, "{typed}");
            let mail = MessageParser::default().parse(&own.content).unwrap();
            let [text, html] = [mail.body_text(0), mail.body_html(0)].map(Option::unwrap);
            for body in [text, html] {
                for part in [typed, "Zoë", "große Eiche"] {
                    assert_contains(&body, part);
                }
            }
            let recipients: Vec<_> = replies.iter().flat_map(|reply| &reply.recipients).collect();
            let answered: &[&str] = if is_taken { &[address] } else { &[] };
            assert_eq!(recipients, answered);
        }
    }
}
