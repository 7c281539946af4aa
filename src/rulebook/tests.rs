//! The rulebook is complete and agrees with the engines.

use std::collections::BTreeSet;

use super::{RulebookPage, bugs, of_hexit, of_hive, records};
use skep_records::notation::moves;
use skep_rules::game::Position as _;
use skep_rules::hexit::{self, TileSet};
use skep_rules::hive::{Family, GameType, Pack, Rule, venom};

const EVERYTHING: [&str; 3] = [
    "Base+MLP",
    "Venom+Predators+Guardians+Honeycombo+Swarm",
    "Base+MLP+[Wa,Sc2,Ff2,Df3,Fl3,Tk,Sb,Ce]",
];

/// What the tiles of a type show.
fn pieces(game_type: GameType) -> Vec<&'static str> {
    let families = Family::all().filter(|&family| game_type.count(family) > 0);
    let faces = families.flat_map(|family| {
        let back = family.back().filter(|_| game_type.is_two_faced(family));
        [Some(family.front()), back]
    });
    faces.flatten().map(bugs::title).collect()
}

/// The names in square brackets on a page.
fn named(page: &RulebookPage) -> BTreeSet<String> {
    let paragraphs = page
        .chapters
        .iter()
        .flat_map(|c| &c.entries)
        .flat_map(|e| &e.paragraphs);
    let mut names = BTreeSet::new();
    for text in paragraphs {
        for part in text.split('[').skip(1) {
            let (name, _) = part.split_once(']').expect("a bracket is closed");
            let word = name.bytes().all(|c| c.is_ascii_lowercase() || c == b'-');
            // The brackets of a variant hold codes.
            if word {
                names.insert(name.to_owned());
            }
        }
    }
    names
}

fn page(game_type: &str) -> RulebookPage {
    of_hive(game_type.parse().unwrap())
}

fn every_type() -> Vec<GameType> {
    let mut types = Vec::new();
    for base in [
        "Base",
        "Base+M",
        "Base+P",
        "Base+MLP",
        "Base+[Sc2,Tk]",
        "Base+ML+[Wa,Fl]",
        "Venom",
    ] {
        for packs in 0..1u8 << Pack::ALL.len() {
            let base: GameType = base.parse().unwrap();
            let packs = Pack::ALL
                .into_iter()
                .filter(|&pack| packs >> pack as u8 & 1 == 1);
            types.push(packs.fold(base, GameType::with_pack));
        }
    }
    types
}

#[test]
fn every_rule_is_described_and_every_name_is_a_rule() {
    for pack in Pack::ALL {
        assert!(EVERYTHING[1].contains(pack.as_str()), "{pack}");
    }
    let [plain, family, extra] = EVERYTHING.map(|game_type| named(&page(game_type)));
    let names = |of: fn(&Rule) -> bool| -> BTreeSet<String> {
        let rules = Rule::ALL.into_iter().filter(of);
        rules.map(|rule| rule.to_string()).collect()
    };
    assert_eq!(plain, names(|rule| rule.is_plain()));
    let described: BTreeSet<String> = family.union(&extra).cloned().collect();
    // There, the second piece of a game needs contact as every piece does.
    assert_eq!(described, names(|rule| *rule != Rule::FirstTouch));
    let hexit: BTreeSet<String> = hexit::Rule::ALL.iter().map(|r| r.to_string()).collect();
    assert_eq!(named(&of_hexit(TileSet::Standard)), hexit);
}

#[test]
fn each_type_names_rules_of_its_own_engine_and_just_its_pieces() {
    let all = pieces(EVERYTHING[1].parse().unwrap());
    for game_type in every_type() {
        let page = of_hive(game_type);
        for name in named(&page) {
            let rule: Rule = name.parse().unwrap();
            let known = if game_type.is_plain() {
                rule.is_plain()
            } else {
                rule != Rule::FirstTouch
            };
            assert!(known, "{game_type}: {name}");
        }
        let own = pieces(game_type);
        let chapter = page
            .chapters
            .iter()
            .find(|c| c.title == "The pieces")
            .unwrap();
        for bug in &all {
            let entries = chapter.entries.iter().filter(|entry| {
                let lead = entry.lead.as_deref().unwrap_or_default();
                lead.split(" (").next() == Some(*bug)
            });
            assert_eq!(
                entries.count(),
                usize::from(own.contains(bug)),
                "{game_type}: {bug}"
            );
        }
        for (name, in_play) in [
            ("throw", own.contains(&"Pillbug")),
            ("sting", own.contains(&"Queen Wasp")),
            ("honeycombo-bare", game_type.has_pack(Pack::Honeycombo)),
            ("steal", game_type.has_pack(Pack::Swarm)),
            ("guardian-placement", game_type.has_pack(Pack::Guardians)),
            ("removal", game_type.has_pack(Pack::Predators)),
            ("first-touch", game_type.is_plain()),
        ] {
            assert_eq!(named(&page).contains(name), in_play, "{game_type}: {name}");
        }
    }
}

/// A page names only bugs that are in play.
#[test]
fn no_page_speaks_of_a_bug_that_is_not_in_play() {
    let all = pieces(EVERYTHING[1].parse().unwrap());
    for game_type in every_type() {
        let own = pieces(game_type);
        let page = of_hive(game_type);
        for chapter in page.chapters.iter().filter(|c| c.title != "Notation") {
            for entry in &chapter.entries {
                for bug in all.iter().filter(|bug| !own.contains(bug)) {
                    let mut words = bug.split(' ');
                    // Stink and Assassin Bugs are distinguished by their first words, the others by their last.
                    let word = if bug.ends_with(" Bug") {
                        words.next()
                    } else {
                        words.next_back()
                    };
                    let text = entry.paragraphs.join(" ");
                    let spoken = text
                        .split(|c: char| !c.is_alphabetic())
                        .any(|w| Some(w) == word);
                    assert!(!spoken, "{game_type}: {bug} in: {text}");
                }
            }
        }
    }
}

#[test]
fn documented_notation_is_read_and_written_back() {
    for form in records::TURNS {
        let written: venom::Written = form.text.parse().expect(form.text);
        assert_eq!(written.to_string(), form.text);
    }
    for form in records::HEX_IT {
        let turn = moves::hexit::parse_turn(form.text);
        assert!(turn.is_some(), "{}", form.text);
    }
}

#[test]
fn the_start_of_hex_it_is_as_the_book_has_it() {
    let position = hexit::Position::start(hexit::Options::default());
    assert_eq!(position.tiles_left(), TileSet::Standard.tiles() - 4);
    assert_eq!(position.turn(), skep_rules::game::Side::White);
}
