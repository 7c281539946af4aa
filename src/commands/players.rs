//! `skep players`: the players of a collection.

use clap::Args;

use crate::Exit;
use crate::count_args::{CountArgs, count};
use crate::partial_count::CountKind;
use crate::tables::ShowPlayers;
use skep_analysis::Facts;
use skep_analysis::players::Pairs;

/// Show the players of a collection: games, scores, opponents, runs, ratings
///
/// A score is the points, in percent, in each game with a known result, a draw being a half. The longest runs (of games won, not
/// lost, lost) go by date, and by the time of day where a record tells it; games without a date are in no run. Between
/// games of the same time the name of the game decides, so that the order of the input does not matter.
///
/// The rating is worked out from this collection alone and is that of no federation or site: the ratings under which
/// all results together are likeliest, on the scale of Elo, where 400 points more mean odds of 10 to 1 (the model of
/// Bradley and Terry). Every player is given one more game, drawn against 1500, so that a player who won every game
/// has a rating too. Colour and date do not matter; players who never met, even through others, can hardly be
/// compared. "performance" is the rating that the score against these opponents speaks of, from the mean of their
/// ratings.
///
/// Games that are not sound, and games without a known player, are left out.
#[derive(Debug, Args)]
#[command(name = "players", after_help = EXAMPLES)]
pub struct PlayersCommand {
    #[command(flatten)]
    count_args: CountArgs,

    #[command(flatten)]
    show: ShowPlayers,
}

const EXAMPLES: &str = "\
Examples:
  skep players --top 20 games.zip
  skep players --sort rating --min-games 30 games/
  skep players --alike games/
  skep players --aliases players.tsv --format csv games/ > players.csv";

impl PlayersCommand {
    pub fn run(self) -> anyhow::Result<Exit> {
        let aliases = self.count_args.aliases()?;
        let (pairs, seen) = count(
            &self.count_args.scan()?,
            || (),
            |(), pairs: &mut Pairs, facts: &Facts<'_>| pairs.add(facts, &aliases),
        )?;
        seen.tell();
        if self.count_args.is_partial() {
            self.count_args
                .part(CountKind::Players, &[], seen, &pairs)?;
        } else {
            self.show.show(&pairs, &self.count_args.print)?;
        }
        Ok(seen.exit())
    }
}
