//! A valid record that is written is read back as the same game, whatever the record holds.
//!
//! The records are hostile: their tags, notes and results hold everything that has a meaning in some notation.

use proptest::prelude::*;
use skep_records::diag::{Severity, Span};
use skep_records::game::{HexIt, Hive};
use skep_records::notation::write::{self, Loss, Losses};
use skep_records::notation::{Verdict, detect, split};
use skep_records::record::{
    BoardMark, BoardMarkKind, EvalScore, Evaluation, Format, GameKind, Glyph, MarkedCell, Note,
    NoteKind, PassPolicy, Ply, Record, ScoreUnit, Search, StatedResult, Termination, Variation,
};
use skep_records::{Game, Judge, Played, Rules, each_game, each_kind, read};
use skep_rules::game::{Position as _, Side, random_game};
use skep_rules::geometry::{GridRef, Hex};
use skep_rules::{hexit, hive};

const VARIANTS: [&str; 14] = [
    "Base",
    "Base+M",
    "Base+LP",
    "Base+MLP",
    "Base+MLP",
    "Base+MLP",
    "39",
    "29",
    "19",
    "19",
    "Venom",
    "Venom+Predators+Guardians+Honeycombo",
    "Venom+Swarm",
    "Base+MLP+[Wa,Sc2,Ff2,Df3,Fl3,Tk,Sb,Ce]+Predators+Honeycombo",
];

/// Names with a meaning in some notation, and names that no notation can hold unchanged.
const NAMES: [&str; 70] = [
    "White",
    "Black",
    "white",
    "BLACK",
    "Event",
    "Site",
    "Date",
    "Round",
    "Result",
    "GameType",
    "SgfResult",
    "Termination",
    "Variant",
    "Game",
    "game",
    "State",
    "SetUp",
    "FEN",
    "Turn",
    "WhiteHand",
    "WhiteReserve",
    "Moves",
    "Tiles",
    "ReleaseChain",
    "GameName",
    "SgfGameName",
    "SgfDate",
    "TimeControl",
    "GameSpeed",
    "Annotator",
    "Elo",
    "WhiteTime",
    "BlackTime",
    "WhiteElo",
    "BlackElo",
    "WhiteCountry",
    "White:foo",
    "Black:bar",
    "White:id",
    "White:ranking",
    "Black:country",
    "White:",
    "White:a b",
    "GM",
    "VV",
    "CM",
    "SU",
    "RE",
    "P0",
    "P1",
    "P-1",
    "GN",
    "DT",
    "EV",
    "PC",
    "RO",
    "TC",
    "GS",
    "RC",
    "C",
    "TM",
    "AN",
    "FF",
    "CA",
    "X1",
    "",
    "a b",
    "a]b",
    "é",
    "[%tag",
];

/// Pieces of values, names and comments.
const PIECES: [&str; 60] = [
    "",
    " ",
    "x",
    "Ann",
    "a b",
    "[",
    "]",
    "\\",
    "\"",
    "{",
    "}",
    "(",
    ")",
    ";",
    "(;",
    ")\n(;GM[27]",
    "\n",
    "\r\n",
    "\r",
    "\t",
    "\u{0}",
    "\u{feff}",
    "é",
    "\u{85}",
    "\u{3000}",
    "%",
    "%41",
    "#",
    "# x",
    "\n# x\n",
    "[White \"x\"]",
    "\n[Date \"x\"]\n",
    "[%tag a b]",
    "[%resign White]",
    "[%",
    "; P0[1 Done ]",
    "] GM[28",
    "1-0",
    "*",
    "1. wL",
    "2024.01.02",
    "hive-ultimate",
    "hive-plm 2 0 101",
    "hive",
    "PlusTime 5",
    "300+2",
    "T!HV-a-b-2024-01-02-0304",
    "Game won by Ann",
    "The game is a draw",
    "normal",
    "12.5-7",
    "Exxit-Blitz",
    "Hex-It",
    "HexIt",
    "exxit",
    "Base+MLP",
    "WhiteWins",
    "39",
    "time",
    "forced",
];

/// Commands of Boardspace.
const ACTIONS: [&str; 14] = [
    "Pick W 1 wA1",
    "Pickb N 13 wA1",
    "Dropb wA1 N 13 .",
    "Move W wQ N 13 .",
    "movedone W wQ N 13 .",
    "Drop ",
    "Pass ",
    "Pass",
    "Reset",
    "Done",
    "Swap",
    "Dropb W N 13",
    "Move W N 13 2",
    "Resign",
];

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::collection::vec(prop::sample::select(&PIECES[..]), 0..3).prop_map(|pieces| pieces.concat()),
        1 => "\\PC{0,12}",
        1 => "[ -~\\n]{0,12}",
    ]
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => prop::sample::select(&NAMES[..]).prop_map(str::to_owned),
        1 => text(),
        1 => "[A-Za-z][A-Za-z0-9_:-]{0,5}",
    ]
}

fn side() -> impl Strategy<Value = Side> {
    prop::sample::select(&Side::ALL[..])
}

fn search() -> impl Strategy<Value = Search> {
    let visits = prop::collection::btree_map(text(), any::<u32>(), 0..3);
    let value = prop::option::of(-1.0..=1.0);
    (value, visits).prop_map(|(value, visits)| Search::new(value, visits).expect("in range"))
}

fn note() -> impl Strategy<Value = NoteKind> {
    prop_oneof![
        4 => text().prop_map(NoteKind::Comment),
        2 => text().prop_map(NoteKind::TakeBack),
        2 => prop::sample::select(&ACTIONS[..]).prop_map(|raw| NoteKind::TakeBack(raw.to_owned())),
        1 => side().prop_map(NoteKind::OfferDraw),
        1 => side().prop_map(NoteKind::AcceptDraw),
        1 => side().prop_map(NoteKind::DeclineDraw),
        1 => side().prop_map(NoteKind::Resign),
        1 => side().prop_map(NoteKind::WinOnTime),
        2 => (0..6u8, any::<u32>()).prop_map(|(step, ms)| NoteKind::StepClock { step, ms }),
        3 => (name(), text()).prop_map(|(name, value)| NoteKind::Property { name, value }),
        2 => search().prop_map(NoteKind::Search),
        2 => (1..=255u8).prop_map(|number| NoteKind::Glyph(Glyph::new(number).expect("not 0"))),
        2 => evaluation().prop_map(|found| NoteKind::Evaluation(Box::new(found))),
        2 => board_mark().prop_map(|mark| NoteKind::Mark(Box::new(mark))),
    ]
}

fn score() -> impl Strategy<Value = EvalScore> {
    let unit = prop::sample::select(&ScoreUnit::ALL[..]);
    prop_oneof![
        (-1_000_000_000..1_000_000_000i64, unit)
            .prop_map(|(thousandths, unit)| EvalScore::Points { thousandths, unit }),
        (side(), any::<Option<u32>>()).prop_map(|(side, plies)| EvalScore::Win { side, plies }),
    ]
}

fn evaluation() -> impl Strategy<Value = Evaluation> {
    let words = || prop::option::of(text().prop_filter("no text", |text| !text.is_empty()));
    let scores = (prop::option::of(score()), prop::option::of(score()));
    let line = prop::collection::vec(text(), 0..3).prop_filter("no line", |line| line != &[""]);
    let numbers = any::<(Option<u32>, Option<u64>, Option<u64>)>();
    let ms = prop::option::of(0..1u64 << 40);
    (scores, words(), line, numbers, ms, words()).prop_map(
        |((score, before), best, line, (depth, nodes, simulations), ms, engine)| Evaluation {
            score,
            before,
            best,
            line,
            depth: depth.or(Some(1)),
            nodes,
            simulations,
            ms,
            engine,
        },
    )
}

fn board_mark() -> impl Strategy<Value = BoardMark> {
    let cell = || {
        prop_oneof![
            (-9..9i32, -9..9i32).prop_map(|(q, r)| MarkedCell::At(Hex::new(q, r))),
            text().prop_map(|name| MarkedCell::from(&*name)),
            prop::sample::select(&["wQ", "bS1-", "/wA1", "e4"][..]).prop_map(MarkedCell::from),
        ]
    };
    let colour = prop_oneof![Just("Green".to_owned()), Just("Red".to_owned()), text()];
    let kind = prop::sample::select(&BoardMarkKind::ALL[..]);
    (kind, cell(), cell(), colour, text()).prop_map(|(kind, cell, to, colour, text)| BoardMark {
        kind,
        cell,
        to: (kind == BoardMarkKind::Arrow).then_some(to),
        colour,
        text: (kind == BoardMarkKind::Label).then_some(text),
    })
}

/// What a notation loses if it cannot hold a note; `None` for notes that are compared in another way.
fn loss_of(kind: &NoteKind) -> Option<Loss> {
    Some(match kind {
        NoteKind::Glyph(_) => Loss::Glyphs,
        NoteKind::Evaluation(_) => Loss::Evaluations,
        NoteKind::Mark(_) => Loss::Marks,
        NoteKind::Search(_) => Loss::Searches,
        NoteKind::TakeBack(_) => Loss::TakeBacks,
        NoteKind::OfferDraw(_) | NoteKind::AcceptDraw(_) | NoteKind::DeclineDraw(_) => {
            Loss::DrawTalk
        }
        NoteKind::Comment(_)
        | NoteKind::Resign(_)
        | NoteKind::WinOnTime(_)
        | NoteKind::StepClock { .. }
        | NoteKind::Property { .. } => return None,
    })
}

/// The glyphs, evaluations, marks, searches, take-backs and draw talk of some notes, with their places. A turn keeps
/// the last glyph that judges it.
fn marks_of(notes: &[Note]) -> Vec<(u32, NoteKind)> {
    let mut found: Vec<(u32, NoteKind)> = Vec::new();
    for note in notes {
        let is_mark = loss_of(&note.kind).is_some();
        if let NoteKind::Glyph(new) = note.kind {
            let mut others = found.iter_mut().filter(|(after, _)| *after == note.after);
            let other = others.find(|(_, kind)| match kind {
                NoteKind::Glyph(old) => *old == new || old.judges() && new.judges(),
                _ => false,
            });
            if let Some((_, kind)) = other {
                *kind = note.kind.clone();
                continue;
            }
        }
        if is_mark {
            found.push((note.after, note.kind.clone()));
        }
    }
    found
}

/// The clocks of the turns of a game, by their numbers.
fn clocks(record: &Record, verdict: &Verdict) -> Vec<(usize, u32)> {
    let turns = verdict.game.written().enumerate();
    let clocks = turns.filter_map(|(turn, ply)| {
        let ply = record.plies.get(ply? as usize)?;
        Some((turn, ply.clock_ms()?))
    });
    clocks.collect()
}

/// Whether what is read back has the notes of [`marks_of`] that the losses do not name.
fn keeps_marks(
    was: (&Record, &Verdict),
    is: (&Record, &Verdict),
    (format, losses): (Format, Losses),
) -> bool {
    let kept = |(record, verdict): (&Record, &Verdict)| {
        // Places are numbers of legal turns: passes may be implied, and a last empty turn may not count.
        let turns: Vec<Option<u32>> = verdict.game.written().collect();
        let mut notes = record.notes.clone();
        for note in &mut notes {
            let is_before = |turn: &Option<u32>| turn.is_some_and(|ply| ply < note.after);
            let is_next = |turn: &Option<u32>| turn.is_some_and(|ply| ply >= note.after);
            let last = turns.iter().rposition(is_before);
            let last = last.map_or(0, |last| last + 1);
            let next = turns.iter().position(is_next).unwrap_or(last);
            let is_about_last = note.kind.is_about_last_turn();
            note.after = if is_about_last { last } else { next } as u32;
        }
        let mut marks = marks_of(&notes);
        marks.retain(|(_, kind)| loss_of(kind).is_none_or(|loss| !losses.contains(loss)));
        for (_, kind) in &mut marks {
            if let NoteKind::Mark(mark) = kind
                && losses.contains(Loss::MarkColours)
            {
                mark.colour.clear();
            }
        }
        marks
    };
    let (was, is) = (kept(was), kept(is));
    if format == Format::Analysis {
        // It sorts marks by their kinds, and has cells in the place of bugs.
        let places = |marks: &[(u32, NoteKind)]| {
            let places = marks.iter().map(|(after, _)| *after);
            places.collect::<Vec<_>>()
        };
        return places(&was) == places(&is);
    }
    was == is
}

/// A random game, written with only its moves. `cut` is the number of its first turns that only make the position in
/// which it begins.
fn played(variant: &str, seed: u64, plies: u32, cut: Option<usize>) -> Record {
    let game = Game::of_variant(variant).expect("a variant");
    let mut record = Record::default();
    each_game!(&game, Game(game) => play(game, (seed, plies), cut, &mut record));
    record
}

fn play<R: Rules>(
    variant: &Played<R>,
    (seed, plies): (u64, u32),
    cut: Option<usize>,
    record: &mut Record,
) {
    let options = R::deal(variant.options(), seed, 0);
    let mut moves = Vec::new();
    random_game(&mut R::Position::start(options), seed, 0, plies, &mut moves);
    if let Some(cut) = cut.filter(|cut| (1..moves.len()).contains(cut)) {
        let before = Played::<R>::of_moves(options, moves.drain(..cut));
        let mut rest = before.from_here(before.tracked());
        rest.turns = Played::<R>::of_moves(options, moves).turns;
        let turns = rest.spelled();
        let turns = turns.map(|turn| serde_json::json!({"text": turn.written.to_string()}));
        let turns: Vec<_> = turns.collect();
        let line = serde_json::json!({"start": before.state(), "moves": turns});
        return read(Format::Jsonl, &line.to_string(), record);
    }
    let verdict = Verdict::of_game(Played::<R>::of_moves(options, moves));
    let plain = Record::of_variant(R::KIND, "");
    let mut text = String::new();
    write::write(R::GAME_STRING, &plain, &verdict, &mut text).expect("its own notation");
    read(R::GAME_STRING, &text, record);
}

/// A variation of a record: the line and the turn that it leaves, its random turns, and its notes and clocks.
#[derive(Clone, Debug)]
struct Branch {
    line: prop::sample::Index,
    place: prop::sample::Index,
    seed: u64,
    plies: u32,
    notes: Vec<(prop::sample::Index, NoteKind)>,
    clock: Option<u32>,
}

fn branch() -> impl Strategy<Value = Branch> {
    let turns = (0..9u64, 0..6u32);
    let notes = prop::collection::vec((any::<prop::sample::Index>(), note()), 0..3);
    let clock = prop::option::weighted(0.3, 0..u32::MAX);
    (any::<[prop::sample::Index; 2]>(), turns, notes, clock).prop_map(
        |([line, place], (seed, plies), notes, clock)| Branch {
            line,
            place,
            seed,
            plies,
            notes,
            clock,
        },
    )
}

/// Adds variations to a record of which every turn is written.
fn branched<R: Rules>(record: &mut Record, branches: &[Branch]) {
    let verdict = judged(record);
    let game = <R as skep_records::game::OfGame>::of(&verdict.game).expect("its game");
    // The moves of each line, first of the game.
    let mut lines: Vec<Vec<R::Move>> = vec![game.moves().collect()];
    for branch in branches {
        let parent = branch.line.index(lines.len());
        let own = parent.checked_sub(1);
        let first = own.map_or(0, |i| record.variations[i].after as usize);
        let after = first + branch.place.index(lines[parent].len() - first + 1);
        let mut line = lines[parent][..after].to_vec();
        let mut position = game.start();
        for &mv in &line {
            position.play_unchecked(mv);
        }
        let mut added = Vec::new();
        random_game(
            &mut position.clone(),
            branch.seed,
            1,
            branch.plies,
            &mut added,
        );
        let mut plies = Vec::new();
        for &mv in &added {
            plies.push(record.ply::<R>(&position.spell(mv), Span::default()));
            position.play_unchecked(mv);
        }
        if let Some(last) = plies.last_mut() {
            last.set_clock_ms(branch.clock);
        }
        line.extend(&added);
        let index = record
            .add_variation(own, after as u32)
            .expect("few variations");
        assert_eq!(index + 1, lines.len());
        // A variation without turns has only comments.
        let has_turns = !plies.is_empty();
        let fits = |kind: &NoteKind| has_turns || matches!(kind, NoteKind::Comment(_));
        let mut notes: Vec<Note> = (branch.notes.iter())
            .filter(|(_, kind)| fits(kind))
            .map(|(index, kind)| Note {
                after: (after + index.index(plies.len() + 1)) as u32,
                kind: kind.clone(),
            })
            .collect();
        notes.sort_by_key(|note| note.after);
        record.variations[index].plies = plies;
        record.variations[index].notes = notes;
        lines.push(line);
    }
    record.sort_variations();
}

/// A record with hostile parts; most are valid.
fn record() -> impl Strategy<Value = Record> {
    let game = (
        prop::sample::select(&VARIANTS[..]),
        0..50u64,
        prop_oneof![0..4u32, 0..40u32, 0..400u32],
        prop::option::weighted(0.25, 1..60usize),
    )
        .prop_map(|(variant, seed, plies, cut)| played(variant, seed, plies, cut));
    let last = prop::option::weighted(0.1, Just(()));
    let head = (
        prop::sample::select(&Format::ALL[..]),
        prop::collection::vec((name(), text()), 0..5),
        prop::sample::select(&StatedResult::ALL[..]),
        prop::sample::select(&Termination::ALL[..]),
        prop::option::weighted(0.3, text()),
        prop::option::weighted(0.1, (side(), 0..9u32)),
        any::<(bool, bool, bool)>(),
        prop::option::weighted(0.2, (-99..99i32, -99..99i32)),
    );
    let notes = prop::collection::vec((any::<prop::sample::Index>(), note()), 0..4);
    let clocks = prop::collection::vec((any::<prop::sample::Index>(), 0..u32::MAX), 0..4);
    let branches = prop_oneof![
        1 => Just(Vec::new()),
        1 => prop::collection::vec(branch(), 0..6),
    ];
    let rest = (notes, clocks, branches);
    (game, last, head, rest).prop_map(|(mut record, last, head, rest)| {
        let (notes, clocks, branches) = rest;
        each_kind!(record.game, R => branched::<R>(&mut record, &branches));
        if last.is_some() && record.game != GameKind::Venom {
            // An empty turn at the end, as the clients of Boardspace send it.
            let span = Span::default();
            let empty = match record.game {
                GameKind::HexIt => record.ply::<HexIt>(&hexit::Written::EmptyTurn, span),
                _ => record.ply::<Hive>(&hive::Written::EmptyTurn, span),
            };
            record.plies.push(empty);
        }
        let (format, tags, result, termination, text, turn, flags, origin) = head;
        record.format = format;
        for (name, value) in tags {
            record.tags.push(name, value);
        }
        record.stated.result = result;
        record.stated.termination = termination;
        record.stated.text = text;
        record.stated_turn = turn;
        record.stated_not_started = flags.0;
        record.open_opening_site = flags.1;
        record.origin = origin.map(|(column, row)| GridRef { column, row });
        if flags.2 && record.variations.is_empty() {
            record.passes = PassPolicy::MayBeImplied;
            // Passes that are followed by a turn may be left out.
            let whole = record.clone();
            let last = record.plies.len().saturating_sub(1);
            let mut at = 0;
            let is_pass =
                |ply: &Ply| each_kind!(whole.game, R => whole.written::<R>(ply).to_string() == "pass");
            if whole.game != GameKind::Venom {
                record.plies.retain(|ply| {
                    at += 1;
                    at > last || !is_pass(ply)
                });
            }
        }
        let count = record.plies.len();
        for (index, kind) in notes {
            let after = index.index(count + 1) as u32;
            record.notes.push(Note { after, kind });
        }
        record.notes.sort_by_key(|note| note.after);
        for (index, ms) in clocks {
            if count > 0 {
                record.plies[index.index(count)].set_clock_ms(Some(ms));
            }
        }
        record
    })
}

fn judged(record: &Record) -> Verdict {
    let mut verdict = Verdict::default();
    Judge::default().judge(record, &mut verdict);
    verdict
}

/// Reads a text that must hold one game.
fn read_one(format: Format, text: &str) -> Result<Record, TestCaseError> {
    let games: Vec<_> = split::games(format, text.as_bytes()).collect();
    prop_assert_eq!(games.len(), 1, "{}", text);
    let mut record = Record::default();
    read(format, &text[games[0].clone()], &mut record);
    for finding in &record.diagnostics {
        if let Some(span) = finding.span {
            let place = text[games[0].clone()].get(span.start as usize..span.end as usize);
            prop_assert!(place.is_some(), "{:?} in {}", finding, text);
        }
    }
    Ok(record)
}

/// A result, as far as every notation holds it.
fn decided(result: StatedResult) -> Option<StatedResult> {
    result.is_final().then_some(result)
}

/// Tags by name, without those that are empty.
fn tags(record: &Record) -> Vec<(String, String)> {
    let tags = record.tags.iter().filter(|(_, value)| !value.is_empty());
    let mut tags: Vec<_> = tags
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    tags.sort_by(|(a, _), (b, _)| a.cmp(b));
    tags
}

/// The words of all comments, in order.
fn comments(record: &Record) -> Vec<&str> {
    let comments = record.notes.iter().filter_map(|note| match &note.kind {
        NoteKind::Comment(text) => Some(text.split_whitespace()),
        _ => None,
    });
    comments.flatten().collect()
}

/// Writes a record in every notation that holds its game, reads the text, and compares.
fn survives(record: &Record) -> Result<(), TestCaseError> {
    let verdict = judged(record);
    prop_assume!(verdict.status.is_sound());
    for format in [
        Format::Uhp,
        Format::Pgn,
        Format::Boardspace,
        Format::Jsonl,
        Format::Hxt,
        Format::Analysis,
    ] {
        let mut once = String::new();
        let Ok(losses) = write::write(format, record, &verdict, &mut once) else {
            continue;
        };
        prop_assert_eq!(detect(once.as_bytes()), Some(format), "{}", once);
        let back = read_one(format, &once)?;
        let again = judged(&back);
        prop_assert!(
            again.status.is_sound(),
            "{:?} in {}",
            again.diagnostics,
            once
        );
        let errors = back
            .diagnostics
            .iter()
            .filter(|d| d.severity == Severity::Error);
        prop_assert_eq!(errors.count(), 0, "{:?} in {}", back.diagnostics, once);
        // The game.
        prop_assert_eq!(again.title(), verdict.title(), "{}", once);
        let same = each_game!(&verdict.game, Game(game) => {
            skep_records::game::OfGame::of(&again.game).is_some_and(|back| same_moves(game, back))
        });
        prop_assert!(same, "{}", once);
        // The variations.
        if !losses.contains(Loss::Variations) && !losses.contains(Loss::VariationTurns) {
            let same = each_game!(&verdict.game, Game(game) => {
                skep_records::game::OfGame::of(&again.game).is_some_and(|back| same_variations(game, back, format))
            });
            prop_assert!(same, "{:?} {}", record.variations, once);
            for (was, is) in record.variations.iter().zip(&back.variations) {
                // Boardspace reads the property C as a comment.
                let is_comment = |note: &Note| matches!(&note.kind, NoteKind::Property { name, .. } if name == "C");
                let is_kept = !losses.contains(Loss::Comments);
                if is_kept && !was.notes.iter().any(is_comment) {
                    prop_assert_eq!(comments_in(was), comments_in(is), "{}", &once);
                }
            }
        }
        // The result.
        if !losses.contains(Loss::Result) {
            let (was, is) = (verdict.result(record), again.result(&back));
            prop_assert_eq!(decided(is), decided(was), "{}: {}", format, once);
        }
        if !losses.contains(Loss::Termination)
            && !losses.contains(Loss::Result)
            && format != Format::Uhp
        {
            let (was, is) = (verdict.termination, again.termination);
            if was != Termination::Unknown && was != Termination::Board {
                prop_assert_eq!(is, was, "{}: {}", format, once);
            }
        }
        // The tags.
        if !losses.contains(Loss::Tags) {
            let (was, is) = (tags(record), tags(&back));
            // A notation adds tags, but no player and no site.
            let mut rest = is.clone();
            let is_lost = |name: &str| match name {
                "date" => losses.contains(Loss::Date) || losses.contains(Loss::DateInName),
                "white" | "black" => losses.contains(Loss::Names),
                _ => false,
            };
            let is_implied = |tag: &(String, String)| {
                let names_variant = ["gametype", "variant", "game"].contains(&tag.0.as_str());
                match (format, names_variant) {
                    (Format::Boardspace, true) => {
                        Game::of_variant(&tag.1).is_some_and(|game| game.title() == verdict.title())
                    }
                    _ => is_implied(format, tag),
                }
            };
            for tag in was.iter().filter(|tag| !is_implied(tag)) {
                if let Some(place) = rest.iter().position(|other| other == tag) {
                    rest.remove(place);
                } else {
                    prop_assert!(is_lost(&tag.0), "{}: {:?} in {}", format, tag, once);
                }
            }
            let invented = rest
                .iter()
                .find(|tag| ["white", "black", "site"].contains(&tag.0.as_str()));
            prop_assert!(invented.is_none(), "{}: {:?} in {}", format, invented, once);
        }
        // The marks.
        prop_assert!(
            keeps_marks((record, &verdict), (&back, &again), (format, losses)),
            "{}: {:?} {:?} in {}",
            format,
            marks_of(&record.notes),
            marks_of(&back.notes),
            once
        );
        // The clocks.
        if !losses.contains(Loss::Clocks) {
            let (was, is) = (clocks(record, &verdict), clocks(&back, &again));
            prop_assert_eq!(is, was, "{}: {}", format, once);
        }
        // The comments.
        if !losses.contains(Loss::Comments) {
            // Some properties are read back as comments.
            let mut is = comments(&back).into_iter();
            for word in comments(record) {
                prop_assert!(
                    is.any(|other| other == word),
                    "{}: {:?} in {}",
                    format,
                    word,
                    once
                );
            }
        }
        // The text.
        let mut twice = String::new();
        write::write(format, &back, &again, &mut twice).expect("a writer");
        if format == Format::Analysis {
            // The numbers of its nodes are those of the second reading if a variation leaves another at its first turn.
            let back = read_one(format, &twice)?;
            once.clear();
            write::write(format, &back, &judged(&back), &mut once).expect("a writer");
        }
        prop_assert_eq!(&twice, &once, "{}", format);
    }
    Ok(())
}

/// Whether a notation says the same as a tag in another way.
fn is_implied(format: Format, (name, _): &(String, String)) -> bool {
    match format {
        Format::Boardspace => [
            "su",
            "vv",
            "sgfgamename",
            "sgfresult",
            "releasechain",
            "event",
        ]
        .contains(&name.as_str()),
        Format::Hxt => name == "releasechain",
        Format::Uhp => ["whitehand", "blackhand"].contains(&name.as_str()),
        _ => false,
    }
}

fn same_moves<R: Rules>(one: &Played<R>, two: &Played<R>) -> bool {
    one.options() == two.options()
        && one.start_state() == two.start_state()
        && one.moves().eq(two.moves())
}

/// Whether two games have the same tree of variations. In an analysis file, a variation of the first turn of another
/// one is beside it, so there only the lines from the start are compared.
fn same_variations<R: Rules>(one: &Played<R>, two: &Played<R>, format: Format) -> bool {
    let lines = |game: &Played<R>| {
        let mut lines: Vec<(bool, Vec<R::Move>)> = Vec::new();
        for line in &game.variations {
            let mut moves = match line.parent {
                None => game.moves().collect(),
                Some(parent) => lines[parent].1.clone(),
            };
            moves.truncate(line.leaves as usize);
            moves.extend(line.turns.iter().map(|turn| turn.mv));
            lines.push((line.is_legal, moves));
        }
        lines
    };
    let (one_lines, mut two_lines) = (lines(one), lines(two));
    if format != Format::Analysis {
        let parents = |game: &Played<R>| {
            game.variations
                .iter()
                .map(|line| line.parent)
                .collect::<Vec<_>>()
        };
        return parents(one) == parents(two) && one_lines == two_lines;
    }
    let mut found = one_lines.iter().map(|line| {
        two_lines
            .iter()
            .position(|other| other == line)
            .map(|at| two_lines.swap_remove(at))
    });
    found.all(|line| line.is_some()) && two_lines.is_empty()
}

/// The comments of a variation with their places.
fn comments_in(variation: &Variation) -> Vec<(u32, &str)> {
    let comments = variation.notes.iter().filter_map(|note| match &note.kind {
        NoteKind::Comment(text) => Some((note.after, text.as_str())),
        _ => None,
    });
    comments.collect()
}

proptest! {
    #![proptest_config(skep_testing::repeatable(500))]

    #[test]
    fn every_valid_record_survives_every_notation(record in record()) {
        survives(&record)?;
    }
}

proptest! {
    // At least 10,000 valid records for each notation; 2 in 7 are of Hex-It.
    #![proptest_config(ProptestConfig {
        max_global_rejects: 50_000,
        ..skep_testing::repeatable(50_000)
    })]

    #[test]
    #[ignore = "takes minutes"]
    fn fifty_thousand_records_survive_every_notation(record in record()) {
        survives(&record)?;
    }
}

/// A GameString of a game without hands holds no tag of a hand.
#[test]
fn hands_of_a_game_without_hands_are_lost() {
    let lost = |text: &str, tag: (&str, &str)| {
        let mut record = Record::default();
        read(Format::Uhp, text, &mut record);
        record.tags.push(tag.0, tag.1);
        let losses = write::write(Format::Uhp, &record, &judged(&record), &mut String::new());
        losses.expect("a writer").contains(Loss::Tags)
    };
    let base = "Base;InProgress;White[2];wA1;bA1 wA1/";
    assert!(lost(base, ("WhiteHand", "A1 G2 S1")));
    let swarm = "Venom+Swarm(A1 G2 S1|B1 G1 P);NotStarted;White[1]";
    assert!(!lost(swarm, ("WhiteHand", "A1 G2 S1")));
    assert!(lost(swarm, ("BlackHand", "A1 A2 S1")));
}

/// Boardspace SGF names the variant in a property of its own. A tag that names another variant is lost.
#[test]
fn a_tag_of_another_variant_is_lost() {
    for (value, is_lost) in [
        ("Base", false),
        ("Hex-It", true),
        ("39", true),
        ("Base+MLP", true),
    ] {
        let mut record = Record::default();
        read(
            Format::Uhp,
            "Base;InProgress;White[2];wA1;bA1 wA1/",
            &mut record,
        );
        record.tags.push("Game", value);
        let losses = write::write(
            Format::Boardspace,
            &record,
            &judged(&record),
            &mut String::new(),
        );
        assert_eq!(
            losses.expect("a writer").contains(Loss::Tags),
            is_lost,
            "{value}"
        );
    }
}

/// Records that were once written as another game, another result or another text.
#[test]
fn records_that_failed_once_survive() {
    let hexit = (Format::Hxt, "1. M14 N13 *");
    let hive = (Format::Uhp, "Base;InProgress;White[2];wA1;bA1 wA1/");
    type Change = fn(&mut Record);
    let action = |record: &mut Record, after, raw: &str| {
        let kind = NoteKind::TakeBack(raw.to_owned());
        record.notes.push(Note { after, kind });
    };
    let clock_and_comment = |after| {
        let kinds = [
            NoteKind::StepClock { step: 9, ms: 0 },
            NoteKind::Comment("x".to_owned()),
        ];
        kinds.map(|kind| Note { after, kind })
    };
    let cases: [((Format, &str), Change); 20] = [
        // A name that makes a reader take PGN for a Hex-It record.
        (hive, |r| r.tags.push("Game", "Hex-It")),
        (hive, |r| {
            r.plies.clear();
            r.tags.push("Game", "Hex-It");
        }),
        (hive, |r| r.tags.push("Game", "")),
        (hive, |r| r.tags.push("White:id", "x")),
        (hive, |r| r.tags.push("WhiteElo", "\n5")),
        (hive, |r| r.tags.push("WhiteTime", "[x]")),
        (hive, |r| r.tags.push("Event", " ")),
        (hive, |r| {
            r.tags.push("AN", "\n(;");
            r.tags.push("FF", "4");
        }),
        (hive, |r| {
            // A resignation that the stated result does not show.
            r.stated.result = StatedResult::InProgress;
            let kind = NoteKind::Resign(Side::White);
            r.notes.push(Note { after: 1, kind });
        }),
        (hive, |r| {
            r.stated.result = StatedResult::BlackWins;
            let kind = NoteKind::WinOnTime(Side::Black);
            r.notes.push(Note { after: 2, kind });
            let empty = r.ply::<Hive>(&hive::Written::EmptyTurn, Span::default());
            r.plies.push(empty);
        }),
        (hive, |r| {
            // The second clock is at a step that the turn does not have.
            for step in [0, 2] {
                let kind = NoteKind::StepClock { step, ms: 0 };
                r.notes.push(Note { after: 0, kind });
            }
        }),
        (hive, |r| {
            // The first value begins a game tree, and the second would be its root.
            for value in ["\n(;GM[27", "\nh;GM[27"] {
                let (name, value) = ("X0".to_owned(), value.to_owned());
                let kind = NoteKind::Property { name, value };
                r.notes.push(Note { after: 1, kind });
            }
        }),
        (hive, |r| {
            // The clock belongs to no step.
            let comment = NoteKind::Comment("x".to_owned());
            let (name, value) = ("TM".to_owned(), "05".to_owned());
            for kind in [comment, NoteKind::Property { name, value }] {
                r.notes.push(Note { after: 1, kind });
            }
        }),
        (hexit, |r| {
            let kind = NoteKind::Comment("\u{85}".to_owned());
            r.notes.push(Note { after: 0, kind });
        }),
        (hexit, |r| {
            r.stated.result = StatedResult::Draw;
            r.stated.text = Some("12.5-7".to_owned());
        }),
        (hexit, |r| {
            r.stated.result = StatedResult::WhiteWins;
            r.stated.termination = Termination::Unknown;
        }),
        (hexit, |r| {
            // The note is after more plies than there are.
            r.stated.result = StatedResult::WhiteWins;
            r.stated.termination = Termination::Time;
            let kind = NoteKind::WinOnTime(Side::White);
            r.notes.push(Note { after: 9, kind });
        }),
        (hexit, |r| {
            r.stated.result = StatedResult::WhiteWins;
            r.stated.termination = Termination::Time;
            let kind = NoteKind::WinOnTime(Side::White);
            r.notes.extend([
                Note {
                    after: 2,
                    kind: kind.clone(),
                },
                Note { after: 2, kind },
            ]);
        }),
        (hexit, |r| r.tags.push("RC", "forced")),
        (hexit, |r| r.tags.push("SU", "39")),
    ];
    // An empty turn at the end, which is no ply, between the last turn and a comment.
    let mut last = Record::default();
    read(hive.0, hive.1, &mut last);
    let index = last.add_variation(None, 1).expect("one variation");
    last.variations[index].plies.push(last.plies[1]);
    last.stated.result = StatedResult::Draw;
    last.stated_turn = None;
    let empty = last.ply::<Hive>(&hive::Written::EmptyTurn, Span::default());
    last.plies.push(empty);
    last.notes.extend(clock_and_comment(3));
    // A clock of a step that no turn has, before a comment: where a variation leaves the game, and at its beginning.
    let branched = [0, 1, 2].map(|after| {
        let mut record = Record::default();
        read(hive.0, hive.1, &mut record);
        let index = record.add_variation(None, after).expect("one variation");
        record.notes.extend(clock_and_comment(after));
        let variation = &mut record.variations[index];
        variation.notes.extend(clock_and_comment(after));
        if after < 2 {
            variation.plies.push(record.plies[after as usize]);
        }
        record
    });
    let records = cases.into_iter().map(|((format, text), change)| {
        let mut record = Record::default();
        read(format, text, &mut record);
        change(&mut record);
        record
    });
    let taken_back = [
        "Pick W",
        "Pickb N 13 W",
        "Dropb W N 13",
        "Swap",
        "Done",
        "oops",
    ]
    .map(|raw| {
        let mut record = Record::default();
        read(hexit.0, hexit.1, &mut record);
        action(&mut record, 1, raw);
        record
    });
    for record in records.chain(taken_back).chain(branched).chain([last]) {
        if let Err(error) = survives(&record) {
            panic!("{error}\n{record:?}");
        }
    }
}

#[test]
fn what_only_the_judge_found_is_not_written_as_stated() {
    // Three times the same position, and a draw without a reason.
    let turns = "wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wQ \\wS1;bQ bS1/;wQ -wS1;bQ bS1-;wQ \\wS1;bQ bS1/;wQ -wS1;bQ bS1-";
    let text = format!("Base;Draw;White[7];{turns}");
    let record = Record::read(Format::Uhp, &text);
    let verdict = Judge::default().verdict(&record);
    assert_eq!(verdict.termination, Termination::Repetition);
    for format in [Format::Pgn, Format::Boardspace, Format::Jsonl] {
        let mut out = String::new();
        write::write(format, &record, &verdict, &mut out).unwrap();
        let back = Record::read(format, &out);
        assert_eq!(back.stated.termination, Termination::Unknown, "{out}");
        assert_eq!(
            Judge::default().verdict(&back).termination,
            Termination::Repetition
        );
    }
}

#[test]
fn a_date_that_the_name_of_the_game_contradicts_is_a_loss_of_its_own() {
    for (date, loss) in [
        ("2023.01.17", None),
        ("2023.01.16", Some(Loss::DateInName)),
        ("16 January", Some(Loss::DateInName)),
    ] {
        let text = format!(
            "[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"{date}\"]\n[GameName \"HV-Ann-Bob-2023-01-17-1200\"]\n\n1. wS1\n"
        );
        let record = Record::read(Format::Pgn, &text);
        let verdict = Judge::default().verdict(&record);
        let losses =
            write::write(Format::Boardspace, &record, &verdict, &mut String::new()).unwrap();
        assert_eq!(losses.iter().next(), loss, "{date}");
    }
}
