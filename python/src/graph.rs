//! Positions as graphs: the function `graph_arrays`.
//!
//! The nodes are the pieces on the board, those in hand, and the empty cells where a piece can go. A turn is a sequence
//! of steps between nodes, so the turns of all games can be written.

use std::collections::HashMap;

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use skep_records::Rules;
use skep_records::game::{AnyPiece, HexIt, Hive, MoveCells, PlacedPiece, Venom};
use skep_rules::game::{Position as _, Side};
use skep_rules::geometry::{Direction, Hex};
use skep_rules::hexit;
use skep_rules::hive::venom::{Effect, WrittenDraw};
use skep_rules::hive::{Bug, Move, Piece, PieceName, Place, venom};

use crate::board::{PlayBoard, PlayLine};
use crate::each_board;
use crate::encode::{Encoding, SCALARS};
use crate::playable::Playable;
use crate::position::PyPosition;

/// What a step of a turn does. The numbers are those of `skep.Graph.STEPS`.
#[derive(Clone, Copy)]
enum Act {
    Pass,
    Enter,
    Move,
    Throw,
    Control,
    Flip,
    Sting,
    Remove,
    Exchange,
    Steal,
    Draw,
    Release,
}

/// What a step names.
#[derive(Clone, Copy)]
enum StepEnd {
    Nothing,
    /// A piece on the board or in hand.
    Piece(AnyPiece),
    /// A cell: its uppermost piece, or the empty cell.
    Cell(Hex),
}

/// A part of a turn: from where, to where, and what it does.
type Step = (StepEnd, StepEnd, Act);

const PASS: Step = (StepEnd::Nothing, StepEnd::Nothing, Act::Pass);

/// The step of a piece that moves, or of the piece `enters`. Without a target, it is a pass.
fn step(enters: StepEnd, from: Option<Hex>, to: Option<Hex>) -> Step {
    match (from, to) {
        (Some(from), Some(to)) => (StepEnd::Cell(from), StepEnd::Cell(to), Act::Move),
        (None, Some(to)) => (enters, StepEnd::Cell(to), Act::Enter),
        (_, None) => PASS,
    }
}

/// What a game adds to [`Playable`] for graphs.
trait Graphed: Playable {
    /// The steps of a legal move. `hex` is the cell of a piece on the board.
    fn steps(
        tracker: &Self::Tracker,
        mv: Self::Move,
        hex: &dyn Fn(PieceName) -> Option<Hex>,
    ) -> Vec<Step>;

    /// The piece that moved last, if the rules ask for it.
    fn last_moved(_: &Self::Position) -> Option<AnyPiece> {
        None
    }
}

impl Graphed for Hive {
    fn steps(tracker: &Self::Tracker, mv: Move, _: &dyn Fn(PieceName) -> Option<Hex>) -> Vec<Step> {
        let MoveCells { from, to, .. } = Hive::cells(tracker, mv);
        let piece = |piece: Piece| StepEnd::Piece(AnyPiece::Hive(piece.name()));
        vec![step(mv.piece().map_or(StepEnd::Nothing, piece), from, to)]
    }

    fn last_moved(position: &Self::Position) -> Option<AnyPiece> {
        position
            .last_moved()
            .map(|piece| AnyPiece::Hive(piece.name()))
    }
}

impl Graphed for Venom {
    fn steps(
        tracker: &Self::Tracker,
        mv: venom::Move,
        hex: &dyn Fn(PieceName) -> Option<Hex>,
    ) -> Vec<Step> {
        use skep_records::game::Tracker as _;
        let piece = |name| StepEnd::Piece(AnyPiece::Hive(name));
        let mut steps = Vec::new();
        // Where the first action of a double turn puts its piece.
        let mut moved: Option<(PieceName, Hex)> = None;
        for action in tracker.position().spell(mv).0 {
            let of = |name| match moved {
                Some((other, hex)) if other == name => Some(hex),
                _ => hex(name),
            };
            let actor = action.piece.map_or(StepEnd::Nothing, piece);
            if let Some(control) = action.control {
                steps.push((piece(control), actor, Act::Control));
            }
            let to = match action.to {
                Place::On(name) => of(name),
                Place::Beside(direction, name) => of(name).map(|hex| hex.step(direction)),
                Place::Unstated | Place::Cell(..) => None,
            };
            let mover = action.thrown.or(action.piece);
            if let Some(mover) = mover {
                let enters = of(mover).is_none();
                // The first piece of a game enters at the origin.
                let to = to.or(enters
                    .then_some(Hex::ORIGIN)
                    .filter(|_| action.effect == Effect::None));
                if let Some(to) = to {
                    let act = match (action.thrown.or(action.thrower), enters) {
                        (Some(_), _) => Act::Throw,
                        (None, true) => Act::Enter,
                        (None, false) => Act::Move,
                    };
                    steps.push((piece(mover), StepEnd::Cell(to), act));
                    moved = Some((mover, to));
                }
            }
            if let Some(thrower) = action.thrower {
                steps.push((
                    piece(thrower),
                    mover.map_or(StepEnd::Nothing, piece),
                    Act::Throw,
                ));
            }
            let effect = match action.effect {
                Effect::None => None,
                Effect::Flip => Some((actor, Act::Flip)),
                Effect::Sting(name) => Some((piece(name), Act::Sting)),
                Effect::Remove(name) => Some((piece(name), Act::Remove)),
                Effect::Exchange(name) => Some((piece(name), Act::Exchange)),
                Effect::Steal(name) => Some((piece(name), Act::Steal)),
            };
            steps.extend(effect.map(|(target, act)| (actor, target, act)));
            match action.draw {
                WrittenDraw::None => {}
                WrittenDraw::Named(name) => steps.push((actor, piece(name), Act::Draw)),
                WrittenDraw::Unknown => steps.push((actor, StepEnd::Nothing, Act::Draw)),
            }
        }
        if steps.is_empty() {
            steps.push(PASS);
        }
        steps
    }
}

impl Graphed for HexIt {
    fn steps(
        tracker: &Self::Tracker,
        mv: hexit::Move,
        _: &dyn Fn(PieceName) -> Option<Hex>,
    ) -> Vec<Step> {
        use skep_records::game::Tracker as _;
        let MoveCells {
            from, to, released, ..
        } = HexIt::cells(tracker, mv);
        let turn = tracker.position().turn();
        match released {
            Some(cells) => {
                let release = |hex| (StepEnd::Cell(hex), StepEnd::Nothing, Act::Release);
                cells.into_iter().map(release).collect()
            }
            None => vec![step(StepEnd::Piece(AnyPiece::HexIt(turn)), from, to)],
        }
    }
}

/// The numbers of a node: kind, side, bug, number, height, whether it is uncovered, whether it moved last.
type Node = [i16; 7];

const PIECE: i16 = 0;
const CELL: i16 = 1;
const HAND: i16 = 2;
const TILE: i16 = 3;
/// The kinds of edges after the six directions.
const ABOVE: u8 = 6;
const BELOW: u8 = 7;

/// A graph that grows.
#[derive(Default)]
struct GrowingGraph {
    nodes: Vec<Node>,
    /// The uppermost piece of each cell, or the empty cell.
    cells: HashMap<Hex, usize>,
    /// The cells in the order of their nodes.
    order: Vec<Hex>,
    /// The pieces with a name of their own.
    named: HashMap<PieceName, usize>,
    /// Where the pieces on the board stand.
    hexes: HashMap<PieceName, Hex>,
    /// A piece in hand of each side, in Hex-It.
    reserves: [Option<usize>; 2],
}

impl GrowingGraph {
    fn push(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn node(kind: i16, turn: Side, side: Option<Side>, piece: AnyPiece, bug: Option<Bug>) -> Node {
        let side = match side {
            Some(side) => i16::from(side != turn),
            None => 2,
        };
        let number = match piece {
            AnyPiece::Hive(name) => name.number().into(),
            AnyPiece::HexIt(_) | AnyPiece::Tile(_) => 0,
        };
        let bug = bug.map_or(0, |bug| bug as i16 + 1);
        [kind, side, bug, number, 0, 1, 0]
    }

    /// The node of an empty cell.
    fn cell(&mut self, hex: Hex) -> usize {
        if let Some(&known) = self.cells.get(&hex) {
            return known;
        }
        let node = self.push([CELL, 2, 0, 0, 0, 1, 0]);
        self.cells.insert(hex, node);
        self.order.push(hex);
        node
    }

    /// The node of a piece. A name that is neither on the board nor in hand, such as the other face of a tile, is one
    /// more piece in hand.
    fn piece(&mut self, turn: Side, piece: AnyPiece) -> Option<usize> {
        match piece {
            AnyPiece::Hive(name) => {
                if let Some(&known) = self.named.get(&name) {
                    return Some(known);
                }
                let node =
                    GrowingGraph::node(HAND, turn, Some(name.side()), piece, Some(name.bug()));
                let node = self.push(node);
                self.named.insert(name, node);
                Some(node)
            }
            AnyPiece::HexIt(side) | AnyPiece::Tile(side) => self.reserves[side.index()],
        }
    }
}

/// The arrays of a graph: nodes, edges with their kinds, the steps of the legal turns with their offsets, and scalars.
type Arrays<'py> = (
    Bound<'py, PyArray2<i16>>,
    Bound<'py, PyArray2<i64>>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray2<i64>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<u16>>,
);

/// The arrays before they are those of numpy.
struct Graph {
    nodes: Vec<Node>,
    sources: Vec<i64>,
    targets: Vec<i64>,
    kinds: Vec<u8>,
    steps: Vec<[i64; 3]>,
    offsets: Vec<i64>,
    scalars: Vec<u16>,
}

fn graph_of<R: Graphed>(line: &PlayLine<R>) -> Graph {
    let (position, tracker) = (line.position(), line.tracker());
    let turn = position.turn();
    let mut graph = GrowingGraph::default();
    let mut placed: Vec<PlacedPiece> = Vec::new();
    R::placed(&tracker, &mut placed);
    placed.sort_by_key(|one| (one.hex.r, one.hex.q, one.height));
    let last = R::last_moved(position);
    let mut stacks = Vec::new();
    for one in &placed {
        let kind = match one.piece {
            AnyPiece::Tile(_) => TILE,
            AnyPiece::Hive(_) | AnyPiece::HexIt(_) => PIECE,
        };
        let mut node = GrowingGraph::node(kind, turn, one.side, one.piece, one.bug);
        node[4] = one.height.into();
        node[5] = one.is_top.into();
        node[6] = (last == Some(one.piece)).into();
        let at = graph.push(node);
        match graph.cells.insert(one.hex, at) {
            Some(below) => stacks.push((below, at)),
            None => graph.order.push(one.hex),
        }
        if let AnyPiece::Hive(name) = one.piece {
            graph.named.insert(name, at);
            graph.hexes.insert(name, one.hex);
        }
    }
    for side in [turn, !turn] {
        for piece in R::hand(position, side) {
            let bug = match piece {
                AnyPiece::Hive(name) => Some(name.bug()),
                AnyPiece::HexIt(_) | AnyPiece::Tile(_) => None,
            };
            let at = graph.push(GrowingGraph::node(HAND, turn, Some(side), piece, bug));
            match piece {
                AnyPiece::Hive(name) => {
                    graph.named.insert(name, at);
                }
                AnyPiece::HexIt(_) | AnyPiece::Tile(_) => graph.reserves[side.index()] = Some(at),
            }
        }
    }
    for hex in graph.order.clone() {
        for direction in Direction::ALL {
            graph.cell(hex.step(direction));
        }
    }
    let (mut steps, mut offsets) = (Vec::new(), vec![0]);
    let mut moves = Vec::new();
    line.legal_moves_into(&mut moves);
    for mv in moves {
        let hexes = &graph.hexes;
        for (source, target, act) in R::steps(&tracker, mv, &|name| hexes.get(&name).copied()) {
            let mut number = |end| match end {
                StepEnd::Nothing => -1,
                StepEnd::Piece(piece) => graph.piece(turn, piece).map_or(-1, |node| node as i64),
                StepEnd::Cell(hex) => graph.cell(hex) as i64,
            };
            steps.push([number(source), number(target), act as i64]);
        }
        offsets.push(steps.len() as i64);
    }
    let (mut sources, mut targets, mut kinds) = (Vec::new(), Vec::new(), Vec::new());
    let mut edge = |from: usize, to: usize, kind: u8| {
        sources.push(from as i64);
        targets.push(to as i64);
        kinds.push(kind);
    };
    for hex in &graph.order {
        for direction in Direction::ALL {
            if let Some(&to) = graph.cells.get(&hex.step(direction)) {
                edge(graph.cells[hex], to, direction.index() as u8);
            }
        }
    }
    for (below, above) in stacks {
        edge(below, above, ABOVE);
        edge(above, below, BELOW);
    }
    let mut scalars = vec![0; SCALARS];
    scalars[0] = turn as u16;
    scalars[1] = u16::try_from(position.ply()).unwrap_or(u16::MAX);
    Graph {
        nodes: graph.nodes,
        sources,
        targets,
        kinds,
        steps,
        offsets,
        scalars,
    }
}

/// The codes of the kinds of bugs, in the order of their numbers in nodes. 0 is no bug.
#[pyfunction]
pub fn bug_codes() -> Vec<&'static str> {
    let codes = Bug::ALL.into_iter().map(Bug::code);
    [""].into_iter().chain(codes).collect()
}

/// The graph of a position.
#[pyfunction]
pub fn graph_arrays<'py>(
    py: Python<'py>,
    position: PyRef<'py, PyPosition>,
) -> PyResult<Arrays<'py>> {
    // A copy, so that other threads can use the position meanwhile.
    let board = position.board.clone();
    drop(position);
    let graph = py.detach(|| {
        let mut graph = each_board!(&board, line => graph_of(line));
        if let PlayBoard::Hive(line) = &board {
            Encoding::write_scalars(line.table(), &mut graph.scalars);
        }
        graph
    });
    let (nodes, edges, steps) = (graph.nodes.len(), graph.kinds.len(), graph.steps.len());
    let nodes_array: Vec<i16> = graph.nodes.into_iter().flatten().collect();
    let steps_array: Vec<i64> = graph.steps.into_iter().flatten().collect();
    let mut ends = graph.sources;
    ends.extend(graph.targets);
    Ok((
        nodes_array.into_pyarray(py).reshape([nodes, 7])?,
        ends.into_pyarray(py).reshape([2, edges])?,
        graph.kinds.into_pyarray(py),
        steps_array.into_pyarray(py).reshape([steps, 3])?,
        graph.offsets.into_pyarray(py),
        graph.scalars.into_pyarray(py),
    ))
}
