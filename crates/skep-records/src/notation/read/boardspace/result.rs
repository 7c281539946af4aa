//! Results as free sentences of the clients of Boardspace, in several languages.

use crate::record::{StatedResult, composed, folded};
use skep_rules::game::{BySide, Side};

/// The text before and after the winner's name in each language of the clients.
const WON: [(&str, &str); 8] = [
    ("Game won by ", ""),
    ("Partie gagnée par ", ""),
    ("Partida ganada por ", ""),
    ("De partij is gewonnen door ", ""),
    ("Игру выиграл(а) ", "."),
    ("", "获胜"),
    ("", " hat gewonnen"),
    ("", " vann spelet"),
];

/// The sentence for a draw in each language.
const DRAWN: [&str; 5] = [
    "The game is a draw",
    "La partie est nulle",
    "La partida finaliza en empate",
    "De partij is remise",
    "游戏平局",
];

/// Words for a draw in other sentences, in lower case.
const DRAW_WORDS: [&str; 14] = [
    "draw",
    "nulle",
    "empate",
    "tablas",
    "remis",
    "平局",
    "ничь",
    "unentschieden",
    "oavgjort",
    "uavgjort",
    "patta",
    "pareggio",
    "döntetlen",
    "引き分け",
];

/// The names for a player without an account, in the languages of the clients.
const GUESTS: [&str; 7] = [
    "guest",
    "invitado",
    "invité",
    "客人",
    "gast",
    "гость",
    "gäst",
];

/// The result that a sentence states, without guessing.
///
/// The players' names come from the header. The sentence may change them: robots lose their number, guests get a number
/// or a nickname, and the word for guest is translated.
pub(super) fn of_sentence(text: &str, players: BySide<&str>) -> StatedResult {
    let text = composed(text.trim());
    let text = &*text;
    let stem = text.trim_end_matches(['.', '。', '!']);
    if DRAWN.iter().any(|d| stem.eq_ignore_ascii_case(d)) {
        return StatedResult::Draw;
    }
    for (before, after) in WON {
        let name = text
            .strip_prefix(before)
            .and_then(|rest| rest.strip_suffix(after));
        if let Some(name) = name.filter(|_| !before.is_empty() || !after.is_empty()) {
            return winner(name.trim(), players);
        }
    }
    if let Ok(result) = text.parse() {
        return result;
    }
    let (rest, named) = take_names(text, players);
    if DRAW_WORDS.iter().any(|w| rest.contains(w)) {
        return StatedResult::Draw;
    }
    match (named.white, named.black) {
        (true, false) => StatedResult::WhiteWins,
        (false, true) => StatedResult::BlackWins,
        _ => StatedResult::Unknown,
    }
}

/// The side whose player a sentence calls `name`.
fn winner(name: &str, players: BySide<&str>) -> StatedResult {
    let closeness = |side| closeness(name, players[side]);
    let (white, black) = (closeness(Side::White), closeness(Side::Black));
    // If both players are guests, the word alone is ambiguous; a number or a nickname helps only if it is in the
    // header.
    let guests = is_guest(players.white) && is_guest(players.black);
    let enough = |c: Closeness| c == Closeness::Same && !(guests && is_bare_guest(name));
    match white.cmp(&black) {
        std::cmp::Ordering::Greater if enough(white) || (!guests && white > Closeness::None) => {
            StatedResult::WhiteWins
        }
        std::cmp::Ordering::Less if enough(black) || (!guests && black > Closeness::None) => {
            StatedResult::BlackWins
        }
        _ => StatedResult::Unknown,
    }
}

/// How well a displayed name fits the name of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Closeness {
    None,
    /// Both are guests, in any language.
    Guest,
    /// One name is the other name plus a number.
    Numbered,
    Same,
}

fn closeness(shown: &str, player: &str) -> Closeness {
    if player.is_empty() || shown.is_empty() {
        return Closeness::None;
    }
    let (shown, player) = (folded(shown), folded(player));
    let digits = |rest: &str| rest.bytes().all(|b| b.is_ascii_digit());
    if shown == player {
        Closeness::Same
    } else if shown.strip_prefix(&*player).is_some_and(digits)
        || player.strip_prefix(&*shown).is_some_and(digits)
    {
        Closeness::Numbered
    } else if is_guest(&shown) && is_guest(&player) {
        Closeness::Guest
    } else {
        Closeness::None
    }
}

/// Whether the name is the word for guest in some language, optionally with a number or a nickname.
fn is_guest(name: &str) -> bool {
    guest_rest(name).is_some_and(|rest| {
        rest.is_empty() || rest.starts_with('.') || rest.bytes().all(|b| b.is_ascii_digit())
    })
}

fn is_bare_guest(name: &str) -> bool {
    guest_rest(name).is_some_and(|rest| rest.is_empty())
}

fn guest_rest(name: &str) -> Option<String> {
    let name = name.to_lowercase();
    GUESTS
        .iter()
        .find_map(|g| name.strip_prefix(g))
        .map(str::to_owned)
}

/// Removes the players' names from a sentence, the longer name first, and returns which names it found. The rest is in
/// lower case.
fn take_names(text: &str, players: BySide<&str>) -> (String, BySide<bool>) {
    let mut rest = folded(text);
    let mut named = BySide::default();
    let mut order = Side::ALL;
    order.sort_by_key(|&s| std::cmp::Reverse(players[s].len()));
    if players.white.eq_ignore_ascii_case(players.black) {
        return (rest, named);
    }
    for side in order {
        let name = folded(players[side]);
        if let Some(at) = find_name(&rest, &name) {
            rest.replace_range(at..at + name.len(), "\u{0}");
            named[side] = true;
        }
    }
    (rest, named)
}

/// The offset of `name` in `text`, if it is not inside a longer name.
fn find_name(text: &str, name: &str) -> Option<usize> {
    if name.is_empty() {
        return None;
    }
    let part = |c: char| c.is_ascii_alphanumeric();
    text.match_indices(name)
        .map(|(at, _)| at)
        .find(|&at| !text[..at].ends_with(part) && !text[at + name.len()..].starts_with(part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use StatedResult::{BlackWins, Draw, Unknown, WhiteWins};

    #[test]
    fn sentences_in_the_clients_languages_are_understood() {
        for (text, white, black, want) in [
            ("Game won by bob", "bob", "eve", WhiteWins),
            ("Game won by Bob", "eve", "bob", BlackWins),
            ("Partie gagnée par eve", "bob", "eve", BlackWins),
            ("Partida ganada por eve", "bob", "eve", BlackWins),
            ("De partij is gewonnen door eve", "bob", "eve", BlackWins),
            ("Игру выиграл(а) bob.", "bob", "eve", WhiteWins),
            ("Игру выиграл(а) b.o.b..", "b.o.b.", "eve", WhiteWins),
            ("bob获胜", "bob", "eve", WhiteWins),
            ("eve hat gewonnen", "bob", "eve", BlackWins),
            ("eve vann spelet", "bob", "eve", BlackWins),
            ("The game is a draw", "a", "game", Draw),
            ("La partie est nulle", "bob", "eve", Draw),
            ("La partida finaliza en empate", "bob", "eve", Draw),
            ("De partij is remise", "bob", "eve", Draw),
            ("游戏平局", "bob", "eve", Draw),
            // Languages without a sentence in the tables.
            ("Partita vinta da eve", "bob", "eve", BlackWins),
            ("Ничья.", "bob", "eve", Draw),
            ("Partita vinta da drawer", "drawer", "eve", WhiteWins),
            ("1-0", "bob", "eve", WhiteWins),
            ("", "bob", "eve", Unknown),
            ("Game won by carl", "bob", "eve", Unknown),
            ("bob and eve", "bob", "eve", Unknown),
            ("Game won by bob", "bob", "bob", Unknown),
            ("Game won by ", "", "", Unknown),
        ] {
            let players = BySide { white, black };
            assert_eq!(
                of_sentence(text, players),
                want,
                "{text} ({white}, {black})"
            );
        }
    }

    #[test]
    fn robots_guests_and_names_inside_names_are_recognised_or_ambiguous() {
        for (text, white, black, want) in [
            ("Game won by WeakBot", "WeakBot1", "eve", WhiteWins),
            ("Game won by Dumbot", "Dumbot0", "Dumbot1", Unknown),
            ("Game won by Dumbot", "Dumbot", "Dumbot1", WhiteWins),
            ("Game won by guest1499", "guest", "bob", WhiteWins),
            ("Partida ganada por invitado1477", "bob", "guest", BlackWins),
            ("客人1480获胜", "guest", "bob", WhiteWins),
            ("Partie gagnée par invité.Julie", "guest", "bob", WhiteWins),
            ("Game won by guest1499", "guest", "guest", Unknown),
            ("Game won by guest.x", "guest", "guest", Unknown),
            ("Game won by guest", "guest.Rees", "guest", Unknown),
            ("Game won by guest.Rees", "guest.Rees", "guest", WhiteWins),
            ("Game won by anna", "anna", "annabel", WhiteWins),
            ("Game won by annabel", "anna", "annabel", BlackWins),
            ("Partita vinta da annabel", "anna", "annabel", BlackWins),
            ("Partita vinta da anna", "anna", "annabel", WhiteWins),
            ("Game won by guestimate", "guest", "guestimate", BlackWins),
        ] {
            let players = BySide { white, black };
            assert_eq!(
                of_sentence(text, players),
                want,
                "{text} ({white}, {black})"
            );
        }
    }
}
