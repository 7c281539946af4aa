//! Reads HOP.

use std::mem;

use super::set::side_of;
use super::{HopError, set};
use crate::game::Side;
use crate::geometry::{Direction, Hex};
use crate::hive::{Bug, GameType, Opening, Piece, Setup};

/// What a HOP says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hop {
    /// The position. Bugs of a kind have numbers in the order of the text, and the number of the turn is the smallest
    /// that the bugs on the board allow.
    pub setup: Setup,
    /// Whether the set is written as in the first weeks of hivegame.com: `base+m` for `base+Mm`.
    pub is_old: bool,
}

impl Hop {
    /// The position, if a game can begin in it on hivegame.com: a side whose queen is in the hand has no more than
    /// three bugs on the board, and its opponent no more than one bug more.
    ///
    /// # Errors
    /// [`HopError::QueenOverdue`] or [`HopError::TooFarAhead`].
    ///
    /// ```
    /// use skep_rules::state::hop;
    ///
    /// assert!(hop::read("QA-a,w")?.setup_of_game().is_ok());
    /// let error = hop::read("base,AAAB,w")?.setup_of_game().unwrap_err();
    /// assert_eq!(error.to_string(), "White has more than three bugs on the board, but no queen");
    /// # Ok::<(), hop::HopError>(())
    /// ```
    pub fn setup_of_game(&self) -> Result<&Setup, HopError> {
        let of = |side: Side| {
            let pieces = self.setup.stacks.iter().flat_map(|(_, stack)| stack);
            pieces.filter(move |piece| piece.side() == side)
        };
        for side in Side::ALL {
            if of(side).any(|piece| piece.bug() == Bug::Queen) {
                continue;
            }
            let own = of(side).count();
            if own > 3 {
                return Err(HopError::QueenOverdue(side));
            }
            if of(!side).count() > own + 1 {
                return Err(HopError::TooFarAhead(!side, side));
            }
        }
        Ok(&self.setup)
    }
}

/// Whether a text may be meant as a HOP: bugs of both sides with turns or stacks between them and no other letters, or
/// letters and such signs before a player to move. [`is_hop`] is stricter.
pub fn looks_like_hop(text: &str) -> bool {
    let text = text.trim();
    let before_player = text
        .rsplit_once(',')
        .filter(|(_, player)| side_to_move(player.trim()).is_ok())
        .map(|(rest, _)| rest);
    let is_walk = |field: &&str| !field.starts_with("base") && field.len() > 2;
    let walk = match before_player {
        Some(rest) => rest.rsplit(',').next(),
        None => text.split(',').find(is_walk),
    };
    let Some(walk) = walk else { return false };
    let is_bug = |c: char| u8::try_from(c).is_ok_and(|b| Bug::from_letter(b).is_some());
    let is_letter = |c: char| is_bug(c) || before_player.is_some() && c.is_ascii_alphabetic();
    let is_mark = |c: char| c.is_ascii_digit() || "+-=()!".contains(c);
    let of_both_sides = walk.contains(|c: char| c.is_ascii_uppercase())
        && walk.contains(|c: char| c.is_ascii_lowercase());
    walk.contains(['+', '-', '='])
        && walk.chars().all(|c| is_letter(c) || is_mark(c))
        && (before_player.is_some() || of_both_sides)
}

/// Whether a text looks like a HOP: a player is its last field, and the others have only signs of a HOP.
pub fn is_hop(text: &str) -> bool {
    let Some((rest, player)) = text.trim().rsplit_once(',') else {
        return false;
    };
    let (set, walk) = rest.split_once(',').unwrap_or(("", rest));
    let set = set.trim();
    let is_bug = |b: u8| Bug::from_letter(b).is_some() || matches!(b, b'd' | b'D');
    let is_part = |b: u8| is_bug(b) || b.is_ascii_digit() || b"+-=()!".contains(&b);
    let has_name = ["base", "ultimate"].into_iter().any(|name| {
        let start = set.get(..name.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(name))
    });
    let is_walk = if has_name {
        // The name tells that it is a HOP, so that an unknown letter is an error in it.
        walk.bytes().all(|b| is_part(b) || b.is_ascii_alphabetic())
    } else {
        let has_bug = walk.bytes().any(is_bug) || rest.is_empty();
        has_bug && set.bytes().all(is_part) && walk.bytes().all(is_part)
    };
    let mut player = player.trim().bytes();
    is_walk
        && player.len() <= 5
        && matches!(player.next(), Some(b'w' | b'W' | b'b' | b'B'))
        && player.all(|b| matches!(b, b'0'..=b'9' | b'm' | b'M'))
}

/// Reads a HOP.
///
/// # Errors
/// The text is not a HOP, or its position breaks the rules.
pub fn read(text: &str) -> Result<Hop, HopError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(HopError::Empty);
    }
    let fields: Vec<&str> = text.split(',').collect();
    let (set, walk, player) = match fields[..] {
        [walk, player] => ("", walk, player),
        [set, walk, player] => (set.trim(), walk, player),
        _ => return Err(HopError::FieldCount(fields.len())),
    };
    let (game_type, is_old) = set::read(set)?;
    let turn = side_to_move(player.trim())?;
    let walk = ReadWalk::of(walk)?;
    let setup = walk.setup(game_type, turn)?;
    Ok(Hop { setup, is_old })
}

/// The side to move. How a drawing is turned and mirrored is no part of the position.
fn side_to_move(text: &str) -> Result<Side, HopError> {
    let is_hint = |hint: &[u8]| {
        matches!(
            hint,
            [] | [b'0'..=b'5' | b'm' | b'M'] | [b'0'..=b'5', b'm' | b'M']
        )
    };
    match text.as_bytes() {
        [b'w' | b'W', hint @ ..] if is_hint(hint) => Ok(Side::White),
        [b'b' | b'B', hint @ ..] if is_hint(hint) => Ok(Side::Black),
        _ => Err(HopError::BadPlayer(text.to_owned())),
    }
}

/// A bug on its cell.
#[derive(Clone, Copy)]
struct PlacedBug {
    hex: Hex,
    side: Side,
    bug: Bug,
}

/// A walk over the hive.
struct ReadWalk {
    hex: Hex,
    heading: Direction,
    /// What numbers mean: the cells of the bugs in the innermost bracket, with the heading there.
    scope: Vec<(Hex, Direction)>,
    /// The same of the brackets around it.
    outer: Vec<Vec<(Hex, Direction)>>,
    /// The bugs in the order of the text.
    puts: Vec<PlacedBug>,
    /// The place of the marked bug in this order.
    marked: Option<usize>,
    /// Whether a branch has begun that has no bug yet.
    in_empty_branch: bool,
}

impl ReadWalk {
    fn of(text: &str) -> Result<ReadWalk, HopError> {
        let mut walk = ReadWalk {
            hex: Hex::ORIGIN,
            heading: Direction::East,
            scope: Vec::new(),
            outer: Vec::new(),
            puts: Vec::new(),
            marked: None,
            in_empty_branch: false,
        };
        let mut rest = text;
        while !rest.is_empty() {
            rest = walk.item(rest)?;
        }
        if !walk.outer.is_empty() {
            return Err(HopError::UnbalancedParens);
        }
        if walk.in_empty_branch {
            return Err(HopError::EmptyBranch);
        }
        if walk.puts.is_empty() && !text.is_empty() {
            return Err(HopError::NoStartBug);
        }
        Ok(walk)
    }

    /// Reads the first item, and returns the text after it.
    fn item<'a>(&mut self, text: &'a str) -> Result<&'a str, HopError> {
        match text.as_bytes()[0] {
            sign @ (b'+' | b'-') => self.heading = turned(self.heading, sign),
            b'(' => self.outer.push(mem::take(&mut self.scope)),
            b')' => {
                let outer = self.outer.pop().ok_or(HopError::UnbalancedParens)?;
                if mem::replace(&mut self.scope, outer).is_empty() {
                    return Err(HopError::EmptyScope);
                }
            }
            b'0'..=b'9' => return self.numbered(text),
            _ => {
                let (side, bug) = bug(text)?;
                if !self.puts.is_empty() {
                    self.hex = self.hex.step(self.heading);
                }
                return self.put(side, bug, &text[1..]);
            }
        }
        Ok(&text[1..])
    }

    /// Reads a number and what follows it.
    fn numbered<'a>(&mut self, text: &'a str) -> Result<&'a str, HopError> {
        let end = text.find(|c: char| !c.is_ascii_digit());
        let (digits, rest) = text.split_at(end.unwrap_or(text.len()));
        let number: usize = digits
            .parse()
            .map_err(|_| HopError::NumberTooLarge(digits.to_owned()))?;
        let (hex, heading) = number
            .checked_sub(1)
            .and_then(|at| self.scope.get(at).copied())
            .ok_or(HopError::BadChainRef(number))?;
        match rest.bytes().next() {
            Some(b'=') => {
                let rest = &rest[1..];
                if rest.is_empty() {
                    return Err(HopError::MissingStackBug);
                }
                let (side, bug) = bug(rest)?;
                self.hex = hex;
                self.put(side, bug, &rest[1..])
            }
            Some(sign @ (b'+' | b'-')) => {
                self.hex = hex;
                self.heading = turned(heading, sign);
                self.in_empty_branch = true;
                Ok(&rest[1..])
            }
            _ => Err(HopError::BadChainOp(number)),
        }
    }

    /// Puts a bug on the cell, and reads its mark.
    fn put<'a>(&mut self, side: Side, bug: Bug, rest: &'a str) -> Result<&'a str, HopError> {
        let hex = self.hex;
        self.puts.push(PlacedBug { hex, side, bug });
        self.in_empty_branch = false;
        let here = (hex, self.heading);
        self.scope.push(here);
        let Some(rest) = rest.strip_prefix('!') else {
            return Ok(rest);
        };
        match self.marked.replace(self.puts.len() - 1) {
            None => Ok(rest),
            Some(_) => Err(HopError::MisplacedMark),
        }
    }

    /// The position, if it obeys the rules that can be seen in it.
    fn setup(&self, game_type: GameType, turn: Side) -> Result<Setup, HopError> {
        let mut pieces = Vec::new();
        for (i, &PlacedBug { side, bug, .. }) in self.puts.iter().enumerate() {
            if !game_type.has(bug) {
                return Err(HopError::PieceNotInGameType(side, bug));
            }
            let equal = |put: &&PlacedBug| put.side == side && put.bug == bug;
            let number = self.puts[..=i].iter().filter(equal).count();
            let piece = u8::try_from(number).ok();
            let piece = piece.and_then(|number| Piece::new(side, bug, number));
            pieces.push(piece.ok_or(HopError::TooManyPieces(side, bug))?);
        }
        let mut stacks: Vec<(Hex, Vec<Piece>)> = Vec::new();
        for (put, &piece) in self.puts.iter().zip(&pieces) {
            match stacks.iter_mut().find(|(hex, _)| *hex == put.hex) {
                None => stacks.push((put.hex, vec![piece])),
                Some((_, stack)) if matches!(put.bug, Bug::Beetle | Bug::Mosquito) => {
                    stack.push(piece);
                }
                Some(_) => return Err(HopError::CannotClimb(put.side, put.bug)),
            }
        }
        if let [put] = self.puts[..]
            && put.side == turn
        {
            return Err(HopError::LonePieceOwnerToMove(turn));
        }
        let of = |side: Side| pieces.iter().filter(move |piece| piece.side() == side);
        for side in Side::ALL {
            let mut climbed = stacks.iter().flat_map(|(_, stack)| &stack[1..]);
            if climbed.any(|piece| piece.side() == side)
                && !of(side).any(|piece| piece.bug() == Bug::Queen)
            {
                return Err(HopError::QueenRequiredToMove(side));
            }
        }
        let ply = ply(of(Side::White).count(), of(Side::Black).count(), turn);
        Ok(Setup {
            game_type,
            opening: Opening::Tournament,
            turn,
            number: ply / 2 + 1,
            last_moved: self.marked.map(|at| pieces[at]),
            stacks,
        })
    }
}

/// The smallest number of turns after which a side is to move and the sides can have so many bugs on the board.
fn ply(white: usize, black: usize, turn: Side) -> u32 {
    let least = (white + black)
        .max((2 * white).saturating_sub(1))
        .max(2 * black);
    let parity = usize::from(turn == Side::Black);
    (least + (least + parity) % 2) as u32
}

/// The bug at the beginning of a text.
fn bug(text: &str) -> Result<(Side, Bug), HopError> {
    let Some(first) = text.chars().next() else {
        return Err(HopError::MissingStackBug);
    };
    if first == '!' {
        return Err(HopError::MisplacedMark);
    }
    if matches!(first, 'd' | 'D') {
        return Err(HopError::Dragonfly);
    }
    let letter = u8::try_from(first).ok();
    letter
        .and_then(|letter| Some((side_of(letter), Bug::from_letter(letter)?)))
        .ok_or(HopError::BadChar(first))
}

/// A heading after a turn of one sixth.
fn turned(heading: Direction, sign: u8) -> Direction {
    match sign {
        b'+' => heading.anticlockwise(),
        _ => heading.clockwise(),
    }
}
