//! Boardspace SGF for Hive (`GM[27]`) and Hex-It (`GM[28]`, Exxit there): as written by the server and the client of
//! the site since 2006.
//!
//! [`crate::notation::write::boardspace`] writes back everything that the record holds of a file. Not kept is what only
//! the viewer uses: commands of player −1, `Edit` and similar commands.

mod command;
mod date;
mod game;
mod header;
mod hexit;
mod hive;
mod result;
mod setup;
mod tree;
mod turn;

pub(in crate::notation) use command::{BoardspaceCommand, command};
pub(in crate::notation) use header::{
    PLAYER_TAGS, RELEASE_PROPERTY, SITE, TAGS, event_of_name, unescaped,
};
pub(in crate::notation) use hexit::{Handling as HexItHandling, HexItPieces};
pub(in crate::notation) use hive::{Handling, HivePieces, PieceToken};
pub(in crate::notation) use setup::StatedRules;
pub(in crate::notation) use tree::{is_prose, list_name};

pub(in crate::notation) use game::{BoardspaceGame, PendingResult};
use header::BoardspaceHeader;
use tree::{BracketItem, BracketWalk, Property, Unclosed};
use turn::{OpenFork, TurnGatherer};

use crate::diag::{Code, Diagnostic, Span};
use crate::notation::sgf_marks;
use crate::record::{Format, Note, NoteKind, PassPolicy, Record, StatedResult};
use skep_rules::game::BySide;

/// Reads the first game of a text. The record was cleared.
pub fn read(text: &str, record: &mut Record) {
    record.format = Format::Boardspace;
    record.passes = PassPolicy::MayBeImplied;
    let Some(mut tree) = BracketWalk::find(text) else {
        let message = "no game tree: expected `(;`";
        record.report(Diagnostic::new(Code::NotARecord, message).at(Span::new(0, text.len())));
        return;
    };
    let mut header = BoardspaceHeader::default();
    let whole = read_root(&mut tree, &mut header, record);
    if !header.settle_game(record, tree.start()) {
        header.settle_tags(record, header.sides());
        return;
    }
    if record.game.is_hexit() {
        read_game::<HexItPieces>(tree, header, whole, record);
    } else {
        read_game::<HivePieces>(tree, header, whole, record);
    }
}

/// Reads everything after the root node, unless the text ends there.
fn read_game<'a, G: BoardspaceGame<'a>>(
    mut tree: BracketWalk<'a>,
    mut header: BoardspaceHeader<'a>,
    whole: bool,
    record: &mut Record,
) {
    let mut turns = TurnGatherer::<G>::new(record, header.sides());
    let unclosed = if whole {
        read_nodes(&mut tree, &mut header, &mut turns)
    } else {
        None
    };
    let sides = turns.finish();
    record.diagnostics.extend(unclosed);
    header.settle_tags(record, sides);
}

/// The result that a free sentence states for a game between these players; see [`StatedResult::Unknown`].
pub(in crate::notation) fn result_of_sentence(text: &str, players: BySide<&str>) -> StatedResult {
    result::of_sentence(text, players)
}

/// The date in the name of the game, or else the date in words.
pub(in crate::notation) fn date_of(name: Option<&str>, words: Option<&str>) -> Option<String> {
    name.and_then(date::of_name)
        .or_else(|| date::of_words(words?))
}

/// A root node with more unclosed lines is not a header.
const MAX_UNCLOSED: usize = 20;

/// Reads the root node. Returns false if the text ends with it.
fn read_root<'a>(
    tree: &mut BracketWalk<'a>,
    header: &mut BoardspaceHeader<'a>,
    record: &mut Record,
) -> bool {
    let mut in_root = false;
    let mut open = 0;
    loop {
        let comment = match tree.next() {
            Ok(Some(BracketItem::Node)) if !in_root => {
                in_root = true;
                continue;
            }
            Ok(Some(BracketItem::Node | BracketItem::Open(_))) => return true,
            Ok(Some(BracketItem::Close) | None) => return false,
            Ok(Some(BracketItem::Property(property))) if property.name == "C" => {
                unescaped(property.value).into_owned()
            }
            Ok(Some(BracketItem::Property(property))) => {
                header.add(property);
                continue;
            }
            Ok(Some(BracketItem::Text(text))) => text.to_owned(),
            Err(unclosed) => {
                record.report(unclosed.diagnostic());
                open += 1;
                if unclosed.game || open > MAX_UNCLOSED {
                    return false;
                }
                continue;
            }
        };
        record.notes.push(Note {
            after: 0,
            kind: NoteKind::Comment(comment),
        });
    }
}

/// The node read so far. The site writes the clock after the command, its client before it, so a node is complete only
/// at its end.
#[derive(Default)]
struct NodeSoFar<'a> {
    command: Option<(usize, Property<'a>)>,
    /// The clock, and the number of extras before it.
    clock: Option<(u32, usize)>,
    extras: Vec<NoteKind>,
    noise: bool,
}

impl<'a> NodeSoFar<'a> {
    fn end<G: BoardspaceGame<'a>>(&mut self, turns: &mut TurnGatherer<'a, '_, G>) {
        let (clock, place) = self.clock.take().unzip();
        let loose = match self.command.take() {
            Some((player, property)) => turns.act(player, &property, clock),
            None => clock,
        };
        if let (Some(ms), Some(place)) = (loose, place) {
            self.extras
                .insert(place, property_note("TM", &ms.to_string()));
        }
        if !self.extras.is_empty() {
            for extra in self.extras.drain(..) {
                if !self.noise {
                    turns.annotate(extra);
                }
            }
        }
        self.noise = false;
    }
}

/// How deep brackets nest at most so that the variations in them are read. Deeper brackets hold only the line that
/// comes first.
const MAX_OPEN: usize = 1000;

/// A bracket that is open.
enum Level<'a, G: BoardspaceGame<'a>> {
    /// No bracket was opened in it.
    Line,
    /// The first bracket in it continued the line. The next ones are variations.
    Forked(Box<OpenFork<'a, G>>),
    /// The variations in it are left out.
    Skipped,
}

/// Reads the nodes after the root: the game, and the variations after it.
fn read_nodes<'a, G: BoardspaceGame<'a>>(
    tree: &mut BracketWalk<'a>,
    header: &mut BoardspaceHeader<'a>,
    turns: &mut TurnGatherer<'a, '_, G>,
) -> Option<Diagnostic> {
    let mut node = NodeSoFar::default();
    let mut levels = vec![Level::Line];
    // Whether the nodes belong to a line that is read.
    let mut reads = true;
    loop {
        let property = match tree.next() {
            Ok(Some(BracketItem::Node)) => {
                node.end(turns);
                continue;
            }
            Ok(Some(BracketItem::Open(at))) => {
                node.end(turns);
                reads = open(&mut levels, reads, turns, Span::new(at, at + 1));
                continue;
            }
            Ok(Some(BracketItem::Close)) => {
                node.end(turns);
                if reads {
                    turns.end_line();
                    reads = false;
                }
                levels.pop();
                continue;
            }
            Ok(None) => return None,
            Err(unclosed) => {
                node.end(turns);
                if reads {
                    turns.end_line();
                }
                return Some(unclosed.diagnostic());
            }
            Ok(Some(_)) if !reads => continue,
            Ok(Some(BracketItem::Property(property))) => property,
            Ok(Some(BracketItem::Text(text))) => {
                node.extras.push(NoteKind::Comment(text.to_owned()));
                continue;
            }
        };
        let value = property.value;
        match property.name {
            "P0" | "P1" => {
                let player = usize::from(property.name == "P1");
                let is_command = value.as_bytes().first().is_some_and(u8::is_ascii_digit)
                    || !BoardspaceHeader::is_about_player(value);
                if !is_command {
                    if turns.in_game() {
                        header.add_player(player, value);
                    }
                    continue;
                }
                if node.command.is_some() {
                    node.end(turns);
                }
                node.command = Some((player, property));
            }
            "TM" => match clock_of(value) {
                Some(ms) if node.clock.is_none() => node.clock = Some((ms, node.extras.len())),
                _ => node.extras.push(property_note("TM", value)),
            },
            "C" => {
                let comment = unescaped(value).into_owned();
                node.extras.push(NoteKind::Comment(comment));
            }
            "P-1" => node.noise = true,
            name => node.extras.push(property_note(name, value)),
        }
    }
}

/// Opens a bracket. Returns whether the nodes in it are read.
fn open<'a, G: BoardspaceGame<'a>>(
    levels: &mut Vec<Level<'a, G>>,
    reads: bool,
    turns: &mut TurnGatherer<'a, '_, G>,
    span: Span,
) -> bool {
    let has_room = levels.len() < MAX_OPEN;
    let reads = match levels.last_mut() {
        Some(level @ Level::Line) if reads => {
            *level = if has_room {
                Level::Forked(Box::new(turns.fork()))
            } else {
                Level::Skipped
            };
            true
        }
        Some(Level::Forked(fork)) => turns.begin_variation(fork, span),
        Some(Level::Skipped) if !has_room => {
            let message =
                format!("brackets nest deeper than {MAX_OPEN}; skep left out the variations there");
            turns.refuse_variation(message, span);
            false
        }
        _ => false,
    };
    levels.push(if reads { Level::Line } else { Level::Skipped });
    reads
}

/// The time in a property `TM`. In a ply, the largest number means no clock.
pub(in crate::notation) fn clock_of(value: &str) -> Option<u32> {
    let ms = value.trim_ascii().parse().ok();
    ms.filter(|&ms| ms < u32::MAX)
}

/// The note of a property in a node.
fn property_note(name: &str, value: &str) -> NoteKind {
    if let Some(glyph) = sgf_marks::glyph_of_property(name, value) {
        return NoteKind::Glyph(glyph);
    }
    match sgf_marks::mark_of_property(name, value) {
        Some(mark) => NoteKind::Mark(Box::new(mark)),
        None => NoteKind::Property {
            name: name.to_owned(),
            value: value.to_owned(),
        },
    }
}

impl Unclosed {
    fn diagnostic(self) -> Diagnostic {
        let message = if self.game {
            "the bracket of the game is not closed"
        } else {
            "the bracket of the value is not closed"
        };
        Diagnostic::new(Code::Unclosed, message).at(Span::new(self.start, self.end))
    }
}
