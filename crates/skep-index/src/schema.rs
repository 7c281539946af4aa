//! The fields of a game in the index, and the numbers and terms in them.

use std::sync::LazyLock;

pub use skep_analysis::database::{Way, date_number as packed};
use skep_analysis::filter::{Field, IndexColumn, Value, Values};
use skep_analysis::motifs::{Motif, MotifSet, Motifs};
use skep_records::Game;
use skep_records::record::Date;
use skep_records::record::StatedResult;
use skep_rules::game::{Outcome, Side};
use skep_rules::hive::Piece;
use tantivy::schema::{BytesOptions, NumericOptions, Schema, TextOptions};

/// The format of the index. It changes if an older program cannot read what this one writes, or the other way round, and if
/// this program stores other texts for a record: in format 6, names keep decomposed accents.
pub const FORMAT: u32 = 7;

/// The fields that the index holds as texts. A field without a text is missing.
pub const TEXTS: [Field; TEXT_COUNT] = {
    let mut texts = [Field::White; TEXT_COUNT];
    let (mut at, mut i) = (0, 0);
    while i < Field::ALL.len() {
        if matches!(Field::ALL[i].index(), IndexColumn::Texts) {
            texts[at] = Field::ALL[i];
            at += 1;
        }
        i += 1;
    }
    texts
};

/// The number of [`TEXTS`].
const TEXT_COUNT: usize = {
    let (mut count, mut i) = (0, 0);
    while i < Field::ALL.len() {
        count += matches!(Field::ALL[i].index(), IndexColumn::Texts) as usize;
        i += 1;
    }
    count
};

pub const NUMBERS: &str = "numbers";
pub const DATE: &str = "day";
pub const ORDER: &str = "order";
pub const PIECES: &str = "pieces";
pub const MOTIFS: &str = "motifs";

/// The fields of the engine.
#[derive(Clone, Copy, Debug)]
pub struct SchemaFields {
    /// The content of the game, as a number.
    pub id: tantivy::schema::Field,
    /// The positions; see [`PackedStep`].
    pub steps: tantivy::schema::Field,
    /// The features of the positions; see [`History`](skep_analysis::similar::History).
    pub features: tantivy::schema::Field,
    /// The record with its sources.
    pub record: tantivy::schema::Field,
    /// [`CountedNumbers`].
    pub numbers: tantivy::schema::Field,
    pub date: tantivy::schema::Field,
    /// [`Pieces`].
    pub pieces: tantivy::schema::Field,
    /// [`PackedMotifs`].
    pub motifs: tantivy::schema::Field,
    /// The number of the game in the order in which games were added.
    pub order: tantivy::schema::Field,
    pub texts: [tantivy::schema::Field; TEXTS.len()],
}

impl SchemaFields {
    /// The fields of each index, without making the schema again.
    pub fn known() -> &'static SchemaFields {
        static FIELDS: LazyLock<SchemaFields> = LazyLock::new(|| SchemaFields::new().1);
        &FIELDS
    }

    pub fn new() -> (Schema, SchemaFields) {
        let mut schema = Schema::builder();
        let number = NumericOptions::default();
        let fields = SchemaFields {
            id: schema.add_u64_field("id", number.clone().set_indexed().set_fast()),
            steps: schema.add_custom_field("steps", "steps", serde_json::Value::Null),
            features: schema.add_custom_field("features", "features", serde_json::Value::Null),
            record: schema.add_bytes_field("record", BytesOptions::default().set_stored()),
            numbers: schema.add_u64_field(NUMBERS, number.clone().set_fast()),
            date: schema.add_u64_field(DATE, number.clone().set_fast()),
            pieces: schema.add_u64_field(PIECES, number.clone().set_fast()),
            motifs: schema.add_u64_field(MOTIFS, number.clone().set_fast()),
            order: schema.add_u64_field(ORDER, number.set_fast()),
            texts: TEXTS.map(|field| {
                schema.add_text_field(field.as_str(), TextOptions::default().set_fast("raw"))
            }),
        };
        (schema.build(), fields)
    }
}

/// A position, and when and how a game came there, as a number.
///
/// All steps to a position are neighbours, and each game that counts has exactly one with [`Way::Both`] or
/// [`Way::Reached`] among them. So the games that reached a position are a disjoint union of lists of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackedStep(pub u64);

/// The greatest ply of a step. It stands for all later plies too.
pub const MOST_PLY: u8 = 127;

impl PackedStep {
    pub const BITS: u8 = 63;
    /// The bits of the key of a position that do not fit. Among 5 × 10⁸ positions, the probability that another has the
    /// same other bits is 3 × 10⁻⁸.
    const CUT: u32 = 10;
    /// The bits for the ply and the way.
    const TAIL: u32 = 9;

    /// The step to a position after this many turns; a forced pass is a part of the turn before it.
    pub const fn new(key: u64, ply: u8, way: Way) -> PackedStep {
        PackedStep(key >> PackedStep::CUT << PackedStep::TAIL | (ply as u64) << 2 | way as u64)
    }

    /// The first and the last step to a position.
    pub const fn range(key: u64) -> [PackedStep; 2] {
        [
            PackedStep::new(key, 0, Way::Both),
            PackedStep::new(key, MOST_PLY, Way::Occurs),
        ]
    }

    /// The position without the ply and the way. All steps to a position have the same value.
    pub const fn position(self) -> u64 {
        self.0 >> PackedStep::TAIL
    }

    /// [`PackedStep::position`] of a key.
    pub const fn position_of(key: u64) -> u64 {
        key >> PackedStep::CUT
    }

    /// The key with this [`PackedStep::position`] whose other bits are 0.
    pub const fn key_of(position: u64) -> u64 {
        position << PackedStep::CUT
    }

    /// The number of positions of the game before this one. `None` if the game does not count, or before a forced pass.
    pub const fn at(self) -> Option<u8> {
        match self.way() {
            Way::Both | Way::Reached | Way::Played => Some(self.ply()),
            // Only a later visit has a number: it has a position before it.
            Way::Occurs if self.ply() > 0 => Some(self.ply()),
            Way::Occurs => None,
        }
    }

    pub const fn ply(self) -> u8 {
        (self.0 >> 2) as u8 & MOST_PLY
    }

    pub const fn way(self) -> Way {
        match self.0 & 3 {
            0 => Way::Both,
            1 => Way::Reached,
            2 => Way::Played,
            _ => Way::Occurs,
        }
    }

    pub const fn to_bytes(self) -> [u8; 8] {
        self.0.to_le_bytes()
    }

    pub const fn of_bytes(bytes: [u8; 8]) -> PackedStep {
        PackedStep(u64::from_le_bytes(bytes) & ((1 << PackedStep::BITS) - 1))
    }
}

/// The numbers that counts need, in one number: result, plies and ratings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CountedNumbers(pub u64);

/// The greatest rating that the index holds. Greater ratings are read from the record.
pub const MOST_ELO: u32 = (1 << 14) - 1;
/// The most plies that the index holds.
pub const MOST_PLIES: u32 = (1 << 16) - 1;

impl CountedNumbers {
    pub fn new(
        result: Option<StatedResult>,
        plies: u32,
        ratings: [Option<u32>; 2],
    ) -> CountedNumbers {
        let result = match result.unwrap_or_default().outcome() {
            Outcome::Win(Side::White) => 1,
            Outcome::Draw => 2,
            Outcome::Win(Side::Black) => 3,
            Outcome::Undecided => 0,
        };
        // 0 is an unknown rating, so a rating is held with 1 more.
        let [white, black] =
            ratings.map(|r| u64::from(r.map_or(0, |r| r.saturating_add(1).min(MOST_ELO))));
        CountedNumbers(result | u64::from(plies.min(MOST_PLIES)) << 2 | white << 18 | black << 32)
    }

    /// 0 if the result is unknown, else 1 for White, 2 for a draw, 3 for Black.
    pub const fn result(self) -> usize {
        (self.0 & 3) as usize
    }

    pub const fn plies(self) -> u32 {
        (self.0 >> 2) as u32 & MOST_PLIES
    }

    /// `Some(MOST_ELO - 1)` stands for any greater rating too.
    pub const fn rating(self, side: Side) -> Option<u32> {
        let shift = match side {
            Side::White => 18,
            Side::Black => 32,
        };
        ((self.0 >> shift) as u32 & MOST_ELO).checked_sub(1)
    }
}

/// The pieces that were placed in a game of plain Hive, one bit for each. A game of Hex-It has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pieces(pub u64);

impl Pieces {
    /// In Venom and packs, the faces of the tiles matter too, so the records are read.
    const UNKNOWN: Pieces = Pieces(1 << 28);

    pub fn of(game: &Game) -> Pieces {
        match game {
            Game::HexIt(_) => Pieces(0),
            Game::Venom(_) => Pieces::UNKNOWN,
            Game::Hive(game) => {
                let mut moved: Vec<Piece> = game.moves().filter_map(|mv| mv.piece()).collect();
                moved.sort_unstable();
                let all = Piece::all().enumerate();
                let placed = all.filter(|(_, piece)| moved.binary_search(piece).is_ok());
                Pieces(placed.map(|(i, _)| 1 << i).sum())
            }
        }
    }

    /// The pieces, if they are known.
    pub fn placed(self) -> Option<Vec<Piece>> {
        let all = Piece::all().enumerate();
        let placed = all.filter(|(i, _)| self.0 >> i & 1 == 1);
        (self != Pieces::UNKNOWN).then(|| placed.map(|(_, piece)| piece).collect())
    }
}

/// The motifs of a game: those of White, those of Black, and the first ply of each motif. 0 for a game without motifs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PackedMotifs(pub u64);

impl PackedMotifs {
    /// Set in every game that can have motifs.
    const KNOWN: u64 = 1 << 63;
    /// The bits of the motifs of a side.
    const SET: u32 = Motif::ALL.len() as u32;
    /// The bits of a first ply.
    const PLY: u32 = 8;
    /// Stands for this ply and all later plies.
    const MOST_PLY: u64 = (1 << PackedMotifs::PLY) - 1;

    const fn shift(motif: Motif) -> u32 {
        2 * PackedMotifs::SET + PackedMotifs::PLY * motif as u32
    }

    pub fn of(motifs: Option<&Motifs>) -> PackedMotifs {
        let Some(motifs) = motifs else {
            return PackedMotifs(0);
        };
        let of_side = |side| u64::from(motifs.of_side(side).bits());
        let sets = of_side(Side::White) | of_side(Side::Black) << PackedMotifs::SET;
        let firsts = Motif::ALL.map(|motif| {
            let ply = motifs.first(motif).map_or(0, u64::from);
            ply.min(PackedMotifs::MOST_PLY) << PackedMotifs::shift(motif)
        });
        let all = firsts
            .into_iter()
            .fold(PackedMotifs::KNOWN | sets, |all, ply| all | ply);
        PackedMotifs(all)
    }

    /// The motifs of a side, or of both.
    pub fn values(self, side: Option<Side>) -> Values<'static> {
        if self.0 & PackedMotifs::KNOWN == 0 {
            return Values::One(None);
        }
        let bits = |shift: u32| (self.0 >> shift) as u8 & ((1 << PackedMotifs::SET) - 1);
        let [white, black] = [0, PackedMotifs::SET].map(|shift| MotifSet::of_bits(bits(shift)));
        Values::Motifs(match side {
            Some(Side::White) => white,
            Some(Side::Black) => black,
            None => white.or(black),
        })
    }

    /// The first ply that makes a motif. `Pending` if it is too late for the number.
    pub const fn first(self, motif: Motif) -> Values<'static> {
        match self.0 >> PackedMotifs::shift(motif) & PackedMotifs::MOST_PLY {
            0 => Values::One(None),
            PackedMotifs::MOST_PLY => Values::Pending,
            ply => Values::One(Some(Value::Number(ply as u32))),
        }
    }
}

/// The date that [`packed`] made a number.
pub fn unpacked(number: u32) -> Option<Date> {
    let known = |n: u32| u8::try_from(n).ok().filter(|&n| n > 0);
    let year = u16::try_from(number >> 9).ok()?;
    Date::new(year, known(number >> 5 & 15), known(number & 31))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_hold_what_is_put_in() {
        let numbers = CountedNumbers::new(Some(StatedResult::Draw), 500, [Some(0), None]);
        assert_eq!((numbers.result(), numbers.plies()), (2, 500));
        assert_eq!(numbers.rating(Side::White), Some(0));
        assert_eq!(numbers.rating(Side::Black), None);
        let most = CountedNumbers::new(None, u32::MAX, [Some(2150), Some(u32::MAX)]);
        assert_eq!((most.result(), most.plies()), (0, MOST_PLIES));
        assert_eq!(most.rating(Side::White), Some(2150));
        assert_eq!(most.rating(Side::Black), Some(MOST_ELO - 1));
    }

    #[test]
    fn dates_are_packed_in_their_order() {
        let dates = [
            (1999, None, None),
            (2024, None, None),
            (2024, Some(3), None),
        ];
        let days = [(2024, Some(3), Some(9)), (2024, Some(12), Some(31))];
        let all = dates.iter().chain(&days);
        let all: Vec<Date> = all.filter_map(|&(y, m, d)| Date::new(y, m, d)).collect();
        assert_eq!(all.len(), 5);
        for pair in all.windows(2) {
            assert!(packed(Some(pair[0])) < packed(Some(pair[1])));
        }
        for date in all {
            assert_eq!(unpacked(packed(Some(date)) as u32), Some(date));
        }
        assert_eq!(unpacked(packed(None) as u32), None);
    }

    #[test]
    fn the_terms_of_a_position_are_neighbours() {
        let key = 0xfedc_ba98_7654_3210;
        let [first, last] = PackedStep::range(key);
        for way in [Way::Both, Way::Reached, Way::Played, Way::Occurs] {
            for ply in [0, 5, MOST_PLY] {
                let step = PackedStep::new(key, ply, way);
                assert!(first <= step && step <= last);
                assert_eq!((step.ply(), step.way()), (ply, way));
                assert_eq!(PackedStep::of_bytes(step.to_bytes()), step);
            }
        }
        assert!(PackedStep::new(key + (1 << 10), 0, Way::Both) > last);
        assert!(PackedStep::new(key - (1 << 10), MOST_PLY, Way::Occurs) < first);
    }
}
