//! What a program with only the default features says of the rest. The tests have every feature, so another build is
//! tested.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::process::{Command, Stdio};

/// The variable that names the program to test.
const PROGRAM: &str = "SKEP_SMALL";

const GAMES: &str = "fixtures/games/hive.uhp";

/// `SKEP_SMALL=target/release/skep cargo test -p skep --test main -- --ignored small_program`
#[test]
#[ignore = "needs a program that was built with only the default features"]
fn a_small_program_says_how_to_get_the_rest() {
    let program: OsString = env::var_os(PROGRAM).expect("SKEP_SMALL names a program");
    let run = |args: &[&str]| {
        let ran = Command::new(&program)
            .args(args)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("COLUMNS", "100")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (ran.status.code(), text(ran.stdout), text(ran.stderr))
    };
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let how = "is not in this build of skep; use a release, or build skep with --features full";
    let refused = |args: &[&str], what: &str| {
        let (code, out, err) = run(args);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}: {err}");
        assert!(err.contains(&format!("{what} {how}")), "{args:?}: {err}");
    };

    // A release build of clap answers questions about unknown options otherwise than a debug build.
    let (code, _, err) = run(&["random", "-n", "1", "--seed", "4"]);
    assert_eq!(code, Some(0), "{err}");

    let index = path("games.skepdb");
    refused(&["index", "-o", &index, GAMES], "skep index");
    refused(&["index", "--help"], "skep index");
    refused(&["help", "index"], "skep index");
    refused(&["export", GAMES, "-o", &path("tables")], "skep export");
    let parquet = path("games.parquet");
    refused(
        &["list", "--format", "parquet", GAMES, "-o", &parquet],
        "--format parquet",
    );
    refused(&["list", GAMES, "-o", &parquet], "--format parquet");
    assert!(!folder.path().join("games.parquet").exists());

    // The folder of an index that another program made.
    fs::create_dir(&index).unwrap();
    fs::write(folder.path().join("games.skepdb/skepdb"), "skep index 1\n").unwrap();
    for command in ["check", "list", "count", "openings"] {
        let (code, _, err) = run(&[command, &index]);
        assert_eq!(code, Some(2), "{command}: {err}");
        assert!(
            err.contains(&format!("reading an index {how}")),
            "{command}: {err}"
        );
    }
    refused(&["explore", "--port", "0", &index], "reading an index");
    // Beside the files of its games it is left out, as in every build.
    fs::copy(GAMES, folder.path().join("hive.uhp")).unwrap();
    let (code, _, err) = run(&["check", folder.path().to_str().unwrap()]);
    assert_eq!(code, Some(0), "{err}");
    assert!(err.contains("left out the index"), "{err}");

    for help in ["-h", "--help"] {
        let (code, out, _) = run(&[help]);
        let end =
            "Not in this build (use a release, or build with --features full):\n  export index\n";
        assert!(code == Some(0) && out.contains(end), "{out}");
    }
}
