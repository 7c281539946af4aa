//! A connection that ends if the client reads too slowly.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// The bytes that a client must read in a second, so that answers of any length come through, but nobody keeps a
/// connection by reading one byte after the other.
const RATE: f64 = 16_384.0;

/// A connection whose answers may wait for the client only so long. The time that is left grows again while the client
/// reads: by the time that the bytes take at [`RATE`].
pub struct Connection<T> {
    stream: T,
    /// The longest time that an answer may wait.
    patience: Duration,
    /// The time that answers may still wait.
    left: Duration,
    /// Since when an answer waits, and the end of the patience.
    waits: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl<T> Connection<T> {
    pub fn new(stream: T, patience: Duration) -> Connection<T> {
        Connection {
            stream,
            patience,
            left: patience,
            waits: None,
        }
    }
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
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        if let Poll::Ready(written) = written {
            let waited = self.waits.take().map(|(since, _)| since.elapsed());
            let left = self.left.saturating_sub(waited.unwrap_or_default());
            let read = written.as_ref().map_or(0.0, |bytes| *bytes as f64);
            self.left = (left + Duration::from_secs_f64(read / RATE)).min(self.patience);
            return Poll::Ready(written);
        }
        let left = self.left;
        let begin = || (Instant::now(), Box::pin(sleep(left)));
        let (_, end) = self.waits.get_or_insert_with(begin);
        ready!(end.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
