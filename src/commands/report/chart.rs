//! The charts of the page, as SVG.

use std::collections::BTreeMap;

use maud::{Markup, html};

use crate::text::{count, counted};
use skep_analysis::{Histogram, Mean, Score, Tally};
use skep_records::record::Date;

/// A column of a chart.
struct ChartBar {
    label: String,
    /// The tooltip.
    title: String,
    /// The parts, from the bottom up, with the classes that give them colours.
    parts: Vec<(f64, &'static str)>,
}

/// Columns side by side, as high as their numbers. They are HTML, so they use the width and the colours of the page. A
/// table below shows the numbers.
fn chart(caption: &str, unit: &str, columns: &[ChartBar]) -> Markup {
    let height = |column: &ChartBar| column.parts.iter().map(|(n, _)| n).sum::<f64>();
    let highest = columns.iter().map(height).fold(0.0, f64::max);
    let share = |n: f64| {
        if highest > 0.0 {
            100.0 * n / highest
        } else {
            0.0
        }
    };
    // About ten labels, as many as a narrow screen has room for.
    let every = columns.len().div_ceil(10).max(1);
    html! {
        figure.chart {
            figcaption { (caption) }
            div.columns role="img" aria-label=(format!("{caption}; the numbers are below")) {
                span.most aria-hidden="true" { (format!("{} {unit}", short(highest))) }
                @for (i, column) in columns.iter().enumerate() {
                    div.column title=(column.title) {
                        div.stack {
                            @for &(n, class) in column.parts.iter().rev() {
                                @if n > 0.0 {
                                    span class=(class) style=(format!("height:{:.2}%", share(n))) {}
                                }
                            }
                        }
                        span.label aria-hidden="true" {
                            @if i % every == 0 && (every == 1 || columns.len() - i > every / 2) { (column.label) }
                        }
                    }
                }
            }
            details.numbers {
                summary { "Numbers" }
                ul { @for column in columns { li { (column.title) } } }
            }
        }
    }
}

fn short(n: f64) -> String {
    if n.fract() == 0.0 {
        count(n as u64)
    } else {
        format!("{n:.1}")
    }
}

/// The largest number of columns, as many as fit on a narrow screen.
const MOST: u32 = 60;

/// The number of games of each length.
pub fn lengths(lengths: &Histogram) -> Option<Markup> {
    let last = lengths.iter().map(|(plies, _)| plies).max()?;
    // The smallest of 1, 2, 5, 10, 20… that gives few enough columns.
    let widths = (0..).flat_map(|power| [1, 2, 5].map(|n| n * 10_u32.pow(power)));
    let width = widths.into_iter().find(|width| last / width < MOST)?;
    let mut games = vec![0_u64; (last / width + 1) as usize];
    for (plies, n) in lengths.iter() {
        games[(plies / width) as usize] += n;
    }
    let columns: Vec<ChartBar> = (0..)
        .zip(games)
        .map(|(i, n)| {
            let (from, to) = (i * width, (i + 1) * width - 1);
            let range = match width {
                1 => counted(from.into(), "ply", "plies"),
                _ => format!("{from}–{to} plies"),
            };
            ChartBar {
                label: from.to_string(),
                title: format!("{range}: {}", counted(n, "game", "games")),
                parts: vec![(n as f64, "all")],
            }
        })
        .collect();
    Some(chart("Length of the games, in plies", "games", &columns))
}

/// Games and results over time: by month, or by year if there are too many months.
pub fn over_time(months: &BTreeMap<Option<Date>, Score>) -> Option<Markup> {
    let undated = months.get(&None).map_or(0, Score::games);
    let dated = || {
        let known = months
            .iter()
            .filter_map(|(date, score)| Some((date.as_ref()?, score)));
        known.map(|(date, &score)| {
            (
                u32::from(date.year()),
                u32::from(date.month().unwrap_or(1)) - 1,
                score,
            )
        })
    };
    let index = |(year, month, _): (u32, u32, Score)| year * 12 + month;
    let (first, last) = (dated().next()?, dated().next_back()?);
    let by_year = index(last) - index(first) >= MOST;
    let place = |date: (u32, u32, Score)| if by_year { date.0 } else { index(date) };
    let mut all = vec![Score::default(); (place(last) - place(first) + 1) as usize];
    for date in dated() {
        all[(place(date) - place(first)) as usize].merge(date.2);
    }
    if let [only] = all[..] {
        // A single column shows nothing that a sentence does not say better.
        let label = label(place(first), by_year);
        return Some(html! { p { (sentence(&label, only)) "." (without(undated)) } });
    }
    let columns: Vec<ChartBar> = (place(first)..)
        .zip(all)
        .map(|(place, score)| {
            let label = label(place, by_year);
            let title = sentence(&label, score);
            ChartBar {
                label,
                title,
                parts: vec![
                    (score.white as f64, "white"),
                    (score.draws as f64, "draw"),
                    (score.black as f64, "black"),
                    (score.open as f64, "open"),
                ],
            }
        })
        .collect();
    let caption = if by_year {
        "Games by year"
    } else {
        "Games by month"
    };
    Some(html! {
        (chart(caption, "games", &columns))
        p.key {
            @for (class, name) in [("white", "White won"), ("draw", "drawn"), ("black", "Black won"), ("open", "open")] {
                span { i class=(class) {} " " (name) } " "
            }
            (without(undated))
        }
    })
}

/// A month or a year, by its number.
fn label(place: u32, by_year: bool) -> String {
    if by_year {
        place.to_string()
    } else {
        format!("{}-{:02}", place / 12, place % 12 + 1)
    }
}

/// The results of a month or a year.
fn sentence(label: &str, score: Score) -> String {
    format!(
        "{label}: {}; White won {}, drawn {}, Black won {}, open {}",
        counted(score.games(), "game", "games"),
        count(score.white),
        count(score.draws),
        count(score.black),
        count(score.open)
    )
}

/// The number of games that are in no column; nothing if there are none.
fn without(undated: u64) -> String {
    match undated {
        0 => String::new(),
        n => format!(" {} without a month.", counted(n, "game", "games")),
    }
}

/// How long players think on their first, second… turn.
pub fn thinking(turns: &[Mean]) -> Option<Markup> {
    if turns.iter().all(|mean| mean.count == 0) {
        return None;
    }
    let columns: Vec<ChartBar> = (1..)
        .zip(turns)
        .map(|(turn, mean): (u32, _)| {
            let seconds = mean.mean().unwrap_or(0.0) / 1000.0;
            ChartBar {
                label: turn.to_string(),
                title: format!(
                    "turn {turn}: {seconds:.1} s on average, from {}",
                    counted(mean.count, "turn", "turns")
                ),
                parts: vec![(seconds, "all")],
            }
        })
        .collect();
    Some(chart(
        "Mean time per turn, in seconds, for records with clocks",
        "s",
        &columns,
    ))
}
