//! Boardspace SGF for Hive (`GM[27]`) and Hex-It (`GM[28]`, Exxit there): as written by the server and the client of
//! the site since 2006.
//!
//! [`crate::notation::write::boardspace`] writes back everything that the record holds of a file. Not kept is what only
//! the viewer uses: commands of player −1, `Edit` and similar commands, and variations.

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

pub(in crate::notation) use command::{Command, command};
pub(in crate::notation) use header::{
    PLAYER_TAGS, RELEASE_PROPERTY, SITE, TAGS, event_of_name, unescaped,
};
pub(in crate::notation) use hexit::{Handling as HexItHandling, HexIt};
pub(in crate::notation) use hive::{Handling, Hive, Token};
pub(in crate::notation) use setup::Setup;
pub(in crate::notation) use tree::is_prose;

pub(in crate::notation) use game::{Game, Pending};
use header::Header;
use tree::{Item, Property, Tree, Unclosed};
use turn::Turns;

use crate::diag::{Code, Diagnostic, Span};
use crate::record::{Format, Note, NoteKind, PassPolicy, Record, StatedResult};
use skep_rules::game::BySide;

/// Reads the first game of a text. The record was cleared.
pub fn read(text: &str, record: &mut Record) {
    record.format = Format::Boardspace;
    record.passes = PassPolicy::MayBeImplied;
    let Some(mut tree) = Tree::find(text) else {
        let message = "no game tree: expected `(;`";
        record.report(Diagnostic::new(Code::NotARecord, message).at(Span::new(0, text.len())));
        return;
    };
    let mut header = Header::default();
    let whole = read_root(&mut tree, &mut header, record);
    if !header.settle_game(record, tree.start()) {
        header.settle_tags(record, header.sides());
        return;
    }
    if record.game.is_hexit() {
        read_game::<HexIt>(tree, header, whole, record);
    } else {
        read_game::<Hive>(tree, header, whole, record);
    }
}

/// Reads everything after the root node, unless the text ends there.
fn read_game<'a, G: Game<'a>>(
    mut tree: Tree<'a>,
    mut header: Header<'a>,
    whole: bool,
    record: &mut Record,
) {
    let mut turns = Turns::<G>::new(record, header.sides());
    if whole {
        read_nodes(&mut tree, &mut header, &mut turns);
    }
    let sides = turns.finish();
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
fn read_root<'a>(tree: &mut Tree<'a>, header: &mut Header<'a>, record: &mut Record) -> bool {
    let mut in_root = false;
    let mut open = 0;
    loop {
        let comment = match tree.next() {
            Ok(Some(Item::Node)) if !in_root => {
                in_root = true;
                continue;
            }
            Ok(Some(Item::Node | Item::Open(_))) => return true,
            Ok(Some(Item::Close) | None) => return false,
            Ok(Some(Item::Property(property))) if property.name == "C" => {
                unescaped(property.value).into_owned()
            }
            Ok(Some(Item::Property(property))) => {
                header.add(property);
                continue;
            }
            Ok(Some(Item::Text(text))) => text.to_owned(),
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
struct Node<'a> {
    command: Option<(usize, Property<'a>)>,
    /// The clock, and the number of extras before it.
    clock: Option<(u32, usize)>,
    extras: Vec<NoteKind>,
    noise: bool,
}

impl<'a> Node<'a> {
    fn end<G: Game<'a>>(&mut self, turns: &mut Turns<'a, '_, G>) {
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

/// Reads the nodes of the main line after the root.
fn read_nodes<'a, G: Game<'a>>(
    tree: &mut Tree<'a>,
    header: &mut Header<'a>,
    turns: &mut Turns<'a, '_, G>,
) {
    let mut node = Node::default();
    loop {
        let property = match tree.next() {
            Ok(Some(Item::Property(property))) => property,
            Ok(Some(Item::Node)) => {
                node.end(turns);
                continue;
            }
            Ok(Some(Item::Open(_))) => continue,
            Ok(Some(Item::Text(text))) => {
                node.extras.push(NoteKind::Comment(text.to_owned()));
                continue;
            }
            Ok(Some(Item::Close) | None) => {
                node.end(turns);
                return skip_variations(tree, turns);
            }
            Err(unclosed) => {
                node.end(turns);
                return turns.report(unclosed.diagnostic());
            }
        };
        let value = property.value;
        match property.name {
            "P0" | "P1" => {
                let player = usize::from(property.name == "P1");
                let is_command = value.as_bytes().first().is_some_and(u8::is_ascii_digit)
                    || !Header::is_about_player(value);
                if !is_command {
                    header.add_player(player, value);
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

/// Skips to the end of the game: after the main line, only variations are left.
fn skip_variations<'a, G: Game<'a>>(tree: &mut Tree<'_>, turns: &mut Turns<'a, '_, G>) {
    let mut reported = false;
    loop {
        match tree.next() {
            Ok(Some(Item::Open(at))) if !reported => {
                reported = true;
                let message = "the record has variations; skep reads the main line only";
                let diagnostic = Diagnostic::new(Code::LenientSpelling, message);
                turns.report(diagnostic.at(Span::new(at, at + 1)));
            }
            Ok(Some(_)) => {}
            Ok(None) => return,
            Err(unclosed) => return turns.report(unclosed.diagnostic()),
        }
    }
}

/// The time in a property `TM`. In a ply, the largest number means no clock.
pub(in crate::notation) fn clock_of(value: &str) -> Option<u32> {
    let ms = value.trim_ascii().parse().ok();
    ms.filter(|&ms| ms < u32::MAX)
}

fn property_note(name: &str, value: &str) -> NoteKind {
    NoteKind::Property {
        name: name.to_owned(),
        value: value.to_owned(),
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
