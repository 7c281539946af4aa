//! States of Hive with Venom and packs.

use super::fields::{hand, pieces};
use super::hive::{OPENING, OPENINGS, write_name};
use super::{StateError, StateFields, write_cell, write_head, write_value};
use crate::game::{BySide, Position as _, Side};
use crate::geometry::Hex;
use crate::hive::venom::{Interpretations, Options, Position, Setup, Trace, UnknownTiles};
use crate::hive::{Bug, Family, Opening, Pack, PieceName, Tile};

const HONEYCOMBO: &str = "honeycombo";
const TURNED: &str = "turned";
const ACTIONS: &str = "actions";
const REMOVED: &str = "removed";
const UNKNOWN: [&str; 2] = ["unknown-w", "unknown-b"];

/// The keys of the effects of the last action, and before it of the first action of a double turn.
const LAST: [&str; 5] = ["placed", "moved", "thrown", "flipped", "stung"];
const FIRST: [&str; 3] = ["first-placed", "first-moved", "first-stung"];

/// Writes the state of a position to the end of a text. The cells are moved by `offset`.
pub fn write(position: &Position, offset: Hex, out: &mut String) {
    let (options, setup) = (position.options(), position.setup());
    let game_type = options.game_type;
    write_head(&game_type.to_string(), setup.turn, position.ply(), out);
    let mut stacks = setup.stacks;
    stacks.sort_unstable_by_key(|(hex, _)| (hex.r, hex.q));
    if stacks.is_empty() {
        out.push('-');
    }
    for (i, (hex, tiles)) in stacks.into_iter().enumerate() {
        write_cell(i == 0, hex + offset, out);
        write_names(tiles.into_iter().map(|(tile, back)| tile.name(back)), out);
    }
    let swarm = game_type.has_pack(Pack::Swarm);
    for side in Side::ALL {
        out.push('/');
        let tiles = &setup.hands[side];
        if tiles.is_empty() {
            out.push('-');
        } else if swarm {
            write_names(tiles.iter().map(|tile| tile.name(false)), out);
        } else {
            for tile in tiles {
                out.push_str(tile.face(false).code());
            }
        }
    }
    let mut names = |key, tiles: &[Tile]| {
        if !tiles.is_empty() {
            write_value(key, "", out);
            write_names(tiles.iter().map(|tile| position.name(*tile)), out);
        }
    };
    if swarm {
        names(REMOVED, &setup.removed);
    }
    if let [.., last] = &setup.last[..] {
        let sets = [
            &last.placed,
            &last.moved,
            &last.thrown,
            &last.flipped,
            &last.stung,
        ];
        for (key, tiles) in LAST.into_iter().zip(sets) {
            names(key, tiles);
        }
    }
    if let [first, _] = &setup.last[..] {
        let sets = [&first.placed, &first.moved, &first.stung];
        for (key, tiles) in FIRST.into_iter().zip(sets) {
            names(key, tiles);
        }
    }
    for side in Side::ALL {
        let UnknownTiles { own, drawn } = setup.unknown[side];
        if own + drawn > 0 {
            write_value(UNKNOWN[side.index()], &format!("{own},{drawn}"), out);
        }
    }
    if game_type.has_pack(Pack::Honeycombo) {
        if setup.honeycombo == Side::White {
            write_value(HONEYCOMBO, "w", out);
        }
        if setup.honeycombo_rests {
            write_value(TURNED, "Hc", out);
        }
        if setup.is_double_turn {
            write_value(ACTIONS, "2", out);
        }
    }
    if options.opening == Opening::Open && position.ply() < 2 {
        write_value(OPENING, Opening::Open.as_str(), out);
    }
    for (name, value) in Interpretations::of(options).made() {
        write_value(name, value, out);
    }
}

fn write_names(names: impl Iterator<Item = PieceName>, out: &mut String) {
    for (i, name) in names.enumerate() {
        if i > 0 {
            out.push('.');
        }
        write_name(name, out);
    }
}

/// Takes the rules that differ from the defaults.
fn interpretations(fields: &mut StateFields<'_>) -> Result<Interpretations, StateError> {
    let mut choices = Interpretations::default();
    for name in Interpretations::NAMES {
        if let Some(text) = fields.take(name)
            && let Err(error) = choices.make(name, text)
        {
            let expected = match error.expected {
                [_, other] => format!("{name}={other}"),
                _ => format!("a choice for {name}; see skep help"),
            };
            return Err(StateError::Choice(format!("{name}={text}"), expected));
        }
    }
    Ok(choices)
}

/// Reads a position, and the description that has its cells.
///
/// # Errors
/// The text or its position is invalid.
pub fn read(mut fields: StateFields<'_>) -> Result<(Position, Setup), StateError> {
    let game_type = fields.variant()?;
    let opening = fields.choice(OPENING, OPENINGS)?;
    let options = interpretations(&mut fields)?.over(&Options {
        game_type,
        opening,
        ..Options::default()
    });
    let known = KnownNames { options };
    let tiles = |names: Vec<PieceName>| {
        let tiles = names.into_iter().map(|name| Ok(known.tile(name)?.0));
        tiles.collect::<Result<Vec<Tile>, StateError>>()
    };
    let stack = |(hex, contents): &(Hex, &str)| {
        let names = pieces(contents)?.into_iter();
        let faces = names.map(|name| known.tile(name));
        Ok((*hex, faces.collect::<Result<_, StateError>>()?))
    };
    let stacks: Vec<(Hex, Vec<(Tile, bool)>)> =
        (fields.cells.iter().map(stack)).collect::<Result<_, StateError>>()?;
    let table: Vec<Tile> = stacks
        .iter()
        .flat_map(|(_, s)| s)
        .map(|(tile, _)| *tile)
        .collect();
    let has = |pack| game_type.has_pack(pack);
    if has(Pack::Honeycombo) && !table.contains(&Tile::HONEYCOMBO) {
        return Err(StateError::NoHoneycombo);
    }
    let mut removed = Vec::new();
    let hands = match (has(Pack::Swarm), fields.hands) {
        (true, None) => return Err(StateError::NoHands),
        (true, Some(texts)) => {
            removed = tiles(fields.pieces(REMOVED)?)?;
            let read = |text: &str| match text {
                "-" => Ok(Vec::new()),
                text => tiles(pieces(text)?),
            };
            BySide {
                white: read(texts[0])?,
                black: read(texts[1])?,
            }
        }
        (false, texts) => {
            let read = |side| known.hand(side, &table, texts.map(|texts| texts[side as usize]));
            BySide {
                white: read(Side::White)?,
                black: read(Side::Black)?,
            }
        }
    };
    let mut bag = Vec::new();
    for tile in known.tiles() {
        let beside = [&table, &hands.white, &hands.black, &removed];
        if !beside.into_iter().any(|tiles| tiles.contains(&tile)) {
            if has(Pack::Swarm) {
                bag.push(tile);
            } else {
                removed.push(tile);
            }
        }
    }
    let mut last = Trace::default();
    let sets = [
        &mut last.placed,
        &mut last.moved,
        &mut last.thrown,
        &mut last.flipped,
        &mut last.stung,
    ];
    for (key, set) in LAST.into_iter().zip(sets) {
        *set = tiles(fields.pieces(key)?)?;
    }
    let mut first = Trace::default();
    let sets = [&mut first.placed, &mut first.moved, &mut first.stung];
    for (key, set) in FIRST.into_iter().zip(sets) {
        *set = tiles(fields.pieces(key)?)?;
    }
    let setup = Setup {
        turn: fields.side,
        number: fields.number,
        hands,
        bag,
        removed,
        honeycombo: letter(&mut fields, HONEYCOMBO, "w", "honeycombo=w")?
            .map_or(Side::Black, |()| Side::White),
        is_double_turn: letter(&mut fields, ACTIONS, "2", "actions=2")?.is_some(),
        last: vec![first, last],
        honeycombo_rests: letter(&mut fields, TURNED, "Hc", "turned=Hc")?.is_some(),
        unknown: BySide {
            white: unknown(&mut fields, Side::White)?,
            black: unknown(&mut fields, Side::Black)?,
        },
        stacks,
    };
    let most = fields.ply() as usize * if has(Pack::Honeycombo) { 2 } else { 1 };
    if table
        .iter()
        .filter(|tile| **tile != Tile::HONEYCOMBO)
        .count()
        > most
    {
        return Err(StateError::TooFewTurns);
    }
    let position = setup.position(options)?;
    fields.end()?;
    Ok((position, setup))
}

/// Takes a key that has only one value.
fn letter(
    fields: &mut StateFields<'_>,
    key: &str,
    value: &str,
    expected: &'static str,
) -> Result<Option<()>, StateError> {
    match fields.take(key) {
        None => Ok(None),
        Some(text) if text == value => Ok(Some(())),
        Some(text) => Err(StateError::Syntax(format!("{key}={text}"), expected)),
    }
}

fn unknown(fields: &mut StateFields<'_>, side: Side) -> Result<UnknownTiles, StateError> {
    let Some(text) = fields.take(UNKNOWN[side.index()]) else {
        return Ok(UnknownTiles::default());
    };
    let parse = || {
        let (own, drawn) = text.split_once(',')?;
        let number = |text: &str| text.parse::<u8>().ok().filter(|n| *n < 32);
        let (own, drawn) = (number(own)?, number(drawn)?);
        Some(UnknownTiles { own, drawn })
    };
    parse().ok_or_else(|| {
        let what = "two numbers of unknown tiles: of the first hand, and drawn";
        StateError::Syntax(text.to_owned(), what)
    })
}

/// What the variant says about names.
struct KnownNames {
    options: Options,
}

impl KnownNames {
    /// A tile, and whether its back is up.
    fn tile(&self, name: PieceName) -> Result<(Tile, bool), StateError> {
        let game_type = self.options.game_type;
        let missing = || StateError::NotInGame(name.to_string(), game_type.to_string());
        if name.bug() == Bug::Honeycombo {
            let has = game_type.has_pack(Pack::Honeycombo);
            return has.then_some((Tile::HONEYCOMBO, false)).ok_or_else(missing);
        }
        let family = game_type.family(name.bug()).ok_or_else(missing)?;
        // A kind with one tile has no number.
        let number = match (family.count(), name.number()) {
            (1, 0) => 1,
            (1, _) => return Err(missing()),
            (_, number) => number,
        };
        let tile = Tile::new(name.side(), family, number)
            .filter(|_| number <= game_type.count(family))
            .ok_or_else(missing)?;
        Ok((tile, family.front() != name.bug()))
    }

    /// The tiles of a side.
    fn of_side(&self, side: Side) -> impl Iterator<Item = Tile> {
        let game_type = self.options.game_type;
        let numbers = move |family| (1..=game_type.count(family)).map(move |n| (family, n));
        Family::all()
            .flat_map(numbers)
            .filter_map(move |(family, n)| Tile::new(side, family, n))
    }

    /// All tiles except the Honeycombo.
    fn tiles(&self) -> impl Iterator<Item = Tile> {
        Side::ALL.into_iter().flat_map(|side| self.of_side(side))
    }

    /// A hand without Swarm: the tiles with the highest numbers.
    fn hand(
        &self,
        side: Side,
        table: &[Tile],
        text: Option<&str>,
    ) -> Result<Vec<Tile>, StateError> {
        let left: Vec<Tile> = self
            .of_side(side)
            .filter(|tile| !table.contains(tile))
            .collect();
        let Some(text) = text else {
            return Ok(left);
        };
        let stated = hand(text)?;
        let predators = self.options.game_type.has_pack(Pack::Predators);
        let mut tiles = Vec::new();
        for bug in Bug::ALL {
            let named = stated.iter().filter(|b| **b == bug).count();
            let equal: Vec<Tile> = left
                .iter()
                .copied()
                .filter(|t| t.face(false) == bug)
                .collect();
            if named > equal.len() || named < equal.len() && !predators {
                let left = equal.len();
                return Err(StateError::Hand {
                    side,
                    bug,
                    stated: named,
                    left,
                });
            }
            let held = &equal[equal.len() - named..];
            let behind = |tile: &&Tile| {
                held.first()
                    .is_some_and(|first| first.family() == tile.family() && first < *tile)
            };
            let own = |tile: &&Tile| tile.side() == Some(side);
            if let Some(tile) = table.iter().filter(own).find(behind) {
                return Err(StateError::NumberOrder(tile.name(false).to_string()));
            }
            tiles.extend(held);
        }
        tiles.sort_unstable();
        Ok(tiles)
    }
}
