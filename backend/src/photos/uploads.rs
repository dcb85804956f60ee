//! The limits on photo uploads: their number, time, speed, and memory.

use std::{
    cell::Cell,
    cmp::Reverse,
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use actix_web::{HttpRequest, http::header, web::Bytes};
use futures_util::{Stream, StreamExt};
use parking_lot::Mutex;
use photo_file::MAX_BYTES;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_util::sync::CancellationToken;

use super::{network_time::NetworkTime, refusal::PhotoRefusal};
use crate::{
    config::Deadlines,
    web::{
        networks::{Network, networks},
        timeout_stream::Upload,
    },
};

/// The most uploads from visitors at once. Half of the places are for addresses that have none yet.
pub const MAX_OF_ALL: usize = 32;

/// The bytes of an upload that are always accepted: the size of a photo that the site's script has shrunk.
const FREE_BYTES: usize = 1024 * 1024;

/// The most bytes that visitors' uploads hold together, beyond [`FREE_BYTES`] each.
const MAX_HELD_BYTES: usize = 32 * 1024 * 1024;

pub const MAX_OF_ADDRESS: usize = 2;

pub const MAX_OF_DESK: usize = 4;

/// The minimum rate of an upload in bytes per second, on average after its first
/// [`Deadlines::upload_pause`]: a third of the speed of mobile networks before 3G.
const LEAST_RATE: u128 = 2 * 1024;

pub struct Uploads {
    limit: usize,
    limit_of_address: usize,
    places: Mutex<Places>,
    held_bytes: AtomicUsize,
    deadlines: Deadlines,
}

#[derive(Default)]
struct Places {
    taken: Vec<Arc<Taken>>,
    /// The time of earlier uploads that the server waited for since the network's last photo.
    waited: NetworkTime,
}

impl Places {
    /// Returns the time that the server has waited for these networks since their last photo.
    fn waited(&mut self, networks: &[Network]) -> Duration {
        let times = networks.iter().map(|network| {
            let of_network = self.taken.iter().filter(|it| it.networks.contains(network));
            let current = of_network.map(|it| it.progress.lock().waited());
            self.waited.of(network) + current.sum::<Duration>()
        });
        times.max().unwrap_or_default()
    }

    /// Finds the place of the networks for which the server has waited the longest, and is waiting
    /// now. Returns this time, too. A place of an unknown address counts alone.
    fn longest_waited(&mut self) -> Option<(Duration, usize)> {
        let taken = self.taken.clone();
        let waiting = taken.iter().enumerate().filter_map(|(index, it)| {
            let (own, rate) = it.progress.lock().waiting()?;
            let waited = self.waited(&it.networks).max(own);
            Some((waited, Reverse(rate), index))
        });
        waiting.max().map(|(waited, _, index)| (waited, index))
    }
}

struct Taken {
    networks: Vec<Network>,
    progress: Mutex<Progress>,
    /// Cancelled when the place is given to another upload.
    lost: CancellationToken,
}

#[derive(Default)]
struct Progress {
    bytes: usize,
    /// The time that the server waited for the bytes, without the current wait.
    waited: Duration,
    waiting_since: Option<Instant>,
}

impl Progress {
    fn waited(&self) -> Duration {
        self.waited + self.waiting_since.map_or(Duration::ZERO, |it| it.elapsed())
    }

    /// Returns the time that the server has waited and the upload's rate, if it is waiting now.
    fn waiting(&self) -> Option<(Duration, u128)> {
        self.waiting_since.map(|_| (self.waited(), self.rate()))
    }

    fn rate(&self) -> u128 {
        self.bytes as u128 * 1_000 / self.waited().as_millis().max(1)
    }

    fn is_too_slow(&self, deadlines: &Deadlines) -> bool {
        let measured = self.waited().saturating_sub(deadlines.upload_pause);
        self.rate() < LEAST_RATE && !measured.is_zero()
    }
}

impl Uploads {
    /// Creates `limit` places, of which one address may have `limit_of_address`.
    pub fn new(limit: usize, limit_of_address: usize, deadlines: &Deadlines) -> Arc<Self> {
        Arc::new(Self {
            limit,
            limit_of_address,
            places: Mutex::default(),
            held_bytes: AtomicUsize::new(0),
            deadlines: *deadlines,
        })
    }

    /// Reserves a place until the returned value is dropped, and gives the request the timeout of
    /// an upload. If all places are taken, an address without a place gets the place of the network
    /// that has kept the server waiting the longest without a photo: for more than
    /// [`Deadlines::upload_place`], and longer than its own. Fails if there is no place for this address.
    pub fn admit(
        self: &Arc<Self>,
        request: &HttpRequest,
        address: Option<IpAddr>,
    ) -> Result<UploadPlace, PhotoRefusal> {
        let networks: Vec<Network> = address.into_iter().flat_map(networks).collect();
        let mut places = self.places.lock();
        let taken = &places.taken;
        let held: Vec<usize> = networks
            .iter()
            .map(|it| taken.iter().filter(|of| of.networks.contains(it)).count())
            .collect();
        let has_its_share = networks
            .iter()
            .zip(&held)
            .any(|(it, held)| *held >= it.most(self.limit_of_address));
        let has_none = held.first() == Some(&0);
        let is_full_for_it = taken.len() >= self.limit / 2 && !networks.is_empty() && !has_none;
        if has_its_share || is_full_for_it {
            return Err(PhotoRefusal::Busy);
        }
        if taken.len() >= self.limit {
            let own = places.waited(&networks);
            let (_, replaced) = places
                .longest_waited()
                .filter(|(time, _)| has_none && *time > own)
                .filter(|(time, _)| *time >= self.deadlines.upload_place)
                .ok_or(PhotoRefusal::Busy)?;
            places.taken.swap_remove(replaced).lost.cancel();
        }
        let place = Arc::new(Taken {
            networks,
            progress: Mutex::default(),
            lost: CancellationToken::new(),
        });
        places.taken.push(Arc::clone(&place));
        let upload = request.conn_data::<Upload>().cloned();
        if let Some(upload) = &upload {
            upload.begin();
        }
        Ok(UploadPlace {
            uploads: Arc::clone(self),
            place,
            upload,
            deadline: Instant::now() + self.deadlines.upload,
            held_bytes: Cell::default(),
        })
    }
}

/// The place of an upload, and the bytes that it holds.
pub struct UploadPlace {
    uploads: Arc<Uploads>,
    place: Arc<Taken>,
    upload: Option<Upload>,
    deadline: Instant,
    /// The bytes of the last file that was read, beyond [`FREE_BYTES`].
    held_bytes: Cell<usize>,
}

impl UploadPlace {
    /// Returns the networks of the upload's address; none for the desk.
    pub fn networks(&self) -> &[Network] {
        &self.place.networks
    }

    /// Gives the upload's networks their time anew, because they have delivered a photo.
    pub fn deliver(&self) {
        *self.place.progress.lock() = Progress::default();
        let mut places = self.uploads.places.lock();
        places.waited.forget(&self.place.networks);
    }

    /// Reads the next part of the upload. Returns `None` at its end. Fails if the upload stalls,
    /// takes too long, is cut off, or loses its place.
    pub async fn next<T, E>(
        &self,
        body: &mut (impl Stream<Item = Result<T, E>> + Unpin),
    ) -> Result<Option<T>, PhotoRefusal> {
        self.place.progress.lock().waiting_since = Some(Instant::now());
        let pause = self.uploads.deadlines.upload_pause;
        let reading = timeout_at(self.deadline, timeout(pause, body.next()));
        let read = self.place.lost.run_until_cancelled(reading).await;
        let mut progress = self.place.progress.lock();
        progress.waited = progress.waited();
        progress.waiting_since = None;
        match read.ok_or(PhotoRefusal::Busy)? {
            Ok(Ok(part)) => part.transpose().map_err(|_| PhotoRefusal::Broken),
            _ => Err(PhotoRefusal::Slow),
        }
    }

    /// Reads a photo. Fails like [`next`](Self::next), and if the photo is too large or too slow,
    /// or memory is short.
    pub async fn read<E>(
        &self,
        mut body: impl Stream<Item = Result<Bytes, E>> + Unpin,
    ) -> Result<Vec<u8>, PhotoRefusal> {
        let mut file = Vec::new();
        self.release();
        while let Some(bytes) = self.next(&mut body).await? {
            if file.len() + bytes.len() > MAX_BYTES {
                return Err(PhotoRefusal::Large);
            }
            file.extend_from_slice(&bytes);
            self.hold(file.len().saturating_sub(FREE_BYTES))?;
            let mut progress = self.place.progress.lock();
            progress.bytes += bytes.len();
            if progress.is_too_slow(&self.uploads.deadlines) {
                return Err(PhotoRefusal::Slow);
            }
        }
        Ok(file)
    }

    /// Counts this many bytes of the file that is being read.
    fn hold(&self, bytes: usize) -> Result<(), PhotoRefusal> {
        let more = bytes - self.held_bytes.replace(bytes);
        let held = self.uploads.held_bytes.fetch_add(more, Ordering::Relaxed) + more;
        if more > 0 && held > MAX_HELD_BYTES {
            return Err(PhotoRefusal::Busy);
        }
        Ok(())
    }

    fn release(&self) {
        let held = self.held_bytes.take();
        self.uploads.held_bytes.fetch_sub(held, Ordering::Relaxed);
    }
}

impl Drop for UploadPlace {
    fn drop(&mut self) {
        self.release();
        self.upload.as_ref().map(Upload::end);
        let mut places = self.uploads.places.lock();
        places.taken.retain(|it| !Arc::ptr_eq(it, &self.place));
        let waited = self.place.progress.lock().waited();
        places.waited.add(&self.place.networks, waited);
    }
}

/// Returns whether the declared length of a body is too long for a photo.
pub fn is_announced_too_large(request: &HttpRequest) -> bool {
    let header = request.headers().get(header::CONTENT_LENGTH);
    let length: Option<u64> = header.and_then(|it| it.to_str().ok()?.parse().ok());
    length.is_some_and(|length| length > MAX_BYTES as u64)
}

#[cfg(test)]
mod tests {
    use std::{convert::Infallible, pin::pin, sync::Arc, time::Duration};

    use actix_web::{test::TestRequest, web::Bytes};
    use futures_util::{FutureExt, stream};
    use tokio::time::{Instant, advance, sleep};

    use super::{Deadlines, LEAST_RATE, MAX_BYTES, PhotoRefusal, UploadPlace, Uploads, networks};

    fn admit(uploads: &Arc<Uploads>, address: &str) -> Result<UploadPlace, PhotoRefusal> {
        let request = TestRequest::default().to_http_request();
        uploads.admit(&request, Some(address.parse().unwrap()))
    }

    /// Simulates an upload of `parts` parts of `bytes` bytes, each after `every`.
    async fn upload(
        parts: usize,
        bytes: usize,
        every: Duration,
    ) -> (Result<usize, PhotoRefusal>, Duration) {
        let uploads = Uploads::new(1, 1, &Deadlines::default());
        let place = admit(&uploads, "203.0.113.7").ok().unwrap();
        let began = Instant::now();
        let body = stream::unfold(0, move |sent| async move {
            sleep(every).await;
            let part = Ok::<_, Infallible>(Bytes::from(vec![0; bytes]));
            (sent < parts).then_some((part, sent + 1))
        });
        let file = place.read(pin!(body)).await;
        (file.map(|file| file.len()), began.elapsed())
    }

    #[tokio::test(start_paused = true)]
    async fn an_upload_that_sends_nothing_for_a_while_or_takes_too_long_ends() {
        let second = Duration::from_secs(1);
        let pause = Deadlines::default().upload_pause;
        let least = usize::try_from(LEAST_RATE).unwrap();
        assert_eq!(upload(3, 10, second).await.0, Ok(30));
        assert_eq!(upload(60, least, second).await.0, Ok(60 * least));
        let (stalled, time) = upload(3, 10, pause + second).await;
        assert_eq!((stalled, time), (Err(PhotoRefusal::Slow), pause));
        let (trickled, time) = upload(100_000, least / 2, second).await;
        assert_eq!(trickled, Err(PhotoRefusal::Slow));
        assert!(time < 3 * pause, "{time:?}");
        let (slow, time) = upload(100_000, least, second).await;
        assert_eq!(
            (slow, time),
            (Err(PhotoRefusal::Slow), Deadlines::default().upload)
        );
    }

    #[tokio::test(start_paused = true)]
    async fn an_address_without_a_place_gets_one_of_the_network_that_was_waited_for_the_longest() {
        let deadlines = Deadlines::default();
        let uploads = Uploads::new(4, 2, &deadlines);
        let trickling = ["203.0.113.1", "203.0.113.1", "203.0.113.2", "203.0.113.3"]
            .map(|address| admit(&uploads, address).ok().unwrap());
        let reads = trickling.iter().map(|place| {
            let body = stream::pending::<Result<Bytes, Infallible>>();
            Box::pin(place.read(body))
        });
        let mut reads: Vec<_> = reads.collect();
        for read in &mut reads {
            assert!(read.now_or_never().is_none());
        }
        trickling[0].place.progress.lock().bytes += MAX_BYTES;
        assert!(admit(&uploads, "198.51.100.7").is_err());
        advance(deadlines.upload_place).await;
        assert!(admit(&uploads, "203.0.113.1").is_err(), "it has its share");
        let honest = admit(&uploads, "198.51.100.7");
        assert!(honest.is_ok());
        let lost = trickling.iter().map(|it| it.place.lost.is_cancelled());
        assert_eq!(lost.collect::<Vec<_>>(), [false, true, false, false]);
        let body = stream::pending::<Result<Bytes, Infallible>>();
        assert_eq!(trickling[1].read(body).await, Err(PhotoRefusal::Busy));
        // The address gets no place again while its network has another one.
        assert!(admit(&uploads, "203.0.113.1").is_err());
        drop(reads);
        drop(trickling);
        assert_eq!(uploads.places.lock().taken.len(), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn who_takes_a_place_again_and_again_keeps_it_while_photographs_come_alone() {
        let deadlines = Deadlines::default();
        let uploads = Uploads::new(2, 2, &deadlines);
        let honest = || admit(&uploads, "198.51.100.7");
        for round in 0..3 {
            let places = ["203.0.113.1", "203.0.113.2"].map(|it| admit(&uploads, it).ok().unwrap());
            let mut reads = places
                .each_ref()
                .map(|place| Box::pin(place.read(stream::pending::<Result<Bytes, Infallible>>())));
            for read in &mut reads {
                assert!(read.now_or_never().is_none());
            }
            advance(deadlines.upload_place * 3 / 4).await;
            assert_eq!(honest().is_ok(), round > 0);
            let lost = places.each_ref().map(|it| it.place.lost.is_cancelled());
            assert_eq!(lost, [round > 0, false]);
            if round > 0 {
                let ended = (&mut reads[0]).now_or_never();
                assert_eq!(ended, Some(Err(PhotoRefusal::Busy)));
                // A form asks for its next part.
                let body = stream::pending::<Result<Bytes, Infallible>>();
                assert_eq!(places[0].read(body).await, Err(PhotoRefusal::Busy));
            }
            drop(reads);
            places[1].deliver();
        }
        let network = networks("203.0.113.1".parse().unwrap()).next().unwrap();
        let waited = uploads.places.lock().waited.of(&network);
        assert_eq!(waited, deadlines.upload_place * 9 / 4);
    }
}
