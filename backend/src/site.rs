//! The built pages, held in memory.
//!
//! `actix-files` would read them for each request and tag them by inode and time, so every
//! deployment would empty every browser's cache. The site has a few megabytes. It is read once,
//! tagged by content, and looked up by path, so no path leads out of the folder.

mod build_stamp;
pub(crate) mod contact_cookies;
#[cfg(feature = "embedded-site")]
mod embedded;
pub(crate) mod routes;

use std::{
    collections::HashMap,
    fs, io,
    path::{Path, PathBuf},
};

use actix_web::{
    HttpRequest, HttpResponse,
    http::{
        StatusCode,
        header::{
            self, AcceptEncoding, ContentEncoding, Encoding, EntityTag, Header, HeaderName,
            HeaderValue, IfNoneMatch,
        },
    },
    web::Bytes,
};
pub use build_stamp::{ANOTHER_KEY, BuildStamp, SampleRecord};
use percent_encoding::percent_decode_str;
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::{config::SiteSource, web::middleware::security_headers::NOINDEX};

/// The speculation rules: the pages that browsers may load before a link to them is clicked.
const SPECULATION_RULES: &str = "/speculation-rules.json";

const NOT_FOUND_PAGE: &str = "/404";

/// The page with the form. The form is sent to the same path.
pub const CONTACT_PAGE: &str = "/contact";

pub const DESK_PAGE: &str = "/desk";

/// The confirmation page (`crate::forms::confirmation`).
pub const CONFIRMATION_PAGE: &str = "/contact/sent";

/// Pages that are served at other paths, and have no path of their own.
const PAGES_WITHOUT_PATH: [&str; 2] = [NOT_FOUND_PAGE, CONFIRMATION_PAGE];

const CONTACT_CARD: &str = "/contact-card.vcf";

/// Files under these paths have their content's hash in their names, so they never change.
const HASHED_FILES: [&str; 2] = ["/assets/", "/desk/assets/"];

/// The desk's service worker. Its scope includes the desk's page, which is outside its folder.
const DESK_SERVICE_WORKER: &str = "/desk/service-worker.js";

/// The content security policy of the desk's files. `'wasm-unsafe-eval'` allows the desk to compile
/// the fold of the log. The policy also applies to the service worker's requests.
const DESK_POLICY: (HeaderName, HeaderValue) = (
    header::CONTENT_SECURITY_POLICY,
    HeaderValue::from_static(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
         img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
);

const SERVICE_WORKER_SCOPE: (HeaderName, HeaderValue) = (
    HeaderName::from_static("service-worker-allowed"),
    HeaderValue::from_static(DESK_PAGE),
);

/// A year, the longest time that browsers cache anything.
const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// Pages are revalidated each time. Their tag makes the response small.
const REVALIDATED: &str = "no-cache";

/// Icons, pictures, and robots.txt are cached for an hour, then revalidated by their tag.
const HOURLY: &str = "public, max-age=3600";

/// The reason that a site cannot be served.
#[derive(Debug, Error)]
pub enum SiteError {
    #[error("{} cannot be read", .0.display())]
    Unreadable(PathBuf, #[source] io::Error),
    #[error("{0}/index.html is missing")]
    Incomplete(&'static str),
    #[error("its .build.json cannot be parsed")]
    Stamp(#[from] serde_json::Error),
}

/// The built pages and files, by path.
pub struct Site {
    files: HashMap<String, File>,
    pub stamp: Option<BuildStamp>,
}

/// The header that names the [`SPECULATION_RULES`] to browsers, as a structured field's string.
const SPECULATION_RULES_HEADER: (HeaderName, HeaderValue) = (
    HeaderName::from_static("speculation-rules"),
    HeaderValue::from_static("\"/speculation-rules.json\""),
);

struct File {
    plain: Variant,
    compressed: Vec<Variant>,
    /// The headers of every response. They are cloned by reference.
    headers: Vec<(HeaderName, HeaderValue)>,
}

struct Variant {
    encoding: Encoding,
    tag: EntityTag,
    tag_header: HeaderValue,
    content: Bytes,
}

impl Site {
    /// Reads a built site from a folder, or the embedded site. Names that begin with a dot are not
    /// served. `x.br` and `x.gz` beside `x` are its compressed variants.
    ///
    /// # Errors
    /// When a file cannot be read, or the folder has no home page or no 404 page.
    pub fn load(source: &SiteSource) -> Result<Self, SiteError> {
        let mut contents = HashMap::new();
        match source {
            SiteSource::Folder(folder) => read_folder(folder, "", &mut contents)?,
            #[cfg(feature = "embedded-site")]
            SiteSource::Program => embedded::read(&mut contents),
        }
        let stamp = contents
            .get(build_stamp::FILE)
            .map(|json| serde_json::from_slice(json))
            .transpose()?;
        contents.retain(|path, _| !path.contains("/."));
        let files: HashMap<String, File> = contents
            .iter()
            .filter(|(path, _)| !is_variant(path, &contents))
            .map(|(path, content)| (address(path), file(path, content, &contents)))
            .collect();
        for (address, page) in [("/", ""), (NOT_FOUND_PAGE, NOT_FOUND_PAGE)] {
            if !files.contains_key(address) {
                return Err(SiteError::Incomplete(page));
            }
        }
        Ok(Self { files, stamp })
    }

    /// Returns the path of the desk's main script. It contains the hash of the script's content, so
    /// a new path means a new version of the desk.
    pub fn desk_script(&self) -> Option<&str> {
        self.page(DESK_PAGE).and_then(main_script)
    }

    pub fn remove_desk(&mut self) {
        self.files.retain(|path, _| !is_of_desk(path));
    }

    /// Responds to a GET or HEAD request. A URL with a trailing slash redirects to the URL without it.
    pub fn answer(&self, request: &HttpRequest) -> HttpResponse {
        let path = percent_decode_str(request.path()).decode_utf8_lossy();
        let address = match path.trim_end_matches('/') {
            "" => "/",
            address => address,
        };
        let found = self
            .files
            .get(address)
            .filter(|_| !PAGES_WITHOUT_PATH.contains(&address));
        let (file, status) = match found {
            Some(_) if address != path => return redirect(address, request),
            Some(file) => (file, StatusCode::OK),
            None => match self.files.get(NOT_FOUND_PAGE) {
                Some(page) => (page, StatusCode::NOT_FOUND),
                None => return HttpResponse::NotFound().finish(),
            },
        };
        file.answer(request, status)
    }

    /// Whether a page or file has exactly this path.
    pub fn has(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// Returns a page as it was built, if there is one at this path.
    pub fn page(&self, address: &str) -> Option<&str> {
        std::str::from_utf8(&self.files.get(address)?.plain.content).ok()
    }
}

/// Returns the path of the first module that a page loads. Expects the HTML that the build writes.
fn main_script(page: &str) -> Option<&str> {
    let (_, script) = page.split_once("<script type=\"module\"")?;
    let (tag, _) = script.split_once('>')?;
    let (_, path) = tag.split_once("src=\"")?;
    path.split('"').next()
}

/// Redirects to a path from the table, never to a part of the request's path.
fn redirect(address: &str, request: &HttpRequest) -> HttpResponse {
    let location = match request.uri().query() {
        Some(query) => format!("{address}?{query}"),
        None => address.to_owned(),
    };
    HttpResponse::MovedPermanently()
        .insert_header((header::LOCATION, location))
        .insert_header((header::CACHE_CONTROL, HOURLY))
        .finish()
}

impl File {
    fn answer(&self, request: &HttpRequest, status: StatusCode) -> HttpResponse {
        let variant = self.preferred(request);
        let known = status == StatusCode::OK
            && IfNoneMatch::parse(request).is_ok_and(|condition| match condition {
                IfNoneMatch::Any => true,
                IfNoneMatch::Items(tags) => tags.iter().any(|tag| tag.weak_eq(&variant.tag)),
            });
        let mut response = if known {
            HttpResponse::NotModified().finish()
        } else {
            HttpResponse::build(status).body(variant.content.clone())
        };
        let headers = response.headers_mut();
        // A 304 response has them too: the browser updates its cached headers with them.
        for (name, value) in &self.headers {
            headers.insert(name.clone(), value.clone());
        }
        headers.insert(header::ETAG, variant.tag_header.clone());
        if let Encoding::Known(encoding) = variant.encoding
            && !known
            && encoding != ContentEncoding::Identity
        {
            let encoding = HeaderValue::from_static(encoding.as_str());
            headers.insert(header::CONTENT_ENCODING, encoding);
        }
        response
    }

    /// Returns the variant that the client prefers, or the plain file.
    fn preferred(&self, request: &HttpRequest) -> &Variant {
        let variants = || self.compressed.iter().chain([&self.plain]);
        AcceptEncoding::parse(request)
            .ok()
            .and_then(|accepted| accepted.negotiate(variants().map(|it| &it.encoding)))
            .and_then(|chosen| variants().find(|it| it.encoding == chosen))
            .unwrap_or(&self.plain)
    }
}

impl Variant {
    fn new(encoding: ContentEncoding, content: &Bytes) -> Self {
        let hash = Sha256::digest(content);
        let tag = EntityTag::new_strong(hex::encode(&hash[..16]));
        Self {
            encoding: Encoding::Known(encoding),
            tag_header: header_value(&tag.to_string()),
            tag,
            content: content.clone(),
        }
    }
}

#[expect(
    clippy::expect_used,
    reason = "media types and tags are ASCII without control characters"
)]
fn header_value(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).expect("the text of a header")
}

/// Reads all files of a folder, each under its path from the site's root.
fn read_folder(
    folder: &Path,
    path: &str,
    contents: &mut HashMap<String, Bytes>,
) -> Result<(), SiteError> {
    let unreadable = |cause| SiteError::Unreadable(folder.to_owned(), cause);
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        // A name that is not UTF-8 has no URL.
        let Some(name) = entry.file_name().to_str().map(str::to_owned) else {
            continue;
        };
        let file = entry.path();
        let path = format!("{path}/{name}");
        if file.is_dir() {
            read_folder(&file, &path, contents)?;
        } else {
            let content = fs::read(&file).map_err(|cause| SiteError::Unreadable(file, cause))?;
            contents.insert(path, content.into());
        }
    }
    Ok(())
}

const COMPRESSIONS: [(ContentEncoding, &str); 2] = [
    (ContentEncoding::Brotli, ".br"),
    (ContentEncoding::Gzip, ".gz"),
];

fn is_variant(path: &str, contents: &HashMap<String, Bytes>) -> bool {
    COMPRESSIONS.iter().any(|(_, suffix)| {
        path.strip_suffix(suffix)
            .is_some_and(|plain| contents.contains_key(plain))
    })
}

/// Returns the URL path of a file: `/contact` for the page `/contact/index.html`.
fn address(path: &str) -> String {
    match path.strip_suffix("/index.html") {
        Some("") => "/".to_owned(),
        Some(page) => page.to_owned(),
        None => path.to_owned(),
    }
}

/// Whether a URL path is the desk's page or below it.
fn is_of_desk(address: &str) -> bool {
    address
        .strip_prefix(DESK_PAGE)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn file(path: &str, content: &Bytes, contents: &HashMap<String, Bytes>) -> File {
    let media_type = mime_guess::from_path(path).first_or_octet_stream();
    let is_page = media_type == mime_guess::mime::TEXT_HTML;
    let content_type = match path {
        SPECULATION_RULES => "application/speculationrules+json".to_owned(),
        // The type is defined in RFC 6350, section 10.1.
        CONTACT_CARD => "text/vcard; charset=utf-8".to_owned(),
        _ if media_type.type_() == mime_guess::mime::TEXT => format!("{media_type}; charset=utf-8"),
        _ => media_type.to_string(),
    };
    let is_of_desk = is_of_desk(&address(path));
    let cache_control = if HASHED_FILES.iter().any(|folder| path.starts_with(folder)) {
        IMMUTABLE
    } else if is_page || path == DESK_SERVICE_WORKER {
        REVALIDATED
    } else {
        HOURLY
    };
    let compressed: Vec<Variant> = COMPRESSIONS
        .into_iter()
        .filter_map(|(encoding, suffix)| {
            let content = contents.get(&format!("{path}{suffix}"))?;
            Some(Variant::new(encoding, content))
        })
        .collect();
    let mut headers = vec![
        (
            header::CACHE_CONTROL,
            HeaderValue::from_static(cache_control),
        ),
        (header::CONTENT_TYPE, header_value(&content_type)),
    ];
    if is_of_desk {
        headers.extend([NOINDEX, DESK_POLICY]);
    }
    if path == DESK_SERVICE_WORKER {
        headers.push(SERVICE_WORKER_SCOPE);
    }
    if is_page && !is_of_desk && contents.contains_key(SPECULATION_RULES) {
        headers.push(SPECULATION_RULES_HEADER);
    }
    if !compressed.is_empty() {
        headers.push((header::VARY, HeaderValue::from_static("accept-encoding")));
    }
    File {
        plain: Variant::new(ContentEncoding::Identity, content),
        compressed,
        headers,
    }
}
