//! The rulebook: the rules of a variant in plain English, as `skep help VARIANT` and skep-rules(7) print them.
//!
//! The text is data, with a file for each subject. Each [`RulebookItem`] is a paragraph with the condition under which
//! it is in force. Rules are named in square brackets, as in reports.

mod bugs;
mod hexit;
mod hive;
mod manual;
mod open_points;
mod options;
mod packs;
mod page;
mod records;
#[cfg(test)]
mod tests;

use skep_rules::hexit::TileSet;
use skep_rules::hive::{Bug, Family, GameType, Pack};

pub use manual::manual;
pub use page::{Chapter, RulebookEntry, RulebookPage};

/// A paragraph, with the variants for which it is in force.
#[derive(Clone, Copy, Debug)]
struct RulebookItem {
    when: VariantCondition,
    text: &'static str,
}

/// Paragraphs under one heading.
#[derive(Clone, Copy, Debug)]
struct Section {
    when: VariantCondition,
    title: &'static str,
    items: &'static [RulebookItem],
}

/// A condition on a variant of Hive.
#[derive(Clone, Copy, Debug)]
enum VariantCondition {
    Always,
    /// The bug is on a face of some tile.
    Bug(Bug),
    /// The pack is in play.
    Pack(Pack),
    /// Some bug or pack of Venom is in play.
    Extended,
    /// Some tile has two faces.
    TwoFaced,
    /// The bug is on a tile with one face.
    OneFaced(Bug),
    Not(&'static VariantCondition),
    All(&'static [VariantCondition]),
    Any(&'static [VariantCondition]),
}

/// A paragraph that is always in force.
const fn always(text: &'static str) -> RulebookItem {
    when(VariantCondition::Always, text)
}

/// A paragraph that is in force under a condition.
const fn when(when: VariantCondition, text: &'static str) -> RulebookItem {
    RulebookItem { when, text }
}

impl VariantCondition {
    fn holds(self, game_type: GameType) -> bool {
        match self {
            VariantCondition::Always => true,
            VariantCondition::Bug(Bug::Honeycombo) => game_type.has_pack(Pack::Honeycombo),
            VariantCondition::Bug(bug) => game_type.family(bug).is_some(),
            VariantCondition::Pack(pack) => game_type.has_pack(pack),
            VariantCondition::Extended => !game_type.is_plain(),
            VariantCondition::TwoFaced => Family::all()
                .any(|family| game_type.count(family) > 0 && game_type.is_two_faced(family)),
            VariantCondition::OneFaced(bug) => game_type
                .family(bug)
                .is_some_and(|family| !game_type.is_two_faced(family)),
            VariantCondition::Not(when) => !when.holds(game_type),
            VariantCondition::All(all) => all.iter().all(|when| when.holds(game_type)),
            VariantCondition::Any(any) => any.iter().any(|when| when.holds(game_type)),
        }
    }
}

/// The texts of the items that are in force.
fn in_force(items: &[RulebookItem], game_type: GameType) -> Vec<String> {
    let held = items.iter().filter(|item| item.when.holds(game_type));
    held.map(|item| item.text.to_owned()).collect()
}

/// The page of a variant of Hive.
pub fn of_hive(game_type: GameType) -> RulebookPage {
    let section = |section: &Section| {
        let texts = if section.when.holds(game_type) {
            in_force(section.items, game_type)
        } else {
            Vec::new()
        };
        Chapter::of_paragraphs(section.title, texts)
    };
    let mut page = RulebookPage::new(format!("The rules of Hive: {game_type}"), hive::ABOUT);
    for s in hive::SECTIONS {
        page.push(section(s));
    }
    page.push(bugs::chapter(game_type));
    for s in packs::SECTIONS {
        page.push(section(s));
    }
    page.push(options::of_hive(game_type));
    page.push(section(&open_points::SECTION));
    page.push(records::of_hive(game_type));
    page
}

/// The names of the bugs, in lower case and without blanks: `soldier-ant`.
pub fn bugs() -> impl Iterator<Item = String> {
    Bug::ALL
        .into_iter()
        .map(|bug| bugs::title(bug).to_lowercase().replace(' ', "-"))
}

/// The page of a bug, by its name or by the last word of it: `soldier-ant`, `ant`. A word that several names end with
/// means the first of them.
pub fn of_bug(name: &str) -> Option<RulebookPage> {
    let name = name.to_lowercase().replace(' ', "-");
    let is_last_word = |bug: &String| bug.split('-').any(|word| word == name);
    let at = (bugs().position(|bug| bug == name))
        .or_else(|| bugs().position(|bug| is_last_word(&bug)))?;
    let bug = Bug::ALL[at];
    let game_type = game_type_with(bug)?;
    let mut page = RulebookPage::new(
        bugs::title(bug).to_owned(),
        "How the bug moves. Names in square brackets are rules.",
    );
    let chapter = bugs::chapter(game_type.parse().ok()?);
    let lead = format!("{} (", bugs::title(bug));
    let entries = chapter.entries.into_iter();
    let own = entries.filter(|entry| entry.lead.as_ref().is_some_and(|l| l.starts_with(&lead)));
    page.push(Chapter {
        title: format!("In {game_type}"),
        table: false,
        entries: own.collect(),
    });
    page.push(Chapter::of_paragraphs(
        "All rules",
        vec![format!(
            "skep help {game_type} prints all rules of a variant with this bug."
        )],
    ));
    Some(page)
}

/// A variant with a bug: `Base+P` for the Pillbug.
fn game_type_with(bug: Bug) -> Option<String> {
    let types = ["Base", "Base+M", "Base+L", "Base+P", "Venom"];
    let types = types.into_iter().map(str::to_owned);
    let packs = Pack::ALL.into_iter().map(|pack| format!("Venom+{pack}"));
    types.chain(packs).find(|text| {
        let game_type: Option<GameType> = text.parse().ok();
        game_type.is_some_and(|game_type| VariantCondition::Bug(bug).holds(game_type))
    })
}

/// How turns and variants of every game are written.
pub fn notation() -> [Chapter; 3] {
    records::all()
}

/// The default page: Hive with the Mosquito, the Ladybug and the Pillbug.
pub fn overview() -> RulebookPage {
    of_hive("Base+MLP".parse().unwrap_or_default())
}

/// The page of Hex-It with a set of tiles.
pub fn of_hexit(tiles: TileSet) -> RulebookPage {
    let mut page = RulebookPage::new(format!("The rules of {}", tiles.title()), hexit::ABOUT);
    let count = tiles.tiles().to_string();
    for section in hexit::SECTIONS {
        let texts = section.items.iter();
        let texts = texts.map(|item| item.text.replace("{tiles}", &count));
        page.push(Chapter::of_paragraphs(section.title, texts.collect()));
    }
    page.push(options::tags_of_hexit());
    page.push(options::of_hexit());
    page.push(records::of_hexit());
    page
}
