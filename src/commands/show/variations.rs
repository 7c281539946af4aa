//! The variations of a game, by their names.

use anyhow::anyhow;
use skep_records::Record;
use skep_records::notation::Verdict;

/// The variation with a path.
pub(super) fn variation(path: &str, record: &Record) -> anyhow::Result<usize> {
    let paths = record.variation_paths();
    let found = paths.iter().position(|other| other == path.trim());
    found.ok_or_else(|| match paths.len() {
        0 => anyhow!("the game has no variations"),
        _ => anyhow!(
            "the game has no variation {path}; it has {}",
            listed(&paths)
        ),
    })
}

/// The longest list of variations.
const LISTED: usize = 20;

/// A list that is not too long.
fn listed(names: &[String]) -> String {
    let mut list = names[..names.len().min(LISTED)].join(", ");
    if names.len() > LISTED {
        list.push_str(&format!(" and {} more", names.len() - LISTED));
    }
    list
}

/// The line that names the variations, if there are any.
pub(super) fn variations(record: &Record, verdict: &Verdict) -> Option<String> {
    let turns = verdict.game.variation_turns();
    let paths = record.variation_paths().into_iter().zip(turns);
    let names: Vec<String> = paths
        .map(|(path, (leaves, _))| format!("{path} (ply {})", leaves + 1))
        .collect();
    (!names.is_empty()).then(|| format!("Variations: {}", listed(&names)))
}
