//! Games with tags. A game begins at a tag after moves, or at a tag with a repeated name. Within one block of tags, a
//! repeated name belongs to the same game. Games without tags begin at ply 1 after a result or an empty line.

use crate::record::StatedResult;

/// The length of the first game.
pub(super) fn end(text: &[u8]) -> usize {
    let mut scan = TagScan::default();
    let mut at = 0;
    while at < text.len() {
        if scan.moves && !scan.in_comment {
            at += passed_moves(&text[at..]);
        }
        let length = line_length(&text[at..]);
        if scan.line(&text[at..at + length]) {
            return at;
        }
        at += length;
    }
    text.len()
}

/// The bytes of lines that are read as fast as they are passed over.
const FEW: usize = 64;

/// The length of lines of moves on which no game begins and which do not matter for the next one: all before the last
/// line that ends before a bracket, a comment or ply 1.
fn passed_moves(text: &[u8]) -> usize {
    // A line may begin with ply 1 again and again: then the rest is not looked at for each of them.
    const MOST: usize = 16 << 10;
    let text = &text[..text.len().min(MOST)];
    let mark = memchr::memchr3(b'[', b'{', b';', text);
    let lines = &text[..mark.unwrap_or(text.len())];
    if lines.len() < FEW {
        return 0;
    }
    let begins_number = |at: &usize| !text[..*at].last().is_some_and(u8::is_ascii_alphanumeric);
    let line_of = |at| memchr::memrchr(b'\n', &lines[..at]).map_or(0, |feed| feed + 1);
    let first = memchr::memmem::find_iter(lines, b"1.").find(begins_number);
    let before = lines[..first.map_or(lines.len(), line_of)].trim_ascii_end();
    line_of(before.len())
}

/// The beginning of the last game whose first line is complete.
pub(super) fn last_start(buf: &[u8]) -> Option<usize> {
    let mut scan = TagScan::default();
    let mut last = last_after_moves(buf);
    let mut at = last.unwrap_or(0);
    while at < buf.len() {
        let length = line_length(&buf[at..]);
        let line = &buf[at..at + length];
        if !line.ends_with(b"\n") {
            break;
        }
        if scan.line(line) {
            last = Some(at);
            scan = TagScan::default();
            scan.line(line);
        }
        at += length;
    }
    last
}

/// The last tag that begins a game whatever stands far before it: an empty line, and a line of moves without a comment,
/// stand directly before it. So a text need not be read from its start.
fn last_after_moves(buf: &[u8]) -> Option<usize> {
    let feeds = memchr::memmem::rfind_iter(buf, b"\n[");
    feeds.map(|feed| feed + 1).find(|&at| {
        let line = &buf[at..at + line_length(&buf[at..])];
        let before = buf[..at].trim_ascii_end();
        let has_pause = memchr::memchr_iter(b'\n', &buf[before.len()..at]).count() > 1;
        let moves = before.rsplit(|&b| b == b'\n').next().unwrap_or_default();
        let has_moves = moves
            .trim_ascii_start()
            .first()
            .is_some_and(u8::is_ascii_alphanumeric);
        line.ends_with(b"\n")
            && is_roster_tag(line.trim_ascii())
            && has_pause
            && has_moves
            && !moves.iter().any(|b| b"{};".contains(b))
    })
}

fn line_length(text: &[u8]) -> usize {
    memchr::memchr(b'\n', text).map_or(text.len(), |i| i + 1)
}

/// What was seen of a game so far.
#[derive(Default)]
struct TagScan<'a> {
    /// The names of the tags.
    names: Vec<&'a [u8]>,
    /// Whether anything other than tags and comments was seen.
    moves: bool,
    /// Whether the last line was empty or a result.
    pause: bool,
    in_comment: bool,
    /// Whether the last line had only tags.
    in_tags: bool,
}

impl<'a> TagScan<'a> {
    /// Adds a line. Returns true if another game begins with it.
    fn line(&mut self, line: &'a [u8]) -> bool {
        let mut bare = line.trim_ascii();
        while let Some(unmarked) = bare.strip_prefix(b"\xef\xbb\xbf") {
            bare = unmarked.trim_ascii_start();
        }
        let Some(&first) = bare.first() else {
            self.pause = true;
            self.in_tags = false;
            return false;
        };
        if self.in_comment {
            // A comment that is never closed must not swallow the games after it.
            if self.pause && is_roster_tag(bare) {
                return true;
            }
            self.pause = false;
            if let Some(close) = memchr::memchr(b'}', bare) {
                self.in_comment = false;
                self.text(&bare[close + 1..]);
            }
            return false;
        }
        let pause = std::mem::replace(&mut self.pause, false);
        let only_tags = first == b'[' && bare.ends_with(b"]");
        let in_tags = std::mem::replace(&mut self.in_tags, only_tags);
        match first {
            b'[' => {
                let name = tag_name(bare);
                let is_repeated = self.names.contains(&name);
                if self.moves || is_repeated && !in_tags {
                    return true;
                }
                // The names after the first 64 are not remembered.
                if !is_repeated && self.names.len() < 64 {
                    self.names.push(name);
                }
            }
            // A line of comment before the game, as in every notation.
            b'#' if self.names.is_empty() && !self.moves => {}
            b'1' if pause && self.moves && begins_moves(bare) => return true,
            _ => self.text(bare),
        }
        false
    }

    /// Adds moves and comments.
    fn text(&mut self, mut text: &[u8]) {
        while let Some(at) = memchr::memchr2(b'{', b';', text) {
            self.moves |= !text[..at].trim_ascii().is_empty();
            if text[at] == b';' {
                return;
            }
            match memchr::memchr(b'}', &text[at..]) {
                Some(close) => text = &text[at + close + 1..],
                None => {
                    self.in_comment = true;
                    return;
                }
            }
        }
        let rest = text.trim_ascii();
        self.moves |= !rest.is_empty();
        self.pause |= is_result(rest);
    }
}

fn tag_name(tag: &[u8]) -> &[u8] {
    let name = tag[1..].trim_ascii_start();
    let end = name
        .iter()
        .position(|b| b.is_ascii_whitespace() || matches!(b, b'"' | b']'));
    &name[..end.unwrap_or(name.len())]
}

/// Whether a line is a tag that begins games.
fn is_roster_tag(line: &[u8]) -> bool {
    line.first() == Some(&b'[')
        && line.ends_with(b"\"]")
        && matches!(tag_name(line), b"GameType" | b"Event" | b"Date" | b"Game")
}

/// Whether a line begins with the number of the first ply: `1.` but not `1...`.
fn begins_moves(line: &[u8]) -> bool {
    line.starts_with(b"1.") && line.get(2) != Some(&b'.')
}

fn is_result(word: &[u8]) -> bool {
    const LONGEST: usize = 10;
    // Most lines have a move and its number, `12. wQ -wS1`.
    let has_number = word.get(1) == Some(&b'.') || word.get(2) == Some(&b'.');
    word.first().is_some_and(|&b| b != b'w' && b != b'b')
        && word.len() <= LONGEST
        && !has_number
        && str::from_utf8(word).is_ok_and(|s| s.parse::<StatedResult>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PARTS: [&str; 18] = [
        "[GameType \"Base\"]\n",
        "[Event \"x\"]\r\n",
        "[White \"Ann\"]\n",
        "\n",
        "  \r\n",
        "1. wP\n",
        " 1. wL\n",
        "\u{feff}1. wL\n",
        "1... bL wL-\n",
        "11. wQ -wS1\n12. bQ bS1\\\n13. wA1 wQ/\n14. bA1 bQ-\n15. wA1 bA1-\n",
        "21. wQ -wS1 {good}\n",
        "{a comment\n",
        "ends}\n",
        "5. wB1 wQ ; words [\n",
        "1-0\n",
        "# words\n",
        "2. bS1",
        "InProgress\n",
    ];

    /// Where games begin, line by line, and whether each line is complete.
    fn starts(text: &[u8]) -> Vec<(usize, bool)> {
        let mut scan = TagScan::default();
        let mut found = Vec::new();
        let mut at = 0;
        for line in text.split_inclusive(|&b| b == b'\n') {
            if scan.line(line) {
                found.push((at, line.ends_with(b"\n")));
                scan = TagScan::default();
                scan.line(line);
            }
            at += line.len();
        }
        found
    }

    proptest! {
        #![proptest_config(skep_testing::repeatable(2000))]

        #[test]
        fn games_begin_where_the_lines_say(
            parts in prop::collection::vec(prop::sample::select(&PARTS[..]), 0..40),
        ) {
            let text = parts.concat();
            let text = text.as_bytes();
            let expected = starts(text);
            let mut found = Vec::new();
            let mut at = 0;
            while at < text.len() {
                at += end(&text[at..]);
                found.push(at);
            }
            found.pop();
            let all: Vec<usize> = expected.iter().map(|(start, _)| *start).collect();
            prop_assert_eq!(found, all);
            let complete = expected.iter().filter(|(_, is_complete)| *is_complete);
            prop_assert_eq!(last_start(text), complete.map(|(start, _)| *start).next_back());
        }
    }
}
