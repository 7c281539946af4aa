//! What a package holds is there, and does what it is for.

// These files are the same on every system, and wine, which runs the tests for Windows, cannot start the cargo of Linux.
#![cfg(not(windows))]

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::iter;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cli_typing::commands;
use crate::skep::run;
use serde_json::Value;

/// A line of `assets` in the Debian recipe: a pattern, where the files go, and their mode.
type Asset = [String; 3];

/// What cargo knows of the packages of the workspace.
fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--no-deps",
            "--offline",
            "--format-version",
            "1",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "cargo metadata fails");
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

/// `[package.metadata.deb]` of Cargo.toml.
fn recipe() -> Value {
    let packages = packages();
    let program = packages
        .iter()
        .find(|p| p["name"] == env!("CARGO_PKG_NAME"));
    let recipe = program.unwrap()["metadata"]["deb"].clone();
    assert!(recipe.is_object(), "no recipe found");
    recipe
}

#[test]
fn every_crate_is_ready_to_be_published() {
    let packages = packages();
    // An empty list of registries means `publish = false`.
    let published = packages.iter().filter(|p| p["publish"].is_null());
    let mut count = 0;
    for package in published {
        count += 1;
        let name = package["name"].as_str().unwrap();
        for field in [
            "description",
            "documentation",
            "homepage",
            "license",
            "readme",
            "repository",
            "rust_version",
        ] {
            assert!(package[field].is_string(), "{name} has no {field}");
        }
        if name != env!("CARGO_PKG_NAME") {
            let documentation = format!("https://docs.rs/{name}");
            assert_eq!(package["documentation"], documentation, "{name}");
        }
        assert_eq!(package["version"], env!("CARGO_PKG_VERSION"), "{name}");
        assert!(
            !package["keywords"].as_array().unwrap().is_empty(),
            "{name} has no keywords"
        );
        assert!(
            !package["categories"].as_array().unwrap().is_empty(),
            "{name} has no categories"
        );
        assert_eq!(
            package["metadata"]["docs"]["rs"]["all-features"], true,
            "{name}"
        );
        let folder = Path::new(package["manifest_path"].as_str().unwrap());
        let folder = folder.parent().unwrap();
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let root = Path::new(env!("CARGO_MANIFEST_DIR"));
            let [text, same] = [folder, root].map(|f| fs::read(f.join(licence)).unwrap());
            assert!(text == same && text.len() > 1000, "{name}: {licence}");
        }
        let readme = fs::read_to_string(folder.join("README.md")).unwrap();
        assert!(readme.starts_with(&format!("# {name}\n")), "{name}");
        assert!(
            readme.lines().count() > 10,
            "{name}: the README is a placeholder"
        );
    }
    assert!(count >= 6, "{count} crates");
}

/// The npm package names its version and addresses itself.
#[test]
fn the_npm_package_agrees_with_the_crates() {
    let packages = packages();
    let name = env!("CARGO_PKG_NAME");
    let program = packages.iter().find(|p| p["name"] == name).unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("js/package.json");
    let npm: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    for field in ["version", "license", "homepage"] {
        assert_eq!(npm[field], program[field], "{field}");
    }
    let repository = format!("git+{}.git", program["repository"].as_str().unwrap());
    assert_eq!(npm["repository"]["url"], repository);
}

/// The example repository and the guide name the release and the address of the action.
#[test]
fn the_examples_of_a_repository_name_this_release() {
    let packages = packages();
    let name = env!("CARGO_PKG_NAME");
    let program = packages.iter().find(|p| p["name"] == name).unwrap();
    let address = program["repository"].as_str().unwrap();
    let address = address.split_once("github.com/").unwrap().1;
    let version = env!("CARGO_PKG_VERSION");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
    let guide = read("docs/src/repositories.md");
    let action = format!("      - uses: {address}@v{version}\n");
    let hook = format!("        additional_dependencies: [skep=={version}]\n");
    for (file, line) in [
        (".github/workflows/check.yml", action),
        (".pre-commit-config.yaml", hook),
    ] {
        assert!(guide.contains(&line), "the guide has no {line}");
        let example = read(&format!("examples/archive/{file}"));
        assert!(example.contains(&line), "{file} has no {line}");
    }
    let image = format!("ghcr.io/{address} ");
    assert!(read("docs/src/install.md").contains(&image), "{image}");
    let changes = read("CHANGELOG.md");
    assert!(changes.contains(&format!("\n## {version} - ")));
}

/// What the action does in a workflow, with an archive that holds another program.
// The action is a script of a shell.
#[cfg(unix)]
#[test]
fn the_action_installs_and_checks() {
    if Command::new("curl").arg("--version").output().is_err() {
        skep_testing::skip("curl", format_args!("there is no curl"));
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let script = r#"
        set -eu
        case $(uname -s)-$(uname -m) in
            Linux-x86_64) target=x86_64-unknown-linux-musl ;;
            Linux-*) target=aarch64-unknown-linux-musl ;;
            *-arm64) target=aarch64-apple-darwin ;;
            *) target=x86_64-apple-darwin ;;
        esac
        name=skep-$VERSION-$target
        mkdir -p "$name" temp && cp stand-in "$name/skep" && chmod +x "$name/skep"
        tar -czf "$name.tar.gz" "$name"
        { sha256sum "$name.tar.gz" 2>/dev/null || shasum -a 256 "$name.tar.gz"; } >"$name.tar.gz.sha256"
        "$INSTALL"
        "$(cat path)/skep" --version
        echo damaged >>"$name.tar.gz"
        ! "$INSTALL" 2>&1
    "#;
    fs::write(at("stand-in"), "#!/bin/sh\necho stand-in \"$@\"\n").unwrap();
    let install = Command::new("bash")
        .args(["-c", script])
        .current_dir(folder.path())
        .env("VERSION", env!("CARGO_PKG_VERSION"))
        .env("INSTALL", root.join(".github/action/install"))
        .env("RUNNER_TEMP", at("temp"))
        .env("GITHUB_PATH", at("path"))
        .env(
            "SKEP_DOWNLOADS",
            format!("file://{}", folder.path().display()),
        )
        .output();
    let install = install.unwrap();
    let out = String::from_utf8_lossy(&install.stdout);
    let err = String::from_utf8_lossy(&install.stderr);
    assert!(install.status.success(), "{out}{err}");
    assert!(
        out.starts_with("stand-in --version\nstand-in --version\n"),
        "{out}"
    );

    for (paths, arguments, code, rules) in [
        ("games/hex-it", "", 0, vec![]),
        (".", "", 1, vec!["placement-colour"]),
        (
            "games/hex-it\ngames/club/broken.uhp\n",
            "--rules historical",
            1,
            vec!["placement-colour"],
        ),
        ("missing", "", 2, vec![]),
    ] {
        let checked = Command::new(root.join(".github/action/check"))
            .current_dir(root.join("examples/archive"))
            .env("PATH", path())
            .env("PATHS", paths)
            .env("ARGUMENTS", arguments)
            .env("SARIF", at("skep.sarif"))
            .output()
            .unwrap();
        assert_eq!(checked.status.code(), Some(code), "{paths}");
        if code == 2 {
            assert!(!at("skep.sarif").exists(), "{paths}");
            continue;
        }
        let report: Value = serde_json::from_slice(&fs::read(at("skep.sarif")).unwrap()).unwrap();
        let results = report["runs"][0]["results"].as_array().unwrap();
        let found: Vec<&str> = results
            .iter()
            .map(|r| r["properties"]["rule"].as_str().unwrap_or_default())
            .collect();
        assert_eq!(found, rules, "{paths}");
        let log = String::from_utf8(checked.stdout).unwrap();
        assert_eq!(
            log.contains("wA1 may not enter beside bQ"),
            code == 1,
            "{log}"
        );
    }
}

/// The archives of a release, as their targets.
const ARCHIVES: [&str; 5] = [
    "aarch64-apple-darwin",
    "aarch64-unknown-linux-musl",
    "x86_64-apple-darwin",
    "x86_64-pc-windows-gnu",
    "x86_64-unknown-linux-musl",
];

#[test]
fn recipes_are_made_from_checksums() {
    let Some(python) = skep_testing::python("tomllib", "tomllib") else {
        return;
    };
    let version = env!("CARGO_PKG_VERSION");
    let folder = tempfile::tempdir().unwrap();
    let checksum = |target: &str| {
        let number = ARCHIVES.iter().position(|t| *t == target).unwrap() + 1;
        format!("{number:064}")
    };
    for target in ARCHIVES {
        let extension = if target.contains("windows") {
            "zip"
        } else {
            "tar.gz"
        };
        let name = format!("skep-{version}-{target}.{extension}");
        let line = format!("{}  {name}\n", checksum(target));
        fs::write(folder.path().join(format!("{name}.sha256")), line).unwrap();
    }
    let recipes = folder.path().join("recipes");
    let make = |into: &Path| {
        Command::new(&python)
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join(".ci/packages/make"))
            .args([folder.path(), into])
            .output()
            .unwrap()
    };
    let made = make(&recipes);
    let errors = String::from_utf8_lossy(&made.stderr);
    assert!(made.status.success(), "{errors}");

    let made = String::from_utf8(made.stdout).unwrap();
    let mut all = String::new();
    for recipe in made.lines() {
        let text = fs::read_to_string(recipe).unwrap();
        assert!(text.contains(version), "{recipe}");
        let left = regex_lite::Regex::new("@[A-Z0-9]+[ @]").unwrap();
        assert!(!left.is_match(&text), "{recipe} has a placeholder: {text}");
        all += &text;
    }
    assert_eq!(made.lines().count(), 9, "{made}");
    for target in ARCHIVES {
        assert!(all.contains(&checksum(target)), "{target}");
    }
    let scoop = fs::read_to_string(recipes.join("skep.json")).unwrap();
    let scoop: Value = serde_json::from_str(&scoop).unwrap();
    assert_eq!(
        scoop["architecture"]["64bit"]["hash"],
        checksum("x86_64-pc-windows-gnu")
    );
    // Without a checksum, there is no recipe.
    let missing = format!("skep-{version}-{}.tar.gz.sha256", ARCHIVES[0]);
    fs::remove_file(folder.path().join(missing)).unwrap();
    assert!(!make(&folder.path().join("others")).status.success());
}

fn assets() -> Vec<Asset> {
    serde_json::from_value(recipe()["assets"].clone()).unwrap()
}

/// The files of the package's folder that a pattern means; a `*` stands in the name alone, once at most.
fn files(pattern: &str) -> Vec<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(pattern);
    let Some((start, end)) = path.file_name().unwrap().to_str().unwrap().split_once('*') else {
        return Some(path).into_iter().filter(|p| p.is_file()).collect();
    };
    // .ci/deb makes some folders.
    let within = fs::read_dir(path.parent().unwrap()).into_iter().flatten();
    within
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            let name = path.file_name().unwrap().to_str().unwrap();
            path.is_file() && name.starts_with(start) && name.ends_with(end)
        })
        .collect()
}

#[test]
fn every_file_of_the_debian_package_is_there() {
    let (mut program, mut scripts) = (0, 0);
    for [pattern, to, mode] in assets() {
        // The package's name of what cargo builds.
        if pattern == "target/release/skep" {
            assert_eq!((to.as_str(), mode.as_str()), ("usr/bin/", "755"));
            program += 1;
            continue;
        }
        // What .ci/deb writes before it makes the package.
        if let Some(made) = pattern.strip_prefix("target/deb/skep.") {
            assert!(completions(made).len() > 1000, "{made}");
            assert_eq!(mode, "644", "{pattern}");
            scripts += 1;
            continue;
        }
        // tests/cli_docs compares these with what the guide reads.
        if let Some(made) = pattern.strip_prefix("target/deb/") {
            let is_made = ["README.md", "examples/**/*"].contains(&made);
            assert!(is_made && mode == "644" && to.ends_with('/'), "{pattern}");
            continue;
        }
        let found = files(&pattern);
        assert!(!found.is_empty(), "{pattern} is no file");
        assert!(found.len() == 1 || to.ends_with('/'), "{pattern}: {to}");
        assert_eq!(mode, "644", "{pattern}");
    }
    assert_eq!((program, scripts), (1, 3));
}

#[test]
fn every_manual_page_goes_to_its_section() {
    let mut goes: BTreeMap<PathBuf, Vec<String>> = BTreeMap::new();
    for [pattern, to, _] in assets() {
        for file in files(&pattern) {
            goes.entry(file).or_default().push(to.clone());
        }
    }
    let pages = files("man/*");
    assert!(pages.len() > 25, "{pages:?}");
    for page in pages {
        let section = page.extension().unwrap().to_str().unwrap();
        let to = vec![format!("usr/share/man/man{section}/")];
        assert_eq!(goes.get(&page), Some(&to), "{}", page.display());
    }
}

/// Where shells look for programs, with the program first.
fn path() -> OsString {
    let program = Path::new(env!("CARGO_BIN_EXE_skep")).parent().unwrap();
    let others = env::var_os("PATH").unwrap_or_default();
    let folders = iter::once(program.to_path_buf()).chain(env::split_paths(&others));
    env::join_paths(folders).unwrap()
}

/// What a shell prints of a script, with the program where it looks for programs; `None` where there is no such shell.
fn shell(words: &[&str], script: &str) -> Option<String> {
    let ran = Command::new(words[0])
        .args(&words[1..])
        .args(["-c", script])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("PATH", path())
        .output();
    let Ok(ran) = ran else {
        skep_testing::skip(words[0], format_args!("there is no {}", words[0]));
        return None;
    };
    let output = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(
        ran.status.success() && output.is_empty(),
        "{}: {output}",
        words[0]
    );
    Some(String::from_utf8(ran.stdout).unwrap())
}

/// The completion script of a shell.
fn completions(shell: &str) -> String {
    let made = run(&["completions", shell]);
    assert_eq!((made.code, made.err.as_str()), (0, ""), "{shell}");
    made.out
}

/// A folder with the completion script of a shell, under the name that the shell looks for.
fn installed(shell: &str, name: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(name), completions(shell)).unwrap();
    folder
}

#[test]
fn completions_complete_in_bash() {
    let folder = installed("bash", "skep");
    let script = format!(
        "source {}/skep
        complete -p skep
        COMP_WORDS=(skep con) COMP_CWORD=1
        _skep skep con skep
        echo \"${{COMPREPLY[@]}}\"
        for words in 'list --columns number,black_e' 'list --sort date,-white_el' 'help pillb' 'count --by eve'; do
            COMP_WORDS=(skep $words); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
            _skep skep \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\"
            echo \"${{COMPREPLY[@]}}\"
        done",
        folder.path().display()
    );
    if let Some(output) = shell(&["bash"], &script) {
        let lines: Vec<&str> = output.lines().collect();
        assert!(lines[0].contains("-F _skep"), "{output}");
        let completed = [
            "convert",
            "number,black_elo",
            "date,-white_elo",
            "pillbug pillbug-move",
            "event event_kind",
        ];
        assert_eq!(lines[1..], completed);
    }
}

#[test]
fn completions_complete_in_fish() {
    let folder = installed("fish", "skep.fish");
    let file = folder.path().join("skep.fish");
    let words = [
        "con",
        "list --columns number,black_e",
        "help pillb",
        "count --by site,eve",
    ];
    let completed = words.map(|words| format!("complete -C 'skep {words}'"));
    let script = format!("source {}; {}", file.display(), completed.join("; "));
    if let Some(output) = shell(&["fish", "--no-config"], &script) {
        let words = output
            .lines()
            .map(|line| line.split('\t').next().unwrap_or_default());
        let mut words: Vec<&str> = words.collect();
        words.sort_unstable();
        let completed = [
            "convert",
            "number,black_elo",
            "pillbug",
            "pillbug-move",
            "site,event",
            "site,event_kind",
        ];
        assert_eq!(words, completed, "{output}");
    }
}

/// Completion needs a terminal in zsh; outside one, the functions that make the list are replaced by ones that print
/// it.
#[test]
fn completions_complete_in_zsh() {
    let folder = installed("zsh", "_skep");
    let script = format!(
        "compdef() {{ : }}
        _arguments() {{ _skep_commands }}
        _describe() {{ print -rl -- $commands }}
        fpath=({} $fpath)
        autoload -Uz _skep
        _skep",
        folder.path().display()
    );
    if let Some(output) = shell(&["zsh", "-f"], &script) {
        let mut lines: Vec<&str> = output.lines().collect();
        lines.retain(|line| line.starts_with("con"));
        assert_eq!(
            lines,
            ["convert:Convert, filter and merge games"],
            "{output}"
        );
    }
}

#[test]
fn every_shell_completes_every_command() {
    let commands = commands();
    assert!(commands.len() > 25, "{commands:?}");
    for (shell, form) in [
        ("bash", "skep,NAME)"),
        ("zsh", "'NAME:"),
        ("fish", "-a \"NAME\""),
        ("powershell", "[CompletionResult]::new('NAME', 'NAME'"),
        ("elvish", "cand NAME '"),
    ] {
        let script = completions(shell);
        for command in &commands {
            let form = form.replace("NAME", command);
            assert!(script.contains(&form), "{shell}: {form} is missing");
        }
        let hidden = form.replace("NAME", "man");
        assert!(!script.contains(&hidden), "{shell} offers what help hides");
        // What skep help takes; the scripts of the others complete no values of arguments.
        if ["bash", "fish", "zsh"].contains(&shell) {
            assert!(script.contains("exit-codes"), "{shell}");
            assert!(script.contains("one-hive"), "{shell}");
        }
        assert!(script.contains("fail-fast"), "{shell}");
        assert!(!script.contains("SKEP_LIST"), "{shell}");
        assert_eq!(
            script.contains("_sequence compadd - number date white"),
            shell == "zsh",
            "{shell}"
        );
    }
    assert_eq!(run(&["completions", "tcsh"]).code, 2);
}
