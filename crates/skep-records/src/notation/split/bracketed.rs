//! Board Game Arena's moves: a game ends at an empty line or before a line that begins with a move without a place.

use skep_rules::hive::{Place, Spelling, Written};

/// The length of the first game.
pub(super) fn end(text: &[u8]) -> usize {
    let mut seen_move = false;
    for (start, line) in lines(text) {
        let bare = line.trim_ascii();
        if bare.is_empty() || (seen_move && begins_game(bare)) {
            return start;
        }
        seen_move |= bare.contains(&b'[');
    }
    text.len()
}

/// The beginning of the last game whose first line is complete.
pub(super) fn last_start(buf: &[u8]) -> Option<usize> {
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
        if between || (seen_move && begins_game(bare)) {
            last = Some(start);
            seen_move = false;
        }
        between = false;
        seen_move |= bare.contains(&b'[');
    }
    last
}

/// The lines with their offsets.
fn lines(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    text.split_inclusive(|&b| b == b'\n').map(move |line| {
        at += line.len();
        (at - line.len(), line)
    })
}

/// Whether a line begins with a move without a place. Only the first move of a game has no place.
fn begins_game(line: &[u8]) -> bool {
    let Some(inside) = line.strip_prefix(b"[") else {
        return false;
    };
    let end = inside.iter().position(|&b| b == b']');
    let first = end.and_then(|end| str::from_utf8(&inside[..end]).ok());
    let put = first.and_then(Spelling::parse).map(|s| s.written);
    matches!(
        put,
        Some(Written::Put {
            to: Place::Unstated,
            ..
        })
    )
}
