//! Positions to play on.

use serde::{Deserialize, Serialize};
use skep_analysis::tactics;
use skep_explorer::TableView;
use skep_records::record::StatedResult;
use skep_records::{Game, GameInPlay, GameLine, JudgeOptions};
use skep_render::{Board, Bounds, Style, TextStyle};
use skep_rules::game::Fault;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::ErrorObject;
use crate::types::{Solution, SvgOptions, options};
use crate::value;

/// A position with the turns that led to it: see `Position` in `skep.d.ts`.
#[wasm_bindgen(skip_typescript)]
pub struct Position {
    play: GameInPlay,
}

/// How a position is drawn.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct DrawingOptions {
    size: Option<u32>,
    theme: Option<String>,
    hands: Option<bool>,
    labels: Option<bool>,
    /// The number of turns before the position that is drawn. The default is the last position.
    ply: Option<u32>,
    /// Whether the picture has room for every position of the game, so that all its pictures have one size.
    whole: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SolvedTurns {
    win_in: Option<u32>,
    first: Vec<String>,
    loses_in: Option<u32>,
    line: Vec<String>,
    escape: Option<String>,
}

/// Reads a variant, a position, or a game in any notation.
fn game(text: &str) -> Result<Game, ErrorObject> {
    Game::of_text(text, JudgeOptions::default()).map_err(ErrorObject::from)
}

#[wasm_bindgen]
impl Position {
    /// Reads a variant, a position, or the end of a game in any notation.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str) -> Result<Position, JsValue> {
        Ok(Position {
            play: GameInPlay::of_game(&game(text)?),
        })
    }

    /// The variant, such as `Base+MLP`.
    #[wasm_bindgen(getter)]
    pub fn variant(&self) -> String {
        self.play.title().to_owned()
    }

    /// The number of turns since the start of the game.
    #[wasm_bindgen(getter)]
    pub fn ply(&self) -> u32 {
        self.play.first_ply() + self.play.plies()
    }

    /// The side to move.
    #[wasm_bindgen(getter)]
    pub fn turn(&self) -> String {
        self.play.turn().as_str().to_owned()
    }

    /// `WhiteWins`, `BlackWins` or `Draw` if the game is over on the board.
    #[wasm_bindgen(getter)]
    pub fn outcome(&self) -> Option<String> {
        let outcome = self.play.outcome();
        let result = StatedResult::of_outcome(outcome).as_str();
        outcome.is_over().then(|| result.to_owned())
    }

    /// The turns so far in canonical spelling.
    #[wasm_bindgen(getter)]
    pub fn moves(&self) -> Vec<String> {
        self.play.turns()
    }

    /// The position as one short text.
    #[wasm_bindgen(getter)]
    pub fn state(&self) -> String {
        self.play.state()
    }

    /// The position as HOP, if it is one of plain Hive.
    #[wasm_bindgen(getter)]
    pub fn hop(&self) -> Option<String> {
        self.play.hop()
    }

    /// The turns as a GameString, or as a record of Hex-It.
    #[wasm_bindgen(getter)]
    pub fn gamestring(&self) -> Option<String> {
        let (record, verdict) = self.play.record();
        verdict.game_string(&record)
    }

    /// The legal turns.
    #[wasm_bindgen(js_name = legalMoves)]
    pub fn legal_moves(&self) -> Vec<String> {
        self.play.legal_turns()
    }

    /// Plays a turn, in any spelling.
    pub fn play(&mut self, turn: &str) -> Result<(), JsValue> {
        let played = self.play.play(turn).map_err(Fault::from);
        Ok(played.map_err(ErrorObject::from)?)
    }

    /// Takes back the last turn, and returns it.
    pub fn undo(&mut self) -> Option<String> {
        self.play.undo()
    }

    /// Another position with the same turns.
    pub fn copy(&self) -> Position {
        Position {
            play: self.play.clone(),
        }
    }

    /// The number of lines of play of this length.
    pub fn perft(&self, depth: u32) -> f64 {
        let lines = self.play.perft(depth);
        // Plain numbers of JavaScript are exact up to 2⁵³.
        lines as f64
    }

    /// Looks for a forced win within this number of turns of each side.
    pub fn solve(&self, turns: u32) -> Result<Solution, JsValue> {
        let most = skep_tactics::MOST_TURNS;
        if turns > most {
            return Err(ErrorObject::new("bad-option", format!("turns is at most {most}")).into());
        }
        let solved = tactics::solve(&self.play.game(), turns);
        Ok(JsValue::into(value(&SolvedTurns {
            win_in: solved.win_in,
            first: solved.first,
            loses_in: solved.loses_in,
            line: solved.line,
            escape: solved.escape,
        })))
    }

    /// A drawing.
    pub fn svg(&self, drawing: SvgOptions) -> Result<String, JsValue> {
        let drawing: DrawingOptions = options(drawing.into())?;
        let mut style = Style::default();
        if let Some(theme) = &drawing.theme {
            style.theme = theme
                .parse()
                .map_err(|error| ErrorObject::new("bad-option", format!("{error}")))?;
        }
        if let Some(size) = drawing.size {
            if !(1..=1000).contains(&size) {
                return Err(ErrorObject::new("bad-option", "size is from 1 to 1000 pixels").into());
            }
            style.size = size;
        }
        style.hands = drawing.hands.unwrap_or(style.hands);
        style.labels = drawing.labels.unwrap_or(style.labels);
        let (record, verdict) = self.play.record();
        let line = GameLine::new(&record, &verdict);
        let board = Board::of(&line.at(drawing.ply.unwrap_or(u32::MAX).min(line.plies())));
        if !drawing.whole {
            return Ok(board.svg(&style));
        }
        let boards = line.playbacks().map(|playback| Board::of(&playback));
        let boards: Vec<Board> = boards.collect();
        let all = Bounds::of_boards(&boards, |board| board.bounds(&style));
        Ok(board.svg_within(&style, all.unwrap_or_else(|| board.bounds(&style))))
    }

    /// What is on the table and in hand, and the legal turns with their cells, in JSON.
    pub fn table(&self) -> JsValue {
        let (record, verdict) = self.play.record();
        let line = GameLine::new(&record, &verdict);
        let playback = line.at(line.plies());
        value(&TableView::new(&playback, &Board::of(&playback)))
    }

    /// The position as text.
    #[wasm_bindgen(js_name = toString)]
    pub fn text(&self) -> String {
        self.board().text(&TextStyle::default())
    }

    fn board(&self) -> Board {
        let (record, verdict) = self.play.record();
        let line = GameLine::new(&record, &verdict);
        Board::of(&line.at(line.plies()))
    }
}
