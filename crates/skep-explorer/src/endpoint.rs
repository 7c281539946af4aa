//! The endpoints that answer GET requests.

use skep_rules::closed_list;

use crate::{
    download, explorer, games, info, picture, players, position, puzzles, review, search, similar,
    solve,
};

closed_list! {
    /// What a GET request asks for: the name after `/api/`.
    pub(crate) enum Endpoint: "endpoint" {
        /// The collection.
        Info = "info",
        /// A position and its legal turns.
        Position = "position",
        /// The results of a position.
        Explorer = "explorer",
        /// A list of games.
        Games = "games",
        /// A game.
        Game = "game",
        /// Games with similar positions.
        Similar = "similar",
        /// A list of players.
        Players = "players",
        /// A player.
        Player = "player",
        /// The forced wins of a game.
        Review = "review",
        /// A forced win in a position.
        Solve = "solve",
        /// What the engine thinks of a position.
        Search = "search",
        /// The next puzzle.
        Puzzles = "puzzles",
        /// A puzzle.
        Puzzle = "puzzle",
        /// A picture.
        Picture = "picture",
        /// A file of games.
        Download = "download",
    }
}

impl Endpoint {
    /// The endpoint of a path, and the part of the path after its name, as in `/api/game/7`.
    pub fn of(path: &str) -> Option<(Endpoint, &str)> {
        let question = path.strip_prefix("/api/")?;
        let (name, part) = match question.split_once('/') {
            Some((name, part)) => (name, Some(part)),
            None => (question, None),
        };
        let endpoint = Endpoint::ALL.into_iter().find(|e| e.as_str() == name)?;
        match part {
            Some(part) if endpoint.has_part() => {
                (!part.is_empty() && !part.contains('/')).then_some((endpoint, part))
            }
            None if !endpoint.has_part() => Some((endpoint, "")),
            _ => None,
        }
    }

    /// Whether a part of the path says which game, player or puzzle is meant.
    fn has_part(self) -> bool {
        match self {
            Endpoint::Game | Endpoint::Player | Endpoint::Puzzle => true,
            Endpoint::Info
            | Endpoint::Position
            | Endpoint::Explorer
            | Endpoint::Games
            | Endpoint::Similar
            | Endpoint::Players
            | Endpoint::Review
            | Endpoint::Solve
            | Endpoint::Search
            | Endpoint::Puzzles
            | Endpoint::Picture
            | Endpoint::Download => false,
        }
    }

    /// Whether it reads many records or searches for forced wins, with any parameters.
    #[cfg(feature = "server")]
    pub fn is_slow(self) -> bool {
        match self {
            Endpoint::Similar
            | Endpoint::Review
            | Endpoint::Solve
            | Endpoint::Search
            | Endpoint::Puzzles
            | Endpoint::Puzzle => true,
            Endpoint::Info
            | Endpoint::Position
            | Endpoint::Explorer
            | Endpoint::Games
            | Endpoint::Game
            | Endpoint::Players
            | Endpoint::Player
            | Endpoint::Picture
            | Endpoint::Download => false,
        }
    }

    /// The names of its parameters, in groups.
    pub fn params(self) -> &'static [&'static [&'static str]] {
        match self {
            Endpoint::Info => info::PARAMS,
            Endpoint::Position => position::PARAMS,
            Endpoint::Explorer => explorer::PARAMS,
            Endpoint::Games => games::PARAMS,
            Endpoint::Game => games::GAME,
            Endpoint::Similar => similar::PARAMS,
            Endpoint::Players => players::PARAMS,
            Endpoint::Review => review::PARAMS,
            Endpoint::Solve => solve::PARAMS,
            Endpoint::Search => search::PARAMS,
            Endpoint::Puzzles => puzzles::PARAMS,
            Endpoint::Picture => picture::PARAMS,
            Endpoint::Download => download::PARAMS,
            Endpoint::Player | Endpoint::Puzzle => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_endpoint_is_described_and_has_fuzz_inputs() {
        let described: serde_json::Value =
            serde_json::from_str(include_str!("../openapi.json")).unwrap();
        let fuzzed = include_str!("../../../fuzz/src/explorer.rs");
        let asked = include_str!("../../../js/skep.d.ts");
        let answered = include_str!("../../../js/api.d.ts");
        for endpoint in Endpoint::ALL {
            let part = if endpoint.has_part() { "/{" } else { "" };
            let path = format!("/api/{endpoint}{part}");
            let mut paths = described["paths"].as_object().unwrap().keys();
            let is_described = paths.any(|described| {
                let rest = described.strip_prefix(&path);
                rest.is_some_and(|rest| rest.is_empty() || !part.is_empty())
            });
            assert!(is_described, "openapi.json: {path}");
            let end = if part.is_empty() { "" } else { "/" };
            let path = format!("\"/api/{endpoint}{end}\"");
            assert!(fuzzed.contains(&path), "fuzz/src/explorer.rs: {path}");
            let begins = format!("\"/api/{endpoint}{part}");
            assert!(answered.contains(&begins), "js/api.d.ts: {endpoint}");
            let question = if endpoint.has_part() {
                format!("`{endpoint}/${{string}}`]: {{ parameters:")
            } else {
                format!("  {endpoint}: {{ parameters:")
            };
            assert!(
                asked.contains(&question),
                "Questions in js/skep.d.ts: {endpoint}"
            );
        }
    }
}
