//! The position where an opening tree begins.

use std::borrow::Cow;

use skep_records::game::Venom;
use skep_records::{Game, Played, Rules, each_game};
use skep_rules::game::{BySide, Position as _, Side};
use skep_rules::hive::venom::{
    Exchange, Flip, HoneycomboContact, Options, StingReach, StinkBugShield, parse_hand,
};
use skep_rules::hive::{self, Opening};

use super::OpeningNames;
use super::line::path;
use crate::keys::settle;

/// The start of a tree: a position, with the turns that lead to it.
#[derive(Clone, Debug)]
pub struct TreeStart {
    game: Game,
    /// The keys of the positions up to this one, the first position of the game first.
    path: Vec<u64>,
}

impl TreeStart {
    /// The position after the turns of a game. If the player to move can only pass, it is the position after the pass.
    pub fn new(game: &Game) -> TreeStart {
        fn settled<R: Rules>(game: &Played<R>) -> Game {
            let passes = settle::<R>(&mut game.last_position());
            let mut game = game.clone();
            game.variations.clear();
            for (turn, i) in game.turns.iter_mut().zip(0..) {
                turn.ply = Some(i);
            }
            for _ in 0..passes {
                game.push(R::Position::PASS);
            }
            game.into()
        }
        let mut game = each_game!(game, Game(game) => settled(game));
        // The games of a position were judged by their own rules.
        match &mut game {
            Game::Hive(game) => game.set_options(hive::Options {
                opening: Opening::Open,
                ..*game.options()
            }),
            Game::Venom(game) => game.set_options(Options {
                opening: Opening::Open,
                flip: Flip::Free,
                honeycombo: HoneycomboContact::Yes,
                exchange: Exchange::Free,
                shield: StinkBugShield::Friends,
                sting: StingReach::Any,
                game_type: game.options().game_type,
                hands: game.options().hands,
            }),
            Game::HexIt(_) => {}
        }
        TreeStart {
            path: path(&game),
            game,
        }
    }

    /// The key of the position.
    pub fn key(&self) -> u64 {
        self.path.last().copied().unwrap_or_default()
    }

    /// The turns that lead there.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The turns in canonical spelling.
    pub fn line(&self) -> Vec<String> {
        self.game.turns()
    }

    /// The keys of the positions up to this one, the first position of the game first.
    pub fn path(&self) -> &[u64] {
        &self.path
    }

    /// The name of the opening.
    pub fn name<'n>(&self, names: &'n OpeningNames) -> Option<&'n str> {
        names.of_line(&self.path, || Some(Cow::Borrowed(&self.game)))
    }

    /// The variant, with the hands of Swarm if they are known.
    pub fn deal(&self) -> Cow<'_, str> {
        match &self.game {
            Game::Venom(game) => deal_of(game),
            game => Cow::Borrowed(game.title()),
        }
    }

    /// Whether the game begins with hands of Swarm that are known.
    pub(super) fn is_dealt(&self) -> bool {
        self.deal() != self.game.title()
    }

    /// The first position of the game, for [`of_deal`].
    pub(super) fn origin(&self) -> Cow<'_, str> {
        self.game.game_string_type()
    }

    /// The position as a text for [`TreeStart::parse`]: a GameString, a state, or the turns of Hex-It in the form of a
    /// GameString.
    pub fn text(&self) -> String {
        fn of<R: Rules>(start: &TreeStart, game: &Played<R>) -> String {
            if game.is_set_up() {
                let mut game = start.game.clone();
                game.truncate(0);
                return game.state();
            }
            let (side, turn) = (game.last_position().turn(), game.turns.len() / 2 + 1);
            let head = format!("{};InProgress;{side}[{turn}]", R::game_string_type(game));
            [&[head], &start.line()[..]].concat().join(";")
        }
        each_game!(&self.game, Game(game) => of(self, game))
    }

    /// Reads what [`TreeStart::text`] writes.
    pub fn parse(text: &str) -> Option<TreeStart> {
        fn played<'t, R: Rules>(
            mut game: Played<R>,
            turns: impl Iterator<Item = &'t str>,
        ) -> Option<Game> {
            let mut position = game.last_position();
            for text in turns {
                let mut legal = position.legal_moves().into_iter();
                let mv = legal.find(|&mv| position.spell(mv).to_string() == text)?;
                position.play_unchecked(mv);
                game.push(mv);
            }
            Some(game.into())
        }
        if let Ok(game) = Game::of_state(text) {
            return Some(TreeStart::new(&game));
        }
        let mut parts = text.split(';');
        // Options that allow every turn.
        let start = TreeStart::new(&of_deal(parts.next()?)?);
        let turns = parts.skip(2);
        let game = each_game!(start.game, Game(game) => played(game, turns))?;
        Some(TreeStart::new(&game))
    }
}

/// The variant of a game, with the hands of Swarm if they are known.
pub(super) fn deal_of<R: Rules>(game: &Played<R>) -> Cow<'_, str> {
    R::game_string_type(game)
}

/// A game without turns, from what [`deal_of`] gives.
pub(super) fn of_deal(text: &str) -> Option<Game> {
    let Some((variant, hands)) = text.split_once('(') else {
        return Game::of_variant(text);
    };
    let options = Venom::options_of_variant(variant)?;
    let (white, black) = hands.strip_suffix(')')?.split_once('|')?;
    let hand = |text: &str, side| match text {
        "" => Some(None),
        text => parse_hand(text, side, options.game_type).map(Some),
    };
    let hands = BySide {
        white: hand(white, Side::White)?,
        black: hand(black, Side::Black)?,
    };
    Some(Played::<Venom>::new(Options { hands, ..options }).into())
}
