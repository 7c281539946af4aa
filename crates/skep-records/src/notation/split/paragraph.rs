//! Moves in lines: a game ends at an empty line or before a line that begins like a first move.

use super::{lines, without_dot};
use crate::record::Format;
use skep_rules::hive::{Place, Spelling, Written};

/// The length of the first game.
pub(super) fn end(format: Format, text: &[u8]) -> usize {
    let mut seen_move = false;
    for (start, line) in lines(text) {
        let bare = line.trim_ascii();
        if bare.is_empty() || (seen_move && begins_game(format, bare)) {
            return start;
        }
        seen_move |= has_move(format, bare);
    }
    text.len()
}

/// The beginning of the last game whose first line is complete.
pub(super) fn last_start(format: Format, buf: &[u8]) -> Option<usize> {
    let mut last = None;
    let mut between = true;
    let mut seen_move = false;
    for (start, line) in lines(buf).filter(|(_, line)| line.ends_with(b"\n")) {
        let bare = line.trim_ascii();
        if bare.is_empty() {
            between = true;
            continue;
        }
        if between && bare.starts_with(b"#") {
            continue;
        }
        if between || (seen_move && begins_game(format, bare)) {
            last = Some(start);
            seen_move = false;
        }
        between = false;
        seen_move |= has_move(format, bare);
    }
    last
}

/// Whether a line may have a move.
fn has_move(format: Format, line: &[u8]) -> bool {
    format != Format::Bga || line.contains(&b'[')
}

/// Whether a line begins with the number 1, or with a move without a place. Only the first move of a game has no place.
fn begins_game(format: Format, line: &[u8]) -> bool {
    let first = match format {
        Format::Pairs => return line.starts_with(b"1.") && !line.starts_with(b"1.."),
        Format::PlayLog => str::from_utf8(line).ok().map(without_dot),
        _ => line.strip_prefix(b"[").and_then(|inside| {
            let end = inside.iter().position(|&b| b == b']')?;
            str::from_utf8(&inside[..end]).ok()
        }),
    };
    let put = first.and_then(Spelling::parse).map(|s| s.written);
    matches!(
        put,
        Some(Written::Put {
            to: Place::Unstated,
            ..
        })
    )
}
