//! `/api/position`: the board, the hands and the legal turns of a position.

use serde::Serialize;
use skep_analysis::openings::TreeStart as Place;
use skep_records::game::{Playback, Rules, TrackedGame, Tracker};
use skep_records::notation::Site;
use skep_records::record::StatedResult;
use skep_records::{GameLine, Record, Verdict, each_game};
use skep_render::{Board, Style, Theme, View};
use skep_rules::game::{BySide, Position as _, Side};
use skep_rules::geometry::Hex;

use crate::answers::Answers;
use crate::error::Refusal;
use crate::params::Params;
use crate::place::{LegalLine, PLACE};

/// The parameters of a picture.
pub const VIEW: &[&str] = &["flip", "rotate", "theme"];
pub const PARAMS: &[&[&str]] = &[PLACE, VIEW];

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PositionAnswer {
    game: &'static str,
    variant: String,
    /// The state in which the game begins, if it is not the start of the variant.
    start: Option<String>,
    /// The game of records of this kind: a GameString, or a record of Hex-It. Empty if the game begins in a state.
    gamestring: String,
    /// The position as one short text.
    state: String,
    /// The position as HOP, if it is one of plain Hive.
    hop: Option<String>,
    /// The address of the game on the analysis board of hivegame.com.
    hivegame: Option<String>,
    /// The turns in canonical spelling.
    play: Vec<String>,
    status: &'static str,
    to_move: &'static str,
    ply: u32,
    svg: String,
    view_box: [f32; 4],
    /// The distance from the centre of a cell to its corners.
    radius: f32,
    #[serde(flatten)]
    table: TableView,
    opening: Option<OpeningName>,
}

/// What is on the table and in hand, and the legal turns.
#[derive(Serialize)]
pub struct TableView {
    cells: Vec<PositionCell>,
    hands: BySide<Vec<InHand>>,
    moves: Vec<LegalTurn>,
}

impl TableView {
    /// The view of a position, with the places of its cells in a picture of the board.
    pub fn new(playback: &Playback, board: &Board) -> TableView {
        let at = |hex: Hex| at(board, hex);
        TableView {
            cells: (board.cells().iter())
                .map(|cell| PositionCell {
                    at: at(cell.hex),
                    stack: cell.pieces.iter().map(ToString::to_string).collect(),
                })
                .collect(),
            hands: hands(playback),
            moves: turns(playback, &at),
        }
    }

    /// The cells to which the legal turns lead.
    fn targets(&self) -> impl Iterator<Item = Hex> {
        let targets = |turn: &LegalTurn| {
            turn.to
                .iter()
                .chain(&turn.released)
                .cloned()
                .collect::<Vec<_>>()
        };
        self.moves
            .iter()
            .flat_map(targets)
            .map(|at| Hex::new(at.q, at.r))
    }
}

/// The name of an opening.
#[derive(Serialize)]
pub struct OpeningName {
    pub name: String,
}

/// A cell with its centre in the picture.
#[derive(Clone, Serialize)]
struct CellCentre {
    q: i32,
    r: i32,
    x: f32,
    y: f32,
}

#[derive(Serialize)]
struct PositionCell {
    #[serde(flatten)]
    at: CellCentre,
    /// The pieces from the bottom up.
    stack: Vec<String>,
}

/// Equal pieces in hand.
#[derive(Serialize)]
struct InHand {
    /// The piece without its number.
    piece: String,
    /// The name of the piece that enters next.
    next: String,
    count: usize,
    /// The names of these pieces in legal turns: a tile with two faces has two.
    names: Vec<String>,
}

/// A legal turn.
#[derive(Serialize)]
struct LegalTurn {
    turn: String,
    /// The piece that moves or enters (Hive).
    piece: Option<String>,
    from: Option<CellCentre>,
    /// The cell to which the first action of the turn leads.
    to: Option<CellCentre>,
    /// The cells of prisoners that are released (Hex-It).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    released: Vec<CellCentre>,
    /// Whether a Pillbug, or a piece that copies it, throws the piece.
    thrown: bool,
    pass: bool,
}

/// The style and the orientation of a picture.
pub fn style(params: &Params<'_>) -> Result<(Style, View), Refusal> {
    let theme = params.word("theme", &Theme::ALL.map(Theme::as_str))?;
    let rotate = params.number("rotate", 0, 5)?;
    let style = Style {
        theme: theme.unwrap_or_default(),
        ..Style::default()
    };
    Ok((style, View::new(params.flag("flip")?, rotate as u8)))
}

pub fn position(answers: &Answers, params: &Params<'_>) -> Result<PositionAnswer, Refusal> {
    let (style, view) = style(params)?;
    let LegalLine { record, verdict } = LegalLine::of(params, answers)?;
    let line = GameLine::new(&record, &verdict);
    let playback = line.at(line.plies());
    let mut board = Board::of(&playback);
    board.view = view;
    let table = TableView::new(&playback, &board);
    let bounds = board.bounds_with(&style, table.targets());
    let plies = verdict.plies();
    Ok(PositionAnswer {
        game: verdict.game.kind().as_str(),
        variant: verdict.title().to_owned(),
        start: start(&verdict),
        gamestring: verdict.game_string(&Record::default()).unwrap_or_default(),
        state: playback.state(),
        hop: playback.hop(),
        hivegame: Site::Hivegame.link(&verdict.game),
        play: spelled(&verdict),
        status: match plies {
            0 => "NotStarted",
            _ => StatedResult::of_outcome(verdict.outcome).as_str(),
        },
        to_move: side_name(playback.turn()),
        ply: plies,
        svg: board.svg_within(&style, bounds),
        view_box: bounds.rectangle().map(round),
        radius: Board::CORNER,
        table,
        opening: opening(answers, &Place::new(&verdict.game)),
    })
}

/// The name of a side in answers.
pub const fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

/// The name of the opening of a position.
pub fn opening(answers: &Answers, place: &Place) -> Option<OpeningName> {
    let name = place.name(&answers.names)?;
    Some(OpeningName {
        name: name.to_owned(),
    })
}

/// The state in which a game begins, if it is not the start of its variant.
pub fn start(verdict: &Verdict) -> Option<String> {
    verdict.game.start_state()
}

/// The turns of a game in canonical spelling.
pub fn spelled(verdict: &Verdict) -> Vec<String> {
    verdict.game.turns()
}

/// A number with one decimal, as in the picture.
fn round(number: f32) -> f32 {
    (number * 10.0).round() / 10.0
}

fn at(board: &Board, hex: Hex) -> CellCentre {
    let (x, y) = board.centre(hex);
    CellCentre {
        q: hex.q,
        r: hex.r,
        x: round(x),
        y: round(y),
    }
}

fn turns(playback: &Playback, at: &impl Fn(Hex) -> CellCentre) -> Vec<LegalTurn> {
    each_game!(playback.board(), TrackedGame(board): R => turns_of::<R>(board, at))
}

fn turns_of<R: Rules>(tracker: &R::Tracker, at: &impl Fn(Hex) -> CellCentre) -> Vec<LegalTurn> {
    let position = tracker.position();
    let moves = position.legal_moves().into_iter();
    let turns = moves.map(|mv| {
        let cells = R::cells(tracker, mv);
        LegalTurn {
            turn: position.spell(mv).to_string(),
            piece: cells.piece.map(|piece| piece.to_string()),
            from: cells.from.map(at),
            to: cells.to.map(at),
            released: cells.released.into_iter().flatten().map(at).collect(),
            thrown: R::is_throw(position, mv),
            pass: mv == R::Position::PASS,
        }
    });
    turns.collect()
}

fn hands(playback: &Playback) -> BySide<Vec<InHand>> {
    let of = |side: Side| match playback.board() {
        TrackedGame::Hive(board) => {
            let pieces = board.position().hand(side);
            grouped(pieces.map(|piece| (piece.to_string(), vec![piece.to_string()])))
        }
        TrackedGame::Venom(board) => {
            let position = board.position();
            grouped(position.hand(side).map(|tile| {
                let mut names = [false, true]
                    .map(|back| tile.name(back).to_string())
                    .to_vec();
                names.dedup();
                (position.name(tile).to_string(), names)
            }))
        }
        TrackedGame::HexIt(board) => {
            let reserve = usize::from(board.position().reserve(side));
            let name = side.letter().to_string();
            grouped(std::iter::repeat_n((name, Vec::new()), reserve))
        }
    };
    BySide {
        white: of(Side::White),
        black: of(Side::Black),
    }
}

/// Pieces by kind: the name of each, and its names in turns.
fn grouped(pieces: impl Iterator<Item = (String, Vec<String>)>) -> Vec<InHand> {
    let mut groups: Vec<InHand> = Vec::new();
    for (next, names) in pieces {
        let piece = next.trim_end_matches(|c: char| c.is_ascii_digit());
        match groups.iter_mut().find(|group| group.piece == piece) {
            Some(group) => {
                group.count += 1;
                group.names.extend(names);
            }
            None => groups.push(InHand {
                piece: piece.to_owned(),
                next,
                count: 1,
                names,
            }),
        }
    }
    groups
}
