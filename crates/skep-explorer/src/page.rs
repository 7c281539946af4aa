//! The files of the page.

use std::sync::LazyLock;

use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use skep_render::{Owner, Piece, Symbols, Theme, page_colours};
use skep_rules::game::Side;

use crate::error::Refusal;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

macro_rules! files {
    ($($kind:ident: $($name:literal)*;)*) => {
        &[$($(($name, $kind, include_str!(concat!("../page/", $name))),)*)*]
    };
}

/// The files of the page: name, type and content.
const FILES: &[(&str, &str, &str)] = files! {
    HTML: "index.html";
    CSS: "explorer.css";
    SCRIPT: "api.js" "board.js" "dom.js" "explorer.js" "filters.js" "games.js" "help.js" "moves.js" "open.js" "pieces.js"
        "player.js" "puzzles.js" "replay.js" "share.js" "state.js" "theme.js";
};

/// The drawings of all pieces.
static PIECES: LazyLock<String> = LazyLock::new(|| {
    let mut symbols = Symbols::default();
    symbols.add_all_bugs();
    symbols.add_pieces(Side::ALL.map(|side| Piece {
        owner: Owner::Side(side),
        bug: None,
        number: 0,
    }));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\"><defs>\n{}</defs></svg>\n",
        symbols.definitions(Theme::Page)
    )
});

static COLOURS: LazyLock<String> = LazyLock::new(page_colours);

/// The file with a name.
pub fn file(name: &str) -> Response {
    let file = match name {
        "pieces.svg" => Some((SVG, PIECES.as_str())),
        "colours.css" => Some((CSS, COLOURS.as_str())),
        _ => (FILES.iter().find(|(own, ..)| *own == name)).map(|&(_, kind, text)| (kind, text)),
    };
    match file {
        Some((kind, text)) => ([(CONTENT_TYPE, kind)], text).into_response(),
        None => Refusal::not_found("there is no such file").into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_page_is_served() {
        let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/page")).unwrap();
        let mut names: Vec<String> = folder
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort_unstable();
        let mut served: Vec<&str> = FILES.iter().map(|(name, ..)| *name).collect();
        served.sort_unstable();
        assert_eq!(served, names);
    }
}
