//! The rules as a manual page.

use std::collections::HashSet;

use clap_mangen::roff::{Roff, bold, roman};

use super::page::{Chapter, RulebookPage};
use super::{of_hexit, of_hive, overview};
use skep_rules::hexit::TileSet;
use skep_rules::hive::{GameType, Pack};

/// A part of the manual page: its subject and its chapters.
struct ManualPart {
    title: &'static str,
    about: &'static str,
    page: RulebookPage,
    /// Whether it adds to the part before: what that part prints also holds here.
    adds: bool,
}

/// The manual page skep-rules(7): the whole rulebook.
///
/// Hive comes first, then what Venom and the packs add or change, then Hex-It. A part that adds to another does not
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
        "skep-help(1) prints the rules of one variant; this page holds all of them. Names in square brackets \
         are rules; skep-check(1) prints the rule that a turn breaks. Where rules differ between sites, programs or leaflets, an \
         option chooses between them, and this page gives the reason.",
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
    roff.text([roman("skep(1), skep-help(1), skep-check(1)")]);
    roff
}

fn parts() -> [ManualPart; 4] {
    let extra = "Base+MLP+[Wa,Sc2,Ff2,Df3,Fl3,Tk,Sb,Ce]";
    let family = Pack::ALL
        .into_iter()
        .fold(GameType::VENOM, |game_type, pack| game_type.with_pack(pack));
    [
        ManualPart {
            title: "HIVE",
            about: "The original game with the Mosquito, the Ladybug and the Pillbug: variants Base to Base+MLP. Ignore \
                    the text about a bug that is not in the variant.",
            page: overview(),
            adds: false,
        },
        ManualPart {
            title: "HIVE WITH VENOM AND PACKS",
            about: "The additions and changes in the variant Venom+Predators+Guardians+Honeycombo+Swarm. Ignore the text \
                    about a bug or pack that is not in the variant. `skep help Venom+Predators` prints only the rules of \
                    that variant.",
            page: of_hive(family),
            adds: true,
        },
        ManualPart {
            title: "HIVE WITH SINGLE VENOM BUGS",
            about: "The additions and changes in variants such as Base+MLP+[Sc2,Tk], which add bugs of Venom to the \
                    original game. Each of these bugs has its own tile with one face.",
            page: of_hive(extra.parse().unwrap_or_default()),
            adds: true,
        },
        ManualPart {
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
