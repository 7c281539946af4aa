//! Keeps the layers: a module imports only from modules below it, as the list in `src/lib.rs` has them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Every module at the top of the crate, with its layer.
const LAYERS: [(&str, u8); 13] = [
    ("main", 7),
    ("cli", 6),
    ("analysis", 5),
    ("render", 5),
    ("collection", 4),
    ("notation", 3),
    ("hive", 2),
    ("hexit", 2),
    ("venom", 2),
    ("record", 2),
    ("game", 1),
    ("geometry", 0),
    ("diag", 0),
];

/// Imports between modules of one layer that are allowed: a game packs its written moves into a record's token.
const SIDEWAYS: [(&str, &str, &str); 3] = [
    ("hive", "record", "Token"),
    ("hexit", "record", "Token"),
    ("venom", "record", "Token"),
];

fn layer(module: &str) -> Option<u8> {
    LAYERS.iter().find(|(m, _)| *m == module).map(|(_, l)| *l)
}

/// One name of the crate that a source file uses, from the crate's root: `["game", "Side"]`.
type Used = Vec<String>;

/// The faults of one source file, each in a sentence.
fn faults(path: &[&str], source: &str) -> Vec<String> {
    let module = path[0];
    if module == "lib" {
        return Vec::new();
    }
    let Some(own) = layer(module) else {
        return vec![format!("the module {module} has no layer")];
    };
    let mut faults = Vec::new();
    for used in uses(path, source) {
        let Some(first) = used.first() else { continue };
        let Some(theirs) = layer(first) else { continue };
        let named = used.get(1).map_or("", String::as_str);
        let allowed =
            first == module || theirs < own || SIDEWAYS.contains(&(module, first.as_str(), named));
        if !allowed {
            faults.push(format!("{} uses {}", path.join("::"), used.join("::")));
        }
    }
    faults
}

/// Everything that a source names by a path from the crate's root or through `super`.
fn uses(path: &[&str], source: &str) -> BTreeSet<Used> {
    let tokens = tokens(source);
    let mut found = BTreeSet::new();
    // Inline modules (tests) stand one deeper than their file.
    let mut depth = 0;
    let mut inline: Vec<(usize, String)> = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        match tokens[i].as_str() {
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                if inline.last().is_some_and(|(d, _)| *d == depth) {
                    inline.pop();
                }
            }
            "mod" if tokens.get(i + 2).is_some_and(|t| t == "{") => {
                inline.push((depth, tokens[i + 1].clone()));
            }
            root @ ("crate" | "skep" | "super") if tokens.get(i + 1).is_some_and(|t| t == "::") => {
                let mut base: Used = Vec::new();
                let mut j = i + 2;
                if root == "super" {
                    base.extend(path.iter().map(|s| (*s).to_owned()));
                    base.extend(inline.iter().map(|(_, name)| name.clone()));
                    base.pop();
                    while tokens.get(j).is_some_and(|t| t == "super") {
                        base.pop();
                        j += 2;
                    }
                }
                tree(&tokens, &mut j, &base, &mut found);
                i = j;
                continue;
            }
            _ => {}
        }
        i += 1;
    }
    found
}

/// Reads what may follow `::` in a path: a name and so on, or a group of paths in braces.
fn tree(tokens: &[String], i: &mut usize, base: &Used, found: &mut BTreeSet<Used>) {
    let mut path = base.clone();
    loop {
        match tokens.get(*i).map(String::as_str) {
            Some("{") => {
                *i += 1;
                while let Some(t) = tokens.get(*i) {
                    match t.as_str() {
                        "}" => {
                            *i += 1;
                            return;
                        }
                        "," => *i += 1,
                        _ => {
                            let before = *i;
                            tree(tokens, i, &path, found);
                            *i += usize::from(*i == before);
                        }
                    }
                }
                return;
            }
            Some(t) if t == "*" || t.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                if t != "self" {
                    path.push(t.to_owned());
                }
                *i += 1;
                if tokens.get(*i).is_some_and(|t| t == "as") {
                    *i += 2;
                }
            }
            _ => break,
        }
        if tokens.get(*i).is_some_and(|t| t == "::") {
            *i += 1;
        } else {
            break;
        }
    }
    found.insert(path);
}

/// The words and marks of a source, without comments and literals.
fn tokens(source: &str) -> Vec<String> {
    let mut out = Vec::new();
    let chars: Vec<char> = source.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let mut i = 0;
    while i < chars.len() {
        let c = chars[i];
        if c == '/' && at(i + 1) == '/' {
            while i < chars.len() && chars[i] != '\n' {
                i += 1;
            }
        } else if c == '/' && at(i + 1) == '*' {
            i += 2;
            while i < chars.len() && !(chars[i] == '*' && at(i + 1) == '/') {
                i += 1;
            }
            i += 2;
        } else if c == '"' {
            i += 1;
            while i < chars.len() && chars[i] != '"' {
                i += if chars[i] == '\\' { 2 } else { 1 };
            }
            i += 1;
        } else if c == 'r'
            && (at(i + 1) == '"' || at(i + 1) == '#' && matches!(at(i + 2), '"' | '#'))
        {
            let hashes = chars[i + 1..].iter().take_while(|&&c| c == '#').count();
            i += hashes + 2;
            let end = |i: usize| at(i) == '"' && (1..=hashes).all(|k| at(i + k) == '#');
            while i < chars.len() && !end(i) {
                i += 1;
            }
            i += hashes + 1;
        } else if c == '\'' && (at(i + 1) == '\\' || at(i + 2) == '\'') {
            i += 2;
            while i < chars.len() && chars[i] != '\'' {
                i += 1;
            }
            i += 1;
        } else if c.is_alphanumeric() || c == '_' {
            let start = i;
            while at(i).is_alphanumeric() || at(i) == '_' {
                i += 1;
            }
            out.push(chars[start..i].iter().collect());
        } else if c == ':' && at(i + 1) == ':' {
            out.push("::".to_owned());
            i += 2;
        } else {
            if !c.is_whitespace() {
                out.push(c.to_string());
            }
            i += 1;
        }
    }
    out
}

fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
}

#[test]
fn no_import_goes_up_or_sideways() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    files.sort();
    assert!(files.len() > 30, "sources not found");
    let mut all = Vec::new();
    for file in &files {
        let relative = file.strip_prefix(&root).unwrap().with_extension("");
        let mut path: Vec<&str> = relative.iter().map(|s| s.to_str().unwrap()).collect();
        if path.last() == Some(&"mod") {
            path.pop();
        }
        all.extend(faults(&path, &fs::read_to_string(file).unwrap()));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn only_the_command_line_prints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    for file in files.iter().filter(|f| !f.starts_with(root.join("cli"))) {
        let tokens = tokens(&fs::read_to_string(file).unwrap());
        let prints = tokens.windows(2).any(|w| {
            w[1] == "!"
                && ["print", "println", "eprint", "eprintln", "dbg"].contains(&w[0].as_str())
        });
        assert!(!prints, "{} prints", file.display());
    }
}

#[test]
fn planted_faults_are_found() {
    let fault = |path: &[&str], source: &str| !faults(path, source).is_empty();
    for source in [
        "use crate::cli::Exit;",
        "use crate::{diag::Code, notation::{Status, Verdict}};",
        "use crate::{\n    hive::{self, Move},\n};",
        "fn f() { let x = crate::collection::scan(); }",
        "use super::super::notation::Verdict;",
        "mod tests { use super::super::super::hive::Move; }",
        "pub use crate::hexit as other;",
    ] {
        assert!(fault(&["record", "tags"], source), "{source}");
    }
    assert!(fault(&["hive", "mv"], "use crate::hexit::Move;"));
    assert!(fault(
        &["hive", "mv"],
        "use crate::record::{Record, Token};"
    ));
    assert!(fault(&["geometry", "hex"], "use crate::diag::Span;"));
    assert!(fault(&["brand_new"], ""));
}

#[test]
fn sound_imports_pass() {
    let sound = |path: &[&str], source: &str| faults(path, source).is_empty();
    for source in [
        "use crate::game::{self, Side};\nuse crate::geometry::*;",
        "use super::Tags; use crate::record::Format;",
        "// use crate::cli::Exit;\n/* crate::cli */ /// [`crate::cli::main`]\n",
        "const S: &str = \"crate::cli::Exit\"; const R: &str = r#\"crate::cli \"x\"\"#; const C: char = '\"';",
        "fn f<'a>(x: &'a str) -> &'a str { super::super::game::name(x) }",
        "mod tests { use super::super::tags::Tags; }",
    ] {
        assert!(sound(&["record", "tags"], source), "{source}");
    }
    assert!(sound(&["hive", "written"], "use crate::record::Token;"));
    assert!(sound(&["main"], "fn main() { skep::cli::main() }"));
}
