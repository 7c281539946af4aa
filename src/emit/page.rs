//! The shell of a page that loads nothing.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use skep_explorer::page_style;
use skep_render::{Symbols, Theme, page_colours};
use skep_rules::closed_list;

closed_list! {
    /// The colours of a page.
    pub enum PageColours: "theme" {
        Auto = "auto",
        Light = "light",
        Dark = "dark",
    }
}

/// A page that loads nothing.
/// Browsers load it again after `refresh` seconds.
pub fn document(
    title: &str,
    theme: PageColours,
    symbols: &Symbols,
    body: &Markup,
    refresh: Option<u32>,
) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" data-theme=(theme.as_str()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                // The page loads nothing.
                meta http-equiv="Content-Security-Policy"
                    content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'";
                @if let Some(seconds) = refresh { meta http-equiv="refresh" content=(seconds); }
                meta name="generator" content=(concat!("skep ", env!("CARGO_PKG_VERSION")));
                meta name="color-scheme" content=(match theme {
                    PageColours::Auto => "light dark",
                    PageColours::Light => "light",
                    PageColours::Dark => "dark",
                });
                title { (title) }
                // Without this, browsers request /favicon.ico.
                link rel="icon" href="data:,";
                style { (PreEscaped(page_colours())) (PreEscaped(page_style())) (PreEscaped(include_str!("page.css"))) }
            }
            body {
                svg.symbols width="0" height="0" aria-hidden="true" {
                    defs { (PreEscaped(symbols.definitions(Theme::Page))) }
                }
                (body)
            }
        }
    };
    page.into_string()
}
