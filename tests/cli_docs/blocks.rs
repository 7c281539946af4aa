//! The blocks of the README and the guide run, in a folder with the examples that a reader downloads.

use std::fs;
use std::path::{Path, PathBuf};

use super::{TOP, guide};
#[cfg(unix)]
use crate::skep::RunningExplorer;
use crate::skep::skep;

/// A code block of a page: the line on which it begins, its language, and its lines.
struct Block<'a> {
    line: usize,
    language: &'a str,
    lines: Vec<&'a str>,
}

/// The code blocks of a page.
fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut lines = page.lines().enumerate();
    while let Some((i, line)) = lines.next() {
        let Some(language) = line.strip_prefix("```") else {
            continue;
        };
        let inside = lines.by_ref().map(|(_, line)| line);
        blocks.push(Block {
            line: i + 1,
            language,
            lines: inside.take_while(|line| *line != "```").collect(),
        });
    }
    blocks
}

/// A new folder with the examples, as `docs/examples` makes it.
fn examples() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let list = fs::read_to_string(Path::new(TOP).join("docs/examples.tsv")).unwrap();
    for line in list.lines() {
        let (source, name) = line.split_once('\t').expect("a tab");
        copy(
            &Path::new(TOP).join("fixtures").join(source),
            &folder.path().join(name),
        );
    }
    folder
}

/// Copies a file, or a folder with all that is in it except its README.
fn copy(from: &Path, to: &Path) {
    if !from.is_dir() {
        fs::create_dir_all(to.with_file_name("")).unwrap();
        fs::copy(from, to).unwrap();
        return;
    }
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        if entry.file_name() != "README.md" {
            copy(&entry.path(), &to.join(entry.file_name()));
        }
    }
}

/// A page of the documentation with its console blocks run again.
///
/// A block holds commands: `$ skep ...`, the line `? CODE` if the exit code is not 0, then standard output and standard
/// error, then an empty line before the next command. The commands of a page run one after the other in one folder, so
/// that one can read what another has written.
fn run_again(page: &str, folder: &Path) -> String {
    let mut fresh = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        fresh += line;
        fresh.push('\n');
        if line != "```console" {
            continue;
        }
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let mut outputs = Vec::new();
        for line in block {
            let Some(command) = line.strip_prefix("$ skep ") else {
                assert!(!outputs.is_empty(), "a block begins with a command: {line}");
                continue;
            };
            let words = shlex::split(command).unwrap_or_else(|| panic!("a quote is open: {line}"));
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let output = skep(&words).current_dir(folder).output().unwrap();
            let mut text = format!("{line}\n");
            match output.status.code() {
                Some(0) => {}
                code => text += &format!("? {}\n", code.expect("skep ends by itself")),
            }
            for stream in [output.stdout, output.stderr] {
                text += &String::from_utf8(stream).expect("skep writes UTF-8");
            }
            outputs.push(text.trim_end().to_owned());
        }
        fresh += &outputs.join("\n\n");
        fresh += "\n```\n";
    }
    fresh
}

/// The pages whose blocks run.
fn pages() -> Vec<PathBuf> {
    let mut pages = guide();
    let readmes = ["README.md", "python/README.md", "js/README.md"];
    pages.extend(readmes.map(|name| Path::new(TOP).join(name)));
    assert!(pages.len() > 25, "{pages:?}");
    pages
}

#[test]
fn the_console_blocks_of_readme_and_guide_are_true() {
    for path in pages() {
        let page = fs::read_to_string(&path).unwrap();
        if !page.contains("```console") {
            continue;
        }
        let folder = examples();
        let fresh = run_again(&page, folder.path());
        if std::env::var_os("SKEP_UPDATE_DOCS").is_some() {
            fs::write(&path, fresh).unwrap();
            continue;
        }
        for (i, (old, new)) in page.lines().zip(fresh.lines()).enumerate() {
            assert!(
                old == new,
                "{}:{}: skep prints\n{new}\ninstead of\n{old}",
                path.display(),
                i + 1
            );
        }
        assert_eq!(page, fresh, "{}", path.display());
    }
}

/// The languages of blocks, and what runs or reads them.
const LANGUAGES: &[&str] = &[
    "console", // the_console_blocks_of_readme_and_guide_are_true
    "sh",      // the_shell_blocks_of_readme_and_guide_run
    "python", // python/tests/test_guide.py, except on the page of Spark, whose paths are on a cluster
    "js",     // js/test/guide.test.js
    "html",   // js/test/guide.test.js
    "bat",    // the command prompt of Windows: .ci/guide
    "rust",   // crates/skep-testing, as documentation tests
    "rust,no_run",
    "json", // records and answers: below
    "yaml", // tests/packaging.rs
    "toml", // the dependencies of a program in Rust: below
    "text", // nothing that a machine reads
];

#[test]
fn every_block_has_a_language_with_a_test() {
    for path in pages() {
        let page = fs::read_to_string(&path).unwrap();
        for Block {
            line,
            language,
            lines,
        } in blocks(&page)
        {
            let place = format!("{}:{line}", path.display());
            assert!(LANGUAGES.contains(&language), "{place}: {language}");
            let text = lines.join("\n");
            match language {
                "json" => {
                    serde_json::from_str::<serde_json::Value>(&text).expect(&place);
                }
                // The crates are members of the workspace, in its version.
                "toml" => {
                    for line in lines.iter().filter(|line| line.starts_with("skep-")) {
                        let (name, version) = line.split_once(" = ").expect(&place);
                        assert_eq!(
                            version,
                            format!("{:?}", env!("CARGO_PKG_VERSION")),
                            "{place}"
                        );
                        assert!(
                            Path::new(TOP).join("crates").join(name).exists(),
                            "{place}: {name}"
                        );
                    }
                }
                _ => {}
            }
        }
    }
}

/// Commands that install or build something, or that need another shell or a network. A line that begins with one of them
/// does not run. [`the_lines_that_do_not_run_are_checked`] looks at what they name.
#[cfg(unix)]
const ELSEWHERE: [&str; 24] = [
    ".",
    ".ci/run",
    "benches/commands",
    "brew",
    "cargo",
    "cd",
    "docker",
    "docs/examples",
    "git",
    "js/build",
    "makepkg",
    "maturin",
    "mkdir",
    "nix-env",
    "node",
    "npm",
    "npx",
    "pip",
    "pytest",
    "python3",
    "rustup",
    "scoop",
    "tar",
    "winget",
];

/// What a shell runs in place of skep: a server ends when it has said its address, a replay needs a terminal, and matches
/// and tests of engines are short.
#[cfg(unix)]
const SHIM: &str = include_str!("skep.sh");

/// The engine of another project, which the guide plays against.
#[cfg(unix)]
const ENGINE: &str = "#!/bin/sh\nexec \"$SKEP\" uhp\n";

/// Writes a program.
#[cfg(unix)]
fn program(path: &Path, text: &str) {
    use std::os::unix::fs::PermissionsExt as _;
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// The first word of each command of a line: `skep solve ... | jq ...` has two.
#[cfg(unix)]
fn commands(line: &str) -> Vec<&str> {
    let mut quote = None;
    let mut commands = vec![];
    let mut start = 0;
    for (i, c) in line.char_indices() {
        match (quote, c) {
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            (None, '|') => {
                commands.push(&line[start..i]);
                start = i + 1;
            }
            (None, '#') if line[..i].ends_with([' ', '\n']) || i == 0 => {
                commands.push(&line[start..i]);
                start = line.len();
                break;
            }
            _ => {}
        }
    }
    commands.push(&line[start..]);
    let words = commands.iter().filter_map(|c| c.split_whitespace().next());
    words.collect()
}

/// Every line of `sh` runs, as people type it, except what [`ELSEWHERE`] names. What the blocks of a page write stays for
/// its later blocks, and its console blocks run between them.
// A shell of Unix.
#[cfg(unix)]
#[test]
fn the_shell_blocks_of_readme_and_guide_run() {
    let bin = tempfile::tempdir().unwrap();
    program(&bin.path().join("skep"), SHIM);
    program(&bin.path().join("nokamute"), ENGINE);
    // `.ci/run tools` installs programs there.
    let path = format!(
        "{}:{}:{TOP}/target/venv/bin",
        bin.path().display(),
        std::env::var("PATH").unwrap()
    );
    let has = |name: &str| std::env::split_paths(&path).any(|folder| folder.join(name).exists());
    let mut ran = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        if !text.contains("```sh") {
            continue;
        }
        let folder = examples();
        // The blocks read the home folder: completions go there.
        for made in [
            ".local/share/bash-completion/completions",
            ".zfunc",
            ".config/fish/completions",
        ] {
            fs::create_dir_all(folder.path().join(made)).unwrap();
        }
        let server = text.contains("http://127.0.0.1:4483/api").then(|| {
            let mut command = skep(&["explore", "--port", "0", "league.zip"]);
            RunningExplorer::start(command.current_dir(folder.path()))
        });
        for block in blocks(&text) {
            let place = format!("{}:{}", page.display(), block.line);
            if block.language == "console" {
                run_again(
                    &format!("```console\n{}\n```\n", block.lines.join("\n")),
                    folder.path(),
                );
            }
            if block.language != "sh" {
                continue;
            }
            let mut script = String::new();
            for line in &block.lines {
                let words = commands(line);
                let is_elsewhere = words.first().is_some_and(|word| ELSEWHERE.contains(word));
                let missing = words.iter().find(|word| !has(word));
                match missing {
                    _ if is_elsewhere || words.is_empty() => continue,
                    Some(&("duckdb" | "jq" | "curl")) => {
                        skep_testing::skip(
                            missing.unwrap(),
                            format_args!("{place} needs {}", missing.unwrap()),
                        );
                        continue;
                    }
                    Some(other) => panic!("{place}: {other} is no command"),
                    None => {}
                }
                script += line;
                script.push('\n');
                ran += 1;
            }
            if let Some(server) = &server {
                script = script.replace("http://127.0.0.1:4483", server.url.trim_end_matches('/'));
            }
            let output = std::process::Command::new("sh")
                .args(["-e", "-c", &script])
                .current_dir(folder.path())
                .env("PATH", &path)
                .env("SKEP", env!("CARGO_BIN_EXE_skep"))
                .env("HOME", folder.path())
                .env("COLUMNS", "80")
                .env("LC_ALL", "C.UTF-8")
                .stdin(std::process::Stdio::null())
                .output()
                .unwrap();
            let error = String::from_utf8_lossy(&output.stderr);
            assert!(
                output.status.success(),
                "{place}: {}\n{script}\n{error}",
                output.status
            );
        }
    }
    assert!(ran > 40, "{ran} lines");
}

/// The packages and files that lines name which do not run are there.
// They are lines of a shell of Unix.
#[cfg(unix)]
#[test]
fn the_lines_that_do_not_run_are_checked() {
    let mut found = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for block in blocks(&text).iter().filter(|block| block.language == "sh") {
            for line in &block.lines {
                let place = format!("{}:{}: {line}", page.display(), block.line);
                let words = line.split('#').next().unwrap();
                let words: Vec<&str> = words.split_whitespace().collect();
                let in_tree = |word: &&&str| {
                    let folders = [".ci/", "js/", "docs/", "benches/"];
                    folders.iter().any(|folder| word.starts_with(folder)) && !word.contains("dist")
                };
                for word in words.iter().filter(in_tree) {
                    assert!(Path::new(TOP).join(word).exists(), "{place}");
                    found += 1;
                }
                if let [".ci/run", step, ..] = words[..] {
                    let run = fs::read_to_string(Path::new(TOP).join(".ci/run")).unwrap();
                    assert!(run.contains(&format!("\n{step}() {{")), "{place}");
                }
                // Packages of cargo, pip and npm, and features of the program.
                if let ["cargo" | "pip" | "npm", "install" | "add", rest @ ..] = &words[..] {
                    let named: Vec<&&str> = rest
                        .iter()
                        .filter(|word| word.trim_matches('\'').starts_with("skep"))
                        .collect();
                    for name in named {
                        let name = name
                            .trim_matches(['\'', '"'])
                            .split(['[', '=', '@'])
                            .next()
                            .unwrap();
                        let is_crate =
                            name == "skep" || Path::new(TOP).join("crates").join(name).exists();
                        assert!(is_crate, "{place}: {name}");
                        found += 1;
                    }
                }
            }
        }
    }
    assert!(found > 10, "{found} names");
}

/// Python makes the examples that the tests make.
#[test]
fn the_archive_of_examples_has_what_the_guide_reads() {
    let python = if cfg!(windows) { "python" } else { "python3" };
    let made = tempfile::tempdir().unwrap();
    let folder = made.path().join("examples");
    let script = Path::new(TOP).join("docs/examples");
    let done = std::process::Command::new(python)
        .arg(script)
        .arg(&folder)
        .status();
    if !done.is_ok_and(|status| status.success()) {
        skep_testing::skip("python", "there is no Python");
        return;
    }
    let files = |folder: &Path| {
        let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::new();
        let mut open = vec![folder.to_owned()];
        while let Some(next) = open.pop() {
            for entry in fs::read_dir(next).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    open.push(path);
                } else {
                    let bytes = fs::read(&path).unwrap();
                    files.push((path.strip_prefix(folder).unwrap().to_owned(), bytes));
                }
            }
        }
        files.sort();
        files
    };
    let found = files(&folder);
    assert!(found.len() > 20, "{} files", found.len());
    assert!(
        found == files(examples().path()),
        "docs/examples makes other files"
    );
}

/// The commands in running text: `skep ...` between backquotes, outside of blocks.
fn inline_commands(page: &str) -> Vec<(usize, Vec<String>)> {
    let mut commands = Vec::new();
    let mut is_block = false;
    for (i, line) in page.lines().enumerate() {
        is_block ^= line.starts_with("```");
        if is_block {
            continue;
        }
        for code in line.split('`').skip(1).step_by(2) {
            let code = code
                .strip_prefix("skep ")
                .map(|code| code.replace("\\|", "|"));
            if let Some(words) = code.and_then(|code| shlex::split(&code)) {
                commands.push((i + 1, words));
            }
        }
    }
    commands
}

/// The commands of a page, as they stand there: the line of each, and its text.
fn written_commands(page: &str) -> Vec<(usize, String)> {
    let mut commands = Vec::new();
    let mut language = None;
    for (i, line) in page.lines().enumerate() {
        match (line.strip_prefix("```"), language) {
            (Some(_), Some(_)) => language = None,
            (Some(begun), None) => language = Some(begun),
            (None, Some("sh")) => commands.push((i + 1, line.to_owned())),
            (None, Some("console")) => {
                commands.extend(line.strip_prefix("$ ").map(|c| (i + 1, c.to_owned())));
            }
            (None, Some(_)) => {}
            (None, None) => {
                let codes = line.split('`').skip(1).step_by(2);
                let codes = codes.filter(|code| {
                    ["skep ", "duckdb "]
                        .iter()
                        .any(|name| code.starts_with(name))
                });
                commands.extend(codes.map(|code| (i + 1, code.replace("\\|", "|"))));
            }
        }
    }
    commands
}

/// The quoted parts of a command: the character before each, its quote, its text, and the character after it.
fn quoted(command: &str) -> Vec<(Option<char>, char, String, Option<char>)> {
    let mut parts = Vec::new();
    let mut before = None;
    let mut chars = command.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '#' && before.is_none_or(char::is_whitespace) {
            break;
        }
        if c == '\'' || c == '"' {
            let mut text = String::new();
            while let Some(inner) = chars.next_if(|next| *next != c) {
                text.push(inner);
                if inner == '\\' && c == '"' {
                    text.extend(chars.next());
                }
            }
            chars.next();
            parts.push((before, c, text, chars.peek().copied()));
        }
        before = Some(c);
    }
    parts
}

/// Quotes within the same quotes end them: a shell would see other words, and expand some of them. The command prompt of
/// Windows knows only double quotes.
#[test]
fn quotes_of_commands_work_in_every_shell() {
    let mut found = 0;
    for path in pages() {
        let page = fs::read_to_string(&path).unwrap();
        for (line, command) in written_commands(&page) {
            let place = format!("{}:{line}: {command}", path.display());
            for (before, quote, text, after) in quoted(&command) {
                let is_apart = before.is_none_or(|c| c.is_whitespace() || "=(".contains(c))
                    && after.is_none_or(|c| c.is_whitespace() || ")|;".contains(c));
                assert!(is_apart, "{place}: {text} is joined to another word");
                let needs_single = text.contains(['"', '!', '$']) || !command.starts_with("skep ");
                assert!(
                    quote == '"' || needs_single,
                    "{place}: {text} needs no single quotes"
                );
                found += 1;
            }
        }
    }
    assert!(found > 50, "{found} quotes");
    let broken = r#"skep list --where "glyph = "??"" games"#;
    assert!(quoted(broken).iter().any(|(.., after)| *after == Some('?')));
}

/// Commands and options that running text names are there.
#[test]
fn commands_in_running_text_have_their_options() {
    let known = crate::cli_typing::commands();
    let others = [
        "--help",
        "--version",
        "man",
        "filter",
        "merge",
        "head",
        "tail",
        "sample",
    ];
    let mut tried = std::collections::BTreeSet::new();
    for path in pages() {
        // The reference is made from the options.
        if path.parent().unwrap().ends_with("reference") {
            continue;
        }
        let page = fs::read_to_string(&path).unwrap();
        for (line, words) in inline_commands(&page) {
            let place = format!("{}:{line}: {words:?}", path.display());
            let command = words.first().expect(&place);
            let is_placeholder = command.chars().all(char::is_uppercase);
            let is_known = known.contains(command) || others.contains(&command.as_str());
            assert!(is_known || is_placeholder, "{place}");
            for option in words
                .iter()
                .skip(1)
                .filter(|word| word.starts_with("--") && known.contains(command))
            {
                let option = option.split('=').next().unwrap();
                if tried.insert((command.clone(), option.to_owned())) {
                    let run = crate::skep::run(&[command, option, "--help"]);
                    assert!(
                        !run.err.contains("unexpected argument"),
                        "{place}: {}",
                        run.err
                    );
                }
            }
        }
    }
    assert!(tried.len() > 30, "{} options", tried.len());
}

/// The commands in a table of questions run. A command of the shell follows after `, then`.
#[test]
fn the_commands_of_the_questions_run() {
    let page = fs::read_to_string(Path::new(TOP).join("docs/src/data.md")).unwrap();
    let (_, table) = page.split_once("| question | command |\n").unwrap();
    let table = table.split("\n\n").next().unwrap();
    let folder = examples();
    let mut ran = 0;
    for (_, words) in inline_commands(table) {
        let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
        // An engine of another project.
        if words.contains(&"nokamute uhp") {
            words[2] = "skep";
            words.extend(["--depth", "1", "--first", "1"]);
        }
        if words[0] == "explore" {
            continue;
        }
        let output = skep(&words)
            .current_dir(folder.path())
            .arg("--quiet")
            .output()
            .unwrap();
        // No game may match.
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.code().is_some_and(|code| code < 2),
            "{words:?}: {error}"
        );
        ran += 1;
    }
    assert!(ran > 20, "{ran} commands");
}
