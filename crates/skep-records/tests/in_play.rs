//! Games in play: what is said while a game is played stands at its place in every notation.

use proptest::prelude::*;
use skep_records::notation::write::Loss;
use skep_records::record::{NoteKind, StatedResult, Termination};
use skep_records::{Format, Game, GameInPlay, Judge, JudgeOptions, Record, Verdict, each_game};
use skep_rules::game::Side;
use skep_rules::hive::Pack;

use crate::common::SETS;

const HEX_IT: [&str; 3] = ["Hex-It 19", "Hex-It 29", "Hex-It 39"];

/// Every variant of every game: each set of Hive with any packs, and each set of tiles of Hex-It.
fn variant() -> impl Strategy<Value = String> {
    let packs = prop::sample::subsequence(Pack::ALL.to_vec(), 0..=Pack::ALL.len());
    let hive = (
        prop::sample::select(&SETS[..]),
        prop_oneof![2 => Just(vec![]), 3 => packs],
    );
    prop_oneof![
        4 => hive.prop_map(|(set, packs)| {
            let packs: String = packs.iter().map(|pack| format!("+{pack}")).collect();
            format!("{set}{packs}")
        }),
        1 => prop::sample::select(&HEX_IT[..]).prop_map(str::to_owned),
    ]
}

/// Something that a person does with a game.
#[derive(Clone, Debug)]
enum Deed {
    /// Plays one of the legal turns.
    Play(prop::sample::Index),
    Undo,
    Back,
    Forward,
    To(u32),
    Comment(String),
    Clock(u32),
    Offer(Side),
}

fn deed() -> impl Strategy<Value = Deed> {
    let words = "[a-z]{1,6}( [{}a-z\\[\\]%;]{1,6}){0,2}";
    prop_oneof![
        12 => any::<prop::sample::Index>().prop_map(Deed::Play),
        1 => Just(Deed::Undo),
        2 => Just(Deed::Back),
        1 => Just(Deed::Forward),
        1 => (0..30u32).prop_map(Deed::To),
        3 => words.prop_map(Deed::Comment),
        3 => (0..9_000_000u32).prop_map(Deed::Clock),
        1 => prop_oneof![Just(Side::White), Just(Side::Black)].prop_map(Deed::Offer),
    ]
}

/// Does something, and tests that the game is consistent.
fn act(play: &mut GameInPlay, deed: Deed) -> Result<(), TestCaseError> {
    match deed {
        Deed::Play(which) => {
            let turns = play.legal_turns();
            if turns.is_empty() || play.outcome().is_over() {
                return Ok(());
            }
            let before = play.plies();
            play.play(which.get(&turns[..]).as_str())
                .expect("a legal turn");
            prop_assert_eq!(play.plies(), before + 1);
        }
        Deed::Undo => {
            let (before, turns) = (play.plies(), play.turns());
            let undone = play.undo();
            prop_assert_eq!(undone.as_ref(), turns.last());
            prop_assert_eq!(play.plies(), before.saturating_sub(1));
        }
        Deed::Back => drop(play.back()),
        Deed::Forward => drop(play.forward()),
        Deed::To(plies) => play.to(plies),
        Deed::Comment(text) => play.comment(text),
        Deed::Clock(ms) => play.set_clock_ms(Some(ms)),
        Deed::Offer(side) => play.note(NoteKind::OfferDraw(side)),
    }
    Ok(())
}

/// The turns before each place of a record, with what stands there.
fn places<T>(
    record: &Record,
    verdict: &Verdict,
    notes: impl Fn(&NoteKind) -> Option<T>,
) -> Vec<(Vec<String>, T)> {
    let mut all = Vec::new();
    let lines = std::iter::once((None, &record.notes)).chain(
        record
            .variations
            .iter()
            .enumerate()
            .map(|(i, line)| (Some(i), &line.notes)),
    );
    for (line, own) in lines {
        let turns = turns_of(verdict, line);
        for note in own {
            if let Some(what) = notes(&note.kind) {
                all.push((turns[..note.after as usize].to_vec(), what));
            }
        }
    }
    all
}

/// The turns of a whole line.
fn turns_of(verdict: &Verdict, line: Option<usize>) -> Vec<String> {
    each_game!(&verdict.game, Game(game) => match line {
        None => game.texts(),
        Some(i) => game.line_of(i).texts(),
    })
}

fn comments(record: &Record, verdict: &Verdict) -> Vec<(Vec<String>, String)> {
    let mut all = places(record, verdict, |note| match note {
        NoteKind::Comment(text) => Some(text.clone()),
        _ => None,
    });
    all.sort();
    all
}

fn offers(record: &Record, verdict: &Verdict) -> Vec<(Vec<String>, &'static str)> {
    let mut all = places(record, verdict, |note| match note {
        NoteKind::OfferDraw(side) => Some(side.as_str()),
        _ => None,
    });
    all.sort();
    all
}

fn clocks(record: &Record, verdict: &Verdict) -> Vec<(Vec<String>, u32)> {
    let lines = std::iter::once(None).chain((0..record.variations.len()).map(Some));
    let mut all = Vec::new();
    for line in lines {
        let turns = turns_of(verdict, line);
        for i in 0..turns.len() {
            let ply = record.ply_of(line, i as u32);
            if let Some(ms) = ply.and_then(|ply| ply.clock_ms()) {
                all.push((turns[..=i].to_vec(), ms));
            }
        }
    }
    all.sort();
    all
}

/// Everything that was done is in the record, and in every notation at its place, or named as a loss.
fn is_kept(play: &GameInPlay) -> Result<(), TestCaseError> {
    let (record, verdict) = play.record();
    // The judge sees the same game.
    let judged = Judge::default().verdict(&record);
    prop_assert!(
        judged.status.is_sound() || record.plies.is_empty(),
        "{:?}",
        judged.diagnostics
    );
    prop_assert_eq!(judged.game.variant(), verdict.game.variant());
    let lines = || std::iter::once(None).chain((0..record.variations.len()).map(Some));
    for line in lines() {
        prop_assert_eq!(turns_of(&judged, line), turns_of(&verdict, line));
    }
    prop_assert_eq!(judged.outcome, verdict.outcome);
    prop_assert!(!judged.game.legal_variations().contains(&false));
    let mut writers = 0;
    for format in Format::ALL {
        let mut text = String::new();
        let Ok(losses) = play.write(format, &mut text) else {
            continue;
        };
        writers += 1;
        if verdict.plies() == 0 {
            continue;
        }
        let back = Record::read(format, text.trim_end());
        let again = Judge::default().verdict(&back);
        prop_assert!(again.status.is_sound(), "{:?}\n{text}", again.diagnostics);
        prop_assert_eq!(turns_of(&again, None), turns_of(&verdict, None), "{}", text);
        let whole = !losses.contains(Loss::Variations) && !losses.contains(Loss::VariationTurns);
        if !whole {
            continue;
        }
        if !losses.contains(Loss::Comments) {
            prop_assert_eq!(
                comments(&back, &again),
                comments(&record, &verdict),
                "{}",
                text
            );
        }
        if !losses.contains(Loss::Clocks) {
            prop_assert_eq!(clocks(&back, &again), clocks(&record, &verdict), "{}", text);
        }
        if !losses.contains(Loss::DrawTalk) {
            prop_assert_eq!(offers(&back, &again), offers(&record, &verdict), "{}", text);
        }
        if !losses.contains(Loss::Tags) {
            prop_assert_eq!(back.tags.get("White"), record.tags.get("White"), "{}", text);
        }
    }
    prop_assert!(writers > 0);
    Ok(())
}

/// A game of a variant; with hands, if the variant has hands.
fn start(variant: &str, seed: u64) -> Game {
    let game = Game::of_variant(variant).expect("a variant");
    game.random(&JudgeOptions::default(), seed, 0, Some(0)).game
}

proptest! {
    #![proptest_config(skep_testing::repeatable(300))]

    #[test]
    fn what_is_said_while_a_game_is_played_stands_at_its_place(
        variant in variant(),
        seed in any::<u64>(),
        deeds in prop::collection::vec(deed(), 0..60),
    ) {
        let mut play = GameInPlay::begin(&start(&variant, seed));
        play.tags_mut().push("White", "Ann");
        play.tags_mut().push("Black", "Ben");
        for deed in deeds {
            act(&mut play, deed)?;
        }
        is_kept(&play)?;
        // A record in play is the record.
        let (record, verdict) = play.record();
        let (same, again) = GameInPlay::of_record(&record, &verdict).record();
        prop_assert_eq!(comments(&same, &again), comments(&record, &verdict));
        prop_assert_eq!(clocks(&same, &again), clocks(&record, &verdict));
        prop_assert_eq!(&same.tags, &record.tags);
        // Everything can be taken back.
        while play.undo().is_some() {
            play.to_end();
        }
        play.to_end();
        while play.undo().is_some() {}
        let (record, verdict) = play.record();
        prop_assert_eq!((record.plies.len(), verdict.plies()), (0, 0));
    }

    #[test]
    fn a_game_from_a_set_up_position_is_played_too(
        variant in variant(),
        seed in any::<u64>(),
        plies in 1..20u32,
        deeds in prop::collection::vec(deed(), 0..40),
    ) {
        let game = Game::of_variant(&variant).expect("a variant");
        let random = game.random(&JudgeOptions::default(), seed, 0, Some(plies));
        let set_up = Game::of_state(&random.game.state()).expect("a state");
        let mut play = GameInPlay::begin(&set_up);
        for deed in deeds {
            act(&mut play, deed)?;
        }
        is_kept(&play)?;
    }

    #[test]
    fn the_record_of_a_game_is_judged_as_the_game(
        variant in variant(),
        seed in any::<u64>(),
        plies in 0..40u32,
    ) {
        let game = Game::of_variant(&variant).expect("a variant");
        let random = game.random(&JudgeOptions::default(), seed, 0, Some(plies));
        let record = Record::of_game(&random.game);
        let judged = Judge::default().verdict(&record);
        prop_assert_eq!(turns_of(&judged, None), turns_of(&random, None));
        prop_assert_eq!(judged.game, random.game);
    }
}

#[test]
fn a_comment_for_each_ply_is_not_moved_to_the_end() {
    let mut play = GameInPlay::of_variant("Base").expect("a variant");
    for (ply, turn) in ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"]
        .into_iter()
        .enumerate()
    {
        play.play(turn).expect("a legal turn");
        play.comment(format!("comment {}", ply + 1));
        play.set_clock_ms(Some(1000 * (ply as u32 + 1)));
    }
    play.end(StatedResult::WhiteWins, Termination::Resignation);
    for (format, first, second) in [
        (Format::Pgn, "{comment 1}", "2. bS1 wS1-"),
        (Format::Boardspace, "C[comment 1]", "bS1 O 13"),
        (Format::Jsonl, "\"comment 1\"", "\"bS1 wS1-\""),
    ] {
        let mut text = String::new();
        let losses = play.write(format, &mut text).expect("a writer");
        assert!(
            !losses.contains(Loss::Comments) && !losses.contains(Loss::Clocks),
            "{format}"
        );
        let place = |part: &str| {
            text.find(part)
                .unwrap_or_else(|| panic!("{part} in {text}"))
        };
        assert!(place(first) < place("comment 2"), "{text}");
        assert!(
            place(first) < text.rfind(second).unwrap_or(usize::MAX),
            "{text}"
        );
        let back = Record::read(format, text.trim_end());
        assert_eq!(back.stated.result, StatedResult::WhiteWins, "{text}");
        assert_eq!(back.stated.termination, Termination::Resignation, "{text}");
    }
    let mut text = String::new();
    let losses = play.write(Format::Uhp, &mut text).expect("a writer");
    let lost: Vec<Loss> = losses.iter().collect();
    assert_eq!(lost, [Loss::Clocks, Loss::Comments, Loss::Termination]);
    assert!(text.starts_with("Base;WhiteWins;"), "{text}");
}

#[test]
fn notes_of_a_game_without_a_record_stand_at_their_turns() {
    // As a stranger would do it: a record with notes beside a game that was made.
    let mut game = Game::of_variant("Base").expect("a variant");
    game.play(["wS1", "bS1 wS1-", "wQ -wS1"])
        .expect("legal turns");
    let mut record = Record::default();
    for after in 1..=3 {
        let kind = NoteKind::Comment(format!("comment {after}"));
        record
            .notes
            .push(skep_records::record::Note { after, kind });
    }
    let Game::Hive(game) = game else {
        panic!("Hive");
    };
    let verdict = Verdict::of_game(game);
    let mut pgn = String::new();
    skep_records::write(Format::Pgn, &record, &verdict, &mut pgn).expect("a writer");
    assert!(
        pgn.contains("1. wS1\n{comment 1}\n2. bS1 wS1-\n{comment 2}\n3. wQ -wS1\n{comment 3}"),
        "{pgn}"
    );
}

#[test]
fn a_game_string_of_any_variant_is_a_game_in_play() {
    for text in [
        "Base+MLP;InProgress;White[2];wS1;bS1 wS1-",
        "Venom+Predators;InProgress;Black[1];wS1",
        "Base",
        "base,S+s!,w",
        "hex-it",
    ] {
        let mut play: GameInPlay = text.parse().expect("a game");
        let turns = play.legal_turns();
        play.play(&turns[0]).expect("a legal turn");
        assert_eq!(play.turns().last(), turns.first(), "{text}");
    }
    assert!("chess".parse::<GameInPlay>().is_err());
    assert!(
        "Base;InProgress;White[2];wS1;bS1 wA1-"
            .parse::<GameInPlay>()
            .is_err()
    );
}

#[test]
fn a_turn_that_was_played_before_is_entered_again() {
    let mut play = GameInPlay::of_variant("Base").expect("a variant");
    for turn in ["wS1", "bS1 wS1-", "wQ -wS1"] {
        play.play(turn).expect("a legal turn");
    }
    for _ in 0..2 {
        play.to(1);
        play.play("bG1 wS1-").expect("a legal turn");
        assert_eq!(play.turns(), ["wS1", "bG1 wS1-"]);
    }
    // The game goes on from its own second turn.
    play.to(1);
    play.play("bS1 wS1-").expect("a legal turn");
    play.to_end();
    assert_eq!(play.turns(), ["wS1", "bS1 wS1-", "wQ -wS1"]);
    let (record, _) = play.record();
    assert_eq!(record.variations.len(), 1);
    // Without the turn that it replaces, a variation has no place in PGN.
    play.undo();
    play.undo();
    let losses = play
        .write(Format::Pgn, &mut String::new())
        .expect("a writer");
    assert!(losses.contains(Loss::VariationTurns));
}
