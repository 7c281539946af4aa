//! The root node: game, variant, players, tags and result.

use std::borrow::Cow;

use super::result;
use super::setup::StatedRules;
use super::tree::Property;
use crate::diag::{Code, Diagnostic, Span};
use crate::notation::moves::{self, hexit::RELEASE_TAG};
use crate::record::{GameKind, Record, StatedResult};
use skep_rules::game::{BySide, Side};
use skep_rules::hexit::TileSet;

/// The site's name, the value of the tag `Site`.
pub(in crate::notation) const SITE: &str = "boardspace.net";

/// Header properties whose tag has another name.
pub(in crate::notation) const TAGS: [(&str, &str); 7] = [
    ("EV", "Event"),
    ("PC", "Site"),
    ("RO", "Round"),
    ("GN", "GameName"),
    ("DT", "SgfDate"),
    ("TC", "TimeControl"),
    ("GS", "GameSpeed"),
];

/// The property for the rule for chains of prisoners in Hex-It, if it is not the rule of the site. The site does not
/// know this property and ignores it.
pub(in crate::notation) const RELEASE_PROPERTY: &str = "RC";

/// The player properties besides the name, and their tags without the colour. Properties that the site writes in quotes
/// are marked.
pub(in crate::notation) const PLAYER_TAGS: [(&str, &str, bool); 3] = [
    ("ranking", "Elo", false),
    ("country", "Country", true),
    ("time", "Time", false),
];

/// The prefixes before `HV-` in the names of special games.
const EVENTS: [(&str, &str); 3] = [("T!", "tournament"), ("U!", "unranked"), ("M!", "master")];

/// The kind of event, from the name of a game.
pub(in crate::notation) fn event_of_name(name: &str) -> Option<&'static str> {
    EVENTS
        .into_iter()
        .find(|(prefix, _)| name.starts_with(prefix))
        .map(|(_, event)| event)
}

/// The properties of the root node and of the players, as read so far.
#[derive(Debug, Default)]
pub(super) struct BoardspaceHeader<'a> {
    game: Option<Property<'a>>,
    setup: Option<Property<'a>>,
    result: Option<Property<'a>>,
    others: Vec<Property<'a>>,
    players: [BoardspacePlayer<'a>; 2],
    black_first: bool,
}

#[derive(Debug, Default)]
struct BoardspacePlayer<'a> {
    name: Option<&'a str>,
    fields: [Option<&'a str>; PLAYER_TAGS.len()],
    others: Vec<(&'a str, &'a str)>,
}

impl<'a> BoardspaceHeader<'a> {
    /// Reads a property of the root node.
    pub fn add(&mut self, property: Property<'a>) {
        match property.name {
            "GM" => self.game = Some(property),
            "SU" => self.setup = Some(property),
            "RE" => self.result = Some(property),
            "VV" if property.value.trim() == "1" => {}
            "CM" => self.black_first = property.value.trim_start().starts_with('1'),
            "P0" => self.add_player(0, property.value),
            "P1" => self.add_player(1, property.value),
            _ => self.others.push(property),
        }
    }

    /// Reads what a property `P0` or `P1` says about the player.
    pub fn add_player(&mut self, player: usize, value: &'a str) {
        let value = value.trim();
        let (key, rest) = value.split_once(' ').unwrap_or((value, ""));
        let rest = rest.trim();
        let player = &mut self.players[player];
        if key == "id" {
            player.name = Some(unquoted(rest));
        } else if let Some(i) = PLAYER_TAGS.iter().position(|t| t.0 == key) {
            player.fields[i] = Some(if PLAYER_TAGS[i].2 {
                unquoted(rest)
            } else {
                rest
            });
        } else if !key.is_empty() {
            player.others.push((key, rest));
        }
    }

    /// Whether a value of `P0` or `P1` is about the player and not a command.
    pub fn is_about_player(value: &str) -> bool {
        let value = value.trim_start();
        value.starts_with("id ") || PLAYER_TAGS.iter().any(|t| value.starts_with(t.0))
    }

    /// The sides of the two players, from the property `CM`.
    pub fn sides(&self) -> [Side; 2] {
        if self.black_first {
            [Side::Black, Side::White]
        } else {
            [Side::White, Side::Black]
        }
    }

    /// Sets the game and the variant. Returns whether the moves can be read, and reports the reason if not.
    pub fn settle_game(&self, record: &mut Record, start: Span) -> bool {
        let setup = self.setup.map_or("", |p| p.value.trim());
        let starts = |prefix: &str| {
            let start = setup.get(..prefix.len());
            start.is_some_and(|s| s.eq_ignore_ascii_case(prefix))
        };
        let number = self.game.map(|p| p.value.trim());
        let hexit = number.map_or(starts("exxit"), |n| {
            n == "28" || n.eq_ignore_ascii_case("exxit")
        });
        if hexit {
            record.game = GameKind::HexIt;
            return self.settle_tiles(record, setup);
        }
        let hive_rules = starts("hive");
        match self.game {
            Some(game) if game.value.trim() != "27" => {
                let message = format!(
                    "the SGF record is of game {}, not of Hive (27)",
                    game.value.trim()
                );
                record.report(Diagnostic::new(Code::UnsupportedFormat, message).at(game.span()));
                return false;
            }
            None if !hive_rules => {
                let message = "the SGF record does not say that its game is Hive (GM[27])";
                record.report(Diagnostic::new(Code::UnsupportedFormat, message).at(start));
                return false;
            }
            _ => {}
        }
        let Some(property) = self.setup else {
            record.open_opening_site = true;
            return true;
        };
        match StatedRules::parse(setup) {
            Ok(setup) => {
                record.variant.push_str(setup.game_type.set_name());
                record.open_opening_site = !setup.has_revision;
                true
            }
            Err(_) => {
                let message = format!("skep does not support the game `{setup}` of Boardspace");
                record
                    .report(Diagnostic::new(Code::UnsupportedVariant, message).at(property.span()));
                false
            }
        }
    }

    /// Sets the tile set of a game of Hex-It. Returns whether skep supports the game.
    fn settle_tiles(&self, record: &mut Record, setup: &str) -> bool {
        let Some(property) = self.setup else {
            record.variant.push_str(TileSet::default().as_str());
            return true;
        };
        let name = setup.split(' ').next().unwrap_or("");
        let known = TileSet::ALL
            .into_iter()
            .find(|tiles| tiles.exxit_name().eq_ignore_ascii_case(name));
        if let Some(tiles) = known {
            record.variant.push_str(tiles.as_str());
            return true;
        }
        record.variant.push_str(name);
        let message = format!("the game `{setup}` is not Hex-It with 39, 29 or 19 tiles");
        record.report(Diagnostic::new(Code::UnsupportedVariant, message).at(property.span()));
        false
    }

    /// Whether the value of `SU` says the same as the variant.
    fn is_usual(&self, record: &Record, setup: &str) -> bool {
        if record.game.is_hexit() {
            let tiles = record.variant.parse::<TileSet>();
            tiles.is_ok_and(|tiles| tiles.exxit_name() == setup)
        } else {
            StatedRules::parse(setup).is_ok_and(|s| s.has_revision && s.write() == setup)
        }
    }

    /// Sets the tags and the stated result, with the players on their final sides. A player who is named like the side
    /// is unknown: the notation must have names.
    pub fn settle_tags(&self, record: &mut Record, sides: [Side; 2]) {
        let value = |name: &str| {
            let property = self.others.iter().find(|p| p.name == name)?;
            Some(unescaped(property.value.trim())).filter(|v| !v.is_empty())
        };
        let name = value("GN");
        let of = |side: Side| &self.players[usize::from(sides[0] != side)];
        let players = BySide {
            white: unescaped(of(Side::White).name.unwrap_or("")),
            black: unescaped(of(Side::Black).name.unwrap_or("")),
        };
        let hexit = record.game.is_hexit();
        let usual = self
            .setup
            .is_some_and(|p| self.is_usual(record, p.value.trim()));
        let tags = &mut record.tags;

        if let Some(event) = value("EV") {
            tags.push("Event", event);
        } else if let Some(event) = name.as_deref().and_then(event_of_name) {
            tags.push("Event", event);
        }
        // Records of the site do not name it. skep writes an empty property if the site is not known.
        if let Some(site) = value("PC") {
            tags.push("Site", site);
        } else if !self.others.iter().any(|p| p.name == "PC") {
            tags.push("Site", SITE);
        }
        if let Some(date) = super::date_of(name.as_deref(), value("DT").as_deref()) {
            tags.push("Date", date);
        }
        if let Some(round) = value("RO") {
            tags.push("Round", round);
        }
        for side in Side::ALL {
            if of(side).name.is_some() && players[side] != side.as_str() {
                tags.push(side.as_str(), &*players[side]);
            }
        }
        for property in &self.others {
            let tag = match TAGS.iter().find(|t| t.0 == property.name) {
                Some((_, tag)) => Some(*tag),
                None if hexit && property.name == RELEASE_PROPERTY => Some(RELEASE_TAG),
                None => None,
            };
            if let Some("Event" | "Site" | "Round") = tag {
                continue;
            }
            let value = unescaped(property.value.trim());
            if tag.is_none() || !value.is_empty() {
                tags.push(tag.unwrap_or(property.name), value);
            }
        }
        if let Some(property) = self.setup {
            let value = property.value.trim();
            if !usual {
                tags.push("SU", unescaped(value));
            }
        }
        for side in Side::ALL {
            for (field, (_, tag, _)) in of(side).fields.iter().zip(PLAYER_TAGS) {
                if let Some(value) = field {
                    tags.push(format!("{side}{tag}"), unescaped(value));
                }
            }
            for (key, value) in &of(side).others {
                tags.push(format!("{side}:{}", unescaped(key)), unescaped(value));
            }
        }

        if let Some(property) = self.result.filter(|p| !p.value.trim().is_empty()) {
            let text = unescaped(property.value.trim());
            let players = BySide {
                white: &*players.white,
                black: &*players.black,
            };
            let said = if hexit && moves::hexit::is_score(&text) {
                moves::hexit::parse_result(&text).unwrap_or_default()
            } else {
                result::of_sentence(&text, players)
            };
            let result = record.stated.result;
            if result == StatedResult::Unknown {
                record.stated.result = said;
            } else if said.is_final() && said != result {
                let message = format!("RE says {said}, but the end of the game says {result}");
                record.report(Diagnostic::new(Code::EndingContradiction, message));
            }
            record.stated.text = Some(text.into_owned());
        }
    }
}

/// The text between the first and the last quotation mark, or all of it.
fn unquoted(text: &str) -> &str {
    text.strip_prefix('"')
        .and_then(|t| t.strip_suffix('"'))
        .unwrap_or(text)
}

/// Removes the backslashes before brackets and backslashes.
pub(in crate::notation) fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied();
        match next {
            Some(escaped @ ('\\' | '[' | ']')) if c == '\\' => {
                plain.push(escaped);
                chars.next();
            }
            _ => plain.push(c),
        }
    }
    Cow::Owned(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_and_quotes_are_taken_away() {
        assert_eq!(unescaped(r"a\]b\\c\d\"), r"a]b\c\d\");
        assert_eq!(unquoted(r#""a "b" c""#), r#"a "b" c"#);
        assert_eq!(unquoted("\""), "\"");
    }
}
