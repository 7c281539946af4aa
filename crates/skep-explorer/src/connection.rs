//! A connection that turns every refusal into an answer of the API, and ends if the client does not read.
//!
//! The HTTP library refuses requests that it cannot read, such as an address with a raw `>`, with a status and no
//! content. The router never sees them, so this adds the content where the library writes to the connection.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::http::StatusCode;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

use crate::error::Refusal;
use crate::guard::HEADERS;
use crate::router::text;

/// The start and a part of an answer without content. The router's refusals have content.
const REFUSED: &[u8] = b"HTTP/1.1 4";
const EMPTY: &[u8] = b"\r\ncontent-length: 0\r\n";

pub struct Connection<T> {
    stream: T,
    /// The rest of an answer that is written instead of the library's answer.
    rest: Vec<u8>,
    /// The time in which the client must read an answer.
    patience: Duration,
    /// The end of this time, if an answer waits for the client.
    end: Option<Pin<Box<Sleep>>>,
}

impl<T> Connection<T> {
    pub fn new(stream: T, patience: Duration) -> Connection<T> {
        Connection {
            stream,
            rest: Vec::new(),
            patience,
            end: None,
        }
    }
}

impl<T: AsyncWrite + Unpin> Connection<T> {
    fn write(&mut self, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        if self.rest.is_empty() {
            match answer(bytes) {
                Some(answer) => self.rest = answer,
                None => return Pin::new(&mut self.stream).poll_write(context, bytes),
            }
        }
        while !self.rest.is_empty() {
            match ready!(Pin::new(&mut self.stream).poll_write(context, &self.rest))? {
                0 => return Poll::Ready(Ok(0)),
                written => drop(self.rest.drain(..written)),
            }
        }
        Poll::Ready(Ok(bytes.len()))
    }
}

/// The answer in place of a refusal of the library.
fn answer(written: &[u8]) -> Option<Vec<u8>> {
    let mut parts = written.windows(EMPTY.len());
    if !written.starts_with(REFUSED) || !parts.any(|part| part == EMPTY) {
        return None;
    }
    let status = StatusCode::from_bytes(written.get(9..12)?).ok()?;
    let (code, message) = match status {
        StatusCode::URI_TOO_LONG => ("too-long", "the address is too long"),
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => ("too-long", "the headers are too long"),
        _ => (
            "bad-request",
            "the request is not valid HTTP; in an address, write %3E for >, %3C for <, %22 for \", and %20 for a blank",
        ),
    };
    let content = text(&Refusal::new(status, code, message).body());
    let mut answer = format!(
        "HTTP/1.1 {status}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n",
        content.len()
    );
    for (name, value) in HEADERS {
        answer += &format!("{name}: {value}\r\n");
    }
    answer += "\r\n";
    let mut answer = answer.into_bytes();
    answer.extend(content);
    Some(answer)
}

impl<T: AsyncRead + Unpin> AsyncRead for Connection<T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<T: AsyncWrite + Unpin> AsyncWrite for Connection<T> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = self.write(context, bytes);
        if written.is_ready() {
            return written;
        }
        let patience = self.patience;
        let end = self.end.get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(end.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        // The library flushes when it has written all of an answer. A part does not count: a client could read one byte
        // after the other.
        self.end = None;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
