//! The modules of the program stand on floors: each imports only from floors below it.

use std::fs;
use std::path::{Path, PathBuf};

use regex_lite::Regex;

/// The floors, from the lowest. `clap` is known from `cli` upwards.
const FLOORS: [&str; 9] = [
    "text", "rulebook", "output", "emit", "scan", "cli", "tables", "commands", "fuzzing",
];

/// A command has an outlet: it opens no output of its own. These talk to a program or a person while they run.
#[test]
fn a_command_writes_through_an_outlet() {
    const TALK: [&str; 6] = [
        "uhp/mod.rs",
        "uhp/conformance.rs",
        "explore/mod.rs",
        "index.rs",
        "help/mod.rs",
        "completions.rs",
    ];
    for file in program_files() {
        let talks = TALK.iter().any(|name| file.path.ends_with(name));
        if file.floor == "commands" && !talks {
            let opens = ["Output::new", "Output::stdout"].map(|name| file.code.contains(name));
            assert_eq!(opens, [false; 2], "{}", file.path.display());
        }
    }
}

/// The files of Rust below a path.
fn sources(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let entries = fs::read_dir(path).unwrap();
    let files = entries.flat_map(|entry| sources(&entry.unwrap().path()));
    files
        .filter(|file| file.extension().is_some_and(|e| e == "rs"))
        .collect()
}

/// A file of the program.
struct ProgramFile {
    floor: String,
    path: PathBuf,
    /// The code without comments.
    code: String,
    /// The names after `crate::`.
    imports: Vec<String>,
}

/// The files of all floors.
fn program_files() -> Vec<ProgramFile> {
    let one = Regex::new(r"\bcrate::(\w+)").unwrap();
    let several = Regex::new(r"(?s)\bcrate::\{([^;]*)\}").unwrap();
    let nested = Regex::new(r"(?s)::(?:\{.*?\}|\w+)").unwrap();
    let word = Regex::new(r"\w+").unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let entries = fs::read_dir(&root).unwrap().map(|entry| entry.unwrap());
    let mut found = Vec::new();
    for entry in entries {
        let name = entry.file_name().into_string().unwrap();
        let floor = name.trim_end_matches(".rs").to_owned();
        if ["lib", "main"].contains(&&*floor) {
            continue;
        }
        for path in sources(&entry.path()) {
            let text = fs::read_to_string(&path).unwrap();
            let code: Vec<&str> = text
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"))
                .collect();
            let code = code.join("\n");
            let mut imports: Vec<String> =
                one.captures_iter(&code).map(|c| c[1].to_owned()).collect();
            for list in several.captures_iter(&code) {
                let flat = nested.replace_all(&list[1], "").into_owned();
                imports.extend(word.find_iter(&flat).map(|m| m.as_str().to_owned()));
            }
            let floor = floor.clone();
            found.push(ProgramFile {
                floor,
                path,
                code,
                imports,
            });
        }
    }
    assert!(found.len() > 100, "{} files", found.len());
    found
}

#[test]
fn each_module_imports_only_from_floors_below() {
    let height = |floor: &str| FLOORS.iter().position(|known| *known == floor);
    for file in program_files() {
        let own = height(&file.floor);
        assert!(own.is_some(), "{} stands on no floor", file.path.display());
        for name in &file.imports {
            let other = height(name);
            assert!(
                other.is_some() && other <= own,
                "{}: {} must not import crate::{name}",
                file.path.display(),
                file.floor
            );
        }
    }
}

#[test]
fn the_floors_below_the_command_line_do_not_know_clap() {
    let clap = Regex::new(r"\bclap\b").unwrap();
    let lower: Vec<&str> = (FLOORS.into_iter())
        .take_while(|floor| *floor != "cli")
        .collect();
    for file in program_files() {
        let is_lower = lower.contains(&&*file.floor);
        let path = file.path.display();
        assert!(!(is_lower && clap.is_match(&file.code)), "{path}");
    }
}

/// What a batch adds is a `Unit`, and where it goes is an `Outlet`: no command has its own.
#[test]
fn no_module_has_its_own_batch_or_sink() {
    let own = Regex::new(r"\b(struct|enum) (Batch|Sink)\b").unwrap();
    for file in program_files() {
        assert!(!own.is_match(&file.code), "{}", file.path.display());
    }
}
