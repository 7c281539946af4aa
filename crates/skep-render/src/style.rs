//! Size, theme and labels of a picture.

use skep_rules::closed_list;

/// How a picture looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// The width of a tile in pixels.
    pub size: u32,
    /// The width of the picture in pixels, in place of `size`.
    pub width: Option<u32>,
    /// The colours.
    pub theme: Theme,
    /// Whether to show the names of columns and rows.
    pub labels: bool,
    /// Whether to show the pieces in hand.
    pub hands: bool,
}

impl Default for Style {
    fn default() -> Self {
        Style {
            size: 64,
            width: None,
            theme: Theme::Light,
            labels: false,
            hands: false,
        }
    }
}

closed_list! {
    /// The colours of a picture.
    #[derive(Default)]
    pub enum Theme: "theme" {
        /// For white paper.
        #[default]
        Light = "light",
        /// For dark screens.
        Dark = "dark",
        /// The colours of the page around the picture, which must define the variables of [`Theme::variables`]. Only
        /// browsers know variables.
        Page = "page",
    }
}

impl Theme {
    /// The themes that need no page.
    pub const STANDALONE: [Theme; 2] = [Theme::Light, Theme::Dark];

    /// The colours of everything except tiles. Colour-blind people can distinguish the last move from destinations, and
    /// the shapes differ too.
    pub(super) const fn palette(self) -> Palette {
        match self {
            Theme::Light => Palette {
                ground: "#ffffff",
                label: "#6b6459",
                last: "#e8590c",
                destination: "#1864ab",
                prison: "#857c6e",
                white_edge: "#8d7f60",
                black_edge: "#0d0c0b",
            },
            Theme::Dark => Palette {
                ground: "#1b1e24",
                label: "#a9b0bb",
                last: "#ff8a1f",
                destination: "#4dabf7",
                prison: "#98a0ac",
                white_edge: "#cfc1a0",
                black_edge: "#858076",
            },
            Theme::Page => Palette {
                ground: "var(--skep-ground)",
                label: "var(--skep-label)",
                last: "var(--skep-last)",
                destination: "var(--skep-destination)",
                prison: "var(--skep-prison)",
                white_edge: "var(--skep-white-edge)",
                black_edge: "var(--skep-black-edge)",
            },
        }
    }

    /// The colours as the CSS variables that pictures of [`Theme::Page`] use.
    fn variables(self) -> String {
        let names = Theme::Page.palette().all();
        let colours = self.palette().all();
        let define = |(name, colour): (&str, &str)| {
            let name = name.trim_start_matches("var(").trim_end_matches(')');
            format!("{name}:{colour};")
        };
        names.into_iter().zip(colours).map(define).collect()
    }
}

/// The light colours of a page: of its text and lines, its tables and bars, and its marks.
const LIGHT: &str = "--paper:#fbf8f1;--ink:#26221c;--faint:#6b6459;--line:#ddd5c4;--card:#fffdf8;--accent:#9a5b00;\
    --edge:#8f8675;--row:#f3ecdc;--white:#f6ecd4;--draw:#a39a88;--black:#2b2825;--on-draw:#1a1712;--open:#d8d0ef;\
    --all:#c98a1b;--wrong:#b3261e;--warn:#8a5a00;--good:#2b6a30;--blue:#1864ab;";

/// The dark colours of a page.
const DARK: &str = "--paper:#15171b;--ink:#ebe6dc;--faint:#a9b0bb;--line:#363b44;--card:#1b1e24;--accent:#f0b429;\
    --edge:#717885;--row:#262b33;--white:#f6ecd4;--draw:#8b8577;--black:#050505;--on-draw:#0d0c0a;--open:#4d4670;\
    --all:#d99a2b;--wrong:#ff8a80;--warn:#f0b429;--good:#7ddf8a;--blue:#4dabf7;";

/// The colours of a web page with pictures of [`Theme::Page`], as a style sheet of CSS variables. The attribute
/// `data-theme` of the root element chooses `auto`, `light` or `dark`.
///
/// ```
/// assert!(skep_render::page_colours().starts_with(":root{color-scheme:light dark;--paper:#fbf8f1;"));
/// ```
pub fn page_colours() -> String {
    let light = format!("{LIGHT}{}", Theme::Light.variables());
    let dark = format!("{DARK}{}", Theme::Dark.variables());
    format!(
        ":root{{color-scheme:light dark;{light}}}\n:root[data-theme=light]{{color-scheme:light}}\n\
         @media(prefers-color-scheme:dark){{:root[data-theme=auto]{{{dark}}}}}\n\
         :root[data-theme=dark]{{color-scheme:dark;{dark}}}\n"
    )
}

/// The colours of a theme.
pub(super) struct Palette {
    pub ground: &'static str,
    pub label: &'static str,
    pub last: &'static str,
    pub destination: &'static str,
    pub prison: &'static str,
    pub white_edge: &'static str,
    pub black_edge: &'static str,
}

impl Palette {
    const fn all(&self) -> [&'static str; 7] {
        [
            self.ground,
            self.label,
            self.last,
            self.destination,
            self.prison,
            self.white_edge,
            self.black_edge,
        ]
    }
}
