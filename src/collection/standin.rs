//! Stand-in for `notation::detect` and `notation::split` until they are there.

use crate::record::Format;
use std::ops::Range;

pub(super) fn detect(head: &[u8]) -> Option<Format> {
    let first = head.split(|&b| b == b'\n').next()?.trim_ascii();
    if head.trim_ascii_start().starts_with(b"(;") {
        Some(Format::Boardspace)
    } else if first.len() >= 4 && first[..4].eq_ignore_ascii_case(b"base") {
        Some(Format::Uhp)
    } else if first.starts_with(b"{") {
        Some(Format::Jsonl)
    } else {
        None
    }
}

pub(super) mod split {
    use super::{Format, Range};

    pub fn last_boundary(format: Format, buf: &[u8]) -> Option<usize> {
        match format {
            Format::Boardspace => memchr::memmem::rfind(buf, b"\n(;").map(|i| i + 1),
            _ => memchr::memrchr(b'\n', buf).map(|i| i + 1),
        }
    }

    pub fn games(format: Format, bytes: &[u8]) -> impl Iterator<Item = Range<usize>> {
        let mut at = 0;
        std::iter::from_fn(move || {
            loop {
                if at >= bytes.len() {
                    return None;
                }
                let start = at;
                let end = match format {
                    Format::Boardspace => memchr::memmem::find(&bytes[start..], b"\n(;")
                        .map_or(bytes.len(), |i| start + i + 1),
                    _ => memchr::memchr(b'\n', &bytes[start..])
                        .map_or(bytes.len(), |i| start + i + 1),
                };
                at = end;
                if !bytes[start..end].trim_ascii().is_empty() {
                    return Some(start..end);
                }
            }
        })
    }
}
