//! The rows of the table of openings.

use super::{GameGroup, ListedPart, OpeningNames, TreeListing, TreeStart, Trees, list_all};
use crate::{Date, Score};
use skep_rules::game::Side;

/// A row of the table of openings: a move in a tree, with the results of the position after it. Fields with the name of
/// a column have its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OpeningRow<'a> {
    /// The number of the row, from 1.
    pub row: u64,
    /// The values of the fields and tags that games are grouped by.
    pub group: &'a [Option<String>],
    /// The variant of the tree.
    pub variant: &'a str,
    /// The variant, with the hands of Swarm if they are known.
    pub deal: &'a str,
    /// The side of the player, if the games of one player are counted.
    pub side: Option<Side>,
    /// 0 for the start, 1 for the first moves.
    pub depth: u32,
    /// The move in canonical spelling. `None` for the start, and for a move that current rules do not allow.
    pub r#move: Option<&'a str>,
    /// The moves from the first position, separated by `;`.
    pub moves: &'a str,
    /// The canonical key of the position.
    pub key: u64,
    /// Games that made this move when they first reached the position before it.
    pub played: u64,
    /// Games that reached the position.
    pub reached: u64,
    /// The results of these games.
    pub results: Score,
    /// Games won by White.
    pub white_wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games won by Black.
    pub black_wins: u64,
    /// Games without a result.
    pub open: u64,
    /// The share of White's wins, from 0 to 1, among games with a result.
    pub white_share: Option<f64>,
    /// The share of draws.
    pub draw_share: Option<f64>,
    /// The share of Black's wins.
    pub black_share: Option<f64>,
    /// White's score from 0 to 1. A draw counts as half a win.
    pub white_score: Option<f64>,
    /// The low end of the confidence interval of White's score.
    pub low: Option<f64>,
    /// Its high end.
    pub high: Option<f64>,
    /// The score of the player with `side`, from 0 to 1.
    pub score: Option<f64>,
    /// The low end of its confidence interval.
    pub score_low: Option<f64>,
    /// The high end.
    pub score_high: Option<f64>,
    /// The mean number of plies of the games.
    pub mean_plies: Option<f64>,
    /// The date of the last game.
    pub last_played: Option<Date>,
    /// The same date. It can lack the day or the month.
    pub last_played_text: Option<Date>,
    /// The number of the row with the moves after this position, if they are listed there.
    pub same_as: Option<u64>,
    /// The name of the opening.
    pub opening: Option<&'a str>,
}

/// Passes each row of the table of openings to a function: the trees one after another, and in each tree every move
/// before the moves after it.
pub fn rows(
    trees: &Trees,
    starts: &[TreeStart],
    shown: ListedPart,
    names: &OpeningNames,
    mut push: impl FnMut(&OpeningRow<'_>),
) {
    let mut first = 1;
    for (group, tree) in &trees.0 {
        for (start, listing) in list_all(tree, starts, shown.seen_by(group.side)) {
            rows_of(&listing, &start, group, names, first, &mut push);
            first += listing.moves.len() as u64;
        }
    }
}

/// Passes each row of a list to a function. `first` is the number of the first row.
fn rows_of(
    listing: &TreeListing,
    start: &TreeStart,
    group: &GameGroup,
    names: &OpeningNames,
    first: u64,
    mut push: impl FnMut(&OpeningRow<'_>),
) {
    let (variant, deal) = (start.game().title(), start.deal());
    let names = listing.names(start, names);
    for ((row, entry), opening) in (first..).zip(&listing.moves).zip(names) {
        let node = &entry.node;
        let score = node.score;
        let interval = score.interval(Side::White);
        let of_player = group.side.and_then(|side| score.interval(side));
        let moves = entry.line.join(";");
        push(&OpeningRow {
            row,
            group: &group.values,
            variant,
            deal: &deal,
            side: group.side,
            depth: entry.level,
            r#move: entry.spelling.as_deref(),
            moves: &moves,
            key: entry.key,
            played: entry.played,
            reached: node.reached(),
            results: score,
            white_wins: score.white,
            draws: score.draws,
            black_wins: score.black,
            open: score.open,
            white_share: score.part(score.white),
            draw_share: score.part(score.draws),
            black_share: score.part(score.black),
            white_score: score.share(Side::White),
            low: interval.map(|interval| interval.low),
            high: interval.map(|interval| interval.high),
            score: group.side.and_then(|side| score.share(side)),
            score_low: of_player.map(|interval| interval.low),
            score_high: of_player.map(|interval| interval.high),
            mean_plies: node.length.mean(),
            last_played: node.last,
            last_played_text: node.last,
            same_as: entry.same_as.map(|place| first + place as u64),
            opening,
        });
    }
}
