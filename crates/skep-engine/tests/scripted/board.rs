//! The game on the board of the engine.

use skep_records::{Format, Judge, Record};
use skep_rules::game::{Outcome, Position as _, Side};
use skep_rules::hive::{GameType, Move, Opening, Position, Spelling};

use crate::faults::Fault;

/// The game on the board.
pub struct Board {
    game_type: GameType,
    /// Every position of the game.
    positions: Vec<Position>,
    turns: Vec<String>,
    fault: Option<Fault>,
}

impl Board {
    pub fn new(fault: Option<Fault>) -> Board {
        Board {
            game_type: GameType::BASE,
            positions: Vec::new(),
            turns: Vec::new(),
            fault,
        }
    }

    pub fn position(&self) -> Option<&Position> {
        self.positions.last()
    }

    /// The legal moves as this engine sees them.
    pub fn moves(&self) -> Vec<Move> {
        let Some(position) = self.position() else {
            return Vec::new();
        };
        let mut moves = position.legal_moves();
        if let Some(fault) = self.fault {
            fault.spoil(position, &mut moves);
        }
        moves
    }

    /// The answer to a command, without `ok`.
    pub fn answer(&mut self, line: &str) -> String {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        let answer = match command {
            "info" => Ok("id scripted 1.0\nMosquito;Ladybug;Pillbug\n".to_owned()),
            "newgame" => self.new_game(rest),
            "play" => self.play(rest),
            "pass" => self.play("pass"),
            "validmoves" => self.valid_moves(),
            "bestmove" => self.best_move(),
            "undo" => self.undo(rest),
            "options" => Ok(String::new()),
            _ => Err(format!("err unknown command {command}\n")),
        };
        answer.unwrap_or_else(|error| error)
    }

    fn new_game(&mut self, rest: &str) -> Result<String, String> {
        let text = if rest.is_empty() { "Base" } else { rest };
        let error = || "err not a game\n".to_owned();
        let (game_type, turns) = match text.split_once(';') {
            None => (text, Vec::new()),
            Some((game_type, _)) => {
                let verdict = Judge::default().verdict(&Record::read(Format::Uhp, text));
                let game = verdict.game.hive().ok_or_else(error)?;
                (
                    game_type,
                    game.spelled()
                        .map(|turn| turn.written.to_string())
                        .collect(),
                )
            }
        };
        self.game_type = game_type.parse().map_err(|_| error())?;
        let mut start = Position::start(self.game_type.into());
        if self.fault == Some(Fault::OpeningQueen) {
            start.set_opening(Opening::Open);
        }
        self.positions = vec![start];
        self.turns.clear();
        for turn in turns {
            self.play(&turn)?;
        }
        Ok(self.text())
    }

    fn play(&mut self, text: &str) -> Result<String, String> {
        let position = self.position().ok_or("err no game\n")?;
        let invalid = || format!("invalidmove {text}\n");
        let spelling = Spelling::parse(text).ok_or_else(invalid)?;
        let mv = position
            .interpret(&spelling.written)
            .map_err(|_| invalid())?;
        // A game of another program is followed as far as the rules allow.
        if position.check(mv).is_err() && !self.moves().contains(&mv) {
            return Err(invalid());
        }
        let spelled = position.spell(mv).to_string();
        let mut after = position.clone();
        after.play_unchecked(mv);
        self.positions.push(after);
        self.turns.push(spelled);
        Ok(self.text())
    }

    fn valid_moves(&self) -> Result<String, String> {
        let position = self.position().ok_or("err no game\n")?;
        let spelled: Vec<String> = self
            .moves()
            .into_iter()
            .map(|mv| position.spell(mv).to_string())
            .collect();
        Ok(spelled.join(";") + "\n")
    }

    fn best_move(&self) -> Result<String, String> {
        let position = self.position().ok_or("err no game\n")?;
        let turn = self.some_move().map(|mv| position.spell(mv).to_string());
        turn.map_or_else(
            || Err("err the game is over\n".to_owned()),
            |turn| Ok(turn + "\n"),
        )
    }

    /// A move that depends only on the game: one that wins, or any.
    pub fn some_move(&self) -> Option<Move> {
        let position = self.position()?;
        let moves = self.moves();
        let wins = |mv: &&Move| {
            let mut after = position.clone();
            after.play_unchecked(**mv);
            after.outcome() == Outcome::Win(position.turn())
        };
        let any = (position.key() % moves.len().max(1) as u64) as usize;
        moves.iter().find(wins).or(moves.get(any)).copied()
    }

    fn undo(&mut self, rest: &str) -> Result<String, String> {
        let n: usize = if rest.is_empty() {
            1
        } else {
            rest.parse().map_err(|_| "err not a number\n")?
        };
        if n == 0 || n > self.turns.len() {
            return Err("err the game has fewer moves\n".to_owned());
        }
        self.turns.truncate(self.turns.len() - n);
        self.positions.truncate(self.turns.len() + 1);
        Ok(self.text())
    }

    fn text(&self) -> String {
        let Some(position) = self.position() else {
            return String::new();
        };
        let state = match position.outcome() {
            Outcome::Undecided if self.turns.is_empty() => "NotStarted",
            Outcome::Undecided
                if self.fault == Some(Fault::EarlyDraw)
                    && position.queen_neighbours(Side::White) >= Some(3) =>
            {
                "Draw"
            }
            Outcome::Undecided => "InProgress",
            Outcome::Win(Side::White) => "WhiteWins",
            Outcome::Win(Side::Black) => "BlackWins",
            Outcome::Draw => "Draw",
        };
        let mut text = format!(
            "{};{state};{}[{}]",
            self.game_type,
            position.turn(),
            position.ply() / 2 + 1
        );
        for turn in &self.turns {
            text.push(';');
            text.push_str(turn);
        }
        text + "\n"
    }
}
