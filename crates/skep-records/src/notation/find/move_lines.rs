//! Games with one move on each line, after a time, a number, a side or a name: `12:03:11 wS1`, `[12:03] W: wS1`,
//! `12:03 <Ann> wS1`.
//!
//! Words and numbers before the moves must be alike, and each place must name a piece that was played before: a list of
//! legal moves, or lines about pieces, are no game.

use super::GameInText;
use super::rows::{self, GameValue, Members};
use skep_rules::hive::{PieceName, Place, Spelling, Written};

/// The longest line that is looked at, in bytes.
const LONGEST: usize = 160;

/// The fewest moves of a game.
const FEWEST: usize = 4;

/// The most lines without a move between two moves.
const MOST_BETWEEN: usize = 50;

/// The most moves of a game.
const MOST: usize = 10_000;

/// A line that ends with a move, after other words.
pub(super) struct LineWithMove<'a> {
    /// What stands before the move.
    before: &'a str,
    text: &'a str,
    written: Written,
    /// Where the move begins.
    pub(super) at: usize,
}

impl LineWithMove<'_> {
    pub(super) fn of(line: &[u8]) -> Option<LineWithMove<'_>> {
        if line.len() > LONGEST {
            return None;
        }
        let line = without_time(str::from_utf8(line).ok()?.trim_end());
        let (rest, last) = line.rsplit_once(char::is_whitespace)?;
        let rest = rest.trim_end();
        let word = rest.rsplit(char::is_whitespace).next().unwrap_or(rest);
        let both = &line[rest.len() - word.len()..];
        let placed = Spelling::parse(both).map(|spelling| spelling.written);
        let placed =
            placed.filter(|written| place_of(written).is_some_and(|to| to != Place::Unstated));
        let (text, written) = match placed {
            Some(written) => (both, written),
            None => (last, Spelling::parse(last)?.written),
        };
        let at = line.len() - text.len();
        let is_move = written == Written::Pass || place_of(&written).is_some();
        let before = line[..at].trim();
        (is_move && !before.is_empty()).then_some(LineWithMove {
            before,
            text,
            written,
            at,
        })
    }

    /// The shape of the words before the move.
    fn shape(&self) -> Vec<String> {
        self.before.split_whitespace().map(shape_of).collect()
    }
}

/// A word with the same digit for all numbers, and the same mark for both sides.
fn shape_of(word: &str) -> String {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    let sides = ["w", "b", "white", "black"];
    if sides.iter().any(|side| side.eq_ignore_ascii_case(bare)) {
        return word.replace(bare, "0");
    }
    let mut shape = word.replace(|c: char| c.is_ascii_digit(), "0");
    while shape.contains("00") {
        shape = shape.replace("00", "0");
    }
    shape
}

/// The place of a move that is no pass.
fn place_of(written: &Written) -> Option<Place> {
    match written {
        Written::Put { to, .. } => Some(*to),
        Written::Pass | Written::EmptyTurn => None,
    }
}

/// A line without the time after its move: `(0:03)`, `[1.2]`, `0.3s`.
fn without_time(line: &str) -> &str {
    let Some((rest, last)) = line.rsplit_once(char::is_whitespace) else {
        return line;
    };
    let inside = last.trim_matches(['(', ')', '[', ']']);
    let number = inside.trim_end_matches(['s', 'm']);
    // A longer number is none.
    const LONGEST_TIME: usize = 8;
    let is_time = number.len() <= LONGEST_TIME
        && number.starts_with(|c: char| c.is_ascii_digit())
        && number
            .bytes()
            .all(|b| b.is_ascii_digit() || b":.".contains(&b));
    if is_time { rest.trim_end() } else { line }
}

/// The names of the speakers of two lines, if a mark says that the only words that differ are names: `<Ann>`, `Bob:`.
fn speakers(shapes: [&[String]; 2]) -> Option<[String; 2]> {
    let [first, second] = shapes;
    let differs = |at: &usize| first[*at] != second[*at];
    let mut differing = (0..first.len().min(second.len())).filter(differs);
    let at = differing.next()?;
    let name = |words: &[String]| {
        let word = &words[at];
        let inside = word
            .strip_prefix('<')
            .and_then(|word| word.strip_suffix('>'))
            .or(word.strip_suffix(':'))?;
        let is_name = !inside.is_empty()
            && inside
                .chars()
                .all(|c| c.is_alphanumeric() || "_-.".contains(c));
        is_name.then(|| inside.to_owned())
    };
    let is_one = first.len() == second.len() && differing.next().is_none();
    is_one.then(|| Some([name(first)?, name(second)?]))?
}

/// Collects the moves of lines.
#[derive(Debug, Default)]
pub(super) struct MoveLines {
    moves: Vec<String>,
    played: Vec<PieceName>,
    /// The words before the moves of each side.
    shapes: [Vec<String>; 2],
    players: Option<[String; 2]>,
    /// Where the first move is.
    place: (u64, u64),
    /// The number of lines since the last move.
    between: usize,
    /// Whether the text has games in another form, which the lines are about.
    is_off: bool,
}

impl MoveLines {
    /// The move of a line, if lines are still read.
    pub(super) fn line<'a>(&self, line: &'a [u8]) -> Option<LineWithMove<'a>> {
        LineWithMove::of(line).filter(|_| !self.is_off)
    }

    /// Forgets the lines: the text has a game in another form.
    pub(super) fn stop(&mut self) {
        *self = MoveLines {
            is_off: true,
            ..MoveLines::default()
        };
    }

    /// Takes a line, and its move if it has one.
    pub(super) fn take(
        &mut self,
        line: &[u8],
        played: Option<(LineWithMove<'_>, (u64, u64))>,
        games: &mut Vec<GameInText>,
    ) {
        if self.moves.is_empty() && played.is_none() {
            return;
        }
        self.between += 1;
        match played {
            Some((played, place)) if begins(&played.written) => {
                if !self.may_begin_again(&played) {
                    return;
                }
                self.end(games);
                self.shapes[0] = played.shape();
                self.place = place;
                self.push(&played);
            }
            Some((played, _)) if !self.moves.is_empty() && self.goes_on(&played) => {
                self.push(&played);
            }
            _ if self.is_unread(line) => self.forget(),
            _ if self.between > MOST_BETWEEN => self.end(games),
            _ => {}
        }
    }

    /// Whether a first move ends the game so far. Other lines may be about the same move.
    fn may_begin_again(&self, played: &LineWithMove<'_>) -> bool {
        let is_same = self.moves.len() == 1 && self.moves[0] == played.text;
        let is_alike = self.shapes[0] == played.shape();
        is_alike || self.moves.is_empty() || self.moves.len() == 1 && !is_same
    }

    /// Whether a line is like those of the next move, but its move does not follow: what would be left is no game.
    fn is_unread(&self, line: &[u8]) -> bool {
        let shape = &self.shapes[self.moves.len() % 2];
        let Some(text) = str::from_utf8(line).ok().filter(|_| line.len() <= LONGEST) else {
            return false;
        };
        let mut words = text.split_whitespace();
        let is_alike = shape
            .iter()
            .all(|of| words.next().map(shape_of).as_ref() == Some(of));
        let next = words.next().and_then(Spelling::parse);
        self.moves.len() > 1
            && is_alike
            && next.is_some_and(|next| next.written != Written::EmptyTurn)
    }

    fn forget(&mut self) {
        *self = MoveLines {
            is_off: self.is_off,
            ..MoveLines::default()
        };
    }

    /// Whether a line has the next move, and sets what is alike in the lines of Black.
    fn goes_on(&mut self, line: &LineWithMove<'_>) -> bool {
        let shape = line.shape();
        let is_second = self.moves.len() == 1;
        let can_follow = match line.written {
            Written::Put { piece, to } => {
                let side = ['w', 'b'][self.moves.len() % 2];
                // A pillbug, or a mosquito beside one, moves what is on the board.
                let is_thrown = || self.played.contains(&piece) && self.has_pillbug();
                let is_turn = piece.side().letter() == side || is_thrown();
                let is_known = |of: PieceName| of != piece && self.played.contains(&of);
                is_turn && to.name().is_some_and(is_known)
            }
            Written::Pass => !is_second,
            Written::EmptyTurn => false,
        };
        if !can_follow || self.moves.len() >= MOST {
            return false;
        }
        if !is_second {
            return self.shapes[self.moves.len() % 2] == shape;
        }
        self.players = speakers([&self.shapes[0], &shape]);
        let is_alike = self.shapes[0] == shape || self.players.is_some();
        self.shapes[1] = shape;
        is_alike
    }

    fn has_pillbug(&self) -> bool {
        let mut played = self.played.iter();
        played.any(|piece| piece.to_string().ends_with('P'))
    }

    fn push(&mut self, line: &LineWithMove<'_>) {
        self.between = 0;
        self.moves.push(line.text.to_owned());
        if let Written::Put { piece, .. } = line.written {
            self.played.push(piece);
        }
    }

    /// Ends the game, and adds it if it has enough moves.
    pub(super) fn end(&mut self, games: &mut Vec<GameInText>) {
        let ended = std::mem::take(self);
        self.is_off = ended.is_off;
        if ended.moves.len() < FEWEST {
            return;
        }
        let players = ended.players.into_iter().flatten();
        let names = ["White", "Black"].map(str::to_owned);
        let members: Members = names.into_iter().zip(players).collect();
        let game = GameValue {
            name: String::new(),
            json: serde_json::to_string(&ended.moves).unwrap_or_default(),
            line: ended.place.0,
            column: ended.place.1,
        };
        rows::emit(vec![game], &members, &Members::new(), &[], games);
    }
}

/// Whether a move is the first of a game: a white piece without a place.
fn begins(written: &Written) -> bool {
    match written {
        Written::Put { piece, to } => piece.side().letter() == 'w' && *to == Place::Unstated,
        Written::Pass | Written::EmptyTurn => false,
    }
}
