//! Boardspace's game trees: a game begins at `(;` at the start of a line, blanks apart, when its first node has a
//! property of a root. The variations in files that the viewer saved begin alike and have none.

use memchr::memmem;

/// How far a root node can reach.
const ROOT: usize = 4096;

/// Properties that only a root has.
const ROOT_PROPERTIES: [&[u8]; 4] = [b"GM[", b"SU[", b"FF[", b"CA["];

/// The length of the first game: the next one begins behind it.
pub(super) fn end(text: &[u8]) -> usize {
    // What stands at the beginning belongs to the first game, whatever it is.
    let mut from = 1;
    while let Some(at) = memmem::find(&text[from..], b"(;") {
        let at = from + at;
        if let Some(start) = line_start(text, at)
            && start > 0
            && is_root(text, at)
        {
            return start;
        }
        from = at + 2;
    }
    text.len()
}

/// The beginning of the last game.
pub(super) fn last_start(buf: &[u8]) -> Option<usize> {
    let mut end = buf.len();
    while let Some(at) = memmem::rfind(&buf[..end], b"(;") {
        if let Some(start) = line_start(buf, at)
            && is_root(buf, at)
        {
            return Some(start);
        }
        end = at;
    }
    None
}

/// The beginning of the line, if only blanks stand before `at` on it.
fn line_start(text: &[u8], at: usize) -> Option<usize> {
    let before = &text[..at];
    let blanks = before
        .iter()
        .rev()
        .take_while(|&&b| b == b' ' || b == b'\t')
        .count();
    let start = at - blanks;
    (start == 0 || text[start - 1] == b'\n' || text[start - 1] == b'\r').then_some(start)
}

/// Whether the node that begins at `at` has a property of a root.
fn is_root(text: &[u8], at: usize) -> bool {
    let reach = &text[at + 2..text.len().min(at + ROOT)];
    let node = memmem::find(reach, b"\n;").map_or(reach, |end| &reach[..end]);
    ROOT_PROPERTIES
        .iter()
        .any(|property| memmem::find(node, property).is_some())
}
