//! The table of games.

use std::cell::LazyCell;

use super::build::{Choice, Count, DateText, Day, Flag, Index, Key, Text, add, builders};
use skep_analysis::motifs::{Motif, Motifs};
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
    on request {
        white_first_gate: Count,
        black_first_gate: Count,
        white_first_ring: Count,
        black_first_ring: Count,
        white_first_elbow: Count,
        black_first_elbow: Count,
        white_first_pin: Count,
        black_first_pin: Count,
        white_first_queen_pin: Count,
        black_first_queen_pin: Count,
        white_first_cover: Count,
        black_first_cover: Count,
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
        // Motifs take much time, and most tables do not have them.
        let motifs = LazyCell::new(|| Motifs::of_game(facts));
        let first = |side, motif| {
            let ply = (*motifs)?.made(side, motif).first?;
            u16::try_from(ply).ok()
        };
        add!(self.white_first_gate, first(Side::White, Motif::Gate));
        add!(self.black_first_gate, first(Side::Black, Motif::Gate));
        add!(self.white_first_ring, first(Side::White, Motif::Ring));
        add!(self.black_first_ring, first(Side::Black, Motif::Ring));
        add!(self.white_first_elbow, first(Side::White, Motif::Elbow));
        add!(self.black_first_elbow, first(Side::Black, Motif::Elbow));
        add!(self.white_first_pin, first(Side::White, Motif::Pin));
        add!(self.black_first_pin, first(Side::Black, Motif::Pin));
        add!(
            self.white_first_queen_pin,
            first(Side::White, Motif::QueenPin)
        );
        add!(
            self.black_first_queen_pin,
            first(Side::Black, Motif::QueenPin)
        );
        add!(self.white_first_cover, first(Side::White, Motif::Cover));
        add!(self.black_first_cover, first(Side::Black, Motif::Cover));
    }
}
