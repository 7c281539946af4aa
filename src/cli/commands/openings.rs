use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use anyhow::bail;
use clap::{Args, value_parser};

use crate::analysis::openings::{Listing, Shown, Start, Tree, Walker, list};
use crate::analysis::{Facts, Score, Tally};
use crate::cli::game_text::{Game, Line};
use crate::cli::table::{Table, Value};
use crate::cli::tallying::Tallying;
use crate::cli::{Exit, text};
use crate::game::Side;
use crate::hive::GameType;

/// Show how games begin, and with what success
///
/// A tree of positions, not of move texts: lines that lead to the same position come together, whatever the order of
/// moves, however the hive lies or is mirrored, and whatever the numbers of equal bugs. A forced pass belongs to the
/// move before it.
///
/// Of each move: the games that played it (when they first stood there), and the games that reached the position after
/// it in any way. The results, in percent, are those of the games that reached it; "score" is White's, a draw being a
/// half, with the range where the true value lies with a confidence of 95 % (Wilson): few games, wide range. "length"
/// is the mean number of plies. What follows a position is listed once; elsewhere "as" names the row.
///
/// Games that are not sound, and games of Hex-It, are left out.
///
/// Exit codes: 0 every game is sound, 1 some game is not, 2 a path could not be read.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Openings {
    #[command(flatten)]
    tallying: Tallying,

    /// How many moves deep
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = value_parser!(u32).range(..=255))]
    depth: u32,

    /// Leave out positions that fewer games reached
    #[arg(long, value_name = "N", default_value_t = 2)]
    min_games: u64,

    /// Show at most N moves of one position, the most played
    #[arg(long, value_name = "N")]
    top: Option<NonZeroUsize>,

    /// Begin with this position, reached in any way: a GameString, a file with a game, or a game type
    #[arg(long = "from-game", visible_alias = "after", value_name = "GAME")]
    start: Option<String>,

    /// Only games of one player, those with White and those with Black apart: --by player NAME
    #[arg(long, num_args = 2, value_names = ["player", "NAME"])]
    by: Vec<String>,
}

const EXAMPLES: &str = "\
Examples:
  skep openings --top 5 games.zip
  skep openings --depth 12 --min-games 20 --format csv games/ > openings.csv
  skep openings --from-game 'Base;InProgress;White[2];wS1;bS1 wS1-' games.uhp
  skep openings --by player Ann games/";

/// A tree for the games of everybody, or one for each side of a player.
#[derive(Default)]
struct Trees(BTreeMap<Option<Side>, Tree>);

impl Tally for Trees {
    fn merge(&mut self, other: Trees) {
        for (side, tree) in other.0 {
            self.0.entry(side).or_default().merge(tree);
        }
    }
}

impl Openings {
    pub fn run(self) -> anyhow::Result<Exit> {
        let aliases = self.tallying.aliases()?;
        let player = match &self.by[..] {
            [what, name] if what == "player" => Some(aliases.name(name).to_owned()),
            [what, _] => bail!("--by {what}: games can be parted by player here"),
            _ => None,
        };
        let start = match &self.start {
            None => None,
            Some(game) => Some(start(game)?),
        };
        let counted = self.tallying.count(
            || Walker::new(start.clone(), self.depth),
            |walker, trees: &mut Trees, facts: &Facts<'_>| {
                if !Walker::accepts(facts) {
                    return false;
                }
                let Some(player) = &player else {
                    return walker.walk(facts, trees.0.entry(None).or_default());
                };
                let sides = Side::ALL.into_iter().filter(|&side| {
                    let name = facts.player(side).map(|name| aliases.name(name));
                    name == Some(player)
                });
                let mut counts = false;
                for side in sides {
                    counts |= walker.walk(facts, trees.0.entry(Some(side)).or_default());
                }
                counts
            },
        )?;
        let shown = Shown {
            depth: self.depth,
            min_games: self.min_games,
            top: self.top.map_or(usize::MAX, NonZeroUsize::get),
        };
        let mut table = table();
        let mut hidden = 0;
        let mut row = 1;
        for (side, tree) in &counted.tally.0 {
            // Variants with more games come first.
            let walker = Walker::new(start.clone(), 0);
            let mut listings: Vec<(GameType, Listing)> = walker
                .starts()
                .iter()
                .map(|start| (start.game_type(), list(tree, start, shown)))
                .filter(|(_, listing)| !listing.moves.is_empty())
                .collect();
            listings.sort_by_key(|(_, l)| std::cmp::Reverse(l.moves[0].node.reached()));
            for (game_type, listing) in &listings {
                push(&mut table, *side, *game_type, listing, row);
                row += listing.moves.len();
                hidden += listing.hidden;
            }
        }
        let end = if hidden > 0 {
            let moves = text::counted(hidden, "more move is", "more moves are");
            format!("\n{moves} not shown (--min-games, --top)\n")
        } else {
            String::new()
        };
        self.tallying.print(&[table], &end)?;
        Ok(counted.exit)
    }
}

/// The position that an argument names.
fn start(argument: &str) -> anyhow::Result<Start> {
    match Game::from_argument(argument, None)? {
        Game::Hive(Line {
            game_type, moves, ..
        }) => Ok(Start::new(game_type, &moves)),
        Game::HexIt(_) | Game::Venom(_) => {
            bail!("{argument}: openings are counted for Hive without Venom and packs only")
        }
    }
}

fn table() -> Table {
    Table::new("openings")
        .for_people("row")
        .for_people("move")
        .words()
        .for_programs("row")
        .for_programs("variant")
        .for_programs("side")
        .for_programs("depth")
        .for_programs("move")
        .for_programs("line")
        .for_programs("key")
        .column("played", "played")
        .column("reached", "reached")
        .for_programs("white")
        .for_programs("draws")
        .for_programs("black")
        .for_programs("open")
        .for_people("W/d/B %")
        .for_programs("white_share")
        .for_programs("draw_share")
        .for_programs("black_share")
        .column("white_score", "score")
        .for_people("95 %")
        .for_programs("low")
        .for_programs("high")
        .column("mean_plies", "length")
        .column("last_played", "last")
        .words()
        .column("same_as", "as")
}

/// The shares of White's wins, draws and Black's wins in whole percent, for people.
fn shares(score: &Score) -> Option<String> {
    let percent = |games| score.part(games).map(|part| (part * 100.0).round());
    let (white, draws, black) = (
        percent(score.white)?,
        percent(score.draws)?,
        percent(score.black)?,
    );
    Some(format!("{white}/{draws}/{black}"))
}

/// Adds a row for each move. `first` is the number of the first.
fn push(
    table: &mut Table,
    side: Option<Side>,
    game_type: GameType,
    listing: &Listing,
    first: usize,
) {
    for (i, entry) in listing.moves.iter().enumerate() {
        let node = &entry.node;
        let score = &node.score;
        let row = (first + i) as u64;
        let indent = "  ".repeat(entry.level as usize);
        let name = match (entry.level, side) {
            (0, None) => game_type.as_str().to_owned(),
            (0, Some(side)) => format!("{game_type} as {side}"),
            _ => format!("{indent}{}", entry.spelling.as_deref().unwrap_or("?")),
        };
        let interval = score.interval(Side::White);
        let range = interval.map(|i| format!("{:.0}–{:.0}", i.low * 100.0, i.high * 100.0));
        table.push(vec![
            row.into(),
            name.into(),
            row.into(),
            game_type.as_str().into(),
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
        ]);
    }
}
