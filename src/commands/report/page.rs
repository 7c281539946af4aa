//! The page as HTML.

use maud::{Markup, PreEscaped, html};

use super::count::{ReportData, ReportedProblem, SHAPE, VARIANT};
use super::{Report, chart};
use crate::emit::page::document;
use crate::tables::{
    PlayerOrder, PlayerTable, StatsTable, parts_table, players_table, sorted_players, upsets_table,
};
use crate::tables::{ReportTrees, terms};
use crate::text::{self, count, counted, plain};
use skep_analysis::Tally;
use skep_analysis::players::{Pairs, Period, PlayerSummary, players};
use skep_analysis::stats::{ClockStats, GameStats, Stats, StatsOptions};
use skep_explorer::{bug_names, glyphs_of_losses, page_body, page_script};
use skep_records::notation::Status;
use skep_render::Drawings;

/// Stands in the page for the games, which are written one by one. After it, no text of a record follows.
const GAMES: &str = "\u{0}games\u{0}";

/// Writes the page.
///
/// # Errors
/// Those of `out`.
pub fn write(
    args: &Report,
    found: &mut ReportData,
    openings: ReportTrees,
    out: &mut dyn FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let page = page(args, found, openings);
    let mut put = |part: &str| out(&text::clean_page(part));
    let Some((before, after)) = page.rsplit_once(GAMES) else {
        return put(&page);
    };
    put(before)?;
    for (i, game) in found.replays.iter().enumerate() {
        put(if i > 0 { ",\n" } else { "" })?;
        put(&in_script(game))?;
    }
    put(after)
}

fn page(args: &Report, found: &mut ReportData, openings: ReportTrees) -> String {
    // Ratings are computed by iteration, so compute them only once.
    let all_players = players(&found.count.pairs);
    let tree = (!openings.is_empty()).then(|| openings.html(&mut found.shared.symbols));
    let found = &*found;
    let title = args.title();
    let mut all = Stats::default();
    let mut games = GameStats::default();
    for group in found.count.variants.groups.values() {
        games.merge(group.clone());
    }
    all.groups.insert(Vec::new(), games);
    let games = &all.groups[&Vec::new()];
    let sections: Vec<(&str, &str, Markup)> = [
        (
            "summary",
            "Summary",
            Some(summary(found, games, all_players.len())),
        ),
        ("results", "Results", results(found, &all)),
        ("openings", "Openings", tree),
        ("lengths", "Lengths and times", charts(found, &all)),
        (
            "players",
            "Players",
            players_of(args, all_players, &found.count.pairs),
        ),
        ("problems", "Problems", Some(problems(found))),
    ]
    .into_iter()
    .filter_map(|(id, title, section)| Some((id, title, section?)))
    .collect();
    let symbols = &found.shared.symbols;
    let body = html! {
        header.report {
            h1 { (title) }
            nav aria-label="Sections" {
                @for (id, title, _) in &sections { a href=(format!("#{id}")) { (title) } }
            }
        }
        @for (i, (id, title, section)) in sections.iter().enumerate() {
            div.report {
                section id=(id) aria-labelledby=(format!("{id}-title")) {
                    h2 id=(format!("{id}-title")) tabindex="-1" { (title) }
                    (section)
                }
            }
            // After the summary.
            @if i == 0 && !found.replays.is_empty() { (explorer(found)) }
        }
        div.report { footer { p { "Made by skep " (env!("CARGO_PKG_VERSION")) ". Results and scores count valid games only. \
            Ranges are 95 % confidence intervals (Wilson). An underlined word has an explanation." } } }
        @if found.replays.is_empty() {
            script { (PreEscaped(page_script("plain.js", MODULES))) }
        } @else {
            script type="application/json" id="data" { (PreEscaped(data(found, &openings))) }
            script { (PreEscaped(page_script("replays.js", MODULES))) }
        }
    };
    document(&title, args.theme, symbols, &body, None)
}

/// The number of players in the crosstable.
const CROSSED: usize = 8;
/// The number of upsets.
const UPSETS: usize = 10;

fn summary(found: &ReportData, games: &GameStats, of_players: usize) -> Markup {
    let all = &found.count.summary;
    let empty = all.with(Status::Empty);
    let notations = &found.count.notations;
    html! {
        dl.cards {
            (card("games", None, &count(all.games())))
            (card("valid", Some(terms::VALID), &count(all.with(Status::Ok))))
            @if empty > 0 { (card("empty", Some(terms::EMPTY), &count(empty))) }
            @for (name, won) in [("White won", games.score.white), ("drawn", games.score.draws), ("Black won", games.score.black)] {
                @if let Some(part) = games.score.part(won) {
                    (card(name, Some("Percent of the valid games with a result."), &format!("{:.1} %", part * 100.0)))
                }
            }
            @if let Some(median) = games.lengths.quantile(50) {
                (card("median plies", Some(terms::MEDIAN), &count(median.into())))
            }
            (card("plies", Some(terms::PLIES), &count(all.plies())))
            @if of_players > 0 { (card("players", None, &count(of_players as u64))) }
            @if let Some((first, last)) = found.count.dates {
                div { dt { "played" } dd.small { (first) @if first != last { " to " (last) } } }
            }
        }
        @if !notations.is_empty() {
            p { "Notations: "
                @for (i, (notation, games)) in notations.iter().enumerate() {
                    @if i > 0 { ", " }
                    (notation) " (" (count(*games)) ")"
                }
                "."
            }
        }
    }
}

/// A number with its name.
fn card(name: &str, explanation: Option<&str>, number: &str) -> Markup {
    html! { div { dt { span title=[explanation] { (name) } } dd { (number) } } }
}

fn results(found: &ReportData, all: &Stats) -> Option<Markup> {
    let variants = &found.count.variants;
    if variants.groups.is_empty() {
        return None;
    }
    Some(html! {
        (StatsTable::Results.table(variants, &[VARIANT], StatsOptions::default()).html("Results by variant", terms::explain, false))
        @if variants.groups.len() > 1 { (StatsTable::Results.table(all, &[], StatsOptions::default()).html("Results of all games", terms::explain, false)) }
        (StatsTable::Endings.table(all, &[], StatsOptions::default()).html("How the games ended", terms::explain, false))
        @let shapes = StatsTable::Results.table(&found.count.shapes, &[SHAPE], StatsOptions::default());
        @if !shapes.is_empty() { (shapes.html("Results by the shape of the opening", terms::explain, false)) }
        @let bugs = StatsTable::Bugs.table(all, &[], StatsOptions::default());
        @if !bugs.is_empty() {
            details.numbers {
                summary { "Bugs: when they enter, and the results of their games" }
                (bugs.html("Bugs", terms::explain, false))
            }
        }
    })
}

fn charts(found: &ReportData, all: &Stats) -> Option<Markup> {
    let games = &all.groups[&Vec::new()];
    let lengths = chart::lengths(&games.lengths)?;
    let quantiles = [0, 50, 90, 100].map(|part| games.lengths.quantile(part));
    Some(html! {
        @if let [Some(shortest), Some(median), Some(most), Some(longest)] = quantiles {
            p { "Shortest game: " (counted(shortest.into(), "ply", "plies")) ". Median: " (median) ". 90 % have at most "
                (most) ". Longest: " (longest) "." }
        }
        (lengths)
        @if let Some(time) = chart::over_time(&found.count.months) { (time) }
        @else { p.note { "No record states the month of its game." } }
        @if let Some(thinking) = chart::thinking(&found.count.thinking) { (thinking) }
        @let clocks = StatsTable::Clocks.table(all, &[], StatsOptions::default());
        @if !clocks.is_empty() {
            (clocks.html("Time per turn and time trouble (less than 10 % of the initial time left)", terms::explain, false))
            details.numbers {
                summary { "The longest thinks, at most " (ClockStats::THINKS) }
                (StatsTable::Thinks.table(all, &[], StatsOptions::default()).html("Longest thinks", terms::explain, false))
            }
        }
    })
}

/// How many names of nobody are shown.
const NOBODIES: usize = 10;

fn players_of(args: &Report, all: Vec<PlayerSummary>, pairs: &Pairs) -> Option<Markup> {
    if all.is_empty() || args.players == 0 {
        return None;
    }
    let n = all.len() as u64;
    let more = n.saturating_sub(args.players as u64);
    let most = sorted_players(all.clone(), PlayerOrder::Games, args.players.min(CROSSED));
    let names: Vec<&str> = most.iter().map(|player| player.name.as_str()).collect();
    let of = |kind| parts_table(kind, pairs, &names, Period::Month, 1);
    let (pairings, colours) = (of(PlayerTable::Crosstable), of(PlayerTable::Colours));
    let (form, shapes) = (of(PlayerTable::Form), of(PlayerTable::Openings));
    let upsets = upsets_table(pairs, UPSETS);
    Some(html! {
        (players_table(all, PlayerOrder::Games, args.players, false).html("Players with the most games", terms::explain, false))
        p.note {
            "Ratings are computed from these games only. They are not the ratings of a site or federation."
            @if !pairs.nobodies.is_empty() {
                " " (counted(pairs.nobodies.len() as u64, "name is not that of a player", "names are not those of players"))
                " and left out: " (pairs.nobodies.keys().take(NOBODIES).cloned().collect::<Vec<_>>().join(", "))
                @if pairs.nobodies.len() > NOBODIES { ", ..." } "."
            }
            @if more > 0 { " " (counted(more, "more player is", "more players are")) " not shown." }
        }
        @if !pairings.is_empty() {
            details.numbers {
                summary { "Crosstable of at most " (CROSSED) " players with the most games" }
                (pairings.html("Crosstable", terms::explain, false))
            }
        }
        details.numbers {
            summary { "Scores of these players by colour" }
            (colours.html("Colours", terms::explain, false))
        }
        @if !shapes.is_empty() {
            details.numbers {
                summary { "Openings of these players by colour and shape, the best first" }
                (shapes.html("Openings of players", terms::explain, false))
            }
        }
        @if !form.is_empty() {
            details.numbers {
                summary { "Form of these players by month" }
                (form.html("Form", terms::explain, false))
            }
        }
        @if !upsets.is_empty() {
            details.numbers {
                summary { "Upsets: at most " (UPSETS) " wins of the player with the lower rating in the record" }
                (upsets.html("Upsets", terms::explain, false))
            }
        }
    })
}

fn problems(found: &ReportData) -> Markup {
    let findings = found.count.summary.findings();
    let linked = |problem: &ReportedProblem| {
        let game = problem.game?;
        (game <= found.replays.len() as u64).then(|| match problem.ply {
            Some(ply) if ply > 1 => format!("#game={game}&ply={}", ply - 1),
            _ => format!("#game={game}"),
        })
    };
    let all = &found.count.summary;
    html! {
        @if all.games() > 0 {
            (all.verdicts().without_zeros().html("Verdicts by variant", terms::explain, true))
        }
        @if findings.is_empty() {
            p { @if found.count.summary.is_empty() { "No games found." } @else { "No problems: all games are valid." } }
        } @else {
            div.scroll tabindex="0" role="group" aria-label="Findings" {
                table {
                    caption { "Findings" }
                    thead { tr { th scope="col" { "games" } th scope="col" title=(terms::TIMES) { "times" }
                        th.words scope="col" { "finding" } th.words scope="col" { "meaning" } } }
                    tbody {
                        @for (code, games, times) in &findings {
                            tr {
                                td { (count(*games)) }
                                td { (count(*times)) }
                                th.words scope="row" {
                                    span class=(format!("severity {}", code.severity().as_str())) { (code.severity().as_str()) }
                                    " " span title=(plain(code.explanation())) { (code) }
                                }
                                td.words { (code.title()) }
                            }
                        }
                    }
                }
            }
        }
        @if !found.problems.is_empty() {
            ol.problems {
                @for problem in &found.problems {
                    li {
                        code { (problem.place) }
                        " " span class=(format!("severity {}", problem.code.severity().as_str())) { (problem.code) } " "
                        @if let Some(ply) = problem.ply { "ply " (ply) ": " }
                        (problem.message)
                        @if let Some(link) = linked(problem) { " " a href=(link) { "show" } }
                    }
                }
            }
        }
        @if found.more_problems > 0 {
            p.note { (counted(found.more_problems, "more finding is", "more findings are")) " not listed; skep check lists all of them." }
        }
    }
}

/// The board and the games: the body of the explorer's page.
fn explorer(found: &ReportData) -> Markup {
    let (shown, all) = (found.replays.len() as u64, found.count.summary.games());
    let body = page_body()
        .replace("href=\"#continuations\">Skip to the continuations", "href=\"#list\">Skip to the games")
        .replace("href=\"#\" aria-label=\"skep explorer, first moves\"", "href=\"#summary\"")
        // A page has one footer.
        .replace("<footer><p id=\"about\"></p></footer>", "<p id=\"about\" hidden></p>")
        .replace("<header class=\"top\">", "<div class=\"top\" role=\"region\" aria-label=\"View\">")
        .replace("</header>", "</div>")
        .replace("The explorer needs JavaScript. Allow scripts for this page.", "To replay games, allow scripts on this page.");
    html! {
        @if shown < all {
            div.report { p.note {
                "The first " (count(shown)) " of " (count(all)) " games can be replayed"
                @if found.is_full { ": the page has room for " (found.room) " of replays." } @else { " (--replays)." }
            } }
        }
        (PreEscaped(body))
    }
}

/// The modules of the page that only a report has.
const MODULES: &[(&str, &str)] = &[
    ("links.js", include_str!("links.js")),
    ("plain.js", include_str!("plain.js")),
    ("replays.js", include_str!("replays.js")),
    ("tables.js", include_str!("tables.js")),
    ("transport.js", include_str!("embedded.js")),
];

/// The data for the script as JSON, with a mark for the games.
fn data(found: &ReportData, openings: &ReportTrees) -> String {
    let drawings: Vec<[&str; 2]> = (found.shared.drawings.all().iter())
        .map(|drawing| [drawing.below.trim_end(), drawing.above.trim_end()])
        .collect();
    let drawings = serde_json::to_string(&drawings).expect("they are texts, and memory takes all");
    let hands = serde_json::to_string(found.shared.hands.all())
        .expect("they are texts and numbers, and memory takes all");
    // The rows of openings that each game reaches.
    let rows = openings.rows();
    let reached: Vec<Vec<usize>> = (found.positions.iter())
        .map(|keys| {
            let mut reached: Vec<usize> = keys
                .iter()
                .filter_map(|key| rows.get(key))
                .flatten()
                .copied()
                .collect();
            reached.sort_unstable();
            reached
        })
        .collect();
    let reached = serde_json::to_string(&reached).expect("they are numbers, and memory takes all");
    let bugs = serde_json::to_string(&bug_names()).expect("they are texts, and memory takes all");
    let losses = serde_json::to_string(&glyphs_of_losses()).expect("memory takes all");
    let json = format!(
        "{{\"name\":\"skep\",\"version\":\"{}\",\"width\":{},\"bugs\":{bugs},\"losses\":{losses},\"drawings\":{drawings},\"hands\":{hands},\"openings\":{reached},\"games\":[\n{}\n]}}",
        env!("CARGO_PKG_VERSION"),
        Drawings::WIDTH,
        GAMES
    );
    in_script(&json)
}

/// JSON that is safe inside a script element.
fn in_script(json: &str) -> String {
    // Escape text that would end the script element or begin a comment in it. It occurs only inside JSON strings, where
    // the escapes mean the same.
    json.replace("</", "<\\/")
        .replace("<!", "\\u003c!")
        .replace("<script", "\\u003cscript")
}
