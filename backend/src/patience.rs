//! How long a connection may keep the server waiting.
//!
//! actix gives up a client that is slow with the head of its first request, and one that is idle
//! between requests. It has no limit for the head of a later request, for a chunked body that nobody
//! reads (an answer went out before it), and for an answer that is not fetched: each of them would
//! hold a connection for as long as the client likes. [`Patient`] sees the bytes that come and go,
//! and ends such a connection.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, Sleep, sleep},
};

/// How long after a request's first byte the first byte of its answer may come: ten seconds for the
/// body ([`BODY_TIMEOUT`](crate::body::BODY_TIMEOUT)), twice seven for work in the database
/// ([`CONNECTION_TIMEOUT`](crate::store::CONNECTION_TIMEOUT) and
/// [`WORK_TIMEOUT`](crate::store::WORK_TIMEOUT)), and some to spare. What is being saved by then is
/// saved all the same.
pub const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

/// How long a client may take for each [`FETCHED_BYTES`] of an answer. That is 1 KiB a second: a
/// fifth of what a telephone did before 3G.
pub const FETCH_TIMEOUT: Duration = Duration::from_secs(30);

/// See [`FETCH_TIMEOUT`].
pub const FETCHED_BYTES: usize = 32 * 1024;

/// A connection that does not wait for ever.
pub struct Patient<S> {
    stream: S,
    /// Runs from a byte of the client's to the next byte of ours.
    answer: Limit,
    /// Runs while the client does not take what is ready for it.
    fetch: Limit,
    /// What the client has taken since that began to run.
    fetched: usize,
}

impl<S> Patient<S> {
    /// A connection on this stream.
    pub fn new(stream: S) -> Self {
        Self {
            stream,
            answer: Limit::new(ANSWER_TIMEOUT),
            fetch: Limit::new(FETCH_TIMEOUT),
            fetched: 0,
        }
    }

    fn note_written(&mut self, bytes: usize) {
        self.answer.stop();
        self.fetched += bytes;
        if self.fetched >= FETCHED_BYTES {
            self.fetch.stop();
            self.fetched = 0;
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.answer.check(context)?;
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if buffer.filled().len() > before {
            self.answer.start();
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.fetch.check(context)?;
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        match &written {
            Poll::Ready(Ok(count)) => self.note_written(*count),
            Poll::Ready(Err(_)) => {}
            Poll::Pending => {
                if self.fetch.start() {
                    self.fetched = 0;
                }
                self.fetch.check(context)?;
            }
        }
        written
    }

    /// actix flushes when all of an answer has been written.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.fetch.stop();
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// A stretch of time that may not pass while it runs.
struct Limit {
    length: Duration,
    /// Kept from one run to the next: to make one costs more than to set it.
    timer: Pin<Box<Sleep>>,
    running: bool,
}

impl Limit {
    fn new(length: Duration) -> Self {
        Self {
            length,
            timer: Box::pin(sleep(length)),
            running: false,
        }
    }

    /// Begins to run, unless it runs already. Answers whether it began.
    fn start(&mut self) -> bool {
        let begins = !self.running;
        if begins {
            self.timer.as_mut().reset(Instant::now() + self.length);
            self.running = true;
        }
        begins
    }

    fn stop(&mut self) {
        self.running = false;
    }

    /// Fails when the time has passed, and else sees to it that the task is woken when it does.
    fn check(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        if self.running && self.timer.as_mut().poll(context).is_ready() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex},
        time::{Duration, Instant, sleep},
    };

    use super::{ANSWER_TIMEOUT, FETCH_TIMEOUT, FETCHED_BYTES, Patient};

    const SECOND: Duration = Duration::from_secs(1);

    /// A server's end and a client's, with time that passes when nothing else happens.
    fn connection() -> (Patient<DuplexStream>, DuplexStream) {
        tokio::time::pause();
        let (server, client) = duplex(1024);
        (Patient::new(server), client)
    }

    #[tokio::test]
    async fn a_request_that_never_ends_is_given_up() {
        let (mut server, mut client) = connection();
        let began = Instant::now();
        let trickle = tokio::spawn(async move {
            while client.write_all(b"x").await.is_ok() {
                sleep(SECOND).await;
            }
        });
        let error = server.read_to_end(&mut Vec::new()).await.unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::TimedOut);
        assert_eq!(began.elapsed().as_secs(), ANSWER_TIMEOUT.as_secs());
        drop(server);
        trickle.await.unwrap();
    }

    #[tokio::test]
    async fn answers_begin_the_time_anew_and_silence_does_not_count() {
        let (mut server, mut client) = connection();
        let mut byte = [0];
        for _ in 0..3 {
            client.write_all(b"?").await.unwrap();
            server.read_exact(&mut byte).await.unwrap();
            sleep(ANSWER_TIMEOUT.saturating_sub(SECOND)).await;
            server.write_all(b"!").await.unwrap();
            client.read_exact(&mut byte).await.unwrap();
            // How long a client may be silent is for actix to say.
            sleep(2 * ANSWER_TIMEOUT).await;
        }
        client.write_all(b"?").await.unwrap();
        server.read_exact(&mut byte).await.unwrap();
    }

    #[tokio::test]
    async fn an_answer_that_is_not_fetched_is_given_up() {
        let (mut server, mut client) = connection();
        let began = Instant::now();
        let sip = tokio::spawn(async move {
            while matches!(client.read(&mut [0]).await, Ok(1)) {
                sleep(SECOND).await;
            }
        });
        let answer = vec![0; FETCHED_BYTES];
        let error = server.write_all(&answer).await.unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::TimedOut);
        assert_eq!(began.elapsed().as_secs(), FETCH_TIMEOUT.as_secs());
        drop(server);
        sip.await.unwrap();
    }

    #[tokio::test]
    async fn a_client_that_is_slow_and_steady_gets_all_of_an_answer() {
        let (mut server, mut client) = connection();
        let began = Instant::now();
        let fetch = tokio::spawn(async move {
            let mut piece = [0; 2048];
            let mut count = 0;
            loop {
                match client.read(&mut piece).await.unwrap() {
                    0 => return count,
                    bytes => count += bytes,
                }
                sleep(SECOND / 2).await;
            }
        });
        let answer = vec![0; 4 * FETCHED_BYTES];
        server.write_all(&answer).await.unwrap();
        server.flush().await.unwrap();
        drop(server);
        assert_eq!(fetch.await.unwrap(), answer.len());
        assert!(began.elapsed() > FETCH_TIMEOUT);
    }
}
