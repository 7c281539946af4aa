use std::collections::HashSet;

use clap_mangen::roff::{Roff, bold, roman};

use super::page::{Chapter, Page};
use super::{of_hexit, of_hive, overview};
use skep_rules::hexit::TileSet;
use skep_rules::hive::{GameType, Pack};

/// A part of the manual page: what it is about, and its chapters.
struct Part {
    title: &'static str,
    about: &'static str,
    page: Page,
    /// Whether it adds to the part before, so that what was printed there holds here too.
    adds: bool,
}

/// The manual page skep-rules(7): the whole rulebook.
///
/// Hive first, then what is more or otherwise with Venom and packs, then Hex-It. A part that adds to another does not
/// print its paragraphs again.
pub fn manual() -> Roff {
    let mut roff = Roff::new();
    let source = concat!("skep ", env!("CARGO_PKG_VERSION"));
    roff.control("TH", ["skep-rules", "7", " ", source]);
    roff.control("SH", ["NAME"]);
    roff.text([roman(
        "skep-rules - the rules of Hive and Hex-It as skep plays them",
    )]);
    roff.control("SH", ["DESCRIPTION"]);
    roff.text([roman(
        "skep-rules(1) prints the rules in force for one game or game type; this page holds them all. The names in square \
         brackets are those that reports print for a turn that breaks the rule. A choice that a player or an organiser \
         makes is an option, and stands with its reasons.",
    )]);
    let mut printed = HashSet::new();
    for part in parts() {
        if !part.adds {
            printed.clear();
        }
        roff.control("SH", [part.title]);
        roff.text([roman(part.about)]);
        for chapter in &part.page.chapters {
            print(&mut roff, chapter, &mut printed);
        }
    }
    roff.control("SH", ["SEE ALSO"]);
    roff.text([roman(
        "skep(1), skep-rules(1), skep-explain(1), skep-check(1)",
    )]);
    roff
}

fn parts() -> [Part; 4] {
    let extra = "Base+MLP+[Wa,Sc2,Ff2,Df3,Fl3,Tk,Sb,Ce]";
    let family = Pack::ALL
        .into_iter()
        .fold(GameType::VENOM, |game_type, pack| game_type.with_pack(pack));
    [
        Part {
            title: "HIVE",
            about: "The original game with the Mosquito, the Ladybug and the Pillbug: game types Base to Base+MLP. Without \
                    one of these bugs what is said of it falls away.",
            page: overview(),
            adds: false,
        },
        Part {
            title: "HIVE WITH VENOM AND PACKS",
            about: "What is more than above, or otherwise, in the game type Venom+Predators+Guardians+Honeycombo+Swarm. What \
                    is said of a bug or a pack falls away where it is not in play; `skep rules Venom+Predators` prints just \
                    what holds there.",
            page: of_hive(family),
            adds: true,
        },
        Part {
            title: "HIVE WITH SINGLE VENOM BUGS",
            about: "What is more than above, or otherwise, where bugs of Venom are added to the original game, each on a tile \
                    of its own with one face: game types such as Base+MLP+[Sc2,Tk].",
            page: of_hive(extra.parse().unwrap_or_default()),
            adds: true,
        },
        Part {
            title: "HEX-IT",
            about: "Also known as Exxit. The numbers are those of the standard game.",
            page: of_hexit(TileSet::Standard),
            adds: false,
        },
    ]
}

fn print(roff: &mut Roff, chapter: &Chapter, printed: &mut HashSet<String>) {
    let mut titled = false;
    for entry in &chapter.entries {
        let fresh: Vec<&String> = entry
            .paragraphs
            .iter()
            .filter(|text| printed.insert((*text).clone()))
            .collect();
        if fresh.is_empty() {
            continue;
        }
        if !titled {
            roff.control("SS", [chapter.title.as_str()]);
            titled = true;
        }
        if let Some(lead) = &entry.lead {
            roff.control("TP", []);
            roff.text([bold(lead.as_str())]);
        }
        for (i, text) in fresh.into_iter().enumerate() {
            if entry.lead.is_none() {
                roff.control("PP", []);
            } else if i > 0 {
                roff.control("IP", []);
            }
            roff.text([roman(text.as_str())]);
        }
    }
}
