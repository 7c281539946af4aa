use clap::Args;

use crate::analysis::Facts;
use crate::analysis::players::{Pairs, Player, players};
use crate::cli::Exit;
use crate::cli::args::one_of;
use crate::cli::table::{Table, Value};
use crate::cli::tallying::Tallying;
use crate::game::Side;
use crate::notation::ParseChoiceError;

/// Show the players of a collection: games, scores, opponents, runs, ratings
///
/// A score is the points, in percent, in each game with a known result, a draw being a half. The longest runs (of games won, not
/// lost, lost) are by date; games of one day are taken in the order of the input, games without a date come first.
///
/// The rating is worked out from this collection alone and is that of no federation or site: the ratings under which
/// all results together are likeliest, on the scale of Elo, where 400 points more mean odds of 10 to 1 (the model of
/// Bradley and Terry). Every player is given one more game, drawn against 1500, so that a player who won every game
/// has a rating too. Colour and date do not matter; players who never met, even through others, can hardly be
/// compared. "performance" is the rating that the score against these opponents speaks of, from the mean of their
/// ratings.
///
/// Games that are not sound, and games without a known player, are left out.
///
/// Exit codes: 0 every game is sound, 1 some game is not, 2 a path could not be read.
#[derive(Debug, Args)]
#[command(name = "players", after_help = EXAMPLES)]
pub struct PlayersCommand {
    #[command(flatten)]
    tallying: Tallying,

    /// Leave out players with fewer games; their games count in the ratings of the others
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_games: u64,

    /// What comes first
    #[arg(long, value_name = "BY", default_value = "games", value_parser = one_of::<Order>(Order::ALL.map(Order::as_str)))]
    sort: Order,

    /// Show only the first N players
    #[arg(long, value_name = "N")]
    top: Option<usize>,
}

const EXAMPLES: &str = "\
Examples:
  skep players --top 20 games.zip
  skep players --sort rating --min-games 30 games/
  skep players --aliases players.tsv --format csv games/ > players.csv";

/// The orders of players; names decide between equals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Games,
    Rating,
    Name,
}

impl Order {
    const ALL: [Order; 3] = [Order::Games, Order::Rating, Order::Name];

    const fn as_str(self) -> &'static str {
        match self {
            Order::Games => "games",
            Order::Rating => "rating",
            Order::Name => "name",
        }
    }
}

impl std::str::FromStr for Order {
    type Err = ParseChoiceError;

    fn from_str(s: &str) -> Result<Self, ParseChoiceError> {
        Order::ALL
            .into_iter()
            .find(|o| o.as_str() == s)
            .ok_or(ParseChoiceError)
    }
}

impl PlayersCommand {
    pub fn run(self) -> anyhow::Result<Exit> {
        let aliases = self.tallying.aliases()?;
        let (tally, seen) = self.tallying.count(
            || (),
            |(), pairs: &mut Pairs, facts: &Facts<'_>| pairs.add(facts, &aliases),
        )?;
        seen.tell();
        // Sorted by name; the other orders keep it among equals.
        let mut all = players(&tally);
        all.retain(|p| p.games() >= self.min_games);
        match self.sort {
            Order::Name => {}
            Order::Games => all.sort_by_key(|p| std::cmp::Reverse(p.games())),
            Order::Rating => all.sort_by(|a, b| {
                let rating = |p: &Player| p.rating.unwrap_or(f64::NEG_INFINITY);
                rating(b).total_cmp(&rating(a))
            }),
        }
        all.truncate(self.top.unwrap_or(usize::MAX));
        let mut table = head();
        for player in &all {
            table.push(row(player));
        }
        self.tallying.print(&[table], "")?;
        Ok(seen.exit())
    }
}

fn head() -> Table {
    Table::new("players")
        .column("player", "player")
        .words()
        .column("games", "games")
        .column("won", "won")
        .column("drawn", "drawn")
        .column("lost", "lost")
        .column("score", "score")
        .for_programs("games_white")
        .for_programs("games_black")
        .column("score_white", "White")
        .column("score_black", "Black")
        .column("opponents", "oppo-\nnents")
        .for_programs("most_met")
        .for_programs("most_met_games")
        .column("longest_won", "won\nrun")
        .column("longest_unbeaten", "unbea-\nten run")
        .column("longest_lost", "lost\nrun")
        .column("rating", "rating")
        .column("performance", "perfor-\nmance")
}

fn row(player: &Player) -> Vec<Value> {
    let (won, drawn, lost) = player.results();
    let decided = won + drawn + lost;
    let score = (decided > 0).then(|| (won as f64 + drawn as f64 / 2.0) / decided as f64);
    let (white, black) = (&player.by_colour.white, &player.by_colour.black);
    let (name, met) = player.most_met.clone().unzip();
    vec![
        player.name.clone().into(),
        player.games().into(),
        won.into(),
        drawn.into(),
        lost.into(),
        Value::share(score),
        white.games().into(),
        black.games().into(),
        Value::share(white.share(Side::White)),
        Value::share(black.share(Side::Black)),
        player.opponents.into(),
        name.into(),
        met.into(),
        player.runs.won.longest().into(),
        player.runs.unbeaten.longest().into(),
        player.runs.lost.longest().into(),
        Value::real(player.rating, 0),
        Value::real(player.performance, 0),
    ]
}
