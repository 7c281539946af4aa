//! Positions to play on.

use serde::{Deserialize, Serialize};
use skep_analysis::tactics;
use skep_records::record::StatedResult;
use skep_records::{Game, GameLine, JudgeOptions, Record, Verdict, each_game};
use skep_render::{Board, Style, TextStyle};
use skep_rules::game::{Position as _, perft};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::Error;
use crate::types::{Solution, SvgOptions, options};
use crate::value;

/// A position with the turns that led to it: see `Position` in `skep.d.ts`.
#[wasm_bindgen(skip_typescript)]
pub struct Position {
    game: Game,
}

/// How a position is drawn.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Drawing {
    size: Option<u32>,
    theme: Option<String>,
    hands: Option<bool>,
    labels: Option<bool>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Solved {
    win_in: Option<u32>,
    first: Vec<String>,
    loses_in: Option<u32>,
    line: Vec<String>,
    escape: Option<String>,
}

/// Reads a variant, a position, or a game in any notation.
fn game(text: &str) -> Result<Game, Error> {
    Game::of_text(text, JudgeOptions::default()).map_err(Error::from)
}

#[wasm_bindgen]
impl Position {
    /// Reads a variant, a position, or the end of a game in any notation.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str) -> Result<Position, JsValue> {
        Ok(Position { game: game(text)? })
    }

    /// The variant, such as `Base+MLP`.
    #[wasm_bindgen(getter)]
    pub fn variant(&self) -> String {
        self.game.title().to_owned()
    }

    /// The number of turns since the start of the game.
    #[wasm_bindgen(getter)]
    pub fn ply(&self) -> u32 {
        each_game!(&self.game, Game(game) => game.last_position().ply())
    }

    /// The side to move.
    #[wasm_bindgen(getter)]
    pub fn turn(&self) -> String {
        let turn = each_game!(&self.game, Game(game) => game.last_position().turn());
        turn.as_str().to_owned()
    }

    /// `WhiteWins`, `BlackWins` or `Draw` if the game is over on the board.
    #[wasm_bindgen(getter)]
    pub fn outcome(&self) -> Option<String> {
        let outcome = each_game!(&self.game, Game(game) => game.last_position().outcome());
        let result = StatedResult::of_outcome(outcome).as_str();
        outcome.is_over().then(|| result.to_owned())
    }

    /// The turns so far in canonical spelling.
    #[wasm_bindgen(getter)]
    pub fn moves(&self) -> Vec<String> {
        each_game!(&self.game, Game(game) => {
            game.spelled().map(|turn| turn.written.to_string()).collect()
        })
    }

    /// The position as one short text.
    #[wasm_bindgen(getter)]
    pub fn state(&self) -> String {
        each_game!(&self.game, Game(game) => game.state())
    }

    /// The position as HOP, if it is one of plain Hive.
    #[wasm_bindgen(getter)]
    pub fn hop(&self) -> Option<String> {
        each_game!(&self.game, Game(game) => game.hop())
    }

    /// The turns as a GameString, or as a record of Hex-It.
    #[wasm_bindgen(getter)]
    pub fn gamestring(&self) -> Option<String> {
        self.verdict().game_string(&Record::default())
    }

    /// The legal turns.
    #[wasm_bindgen(js_name = legalMoves)]
    pub fn legal_moves(&self) -> Vec<String> {
        each_game!(&self.game, Game(game) => {
            let position = game.last_position();
            let moves = position.legal_moves().into_iter();
            moves.map(|mv| position.spell(mv).to_string()).collect()
        })
    }

    /// Plays a turn, in any spelling.
    pub fn play(&mut self, turn: &str) -> Result<(), JsValue> {
        Ok(self.game.play([turn]).map_err(Error::from)?)
    }

    /// Takes back the last turn, and returns it.
    pub fn undo(&mut self) -> Option<String> {
        let turn = self.moves().pop()?;
        self.game.truncate(self.game.plies() - 1);
        Some(turn)
    }

    /// Another position with the same turns.
    pub fn copy(&self) -> Position {
        Position {
            game: self.game.clone(),
        }
    }

    /// The number of lines of play of this length.
    pub fn perft(&self, depth: u32) -> f64 {
        let lines = each_game!(&self.game, Game(game) => perft(&mut game.last_position(), depth));
        // Plain numbers of JavaScript are exact up to 2⁵³.
        lines as f64
    }

    /// Looks for a forced win within this number of turns of each side.
    pub fn solve(&self, turns: u32) -> Result<Solution, JsValue> {
        let most = skep_tactics::MOST_TURNS;
        if turns > most {
            return Err(Error::new("bad-option", format!("turns is at most {most}")).into());
        }
        let solved = tactics::solve(&self.game, turns);
        Ok(JsValue::into(value(&Solved {
            win_in: solved.win_in,
            first: solved.first,
            loses_in: solved.loses_in,
            line: solved.line,
            escape: solved.escape,
        })))
    }

    /// A drawing.
    pub fn svg(&self, drawing: SvgOptions) -> Result<String, JsValue> {
        let drawing: Drawing = options(drawing.into())?;
        let mut style = Style::default();
        if let Some(theme) = &drawing.theme {
            style.theme = theme
                .parse()
                .map_err(|error| Error::new("bad-option", format!("{error}")))?;
        }
        if let Some(size) = drawing.size {
            if !(1..=1000).contains(&size) {
                return Err(Error::new("bad-option", "size is from 1 to 1000 pixels").into());
            }
            style.size = size;
        }
        style.hands = drawing.hands.unwrap_or(style.hands);
        style.labels = drawing.labels.unwrap_or(style.labels);
        Ok(self.board().svg(&style))
    }

    /// The position as text.
    #[wasm_bindgen(js_name = toString)]
    pub fn text(&self) -> String {
        self.board().text(&TextStyle::default())
    }

    fn verdict(&self) -> Verdict {
        each_game!(self.game.clone(), Game(game) => Verdict::of_game(game))
    }

    fn board(&self) -> Board {
        let line = GameLine::new(&Record::default(), &self.verdict());
        Board::of(&line.at(line.plies()))
    }
}
