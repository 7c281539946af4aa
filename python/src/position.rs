//! Positions: the class `Position`.

use std::time::Instant;

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString};

use skep_analysis::tactics::{Solved, solve, until};

use skep_records::{Game, JudgeOptions};
use skep_render::{Board as Picture, TextStyle};
use skep_rules::game::{Outcome, Position as _, Side};
use skep_rules::geometry::Hex;
use skep_tactics::MOST_TURNS;

use crate::arguments;
use crate::board::{PlayBoard, outcome_name};
use crate::each_board;
use crate::errors;
use crate::moved::{self, Cells};
use crate::moves::PyMoves;
use crate::numbers::number;
use crate::picture::{Arrow, PictureMark, draw, style};
use crate::signals::watched;
use crate::starts::{board_of, rules_of};

/// What pickle keeps of a position: the function that restores it, and its arguments.
type Reduced<'py> = (Bound<'py, PyAny>, (String, String, Vec<String>));

/// A position of Hive or Hex-It, with the turns that led to it.
///
/// The text is a variant (``Base+MLP``, ``Venom+Predators``, ``Hex-It 29``), a game in any notation, or a state.
/// ``rules`` is a set of rules, such as ``historical+open``, as in ``skep check --compare``. Two positions are equal if
/// they have the same variant, number of turns and continuations. A position changes, so it has no hash; `key` is a
/// number for a dictionary.
///
/// >>> import skep
/// >>> position = skep.Position("Base+MLP")
/// >>> position.play("wL")
/// >>> position.play("bP wL-")
/// >>> position
/// Position("Base+MLP;InProgress;White[2];wL;bP wL-")
/// >>> position == skep.Position(position.state)
/// True
#[pyclass(name = "Position", module = "skep", weakref)]
pub struct PyPosition {
    pub board: PlayBoard,
    rules: JudgeOptions,
}

impl PyPosition {
    /// A position of a game that was judged by these rules.
    pub const fn new(board: PlayBoard, rules: JudgeOptions) -> PyPosition {
        PyPosition { board, rules }
    }

    /// The rules by which it was judged.
    pub const fn rules(&self) -> JudgeOptions {
        self.rules
    }

    fn outcome(&self) -> Outcome {
        each_board!(&self.board, line => line.outcome())
    }

    fn identity(&self) -> (&str, u32, u64) {
        each_board!(&self.board, line => line.identity())
    }

    fn picture(&self) -> Picture {
        each_board!(&self.board, line => {
            let game = line.game_line();
            Picture::of(&game.at(game.plies()))
        })
    }
}

/// A turn that was played.
pub fn played<'py>(py: Python<'py>, (text, cells): (String, Cells)) -> PyResult<Bound<'py, PyAny>> {
    moved::turn(py, PyString::new(py, &text), cells, None)
}

/// The side that a text names.
fn side_of(text: &str) -> PyResult<Side> {
    let letter = text.chars().next().filter(|_| text.len() == 1);
    let side = letter
        .and_then(Side::from_letter)
        .or_else(|| text.parse().ok());
    side.ok_or_else(|| {
        PyValueError::new_err(format!("unknown side `{text}`: expected White or Black"))
    })
}

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (text = "Base+MLP", *, rules = "default"))]
    fn create(py: Python<'_>, text: &str, rules: &str) -> PyResult<PyPosition> {
        let rules = rules_of(rules)?;
        let board = board_of(py, text, rules)?;
        Ok(PyPosition { board, rules })
    }

    /// The variant, such as ``Base+MLP`` or ``Hex-It 29``.
    ///
    /// >>> import skep
    /// >>> skep.Position("Venom").variant
    /// 'Venom'
    #[getter]
    fn variant(&self) -> &str {
        each_board!(&self.board, line => line.game().title())
    }

    /// The number of turns played since the start of the game.
    ///
    /// >>> import skep
    /// >>> skep.Position("Base;wS1;bS1 wS1-").ply
    /// 2
    #[getter]
    fn ply(&self) -> u32 {
        each_board!(&self.board, line => line.position().ply())
    }

    /// The side to move: `WHITE` or `BLACK`. Both are texts; only `WHITE` is true.
    ///
    /// >>> import skep
    /// >>> turn = skep.Position("Base;wS1").turn
    /// >>> turn == skep.BLACK, turn == "Black", bool(turn)
    /// (True, True, False)
    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        static SIDES: [PyOnceLock<Py<PyAny>>; 2] = [const { PyOnceLock::new() }; 2];
        let side = each_board!(&self.board, line => line.position().turn());
        let name = ["WHITE", "BLACK"][side.index()];
        let make = || Ok::<_, PyErr>(py.import("skep._types")?.getattr(name)?.unbind());
        Ok(SIDES[side.index()]
            .get_or_try_init(py, make)?
            .bind(py)
            .clone())
    }

    /// ``WhiteWins``, ``BlackWins`` or ``Draw`` if the game is over on the board, otherwise ``None``.
    ///
    /// >>> import skep
    /// >>> print(skep.Position("Base").outcome)
    /// None
    #[getter(outcome)]
    fn outcome_name(&self) -> Option<&'static str> {
        outcome_name(self.outcome())
    }

    /// The points of White and Black in Hex-It; ``None`` in Hive.
    ///
    /// >>> import skep
    /// >>> skep.Position("Hex-It 29").score
    /// (2.0, 1.5)
    #[getter]
    fn score(&self) -> Option<(f64, f64)> {
        each_board!(&self.board, line => line.score())
    }

    /// A number that is equal for positions that differ only by their place on the plane.
    ///
    /// >>> import skep
    /// >>> skep.Position("Base;wS1").key == skep.Position("Base;wS1").key
    /// True
    #[getter]
    fn key(&self) -> u64 {
        each_board!(&self.board, line => line.position().key())
    }

    /// A number that is also equal for rotated and reflected positions.
    ///
    /// >>> import skep
    /// >>> east, west = skep.Position("Base;wS1;bG1 wS1-"), skep.Position("Base;wS1;bG1 -wS1")
    /// >>> east.canonical_key == west.canonical_key, east.key == west.key
    /// (True, False)
    #[getter]
    fn canonical_key(&self) -> u64 {
        each_board!(&self.board, line => line.position().canonical_key())
    }

    /// The turns so far as a GameString; in Hex-It as a Hex-It record. ``None`` for a position that was made from a
    /// state, because a GameString has all turns since the start of the game. `state` is a text for every position.
    ///
    /// >>> import skep
    /// >>> position = skep.Position("Base")
    /// >>> position.play("wG1")
    /// >>> position.gamestring
    /// 'Base;InProgress;Black[1];wG1'
    /// >>> print(skep.Position(position.state).gamestring)
    /// None
    #[getter]
    fn gamestring(&self) -> Option<String> {
        each_board!(&self.board, line => line.game_string())
    }

    /// The position as one short text, without the turns that led to it; ``skep help notations`` describes it.
    ///
    /// >>> import skep
    /// >>> skep.Position("Base;wS1;bS1 wS1-").state
    /// 'Base/w2/0,0wS1:1,0bS1/QSBBGGGAAA/QSBBGGGAAA/rests=bS1'
    #[getter]
    fn state(&self) -> String {
        each_board!(&self.board, line => line.game().state())
    }

    /// The position as HOP, the text of hivegame.com; ``None`` if it is not plain Hive. A HOP is also read as a
    /// position.
    ///
    /// >>> import skep
    /// >>> skep.Position("Base;wS1;bS1 wS1-").hop
    /// 'base,S+s!,w'
    #[getter]
    fn hop(&self) -> Option<String> {
        each_board!(&self.board, line => line.game().hop())
    }

    /// The turns so far in canonical spelling. For a position that was made from a state, the turns since then.
    ///
    /// >>> import skep
    /// >>> skep.Position("Base;wS1;bS1 wS1-").moves
    /// ['wS1', 'bS1 wS1-']
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let turns = each_board!(&self.board, line => line.moves()).into_iter();
        turns.map(|turn| played(py, turn)).collect()
    }

    /// Whether the game is over on the board.
    ///
    /// >>> import skep
    /// >>> skep.Position("Base").is_game_over()
    /// False
    fn is_game_over(&self) -> bool {
        self.outcome().is_over()
    }

    /// The legal turns: a sequence of texts. A forced pass is a turn. A finished game has none.
    ///
    /// The list does not change when the position changes.
    ///
    /// >>> import skep
    /// >>> moves = skep.Position("Base").legal_moves()
    /// >>> list(moves)
    /// ['wS1', 'wB1', 'wG1', 'wA1']
    /// >>> len(moves), moves[-1], "wQ" in moves
    /// (4, 'wA1', False)
    fn legal_moves(&self) -> PyMoves {
        PyMoves::of(&self.board)
    }

    /// Whether a turn is legal, in any spelling.
    ///
    /// >>> import skep
    /// >>> skep.Position("Base;wS1").is_legal("bG1 /wS1")
    /// True
    fn is_legal(&self, turn: &str) -> bool {
        each_board!(&self.board, line => line.judge(turn).is_ok())
    }

    /// Play a turn, in any spelling. An illegal turn raises `IllegalMove` with the rule, and changes nothing.
    ///
    /// In Hive with the pieces of Base+MLP, any of several equal pieces can enter first, as in records. The piece keeps
    /// its number in `moves`, `pieces` and `hand`. In `gamestring` and `state`, equal pieces are numbered in the order
    /// in which they enter.
    ///
    /// >>> import skep
    /// >>> position = skep.Position("Base")
    /// >>> position.play("wG2")
    /// >>> position.play("bA1 wG2-")
    /// >>> position.moves, position.gamestring
    /// (['wG2', 'bA1 wG2-'], 'Base;InProgress;White[2];wG1;bA1 wG1-')
    ///
    /// >>> import skep
    /// >>> position = skep.Position("Base;wS1;bS1 wS1-")
    /// >>> position.play("wQ -wS1")
    /// >>> try:
    /// ...     position.play("bQ wQ-")
    /// ... except skep.IllegalMove as error:
    /// ...     print(error.rule, "|", error)
    /// placement-occupied | ...
    fn play(&mut self, py: Python<'_>, turn: &str) -> PyResult<()> {
        each_board!(&mut self.board, line => {
            let plies = line.position().ply();
            let meant = line.judge(turn).map_err(|fault| errors::illegal_move(py, fault, plies))?;
            line.push_meant(meant);
        });
        Ok(())
    }

    /// As `play`, under the name that it has in python-chess.
    ///
    /// >>> import skep
    /// >>> position = skep.Position("Base")
    /// >>> position.push("wG1")
    /// >>> position.pop(), position.ply
    /// ('wG1', 0)
    fn push(&mut self, py: Python<'_>, turn: &str) -> PyResult<()> {
        self.play(py, turn)
    }

    /// As `undo`, under the name that it has in python-chess.
    ///
    /// >>> import skep
    /// >>> skep.Position("Base;wS1;bS1 wS1-").pop()
    /// 'bS1 wS1-'
    fn pop<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.undo(py)
    }

    /// Take back the last turn, and return it.
    ///
    /// >>> import skep
    /// >>> position = skep.Position("Base;wS1;bS1 wS1-")
    /// >>> position.undo()
    /// 'bS1 wS1-'
    /// >>> position.ply
    /// 1
    fn undo<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let undone = each_board!(&mut self.board, line => line.undo());
        let undone = undone.ok_or_else(|| PyIndexError::new_err("there is no turn to take back"));
        played(py, undone?)
    }

    /// The last turn. ``IndexError`` at the start of a game.
    ///
    /// >>> import skep
    /// >>> skep.Position("Base;wS1;bS1 wS1-").peek()
    /// 'bS1 wS1-'
    fn peek<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let last = each_board!(&self.board, line => line.last());
        played(
            py,
            last.ok_or_else(|| PyIndexError::new_err("there is no turn"))?,
        )
    }

    /// The name of the piece on top of a cell, or ``None``.
    ///
    /// >>> import skep
    /// >>> position = skep.Position("Base;wS1;bS1 wS1-")
    /// >>> position.piece_at(1, 0), position.piece_at(5, 5)
    /// ('bS1', None)
    fn piece_at(
        &self,
        #[pyo3(from_py_with = number)] q: i32,
        #[pyo3(from_py_with = number)] r: i32,
    ) -> Option<String> {
        let placed = each_board!(&self.board, line => line.pieces());
        let top = placed.iter().rfind(|one| one.hex == Hex::new(q, r));
        top.map(|one| one.piece.to_string())
    }

    /// The pieces of a side that cannot move because the hive would split. The list is empty in Hex-It.
    ///
    /// >>> import skep
    /// >>> skep.Position("Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-").pinned("White")
    /// ['wS1']
    fn pinned(&self, side: &str) -> PyResult<Vec<String>> {
        let side = side_of(side)?;
        Ok(each_board!(&self.board, line => line.pinned(side)))
    }

    /// The pieces on the board, row by row, each stack from the bottom up.
    ///
    /// >>> import skep
    /// >>> for piece, q, r, height in skep.Position("Base;wS1;bS1 wS1-").pieces():
    /// ...     print(piece, q, r, height)
    /// wS1 0 0 0
    /// bS1 1 0 0
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let class = py.import("skep._types")?.getattr("Placed")?;
        let placed = each_board!(&self.board, line => line.pieces()).into_iter();
        let placed = placed.map(|one| (one.piece.to_string(), one.hex.q, one.hex.r, one.height));
        placed.map(|piece| class.call1(piece)).collect()
    }

    /// The names of the pieces that a side can still place.
    ///
    /// >>> import skep
    /// >>> skep.Position("Base;wS1").hand("White")
    /// ['wQ', 'wS2', 'wB1', 'wB2', 'wG1', 'wG2', 'wG3', 'wA1', 'wA2', 'wA3']
    fn hand(&self, side: &str) -> PyResult<Vec<String>> {
        let side = side_of(side)?;
        Ok(each_board!(&self.board, line => line.hand(side)))
    }

    /// The number of lines of play of ``depth`` turns, at most 100. Ctrl-C stops the count.
    ///
    /// >>> import skep
    /// >>> skep.Position("Base+MLP").perft(3)
    /// 6678
    fn perft(
        this: PyRef<'_, Self>,
        py: Python<'_>,
        #[pyo3(from_py_with = number)] depth: u32,
    ) -> PyResult<u64> {
        if depth > 100 {
            return Err(PyValueError::new_err("depth is at most 100"));
        }
        // A copy, so that other threads can use the position meanwhile.
        let board = this.board.clone();
        drop(this);
        py.detach(|| each_board!(&board, line => line.perft(depth)))
    }

    /// A copy. With ``history=False``, the copy is small: it has no turns to take back, and no GameString. If
    /// ``rules`` make the third occurrence of a position a draw, the turns since the last placement stay, because
    /// they count.
    ///
    /// >>> import skep
    /// >>> position = skep.Position("Base;wS1")
    /// >>> other = position.copy()
    /// >>> other.play("bS1 wS1-")
    /// >>> position.ply, other.ply, position.copy(history=False).moves
    /// (1, 2, [])
    #[pyo3(signature = (*, history = true))]
    fn copy(&self, history: bool) -> PyPosition {
        let board = if history {
            self.board.clone()
        } else {
            self.board.without_turns()
        };
        PyPosition {
            board,
            rules: self.rules,
        }
    }

    fn __copy__(&self) -> PyPosition {
        self.copy(true)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyDict>) -> PyPosition {
        self.copy(true)
    }

    /// The forced win of the player to move, or of the other player, within ``moves`` own turns, at most 5. Wins are
    /// proved, as in ``skep solve``. Ctrl-C stops the search.
    ///
    /// With ``time``, the search looks ahead further and further, and ends after this number of seconds. ``searched``
    /// in the solution is the number of own turns for which it is complete.
    ///
    /// >>> import skep
    /// >>> solution = skep.Position("Base").solve(moves=1)
    /// >>> solution.win_in, solution.loses_in, solution.searched
    /// (None, None, 1)
    /// >>> skep.Position("Base").solve(5, time=0.1).searched >= 1
    /// True
    #[pyo3(signature = (moves = 3, *, time = None))]
    fn solve<'py>(
        this: PyRef<'py, Self>,
        py: Python<'py>,
        #[pyo3(from_py_with = number)] moves: u32,
        time: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if !(1..=MOST_TURNS).contains(&moves) {
            let message = format!("moves must be from 1 to {MOST_TURNS}");
            return Err(PyValueError::new_err(message));
        }
        let end = time
            .map(|time| skep_engine::seconds(time).map_err(PyValueError::new_err))
            .transpose()?
            .map(|time| Instant::now() + time);
        // A copy, so that other threads can use the position meanwhile.
        let game = each_board!(&this.board, line => Game::from(line.game().clone()));
        let board = this.board.clone();
        drop(this);
        let (mut solved, mut searched) = (Solved::default(), 0);
        // Without a limit, the last search is enough.
        let first = if end.is_some() { 1 } else { moves };
        let is_drawn = each_board!(&board, line => line.is_drawn());
        for turns in (first..=moves).filter(|_| !is_drawn) {
            match watched(py, end, |stop| until(stop, || solve(&game, turns)))? {
                Some(found) => (solved, searched) = (found, turns),
                None => break,
            }
            if solved.win_in.is_some() || solved.loses_in.is_some() {
                break;
            }
        }
        if is_drawn {
            searched = moves;
        }
        let text = |text: &String| each_board!(&board, line => line.renamed(text));
        let (first, line): (Vec<String>, Vec<String>) = (
            solved.first.iter().map(text).collect(),
            solved.line.iter().map(text).collect(),
        );
        let class = py.import("skep._types")?.getattr("Solution")?;
        let escape = solved.escape.as_ref().map(text);
        class.call1((
            solved.win_in,
            first,
            solved.loses_in,
            line,
            escape,
            searched,
        ))
    }

    /// A position with its turns, for pickle.
    #[staticmethod]
    fn _restore(
        py: Python<'_>,
        text: &str,
        rules: &str,
        turns: Vec<String>,
    ) -> PyResult<PyPosition> {
        let mut position = PyPosition::create(py, text, rules)?;
        each_board!(&mut position.board, line => {
            for turn in turns {
                let plies = line.position().ply();
                // A stored game may go on after a draw by repetition.
                let meant = line.judge_on(&turn);
                line.push_meant(meant.map_err(|fault| errors::illegal_move(py, fault, plies))?);
            }
        });
        Ok(position)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let restore = py.get_type::<PyPosition>().getattr("_restore")?;
        let (text, turns) = each_board!(&self.board, line => line.origin());
        Ok((restore, (text, self.rules.to_string(), turns)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<PyPosition>();
        other.is_ok_and(|other| self.identity() == other.borrow().identity())
    }

    fn __str__(&self) -> String {
        self.picture().text(&TextStyle::default())
    }

    fn __repr__(&self) -> String {
        let text = self.gamestring().unwrap_or_else(|| self.state());
        format!("Position({text:?})")
    }

    /// A drawing of the position. ``size`` is the width of a tile in pixels, and ``theme`` is ``light`` or ``dark``.
    ///
    /// ``arrows`` are turns, such as those of `legal_moves`, or pairs of cells, and ``marks`` are cells. A cell is the
    /// name of a piece, or the pair (q, r) of `pieces`.
    ///
    /// >>> import skep
    /// >>> position = skep.Position("Base;wS1;bS1 wS1-")
    /// >>> position.svg(size=32, arrows=[("wS1", "bS1")], marks=["bS1", (2, 0)])[:4]
    /// '<svg'
    #[pyo3(signature = (*, size = 48, theme = "light", hands = true, labels = false, arrows = Vec::new(), marks = Vec::new()), text_signature = "($self, *, size=48, theme='light', hands=True, labels=False, arrows=(), marks=())")]
    fn svg(
        &self,
        #[pyo3(from_py_with = number)] size: u32,
        theme: &str,
        hands: bool,
        labels: bool,
        #[pyo3(from_py_with = arguments::arrows)] arrows: Vec<Arrow>,
        #[pyo3(from_py_with = arguments::marks)] marks: Vec<PictureMark>,
    ) -> PyResult<String> {
        let style = style(size, theme, hands, labels)?;
        let mut picture = self.picture();
        let placed = each_board!(&self.board, line => line.pieces());
        draw(&mut picture, &placed, &arrows, &marks)?;
        Ok(picture.svg(&style))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(48, "light", true, false, Vec::new(), Vec::new())
    }
}
