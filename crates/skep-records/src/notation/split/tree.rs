//! Boardspace's game trees: a game begins at `(;` at the start of a line, after optional blanks, if its first node has
//! a root property. Variations in files saved by the viewer also begin with `(;` but have no root property.

use memchr::memmem;

/// The longest root node, in bytes.
const ROOT: usize = 4096;

/// Properties that only a root has.
const ROOT_PROPERTIES: [&[u8]; 4] = [b"GM[", b"SU[", b"FF[", b"CA["];

/// The length of the first game: the next game begins after it.
pub(super) fn end(text: &[u8]) -> usize {
    // Any text at the beginning belongs to the first game.
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

/// The beginning of the line, if only blanks and a byte order mark come before `at`.
fn line_start(text: &[u8], at: usize) -> Option<usize> {
    let before = text[..at].iter().rev();
    let blanks = before.take_while(|&&b| matches!(b, b' ' | b'\t' | 0xef | 0xbb | 0xbf));
    let start = at - blanks.count();
    (start == 0 || text[start - 1] == b'\n' || text[start - 1] == b'\r').then_some(start)
}

/// Whether the node that begins at `at` has a property of a root. The node ends before a line that begins a node,
/// begins or ends a variation, or begins a file with a byte order mark.
fn is_root(text: &[u8], at: usize) -> bool {
    let reach = &text[at + 2..text.len().min(at + ROOT)];
    // A lone carriage return ends a line too, as in `line_start`.
    let lines = reach
        .split_inclusive(|&b| matches!(b, b'\n' | b'\r'))
        .enumerate();
    lines
        .take_while(|(i, line)| {
            *i == 0
                || !matches!(
                    line.trim_ascii_start().first(),
                    Some(b';' | b'(' | b')' | 0xef | 0xbb | 0xbf)
                )
        })
        .any(|(_, line)| {
            ROOT_PROPERTIES
                .iter()
                .any(|property| memmem::find(line, property).is_some())
        })
}
