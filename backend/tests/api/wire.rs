//! HTTP written by hand, for requests that no client would send.

use std::{io, time::Duration};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

/// Longer than all of the server's timeouts.
const LIMIT: Duration = Duration::from_mins(2);

pub async fn connect(url: &str) -> TcpStream {
    TcpStream::connect(url.strip_prefix("http://").unwrap())
        .await
        .unwrap()
}

/// Returns what the server sends until it closes the connection.
async fn rest(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    let end = timeout(LIMIT, stream.read_to_end(&mut answer))
        .await
        .expect("the server never closes the connection");
    // Closing a connection with unread bytes resets it.
    if let Err(cause) = end {
        assert_eq!(cause.kind(), io::ErrorKind::ConnectionReset);
    }
    String::from_utf8_lossy(&answer).into_owned()
}

/// Sends the bytes; returns the response, up to the end of the connection.
pub async fn exchange(url: &str, request: &[u8]) -> String {
    let mut stream = connect(url).await;
    // The server may close the connection before it has read everything.
    drop(stream.write_all(request).await);
    rest(&mut stream).await
}

/// Sends the bytes and ends its side of the connection; returns the response.
pub async fn exchange_and_end(url: &str, request: &[u8]) -> String {
    let mut stream = connect(url).await;
    drop(stream.write_all(request).await);
    drop(stream.shutdown().await);
    rest(&mut stream).await
}

/// Returns the status of a response.
pub fn status(answer: &str) -> u16 {
    answer
        .strip_prefix("HTTP/1.1 ")
        .and_then(|rest| rest.get(..3))
        .and_then(|status| status.parse().ok())
        .unwrap_or_else(|| panic!("no answer: {answer:?}"))
}

/// Returns the body of a response.
pub fn body(answer: &str) -> &str {
    answer.split_once("\r\n\r\n").map_or("", |(_, body)| body)
}
