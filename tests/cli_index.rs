//! `skep index`, and indexes as inputs of other commands.

use std::fs;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::process::{Command, Stdio};
#[cfg(unix)]
use std::time::Duration;

use crate::skep::run;
#[cfg(unix)]
use crate::skep::skep;

/// Games of every kind, also invalid ones, in several files and an archive.
const GAMES: &str = "fixtures/games";

struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Place {
        Place {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    /// An index of these games.
    fn index(&self, games: &[&str]) -> String {
        let index = self.text("games.skepdb");
        let made = run(&[&["index", "-o", &index], games].concat());
        assert!(made.code < 2, "{}", made.err);
        index
    }
}

#[test]
fn every_command_reads_an_index_as_it_reads_the_files() {
    let place = Place::new();
    let index = place.index(&[GAMES]);
    let commands: [&[&str]; 24] = [
        &["check", "--format", "jsonl"],
        &["list", "--format", "csv"],
        &[
            "list",
            "--format",
            "csv",
            "--where",
            "plies > 30 and not result = draw",
        ],
        &["convert", "--to", "jsonl"],
        &[
            "convert",
            "--to",
            "pgn",
            "--where",
            "player ~ a and pattern('wQ bA-')",
        ],
        &["count"],
        &["count", "--by", "variant", "--where", "known(date)"],
        &["count", "--by", "player", "--where", "plies > 20"],
        &["count", "--by", "source", "--where", "source ~ league"],
        &["count", "--by", "year", "--format", "csv"],
        &["count", "--by", "shape", "--where", "shape in (Z, X)"],
        &["count", "--by", "opening_code", "--where", "known(shape)"],
        &["count", "--by", "plies", "--where", "player = 'no one'"],
        &["count", "--by", "mobility", "--where", "uses(wP)"],
        &["count", "--where", "result = white and pattern('wP bQ-')"],
        &["filter", "--to", "uhp", "--where", "reaches('wS')"],
        &["count", "--by", "path", "--where", "year = 2024"],
        &["openings", "--format", "csv"],
        &["players", "--format", "csv"],
        &["stats", "--format", "csv"],
        &["sort", "--by", "plies", "--to", "jsonl"],
        &["head", "-n", "3", "--to", "jsonl"],
        &["annotate", "--to", "jsonl", "--game", "3"],
        &["dedup", "--to", "jsonl"],
    ];
    for command in commands {
        let of_files = run(&[command, &[GAMES]].concat());
        let of_index = run(&[command, &[&index]].concat());
        assert_eq!(of_index, of_files, "{command:?}");
        let has_rows = !of_files.out.is_empty() || of_files.code == 1;
        assert!(has_rows, "{command:?}: {}", of_files.err);
    }
    let show = |path: &str| run(&["show", path, "--game", "4"]).out;
    assert!(show(&index).contains("White"), "{}", show(&index));
}

#[test]
fn games_are_added_once_and_removed() {
    let place = Place::new();
    let index = place.index(&["fixtures/games/hive.uhp"]);
    let again = run(&["index", "-o", &index, "fixtures/games/hive.uhp"]);
    insta::assert_snapshot!(again.err, @"note: added 0 games, 3 games already there; the index has 3 games");
    let copy = place.text("copy.uhp");
    fs::copy("fixtures/games/hive.uhp", &copy).unwrap();
    let other = run(&["index", "-o", &index, &copy]);
    insta::assert_snapshot!(other.err, @"note: added 0 games, 3 more sources of known games; the index has 3 games");
    let before = run(&["count", &index]).out;
    let removed = run(&[
        "index",
        "-o",
        &index,
        "--remove",
        "--where",
        "plies < 30",
        &index,
    ]);
    insta::assert_snapshot!(removed.err, @"note: removed 1 game; the index has 2 games");
    let after = run(&["count", &index]).out;
    assert_ne!(after, before);
    assert_eq!(run(&["count", "--where", "plies < 30", &index]).code, 1);
    let itself = run(&["index", "-o", &index, &index]);
    assert_eq!(
        (itself.code, itself.err.contains("is also an input")),
        (2, true)
    );
    let checked = run(&["index", "--check", &index]);
    assert_eq!(checked.code, 0, "{}", checked.err);
    assert!(checked.out.ends_with("no damage\n"), "{}", checked.out);
}

#[test]
fn a_newer_or_damaged_index_is_refused_by_every_command() {
    let place = Place::new();
    let index = place.index(&["fixtures/games/hive.uhp"]);
    let refused = |reason: &str| {
        for command in ["check", "list", "count", "openings"] {
            let done = run(&[command, &index]);
            assert_eq!(done.code, 2, "{command}: {}", done.err);
            let told = [&done.err, &done.out]
                .into_iter()
                .any(|text| text.contains(reason));
            assert!(told, "{command}: {} {}", done.err, done.out);
        }
        for args in [
            ["index", "--check", &index].as_slice(),
            &["index", "-o", &index, GAMES],
        ] {
            let done = run(args);
            assert_eq!(done.code, 2, "{args:?}: {}", done.err);
            assert!(
                done.err.contains(reason) && done.err.contains(&index),
                "{}",
                done.err
            );
        }
    };
    let mark = Path::new(&index).join("skepdb");
    let good = fs::read(&mark).unwrap();
    fs::write(&mark, "skep index 1000\n").unwrap();
    refused("newer than this program");
    // Format 6 has names with decomposed accents, which no filter of this program finds.
    for old in [1, 6] {
        fs::write(&mark, format!("skep index {old}\n")).unwrap();
        refused("is older than format");
        refused("make the index again");
    }
    fs::write(&mark, good).unwrap();
    let files = fs::read_dir(&index)
        .unwrap()
        .map(|file| file.unwrap().path());
    for file in files.filter(|file| file.extension().is_some_and(|end| end == "positions")) {
        fs::write(file, "no positions").unwrap();
    }
    refused("the index is damaged");
}

/// `skep openings` counts by the index where it can; the output is that of the games.
#[test]
fn openings_of_an_index_are_those_of_its_games() {
    let place = Place::new();
    let games = place.text("games.uhp");
    let random = |options: &[&str]| {
        let done = run(&[&["random", "--max-plies", "24"], options].concat());
        assert_eq!(done.code, 0, "{}", done.err);
        done.out
    };
    let all = [
        random(&["-n", "1500", "--variant", "Base"]),
        random(&["-n", "600", "--seed", "3"]),
        random(&["-n", "300", "--variant", "Venom"]),
        random(&["-n", "300", "--variant", "Base+MLP+Guardians"]),
        random(&["-n", "40", "--variant", "Venom+Swarm"]),
    ];
    let hexit = place.text("games.hxt");
    fs::write(&hexit, random(&["-n", "300", "--variant", "hex-it"])).unwrap();
    fs::write(&games, all.concat()).unwrap();
    let files = [games.as_str(), &hexit, "fixtures/games"];
    let index = place.index(&files);
    for options in [
        &["--min-games", "3", "--where", "not variant ~ Swarm"][..],
        &["--where", "variant ~ Swarm"],
        &["--where", "game = hex-it", "--format", "jsonl"],
        &["--from-game", "Venom;InProgress;White[2];wS1;bS1 wS1-"],
        &["--from-game", "hex-it", "--depth", "2"],
        &[
            "--where",
            "reaches('hex-it;M13;N13') or opening = 'Venom;wA1'",
        ],
        &["--depth", "3", "--min-games", "20"],
        &["--depth", "8", "--min-games", "40", "--format", "csv"],
        &["--depth", "2", "--top", "3"],
        &["--depth", "0", "--format", "json"],
        &["--min-games", "30", "--where", "result = white"],
        &[
            "--min-games",
            "9",
            "--where",
            "plies > 12 and variant = Base",
        ],
        &["--where", "status = illegal"],
        &["--where", "plies > 500", "--format", "csv"],
        &["--depth", "5", "--format", "csv"],
        &["--where", "pattern('wQ bQ-')", "--format", "csv"],
        &["--rules", "historical", "--depth", "2", "--min-games", "20"],
    ] {
        let of_files = run(&[&["openings"], options, &files].concat());
        let of_index = run(&[&["openings"], options, &[&index]].concat());
        let without_duplicates = |err: &str| {
            let lines = err.lines().filter(|line| !line.contains("duplicate"));
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(of_index.out, of_files.out, "{options:?}");
        assert_eq!(of_index.code, of_files.code, "{options:?}");
        assert_eq!(
            without_duplicates(&of_index.err),
            without_duplicates(&of_files.err),
            "{options:?}"
        );
    }
}

/// Kills `skep index` again and again while it adds games: the index always opens with what was committed, and in the
/// end it has every game.
// Signals of Unix.
#[cfg(unix)]
#[test]
fn a_killed_writer_leaves_the_index_as_it_was() {
    let place = Place::new();
    let index = place.index(&["fixtures/games/hive.uhp"]);
    let games = |path: &str| run(&["count", path]).out.trim().to_owned();
    let known = games(&index);
    let more = place.text("more.uhp");
    fs::write(
        &more,
        run(&[
            "random",
            "-n",
            "150",
            "--variant",
            "Base",
            "--max-plies",
            "30",
        ])
        .out,
    )
    .unwrap();
    for wait in [5, 20, 60, 120, 200, 300] {
        let mut child = skep(&["index", "-o", &index, "-j", "2", &more])
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        // Readers are not disturbed.
        assert!(run(&["index", "--check", &index]).code == 0);
        let _ = child.kill();
        child.wait().unwrap();
        let checked = run(&["index", "--check", &index]);
        assert_eq!(checked.code, 0, "{}", checked.err);
        let now: u64 = games(&index).parse().unwrap();
        let before: u64 = known.parse().unwrap();
        assert!(
            now == before || now == before + 150,
            "{now} games after {wait} ms"
        );
    }
    assert_eq!(run(&["index", "-o", &index, &more]).code, 0);
    let before: u64 = known.parse().unwrap();
    assert_eq!(games(&index), (before + 150).to_string());
}

/// A writer commits every 10 seconds. If it is killed, the games that it committed before are in the index.
// Signals of Unix.
#[cfg(unix)]
#[test]
fn a_killed_writer_keeps_what_it_committed() {
    use std::io::Write as _;
    let place = Place::new();
    let index = place.text("games.skepdb");
    let mut child = skep(&["index", "-o", &index, "-j", "2"])
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let count = || run(&["count", &index]).out.trim().parse().unwrap_or(0);
    let mut committed: u64 = 0;
    // The first games that come after the period lead to the commit.
    for seed in 0..30 {
        let seed = seed.to_string();
        let more = run(&["random", "-n", "1500", "--max-plies", "24", "--seed", &seed]);
        input.write_all(more.out.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_secs(2));
        committed = count();
        if committed > 0 {
            break;
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(committed > 0 && count() >= committed, "{committed} games");
    let checked = run(&["index", "--check", &index]);
    assert_eq!(checked.code, 0, "{}", checked.err);
}

/// A file system of 1 MB.
#[cfg(target_os = "linux")]
struct SmallDisk(PathBuf);

#[cfg(target_os = "linux")]
impl SmallDisk {
    /// `None` if this user may not mount it.
    fn new(path: PathBuf) -> Option<SmallDisk> {
        fs::create_dir(&path).unwrap();
        let disk = SmallDisk(path);
        if disk.mount("size=1m,mode=755") {
            Some(disk)
        } else {
            skep_testing::skip("mount", "this user may not mount a file system");
            None
        }
    }

    fn mount(&self, options: &str) -> bool {
        let mut mount = Command::new("mount");
        mount
            .args(["-t", "tmpfs", "-o", options, "tmpfs"])
            .arg(&self.0);
        mount.output().is_ok_and(|done| done.status.success())
    }
}

#[cfg(target_os = "linux")]
impl Drop for SmallDisk {
    fn drop(&mut self) {
        // It may not be mounted.
        let _ = Command::new("umount").arg(&self.0).output();
    }
}

// Only Linux mounts a small disk.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_and_a_read_only_disk_lose_no_game() {
    let place = Place::new();
    let Some(disk) = SmallDisk::new(place.path("disk")) else {
        return;
    };
    let index = place.text("disk/games.skepdb");
    let made = run(&["index", "-o", &index, "fixtures/games/hive.uhp"]);
    assert_eq!(made.code, 0, "{}", made.err);
    let before = run(&["count", &index]).out;
    let more = place.text("more.uhp");
    let random = run(&[
        "random",
        "-n",
        "6000",
        "--variant",
        "Base",
        "--max-plies",
        "40",
    ]);
    fs::write(&more, random.out).unwrap();
    let full = run(&["index", "-o", &index, &more]);
    assert_eq!(full.code, 2, "{}", full.err);
    insta::assert_snapshot!(crate::skep::stable(&full.err), @"error: DIR/disk/games.skepdb: the disk is full; the index keeps the games that were committed");
    let checked = run(&["index", "--check", &index]);
    assert_eq!(checked.code, 0, "{}", checked.err);
    assert_eq!(run(&["count", &index]).out, before);
    // What the failed run wrote makes room again for a run that fits.
    let again = run(&["index", "-o", &index, "fixtures/games/league.zip"]);
    assert_eq!(again.code, 0, "{}", again.err);
    let now = run(&["count", &index]).out;
    assert_ne!(now, before);
    assert!(disk.mount("remount,ro,size=1m"), "remount");
    let refused = run(&["index", "-o", &index, "fixtures/games"]);
    assert_eq!(refused.code, 2, "{}", refused.err);
    assert!(
        refused.err.contains("Read-only file system"),
        "{}",
        refused.err
    );
    assert_eq!(run(&["count", &index]).out, now);
    assert_eq!(run(&["index", "--check", &index]).code, 0);
    let listed = run(&["list", "--where", "plies > 20", &index]);
    assert_eq!(listed.code, 0, "{}", listed.err);
}

// Permissions of Unix.
#[cfg(unix)]
#[test]
fn faults_of_the_disk_are_named() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let index = place.index(&["fixtures/games/hive.uhp"]);
    let taken = place.text("taken");
    fs::write(&taken, "mine").unwrap();
    let done = run(&["index", "-o", &taken, GAMES]);
    assert_eq!(
        (done.code, done.err.contains("is not an index of skep")),
        (2, true),
        "{}",
        done.err
    );
    let done = run(&["index", "--check", &place.text("nothing")]);
    assert_eq!(
        (done.code, done.err.contains("not an index; to make one")),
        (2, true),
        "{}",
        done.err
    );
    // As after `ulimit -f`: no file may grow past a block.
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"";
    let full = Command::new("sh")
        .args([
            "-c",
            script,
            env!("CARGO_BIN_EXE_skep"),
            "index",
            "-o",
            &index,
            GAMES,
        ])
        .output()
        .unwrap();
    let err = String::from_utf8_lossy(&full.stderr);
    assert_eq!(full.status.code(), Some(2), "{err}");
    assert!(err.contains("error") && !err.contains("panicked"), "{err}");
    assert_eq!(run(&["index", "--check", &index]).code, 0);
    let before = run(&["count", &index]).out;
    fs::set_permissions(&index, fs::Permissions::from_mode(0o555)).unwrap();
    let can_write = fs::write(Path::new(&index).join("probe"), "").is_ok();
    if can_write {
        skep_testing::skip("user", "this user writes to read-only folders");
    } else {
        let done = run(&["index", "-o", &index, GAMES]);
        assert_eq!(
            (done.code, done.err.contains("ermission denied")),
            (2, true),
            "{}",
            done.err
        );
        assert_eq!(run(&["count", &index]).out, before);
    }
    fs::set_permissions(&index, fs::Permissions::from_mode(0o755)).unwrap();
}

// Only Linux mounts a small disk.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_named_and_keeps_what_was_committed() {
    let disk = tempfile::tempdir().unwrap();
    let games = disk.path().join("games.uhp");
    let mut more = run(&["random", "-n", "2000", "--seed", "1"]).out;
    assert!(more.len() > 1 << 20);
    more.push('\n');
    fs::write(&games, more).unwrap();
    let place = disk.path().join("disk");
    fs::create_dir(&place).unwrap();
    let script = "mount -t tmpfs -o size=700k none \"$1\" || exit 77
        \"$0\" index -o \"$1/i\" fixtures/games/hive.uhp && ls -A \"$1/i\" > \"$2.before\"
        \"$0\" index -o \"$1/i\" \"$2\" 2> \"$2.err\"; echo $? > \"$2.code\"
        ls -A \"$1/i\" > \"$2.after\"; \"$0\" index --check \"$1/i\"";
    let done = Command::new("unshare")
        .args(["-Urm", "sh", "-c", script, env!("CARGO_BIN_EXE_skep")])
        .args([&place, &games])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output();
    let Some(done) = done
        .ok()
        .filter(|done| matches!(done.status.code(), Some(0 | 2)))
    else {
        println!("skipped: this user may not mount a file system");
        return;
    };
    let read = |end: &str| fs::read_to_string(format!("{}.{end}", games.display())).unwrap();
    let err = read("err");
    assert_eq!(read("code"), "2\n", "{err}");
    insta::assert_snapshot!(crate::skep::stable(&err), @"error: DIR/disk/i: the disk is full; the index keeps the games that were committed");
    assert_eq!(read("after"), read("before"));
    let checked = String::from_utf8_lossy(&done.stdout).into_owned();
    insta::assert_snapshot!(crate::skep::stable(&checked), @"DIR/disk/i: 3 games from 3 sources, no damage");
}
