//! Links to games on sites.
//!
//! A link of the analysis board of hivegame.com has the game in its parameter `uhp`. Other links name a game by its
//! number on the site only.

use std::collections::BTreeMap;
use std::ops::Range;

use percent_encoding::percent_decode_str;

use crate::record::StatedResult;
use skep_rules::hive::{GameType, Place, Spelling, Written};

/// A link to a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Link {
    /// The moves are in the link.
    Game {
        /// The game: a GameString, or a list of moves if the link states no variant.
        game: String,
        /// The address without parameters, if it names a site.
        site: Option<String>,
        /// The ply whose position the site shows.
        ply: Option<u32>,
        /// What of the link cannot be read.
        unread: Option<String>,
    },
    /// The game is on a site, under this number.
    Id {
        /// The site.
        site: &'static str,
        /// The number.
        id: String,
        /// How to get the record.
        help: &'static str,
    },
}

/// The end of a link that begins a text: by the marks around it, and the marks of a sentence after it.
fn link_end(text: &str) -> usize {
    let mut brackets = 0_usize;
    let mut end = text.len();
    for (at, c) in text.char_indices() {
        let ends = match c {
            '[' => {
                brackets += 1;
                false
            }
            ']' if brackets > 0 => {
                brackets -= 1;
                false
            }
            ']' | '"' | '\'' | '<' | '>' | '`' | ')' => true,
            c => c.is_whitespace(),
        };
        if ends {
            end = at;
            break;
        }
    }
    text[..end]
        .trim_end_matches(['.', ',', ':', '!', '?'])
        .len()
}

/// A query parameter without its encoding: `%XX` and `+`. A text that was encoded again is decoded again.
fn decoded(value: &str) -> String {
    let decode = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    // A plus in the variant is not a blank.
    let (head, tail) = value.split_at(value.find([';', '%']).unwrap_or(value.len()));
    let mut text = decode(&format!("{head}{}", tail.replace('+', "%20")));
    for _ in 0..2 {
        let mut codes = text.match_indices('%');
        if text.contains(';') || !codes.any(|(at, _)| begins_encoded(&text[at..], "3b")) {
            break;
        }
        text = decode(&text);
    }
    text
}

/// The game in the text of a link, as hivegame.com reads it: a variant, a State and a Turn may stand before the moves.
/// With what cannot be read, from which on the site leaves out the rest.
fn game(text: &str) -> Option<(String, Option<String>)> {
    let mut parts = text
        .split(';')
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .peekable();
    let mut game = String::new();
    let mut add = |part: &str| {
        if !game.is_empty() {
            game.push(';');
        }
        game.push_str(part);
    };
    let begins = |part: &str, name: &str| {
        part.get(..name.len())
            .is_some_and(|s| s.eq_ignore_ascii_case(name))
    };
    if let Some(part) = parts.next_if(|part| begins(part, "base") || begins(part, "venom")) {
        // A plus may be lost: Base MLP.
        let variant = part.replacen(' ', "+", 1);
        variant.split('(').next()?.parse::<GameType>().ok()?;
        add(&variant);
    }
    let is_state = |part: &&str| part.parse::<StatedResult>().is_ok() && !part.contains('-');
    let state = parts.next_if(is_state);
    let turn = parts.next_if(|part| begins(part, "white") || begins(part, "black"));
    if let (Some(state), Some(turn)) = (state, turn) {
        add(state);
        add(turn);
    }
    let mut plies = 0;
    let mut unread = None;
    for part in parts {
        let is_move = match Spelling::parse(part) {
            // A blank that is not encoded ends the link.
            Some(spelling) => plies == 0 || !lacks_place(&spelling),
            None => part.parse::<skep_rules::hive::venom::Written>().is_ok(),
        };
        if !is_move {
            // AsciiDoc writes the words of a link after it: https://...[game 3].
            let (own, words) = part.split_once('[').unwrap_or((part, ""));
            if !words.is_empty() && Spelling::parse(own).is_some() {
                add(own);
                plies += 1;
            } else {
                unread = Some(part.to_owned());
            }
            break;
        }
        add(part);
        plies += 1;
    }
    (plies > 0).then_some((game, unread))
}

/// Whether a move does not say where its piece goes.
fn lacks_place(spelling: &Spelling) -> bool {
    matches!(
        spelling.written,
        Written::Put {
            to: Place::Unstated,
            ..
        }
    )
}

/// How often an address may be encoded.
const MOST_ENCODED: usize = 3;

/// In how many links within a link a game is looked for.
const MOST_INSIDE: usize = 8;

/// An address without its encoding as a whole, if it has one: `https%3A%2F%2F…`, also encoded several times.
fn whole_decoded(address: &str) -> Option<String> {
    let has_scheme = |text: &str| {
        let path = text.split(['?', '#']).next().unwrap_or_default();
        path.contains("://") || path.starts_with("/analysis") || path.starts_with("hivegame.com/")
    };
    let mut text = address.to_owned();
    for _ in 0..MOST_ENCODED {
        if has_scheme(&text) {
            break;
        }
        text = percent_decode_str(&text).decode_utf8().ok()?.into_owned();
    }
    (text != address && has_scheme(&text)).then_some(text)
}

impl Link {
    /// The game, if the link has one.
    pub(super) fn game(&self) -> Option<&str> {
        match self {
            Link::Game { game, .. } => Some(game),
            Link::Id { .. } => None,
        }
    }

    /// Reads an address: that of a game, or of a page that leads to one. `None` if it is neither.
    fn parse(address: &str) -> Option<Link> {
        let address = address.replace("&amp;", "&");
        let decoded = whole_decoded(&address);
        let address = decoded.as_deref().unwrap_or(&address);
        Link::of_game(address).or_else(|| {
            // A link within a link: in the path, or as a parameter.
            let inside = address.match_indices("http").filter(|(at, _)| *at > 0);
            let links = inside.map(|(at, _)| &address[at..]);
            let mut links = links.filter(|link| is_scheme(link)).take(MOST_INSIDE);
            links.find_map(|link| {
                let end = link.find('&').filter(|_| !link.contains("://"));
                let link = &link[..end.unwrap_or(link.len())];
                Link::of_game(whole_decoded(link).as_deref().unwrap_or(link))
            })
        })
    }

    /// Reads the address of a game.
    fn of_game(address: &str) -> Option<Link> {
        let address = address.split_once('#').map_or(address, |(bare, _)| bare);
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let host_and_path = path.split_once("://").map_or(path, |(_, rest)| rest);
        let (host, local) = match host_and_path.find('/') {
            Some(slash) => host_and_path.split_at(slash),
            None => (host_and_path, ""),
        };
        let host = host.strip_prefix("www.").unwrap_or(host);
        let parameter = |name: &str| {
            let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
            let mut values = pairs
                .filter(|(key, _)| *key == name)
                .map(|(_, value)| value);
            values.next()
        };
        let ply = parameter("move").and_then(|number| number.parse().ok());
        let segments: Vec<&str> = local.split('/').filter(|part| !part.is_empty()).collect();
        if let ["analysis"] = segments[..]
            && let Some(value) = parameter("uhp")
        {
            let (game, unread) = game(&decoded(value))?;
            let site = (!host.is_empty()).then(|| path.to_owned());
            return Some(Link::Game {
                game,
                site,
                ply,
                unread,
            });
        }
        let id = |site, id: &str, help| {
            Some(Link::Id {
                site,
                id: id.to_owned(),
                help,
            })
        };
        let is_id = |id: &&str| {
            (6..=64).contains(&id.len())
                && id
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b))
        };
        match (host, &segments[..]) {
            ("hivegame.com", ["game" | "analysis", number]) if is_id(number) => id(
                "hivegame.com",
                number,
                "open the link and choose Download PGN, or save the page",
            ),
            ("hivegame.com", ["og", "game", picture]) => {
                let number = picture.strip_suffix(".png").filter(is_id)?;
                id(
                    "hivegame.com",
                    number,
                    "open the game and choose Download PGN, or save the page",
                )
            }
            ("boardspace.net", _) => {
                let named = segments.last().and_then(|name| name.strip_suffix(".sgf"));
                let name = parameter("game").or(named)?;
                let bare = name.trim_start_matches(['T', 'U', '!']);
                let is_game = bare.starts_with("HV-") || bare.starts_with("EX-");
                is_game.then_some(())?;
                id(
                    "boardspace.net",
                    name,
                    "download the archive of that day from boardspace.net",
                )
            }
            ("boardgamearena.com", _) => {
                let number =
                    parameter("table").filter(|n| n.bytes().all(|b| b.is_ascii_digit()))?;
                id(
                    "boardgamearena.com",
                    number,
                    "save the log of the replay page",
                )
            }
            ("entomology.gitlab.io", _) => id(
                "entomology.gitlab.io",
                parameter("game")?,
                "export the game there",
            ),
            _ => None,
        }
    }
}

/// The first link to a game in a text.
pub fn link_in(text: &str) -> Option<Link> {
    links(text).next().map(|(_, link)| link)
}

/// The links to games in a text, and where each is.
pub(super) fn links(text: &str) -> impl Iterator<Item = (Range<usize>, Link)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let (start, rest) = next_address(text, from)?;
            let end = link_end(rest);
            from = start + end.max(1);
            if let Some(link) = Link::parse(&rest[..end]) {
                return Some((start..start + end, link));
            }
        }
    })
}

/// Whether an address with a scheme begins here, as it is or encoded.
fn is_scheme(text: &str) -> bool {
    let after = text.strip_prefix("http").unwrap_or_default();
    let after = after.strip_prefix('s').unwrap_or(after);
    after.starts_with("://") || begins_encoded(after, "3a")
}

/// Whether a text begins with this code of a character, encoded once or more: `%3A`, `%253A`.
fn begins_encoded(text: &str, code: &str) -> bool {
    let Some(mut rest) = text.strip_prefix('%') else {
        return false;
    };
    while let Some(after) = rest.strip_prefix("25") {
        rest = after;
    }
    rest.get(..code.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(code))
}

/// The next address in a text: with a scheme, or a relative one of the analysis board.
fn next_address(text: &str, from: usize) -> Option<(usize, &str)> {
    let rest = text.get(from..)?;
    let begins = |&at: &usize| {
        let (before, here) = rest.split_at(at);
        // Otherwise it is the path of an address with a scheme.
        let is_free = |c: char| c.is_whitespace() || "(\"'<`=:".contains(c);
        if here.starts_with("/analysis?") {
            return before.chars().next_back().is_none_or(is_free);
        }
        let after = here.strip_prefix("hivegame.com");
        // A word such as `httpd` is no address.
        after.map_or_else(
            || is_scheme(here),
            |after| {
                let is_path = after.starts_with('/') || begins_encoded(after, "2f");
                is_path && !before.ends_with(['/', '.', '@'])
            },
        )
    };
    let start = memchr::memchr2_iter(b'h', b'/', rest.as_bytes()).find(begins)?;
    Some((from + start, &rest[start..]))
}

/// The links of a text that name a game by its number only.
#[derive(Clone, Debug, Default)]
pub(super) struct Links(BTreeMap<&'static str, (u64, String, &'static str)>);

impl Links {
    /// Counts the links of a text that name a game by its number. Returns all links, and where each is.
    pub(super) fn take(&mut self, text: &str) -> Vec<(Range<usize>, Link)> {
        let links = links(text).inspect(|(_, link)| {
            if let Link::Id { site, id, help } = link {
                let entry = self.0.entry(site).or_insert_with(|| (0, id.clone(), help));
                entry.0 += 1;
            }
        });
        links.collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A sentence for each site.
    pub(super) fn notes(&self) -> Vec<String> {
        let notes = self.0.iter().map(|(site, (count, id, help))| match count {
            1 => format!("a link names game {id} on {site}, and has no moves; {help}"),
            count => format!("{count} links name games on {site}, and have no moves; {help}"),
        });
        notes.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words that only begin like an address hide none, however many there are.
    #[test]
    fn an_address_is_found_after_many_words() {
        let link = "https://hivegame.com/analysis?uhp=Base;InProgress;White[2];wS1;bS1%20wS1-";
        let text = format!("{}{link}", "httpd ".repeat(100_000));
        assert_eq!(next_address(&text, 0), Some((600_000, link)));
        assert_eq!(links(&text).count(), 1);
        let within = format!("https://a.org/{}", "http://".repeat(20_000));
        assert_eq!(links(&within).count(), 0);
    }
}
