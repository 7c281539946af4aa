use crate::venom_line::VenomLine;
use skep_records::notation::Verdict;
use skep_records::notation::moves::venom::parse;
use skep_rules::game::Position as _;
use skep_rules::hive::complete::{Options, Replay, random_hands};
use skep_rules::hive::{GameType, Opening};

/// A game of Hive with Venom or packs in play: each position that it has gone through, the last one now.
pub(super) struct VenomGame {
    line: VenomLine,
    past: Vec<Replay>,
    now: Replay,
}

impl VenomGame {
    /// A game without a turn. The hands of Swarm are dealt, always the same ones.
    pub(super) fn new(game_type: GameType, open: bool) -> VenomGame {
        VenomGame::of(VenomLine::new(Options {
            game_type,
            opening: if open {
                Opening::Open
            } else {
                Opening::Tournament
            },
            hands: random_hands(game_type, 0, 0),
            ..Options::default()
        }))
    }

    /// The game that a verdict has found sound.
    pub(super) fn from_verdict(verdict: &Verdict) -> VenomGame {
        let mut game = VenomGame::of(VenomLine::new(verdict.venom_options));
        for played in &verdict.venom {
            // By their text, so that the names of the tiles are known from here on.
            let text = game.now.position().spell(played.mv).to_string();
            if game.play(&text).is_err() {
                break;
            }
        }
        game
    }

    fn of(line: VenomLine) -> VenomGame {
        VenomGame {
            now: Replay::new(line.options),
            past: Vec::new(),
            line,
        }
    }

    /// The number of turns played.
    pub(super) fn len(&self) -> usize {
        self.past.len()
    }

    /// Plays a turn; tells why it cannot be played.
    pub(super) fn play(&mut self, text: &str) -> Result<(), String> {
        let written = parse(text).ok_or_else(|| "not a move".to_owned())?;
        let mut next = self.now.clone();
        let mv = next.judge(&written).map_err(|fault| fault.message)?;
        // The names that the turn gave to tiles stay.
        let before = std::mem::replace(&mut self.now, next);
        self.past.push(before);
        self.now.play(mv);
        self.line.moves.push(mv);
        Ok(())
    }

    /// Takes back the last `n` turns, of which there are so many.
    pub(super) fn undo(&mut self, n: usize) {
        let left = self.past.len().saturating_sub(n);
        if let Some(before) = self.past.drain(left..).next() {
            self.now = before;
        }
        self.line.moves.truncate(left);
    }

    /// The legal turns.
    pub(super) fn valid_moves(&self) -> String {
        let position = self.now.position();
        let mut moves = Vec::new();
        position.legal_moves_into(&mut moves);
        let spelled: Vec<String> = moves
            .into_iter()
            .map(|mv| position.spell(mv).to_string())
            .collect();
        spelled.join(";")
    }

    /// Appends the GameString.
    pub(super) fn write(&self, out: &mut String) {
        self.line.write(out);
    }
}
