//! The bodies of answers.

use std::io;
use std::mem;
use std::pin::Pin;
use std::task::{Context, Poll};

use http::StatusCode;
use http::header::{CONTENT_LENGTH, HeaderName, HeaderValue};
use hyper::body::{Body, Bytes, Frame, SizeHint};
use tokio::sync::mpsc;

use crate::error::Refusal;

/// An answer of the server.
pub type Response = http::Response<AnswerBody>;

/// The body of an answer.
#[derive(Debug)]
pub enum AnswerBody {
    /// All of it; `None` if there is nothing, or nothing left, to send.
    Whole(Option<Bytes>),
    /// A file that is written while it is sent.
    Parts(mpsc::Receiver<Result<Bytes, Refusal>>),
}

impl AnswerBody {
    pub(crate) fn new(bytes: impl Into<Bytes>) -> AnswerBody {
        AnswerBody::Whole(Some(bytes.into()).filter(|bytes| !bytes.is_empty()))
    }

    pub(crate) fn response<'h>(
        self,
        status: StatusCode,
        headers: impl IntoIterator<Item = (HeaderName, &'h str)>,
    ) -> Response {
        let response = http::Response::builder().status(status);
        let add = |response: http::response::Builder, (name, value)| response.header(name, value);
        let response = headers.into_iter().fold(response, add);
        response.body(self).expect("the headers are valid")
    }

    /// An answer without its body, which the headers describe: to a request with the method HEAD.
    pub(crate) fn left_out(mut response: Response) -> Response {
        let body = mem::replace(response.body_mut(), AnswerBody::Whole(None));
        if let Some(length @ 1..) = body.size_hint().exact() {
            let headers = response.headers_mut();
            headers.insert(CONTENT_LENGTH, HeaderValue::from(length));
        }
        response
    }
}

impl Body for AnswerBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        let part = match &mut *self {
            AnswerBody::Whole(bytes) => return Poll::Ready(bytes.take().map(Frame::data).map(Ok)),
            AnswerBody::Parts(parts) => parts.poll_recv(context),
        };
        part.map(|part| {
            part.map(|part| match part {
                Ok(bytes) => Ok(Frame::data(bytes)),
                // The status is sent. The client sees that the file is not whole.
                Err(refusal) => Err(io::Error::other(refusal.error.message)),
            })
        })
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, AnswerBody::Whole(None))
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            AnswerBody::Whole(bytes) => {
                SizeHint::with_exact(bytes.as_ref().map_or(0, |bytes| bytes.len() as u64))
            }
            AnswerBody::Parts(_) => SizeHint::default(),
        }
    }
}
