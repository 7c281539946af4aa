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
        /// The colours of the page around the picture, which must define the variables of [`Theme::variables`]. Only browsers
        /// know variables.
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
    pub fn variables(self) -> String {
        let names = Theme::Page.palette().all();
        let colours = self.palette().all();
        let define = |(name, colour): (&str, &str)| {
            let name = name.trim_start_matches("var(").trim_end_matches(')');
            format!("{name}:{colour};")
        };
        names.into_iter().zip(colours).map(define).collect()
    }
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
