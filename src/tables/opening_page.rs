//! Openings with boards, as a part of a page or as a page of their own.

use std::cmp::Reverse;

use anyhow::ensure;
use maud::{Markup, html};
use rustc_hash::FxHashMap;

use super::shares;
use super::terms;
use crate::emit::page::{PageColours, document};
use crate::emit::rows::html_bar;
use crate::text::{clean_page, count, counted};
use skep_analysis::openings::{
    GameGroup, ListedPart, MoveOrder, OpeningMove, OpeningNames, TreeListing, TreeNode, TreeStart,
    Trees, list_all,
};
use skep_records::Playback;
use skep_render::{Board, Style, Symbols, Theme};
use skep_rules::game::Side;
use skep_rules::geometry::GridRef;

/// The style of boards on the page.
pub const PAGE_BOARD: Style = Style {
    size: 36,
    theme: Theme::Page,
    labels: false,
    width: None,
    hands: false,
};

/// Openings reached by fewer games are not shown.
pub const LEAST_REACHED: u64 = 2;
/// How many moves a page shows if `--min-games` is not given.
const MOST: usize = 250;

/// The trees of a page, those of more games first.
pub struct ReportTrees {
    trees: Vec<OfVariant>,
    /// Positions reached by fewer games are left out.
    pub min_games: u64,
    hidden: u64,
}

/// Chooses a `--min-games` that keeps about 100 moves or more. Other limits can remove more.
fn estimate(trees: &Trees) -> u64 {
    let trees = trees.0.values();
    let mut reached: Vec<u64> = trees
        .flat_map(|tree| {
            let moves = tree.moves();
            moves.filter_map(|(_, to, _)| tree.node(to).map(TreeNode::reached))
        })
        .collect();
    let most = 2 * MOST;
    if reached.len() <= most {
        return LEAST_REACHED;
    }
    let (_, &mut least, _) = reached.select_nth_unstable_by_key(most, |&n| Reverse(n));
    least.max(LEAST_REACHED)
}

/// How many moves a book as a page has at most. Each has a picture of some kilobytes.
const MOST_MOVES: usize = 5000;

/// A book of openings as an HTML page, `about` inputs and a filter.
///
/// # Errors
/// The book is too large for a browser.
pub fn opening_book(
    trees: &Trees,
    starts: &[TreeStart],
    shown: ListedPart,
    names: &OpeningNames,
    about: &[String; 2],
) -> anyhow::Result<String> {
    let openings = ReportTrees::of(trees, starts, shown, names);
    let moves = openings.moves();
    ensure!(
        moves <= MOST_MOVES,
        "the book has {} moves, and a page holds at most {}; use a greater --min-games or a smaller --depth",
        count(moves as u64),
        count(MOST_MOVES as u64)
    );
    Ok(clean_page(&print_page(&openings, shown, about)))
}

/// A book of openings as a page to read, and to print with all its branches.
fn print_page(openings: &ReportTrees, shown: ListedPart, [inputs, filter]: &[String; 2]) -> String {
    let mut symbols = Symbols::default();
    let tree = openings.html(&mut symbols);
    let title = format!("Openings in {inputs}");
    let games: u64 = openings
        .trees
        .iter()
        .map(|tree| tree.listing.moves[0].node.reached())
        .sum();
    let body = html! {
        div.report.book {
            header {
                h1 { (title) }
                p {
                    (counted(games, "game", "games"))
                    @if filter.is_empty() { ", without a filter" } @else { ", where " code { (filter) } }
                    ". Up to " (counted(shown.depth.into(), "move", "moves")) " deep. "
                    span.screen { "Click a move for its board and the moves after it." }
                }
            }
            main {
                @if openings.is_empty() { p { "No openings found." } } @else { (tree) }
            }
            footer { p { "Made by skep " (env!("CARGO_PKG_VERSION")) ". The score is White's, in percent of the games with a \
                result; a draw counts as half a win. Ranges are 95 % confidence intervals (Wilson)." } }
        }
    };
    document(&title, PageColours::Auto, &symbols, &body, None)
}

/// The tree of one variant.
struct OfVariant {
    group: GameGroup,
    start: TreeStart,
    listing: TreeListing,
    names: Vec<Option<String>>,
}

impl ReportTrees {
    /// The part of the trees to show, with a number of moves that fits a page unless `least` sets it.
    pub fn new(
        trees: &Trees,
        names: &OpeningNames,
        least: Option<u64>,
        depth: u32,
        top: usize,
    ) -> ReportTrees {
        let mut min_games = least.unwrap_or_else(|| estimate(trees));
        loop {
            let shown = ListedPart {
                depth,
                min_games,
                top,
                order: MoveOrder::Games,
                side: Side::White,
            };
            let openings = ReportTrees::of(trees, &[], shown, names);
            if least.is_some() || openings.moves() <= MOST {
                return openings;
            }
            min_games += min_games.div_ceil(2);
        }
    }

    /// The part of the trees to show, from the starts.
    pub fn of(
        trees: &Trees,
        starts: &[TreeStart],
        shown: ListedPart,
        names: &OpeningNames,
    ) -> ReportTrees {
        let mut all = Vec::new();
        for (group, tree) in &trees.0 {
            for (start, listing) in list_all(tree, starts, shown.seen_by(group.side)) {
                let names = listing.names(&start, names).into_iter();
                all.push(OfVariant {
                    group: group.clone(),
                    names: names.map(|name| name.map(str::to_owned)).collect(),
                    start,
                    listing,
                });
            }
        }
        all.sort_by_key(|t| Reverse(t.listing.moves[0].node.reached()));
        ReportTrees {
            hidden: all.iter().map(|t| t.listing.hidden).sum(),
            trees: all,
            min_games: shown.min_games,
        }
    }

    /// The number of moves.
    pub fn moves(&self) -> usize {
        self.trees.iter().map(|t| t.listing.moves.len()).sum()
    }

    /// Whether there is no tree to show.
    pub fn is_empty(&self) -> bool {
        self.trees.is_empty()
    }

    /// The numbers of the rows on the page that show a position, by its key.
    pub fn rows(&self) -> FxHashMap<u64, Vec<usize>> {
        let mut rows = FxHashMap::<u64, Vec<usize>>::default();
        let moves = self.trees.iter().flat_map(|tree| &tree.listing.moves);
        for (i, entry) in moves.enumerate() {
            rows.entry(entry.key).or_default().push(i);
        }
        rows
    }

    /// The trees as nested disclosure elements, with a board for each move. The first tree is open; on paper, all are.
    pub fn html(&self, symbols: &mut Symbols) -> Markup {
        let mut first = 0;
        let trees: Vec<Markup> = (self.trees.iter())
            .map(|tree| {
                let mut writer = Writer {
                    tree,
                    first,
                    next: 0,
                    symbols,
                };
                first += tree.listing.moves.len();
                writer.level(0, &Stand::start(&tree.start), None)
            })
            .collect();
        html! {
            div.tree {
                div.row.head {
                    span.move { "move" }
                    span.games { span title=(terms::REACHED) { "games" } }
                    span.score { span title=(terms::WHITE_SCORE) { "score" } }
                    span.range { span title=(terms::INTERVAL) { "95 %" } }
                    span.bar-head { span title=(terms::BAR) { "results" } }
                }
                @for tree in &trees { (tree) }
            }
            p.note {
                "Openings reached by fewer than " (count(self.min_games)) " games are not shown."
                @if self.hidden > 0 {
                    " " (counted(self.hidden, "rarer move is", "rarer moves are")) " not shown either."
                }
            }
        }
    }
}

/// A position of a tree.
#[derive(Clone)]
struct Stand {
    playback: Playback,
    /// The picture after the last turn that is not a pass.
    board: Option<Board>,
}

impl Stand {
    fn start(start: &TreeStart) -> Stand {
        // The middle of a Boardspace sheet; any cell would do.
        let middle = GridRef {
            column: 13,
            row: 13,
        };
        Stand {
            playback: Playback::new(start.game(), middle.to_hex()),
            board: None,
        }
    }

    /// The board after moves in canonical spelling, separated by semicolons. `None` if a move is not legal.
    fn after(&self, moves: &str) -> Option<Stand> {
        let mut after = self.clone();
        for text in moves.split(';') {
            if !after.playback.play(text) {
                return None;
            }
            // A pass keeps the mark of the move before it.
            if text != "pass" {
                after.board = Some(Board::of(&after.playback));
            }
        }
        Some(after)
    }
}

/// Writes a tree, move by move.
struct Writer<'a> {
    tree: &'a OfVariant,
    /// The moves of the trees before.
    first: usize,
    next: usize,
    symbols: &'a mut Symbols,
}

impl Writer<'_> {
    /// The remaining moves of a level, each with the moves after it. `known` is the name of the opening so far.
    fn level(&mut self, level: u32, stand: &Stand, known: Option<&str>) -> Markup {
        let mut rows = Vec::new();
        while let Some(entry) = self.tree.listing.moves.get(self.next) {
            if entry.level < level {
                break;
            }
            rows.push(self.node(entry, stand, known));
        }
        html! { @for row in &rows { (row) } }
    }

    fn node(&mut self, entry: &OpeningMove, before: &Stand, known: Option<&str>) -> Markup {
        let tree = self.tree;
        let place = self.next;
        self.next += 1;
        let stand = match &entry.spelling {
            Some(moves) => before.after(moves),
            None => (entry.level == 0).then(|| before.clone()),
        };
        let name = match entry.level {
            0 => {
                let of = tree.group.title().map(|title| format!("{title}: "));
                let side = tree.group.side.map(|side| format!(", games as {side}"));
                let (of, side) = (of.unwrap_or_default(), side.unwrap_or_default());
                format!("{of}{}{side}", tree.start.deal())
            }
            _ => entry.spelling.clone().unwrap_or_else(|| "?".to_owned()),
        };
        let side = (entry.level > 0).then(|| before.playback.turn().as_str());
        let opening = tree.names[place].as_deref();
        // Show a name on the first row it applies to.
        let new = opening.filter(|&name| entry.level > 0 && known != Some(name));
        let board = stand.as_ref().filter(|_| entry.level > 0);
        let board = board
            .and_then(|stand| stand.board.clone())
            .map(|mut board| {
                board.hands = Default::default();
                self.symbols.add(&board);
                board.figure(&Style {
                    size: 34,
                    ..PAGE_BOARD
                })
            });
        let below = match &stand {
            Some(stand) => self.level(entry.level + 1, stand, opening),
            // Moves after an unplayable move have no boards.
            None => {
                while self.deeper(entry.level) {
                    self.next += 1;
                }
                html! {}
            }
        };
        let score = &entry.node.score;
        let range = score
            .interval(Side::White)
            .map(|i| format!("{:.0}–{:.0}", i.low * 100.0, i.high * 100.0));
        let parts = [score.white, score.draws, score.black].map(|n| score.part(n));
        html! {
            details.node id=(format!("opening-{}", self.first + place)) open[entry.level == 0 && self.first == 0] {
                summary.row {
                    span.move {
                        @if let Some(side) = side { span class=(format!("side {}", side.to_lowercase())) title=(side) {} }
                        span.text { (name) }
                        @if let Some(name) = new { " " span.opening { (name) } }
                    }
                    span.games { (count(entry.node.reached())) }
                    span.score { @if let Some(share) = score.share(Side::White) { (format!("{:.0} %", share * 100.0)) } }
                    span.range { @if let Some(range) = range { (range) } }
                    @if let [Some(white), Some(draws), Some(black)] = parts {
                        (html_bar([white, draws, black]))
                    } @else {
                        span.bar {}
                    }
                }
                div.body {
                    @if let Some(board) = board { div.board { (maud::PreEscaped(board)) } }
                    div.facts {
                        @if entry.level > 0 {
                            p { "Played in " (counted(entry.played, "game", "games")) "; reached by "
                                (counted(entry.node.reached(), "game", "games")) " in any order of moves." }
                        }
                        p {
                            @if let Some(shares) = shares(score) { "White / drawn / Black: " (shares) " %. " }
                            @if let Some(mean) = entry.node.length.mean() { (format!("Mean length: {mean:.1} plies. ")) }
                            @if let Some(last) = entry.node.last { "Last played: " span.day { (last) "." } }
                        }
                        @if !entry.line.is_empty() { p.line { code { (entry.line.join(" ; ")) } } }
                        @if let Some(same) = entry.same_as {
                            p { "The next moves are listed "
                                a href=(format!("#opening-{}", self.first + same)) { "at the first line to this position" }
                                "." }
                        }
                    }
                    div.below { (below) }
                }
            }
        }
    }

    /// Whether the next move comes after one of this level.
    fn deeper(&self, level: u32) -> bool {
        let next = self.tree.listing.moves.get(self.next);
        next.is_some_and(|next| next.level > level)
    }
}
