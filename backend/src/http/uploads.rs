//! Uploads of photographs: how many there are at once, how long each may take, and why one is refused.
//!
//! They are apart from all other requests: what they may hold is bounded before a byte of a body is read.

use std::{
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use actix_web::{
    HttpRequest, HttpResponse,
    http::{
        StatusCode,
        header::{self, HeaderValue},
    },
    web::Bytes,
};
use futures_util::{Stream, StreamExt};
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, timeout, timeout_at};
use utoipa::ToSchema;

use super::timeout_stream::{UPLOAD_TIMEOUT, Upload};
use crate::{
    config::company::PHONE,
    leads::photo::{MAX_BYTES, PhotoError},
    store::photos::{MAX_OF_LEAD, MAX_OF_VISITORS, PhotoSource},
    visitor::{Network, networks, seconds_left_of_the_hour},
};

/// The uploads of visitors at once: their bodies take 120 MB at most.
pub const MAX_OF_ALL: usize = 8;

/// The uploads of one address at once.
pub const MAX_OF_ADDRESS: usize = 2;

/// The uploads of the desk at once.
pub const MAX_OF_DESK: usize = 4;

/// When an upload that found no place is worth another try.
const RETRY_AFTER_SECONDS: u32 = 5;

/// How long an upload may send nothing.
const IDLE_TIMEOUT: Duration = Duration::from_secs(15);

/// Why a photograph is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PhotoRefusal {
    /// It is no JPEG, PNG or WebP.
    Type,
    /// It is HEIC.
    Heic,
    /// It has too many bytes or pixels.
    Large,
    /// It cannot be decoded.
    Broken,
    /// The upload sent nothing for too long, or took too long.
    Slow,
    /// The lead has as many as it may.
    Full,
    /// The id is another photograph's.
    Id,
    /// Too many came from the address within the hour.
    Many,
    /// The token is missing, has expired, or its lead is gone.
    Late,
    /// Too many are being sent at once.
    Busy,
    /// There is no room for more.
    Space,
}

impl From<PhotoError> for PhotoRefusal {
    fn from(error: PhotoError) -> Self {
        match error {
            PhotoError::Type => Self::Type,
            PhotoError::Heic => Self::Heic,
            PhotoError::Large => Self::Large,
            PhotoError::Broken => Self::Broken,
        }
    }
}

/// A refusal as it is answered.
#[derive(Serialize, ToSchema)]
#[schema(as = PhotoError)]
pub struct RefusalBody {
    /// What went wrong and what to do, in a sentence for people.
    error: String,
    /// The same for programs.
    #[schema(value_type = PhotoRefusal)]
    code: &'static str,
}

impl PhotoRefusal {
    /// The name, as `code` has it.
    pub const fn code(self) -> &'static str {
        self.facts().0
    }

    /// The status of the answer.
    pub const fn status(self) -> StatusCode {
        self.facts().1
    }

    const fn facts(self) -> (&'static str, StatusCode) {
        match self {
            Self::Type => ("type", StatusCode::UNSUPPORTED_MEDIA_TYPE),
            Self::Heic => ("heic", StatusCode::UNSUPPORTED_MEDIA_TYPE),
            Self::Large => ("large", StatusCode::PAYLOAD_TOO_LARGE),
            Self::Broken => ("broken", StatusCode::UNPROCESSABLE_ENTITY),
            Self::Slow => ("slow", StatusCode::REQUEST_TIMEOUT),
            Self::Full => ("full", StatusCode::CONFLICT),
            Self::Id => ("id", StatusCode::CONFLICT),
            Self::Many => ("many", StatusCode::TOO_MANY_REQUESTS),
            Self::Late => ("late", StatusCode::UNAUTHORIZED),
            Self::Busy => ("busy", StatusCode::SERVICE_UNAVAILABLE),
            Self::Space => ("space", StatusCode::INSUFFICIENT_STORAGE),
        }
    }

    /// What went wrong and what to do, in a sentence for people.
    pub fn sentence(self, to: PhotoSource) -> String {
        let most = match to {
            PhotoSource::Visitor => MAX_OF_VISITORS,
            PhotoSource::Desk => MAX_OF_LEAD,
        };
        match self {
            Self::Type => "This file is no photograph that we can read. Please choose a JPEG, PNG or WebP.".to_owned(),
            Self::Heic => "This is an iPhone's HEIC file, which we cannot read. Please take a screenshot of it and send that, or choose Settings, Camera, Formats, Most Compatible and take it again.".to_owned(),
            Self::Large => format!(
                "This photograph is too large. Please choose one of at most {} MB and 40 megapixels.",
                MAX_BYTES / 1024 / 1024
            ),
            Self::Broken => "This photograph is damaged, or did not arrive whole. Please send it again, or choose another.".to_owned(),
            Self::Slow => "The connection was too slow for this photograph. Please send it again where reception is better.".to_owned(),
            Self::Full => format!("There are {most} photographs already. Remove one to add another."),
            Self::Id => "This photograph could not be added. Please choose it again.".to_owned(),
            Self::Many => "Too many photographs came from your network just now. Please try again later.".to_owned(),
            Self::Late => format!("The time for adding photographs here is over. Please send them by text message to {PHONE}."),
            Self::Busy => "Many photographs are being sent at this moment. Please try again in a few seconds.".to_owned(),
            Self::Space => format!("We have no room for more photographs here. Please send them by text message to {PHONE}."),
        }
    }

    /// The answer. A fault of the server it is not: none is logged as one.
    pub fn response(self, to: PhotoSource) -> HttpResponse {
        let mut response = HttpResponse::build(self.status());
        let retry_after = match self {
            Self::Busy => Some(RETRY_AFTER_SECONDS),
            Self::Many => Some(seconds_left_of_the_hour()),
            _ => None,
        };
        if let Some(seconds) = retry_after {
            response.insert_header((header::RETRY_AFTER, HeaderValue::from(seconds)));
        }
        response.insert_header((header::CACHE_CONTROL, "no-store"));
        response.json(RefusalBody {
            error: self.sentence(to),
            code: self.code(),
        })
    }
}

/// The places for uploads.
pub struct Uploads {
    limit: usize,
    limit_of_address: usize,
    /// The address of each that is taken.
    taken: Mutex<Vec<Option<IpAddr>>>,
}

impl Uploads {
    /// `limit` places, of which one address has `limit_of_address` at most.
    pub fn new(limit: usize, limit_of_address: usize) -> Arc<Self> {
        Arc::new(Self {
            limit,
            limit_of_address,
            taken: Mutex::default(),
        })
    }

    /// Takes a place until the value is dropped, and lets the request take as long as an upload may. Fails when
    /// there is none for this address.
    pub fn admit(
        self: &Arc<Self>,
        request: &HttpRequest,
        address: Option<IpAddr>,
    ) -> Result<UploadPlace, PhotoRefusal> {
        let mut taken = self.taken();
        let has_its_share = |network: Network| {
            let of_network = taken.iter().flatten().filter(|it| network.contains(**it));
            of_network.count() >= network.most(self.limit_of_address)
        };
        if taken.len() >= self.limit || address.into_iter().flat_map(networks).any(has_its_share) {
            return Err(PhotoRefusal::Busy);
        }
        taken.push(address);
        let upload = request.conn_data::<Upload>().cloned();
        if let Some(upload) = &upload {
            upload.begin();
        }
        Ok(UploadPlace {
            uploads: Arc::clone(self),
            address,
            upload,
        })
    }

    fn taken(&self) -> MutexGuard<'_, Vec<Option<IpAddr>>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The place of an upload.
pub struct UploadPlace {
    uploads: Arc<Uploads>,
    address: Option<IpAddr>,
    upload: Option<Upload>,
}

impl Drop for UploadPlace {
    fn drop(&mut self) {
        self.upload.as_ref().map(Upload::end);
        let mut taken = self.uploads.taken();
        if let Some(index) = taken.iter().position(|&it| it == self.address) {
            taken.swap_remove(index);
        }
    }
}

/// Whether the length of a body is announced, and too long for a photograph.
pub fn is_announced_too_large(request: &HttpRequest) -> bool {
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|it| it.to_str().ok()?.parse::<u64>().ok());
    length.is_some_and(|length| length > MAX_BYTES as u64)
}

/// When an upload that begins now has to have ended.
pub fn deadline() -> Instant {
    Instant::now() + UPLOAD_TIMEOUT
}

/// Reads the next part of an upload. `None` at its end.
///
/// # Errors
/// When nothing comes for a while, the time is over, or the upload breaks off.
pub async fn next<T, E>(
    body: &mut (impl Stream<Item = Result<T, E>> + Unpin),
    deadline: Instant,
) -> Result<Option<T>, PhotoRefusal> {
    let next = timeout(IDLE_TIMEOUT, body.next());
    let next = timeout_at(deadline, next).await;
    let next = next
        .map_err(|_| PhotoRefusal::Slow)?
        .map_err(|_| PhotoRefusal::Slow)?;
    next.transpose().map_err(|_| PhotoRefusal::Broken)
}

/// Reads a photograph.
///
/// # Errors
/// As [`next`], and when it is too large.
pub async fn read<E>(
    mut body: impl Stream<Item = Result<Bytes, E>> + Unpin,
    deadline: Instant,
) -> Result<Vec<u8>, PhotoRefusal> {
    let mut file = Vec::new();
    while let Some(bytes) = next(&mut body, deadline).await? {
        if file.len() + bytes.len() > MAX_BYTES {
            return Err(PhotoRefusal::Large);
        }
        file.extend_from_slice(&bytes);
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use std::{convert::Infallible, pin::pin, time::Duration};

    use actix_web::web::Bytes;
    use futures_util::stream;
    use tokio::time::{Instant, sleep};

    use super::{IDLE_TIMEOUT, PhotoRefusal, UPLOAD_TIMEOUT, deadline, read};

    /// An upload of `parts` parts of `bytes` bytes, each after `every`.
    async fn upload(
        parts: usize,
        bytes: usize,
        every: Duration,
    ) -> (Result<usize, PhotoRefusal>, Duration) {
        let began = Instant::now();
        let body = stream::unfold(0, move |sent| async move {
            sleep(every).await;
            let part = Ok::<_, Infallible>(Bytes::from(vec![0; bytes]));
            (sent < parts).then_some((part, sent + 1))
        });
        let file = read(pin!(body), deadline()).await;
        (file.map(|file| file.len()), began.elapsed())
    }

    #[tokio::test(start_paused = true)]
    async fn an_upload_that_sends_nothing_for_a_while_or_takes_too_long_ends() {
        let second = Duration::from_secs(1);
        assert_eq!(upload(3, 10, second).await.0, Ok(30));
        assert_eq!(
            upload(3, 10, IDLE_TIMEOUT.saturating_sub(second)).await.0,
            Ok(30)
        );
        let (stalled, time) = upload(3, 10, IDLE_TIMEOUT + second).await;
        assert_eq!((stalled, time), (Err(PhotoRefusal::Slow), IDLE_TIMEOUT));
        let (trickled, time) = upload(100_000, 1, second).await;
        assert_eq!((trickled, time), (Err(PhotoRefusal::Slow), UPLOAD_TIMEOUT));
    }

    #[tokio::test]
    async fn an_upload_without_an_end_is_read_up_to_the_limit() {
        let (endless, _) = upload(usize::MAX, 1024 * 1024, Duration::ZERO).await;
        assert_eq!(endless, Err(PhotoRefusal::Large));
    }
}
