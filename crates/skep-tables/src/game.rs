//! The table of games.

use super::build::{Choice, DateText, Day, Flag, Index, Key, Text, add, builders};
use skep_analysis::openings::{Names, Shape};
use skep_analysis::{EventKind, Facts, Speed};
use skep_records::record::{Format, GameKind, StatedResult, Termination};
use skep_records::{Source, Status};
use skep_rules::game::Side;

builders! {
    /// The columns of games.
    pub(crate) struct Games {
        path: Text,
        entry: Text,
        index: Key,
        notation: Choice<Format>,
        game: Choice<GameKind>,
        date: Day,
        date_text: DateText,
        white: Text,
        black: Text,
        white_elo: Index,
        black_elo: Index,
        event: Text,
        event_kind: Choice<EventKind>,
        site: Text,
        time_control: Text,
        speed: Choice<Speed>,
        rated: Flag,
        bot: Flag,
        status: Choice<Status>,
        result: Choice<StatedResult>,
        stated_result: Choice<StatedResult>,
        board_result: Choice<StatedResult>,
        termination: Choice<Termination>,
        plies: Index,
        opening: Text,
        shape: Choice<Shape>,
        opening_code: Text,
    }
}

impl Games {
    /// Adds a game.
    pub fn push(&mut self, facts: &Facts<'_>, source: &Source, index: u64, names: &Names) {
        let date = facts.date();
        add!(self.path, &*source.path);
        add!(self.entry, source.entry.as_deref());
        add!(self.index, index);
        add!(self.notation, facts.record().format);
        add!(self.game, facts.game());
        add!(self.date, date);
        add!(self.date_text, date);
        add!(self.white, facts.player(Side::White));
        add!(self.black, facts.player(Side::Black));
        add!(self.white_elo, facts.rating(Side::White));
        add!(self.black_elo, facts.rating(Side::Black));
        add!(self.event, facts.event());
        add!(self.event_kind, facts.event_kind());
        add!(self.site, facts.site());
        add!(self.time_control, facts.time_control());
        add!(self.speed, facts.speed());
        add!(self.rated, facts.rated());
        add!(self.bot, facts.bot());
        add!(self.status, facts.status());
        add!(self.result, facts.result());
        add!(self.stated_result, facts.stated());
        add!(self.board_result, facts.board());
        add!(self.termination, facts.termination());
        add!(self.plies, facts.plies());
        add!(self.opening, names.of_game(facts));
        add!(self.shape, Shape::of_game(facts));
        add!(self.opening_code, Shape::code_of_game(facts));
    }
}
