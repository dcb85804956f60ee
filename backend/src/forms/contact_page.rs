//! The contact page as the response to its form: the built page, with the visitor's input in its
//! fields and a notice.
//!
//! The built page contains the hidden notices (`app/src/features/estimate/notice-at.tsx`). This module fills
//! them in and shows them, so the visitor reads the same words in the same position as with JavaScript.

use actix_web::{
    HttpResponse,
    body::BoxBody,
    http::header::{self, HeaderValue},
};
use lol_html::{
    RewriteStrSettings, element,
    html_content::{ContentType, Element},
    rewrite_str,
};
use validator_wasm::{Estimate, Field, Service, rules::required};

use crate::{
    site::{CONTACT_PAGE, Site},
    web::error::RequestError,
};

/// Returns the response to a rejected form: the page, with the visitor's input in the form.
pub fn refusal(site: &Site, error: RequestError, estimate: &Estimate) -> HttpResponse {
    let page = with_notice(site, Some((&error, estimate))).unwrap_or_else(|| error.to_string());
    let mut response = HttpResponse::from_error(error).set_body(BoxBody::new(page));
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/html; charset=utf-8"),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

pub fn thanks(site: &Site) -> String {
    with_notice(site, None).unwrap_or_else(|| "Thank you.".to_owned())
}

/// Renders the page with a service chosen in its form. A page that cannot be parsed stays unchanged.
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

/// Renders the page with the thanks, or with a rejection of this form. `None` if the site has no
/// such page, or the page cannot be parsed.
fn with_notice(site: &Site, refusal: Option<(&RequestError, &Estimate)>) -> Option<String> {
    let field = refusal.and_then(|(error, _)| error.field);
    let shown = match refusal {
        None => "success",
        Some(_) => field.unwrap_or("failure"),
    };
    let notice = format!("[data-notice='{shown}']");
    let mut handlers = vec![element!(&notice, |element| {
        element.remove_attribute("hidden");
        // If no field is at fault, the browser focuses the notice itself.
        if field.is_none() {
            element.set_attribute("tabindex", "-1")?;
            element.set_attribute("autofocus", "")?;
        }
        Ok(())
    })];
    if let Some((error, estimate)) = refusal {
        // A part with `None` keeps the page's own words.
        for (part, text) in [
            ("title", error.title),
            ("text", Some(&*error.sentence)),
            ("finding", error.title.and(error.details.as_deref())),
        ] {
            if let Some(text) = text {
                let part = format!("{notice} [data-notice-{part}]");
                handlers.push(element!(part, move |element| {
                    element.set_inner_content(text, ContentType::Text);
                    Ok(())
                }));
            }
        }
        let missing: Vec<Field> = required::missing(estimate)
            .filter(|_| field.is_some())
            .collect();
        for control in Field::ALL {
            let (name, value) = (control.as_str(), estimate.get(control));
            let is_first = field == Some(name);
            let is_blamed = is_first || missing.contains(&control);
            handlers.push(element!(
                format!("#estimate-form [name='{name}']"),
                move |element| {
                    fill(element, value)?;
                    if is_blamed {
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
    let page = rewrite_str(site.page(CONTACT_PAGE)?, settings).ok()?;
    (!page.is_empty()).then_some(page)
}

type Handled = Result<(), Box<dyn std::error::Error + Send + Sync>>;

fn fill(control: &mut Element, value: &str) -> Handled {
    match control.tag_name().as_str() {
        // The options are selected one by one.
        "select" => {}
        // The HTML parser drops a line break at the beginning.
        "textarea" => control.set_inner_content(&format!("\n{value}"), ContentType::Text),
        _ if control.get_attribute("type").as_deref() == Some("radio") => {
            return set_flag(control, "checked", value);
        }
        // `lol_html` escapes quotes in attributes, but not `&`.
        _ => control.set_attribute("value", &value.replace('&', "&amp;"))?,
    }
    Ok(())
}

/// Sets a flag on the option with this value, and removes it from the other options.
fn set_flag(choice: &mut Element, flag: &str, value: &str) -> Handled {
    if choice.get_attribute("value").as_deref() == Some(value) {
        choice.set_attribute(flag, "")?;
    } else {
        choice.remove_attribute(flag);
    }
    Ok(())
}
