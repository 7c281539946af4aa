//! The files of the page.

use std::sync::LazyLock;

use skep_render::{DrawnPiece, Owner, Symbols, Theme, page_colours};
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
    SCRIPT: "api.js" "board.js" "completion.js" "dom.js" "download.js" "drag.js" "editor.js"
        "enginelines.js" "evaluations.js" "explorer.js" "files.js" "filters.js" "games.js" "help.js" "hex.js" "keys.js" "lines.js"
        "list.js" "marks.js" "meeting.js" "menus.js" "motion.js" "moves.js" "notice.js" "open.js" "pieces.js"
        "player.js" "prefs.js" "puzzles.js" "replay.js" "review.js" "route.js" "setup.js" "share.js" "similar.js"
        "solve.js" "state.js" "studies.js" "study.js" "theme.js" "totals.js" "transport.js" "tree.js" "variants.js" "words.js"
        "zoom.js";
};

/// The drawings of all pieces.
static PIECES: LazyLock<String> = LazyLock::new(|| {
    let mut symbols = Symbols::default();
    symbols.add_all_bugs();
    symbols.add_tiles();
    symbols.add_pieces(Side::ALL.map(|side| DrawnPiece {
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
    let kept = FILES.iter().copied();
    let kept = kept.map(|(name, kind, text)| PageFile { name, kind, text });
    kept.chain(made_files())
}

/// The files of the page that are not in the folder `page`.
pub fn made_files() -> impl Iterator<Item = PageFile> {
    [
        ("pieces.svg", SVG, PIECES.as_str()),
        ("colours.css", CSS, COLOURS.as_str()),
    ]
    .into_iter()
    .map(|(name, kind, text)| PageFile { name, kind, text })
}

/// The content of the body of the page, without its script.
pub fn page_body() -> &'static str {
    let (_, rest) = text("index.html")
        .split_once("<body>\n")
        .unwrap_or_default();
    let (body, _) = rest.split_once("</body>").unwrap_or_default();
    body
}

/// The style of the page, without its colours.
pub fn page_style() -> &'static str {
    text("explorer.css")
}

fn text(name: &str) -> &'static str {
    let file = FILES.iter().find(|(other, ..)| *other == name);
    file.map_or("", |(_, _, text)| text)
}

/// Joins modules of the page into one script, for a page that is one file. It begins with the module `entry`. The
/// modules `own` take the place of modules of the page with the same name, or are new.
///
/// It reads imports and exports of the forms that the modules of the page have: on one line, from a module beside it.
pub fn page_script(entry: &str, own: &[(&str, &str)]) -> String {
    let mut script = Script {
        own,
        done: Vec::new(),
        text: "\"use strict\";\n".to_owned(),
    };
    script.add(entry);
    script.text
}

struct Script<'a> {
    own: &'a [(&'a str, &'a str)],
    /// The modules that are in the text.
    done: Vec<String>,
    text: String,
}

impl Script<'_> {
    /// Adds a module as a function that is called at once, after the modules that it imports.
    fn add(&mut self, name: &str) {
        if self.done.iter().any(|other| other == name) {
            return;
        }
        // Also while its imports are added, so that a cycle of imports ends.
        self.done.push(name.to_owned());
        let own = self.own.iter().find(|(other, _)| *other == name);
        let source = own.map_or_else(|| text(name), |(_, text)| text);
        let (mut body, mut exports) = (String::new(), Vec::new());
        let mut in_template = false;
        for line in source.lines() {
            let mut line = line;
            if !in_template {
                line = line.trim_start();
                if line.is_empty() || line.starts_with("//") {
                    continue;
                }
                if let Some((what, from)) = import(line) {
                    self.add(from);
                    body += &imported(what, from);
                    continue;
                }
                if let Some(declared) = line.strip_prefix("export ") {
                    exports.extend(declared_name(declared));
                    line = declared;
                }
            }
            in_template ^= line.matches('`').count() % 2 == 1;
            body += line;
            body.push('\n');
        }
        // A variable can change after the module has run.
        let exports: Vec<String> = (exports.iter())
            .map(|name| format!("get {name}() {{ return {name}; }}"))
            .collect();
        self.text += &format!(
            "const {} = (() => {{\n{body}return {{ {} }};\n}})();\n",
            variable(name),
            exports.join(", ")
        );
    }
}

/// What an import names, and the module.
fn import(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix("import ")?.strip_suffix("\";")?;
    let (what, from) = rest.split_once("\"./")?;
    Some((what.trim_end().trim_end_matches("from").trim(), from))
}

fn imported(what: &str, from: &str) -> String {
    let module = variable(from);
    match what.strip_prefix("* as ") {
        _ if what.is_empty() => String::new(),
        Some(name) => format!("const {name} = {module};\n"),
        None => format!("const {} = {module};\n", what.replace(" as ", ": ")),
    }
}

/// The name that a declaration gives.
fn declared_name(declaration: &str) -> Option<&str> {
    let kinds = ["async function ", "function ", "class ", "const ", "let "];
    let rest = kinds
        .iter()
        .find_map(|kind| declaration.strip_prefix(kind))?;
    rest.split(|c: char| !c.is_alphanumeric() && c != '_')
        .next()
}

/// The variable of a module in a script.
fn variable(name: &str) -> String {
    format!("${}", name.trim_end_matches(".js").replace('-', "_"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use skep_analysis::EventKind;
    use skep_analysis::openings::Shape;
    use skep_records::notation::RuleOption;
    use skep_records::record::Termination;
    use skep_rules::hexit::TileSet;
    use skep_rules::hive::{Bug, Pack};

    #[test]
    fn the_editor_keeps_each_rule_that_a_state_can_name() {
        let setup = page_files().find(|file| file.name == "setup.js").unwrap();
        for option in RuleOption::stated() {
            let name = format!("\"{}\"", option.name);
            assert!(setup.text.contains(&name), "{name}");
        }
    }

    #[test]
    fn the_editor_has_each_bug_pack_and_set_of_tiles() {
        let setup = page_files().find(|file| file.name == "setup.js").unwrap();
        let codes = Bug::ALL.iter().map(|bug| format!("\"{}\"", bug.code()));
        // The editor has no hands and draws of Swarm.
        let packs = Pack::ALL.iter().filter(|pack| **pack != Pack::Swarm);
        let packs = packs.map(|pack| format!("\"Venom+{pack}\""));
        let sets = TileSet::ALL
            .iter()
            .map(|tiles| format!("\"{}\"", tiles.title()));
        for name in codes.chain(packs).chain(sets) {
            assert!(setup.text.contains(&name), "{name}");
        }
    }

    #[test]
    fn the_form_of_filters_offers_each_word() {
        let filters = page_files().find(|file| file.name == "filters.js").unwrap();
        let endings = Termination::ALL
            .into_iter()
            .filter(|ending| *ending != Termination::Unknown);
        let words = endings.map(Termination::as_str);
        let words = words.chain(EventKind::NAMES.iter().copied());
        for word in words.chain(Shape::NAMES.iter().copied()) {
            let listed = format!("\"{word}\"");
            assert!(filters.text.contains(&listed), "filters.js: {word}");
        }
    }

    #[test]
    fn a_script_has_every_module_once_and_after_what_it_needs() {
        let own = [
            (
                "one.js",
                "import { two, three as drei } from \"./two.js\";\nimport * as dom from \"./dom.js\";\nexport const one = two + drei + dom.at;\n",
            ),
            (
                "two.js",
                "// A comment.\nexport let two = `a\n  b`;\nexport async function three() {\n  two = 3;\n}\n",
            ),
        ];
        let script = page_script("one.js", &own);
        let at = |text: &str| {
            script
                .find(text)
                .unwrap_or_else(|| panic!("{text} in {script}"))
        };
        assert!(
            at("const $two = ") < at("const $dom = ") && at("const $dom = ") < at("const $one = ")
        );
        assert!(script.contains("const { two, three: drei } = $two;\nconst dom = $dom;\n"));
        // The text of a template stays.
        assert!(script.contains("let two = `a\n  b`;\nasync function three() {\ntwo = 3;\n}\n"));
        assert!(
            script.contains("return { get two() { return two; }, get three() { return three; } };")
        );
        assert!(!script.contains("A comment"));
    }

    #[test]
    fn no_module_imports_or_exports_in_a_form_that_a_script_cannot_have() {
        let script = page_script("explorer.js", &[]);
        for (name, kind, text) in FILES.iter().filter(|(_, kind, _)| *kind == SCRIPT) {
            assert!(
                script.contains(&format!("const {} = ", variable(name))),
                "{name} {kind}"
            );
            for line in text.lines() {
                let is_import = line.starts_with("import");
                assert!(!is_import || import(line).is_some(), "{name}: {line}");
                let export = line.strip_prefix("export ");
                assert!(
                    export.is_none_or(|rest| declared_name(rest).is_some()),
                    "{name}: {line}"
                );
            }
        }
        assert!(page_body().contains("id=\"board\""));
    }

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
