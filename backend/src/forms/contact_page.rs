//! The contact page as the response to its form: the built page, with the visitor's input in its
//! fields and a notice.
//!
//! The built page contains the hidden notices (`app/src/features/estimate/notice-at.tsx`). They are
//! filled in and shown here: the visitor reads the same words in the same position as with JavaScript.

use actix_web::{
    HttpResponse,
    body::BoxBody,
    http::header::{self, HeaderValue},
};
use lol_html::{
    RewriteStrSettings, element,
    errors::RewritingError,
    html_content::{ContentType, Element},
    rewrite_str,
};
use validator_wasm::{Estimate, Field, Service, rules::required};

use crate::{
    site::{CONTACT_PAGE, Site},
    web::error::RequestError,
};

/// The message of the page.
pub enum Answer<'a> {
    /// The form was accepted.
    Thanks,
    /// The form was not accepted; the visitor's input stays in it.
    Refusal(&'a RequestError, &'a Estimate),
}

/// The response to a form that was not accepted: the page.
pub fn refusal(site: &Site, error: RequestError, estimate: &Estimate) -> HttpResponse {
    let page = with(site, &Answer::Refusal(&error, estimate));
    let mut response = HttpResponse::from_error(error).set_body(BoxBody::new(page));
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/html; charset=utf-8"),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Renders the page with a message. A site without that page, or with one that cannot be parsed,
/// responds with a sentence.
pub fn with(site: &Site, answer: &Answer) -> String {
    let page = site.page(CONTACT_PAGE).unwrap_or_default();
    match filled_in(page, answer) {
        Ok(page) if !page.is_empty() => page,
        _ => match answer {
            Answer::Thanks => "Thank you.".to_owned(),
            Answer::Refusal(error, _) => error.to_string(),
        },
    }
}

/// Renders the page with a service chosen in its form. A page that cannot be parsed is left as it is.
pub fn with_service(site: &Site, service: Service) -> String {
    let page = site.page(CONTACT_PAGE).unwrap_or_default();
    let options = format!("#estimate-form [name='{}'] option", Field::Service.as_str());
    let choose = element!(options, |option| set_flag(
        option,
        "selected",
        service.key()
    ));
    let settings = RewriteStrSettings::new().append_element_content_handler(choose);
    rewrite_str(page, settings).unwrap_or_else(|_| page.to_owned())
}

fn filled_in(page: &str, answer: &Answer) -> Result<String, RewritingError> {
    let notice = Notice::of(answer);
    let place = format!("[data-notice='{}']", notice.place);
    let mut handlers = vec![element!(&place, |element| notice.show(element))];
    for (part, text) in [
        ("title", notice.title),
        ("text", notice.text),
        ("finding", notice.finding),
    ] {
        if let Some(text) = text {
            let part = format!("{place} [data-notice-{part}]");
            handlers.push(element!(part, move |element| {
                element.set_inner_content(text, ContentType::Text);
                Ok(())
            }));
        }
    }
    if let Answer::Refusal(_, estimate) = answer {
        let missing: Vec<Field> = required::missing(estimate)
            .filter(|_| notice.field.is_some())
            .collect();
        for field in Field::ALL {
            let (name, value) = (field.as_str(), estimate.get(field));
            let is_first = notice.field == Some(name);
            let blamed = is_first || missing.contains(&field);
            handlers.push(element!(
                format!("#estimate-form [name='{name}']"),
                move |element| {
                    fill(element, value)?;
                    if blamed {
                        element.set_attribute("aria-invalid", "true")?;
                    }
                    if is_first {
                        element.set_attribute("aria-describedby", &format!("{name}-notice"))?;
                        element.set_attribute("autofocus", "")?;
                    }
                    Ok(())
                }
            ));
            handlers.push(element!(
                format!("#estimate-form [name='{name}'] option"),
                move |option| set_flag(option, "selected", value)
            ));
        }
    }
    let settings = handlers.into_iter().fold(
        RewriteStrSettings::new(),
        RewriteStrSettings::append_element_content_handler,
    );
    rewrite_str(page, settings)
}

/// A notice of the page.
#[derive(Default)]
struct Notice<'a> {
    place: &'static str,
    field: Option<&'static str>,
    /// `None` keeps the page's own words, as in the next two.
    title: Option<&'static str>,
    text: Option<&'a str>,
    /// The finding of the rules.
    finding: Option<&'a str>,
}

impl<'a> Notice<'a> {
    fn of(answer: &'a Answer) -> Self {
        match answer {
            Answer::Thanks => Self {
                place: "success",
                ..Self::default()
            },
            Answer::Refusal(error, _) => Self {
                place: error.field.unwrap_or("failure"),
                field: error.field,
                title: error.title,
                text: Some(&error.sentence),
                finding: error.title.and(error.details.as_deref()),
            },
        }
    }

    fn show(&self, element: &mut Element) -> Handled {
        element.remove_attribute("hidden");
        // If no field is at fault, the browser focuses the notice itself.
        if self.field.is_none() {
            element.set_attribute("tabindex", "-1")?;
            element.set_attribute("autofocus", "")?;
        }
        Ok(())
    }
}

type Handled = Result<(), Box<dyn std::error::Error + Send + Sync>>;

/// Sets the value of a control.
fn fill(control: &mut Element, value: &str) -> Handled {
    match control.tag_name().as_str() {
        // Its options are selected one by one.
        "select" => {}
        // The HTML parser drops a line break at the beginning.
        "textarea" => control.set_inner_content(&format!("\n{value}"), ContentType::Text),
        _ if control.get_attribute("type").as_deref() == Some("radio") => {
            return set_flag(control, "checked", value);
        }
        _ => control.set_attribute("value", &escaped(value))?,
    }
    Ok(())
}

/// Sets a flag on the option with this value, and removes it from the others.
fn set_flag(choice: &mut Element, flag: &str, value: &str) -> Handled {
    if choice.get_attribute("value").as_deref() == Some(value) {
        choice.set_attribute(flag, "")?;
    } else {
        choice.remove_attribute(flag);
    }
    Ok(())
}

/// `lol_html` escapes quotes in attributes, and leaves `&` as it is.
fn escaped(value: &str) -> String {
    value.replace('&', "&amp;")
}
