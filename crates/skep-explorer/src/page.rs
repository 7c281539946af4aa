//! The files of the page.

use std::sync::LazyLock;

use skep_render::{Owner, Piece, Symbols, Theme, page_colours};
use skep_rules::game::Side;

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
    SCRIPT: "api.js" "board.js" "dom.js" "editor.js" "explorer.js" "files.js" "filters.js" "games.js" "help.js"
        "hex.js" "keys.js" "marks.js" "moves.js" "notice.js" "open.js" "pieces.js" "player.js" "prefs.js" "puzzles.js"
        "replay.js" "review.js" "route.js" "setup.js" "share.js" "state.js" "study.js" "theme.js" "transport.js"
        "tree.js" "variants.js" "words.js" "zoom.js";
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

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct PageFile {
    /// The name, in one folder with all others.
    pub name: &'static str,
    /// The media type.
    pub kind: &'static str,
    /// The content.
    pub text: &'static str,
}

/// The files of the page. The page asks for those other than `index.html` as `static/NAME`.
pub fn page_files() -> impl Iterator<Item = PageFile> {
    let made = [
        ("pieces.svg", SVG, PIECES.as_str()),
        ("colours.css", CSS, COLOURS.as_str()),
    ];
    let files = FILES.iter().copied().chain(made);
    files.map(|(name, kind, text)| PageFile { name, kind, text })
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
