//! Random games.

use super::{Played, Rules};
use crate::notation::{JudgeOptions, Verdict};
use crate::record::Termination;
use skep_rules::game::{Position as _, random_game, random_game_with_wins};

impl<R: Rules> Played<R> {
    /// A random game of this variant. It depends only on the variant, the rules, `seed` and `index`.
    ///
    /// A player of Hive who can win does so; otherwise all legal moves are equally likely. Random hands are dealt. The
    /// game is stopped after `max_plies` turns, or after a number of turns that almost no game needs. By the rules of
    /// hivegame.com, it also ends at the third occurrence of a position.
    pub fn random(
        &self,
        rules: &JudgeOptions,
        seed: u64,
        index: u64,
        max_plies: Option<u32>,
    ) -> Verdict {
        let options = R::deal(self.options(), seed, index);
        let (wins, most) = R::RANDOM;
        let play = if wins {
            random_game_with_wins
        } else {
            random_game
        };
        let mut moves = Vec::new();
        play(
            &mut R::Position::start(options),
            seed,
            index,
            max_plies.unwrap_or(most),
            &mut moves,
        );
        let mut game = Played::<R>::of_moves(options, moves);
        let drawn = game.drawn_after(rules.repetition);
        game.turns.truncate(drawn.unwrap_or(usize::MAX));
        if drawn.is_some() {
            Verdict::of_draw(game, Termination::Repetition)
        } else {
            Verdict::of_game(game)
        }
    }
}
