//! What Windows and macOS do in their own way: separators and wildcards, names of devices, names that are one, texts of
//! other programs, files in use. What does not depend on the system is tested on every system.

use std::fs::{self, File};
use std::path::{MAIN_SEPARATOR_STR, Path, PathBuf};
use std::process::Stdio;

use crate::skep::{TestFolder, run, run_with, skep};

const LEAGUE: &str = "fixtures/games/league.zip";
const HIVE: &str = "fixtures/games/hive.uhp";
const FAULTS: &str = "fixtures/cli/faults.uhp";

/// A text as programs of Windows write it: in UTF-16 with either order of bytes, and in UTF-8, with a byte order mark.
fn encoded(text: &str) -> [Vec<u8>; 3] {
    let units: Vec<u16> = "\u{feff}"
        .encode_utf16()
        .chain(text.encode_utf16())
        .collect();
    [
        units.iter().flat_map(|unit| unit.to_le_bytes()).collect(),
        units.iter().flat_map(|unit| unit.to_be_bytes()).collect(),
        format!("\u{feff}{text}").into_bytes(),
    ]
}

#[test]
fn lists_of_powershell_and_notepad_are_read() {
    let folder = TestFolder::new();
    let list = folder.path("list.txt");
    let expected = run(&["count", HIVE, LEAGUE]).out;
    for text in encoded(&format!("{HIVE}\r\n{LEAGUE}\r\n")) {
        fs::write(&list, &text).unwrap();
        let from_file = run(&["count", "--files-from", &list]);
        assert_eq!((from_file.code, &*from_file.err), (0, ""));
        assert_eq!(from_file.out, expected);
        assert_eq!(
            run_with(&["count", "--files-from", "-"], &text).out,
            expected
        );
    }
}

#[test]
fn tables_of_powershell_and_notepad_are_read() {
    let folder = TestFolder::new();
    let names = folder.path("names.txt");
    let table = |aliases: &str| run(&["players", LEAGUE, "--format", "csv", "--aliases", aliases]);
    fs::write(&names, "Zoë\tAda\r\n").unwrap();
    let expected = table(&names);
    assert_eq!(expected.code, 0, "{}", expected.err);
    assert!(expected.out.contains("Zoë") && !expected.out.contains("Ada"));
    for text in encoded("Zoë\tAda\r\n") {
        fs::write(&names, text).unwrap();
        assert_eq!(table(&names), expected);
    }
    fs::write(&names, b"Zo\xeb\tAda\r\n").unwrap();
    let run = table(&names);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("neither UTF-8 nor UTF-16"), "{}", run.err);
}

/// Excel takes CSV for UTF-8 if it begins with a byte order mark. Its rows are those of CSV without formulas.
#[test]
fn rows_for_excel_begin_with_a_byte_order_mark() {
    let folder = TestFolder::new();
    let games = folder.path("games.pgn");
    let game = "[GameType \"Base\"]\n[White \"=Zoë\"]\n[Black \"-b\"]\n[Result \"1-0\"]\n\n1. wS1 2. bS1 wS1- 1-0\n\n";
    fs::write(&games, game.repeat(2)).unwrap();
    for args in [
        &["list"][..],
        &["check"],
        &["count", "--by", "white"],
        &["players"],
        &["players", "--table", "crosstable"],
        &["stats", "--by", "white"],
        &["openings"],
        &["novelty"],
        &["related"],
        &["annotate"],
        &["puzzles"],
        &["export", "--table", "games"],
        &["export", "--table", "plies"],
    ] {
        let rows = |format: &str| run(&[args, &["--format", format, &games]].concat());
        let (excel, csv) = (rows("excel"), rows("csv"));
        assert_eq!(excel.code, csv.code, "{args:?}: {}", excel.err);
        let text = excel.out.strip_prefix('\u{feff}').unwrap_or_default();
        assert_eq!(
            text.replace('\'', ""),
            csv.out.replace('\'', ""),
            "{args:?}"
        );
    }
    let file = folder.path("games.csv");
    let listed = ["list", &games, "--format", "excel", "-o", &file];
    assert_eq!(run(&listed).code, 0);
    let text = folder.text("games.csv");
    assert!(
        text.starts_with("\u{feff}number") && text.contains("'=Zoë"),
        "{text}"
    );
    let report = folder.path("removed.csv");
    let dedup = ["dedup", &games, "--report", &report, "--format", "excel"];
    assert_eq!(run(&dedup).code, 0);
    assert!(folder.text("removed.csv").starts_with('\u{feff}'));
    let tables = folder.path("tables/");
    let exported = run(&["export", &games, "--format", "excel", "-o", &tables]);
    assert_eq!(exported.code, 0, "{}", exported.err);
    let other = run(&["list", &games, "-o", &folder.path("games.xlsx")]);
    assert!(other.err.contains("--format excel"), "{}", other.err);
}

#[test]
fn an_entry_is_found_with_either_separator() {
    let listed = run(&["list", LEAGUE, "--columns", "entry", "--format", "csv"]).out;
    let entry = listed.lines().find(|entry| entry.contains('/')).unwrap();
    for entry in [entry.to_owned(), entry.replace('/', "\\")] {
        let run = run(&["count", &format!("{LEAGUE}!{entry}")]);
        assert_eq!(run.code, 0, "{entry}: {}", run.err);
    }
}

/// The results of a run on Windows are those of a run on Linux.
#[test]
fn paths_in_results_have_slashes() {
    let system = |path: &str| path.replace('/', MAIN_SEPARATOR_STR);
    let args = ["--columns", "path", "--format", "csv"];
    for path in ["fixtures/games", HIVE, FAULTS] {
        let rows = run(&[&["list", path][..], &args].concat());
        assert!(
            rows.out.contains("fixtures/") && !rows.out.contains('\\'),
            "{}",
            rows.out
        );
        let typed = run(&[&["list", &system(path)][..], &args].concat());
        assert_eq!(typed, rows);
    }
    let wanted = ["list", "fixtures/games", "--where", "path ~ \"games/hive\""];
    assert_eq!(run(&wanted).code, 0);
    let place = format!("{}:1", system(HIVE));
    assert_eq!(run(&["list", &place]).code, 0);
}

#[test]
fn a_path_that_ends_in_a_separator_is_a_folder() {
    let folder = TestFolder::new();
    for (name, args) in [
        ("pictures", &["show", HIVE][..]),
        ("games", &["convert", "--to", "pgn", HIVE]),
        ("files", &["split", "--by", "variant", HIVE]),
        ("tables", &["export", HIVE]),
    ] {
        let out = format!("{}{MAIN_SEPARATOR_STR}", folder.path(name));
        let run = run(&[args, &["-o", &out]].concat());
        assert_eq!(run.code, 0, "{args:?}: {}", run.err);
        assert!(Path::new(&folder.path(name)).is_dir(), "{args:?}");
    }
    // Commands that write one file name the folder.
    let out = format!("{}{MAIN_SEPARATOR_STR}", folder.path("none"));
    let run = run(&["list", HIVE, "-o", &out]);
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("it is a folder; name a file"),
        "{}",
        run.err
    );
}

/// Whether names that differ in case are one name in the system's folder for temporary files.
fn case_is_ignored() -> bool {
    let folder = TestFolder::new();
    fs::write(folder.path("a"), "").unwrap();
    Path::new(&folder.path("A")).exists()
}

#[test]
fn two_outputs_that_are_one_file_lose_no_game() {
    let folder = TestFolder::new();
    let (good, rest) = (folder.path("qq.uhp"), folder.path("QQ.uhp"));
    let convert = [
        "convert",
        FAULTS,
        "--where",
        "status = ok",
        "--rest",
        &rest,
        "-o",
        &good,
    ];
    for more in [&[][..], &["--force"]] {
        let run = run(&[&convert, more].concat());
        if case_is_ignored() {
            assert_eq!(run.code, 2, "{}", run.err);
            assert_eq!(folder.names(), [""; 0]);
        } else {
            assert_eq!(folder.names(), ["QQ.uhp", "qq.uhp"]);
        }
    }
}

#[test]
fn an_input_is_not_written_through_another_name_or_standard_output() {
    let folder = TestFolder::new();
    let (games, link) = (folder.path("games.uhp"), folder.path("link.uhp"));
    fs::copy(HIVE, &games).unwrap();
    fs::hard_link(&games, &link).unwrap();
    let before = fs::read(&games).unwrap();
    let args = ["convert", "--to", "uhp", &games];
    let linked = run(&[&args[..], &["-o", &link, "--force"]].concat());
    assert_eq!(linked.code, 2);
    assert!(linked.err.contains("it is the input"), "{}", linked.err);
    let appended = File::options().append(true).open(&games).unwrap();
    let written = skep(&args)
        .stdout(appended)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    let err = String::from_utf8_lossy(&written.stderr);
    assert_eq!(written.status.code(), Some(2), "{err}");
    assert!(err.contains("standard output is the input"), "{err}");
    assert_eq!(fs::read(&games).unwrap(), before);
}

/// Without a path and without a pipe, there is nothing to read, also if a scheduler gives `NUL` as standard input.
#[test]
fn the_device_without_content_is_no_pipe() {
    let run = run(&["check"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("Usage: skep check"), "{}", run.err);
}

#[test]
fn a_change_of_a_killed_run_is_taken_back() {
    let folder = TestFolder::new();
    let out = folder.path("out");
    let split = ["split", "--by", "variant", HIVE, "-o", &out];
    assert_eq!(run(&split).code, 0);
    let out = PathBuf::from(&out);
    let file = fs::read_dir(&out).unwrap().next().unwrap().unwrap().path();
    let name = file.file_name().unwrap().to_str().unwrap();
    // As a run leaves it that is killed after it has moved its only file.
    let left = out.join(".skep-abc123");
    fs::create_dir_all(left.join("old")).unwrap();
    fs::rename(&file, left.join("old").join("0")).unwrap();
    fs::write(&file, "new").unwrap();
    let metadata = fs::metadata(&file).unwrap();
    let modified = metadata
        .modified()
        .unwrap()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap();
    let journal = serde_json::json!({
        "changes": [{ "path": name, "new": {
            "bytes": metadata.len(),
            "modified": { "secs": modified.as_secs(), "nanos": modified.subsec_nanos() },
        } }],
        "folders": [],
    });
    fs::write(left.join("journal.json"), journal.to_string()).unwrap();
    fs::write(left.join("lock"), "").unwrap();
    // It does not replace files, and fails; but first it removes what is left.
    let refused = run(&split);
    assert_eq!(refused.code, 2, "{}", refused.err);
    assert!(!left.exists());
    assert_ne!(fs::read(&file).unwrap(), b"new");
}

#[cfg(windows)]
#[test]
fn wildcards_are_names_of_files() {
    let folder = TestFolder::new();
    for name in ["a.uhp", "b.uhp", "c.pgn", "games[1].uhp"] {
        fs::copy(HIVE, folder.path(name)).unwrap();
    }
    let paths = |pattern: &str| {
        let run = run(&[
            "count",
            "--by",
            "path",
            "--format",
            "csv",
            &folder.path(pattern),
        ]);
        assert_eq!(run.code, 0, "{pattern}: {}", run.err);
        run.out.lines().count() - 1
    };
    for (pattern, files) in [
        ("*.uhp", 3),
        ("?.uhp", 2),
        ("*", 4),
        ("[ab].uhp", 2),
        ("a.uhp", 1),
    ] {
        assert_eq!(paths(pattern), files, "{pattern}");
    }
    let none = run(&["check", &folder.path("*.sgf")]);
    assert_eq!(none.code, 2);
    assert!(
        none.err.contains("*.sgf: no file has such a name"),
        "{}",
        none.err
    );
}

#[cfg(windows)]
#[test]
fn names_of_devices_are_no_files() {
    let folder = TestFolder::new();
    for out in ["nul", "NUL", &folder.path("nul"), "/dev/null"] {
        let run = run(&["convert", "--to", "uhp", HIVE, "-o", out]);
        assert_eq!(run.code, 0, "{out}: {}", run.err);
    }
    for name in ["aux.pgn", "CON.pgn", "com1.pgn", "nul.pgn", "lpt¹.pgn"] {
        let run = run(&["convert", HIVE, "-o", &folder.path(name)]);
        assert_eq!(run.code, 2, "{name}");
        assert!(
            run.err.contains("name of a device in Windows"),
            "{}",
            run.err
        );
    }
    for args in [
        &["split", "--by", "variant", HIVE, "-o"][..],
        &["convert", "--to", "pgn", LEAGUE, "-o"],
    ] {
        let run = run(&[args, &[&*format!("{}\\", folder.path("aux"))]].concat());
        assert_eq!(run.code, 2, "{args:?}");
    }
    assert_eq!(folder.names(), [""; 0]);
}

#[cfg(windows)]
#[test]
fn files_that_cannot_be_replaced_say_why() {
    use std::os::windows::fs::OpenOptionsExt as _;
    let folder = TestFolder::new();
    let out = folder.path("games.pgn");
    let convert = ["convert", HIVE, "-o", &*out, "--force"];
    fs::write(&out, "old").unwrap();
    let mut permissions = fs::metadata(&out).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&out, permissions.clone()).unwrap();
    let read_only = run(&convert);
    assert_eq!(read_only.code, 2);
    assert!(
        read_only.err.ends_with("games.pgn: it is read-only\n"),
        "{}",
        read_only.err
    );
    permissions.set_readonly(false);
    fs::set_permissions(&out, permissions).unwrap();
    // As a program that keeps others from the file.
    let open = File::options().read(true).share_mode(0).open(&out).unwrap();
    let in_use = run(&convert);
    assert_eq!(in_use.code, 2);
    assert!(
        in_use.err.contains("open in another program"),
        "{}",
        in_use.err
    );
    let read = run(&["check", &out]);
    assert!(read.err.contains("open in another program"), "{read:?}");
    drop(open);
    assert_eq!(fs::read(&out).unwrap(), b"old");
    assert_eq!(folder.names(), ["games.pgn"]);
    assert_eq!(run(&convert).code, 0);
}

/// What a change could not undo does not stay in the folder for ever.
#[cfg(windows)]
#[test]
fn a_folder_with_a_file_in_use_stays_clean() {
    use std::os::windows::fs::OpenOptionsExt as _;
    let folder = TestFolder::new();
    let out = folder.path("out");
    let split =
        |force: &[&str]| run(&[&["split", "--by", "variant", HIVE, "-o", &out], force].concat());
    assert_eq!(split(&[]).code, 0);
    let before = crate::skep::names(Path::new(&out));
    let open = File::options()
        .read(true)
        .share_mode(1)
        .open(Path::new(&out).join(&before[0]));
    for _ in 0..2 {
        let run = split(&["--force"]);
        assert_eq!(run.code, 2, "{}", run.err);
    }
    drop(open);
    assert_eq!(split(&["--force"]).code, 0);
    assert_eq!(crate::skep::names(Path::new(&out)), before);
}
