//! A GameString in running text: the grammar of the string marks its end.

use crate::notation::value;
use crate::record::StatedResult;
use skep_rules::hive::venom::Written;
use skep_rules::hive::{GameType, PieceName, Spelling};

/// A GameString in a text.
#[derive(Clone, Debug)]
pub(in crate::notation) struct ScannedGame {
    /// The GameString without escapes.
    pub(in crate::notation) text: String,
    /// The offset after it.
    pub(in crate::notation) end: usize,
    /// The number of its moves.
    pub(in crate::notation) plies: usize,
    /// Whether an ellipsis follows.
    pub(in crate::notation) is_cut: bool,
}

/// The shortest GameString with a move, `Base;Draw;White[1];wQ`, in bytes.
pub(super) const SHORTEST: usize = 21;

/// The longest variant that is read in running text, in bytes.
const LONGEST_TYPE: usize = 120;

/// The most blanks, line ends and comments between two parts of a text in quotes, in bytes.
const LONGEST_JOINT: usize = 600;

/// The offsets at which a GameString may begin.
pub(super) fn starts(text: &[u8]) -> impl Iterator<Item = usize> {
    let at = memchr::memchr2_iter(b'b', b'B', text).filter(|&at| begins(&text[at..], b"base"));
    let venom = memchr::memchr2_iter(b'v', b'V', text).filter(|&at| begins(&text[at..], b"venom"));
    let (mut at, mut venom) = (at.peekable(), venom.peekable());
    let next = std::iter::from_fn(move || match (at.peek(), venom.peek()) {
        (Some(one), Some(other)) if one > other => venom.next(),
        (None, _) => venom.next(),
        _ => at.next(),
    });
    // Part of a longer word.
    next.filter(|&at| {
        at.checked_sub(1)
            .is_none_or(|before| !text[before].is_ascii_alphanumeric())
    })
}

fn begins(text: &[u8], name: &[u8]) -> bool {
    let is_name = text
        .get(..name.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(name));
    is_name
        && matches!(
            text.get(name.len()),
            Some(
                b';' | b'+'
                    | b' '
                    | b'('
                    | b'['
                    | b'-'
                    | b'\\'
                    | b'&'
                    | b'%'
                    | b'='
                    | b'<'
                    | 0x80..
            )
        )
}

/// The GameString at an offset, with a variant, a State and a Turn.
pub(in crate::notation) fn game(bytes: &[u8], at: usize) -> Option<ScannedGame> {
    let mut reader = GameStringScanner {
        bytes,
        at,
        text: String::new(),
        is_broken: true,
    };
    let variant = reader.field(LONGEST_TYPE, |c| {
        c.is_ascii_alphanumeric() || "+-[](),| ".contains(c)
    })?;
    let name = variant.split('(').next().unwrap_or_default();
    let game_type: GameType = name.trim().parse().ok()?;
    reader.tags(true);
    reader.break_line();
    let state = reader.field(20, |c| c.is_ascii_alphabetic())?;
    state.parse::<StatedResult>().ok()?;
    reader.tags(true);
    reader.break_line();
    let stated = reader.turn()?;
    let mut plies = 0;
    let (mut end, mut length) = (reader.at, reader.text.len());
    let mut before = (end, length);
    while reader.separator() {
        // The moves go on below if the Turn says so.
        reader.is_broken = plies < stated;
        reader.tags(true);
        reader.break_line();
        reader.is_broken &= plies > 0;
        let is_move = if game_type.is_plain() {
            reader.plain_move()
        } else {
            reader.rich_move()
        };
        if !is_move {
            break;
        }
        plies += 1;
        before = (end, length);
        (end, length) = (reader.at, reader.text.len());
        reader.is_broken &= plies < stated;
        reader.blanks();
    }
    let is_cut = is_cut(bytes.get(end..)?);
    if is_cut && plies > 1 && !is_complete(&reader.text[before.1..length], &bytes[end..]) {
        (end, length) = before;
        plies -= 1;
    }
    reader.text.truncate(length);
    Some(ScannedGame {
        text: reader.text,
        end,
        plies,
        is_cut,
    })
}

/// Whether a text is a GameString with all moves that its Turn says.
pub(super) fn is_whole(text: &str) -> bool {
    let turn = text.split(';').nth(2).and_then(|turn| {
        let (side, number) = turn.trim().strip_suffix(']')?.split_once('[')?;
        let before = number.parse::<usize>().ok()?.saturating_sub(1);
        Some(
            before
                .saturating_mul(2)
                .saturating_add(side.eq_ignore_ascii_case("black").into()),
        )
    });
    let game = turn.and_then(|turn| Some((turn, game(text.as_bytes(), 0)?)));
    game.is_some_and(|(turn, game)| {
        let rest = text[game.end..].trim();
        game.plies > 0 && game.plies >= turn && (rest.is_empty() || rest == ";")
    })
}

/// The GameString at the beginning of a text that goes on with other words, and these words. `None` if all of the text
/// is a GameString, with mistakes perhaps.
pub(in crate::notation) fn before_words(text: &str) -> Option<(ScannedGame, &str)> {
    let is_whole = text.rsplit(';').next().is_some_and(|last| {
        let last = last.trim();
        last.is_empty() || Spelling::parse(last).is_some()
    });
    if is_whole && !text.contains('\n') {
        return None;
    }
    let game = game(text.as_bytes(), 0).filter(|game| game.plies > 0)?;
    let rest = text.get(game.end..)?;
    let bare = rest.trim_start();
    let ends_sentence = bare.starts_with(['.', '!', '?', ':', ',', ')']);
    let is_end = bare.bytes().all(|b| b".!?)".contains(&b));
    // The rest of a damaged move is short.
    let mut words = bare.split(|c: char| !c.is_alphabetic());
    let has_word = words.any(|word| word.chars().count() > 2 && word != "pass");
    let is_apart = rest.len() > bare.len() || ends_sentence;
    // The word after a piece without a place is a wrong place.
    let last = game.text.rsplit(';').next().unwrap_or_default().trim();
    let lacks_place = game.plies > 1 && !last.contains(' ') && !last.eq_ignore_ascii_case("pass");
    let is_words =
        is_apart && (is_end || has_word) && !bare.contains(';') && !(lacks_place && has_word);
    (game.is_cut || is_words).then_some((game, rest.trim()))
}

/// Whether an ellipsis follows, after the beginning of a move at most.
fn is_cut(rest: &[u8]) -> bool {
    let head = &rest[..rest.len().min(16)];
    let word = head
        .iter()
        .take_while(|b| b.is_ascii_alphanumeric() || b"; -/\\".contains(b))
        .count();
    word < 9 && (head[word..].starts_with("…".as_bytes()) || head[word..].starts_with(b"..."))
}

/// Whether a move before an ellipsis is whole: nothing stands between them, and it has a place with a direction, or a
/// blank or a semicolon does.
fn is_complete(text: &str, rest: &[u8]) -> bool {
    let text = text.trim_start_matches(';').trim();
    let Some((_, place)) = text.split_once(' ') else {
        return text.eq_ignore_ascii_case("pass");
    };
    let is_apart = matches!(rest.first(), Some(b' ' | b';'));
    let bare = place.trim_matches(['-', '/', '\\']);
    let is_numbered = bare.ends_with(|c: char| c.is_ascii_digit());
    let has_direction = bare.len() < place.len();
    let is_single = bare.len() == 2 && bare.ends_with(['Q', 'M', 'L', 'P']);
    (is_numbered || is_single) && (has_direction || is_apart)
}

/// Reads text without the escapes of JSON, HTML and source code.
struct GameStringScanner<'a> {
    bytes: &'a [u8],
    at: usize,
    /// What was read, without escapes.
    text: String,
    /// Whether the end of a line may stand between two parts, as in mail.
    is_broken: bool,
}

impl GameStringScanner<'_> {
    /// The next character that has a width, and the offset after it.
    fn peek(&self) -> Option<(char, usize)> {
        let mut at = self.at;
        loop {
            let (c, after) = self.next(at)?;
            if !value::is_unseen(c) {
                return Some((if value::is_hard_blank(c) { ' ' } else { c }, after));
            }
            at = after;
        }
    }

    /// The character at an offset, and the offset after it.
    fn next(&self, mut at: usize) -> Option<(char, usize)> {
        if let Some(after) = joint(self.bytes, at) {
            at = after;
        }
        let next = continued(self.bytes, at);
        if next == at || !self.ends_in_direction(next) {
            at = next;
        }
        let rest = self.bytes.get(at..)?;
        let (c, length) = match *rest {
            // A link, and mail (quoted-printable).
            [b'%' | b'=', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                let code = str::from_utf8(&rest[1..3]).ok()?;
                (char::from(u8::from_str_radix(code, 16).ok()?), 3)
            }
            [b'\\', b't', ..] if rest.starts_with(BACKSLASH) => ('\\', latex_backslash(rest)),
            [b'\\', b'u', ref code @ ..] => {
                let code = str::from_utf8(code.get(..4)?).ok()?;
                (char::from_u32(u32::from_str_radix(code, 16).ok()?)?, 6)
            }
            [b'\\', b'\\', ..] => ('\\', 2),
            [b'\\', b'/', ..] => ('/', 2),
            // The end of a line at the end of a text in quotes.
            [b'\\', b'n' | b'r', b'"' | b'\'' | b'\\', ..] => return None,
            [b'&', ..] => entity(rest)?,
            [b'\t', ..] => (' ', 1),
            [b, ..] if b.is_ascii() => (char::from(b), 1),
            _ => {
                let chunk = rest[..rest.len().min(4)].utf8_chunks().next()?;
                let c = chunk.valid().chars().next()?;
                let is_passed = value::is_unseen(c) || value::is_hard_blank(c);
                is_passed.then(|| (c, c.len_utf8()))?
            }
        };
        Some((c, at + length))
    }

    /// Whether a backslash at the end of a line belongs to the move before it, as in `wA2 bA3\`: the next line, from an
    /// offset on, does not go on with the game.
    fn ends_in_direction(&self, next: usize) -> bool {
        let Some((_, word)) = self.text.rsplit_once(' ') else {
            return false;
        };
        let goes_on = match self.bytes.get(next..).unwrap_or_default() {
            [b';' | b'"' | b'\'', ..] => true,
            [b'-' | b'/' | b'\\', b';' | b'"' | b'\'' | b'\n' | b'\r', ..] => true,
            [b'1'..=b'9', ..] => !word.ends_with(|c: char| c.is_ascii_digit()),
            _ => false,
        };
        !goes_on && word.parse::<PieceName>().is_ok()
    }

    fn take_if(&mut self, is_wanted: impl FnOnce(char) -> bool) -> Option<char> {
        let (c, after) = self.peek().filter(|(c, _)| is_wanted(*c))?;
        self.at = after;
        self.text.push(c);
        Some(c)
    }

    fn take(&mut self, wanted: char) -> bool {
        self.take_if(|c| c == wanted).is_some()
    }

    /// A field up to a semicolon, which is taken too.
    fn field(&mut self, longest: usize, is_part: impl Fn(char) -> bool) -> Option<String> {
        let start = self.text.len();
        while self.take_if(&is_part).is_some() {
            if self.text.len() - start > longest {
                return None;
            }
        }
        let field = self.text[start..].to_owned();
        self.separator().then_some(field)
    }

    /// A semicolon, with tags before it.
    fn separator(&mut self) -> bool {
        let at = self.at;
        self.tags(true);
        let is_there = self.take(';');
        if !is_there {
            self.at = at;
        }
        is_there
    }

    /// Goes past tags of HTML around a part of the text: `<b>wS1</b>;`.
    fn tags(&mut self, is_beside_semicolon: bool) {
        while let Some(length @ 1..) = self
            .bytes
            .get(self.at..)
            .map(|rest| inline_tag(rest, is_beside_semicolon))
        {
            self.at += length;
        }
    }

    /// Takes blanks, with tags between them.
    fn gap(&mut self) {
        self.tags(false);
        while self.take(' ') {
            self.tags(false);
        }
    }

    /// `White[12]`. Returns the number of plies before it.
    fn turn(&mut self) -> Option<usize> {
        let start = self.text.len();
        while self.take_if(|c| c.is_ascii_alphabetic()).is_some() {}
        let side = &self.text[start..];
        let is_side = side.eq_ignore_ascii_case("white") || side.eq_ignore_ascii_case("black");
        let is_black = side.eq_ignore_ascii_case("black");
        let open = is_side && self.take('[');
        let digits = self.text.len();
        while self.take_if(|c| c.is_ascii_digit()).is_some() {}
        let number = &self.text[digits..];
        let turn = (!number.is_empty()).then(|| number.parse().unwrap_or(usize::MAX));
        let is_whole = open && self.take(']');
        let turn = turn.filter(|_| is_whole)?;
        Some(
            turn.saturating_sub(1)
                .saturating_mul(2)
                .saturating_add(is_black.into()),
        )
    }

    /// Goes past the end of a line, the blanks around it, and marks of quotations and comments before the next. The
    /// next line must have text. Returns false if the GameString does not go on there.
    fn break_line(&mut self) -> bool {
        const LONGEST_MARKS: usize = 16;
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let blanks = |text: &[u8]| {
            text.iter()
                .take_while(|b| matches!(b, b' ' | b'\t' | b'\r'))
                .count()
        };
        let feed = blanks(rest);
        if !self.is_broken || rest.get(feed) != Some(&b'\n') {
            return false;
        }
        let line = &rest[feed + 1..rest.len().min(feed + 1 + LONGEST_MARKS)];
        let mut at = 0;
        loop {
            at += blanks(&line[at..]);
            match &line[at..] {
                [b'>' | b'#' | b'*', ..] => at += 1,
                [b'/', b'/', ..] => at += 2,
                [
                    b'a'..=b'z' | b'A'..=b'Z' | b'-' | b'/' | b'\\' | b'.' | b';',
                    ..,
                ] => break,
                _ => return false,
            }
        }
        self.at += feed + 1 + at;
        true
    }

    /// Skips blanks before a semicolon; they are not part of the text.
    fn blanks(&mut self) {
        let (at, length) = (self.at, self.text.len());
        self.gap();
        self.break_line();
        self.tags(true);
        if self.peek().is_none_or(|(c, _)| c != ';') {
            self.at = at;
        }
        self.text.truncate(length);
    }

    /// A word of letters and digits.
    fn word(&mut self) -> String {
        let start = self.text.len();
        while self.text.len() - start < 6 && self.take_if(|c| c.is_ascii_alphanumeric()).is_some() {
        }
        self.text[start..].to_owned()
    }

    /// Whether a word does not go on here.
    fn is_boundary(&self) -> bool {
        self.peek()
            .is_none_or(|(c, _)| !c.is_ascii_alphanumeric() && c != '_')
    }

    /// `pass`, a piece, or a piece and a place.
    fn plain_move(&mut self) -> bool {
        self.gap();
        let word = self.word();
        if word.eq_ignore_ascii_case("pass") && self.is_boundary() {
            return true;
        }
        if word.parse::<PieceName>().is_err() || !self.is_boundary() {
            return false;
        }
        let (at, length) = (self.at, self.text.len());
        self.tags(false);
        let is_apart = self.take(' ') || {
            let is_broken = self.break_line();
            self.text.push_str(if is_broken { " " } else { "" });
            is_broken
        };
        if !(is_apart && self.place()) {
            self.at = at;
            self.text.truncate(length);
        }
        true
    }

    /// A place beside a piece, or on top of it.
    fn place(&mut self) -> bool {
        self.gap();
        self.break_line();
        if self.take('.') {
            return self.is_boundary();
        }
        let before = self.take_if(|c| "-/\\".contains(c)).is_some();
        self.tags(false);
        let word = self.word();
        if word.parse::<PieceName>().is_err() || !self.is_boundary() {
            return false;
        }
        if !before {
            let (at, length) = (self.at, self.text.len());
            self.tags(false);
            // A dash before a word is not a direction.
            if self.take_if(|c| "-/\\".contains(c)).is_none() || !self.is_boundary() {
                self.at = at;
                self.text.truncate(length);
            }
        }
        true
    }

    /// A turn with Venom or packs.
    fn rich_move(&mut self) -> bool {
        let start = self.text.len();
        let is_part = |c: char| c.is_ascii() && !c.is_ascii_control() && !";\"'`<>|".contains(c);
        while self.text.len() - start < 60 && self.take_if(is_part).is_some() {}
        let text = self.text[start..].trim();
        !text.is_empty() && text.parse::<Written>().is_ok()
    }
}

/// The offset after the end of one text in quotes and the beginning of the next, if only blanks stand between them.
fn joint(bytes: &[u8], at: usize) -> Option<usize> {
    let quote = *bytes.get(at).filter(|b| matches!(b, b'"' | b'\''))?;
    let rest = &bytes[at + 1..bytes.len().min(at + 1 + LONGEST_JOINT)];
    // Operators that join texts, the end of a line that goes on, and comments.
    let is_between = |b: &u8| b.is_ascii_whitespace() || b"+\\.&_".contains(b);
    let mut gap = 0;
    loop {
        gap += rest[gap..].iter().take_while(|b| is_between(b)).count();
        match comment(&rest[gap..]) {
            0 => break,
            length => gap += length,
        }
    }
    let prefix = rest[gap..]
        .iter()
        .take(2)
        .take_while(|b| b"rRfFuUbBL8".contains(b))
        .count();
    let next = *rest.get(gap + prefix)?;
    let is_other = matches!(next, b'"' | b'\'') && gap > 0;
    (next == quote || is_other).then(|| at + 1 + gap + prefix + 1)
}

/// The length of the comment at the beginning of a piece of source code. 0 if there is none.
fn comment(text: &[u8]) -> usize {
    if text.starts_with(b"/*") {
        return memchr::memmem::find(text, b"*/").map_or(0, |end| end + 2);
    }
    let begins = [&b"//"[..], b"#", b"--"]
        .iter()
        .any(|mark| text.starts_with(mark));
    let feed = begins.then(|| memchr::memchr(b'\n', text)).flatten();
    feed.map_or(0, |feed| feed + 1)
}

/// The length of the HTML tag or comment at the beginning of a text. 0 if there is none, or if it can end a part of the
/// text. A line break may stand beside a semicolon only.
fn inline_tag(text: &[u8], is_beside_semicolon: bool) -> usize {
    const NAMES: [&str; 22] = [
        "a", "abbr", "b", "bdi", "big", "code", "em", "font", "i", "ins", "kbd", "mark", "nobr",
        "s", "samp", "small", "span", "strong", "tt", "u", "var", "wbr",
    ];
    const LONGEST: usize = 300;
    let text = &text[..text.len().min(LONGEST)];
    if text.starts_with(b"<!--") {
        return memchr::memmem::find(text, b"-->").map_or(0, |end| end + 3);
    }
    let Some(inside) = text.strip_prefix(b"<") else {
        return 0;
    };
    let inside = inside.strip_prefix(b"/").unwrap_or(inside);
    let end = inside
        .iter()
        .take_while(|b| b.is_ascii_alphanumeric())
        .count();
    let is_named = |name: &str| inside[..end].eq_ignore_ascii_case(name.as_bytes());
    let is_inline =
        NAMES.iter().any(|name| is_named(name)) || is_beside_semicolon && is_named("br");
    let is_tag = is_inline
        && inside[end..]
            .first()
            .is_some_and(|b| b" />\n\t".contains(b));
    let close = is_tag.then(|| memchr::memchr(b'>', text)).flatten();
    close.map_or(0, |close| close + 1)
}

/// How LaTeX writes a backslash.
const BACKSLASH: &[u8] = b"\\textbackslash";

/// The length of a backslash of LaTeX, with the braces or the blank after its name.
fn latex_backslash(text: &[u8]) -> usize {
    let after = &text[BACKSLASH.len()..];
    let end = match after {
        [b'{', b'}', ..] => 2,
        [b' ', ..] => 1,
        _ => 0,
    };
    BACKSLASH.len() + end
}

/// The offset after a backslash at the end of a line in a text in quotes, and the blanks that begin the next line. In
/// Haskell, another backslash follows them. In mail, an equals sign joins a line to the next.
fn continued(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    if rest.starts_with(b"=\n") || rest.starts_with(b"=\r\n") {
        return at + 1 + memchr::memchr(b'\n', &rest[1..]).map_or(0, |feed| feed + 1);
    }
    let is_end = rest.starts_with(b"\\\n") || rest.starts_with(b"\\\r\n");
    if !is_end {
        return at;
    }
    let rest = &rest[1..rest.len().min(LONGEST_JOINT)];
    let blanks = rest.iter().take_while(|b| b.is_ascii_whitespace()).count();
    let is_gap = rest[blanks..].starts_with(b"\\") && rest.get(blanks + 1) != Some(&b'\\');
    at + 1 + blanks + usize::from(is_gap)
}

/// The character of an HTML entity, and its length.
pub(super) fn entity(text: &[u8]) -> Option<(char, usize)> {
    const ENTITIES: [(&[u8], char); 20] = [
        (b"&sol;", '/'),
        (b"&ensp;", ' '),
        (b"&emsp;", ' '),
        (b"&thinsp;", ' '),
        (b"&shy;", '\u{ad}'),
        (b"&ZeroWidthSpace;", '\u{200b}'),
        (b"&zwnj;", '\u{200c}'),
        (b"&zwj;", '\u{200d}'),
        (b"&NoBreak;", '\u{2060}'),
        (b"&quot;", '"'),
        (b"&apos;", '\''),
        (b"&gt;", '>'),
        (b"&nbsp;", ' '),
        (b"&#160;", ' '),
        (b"&#xa0;", ' '),
        (b"&amp;", '&'),
        (b"&lt;", '<'),
        (b"&semi;", ';'),
        (b"&bsol;", '\\'),
        (b"&frac12;", '½'),
    ];
    /// The longest number with its semicolon: `x10FFFF;`.
    const LONGEST_CODE: usize = 8;
    let found = ENTITIES.iter().find(|(name, _)| text.starts_with(name));
    let numbered = || {
        let text = text.strip_prefix(b"&#")?;
        let end = text.iter().take(LONGEST_CODE).position(|&b| b == b';')?;
        let code = str::from_utf8(&text[..end]).ok()?;
        let code = match code.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16),
            None => code.parse(),
        };
        Some((char::from_u32(code.ok()?)?, end + 3))
    };
    found.map(|(name, c)| (*c, name.len())).or_else(numbered)
}
