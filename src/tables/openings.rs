//! The table of openings.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use crate::count_args::Print;
use crate::table::{Table, Value};
use crate::text;
use skep_analysis::Score;
use skep_analysis::openings::{Listing, Shown, Start, Trees, Walker, list_all};
use skep_rules::game::Side;
use skep_rules::hive::GameType;

/// What to show of openings.
#[derive(Debug, Args)]
pub struct ShowOpenings {
    /// Leave out positions reached by fewer than N games
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub min_games: u64,

    /// Show at most N moves per position, the most played first
    #[arg(long, value_name = "N")]
    pub top: Option<NonZeroUsize>,

    /// Read names of openings from FILE
    ///
    /// Each line has a name, a tab, and the moves of a line to the position, such as wS1;bG1 wS1-. These names have
    /// priority over the known names.
    #[arg(long, value_name = "FILE")]
    pub names: Option<PathBuf>,
}

impl ShowOpenings {
    /// Shows the trees from `start`, `depth` moves deep.
    ///
    /// # Errors
    /// The output cannot be written, or the file with names is invalid.
    pub fn show(
        &self,
        trees: &Trees,
        start: Option<&Start>,
        depth: u32,
        print: &Print,
    ) -> anyhow::Result<()> {
        let names = super::names(self.names.as_deref())?;
        let shown = Shown {
            depth,
            min_games: self.min_games,
            top: self.top.map_or(usize::MAX, NonZeroUsize::get),
        };
        let mut table = table();
        let mut hidden = 0;
        let mut row = 1;
        for (side, tree) in &trees.0 {
            let walker = Walker::new(start.cloned(), 0);
            for (start, listing) in list_all(tree, &walker, shown) {
                let names = listing.names(start, &names);
                push(&mut table, *side, start.game_type(), &listing, &names, row);
                row += listing.moves.len();
                hidden += listing.hidden;
            }
        }
        let mut end = String::new();
        if self.min_games > 1 {
            let games = text::count(self.min_games);
            end += &format!(
                "positions reached by fewer than {games} games are not shown (--min-games)\n"
            );
        }
        if hidden > 0 {
            let moves = text::counted(hidden, "more move is", "more moves are");
            end += &format!("{moves} not shown (--top)\n");
        }
        if !end.is_empty() {
            end.insert(0, '\n');
        }
        print.tables(&[table], &end)
    }
}

/// The table of openings.
pub fn table() -> Table {
    Table::new("openings")
        .for_people("row")
        .for_people("move")
        .words()
        .for_programs("row")
        .for_programs("variant")
        .for_programs("side")
        .for_programs("depth")
        .for_programs("move")
        .for_programs("moves")
        .for_programs("key")
        .column("played", "played")
        .spare(5)
        .column("reached", "reached")
        .for_programs("white_wins")
        .for_programs("draws")
        .for_programs("black_wins")
        .for_programs("open")
        .for_people("W/d/B %")
        .bars()
        .for_programs("white_share")
        .for_programs("draw_share")
        .for_programs("black_share")
        .column("white_score", "score")
        .for_people("95 %")
        .spare(3)
        .for_programs("low")
        .for_programs("high")
        .column("mean_plies", "length")
        .spare(4)
        .column("last_played", "last")
        .words()
        .spare(2)
        .column("same_as", "as")
        .for_programs("opening")
        .for_people("opening")
        .names()
        .spare(1)
}

/// The shares of White's wins, draws and Black's wins in whole percent, for people.
pub fn shares(score: &Score) -> Option<String> {
    let percent = |games| score.part(games).map(|part| (part * 100.0).round());
    let (white, draws, black) = (
        percent(score.white)?,
        percent(score.draws)?,
        percent(score.black)?,
    );
    Some(format!("{white}/{draws}/{black}"))
}

/// Adds a row for each move. `first` is the number of the first row.
fn push(
    table: &mut Table,
    side: Option<Side>,
    game_type: GameType,
    listing: &Listing,
    names: &[Option<&str>],
    first: usize,
) {
    let mut shown_names: Vec<Option<&str>> = Vec::new();
    for (i, entry) in listing.moves.iter().enumerate() {
        let node = &entry.node;
        let score = &node.score;
        let row = (first + i) as u64;
        let indent = "  ".repeat(entry.level as usize);
        let name = match (entry.level, side) {
            (0, None) => game_type.set_name().to_owned(),
            (0, Some(side)) => format!("{game_type} as {side}"),
            _ => format!("{indent}{}", entry.spelling.as_deref().unwrap_or("?")),
        };
        // Tables show the name on the first row it applies to.
        let name_of = names[i];
        shown_names.truncate(entry.level as usize);
        let is_new = shown_names.last().is_none_or(|&before| before != name_of);
        shown_names.push(name_of);
        let interval = score.interval(Side::White);
        let range = interval.map(|i| format!("{:.0}–{:.0}", i.low * 100.0, i.high * 100.0));
        table.push(vec![
            row.into(),
            name.into(),
            row.into(),
            game_type.set_name().into(),
            side.map(Side::as_str).into(),
            u64::from(entry.level).into(),
            entry.spelling.clone().into(),
            entry.line.join(";").into(),
            format!("{:016x}", entry.key).into(),
            entry.played.into(),
            node.reached().into(),
            score.white.into(),
            score.draws.into(),
            score.black.into(),
            score.open.into(),
            shares(score).into(),
            super::bar(score),
            Value::share(score.part(score.white)),
            Value::share(score.part(score.draws)),
            Value::share(score.part(score.black)),
            Value::share(score.share(Side::White)),
            range.into(),
            Value::share(interval.map(|i| i.low)),
            Value::share(interval.map(|i| i.high)),
            Value::real(node.length.mean(), 1),
            node.last.map(|d| d.to_string()).into(),
            entry.same_as.map(|place| (first + place) as u64).into(),
            name_of.map(str::to_owned).into(),
            if is_new {
                name_of.unwrap_or_default()
            } else {
                ""
            }
            .into(),
        ]);
    }
}
