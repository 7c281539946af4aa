//! Patterns of pieces, which the filter language finds on a board in any orientation.

use std::ops::Range;

use super::FilterError;
use super::board::{Board, Stacked};
use super::piece_pattern::{PiecePattern, PieceView};
use skep_records::{Played, Verdict, each_game};
use skep_rules::counted;
use skep_rules::game::Side;
use skep_rules::geometry::{Direction, Hex, Symmetry};
use skep_rules::hive::Bug;

/// Pieces with their places relative to each other, in any orientation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pattern {
    /// The first piece. All cells are relative to it.
    anchor: PiecePattern,
    /// All pieces.
    pub(super) pieces: Vec<PiecePattern>,
    /// The demand on each cell, for each different rotation and reflection of the pattern. The anchor's cell is first.
    images: Vec<Vec<(Hex, Demand)>>,
    parts: Vec<Part>,
}

/// The cells of all images with the same demand: each distinct cell, with the indices of its images.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    demand: Demand,
    cells: Vec<(Hex, Vec<usize>)>,
}

/// The cells of the images, grouped.
fn parts(images: &[Vec<(Hex, Demand)>]) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for (i, image) in images.iter().enumerate() {
        for (at, demand) in image {
            let known = parts.iter().position(|part| part.demand == *demand);
            let part = known.unwrap_or_else(|| {
                let demand = demand.clone();
                parts.push(Part {
                    demand,
                    cells: Vec::new(),
                });
                parts.len() - 1
            });
            let cells = &mut parts[part].cells;
            match cells.iter_mut().find(|(cell, _)| cell == at) {
                Some((_, images)) => images.push(i),
                None => cells.push((*at, vec![i])),
            }
        }
    }
    parts
}

/// What one cell must hold.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Demand {
    /// No piece.
    Empty,
    /// These pieces directly on top of each other, from the lowest up. With `bare`, nothing is on the last.
    Stack {
        pieces: Vec<PiecePattern>,
        bare: bool,
    },
}

impl Demand {
    fn holds(&self, stack: &[PieceView]) -> bool {
        match self {
            Demand::Empty => stack.is_empty(),
            Demand::Stack { pieces, bare } => {
                let fits = |part: &[PieceView]| part.iter().zip(pieces).all(|(p, w)| w.is(*p));
                if *bare {
                    let start = stack.len().checked_sub(pieces.len());
                    start.is_some_and(|start| fits(&stack[start..]))
                } else {
                    stack.windows(pieces.len()).any(fits)
                }
            }
        }
    }
}

impl Pattern {
    /// Parses a list of pieces, separated by blanks, `;` or `,`. Each piece after the first has a place: `bA wQ-`,
    /// `bB@wQ`.
    pub fn parse(text: &str, span: Range<usize>) -> Result<Pattern, FilterError> {
        Builder::default()
            .read(text)
            .map_err(|message| FilterError {
                span,
                message,
                help: Some(
                    "a pattern is a piece, followed by pieces with places: \"wQ; bA wQ-; bB@wQ; . -wQ\"".into(),
                ),
            })
    }

    /// Whether any position of a game has the pattern. With `at_end`, only the last position counts.
    pub fn is_shown(&self, verdict: &Verdict, at_end: bool) -> bool {
        each_game!(&verdict.game, Game(game) => self.is_shown_in(game, at_end))
    }

    fn is_shown_in<R: Stacked>(&self, game: &Played<R>, at_end: bool) -> bool {
        let mut board = Board::of(game);
        while let Some(changed) = board.advance() {
            if changed && !at_end && self.appears(&board) {
                return true;
            }
        }
        // A set-up position was not tested after a turn.
        (at_end || game.is_set_up()) && self.occurs(&board)
    }

    /// Whether a board has the pattern, if it did not have it before the last turn. Then a changed cell is part of it.
    fn appears<R: Stacked>(&self, board: &Board<'_, R>) -> bool {
        let Some(changed) = board.changed() else {
            return self.occurs(board);
        };
        changed.iter().any(|&cell| {
            let stack = board.stack(cell);
            let mut parts = self.parts.iter().filter(|part| part.demand.holds(stack));
            parts.any(|part| {
                part.cells.iter().any(|(at, images)| {
                    let anchor = cell - *at;
                    let mut images = images.iter().map(|&i| &self.images[i]);
                    self.is_anchor(board.stack(anchor))
                        && images.any(|image| fits(image, anchor, board))
                })
            })
        })
    }

    /// The same pattern with the colours exchanged.
    pub fn swapped(&self) -> Pattern {
        let demand = |demand: &Demand| match demand {
            Demand::Empty => Demand::Empty,
            Demand::Stack { pieces, bare } => Demand::Stack {
                pieces: pieces.iter().map(|piece| piece.swapped()).collect(),
                bare: *bare,
            },
        };
        let image = |image: &Vec<(Hex, Demand)>| {
            let cells = image.iter().map(|(at, of)| (*at, demand(of)));
            cells.collect()
        };
        let images: Vec<_> = self.images.iter().map(image).collect();
        Pattern {
            anchor: self.anchor.swapped(),
            pieces: self.pieces.iter().map(|piece| piece.swapped()).collect(),
            parts: parts(&images),
            images,
        }
    }

    /// Whether two patterns are shown by the same boards, because they have the same demands on the same cells. Their
    /// first pieces may differ.
    pub fn is_same(&self, other: &Pattern) -> bool {
        let own = &self.images[0];
        (own.len() == other.images[0].len())
            && other.images.iter().any(|image| {
                image.iter().any(|(base, _)| {
                    own.iter().all(|(at, demand)| {
                        let mut image = image.iter();
                        image.any(|(to, of)| *to - *base == *at && of == demand)
                    })
                })
            })
    }

    /// Whether the pieces of plain Hive suffice for the pattern in a game of some plies. The error says why not.
    pub fn is_possible(&self, plies: usize) -> Result<(), String> {
        for piece in &self.pieces {
            let alike = self.pieces.iter().filter(|other| *other == piece).count();
            if alike > piece.pieces().count() {
                return Err("the pattern has more pieces of one kind than Hive has".to_owned());
            }
        }
        for side in Side::ALL {
            let own = |piece: &&PiecePattern| piece.pieces().all(|piece| piece.side() == side);
            if self.pieces.iter().filter(own).count() > plies / 2 {
                let plies = counted(plies as u64, "ply", "plies");
                return Err(format!(
                    "the pattern has more pieces than {side} can place in {plies}"
                ));
            }
        }
        let climbs = |piece: &PiecePattern| {
            let mut pieces = piece.pieces();
            pieces.any(|piece| matches!(piece.bug(), Bug::Beetle | Bug::Mosquito))
        };
        let stacks = self.images[0]
            .iter()
            .filter_map(|(_, demand)| match demand {
                Demand::Empty => None,
                Demand::Stack { pieces, .. } => Some(pieces),
            });
        if stacks.flat_map(|pieces| &pieces[1..]).all(climbs) {
            Ok(())
        } else {
            Err("only a beetle or a mosquito can stand on a piece".to_owned())
        }
    }

    /// Whether a stack has the first piece.
    fn is_anchor(&self, stack: &[PieceView]) -> bool {
        stack.iter().any(|piece| self.anchor.is(*piece))
    }

    /// Whether a board has the pattern.
    pub fn occurs<R: Stacked>(&self, board: &Board<'_, R>) -> bool {
        let anchors = board.stacks().filter(|(_, pieces)| self.is_anchor(pieces));
        anchors.map(|(at, _)| at).any(|anchor| {
            let mut images = self.images.iter();
            images.any(|image| fits(image, anchor, board))
        })
    }
}

/// Whether an image of a pattern is on a board, with its first piece on a cell.
fn fits<R: Stacked>(image: &[(Hex, Demand)], anchor: Hex, board: &Board<'_, R>) -> bool {
    image
        .iter()
        .all(|(at, demand)| demand.holds(board.stack(anchor + *at)))
}

/// Builds a pattern from its text.
#[derive(Default)]
struct Builder {
    entries: Vec<PatternEntry>,
    cells: Vec<(Hex, Demand)>,
}

/// A piece or empty cell of the pattern that was read.
#[derive(Clone, Copy)]
struct PatternEntry {
    /// `None` for an empty cell, or for nothing on top of a piece.
    wanted: Option<PiecePattern>,
    at: Hex,
    /// The number of pieces of the pattern below it.
    level: usize,
}

/// The place of an entry, as it is written.
enum Place<'a> {
    Unsaid,
    On(&'a str),
    Beside(Direction, &'a str),
}

impl Builder {
    fn read(mut self, text: &str) -> Result<Pattern, String> {
        for part in text.split([';', ',']) {
            let words: Vec<&str> = part.split_ascii_whitespace().collect();
            let mut rest = &words[..];
            while let Some((&word, mut after)) = rest.split_first() {
                let (piece, mut place) = match word.split_once('@') {
                    Some((piece, on)) => (piece, Place::On(on)),
                    None => (word, Place::Unsaid),
                };
                if let (Place::Unsaid, Some((&next, further))) = (&place, after.split_first())
                    && let Some(said) = Place::parse(next)
                {
                    (place, after) = (said, further);
                }
                self.add(piece, &place)?;
                rest = after;
            }
        }
        let Some(anchor) = self.entries.first().and_then(|entry| entry.wanted) else {
            return Err("the pattern has no pieces".into());
        };
        let mut images: Vec<Vec<(Hex, Demand)>> = Vec::new();
        for symmetry in Symmetry::ALL {
            let turned = self.cells.iter();
            let image: Vec<_> = turned
                .map(|(at, demand)| (symmetry.apply(*at), demand.clone()))
                .collect();
            if !images.contains(&image) {
                images.push(image);
            }
        }
        Ok(Pattern {
            anchor,
            pieces: self
                .entries
                .iter()
                .filter_map(|entry| entry.wanted)
                .collect(),
            parts: parts(&images),
            images,
        })
    }

    fn add(&mut self, text: &str, place: &Place<'_>) -> Result<(), String> {
        let wanted = match text {
            "." => None,
            _ => Some(PiecePattern::parse(text).ok_or_else(|| format!("`{text}` is not a piece"))?),
        };
        if self.entries.is_empty() {
            // The piece that the first place refers to is part of the pattern: `bA wQ-`.
            let anchor = match *place {
                Place::Unsaid => wanted,
                Place::On(of) | Place::Beside(_, of) => PiecePattern::parse(of),
            };
            self.begin(anchor.ok_or("a pattern begins with a piece")?);
            if let Place::Unsaid = place {
                return Ok(());
            }
        }
        let at = match *place {
            Place::Unsaid => {
                return Err(format!(
                    "`{text}` has no place; write `{text} wQ-` or `{text}@`"
                ));
            }
            Place::On(on) => {
                let below = self.entry(on)?;
                return self.put_on(wanted, below, text);
            }
            Place::Beside(direction, of) => self.entry(of)?.at.step(direction),
        };
        if self.cells.iter().any(|(cell, _)| *cell == at) {
            return Err(format!(
                "`{text}` is on an occupied cell; use `@` for a piece on top of another"
            ));
        }
        let demand = wanted.map_or(Demand::Empty, |piece| Demand::Stack {
            pieces: vec![piece],
            bare: false,
        });
        self.entries.push(PatternEntry {
            wanted,
            at,
            level: 0,
        });
        self.cells.push((at, demand));
        Ok(())
    }

    /// Puts the first piece on the plane.
    fn begin(&mut self, piece: PiecePattern) {
        self.entries.push(PatternEntry {
            wanted: Some(piece),
            at: Hex::ORIGIN,
            level: 0,
        });
        let demand = Demand::Stack {
            pieces: vec![piece],
            bare: false,
        };
        self.cells.push((Hex::ORIGIN, demand));
    }

    /// Puts a piece, or nothing, on top of a stack.
    fn put_on(
        &mut self,
        wanted: Option<PiecePattern>,
        below: PatternEntry,
        text: &str,
    ) -> Result<(), String> {
        let cell = self.cells.iter_mut().find(|(cell, _)| *cell == below.at);
        let (Some((_, Demand::Stack { pieces, bare })), Some(_)) = (cell, below.wanted) else {
            return Err(format!("there is no piece below `{text}`"));
        };
        if *bare || pieces.len() != below.level + 1 {
            return Err(format!("`{text}` is on a piece that is already covered"));
        }
        match wanted {
            Some(piece) => pieces.push(piece),
            None => *bare = true,
        }
        self.entries.push(PatternEntry {
            wanted,
            at: below.at,
            level: below.level + 1,
        });
        Ok(())
    }

    /// The entry that a place refers to: the previous entry, the entry with a number, or the only entry with that
    /// piece.
    fn entry(&self, text: &str) -> Result<PatternEntry, String> {
        let unknown = || format!("`{text}` does not refer to an earlier piece");
        let found = match text.strip_prefix('#') {
            _ if text.is_empty() => self.entries.last(),
            Some(number) => {
                let number: usize = number.parse().map_err(|_| unknown())?;
                number.checked_sub(1).and_then(|i| self.entries.get(i))
            }
            None => {
                let wanted = PiecePattern::parse(text).ok_or_else(unknown)?;
                let mut same = self.entries.iter().filter(|e| e.wanted == Some(wanted));
                let first = same.next();
                if same.next().is_some() {
                    return Err(format!(
                        "`{text}` is ambiguous; write `#1` for the first entry, `#2` for the second"
                    ));
                }
                first
            }
        };
        found.copied().ok_or_else(unknown)
    }
}

impl Place<'_> {
    /// Parses `-X`, `X-` and the like, and `@X`.
    fn parse(word: &str) -> Option<Place<'_>> {
        if let Some(on) = word.strip_prefix('@') {
            return Some(Place::On(on));
        }
        let before = |mark| match mark {
            '-' => Some(Direction::West),
            '/' => Some(Direction::SouthWest),
            '\\' => Some(Direction::NorthWest),
            _ => None,
        };
        if let Some(direction) = word.chars().next().and_then(before) {
            return Some(Place::Beside(direction, &word[1..]));
        }
        let direction = before(word.chars().next_back()?)?.opposite();
        Some(Place::Beside(direction, &word[..word.len() - 1]))
    }
}
