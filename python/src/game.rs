//! Games: the class `Game`.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict, PyTuple};

use skep_analysis::StateSource;
use skep_analysis::filter::{Attribute, Field, UnknownField};
use skep_records::notation::write::Loss;
use skep_records::record::StatedResult;
use skep_rules::game::Side;

use crate::arguments;
use crate::board::{PlayBoard, turns};
use crate::edits::{Edits, LegalTurnTexts, Searched, VariationEdit};
use crate::finding::PyFinding;
use crate::judged::{JudgedRecord, Place, place};
use crate::made::{changed, made, restored};
use crate::numbers::number;
use crate::position::{PyPosition, played};
use crate::positions::PyPositions;
use crate::starts::{notation_of, result_of, rules_of};
use crate::stream::game_id;
use crate::values::value_of;
use skep_rules::counted;

/// A game that was read and replayed by the rules.
///
/// A bad game is not an exception. It has findings, and the legal turns before the first error. Two games are equal if
/// they have the same text, the same place and the same rules.
///
/// >>> import skep
/// >>> skep.read('Base;wS1;bS1 wS1-')[0]
/// <Game 1 of text: ? – ?, Base, 2 plies, Unknown, ok>
#[pyclass(name = "Game", frozen, module = "skep", weakref)]
pub struct PyGame(Arc<JudgedRecord>);

impl PyGame {
    /// A game.
    pub fn new(judged: JudgedRecord) -> PyGame {
        PyGame(Arc::new(judged))
    }

    /// What was read and judged, for what keeps it.
    pub fn shared(&self) -> Arc<JudgedRecord> {
        Arc::clone(&self.0)
    }

    /// What was read and judged.
    pub fn judged(&self) -> &JudgedRecord {
        &self.0
    }

    fn counts(&self) -> LegalTurnTexts {
        LegalTurnTexts::of(self.0.verdict.game.written())
    }
}

/// Adds a property to the class for each field of the filter language that has no attribute of its own.
pub fn add_fields(py: Python<'_>) -> PyResult<()> {
    let class = py.get_type::<PyGame>();
    let property = py.import("builtins")?.getattr("property")?;
    for field in Field::ALL {
        if class.hasattr(field.as_str())? {
            continue;
        }
        let get = move |args: &Bound<'_, PyTuple>, _: Option<&Bound<'_, PyDict>>| {
            let game = args.get_item(0)?;
            let game = game.cast::<PyGame>()?.get();
            value_of(args.py(), &game.0, &Attribute::Field(field)).map(Bound::unbind)
        };
        let get = PyCFunction::new_closure(py, None, None, get)?;
        let doc = format!(
            "{}. In filters: ``{}``.\n\n>>> import skep\n>>> game = skep.read('Base;wS1;bS1 wS1-')[0]\n\
             >>> game.{field} == game.value('{field}')\nTrue",
            field.meaning(),
            field.example()
        );
        let none = py.None();
        class.setattr(field.as_str(), property.call1((get, &none, &none, doc))?)?;
    }
    Ok(())
}

/// What pickle keeps of a game: a function, and its arguments.
type Reduced<'py> = (
    Bound<'py, PyAny>,
    (String, Place, &'static str, String, Vec<PyFinding>),
);

#[pymethods]
impl PyGame {
    /// A game of these turns, in any spelling. An illegal turn raises `IllegalMove`. An invalid variant or state raises
    /// ``ValueError``.
    ///
    /// ``variant`` can also be a state or a HOP: the position in which the game begins. ``tags`` are those of the
    /// header, such as ``White`` and ``Date``. ``result`` is the result that the record states: ``WhiteWins``,
    /// ``BlackWins`` or ``Draw``. If the board decides the game, that is its result. The other arguments are those of
    /// `replace`.
    ///
    /// >>> import skep
    /// >>> game = skep.Game.from_moves(["wS1", "bS1 wS1-"], "Base", tags={"White": "Ann"}, result="WhiteWins")
    /// >>> game.white, game.moves, game.result
    /// ('Ann', ['wS1', 'bS1 wS1-'], 'WhiteWins')
    /// >>> print(game.to("pgn").splitlines()[0])
    /// [GameType "Base"]
    #[staticmethod]
    #[pyo3(signature = (moves, variant = "Base+MLP", *, tags = None, result = None, comments = None, clocks = None, searches = None, variations = None, rules = "default"))]
    #[expect(clippy::too_many_arguments, reason = "Python passes them by name")]
    fn from_moves(
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::texts)] moves: Vec<String>,
        variant: &str,
        #[pyo3(from_py_with = arguments::tags)] tags: Option<BTreeMap<String, String>>,
        result: Option<&str>,
        #[pyo3(from_py_with = arguments::comments)] comments: Option<BTreeMap<u32, String>>,
        #[pyo3(from_py_with = arguments::clocks)] clocks: Option<Vec<Option<f64>>>,
        #[pyo3(from_py_with = arguments::searches)] searches: Option<BTreeMap<u32, Searched>>,
        #[pyo3(from_py_with = arguments::variations)] variations: Option<Vec<VariationEdit>>,
        rules: &str,
    ) -> PyResult<PyGame> {
        let rules = rules_of(rules)?;
        let result = result.map(result_of).transpose()?;
        let mut searches = searches;
        let own = searches.as_mut();
        let game = made(
            py,
            &moves,
            variant,
            tags.unwrap_or_default(),
            result,
            own,
            rules,
        )?;
        let edits = Edits {
            tags: None,
            comments,
            clocks,
            searches,
            variations,
        };
        if edits.is_empty() {
            return Ok(PyGame::new(game));
        }
        changed(py, &game, edits, None).map(PyGame::new)
    }

    /// A copy with other tags, result, comments, clocks, searches or variations. What is not named stays.
    ///
    /// A tag with the value ``None`` is removed, and other tags stay. The other arguments replace all that the game
    /// has. The keys of ``comments`` and ``searches`` are numbers of turns: 0 is before the first turn. A search visits
    /// legal turns; another raises `IllegalMove`. ``clocks`` has the seconds that the player of each turn had used, or
    /// ``None``. The game becomes a record of JSON Lines, which
    /// holds all of this.
    ///
    /// >>> import skep
    /// >>> game = skep.Game.from_moves(["wS1", "bS1 wS1-"], "Base")
    /// >>> line = skep.types.Variation(after=1, moves=["bG1 wS1-"])
    /// >>> game = game.replace(tags={"White": "Ann"}, comments={2: "solid"}, clocks=[1.5, None], variations=[line])
    /// >>> game.white, game.comments, game.clocks, game.variations[0].moves
    /// ('Ann', {2: 'solid'}, [1.5, None], ['bG1 wS1-'])
    #[pyo3(signature = (*, tags = None, result = None, comments = None, clocks = None, searches = None, variations = None))]
    #[expect(clippy::too_many_arguments, reason = "Python passes them by name")]
    fn replace(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::changed_tags)] tags: Option<
            BTreeMap<String, Option<String>>,
        >,
        result: Option<&str>,
        #[pyo3(from_py_with = arguments::comments)] comments: Option<BTreeMap<u32, String>>,
        #[pyo3(from_py_with = arguments::clocks)] clocks: Option<Vec<Option<f64>>>,
        #[pyo3(from_py_with = arguments::searches)] searches: Option<BTreeMap<u32, Searched>>,
        #[pyo3(from_py_with = arguments::variations)] variations: Option<Vec<VariationEdit>>,
    ) -> PyResult<PyGame> {
        let result = result.map(result_of).transpose()?;
        let edits = Edits {
            tags,
            comments,
            clocks,
            searches,
            variations,
        };
        changed(py, &self.0, edits, result).map(PyGame::new)
    }

    /// The comments, by the number of turns before them.
    ///
    /// >>> import skep
    /// >>> skep.read("1. wS1 {solid} 2. bS1 wS1- *")[0].comments
    /// {1: 'solid'}
    #[getter]
    fn comments(&self) -> BTreeMap<u32, String> {
        self.counts().comments(&self.0.record)
    }

    /// For each turn, the seconds that its player had used since the start of the game, or ``None``.
    ///
    /// >>> import skep
    /// >>> skep.read("1. wS1 {[%used 0:00:02]} 2. bS1 wS1- *")[0].clocks
    /// [2.0, None]
    #[getter]
    fn clocks(&self) -> Vec<Option<f64>> {
        self.counts().clocks(&self.0.record)
    }

    /// What a program found before each turn, by the number of turns before it.
    ///
    /// >>> import skep
    /// >>> game = skep.Game.from_moves(["wS1"], "Base", searches={0: (0.25, {"wS1": 90, "wB1": 10})})
    /// >>> game.searches[0].value, game.searches[0].visits["wS1"]
    /// (0.25, 90)
    #[getter]
    fn searches<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let class = py.import("skep._types")?.getattr("Search")?;
        let searches = PyDict::new(py);
        for (turns, search) in self.counts().searches(&self.0.record) {
            let search = class.call1((search.value(), search.visits.clone()))?;
            searches.set_item(turns, search)?;
        }
        Ok(searches)
    }

    /// The variations that leave the game. Each has the number of turns before it, its turns as the record writes them,
    /// and its own variations.
    ///
    /// >>> import skep
    /// >>> skep.read("1. wS1 2. bS1 wS1- (2. bG1 wS1-) *")[0].variations
    /// [Variation(after=1, moves=['bG1 wS1-'], variations=[])]
    #[getter]
    fn variations<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.counts().variations(py, &self.0.record, None)
    }

    /// The file.
    ///
    /// >>> import skep
    /// >>> game = skep.read('[Event "Cup"]\n[Date "2024.03.02"]\n[White "Ann"]\n\n1. wS1 2. bS1 wS1-\n')[0]
    /// >>> game.path
    /// 'text'
    #[getter]
    fn path(&self) -> &str {
        &self.0.source().path
    }

    /// The path inside an archive.
    ///
    /// >>> import skep
    /// >>> game = skep.read('[Event "Cup"]\n[Date "2024.03.02"]\n[White "Ann"]\n\n1. wS1 2. bS1 wS1-\n')[0]
    /// >>> print(game.entry)
    /// None
    #[getter]
    fn entry(&self) -> Option<&str> {
        self.0.source().entry.as_deref()
    }

    /// The number of the game in its file or entry, from 1.
    ///
    /// >>> import skep
    /// >>> game = skep.read('[Event "Cup"]\n[Date "2024.03.02"]\n[White "Ann"]\n\n1. wS1 2. bS1 wS1-\n')[0]
    /// >>> game.index
    /// 1
    #[getter]
    fn index(&self) -> u64 {
        self.0.text.borrowed().index
    }

    /// A number for the game, as in `Batch.game`. It depends only on the path, the entry and the number of the game
    /// there; for a game that comes from no file, only on its text.
    ///
    /// >>> import skep
    /// >>> a, b = skep.read("Base;wS1\nBase;wG1\n")
    /// >>> a.id == b.id, a.id == skep.read("Base;wS1\nBase;wA1\n")[0].id
    /// (False, True)
    #[getter]
    fn id(&self) -> u64 {
        game_id(&self.0.text.borrowed())
    }

    /// The line of the file where the game begins, from 1.
    ///
    /// >>> import skep
    /// >>> game = skep.read('[Event "Cup"]\n[Date "2024.03.02"]\n[White "Ann"]\n\n1. wS1 2. bS1 wS1-\n')[0]
    /// >>> game.line
    /// 1
    #[getter]
    fn line(&self) -> u64 {
        self.0.text.borrowed().line
    }

    /// The tags: players, date, event and everything else in the header.
    ///
    /// >>> import skep
    /// >>> game = skep.read('[Event "Cup"]\n[Date "2024.03.02"]\n[White "Ann"]\n\n1. wS1 2. bS1 wS1-\n')[0]
    /// >>> game.tags
    /// {'Event': 'Cup', 'Date': '2024.03.02', 'White': 'Ann'}
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tags = PyDict::new(py);
        for (name, value) in self.0.record.tags.iter() {
            // A repeated tag keeps its first value, as in filters.
            if !tags.contains(name)? {
                tags.set_item(name, value)?;
            }
        }
        Ok(tags)
    }

    /// The names of the players.
    ///
    /// >>> import skep
    /// >>> game = skep.read('[Event "Cup"]\n[Date "2024.03.02"]\n[White "Ann"]\n\n1. wS1 2. bS1 wS1-\n')[0]
    /// >>> game.players
    /// Players(white='Ann', black=None)
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let players = self.0.facts().players();
        let class = py.import("skep._types")?.getattr("Players")?;
        class.call1((players.white, players.black))
    }

    /// The name of the player with the white pieces.
    ///
    /// >>> import skep
    /// >>> game = skep.read('[Event "Cup"]\n[Date "2024.03.02"]\n[White "Ann"]\n\n1. wS1 2. bS1 wS1-\n')[0]
    /// >>> game.white
    /// 'Ann'
    #[getter]
    fn white(&self) -> Option<&str> {
        self.0.facts().player(Side::White)
    }

    /// The name of the player with the black pieces.
    ///
    /// >>> import skep
    /// >>> game = skep.read('[Event "Cup"]\n[Date "2024.03.02"]\n[White "Ann"]\n\n1. wS1 2. bS1 wS1-\n')[0]
    /// >>> print(game.black)
    /// None
    #[getter]
    fn black(&self) -> Option<&str> {
        self.0.facts().player(Side::Black)
    }

    /// The date, or the known part of it.
    ///
    /// >>> import skep
    /// >>> game = skep.read('[Event "Cup"]\n[Date "2024.03.02"]\n[White "Ann"]\n\n1. wS1 2. bS1 wS1-\n')[0]
    /// >>> game.date
    /// '2024-03-02'
    #[getter]
    fn date(&self) -> Option<String> {
        self.0.facts().date().map(|date| date.to_string())
    }

    /// The event.
    ///
    /// >>> import skep
    /// >>> game = skep.read('[Event "Cup"]\n[Date "2024.03.02"]\n[White "Ann"]\n\n1. wS1 2. bS1 wS1-\n')[0]
    /// >>> game.event
    /// 'Cup'
    #[getter]
    fn event(&self) -> Option<&str> {
        self.0.facts().event()
    }

    /// The variant, with all bugs that the moves name.
    ///
    /// >>> import skep
    /// >>> game = skep.read('[Event "Cup"]\n[Date "2024.03.02"]\n[White "Ann"]\n\n1. wS1 2. bS1 wS1-\n')[0]
    /// >>> game.variant
    /// 'Base'
    #[getter]
    fn variant(&self) -> &str {
        match self.0.facts().variant() {
            Some(variant) => variant,
            None => self.0.verdict.title(),
        }
    }

    /// The result on the board if the board decides the game, otherwise the stated result: ``WhiteWins``,
    /// ``BlackWins``, ``Draw``, ``InProgress`` or ``Unknown``.
    ///
    /// >>> import skep
    /// >>> game = skep.read('[Event "Cup"]\n[Date "2024.03.02"]\n[White "Ann"]\n\n1. wS1 2. bS1 wS1-\n')[0]
    /// >>> game.result
    /// 'Unknown'
    #[getter]
    fn result(&self) -> &'static str {
        self.0.verdict.result(&self.0.record).as_str()
    }

    /// The result that the record states.
    ///
    /// >>> import skep
    /// >>> game = skep.read('[Event "Cup"]\n[Date "2024.03.02"]\n[White "Ann"]\n\n1. wS1 2. bS1 wS1-\n')[0]
    /// >>> game.stated_result
    /// 'Unknown'
    #[getter]
    fn stated_result(&self) -> &'static str {
        self.0.record.stated.result.as_str()
    }

    /// The result that the board shows.
    ///
    /// >>> import skep
    /// >>> game = skep.read('[Event "Cup"]\n[Date "2024.03.02"]\n[White "Ann"]\n\n1. wS1 2. bS1 wS1-\n')[0]
    /// >>> game.board_result
    /// 'InProgress'
    #[getter]
    fn board_result(&self) -> &'static str {
        self.0
            .facts()
            .board()
            .unwrap_or(StatedResult::Unknown)
            .as_str()
    }

    /// How the game ended: ``board``, ``resignation``, ``time``, ``agreement`` and so on.
    ///
    /// >>> import skep
    /// >>> game = skep.read('[Event "Cup"]\n[Date "2024.03.02"]\n[White "Ann"]\n\n1. wS1 2. bS1 wS1-\n')[0]
    /// >>> game.termination
    /// 'unknown'
    #[getter]
    fn termination(&self) -> &'static str {
        self.0.verdict.termination.as_str()
    }

    /// ``ok``, ``illegal``, ``syntax``, ``unsupported``, ``empty`` or ``unverifiable``, as ``skep check`` reports it.
    ///
    /// >>> import skep
    /// >>> game = skep.read('[Event "Cup"]\n[Date "2024.03.02"]\n[White "Ann"]\n\n1. wS1 2. bS1 wS1-\n')[0]
    /// >>> game.status
    /// 'ok'
    #[getter]
    fn status(&self) -> &'static str {
        self.0.verdict.status.as_str()
    }

    /// Whether every turn is legal.
    ///
    /// >>> import skep
    /// >>> game = skep.read('[Event "Cup"]\n[Date "2024.03.02"]\n[White "Ann"]\n\n1. wS1 2. bS1 wS1-\n')[0]
    /// >>> game.is_valid
    /// True
    #[getter]
    fn is_valid(&self) -> bool {
        self.0.verdict.status.is_sound()
    }

    /// The notation that the game was read from.
    ///
    /// >>> import skep
    /// >>> game = skep.read('[Event "Cup"]\n[Date "2024.03.02"]\n[White "Ann"]\n\n1. wS1 2. bS1 wS1-\n')[0]
    /// >>> game.notation
    /// 'pgn'
    #[getter]
    fn notation(&self) -> &'static str {
        self.0.record.format.as_str()
    }

    /// The findings: errors, warnings and remarks.
    ///
    /// >>> import skep
    /// >>> game = skep.read('Base;InProgress;White[3];wS1;bS1 wS1-;wA1 bS1-')[0]
    /// >>> [(finding.code, finding.rule, finding.column) for finding in game.diagnostics]
    /// [('illegal-move', 'placement-colour', 39)]
    #[getter]
    fn diagnostics(&self) -> Vec<PyFinding> {
        self.0.findings.clone()
    }

    /// The number of legal turns, up to the first error.
    ///
    /// >>> import skep
    /// >>> game = skep.read('[Event "Cup"]\n[Date "2024.03.02"]\n[White "Ann"]\n\n1. wS1 2. bS1 wS1-\n')[0]
    /// >>> game.plies, len(game)
    /// (2, 2)
    #[getter]
    fn plies(&self) -> u32 {
        self.0.verdict.plies()
    }

    /// The value of a field of the filter language, or of a tag: a text, number, truth value, list of names, or pair of
    /// the players' values. ``None`` if it is missing. See ``skep help filters``.
    ///
    /// The fields are also attributes: ``game.white_elo``.
    ///
    /// >>> import skep
    /// >>> game = skep.read('[Round "3"]\n[WhiteElo "1900"]\n[White "Ann"]\n\n1. wS1 2. bS1 wS1-\n')[0]
    /// >>> game.value("tag(Round)"), game.value("max(mobility)"), game.value("white_elo/200")
    /// ('3', 24, '1800..1999')
    /// >>> game.white_elo, game.elo, game.code, game.speed
    /// (1900, (1900, None), [], None)
    fn value<'py>(&self, py: Python<'py>, field: &str) -> PyResult<Bound<'py, PyAny>> {
        let attribute = field
            .parse()
            .map_err(|error: UnknownField| PyValueError::new_err(error.to_string()))?;
        value_of(py, &self.0, &attribute)
    }

    /// The legal turns in canonical spelling.
    ///
    /// >>> import skep
    /// >>> game = skep.read('[Event "Cup"]\n[Date "2024.03.02"]\n[White "Ann"]\n\n1. wS1 2. bS1 wS1-\n')[0]
    /// >>> game.moves
    /// ['wS1', 'bS1 wS1-']
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let turns = turns(&self.0.verdict.game).into_iter();
        turns.map(|turn| played(py, turn)).collect()
    }

    fn __len__(&self) -> usize {
        self.plies() as usize
    }

    fn __bool__(&self) -> bool {
        true
    }

    /// The position after some turns; after all turns by default. A negative number counts from the end.
    ///
    /// >>> import skep
    /// >>> game = skep.read('[Event "Cup"]\n[Date "2024.03.02"]\n[White "Ann"]\n\n1. wS1 2. bS1 wS1-\n')[0]
    /// >>> game.position().ply, game.position(0).ply, game.position(-2).ply
    /// (2, 0, 1)
    #[pyo3(signature = (ply = -1), text_signature = "($self, ply=-1)")]
    fn position(&self, #[pyo3(from_py_with = number)] ply: i64) -> PyResult<PyPosition> {
        let plies = i64::from(self.plies());
        let at = if ply < 0 { ply + plies + 1 } else { ply };
        if !(0..=plies).contains(&at) {
            let plies = counted(self.plies().into(), "ply", "plies");
            return Err(PyIndexError::new_err(format!("the game has {plies}")));
        }
        let board = PlayBoard::of_game(&self.0.verdict.game, usize::try_from(at)?, self.0.rules);
        Ok(PyPosition::new(board, self.0.rules))
    }

    /// The positions from the start to the end. Each is a copy.
    ///
    /// >>> import skep
    /// >>> game = skep.read('[Event "Cup"]\n[Date "2024.03.02"]\n[White "Ann"]\n\n1. wS1 2. bS1 wS1-\n')[0]
    /// >>> [position.ply for position in game.positions()]
    /// [0, 1, 2]
    fn positions(&self) -> PyPositions {
        PyPositions::of(&self.0)
    }

    /// The game in a notation: ``uhp``, ``pgn``, ``boardspace``, ``jsonl``, ``hxt`` or ``analysis``. `InvalidGame` says
    /// why it cannot be written, and `UnsupportedGame` that the notation has no such games: Hex-It has no ``uhp``,
    /// ``pgn`` and ``analysis``, and Hive has no ``hxt``.
    ///
    /// What the notation cannot hold is left out, and a `LossWarning` names it. ``state`` is ``stated`` to write the
    /// stated result into a GameString even if the board does not show it, or ``board`` to write the result on the
    /// board.
    ///
    /// >>> import skep
    /// >>> game = skep.read('[Event "Cup"]\n[Date "2024.03.02"]\n[White "Ann"]\n\n1. wS1 2. bS1 wS1-\n')[0]
    /// >>> import warnings
    /// >>> with warnings.catch_warnings(record=True) as caught:
    /// ...     game.to('uhp')
    /// 'Base;InProgress;White[2];wS1;bS1 wS1-\n'
    /// >>> print(caught[0].message)
    /// uhp cannot hold tags
    #[pyo3(signature = (notation, *, state = None))]
    fn to(&self, py: Python<'_>, notation: &str, state: Option<&str>) -> PyResult<String> {
        let (text, losses) = self._written(py, notation, state)?;
        if !losses.is_empty() {
            let function = py.import("skep._errors")?.getattr("warn_of_losses")?;
            function.call1((notation, losses, 2))?;
        }
        Ok(text)
    }

    /// The game in a notation, and what that cannot hold of it.
    #[pyo3(signature = (notation, state = None))]
    fn _written(
        &self,
        py: Python<'_>,
        notation: &str,
        state: Option<&str>,
    ) -> PyResult<(String, Vec<&'static str>)> {
        let state = state.map(str::parse::<StateSource>).transpose();
        let state = state.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let (text, losses) = self.0.written(py, notation_of(notation)?, state)?;
        Ok((text, losses.iter().map(Loss::as_str).collect()))
    }

    /// A drawing of the last position, or of the position after ``ply`` turns. The arguments are those of
    /// `Position.svg`.
    ///
    /// >>> import skep
    /// >>> skep.read('Base;wS1;bS1 wS1-')[0].svg(ply=1, marks=["wS1"])[:4]
    /// '<svg'
    #[pyo3(signature = (*, ply = -1, **options), text_signature = "($self, *, ply=-1, size=48, theme='light', hands=True, labels=False, arrows=(), marks=())")]
    fn svg<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = number)] ply: i64,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let position = Bound::new(py, self.position(ply)?)?;
        position.call_method("svg", (), options)
    }

    fn _repr_svg_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.svg(py, -1, None)
    }

    /// Raise `InvalidGame` with the first error if the game is invalid.
    ///
    /// >>> import skep
    /// >>> game = skep.read('[Event "Cup"]\n[Date "2024.03.02"]\n[White "Ann"]\n\n1. wS1 2. bS1 wS1-\n')[0]
    /// >>> game.raise_if_invalid()
    fn raise_if_invalid(&self, py: Python<'_>) -> PyResult<()> {
        match self.0.invalid(py) {
            Some(invalid) => Err(invalid),
            None => Ok(()),
        }
    }

    /// A game does not change, so a copy is the same object.
    fn __copy__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __deepcopy__<'py>(this: PyRef<'py, Self>, _memo: &Bound<'py, PyDict>) -> PyRef<'py, Self> {
        this
    }

    /// Reads and judges a game again, for pickle.
    #[staticmethod]
    fn _restore(
        text: &str,
        place: Place,
        notation: &str,
        rules: &str,
        findings: Vec<Bound<'_, PyFinding>>,
    ) -> PyResult<PyGame> {
        let findings = findings.iter().map(|finding| finding.get().clone());
        let (rules, notation) = (rules_of(rules)?, notation_of(notation)?);
        Ok(PyGame::new(restored(
            text,
            place,
            notation,
            rules,
            findings.collect(),
        )))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let text = self.0.text.borrowed();
        let restore = py.get_type::<PyGame>().getattr("_restore")?;
        let findings = self.0.findings.clone();
        let rules = self.0.rules.to_string();
        Ok((
            restore,
            (
                text.text.to_owned(),
                place(&text),
                text.format.as_str(),
                rules,
                findings,
            ),
        ))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<PyGame>() else {
            return false;
        };
        let (ours, theirs) = (&self.0, &other.get().0);
        let (text, other) = (ours.text.borrowed(), theirs.text.borrowed());
        Arc::ptr_eq(ours, theirs)
            || (text.text == other.text
                && text.format == other.format
                && place(&text) == place(&other)
                && ours.rules == theirs.rules)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        place(&self.0.text.borrowed()).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let judged = &self.0;
        let players = judged.facts().players();
        let name = |player: Option<&str>| player.unwrap_or("?").to_owned();
        format!(
            "<Game {} of {}: {} – {}, {}, {}, {}, {}>",
            judged.text.borrowed().index,
            judged.source(),
            name(players.white),
            name(players.black),
            self.variant(),
            counted(self.plies().into(), "ply", "plies"),
            self.result(),
            self.status(),
        )
    }
}
