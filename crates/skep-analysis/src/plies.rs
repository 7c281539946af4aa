use skep_records::notation::Verdict;
use skep_records::record::{GameKind, Record};
use skep_rules::game::{BySide, Position as _, Side};
use skep_rules::hexit::Points;
use skep_rules::hive::complete as venom;
use skep_rules::{hexit, hive};

/// What can be said of one legal turn of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlyFacts {
    /// Its number, from 1; implied passes count.
    pub ply: u32,
    /// The place of the written turn in the record; none for a pass that the record leaves out.
    pub written: Option<u32>,
    /// Whose turn it is.
    pub side: Side,
    /// The turn in canonical spelling.
    pub text: String,
    /// How many legal turns there were to choose from, this one included.
    pub moves: u64,
    /// Milliseconds that this turn took, where the record has the clock of its player's last turn too or this is the
    /// first.
    pub used_ms: Option<u32>,
    /// Milliseconds that its player had used since the start of the game.
    pub clock_ms: Option<u32>,
    /// What the board says afterwards.
    pub board: BoardFacts,
}

/// What can be said of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardFacts {
    /// Of Hive, with or without Venom and packs.
    Hive {
        /// The empty cells beside each queen, 0 to 6; none where it is not on the board.
        freedom: BySide<Option<u32>>,
        /// The names of each side's pieces that cannot move because the hive would fall apart.
        pinned: BySide<Vec<String>>,
    },
    /// Of Hex-It.
    HexIt {
        /// The points of each side.
        points: BySide<Points>,
    },
}

/// The clocks of both sides, read turn by turn.
#[derive(Clone, Copy, Debug)]
pub struct Clocks<'a> {
    record: &'a Record,
    turns: u32,
    last: BySide<Option<u32>>,
}

impl<'a> Clocks<'a> {
    /// The clocks of a game before its first turn, when nothing is used.
    pub fn new(record: &'a Record) -> Clocks<'a> {
        Clocks {
            record,
            turns: 0,
            last: BySide::default(),
        }
    }

    /// Milliseconds that a side's next turn took, and that the side had used after it since the start of the game, as far as
    /// the record tells. `written` is the place of the turn in the record.
    pub fn turn(&mut self, side: Side, written: Option<u32>) -> (Option<u32>, Option<u32>) {
        let clock = written
            .and_then(|ply| self.record.plies.get(ply as usize))
            .and_then(|ply| ply.clock_ms());
        let first = self.turns < 2;
        let before = if first { Some(0) } else { self.last[side] };
        self.turns += 1;
        self.last[side] = clock;
        let used = clock
            .zip(before)
            .and_then(|(now, before)| now.checked_sub(before));
        (used, clock)
    }
}

/// The facts of every legal turn of a game that was judged, in order.
pub fn plies(record: &Record, verdict: &Verdict) -> Vec<PlyFacts> {
    let mut clocks = Clocks::new(record);
    let mut all = Vec::new();
    let mut add = |written: Option<u32>, side, text, moves, board| {
        let (used_ms, clock_ms) = clocks.turn(side, written);
        all.push(PlyFacts {
            ply: all.len() as u32 + 1,
            written,
            side,
            text,
            moves,
            used_ms,
            clock_ms,
            board,
        });
    };
    match verdict.game {
        GameKind::Hive => {
            let mut position = hive::Position::new(verdict.game_type, verdict.opening);
            for played in &verdict.hive {
                let (side, text) = (position.turn(), position.spell(played.mv));
                let moves = position.count_moves();
                position.play_unchecked(played.mv);
                let facts = of_hive(&position);
                add(played.ply, side, text, moves, facts);
            }
        }
        GameKind::Venom => {
            let mut position = venom::Position::start(verdict.venom_options);
            for played in &verdict.venom {
                let (side, text) = (position.turn(), position.spell(played.mv).to_string());
                let moves = position.count_moves();
                position.play_unchecked(played.mv);
                add(played.ply, side, text, moves, of_venom(&position));
            }
        }
        GameKind::HexIt => {
            let mut position = hexit::Position::start(verdict.hexit_options);
            for played in &verdict.hexit {
                let (side, text) = (position.turn(), position.written(played.mv).to_string());
                let moves = position.count_moves();
                position.play_unchecked(played.mv);
                let points = position.score().points;
                add(played.ply, side, text, moves, BoardFacts::HexIt { points });
            }
        }
    }
    all
}

fn of_hive(position: &hive::Position) -> BoardFacts {
    facts_of_hive(
        |side| position.queen_neighbours(side),
        |side| position.pinned(side).map(|p| p.to_string()).collect(),
    )
}

fn of_venom(position: &venom::Position) -> BoardFacts {
    facts_of_hive(
        |side| position.queen_neighbours(side),
        |side| {
            let mut names: Vec<String> = position.pinned_of(side).map(|p| p.to_string()).collect();
            names.sort();
            names
        },
    )
}

/// The facts from the occupied cells beside a side's queen and the names of its pinned pieces.
fn facts_of_hive(
    queen_neighbours: impl Fn(Side) -> Option<u32>,
    pinned: impl Fn(Side) -> Vec<String>,
) -> BoardFacts {
    let freedom = |side| queen_neighbours(side).map(|n| 6 - n);
    BoardFacts::Hive {
        freedom: BySide {
            white: freedom(Side::White),
            black: freedom(Side::Black),
        },
        pinned: BySide {
            white: pinned(Side::White),
            black: pinned(Side::Black),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skep_records::notation::{Judge, JudgeOptions, read};
    use skep_records::record::Format;

    fn facts(format: Format, text: &str) -> Vec<PlyFacts> {
        let mut record = Record::default();
        read::read(format, text, &mut record);
        let mut verdict = Verdict::default();
        Judge::new(JudgeOptions::default()).judge(&record, &mut verdict);
        plies(&record, &verdict)
    }

    #[test]
    fn moves_are_counted_before_the_turn_and_the_board_after_it() {
        let game = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-";
        let facts = facts(Format::Uhp, game);
        let moves: Vec<u64> = facts.iter().map(|f| f.moves).collect();
        // Four kinds on the first turn (no queen), on six cells for Black; then five kinds on three cells.
        assert_eq!(moves, [4, 24, 15, 15]);
        let BoardFacts::Hive { freedom, pinned } = &facts[3].board else {
            panic!("no game of Hive");
        };
        assert_eq!((freedom.white, freedom.black), (Some(5), Some(5)));
        assert_eq!(
            (&pinned.white[..], &pinned.black[..]),
            (&["wS1".into()][..], &["bS1".into()][..])
        );
        assert!(facts.iter().all(|f| f.used_ms.is_none()));
    }

    /// A piece is pinned exactly when each of its moves, were it allowed, breaks the one hive.
    #[test]
    fn a_pinned_piece_has_no_move_of_its_own() {
        let games = include_str!("../../../fixtures/cli/sound.uhp");
        for game in games.lines() {
            let mut position: Option<hive::Position> = None;
            let mut record = Record::default();
            read::read(Format::Uhp, game, &mut record);
            let mut verdict = Verdict::default();
            Judge::new(JudgeOptions::default()).judge(&record, &mut verdict);
            for played in &verdict.hive {
                let at = position
                    .get_or_insert_with(|| hive::Position::new(verdict.game_type, verdict.opening));
                let mut moves = Vec::new();
                at.legal_moves_into(&mut moves);
                for piece in at.pinned(at.turn()) {
                    assert!(at.is_on_board(piece) && !at.is_covered(piece));
                    assert!(moves.iter().all(|m| m.piece() != Some(piece)), "{piece}");
                }
                at.play_unchecked(played.mv);
            }
        }
    }

    /// The two ways to the facts of a position agree: the same game by the rules of Hive and by those with packs.
    #[test]
    fn packs_change_no_fact_of_a_game_without_them() {
        for game in include_str!("../../../fixtures/cli/sound.uhp").lines() {
            let (game_type, rest) = game.split_once(';').unwrap();
            let plus = if game_type.contains('+') { "" } else { "+" };
            let with = format!("{game_type}{plus}+Predators;{rest}").replace("++", "+");
            let (plain, with) = (facts(Format::Uhp, game), facts(Format::Uhp, &with));
            assert!(!plain.is_empty());
            assert_eq!(plain.len(), with.len());
            for (a, b) in plain.iter().zip(&with) {
                assert_eq!(a.text, b.text);
                let sorted = |f: &PlyFacts| match f.board.clone() {
                    BoardFacts::Hive {
                        freedom,
                        mut pinned,
                    } => {
                        pinned.white.sort();
                        pinned.black.sort();
                        (freedom, pinned)
                    }
                    BoardFacts::HexIt { .. } => panic!("no game of Hive"),
                };
                assert_eq!(sorted(a), sorted(b), "ply {}", a.ply);
            }
        }
    }

    #[test]
    fn clocks_are_those_of_the_player() {
        let text = include_str!("../../../fixtures/boardspace/server-2024.sgf");
        let facts = facts(Format::Boardspace, text);
        for side in Side::ALL {
            let mine = || facts.iter().filter(|f| f.side == side);
            let used: u32 = mine().filter_map(|f| f.used_ms).sum();
            let clock = mine().filter_map(|f| f.clock_ms).next_back();
            assert_eq!(Some(used), clock, "{side}");
        }
    }
}
