//! Puzzles as a page to print.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::FoundPuzzle;
use crate::text;
use skep_records::{GameLine, Record, Verdict};
use skep_render::{Board, Style, Symbols, Theme};

/// The style of the diagrams.
const STYLE: Style = Style {
    size: 40,
    width: None,
    theme: Theme::Light,
    labels: false,
    hands: true,
};

/// The page: diagrams from short to long solutions, each length from easy to hard, and then the solutions. Numbers run
/// in the order of the page.
pub(super) fn page(title: &str, all: &[FoundPuzzle]) -> String {
    let mut sorted: Vec<&FoundPuzzle> = all.iter().collect();
    sorted.sort_by(|a, b| {
        let difficulty = a.puzzle.difficulty.total_cmp(&b.puzzle.difficulty);
        a.puzzle.win_in.cmp(&b.puzzle.win_in).then(difficulty)
    });
    let mut symbols = Symbols::default();
    let diagrams: Vec<String> = sorted
        .iter()
        .map(|found| diagram(found, &mut symbols))
        .collect();
    let puzzles = text::counted(all.len() as u64, "puzzle", "puzzles");
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                // The page loads nothing.
                meta http-equiv="Content-Security-Policy"
                    content="default-src 'none'; img-src data:; style-src 'unsafe-inline'";
                meta name="generator" content=(concat!("skep ", env!("CARGO_PKG_VERSION")));
                title { (title) }
                link rel="icon" href="data:,";
                style { (PreEscaped(include_str!("page.css"))) }
            }
            body {
                svg.symbols width="0" height="0" aria-hidden="true" {
                    defs { (PreEscaped(symbols.definitions(STYLE.theme))) }
                }
                header {
                    h1 { (title) }
                    p { (puzzles) ". Each has one first turn that wins, unless its solution names more. An orange \
                        outline marks the last move. Pieces in hand are below the board." }
                }
                main {
                    @for (number, (found, diagram)) in (1..).zip(sorted.iter().zip(&diagrams)) {
                        figure id=(format!("puzzle-{number}")) {
                            figcaption {
                                b { (number) } " " (found.puzzle.task())
                            }
                            (PreEscaped(diagram))
                        }
                    }
                }
                section.solutions {
                    h2 { "Solutions" }
                    ol { @for found in &sorted { li { (solution(found)) } } }
                }
                footer { p { "Made by skep " (env!("CARGO_PKG_VERSION")) ". All wins are proved." } }
            }
        }
    };
    page.into_string()
}

fn diagram(found: &FoundPuzzle, symbols: &mut Symbols) -> String {
    let puzzle = &found.puzzle;
    let solved = Verdict {
        game: puzzle.solved.clone(),
        ..Verdict::default()
    };
    let line = GameLine::new(&Record::default(), &solved);
    let mut board = Board::of(&line.at(puzzle.ply - 1));
    // They may show the answer.
    board.marks.clear();
    board.title = Some(found.puzzle.task());
    symbols.add(&board);
    // The turns of Hex-It name cells.
    board.figure(&Style {
        labels: puzzle.solved.kind().is_hexit(),
        ..STYLE
    })
}

/// The solution with numbers of own turns, and where the puzzle comes from.
fn solution(found: &FoundPuzzle) -> Markup {
    let puzzle = &found.puzzle;
    let others: Vec<&str> = (puzzle.first.iter())
        .filter(|&turn| Some(turn) != puzzle.solution.first())
        .map(String::as_str)
        .collect();
    html! {
        @for (i, pair) in puzzle.solution.chunks(2).enumerate() {
            span.turn {
                @if puzzle.win_in > 1 { (i + 1) ". " }
                code { (pair[0]) }
                @if let Some(reply) = pair.get(1) { " " code { (reply) } }
            }
            " "
        }
        @if !others.is_empty() {
            "Also 1. " code { (others.join(", ")) } ". "
        }
        span.facts {
            @for theme in found.themes() { (theme.replace('-', " ")) ", " }
            "difficulty " (format!("{:.1}", puzzle.difficulty)) ". "
            (text::clean(&found.origin())) ", ply " (puzzle.ply)
            @if let (Some(played), Some(chance)) = (&puzzle.played, puzzle.chance) {
                ": " code { (played) } " (" (chance.as_str()) ")"
            }
            "."
        }
    }
}
