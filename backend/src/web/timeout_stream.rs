//! Timeouts on a connection's reads and writes.
//!
//! actix closes a connection whose first request head is slow, and a connection that is idle
//! between requests. It has no timeout for the head of a later request, for a chunked body that no
//! handler reads (its response was sent earlier) or that stays incomplete, or for a response that
//! the client does not read.
//! Each would keep a connection for as long as the client likes. [`TimeoutStream`] watches the
//! bytes in both directions and ends such a connection.
//!
//! (The crate tokio-io-timeout restarts its timeouts with each byte, so a client that sends or
//! reads one byte a second could keep its connection for hours.)

use std::{
    io, mem,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, Sleep, sleep},
};

use crate::config::Deadlines;

/// The bytes of a response that a client must read within each [`Deadlines::write`].
pub const WRITE_PROGRESS_BYTES: usize = 32 * 1024;

/// Whether a connection's request is an upload, which may take longer.
#[derive(Clone, Default)]
pub struct Upload(Arc<AtomicBool>);

impl Upload {
    /// Lets the current request take [`Deadlines::upload`] longer, until [`end`](Self::end).
    pub fn begin(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Ends the upload. Returns whether an upload had begun that had not used the extra time yet.
    pub fn end(&self) -> bool {
        self.0.swap(false, Ordering::Relaxed)
    }
}

/// A stream that fails with [`io::ErrorKind::TimedOut`] when a response is overdue or the client
/// stops reading it.
pub struct TimeoutStream<S, C> {
    stream: S,
    /// Data that belongs to the connection and is dropped with it.
    pub context: C,
    /// Allows a request more time.
    pub upload: Upload,
    upload_time: Duration,
    /// Runs from a request's first byte received, and again from each byte sent.
    response: Timer,
    /// Whether the next byte received is the first since the last byte sent.
    is_first: bool,
    /// Runs while the client reads none of the pending bytes.
    write: Timer,
    /// Bytes sent since `write` began to run.
    written: usize,
}

impl<S, C> TimeoutStream<S, C> {
    pub fn new(stream: S, context: C, deadlines: &Deadlines) -> Self {
        Self {
            stream,
            context,
            upload: Upload::default(),
            upload_time: deadlines.upload,
            response: Timer::new(deadlines.response),
            is_first: true,
            write: Timer::new(deadlines.write),
            written: 0,
        }
    }

    fn check_response(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        match self.response.check(context) {
            Err(_) if self.upload.end() => {
                self.response.extend(self.upload_time);
                self.response.check(context)
            }
            checked => checked,
        }
    }
}

impl<S: AsyncRead + Unpin, C: Unpin> AsyncRead for TimeoutStream<S, C> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.check_response(context)?;
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if buffer.filled().len() > before && mem::take(&mut self.is_first) {
            self.response.restart();
        }
        read
    }
}

impl<S: AsyncWrite + Unpin, C: Unpin> AsyncWrite for TimeoutStream<S, C> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.write.check(context)?;
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        match &written {
            Poll::Ready(Ok(count)) => {
                self.is_first = true;
                self.response.restart();
                self.response.check(context)?;
                self.written += count;
                if self.written >= WRITE_PROGRESS_BYTES {
                    self.write.stop();
                    self.written = 0;
                }
            }
            Poll::Ready(Err(_)) => {}
            Poll::Pending => {
                if self.write.start() {
                    self.written = 0;
                }
                self.write.check(context)?;
            }
        }
        written
    }

    /// actix flushes when it has written a whole response.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.write.stop();
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// A timer that can be stopped and started again.
struct Timer {
    length: Duration,
    /// Reused for each run: creating one costs more than resetting it.
    sleep: Pin<Box<Sleep>>,
    running: bool,
}

impl Timer {
    fn new(length: Duration) -> Self {
        Self {
            length,
            sleep: Box::pin(sleep(length)),
            running: false,
        }
    }

    fn restart(&mut self) {
        self.sleep.as_mut().reset(Instant::now() + self.length);
        self.running = true;
    }

    /// Starts the timer, unless it is running. Returns whether it was started.
    fn start(&mut self) -> bool {
        let begins = !self.running;
        if begins {
            self.restart();
        }
        begins
    }

    fn extend(&mut self, by: Duration) {
        let end = self.sleep.deadline() + by;
        self.sleep.as_mut().reset(end);
    }

    fn stop(&mut self) {
        self.running = false;
    }

    /// Fails if the time is up. Otherwise registers the task to be woken then.
    fn check(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        if self.running && self.sleep.as_mut().poll(context).is_ready() {
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

    use super::{Deadlines, TimeoutStream, WRITE_PROGRESS_BYTES};

    const SECOND: Duration = Duration::from_secs(1);

    /// Creates both ends of a connection. The tests' paused time advances when every task is idle.
    fn connection() -> (TimeoutStream<DuplexStream, ()>, DuplexStream) {
        let (server, client) = duplex(1024);
        let server = TimeoutStream::new(server, (), &Deadlines::default());
        (server, client)
    }

    /// Sends a byte from one end to the other.
    async fn send(
        from: &mut (impl AsyncWriteExt + Unpin),
        to: &mut (impl AsyncReadExt + Unpin),
    ) -> std::io::Result<usize> {
        from.write_all(b"?").await?;
        to.read_exact(&mut [0]).await
    }

    #[tokio::test(start_paused = true)]
    async fn an_upload_may_take_longer_and_the_next_request_may_not() {
        let (mut server, mut client) = connection();
        let (upload, deadlines) = (server.upload.clone(), Deadlines::default());
        for is_upload in [true, false] {
            send(&mut client, &mut server).await.unwrap();
            let mut timeout = deadlines.response;
            if is_upload {
                upload.begin();
                timeout += deadlines.upload;
                // `100 Continue` does not count as a response.
                send(&mut server, &mut client).await.unwrap();
                send(&mut client, &mut server).await.unwrap();
            }
            let began = Instant::now();
            sleep(timeout.saturating_sub(SECOND)).await;
            if is_upload {
                send(&mut client, &mut server).await.unwrap();
                upload.end();
                send(&mut server, &mut client).await.unwrap();
            } else {
                let error = server.read_exact(&mut [0]).await.unwrap_err();
                assert_eq!(error.kind(), std::io::ErrorKind::TimedOut);
                assert_eq!(began.elapsed().as_secs(), timeout.as_secs());
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_and_a_response_restart_the_timeout_and_an_idle_connection_ends() {
        let (mut server, mut client) = connection();
        let almost = Deadlines::default().response.saturating_sub(SECOND);
        for _ in 0..3 {
            send(&mut client, &mut server).await.unwrap();
            sleep(almost).await;
            send(&mut server, &mut client).await.unwrap();
            sleep(almost).await;
        }
        sleep(SECOND).await;
        let error = server.read_exact(&mut [0]).await.unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::TimedOut);
    }

    #[tokio::test(start_paused = true)]
    async fn a_response_times_out_unless_its_client_reads_steadily() {
        let write = Deadlines::default().write;
        for (length, bytes, pause, is_steady) in [
            (WRITE_PROGRESS_BYTES, 1, SECOND, false),
            (4 * WRITE_PROGRESS_BYTES, 2048, SECOND / 2, true),
        ] {
            let (mut server, mut client) = connection();
            let began = Instant::now();
            let reader = tokio::spawn(async move {
                let mut count = 0;
                while let Ok(read @ 1..) = client.read(&mut vec![0; bytes]).await {
                    count += read;
                    sleep(pause).await;
                }
                count
            });
            let sent = server.write_all(&vec![0; length]).await;
            if is_steady {
                sent.unwrap();
                server.flush().await.unwrap();
                assert!(began.elapsed() > write);
            } else {
                assert_eq!(sent.unwrap_err().kind(), std::io::ErrorKind::TimedOut);
                assert_eq!(began.elapsed().as_secs(), write.as_secs());
            }
            drop(server);
            assert_eq!(reader.await.unwrap() == length, is_steady);
        }
    }
}
