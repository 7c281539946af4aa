//! Where commands write: nothing is overwritten, notations are not mixed, and names set formats.

use std::fs;
use std::path::{Path, PathBuf};

use crate::skep::{Run, TestFolder, names, run, run_with, skep, slashes, stable};

const UHP: &str = "fixtures/games/hive.uhp";
const SGF: &str = "fixtures/games/boardspace.sgf";
const ZIP: &str = "fixtures/games/league.zip";
const CLOCKED: &str = "fixtures/boardspace/server-2024.sgf";

/// A UHP game that the sides agreed to draw.
const DRAWN: &str = "Base;Draw;White[2];wS1;bG1 wS1-\n";

fn good(args: &[&str]) -> Run {
    let run = run(args);
    assert_eq!(run.code, 0, "{args:?}: {}", run.err);
    run
}

/// The message of a run that ends with 2 and writes nothing to standard output.
fn refused(args: &[&str]) -> String {
    let run = run(args);
    assert_eq!(
        (run.code, run.out.as_str()),
        (2, ""),
        "{args:?}: {}",
        run.err
    );
    assert!(!run.err.contains(".skep-"), "{}", run.err);
    assert!(!run.err.contains("os error"), "{}", run.err);
    run.err
}

/// The commands that write games into one output.
const WRITERS: [&[&str]; 9] = [
    &["filter"],
    &["sort"],
    &["dedup", "-q"],
    &["dedup", "-q", "--keep", "most-tags"],
    &["head", "-n", "99"],
    &["tail", "-n", "99"],
    &["sample", "-n", "99"],
    &["merge"],
    &["annotate"],
];

/// What a table leaves out although nobody asked for it stands on standard error, whatever the format.
#[test]
fn every_output_says_what_a_default_leaves_out() {
    let folder = TestFolder::new();
    let limit = "note: positions that fewer than 2 games reached are not shown (--min-games)\n";
    for name in [
        "csv", "tsv", "json", "jsonl", "md", "txt", "parquet", "pgn", "sgf", "hop.tsv", "html",
    ] {
        let out = folder.path(&format!("openings.{name}"));
        let made = good(&["openings", ZIP, "--where", "variant ~ base", "-o", &out]);
        assert!(made.err.contains(limit), "{name}: {}", made.err);
    }
    for format in ["table", "csv", "tsv", "json", "jsonl", "markdown"] {
        let format = ["--format", format];
        let told = |args: &[&str]| good(&[args, &format].concat()).err;
        assert!(told(&["openings", ZIP]).contains(limit), "{format:?}");
        let thinks = told(&["stats", "--table", "thinks", CLOCKED]);
        assert!(
            thinks.contains("only the 10 longest thinks are shown"),
            "{format:?}: {thinks}"
        );
        let by = told(&["stats", "--table", "thinks", "--by", "variant", CLOCKED]);
        assert!(
            by.contains("thinks of each group are shown"),
            "{format:?}: {by}"
        );
        let related = told(&["related", ZIP, SGF]);
        assert!(
            related.contains("are shown (--expected)"),
            "{format:?}: {related}"
        );
    }
}

#[test]
fn notations_are_not_mixed() {
    let folder = TestFolder::new();
    for writer in WRITERS {
        let refusal = "; choose one notation for the output with --to\n";
        let message = refused(&[writer, &[UHP, SGF]].concat());
        assert!(message.starts_with("error: the input mixes "), "{message}");
        assert!(message.contains("Boardspace SGF"), "{message}");
        assert!(message.ends_with(refusal), "{message}");
        let out = folder.path("out");
        let message = refused(&[writer, &[UHP, SGF, "-o", &out]].concat());
        assert!(message.ends_with(refusal), "{message}");
        assert_eq!(folder.names(), [""; 0]);

        // In one notation they go together.
        let one = good(&[writer, &["--to", "pgn", UHP, SGF]].concat());
        assert_eq!(
            run_with(&["count", "-"], one.out.as_bytes()).out,
            "4\n",
            "{writer:?}"
        );
    }
    // Games that are not written do not count.
    let only = ["filter", "--where", "source ~ hive", UHP, SGF];
    assert_eq!(good(&only).out.lines().count(), 3);
    good(&["head", "-n", "3", UHP, SGF]);
}

#[test]
fn a_stream_ends_before_the_first_game_in_another_notation() {
    let few = fs::read_to_string(UHP).unwrap();
    let many = few.repeat(200);
    for threads in ["1", "4"] {
        // Buffered games are not written. If the buffer was written, all games before the error are complete.
        for (first, written) in [(&few, ""), (&many, &*many)] {
            let run = run_with(&["merge", "--threads", threads, "-", SGF], first.as_bytes());
            assert_eq!((run.code, run.out.as_str()), (2, written));
        }
    }
}

#[test]
fn real_collections_are_not_mixed() {
    let (Some(pairs), Some(old)) = (
        skep_testing::shared("corpus/pairs"),
        skep_testing::shared("corpus/boardspace-2020"),
    ) else {
        return;
    };
    let bga = "fixtures/bga";
    let inputs = [pairs.to_str().unwrap(), old.to_str().unwrap(), bga];
    let folder = TestFolder::new();
    let mixed = folder.path("mixed");
    refused(&[&["sort", "--by", "plies"], &inputs[..], &["-o", &mixed]].concat());
    refused(&[&["dedup", "-q"], &inputs[..], &["-o", &mixed]].concat());
    assert_eq!(folder.names(), [""; 0]);

    // The name of the file sets the notation, and every game can be read again.
    let uhp = folder.path("mixed.uhp");
    let args = [&["sort", "--by", "plies"], &inputs[..], &["-o", &uhp]].concat();
    let sorted = run(&args);
    assert!(sorted.code < 2, "{}", sorted.err);
    let games = run(&["count", &uhp]).out;
    assert!(games.trim().parse::<u32>().unwrap() > 10, "{games}");
    insta::assert_snapshot!(sorted.err, @"
    error[unclosed]: fixtures/bga/games.txt:13:15: game 4 of the file: a bracket is not closed
    note: UHP cannot hold clocks (in 86 of 179 games), draw offers (in 1), take-backs (in 1), tags (in 176) and endings by resignation, agreement or time (in 11); left out results that the board does not show (in 13; keep them with --state stated)
    179 games written, 1 game skipped
    warning: 12 duplicate games are written too; to remove duplicates: skep dedup
    ");
    assert_eq!(run(&["check", "-q", &uhp]).code, 0);
}

#[test]
fn an_input_is_never_an_output() {
    let folder = TestFolder::new();
    let game = folder.path("a.uhp");
    fs::copy(UHP, &game).unwrap();
    let archive = folder.path("games.zip");
    fs::copy(ZIP, &archive).unwrap();
    let inside = folder.path("in");
    fs::create_dir(&inside).unwrap();
    fs::copy(UHP, folder.path("in/Base.uhp")).unwrap();
    let before = (
        folder.read("a.uhp"),
        folder.read("games.zip"),
        folder.read("in/Base.uhp"),
    );
    let (b, dotted) = (folder.path("in/Base.uhp"), folder.path("in/../a.uhp"));
    let mut cases = vec![
        (&game, &game),
        (&game, &dotted),
        (&archive, &archive),
        (&inside, &b),
    ];
    let (soft, hard) = (folder.path("soft.uhp"), folder.path("hard.uhp"));
    if cfg!(unix) {
        #[cfg(unix)]
        std::os::unix::fs::symlink("a.uhp", &soft).unwrap();
        fs::hard_link(&game, &hard).unwrap();
        cases.extend([(&game, &soft), (&soft, &game), (&game, &hard)]);
    }
    for (input, output) in cases {
        for writer in [&WRITERS[..], &[&["convert", "--to", "uhp"]]].concat() {
            for force in [&[][..], &["--force"]] {
                // The name of the archive stands for no notation.
                let message = refused(&[writer, &[input, "-o", output], force].concat());
                let cannot =
                    writer[0] == "annotate" && message.contains("UHP cannot hold comments");
                assert!(cannot || message.contains("input"), "{writer:?} {message}");
            }
        }
    }
    for command in ["stats", "openings", "players"] {
        refused(&[
            command, "--format", "csv", &archive, "-o", &archive, "--force",
        ]);
    }
    refused(&["report", &archive, "-o", &archive, "--force"]);
    refused(&[
        "export", "--format", "jsonl", &archive, "-o", &archive, "--force",
    ]);
    refused(&["show", &game, "--format", "text", "-o", &game, "--force"]);
    refused(&[
        "split", "--by", "variant", &inside, "-o", &inside, "--force",
    ]);
    // Files that a folder would get are compared too.
    let args = ["convert", "--to", "uhp", &inside, "-o", &inside];
    let message = refused(&[&args[..], &["--force"]].concat());
    insta::assert_snapshot!(slashes(&stable(&message)), @"error: cannot write DIR/in/Base.uhp: it is an input; choose another file");
    let after = (
        folder.read("a.uhp"),
        folder.read("games.zip"),
        folder.read("in/Base.uhp"),
    );
    assert!(before == after);
    assert_eq!(names(Path::new(&inside)), ["Base.uhp"]);
}

// A shell of Unix.
#[cfg(unix)]
#[test]
fn a_redirection_to_an_input_is_found() {
    let folder = TestFolder::new();
    let game = folder.path("a.uhp");
    fs::copy(UHP, &game).unwrap();
    // With >>, because > would empty the file first.
    let line = format!("{} merge {game} >> {game}", env!("CARGO_BIN_EXE_skep"));
    let ended = std::process::Command::new("sh")
        .args(["-c", &line])
        .output()
        .unwrap();
    assert_eq!(ended.status.code(), Some(2));
    assert_eq!(folder.text("a.uhp"), fs::read_to_string(UHP).unwrap());
    let line = format!(
        "{} sort - -o {game} --force < {game}",
        env!("CARGO_BIN_EXE_skep")
    );
    let ended = std::process::Command::new("sh")
        .args(["-c", &line])
        .output()
        .unwrap();
    assert_eq!(ended.status.code(), Some(2));
    assert_eq!(folder.text("a.uhp"), fs::read_to_string(UHP).unwrap());
}

#[test]
fn existing_files_are_replaced_only_with_force() {
    let cases: [(&[&str], &str); 14] = [
        (&["convert", UHP], "out.pgn"),
        (&["filter", UHP], "out.uhp"),
        (&["sort", UHP], "out.uhp"),
        (&["dedup", "-q", UHP], "out.uhp"),
        (&["head", UHP], "out.uhp"),
        (&["tail", UHP], "out.uhp"),
        (&["sample", UHP], "out.uhp"),
        (&["merge", UHP], "out.uhp"),
        (&["annotate", UHP], "out.pgn"),
        (&["stats", ZIP], "out.csv"),
        (&["openings", ZIP], "out.part"),
        (&["export", ZIP], "out.jsonl"),
        (&["report", ZIP], "out.html"),
        (&["show", UHP], "out.svg"),
    ];
    for (args, name) in cases {
        let folder = TestFolder::new();
        let out = folder.path(name);
        fs::write(&out, "old").unwrap();
        let args = [args, &["-o", &out]].concat();
        let message = refused(&args);
        assert!(
            message.ends_with(&format!("{name} exists; replace it with --force\n")),
            "{message}"
        );
        assert_eq!(folder.text(name), "old");
        good(&[&args[..], &["--force"]].concat());
        assert_ne!(folder.read(name), b"old", "{args:?}");
        assert_eq!(folder.names(), [name]);
    }
}

#[test]
fn folders_are_completed_only_with_force() {
    let folder = TestFolder::new();
    let out = folder.path("out");
    for args in [
        &["split", "--by", "variant", ZIP, "-o", &out][..],
        &["split", "--per-file", "1", "--to", "uhp", ZIP, "-o", &out],
        &["man", "--out", &out],
    ] {
        good(args);
        let files = names(Path::new(&out));
        let first = PathBuf::from(&out).join(&files[0]);
        fs::write(&first, "old").unwrap();
        let message = refused(args);
        assert!(
            message.ends_with("exists; replace it with --force\n"),
            "{message}"
        );
        assert_eq!(fs::read(&first).unwrap(), b"old");
        assert_eq!(names(Path::new(&out)), files);
        good(&[args, &["--force"]].concat());
        assert_ne!(fs::read(&first).unwrap(), b"old");
        fs::remove_dir_all(&out).unwrap();
    }
}

#[test]
fn an_export_replaces_the_tables_of_an_older_one() {
    let folder = TestFolder::new();
    let out = folder.path("tables");
    good(&["export", ZIP, "-o", &out]);
    let months = || -> Vec<String> {
        let games = Path::new(&out).join("games");
        let variants = names(&games).into_iter();
        variants.flat_map(|v| names(&games.join(v))).collect()
    };
    assert!(
        months().contains(&"month=2024-03".to_owned()),
        "{:?}",
        months()
    );
    fs::write(folder.path("tables/README"), "mine").unwrap();
    refused(&["export", UHP, "-o", &out]);
    good(&["export", UHP, "-o", &out, "--force"]);
    assert_eq!(names(Path::new(&out)), ["README", "games", "plies"]);
    // Parts of the older export would count twice.
    assert!(
        months().iter().all(|month| month == "month=unknown"),
        "{:?}",
        months()
    );
}

#[test]
fn a_stated_result_stays() {
    let kept = |args: &[&str]| run_with(&[args, &["-"]].concat(), DRAWN.as_bytes());
    for args in [
        &["convert", "--to", "uhp", "--strict"][..],
        &["sort", "--to", "uhp"],
    ] {
        let run = kept(args);
        assert_eq!(
            (run.code, run.out.as_str(), run.err.as_str()),
            (0, DRAWN, "")
        );
        let run = kept(&[args, &["--state", "stated"]].concat());
        assert_eq!(run.out, DRAWN);
        let run = kept(&[args, &["--state", "board"]].concat());
        assert_eq!(run.out, DRAWN.replace("Draw", "InProgress"));
        assert_eq!((run.code, run.err.as_str()), (0, ""));
    }
    // Also by way of JSON Lines, which holds everything.
    let json = kept(&["convert", "--to", "jsonl"]).out;
    let back = run_with(&["convert", "--to", "uhp", "-"], json.as_bytes());
    assert_eq!(back.out, DRAWN);
    // A game that is cut keeps it too.
    let cut = DRAWN.replace("bG1 wS1-", "bG1 wS1-;wQ wS1-");
    let cut = run_with(&["convert", "--to", "uhp", "--prefix", "-"], cut.as_bytes());
    assert_eq!(cut.out, DRAWN);
    // Elsewhere the State is that of the board, and the loss is reported.
    let pgn = kept(&["convert", "--to", "pgn"]).out;
    let back = run_with(&["convert", "--to", "uhp", "-"], pgn.as_bytes());
    assert_eq!(back.out, DRAWN.replace("Draw", "InProgress"));
    insta::assert_snapshot!(back.err, @"note: left out results that the board does not show (keep them with --state stated); for details: --explain-loss");
    let wrong = refused(&["convert", "--to", "uhp", "--state", "mine", UHP]);
    insta::assert_snapshot!(wrong, @"
    error: invalid value 'mine' for '--state <WHICH>'
      [possible values: stated, board]

    For more information, try '--help'.
    ");
}

#[test]
fn the_name_of_a_file_sets_its_notation() {
    let folder = TestFolder::new();
    for (name, start) in [
        ("a.pgn", "[GameType"),
        ("b.sgf", "(;"),
        ("c.jsonl", "{"),
        ("d.UHP", "Base"),
    ] {
        let out = folder.path(name);
        for writer in [&["convert"][..], &["filter"], &["annotate"]] {
            if (writer, name) == (&["annotate"], "d.UHP") {
                continue;
            }
            good(&[writer, &[UHP, "-o", &out, "--force"]].concat());
            assert!(folder.text(name).starts_with(start), "{writer:?} {name}");
        }
    }
    // Games that have the notation already are not rewritten.
    let spaced = "Base;InProgress;White[2];wS1 ;bG1 wS1-\n";
    let out = folder.path("e.uhp");
    let run = run_with(&["filter", "-", "-o", &out], spaced.as_bytes());
    assert_eq!((run.code, folder.text("e.uhp")), (0, spaced.to_owned()));
    // Without a notation, games are not rewritten.
    good(&["convert", UHP, "-o", &folder.path("f.txt")]);
    let unchanged = fs::read_to_string(UHP).unwrap();
    assert_eq!(folder.text("f.txt"), unchanged);
    assert_eq!(good(&["convert", UHP]).out, unchanged);
    good(&["convert", "fixtures/bga", "-o", &folder.path("g.txt")]);
    // An option that compares needs one.
    let message = refused(&["convert", UHP, "-o", &folder.path("new"), "--verify"]);
    assert!(message.contains("choose a notation with --to"), "{message}");
}

#[test]
fn extensions_of_other_formats_are_refused() {
    let folder = TestFolder::new();
    let mut told = String::new();
    for (args, name) in [
        (&["sort", UHP][..], "x.jpg"),
        (&["sort", UHP], "x.tar.gz"),
        (&["sort", UHP], "x.tsv"),
        (&["sort", "--to", "uhp", UHP], "x.xz"),
        (&["convert", "--to", "uhp", UHP], "x.pgn"),
        (&["convert", UHP], "x.doc"),
        (&["show", UHP], "x.jpg"),
        (&["show", UHP, "--format", "png"], "x.svg"),
        (&["show", UHP, "--animate"], "x.mp4"),
        (&["show", UHP, "--animate"], "x.png"),
        (&["stats", ZIP], "x.xlsx"),
        (&["stats", ZIP, "--format", "json"], "x.csv"),
        (&["stats", ZIP, "--format", "part"], "x.csv"),
        (&["stats", ZIP], "x.part.gz"),
        (&["report", ZIP], "x.pdf"),
        (&["export", ZIP], "x.csv"),
        (&["export", ZIP], "x.doc"),
        (&["annotate", UHP], "x.png"),
    ] {
        let message = refused(&[args, &["-o", &folder.path(name)]].concat());
        told += &message;
    }
    insta::assert_snapshot!(stable(&told), @"
    error: DIR/x.jpg: unknown extension .jpg; known extensions: .uhp .pgn .sgf .jsonl .ndjson .hxt .json .csv .txt; .gz, .zst or .zip may follow
    error: DIR/x.tar.gz: unknown extension .tar; known extensions: .uhp .pgn .sgf .jsonl .ndjson .hxt .json .csv .txt; .gz, .zst or .zip may follow; for an archive, use a name such as games.zip
    error: DIR/x.tsv: unknown extension .tsv; known extensions: .uhp .pgn .sgf .jsonl .ndjson .hxt .json .csv .txt; .gz, .zst or .zip may follow; for a table of games, use skep list --format csv or skep export
    error: DIR/x.xz: unknown extension .xz; known extensions: .uhp .pgn .sgf .jsonl .ndjson .hxt .json .csv .txt; .gz, .zst or .zip may follow
    error: DIR/x.pgn: --to uhp contradicts the extension .pgn
    error: DIR/x.doc: unknown extension .doc; known extensions: .uhp .pgn .sgf .jsonl .ndjson .hxt .json .csv .txt; .gz, .zst or .zip may follow
    error: DIR/x.jpg: unknown extension .jpg; known extensions: .svg .png .gif .txt; .gz, .zst or .zip may follow
    error: DIR/x.svg: --format png contradicts the extension .svg
    error: DIR/x.mp4: unknown extension .mp4; known extensions: .svg .png .gif .txt; .gz, .zst or .zip may follow
    error: an animation is gif or svg, not png
    error: DIR/x.xlsx: unknown extension .xlsx; known extensions: .csv .tsv .json .jsonl .ndjson .md .parquet .txt; .gz, .zst or .zip may follow; for Excel, use --format excel and a name such as games.csv
    error: DIR/x.csv: --format json contradicts the extension .csv
    error: DIR/x.csv: unknown extension .csv; known extensions: .part; .gz, .zst or .zip may follow
    error: DIR/x.part.gz: partial counts are already compressed; end the name with .part
    error: DIR/x.pdf: unknown extension .pdf; known extensions: .html .htm; .gz, .zst or .zip may follow; for PDF, print a page of skep report from the browser, or a picture of skep show
    error: --format csv writes one table; choose it with --table, or name a folder with -o DIR/
    error: DIR/x.doc: unknown extension .doc; known extensions: .parquet .arrow .csv .tsv .json .jsonl .ndjson .md .txt; .gz, .zst or .zip may follow; for a folder, write DIR/x.doc/
    error: DIR/x.png: unknown extension .png; known extensions: .csv .pgn .sgf .jsonl .json .ndjson .hxt .txt; .gz, .zst or .zip may follow; for a picture, use skep show
    ");
    assert_eq!(folder.names(), [""; 0]);
    // With --to, a name without a known extension is allowed.
    good(&["sort", "--to", "uhp", UHP, "-o", &folder.path("x.tmp")]);
    good(&["sort", UHP, "-o", &folder.path("games-2024.03")]);
}

#[test]
fn names_compress_files() {
    let folder = TestFolder::new();
    let sorted = good(&["sort", "--to", "pgn", ZIP]).out;
    for name in ["a.pgn.gz", "b.pgn.zst", "c.pgn.zip", "d.zip", "e.PGN.GZ"] {
        let out = folder.path(name);
        good(&["sort", "--to", "pgn", ZIP, "-o", &out]);
        assert_eq!(good(&["filter", &out]).out, sorted, "{name}");
        assert!(folder.read(name).len() < sorted.len() / 2, "{name}");
    }
    // The entry is named after the file, with the extension of its notation.
    let entries = |path: &str| good(&["count", "--by", "source", "--format", "csv", path]).out;
    for name in ["c.pgn", "d.pgn"] {
        let path = folder.path(&name.replace("c.pgn", "c.pgn.zip").replace("d.pgn", "d.zip"));
        assert!(entries(&path).contains(&format!("{path}!{name}\n")));
    }
    good(&["convert", UHP, "-o", &folder.path("g.sgf.zst")]);
    let copied = folder.path("copy.zip");
    good(&["sort", UHP, "-o", &copied]);
    assert!(entries(&copied).contains(&format!("{copied}!copy.uhp\n")));
    let (plain, packed) = (folder.path("s.csv"), folder.path("t.csv.gz"));
    for out in [&plain, &packed] {
        good(&["stats", "--table", "results", ZIP, "-o", out]);
    }
    assert_eq!(&folder.read("t.csv.gz")[..2], b"\x1f\x8b");
    assert!(folder.text("s.csv").contains(','));
    // The same games give the same file.
    let again = folder.path("again.zip");
    good(&["sort", UHP, "-o", &again]);
    let size = |name| folder.read(name).len();
    assert!(size("again.zip").abs_diff(size("copy.zip")) < 8);
}

#[test]
fn tables_and_pictures_follow_the_name() {
    let folder = TestFolder::new();
    for (name, start) in [
        ("a.csv", "group"),
        ("a.tsv", "group"),
        ("a.json", "["),
        ("a.md", "|"),
    ] {
        good(&["stats", "--table", "results", ZIP, "-o", &folder.path(name)]);
        let text = folder.text(name);
        assert!(
            !text.is_empty() && (start == "group" || text.trim_start().starts_with(start)),
            "{name}: {text}"
        );
    }
    assert!(folder.text("a.csv").contains(',') && folder.text("a.tsv").contains('\t'));
    good(&["show", UHP, "-o", &folder.path("b.svg")]);
    assert!(folder.text("b.svg").starts_with("<svg"));
    good(&["show", UHP, "-o", &folder.path("b.txt")]);
    good(&["show", UHP, "--size", "16", "-o", &folder.path("b.png")]);
    assert_eq!(&folder.read("b.png")[1..4], b"PNG");
    good(&["show", UHP, "--size", "8", "-o", &folder.path("b.gif")]);
    assert_eq!(&folder.read("b.gif")[..3], b"GIF");
    good(&["export", ZIP, "-o", &folder.path("c.jsonl")]);
    assert!(folder.text("c.jsonl").starts_with('{'));
    good(&[
        "export",
        "--table",
        "plies",
        ZIP,
        "-o",
        &folder.path("plies.parquet"),
    ]);
    assert_eq!(&folder.read("plies.parquet")[..4], b"PAR1");
    let message = refused(&["export", ZIP, "-o", &folder.path("both.parquet")]);
    insta::assert_snapshot!(message, @"error: a Parquet file holds one table; choose one with --table, or name a folder with -o DIR/");
    let out = skep(&["export", "--table", "games", ZIP, "-o", "-"])
        .output()
        .unwrap();
    assert!(out.status.success());
    assert_eq!(&out.stdout[..4], b"PAR1");
    refused(&["export", ZIP, "-o", "-"]);
    assert_eq!(
        good(&["export", "--format", "jsonl", ZIP, "-o", "-"]).out,
        good(&["export", "--format", "jsonl", ZIP]).out
    );
    assert!(!Path::new(env!("CARGO_MANIFEST_DIR")).join("-").exists());
}

#[test]
fn impossible_outputs_are_refused_by_name_before_the_run() {
    let folder = TestFolder::new();
    fs::write(folder.path("file.txt"), "").unwrap();
    let slash = folder.path("newdir/");
    let under = folder.path("file.txt/out.txt");
    let missing = folder.path("no/such/out.txt");
    for (out, said) in [
        (&slash, "newdir/: it is a folder; name a file"),
        (&under, "file.txt is not a folder"),
        (&missing, "there is no folder"),
    ] {
        // The input would be an error of its own, if it were read.
        for writer in WRITERS {
            // convert writes into folders.
            let writes_folder = !["sort", "dedup", "annotate"].contains(&writer[0]);
            let said = match out {
                _ if out == &slash && writes_folder => "choose a notation with --to",
                _ => said,
            };
            let message = refused(&[writer, &["no/such/input", "-o", out]].concat());
            assert!(
                message.contains(said) && message.lines().count() == 1,
                "{message}"
            );
        }
    }
    for args in [
        &["report", ZIP, "-o", &slash][..],
        &["stats", ZIP, "-o", &slash],
        &["split", "--by", "variant", ZIP, "-o", "-"],
        &[
            "split",
            "--by",
            "variant",
            ZIP,
            "-o",
            &folder.path("file.txt"),
        ],
        &["convert", "--to", "uhp", ZIP, "-o", &format!("{under}/")],
    ] {
        let message = refused(args);
        assert!(
            message.starts_with("error: cannot write "),
            "{args:?}: {message}"
        );
    }
    // convert also writes folders.
    good(&["convert", "--to", "uhp", ZIP, "-o", &slash]);
    assert_eq!(names(Path::new(&slash)), ["league.uhp"]);
    assert_eq!(folder.names(), ["file.txt", "newdir"]);
}

// `/dev/full` is of Linux.
#[cfg(target_os = "linux")]
#[test]
fn full_disks_are_reported_by_name() {
    let full = "cannot write /dev/full: no space left on device";
    for args in [
        &["sort", UHP, "-o", "/dev/full"][..],
        &["report", ZIP, "-o", "/dev/full"],
    ] {
        assert!(refused(args).contains(full));
    }
    for args in [
        "--help",
        "--version",
        "check --help",
        "filter fixtures/games/hive.uhp",
        "help",
    ] {
        let line = format!("{} {args} > /dev/full", env!("CARGO_BIN_EXE_skep"));
        let ended = std::process::Command::new("sh")
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(["-c", &line])
            .output()
            .unwrap();
        assert_eq!(ended.status.code(), Some(2), "{args}");
        let said = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(
            said, "error: cannot write standard output: no space left on device\n",
            "{args}"
        );
    }
}

// Links need rights in Windows.
#[cfg(unix)]
#[test]
fn a_link_to_nothing_leads_to_a_new_file() {
    let folder = TestFolder::new();
    std::os::unix::fs::symlink("later.uhp", folder.path("link.uhp")).unwrap();
    good(&["sort", UHP, "-o", &folder.path("link.uhp")]);
    assert_eq!(folder.names(), ["later.uhp", "link.uhp"]);
    assert!(
        fs::symlink_metadata(folder.path("link.uhp"))
            .unwrap()
            .is_symlink()
    );
    std::os::unix::fs::symlink("no/such/file.uhp", folder.path("lost.uhp")).unwrap();
    let message = refused(&["sort", UHP, "-o", &folder.path("lost.uhp")]);
    insta::assert_snapshot!(stable(&message), @"error: cannot write DIR/lost.uhp: there is no folder DIR/no/such; make it first");
}

/// Starts a run that waits for its input, and kills it when it has begun to write.
#[cfg(unix)]
fn killed(args: &[&str], signal: &str, folder: &Path, before: usize) {
    use std::time::{Duration, Instant};
    let mut child = skep(args)
        .stdin(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let _more = child.stdin.take();
    let patience = Instant::now() + Duration::from_secs(20);
    while names(folder).len() == before && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(5));
    }
    let kill = std::process::Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    child.wait().unwrap();
}

// Signals of Unix.
#[cfg(unix)]
#[test]
fn the_next_run_removes_what_a_killed_run_left() {
    let folder = TestFolder::new();
    let (file, parts, tables) = (
        folder.path("out.uhp"),
        folder.path("parts"),
        folder.path("tables"),
    );
    let runs: [&[&str]; 3] = [
        &["filter", "-", "-o", &file],
        &["split", "--per-file", "2", "-", "-o", &parts],
        &["export", "-", "-o", &tables],
    ];
    for args in runs {
        killed(args, "-KILL", folder.0.path(), 0);
        let left = folder.names();
        assert!(left.len() == 1 && left[0].starts_with(".skep-"), "{left:?}");
        killed(args, "-TERM", folder.0.path(), 2);
        let whole = run_with(args, fs::read_to_string(UHP).unwrap().as_bytes());
        assert_eq!(whole.code, 0, "{}", whole.err);
        let left = folder.names();
        assert!(left.len() == 1 && !left[0].starts_with('.'), "{left:?}");
        let made = folder.0.path().join(&left[0]);
        fs::remove_file(&made)
            .or_else(|_| fs::remove_dir_all(&made))
            .unwrap();
    }
}

// Signals of Unix.
#[cfg(unix)]
#[test]
fn a_killed_export_into_an_empty_folder_can_be_repeated() {
    let folder = TestFolder::new();
    let tables = folder.path("tables");
    fs::create_dir(&tables).unwrap();
    let args = ["export", "-", "-o", &tables];
    killed(&args, "-KILL", Path::new(&tables), 0);
    assert_eq!(names(Path::new(&tables)).len(), 1);
    let whole = run_with(&args, fs::read_to_string(UHP).unwrap().as_bytes());
    assert_eq!(whole.code, 0, "{}", whole.err);
    assert_eq!(names(Path::new(&tables)), ["games", "plies"]);
}

#[test]
fn split_takes_names_plain_and_in_braces() {
    let folder = TestFolder::new();
    let split = |by: &str, name: &str| {
        let out = folder.path(name);
        good(&["split", "--by", by, ZIP, "-o", &out]);
        names(Path::new(&out))
    };
    let braces = split("{White}-{year}", "a");
    assert!(braces.len() > 1, "{braces:?}");
    assert_eq!(split("variant", "b"), ["Base+MLP.pgn"]);
    assert_eq!(split("White", "c"), split("{white}", "d"));
    assert_eq!(split("year/variant", "e"), split("{year}/{variant}", "f"));
    assert_eq!(split("tag(Event)", "g"), split("event", "h"));
    assert!(
        split("games-{year}", "i")
            .iter()
            .all(|name| name.starts_with("games-"))
    );
    let mut told = String::new();
    for by in ["{whit}", "whit", "varian/{year}"] {
        if by.contains('/') {
            // Text stands beside braces.
            split(by, "text");
            continue;
        }
        let message = refused(&["split", "--by", by, ZIP, "-o", &folder.path("x")]);
        told += &message;
    }
    insta::assert_snapshot!(told, @"
    error: invalid value '{whit}' for '--by <TEMPLATE>': unknown field `whit`; did you mean white? for a tag of the record: tag(whit)

    For more information, try '--help'.
    error: invalid value 'whit' for '--by <TEMPLATE>': unknown field `whit`; did you mean white? for a tag of the record: tag(whit)

    For more information, try '--help'.
    ");
    assert!(!Path::new(&folder.path("x")).exists());
}

#[test]
fn real_games_survive_a_compressed_copy() {
    let Some(corpus) = skep_testing::shared("corpus/boardspace-2024") else {
        return;
    };
    let corpus = corpus.to_str().unwrap();
    let folder = TestFolder::new();
    let plain = good(&["sort", "--by", "date", corpus]).out;
    for name in ["all.sgf.gz", "all.sgf.zst", "all.zip"] {
        let out = folder.path(name);
        good(&["sort", "--by", "date", corpus, "-o", &out]);
        assert_eq!(good(&["filter", &out]).out, plain, "{name}");
    }
}

/// A note about a file that is not written.
fn unwritten(path: &str) -> String {
    format!("note: no games; {path} was not written\n")
}

#[test]
fn files_that_options_name_are_inputs() {
    let folder = TestFolder::new();
    let (names, start, part) = (
        folder.path("names.tsv"),
        folder.path("start.txt"),
        folder.path("a.part"),
    );
    // Names of openings, and also of players.
    fs::write(&names, "Corner\twM;bG1 wM-\n").unwrap();
    fs::write(&start, "Base+MLP;InProgress;White[2];wL;bL wL-\n").unwrap();
    good(&["openings", ZIP, "-o", &part]);
    let link = folder.path("link.tsv");
    fs::hard_link(&names, &link).unwrap();
    let before = (folder.read("names.tsv"), folder.read("start.txt"));
    for args in [
        &["openings", "--names", &names, ZIP, "-o", &names][..],
        &["openings", "--names", &names, ZIP, "-o", &link],
        &["openings", "--from-game", &start, ZIP, "-o", &start],
        &[
            "stats", "--by", "opening", "--names", &names, ZIP, "-o", &names,
        ],
        &["stats", "--aliases", &names, ZIP, "-o", &link],
        &["players", "--aliases", &names, ZIP, "-o", &names],
        &["report", "--names", &names, ZIP, "-o", &names],
        &["openings", &part, "--names", &names, "-o", &names],
        &["openings", &part, "-o", &part],
    ] {
        let message = refused(&[args, &["--force"]].concat());
        let is_named = message.contains("input") || message.contains("extension");
        assert!(is_named, "{args:?}: {message}");
    }
    assert!(before == (folder.read("names.tsv"), folder.read("start.txt")));
}

#[test]
fn without_a_game_no_file_is_written() {
    let nobody = ["--where", "white = Nobody", ZIP];
    for (command, name) in [
        (&["filter"][..], "good.pgn"),
        (&["sort"], "good.uhp"),
        (&["dedup"], "good.uhp"),
        (&["head"], "good.uhp"),
        (&["tail"], "good.uhp"),
        (&["sample"], "good.uhp"),
        (&["merge"], "good.uhp"),
        (&["convert"], "good.uhp"),
        (&["annotate"], "good.pgn"),
        (&["annotate", "--format", "csv"], "good.csv"),
        (&["stats"], "good.csv"),
        (&["openings"], "good.csv"),
        (&["players"], "good.csv"),
        (&["report"], "good.html"),
        (&["export", "--table", "games"], "good.csv"),
    ] {
        let folder = TestFolder::new();
        let out = folder.path(name);
        // A new file does not appear, and an old one stays.
        for old in [None, Some("old")] {
            fs::write(&out, old.unwrap_or_default()).unwrap();
            if old.is_none() {
                fs::remove_file(&out).unwrap();
            }
            let run = run(&[command, &nobody, &["-o", &out, "--force"]].concat());
            assert_eq!(run.code, 1, "{command:?}: {}", run.err);
            assert!(
                run.err.contains(&unwritten(&out)),
                "{command:?}: {}",
                run.err
            );
            assert_eq!(fs::read_to_string(&out).ok().as_deref(), old, "{command:?}");
        }
    }
    let folder = TestFolder::new();
    let out = folder.path("players");
    let split = run(&[&["split", "--by", "white"], &nobody[..], &["-o", &out]].concat());
    assert_eq!(split.code, 1);
    assert!(split.err.ends_with(&unwritten(&out)), "{}", split.err);
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn a_missing_path_is_found_before_anything_is_written() {
    for (command, name) in [
        (&["filter"][..], "good.uhp"),
        (&["sort"], "good.uhp"),
        (&["dedup"], "good.uhp"),
        (&["head"], "good.uhp"),
        (&["tail"], "good.uhp"),
        (&["sample"], "good.uhp"),
        (&["merge"], "good.uhp"),
        (&["convert"], "good.uhp"),
        (&["annotate"], "good.pgn"),
        (&["check"], "good.sarif"),
        (&["stats"], "good.csv"),
        (&["openings"], "good.csv"),
        (&["players"], "good.part"),
        (&["report"], "good.html"),
        (&["export", "--table", "games"], "good.csv"),
        (&["split", "--by", "white"], "players"),
    ] {
        let folder = TestFolder::new();
        let out = folder.path(name);
        let message = refused(&[command, &[ZIP, "autum.zip", "-o", &out, "--force"]].concat());
        assert_eq!(
            message, "error: autum.zip: no such file or folder\n",
            "{command:?}"
        );
        assert_eq!(folder.names(), [""; 0], "{command:?}");
    }
    // So it is without a file: the path can be that of the output, without -o.
    refused(&["filter", UHP, "autum.zip"]);
    refused(&["convert", "--to", "pgn", UHP, "autum.zip"]);
    refused(&["head", "-n", "1", UHP, "autum.zip"]);
    refused(&["stats", ZIP, "autum.zip"]);
    refused(&["check", UHP, "autum.zip"]);
    // Damage inside a folder does not stop a run.
    let folder = TestFolder::new();
    fs::create_dir(folder.path("in")).unwrap();
    fs::copy(UHP, folder.path("in/a.uhp")).unwrap();
    fs::write(folder.path("in/b.zip"), "PK\u{3}\u{4} damaged").unwrap();
    let merged = run(&["merge", &folder.path("in"), "-o", &folder.path("out.uhp")]);
    assert_eq!(merged.code, 1, "{}", merged.err);
    assert_eq!(folder.read("out.uhp"), fs::read(UHP).unwrap());
}

#[test]
fn two_outputs_are_two_files() {
    let folder = TestFolder::new();
    fs::create_dir(folder.path("sub")).unwrap();
    let (same, around) = (folder.path("same.txt"), folder.path("sub/../same.txt"));
    for (out, report) in [(&same, &same), (&same, &around), (&around, &same)] {
        for exists in [false, true] {
            if exists {
                fs::write(&same, "old").unwrap();
            }
            let message = refused(&["dedup", UHP, "-o", out, "--report", report, "--force"]);
            assert!(message.contains("the same output"), "{message}");
        }
        assert_eq!(folder.text("same.txt"), "old");
        fs::remove_file(&same).unwrap();
    }
    insta::assert_snapshot!(refused(&["dedup", UHP, "--report", "-"]), @"error: --report and the games have the same output; choose another file for one of them");
    good(&[
        "dedup",
        UHP,
        "-o",
        &same,
        "--report",
        &folder.path("other.txt"),
    ]);
}

#[test]
fn a_stated_result_is_kept_from_other_notations_if_asked_for() {
    let game = "[GameType \"Base\"]\n[Result \"WhiteWins\"]\n\n1. wS1\n2. bG1 wS1-\nWhiteWins\n";
    let convert = |args: &[&str]| {
        run_with(
            &[&["convert", "--to", "uhp", "-"], args].concat(),
            game.as_bytes(),
        )
    };
    for (args, state, note) in [
        (&[][..], "InProgress", "keep them with --state stated"),
        (
            &["--state", "board"],
            "InProgress",
            "keep them with --state stated",
        ),
        (&["--state", "stated"], "WhiteWins", ""),
    ] {
        let run = convert(args);
        assert_eq!(run.out, format!("Base;{state};White[2];wS1;bG1 wS1-\n"));
        assert!(
            run.err.contains(note) && run.err.contains("results") != note.is_empty(),
            "{}",
            run.err
        );
        let loss = convert(&[args, &["--explain-loss", "--verify"]].concat());
        assert_eq!(
            (loss.code, loss.err.contains(note)),
            (0, true),
            "{}",
            loss.err
        );
    }
    // Every notation of a game that was resigned.
    for format in ["pgn", "jsonl", "boardspace"] {
        let stated = DRAWN.replace("Draw", "BlackWins");
        let other = run_with(&["convert", "--to", format, "-"], stated.as_bytes()).out;
        let back = run_with(
            &["convert", "--to", "uhp", "--state", "stated", "-"],
            other.as_bytes(),
        );
        assert_eq!(back.out, stated, "{format}");
    }
}

// Devices of Unix; `cli_windows` has those of Windows.
#[cfg(unix)]
#[test]
fn devices_need_no_notation_and_no_other_name() {
    let null = run(&["convert", UHP, "-o", "/dev/null"]);
    assert_eq!((null.code, &*null.out), (0, ""), "{}", null.err);
    let stdout = run(&["convert", "--to", "uhp", UHP, "-o", "/dev/stdout"]);
    assert_eq!(stdout.out, run(&["convert", "--to", "uhp", UHP]).out);
    assert_eq!(stdout.code, 0);
}

#[test]
fn man_says_what_it_wrote() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("pages");
    let man = run(&["man", "--out", pages.to_str().unwrap()]);
    let said = format!(" pages written to {}\n", pages.display());
    assert!(man.code == 0 && man.err.ends_with(&said), "{}", man.err);
}

/// The commands that print rows, with what they need.
const ROWS: [&[&str]; 9] = [
    &["list", ZIP],
    &["count", ZIP],
    &["count", "--by", "white", ZIP],
    &["check", ZIP],
    &["check", "--compare", "default,draw", ZIP],
    &["stats", "--table", "results", ZIP],
    &["players", ZIP],
    &["openings", ZIP],
    &["novelty", ZIP],
];

#[test]
fn rows_go_to_a_file_in_the_format_of_its_name() {
    let folder = TestFolder::new();
    for command in ROWS {
        for format in ["csv", "tsv", "json", "jsonl", "markdown"] {
            let name = format.replace("markdown", "md");
            let path = folder.path(&format!("rows.{name}"));
            let written = run(&[command, &["-o", &path, "--force"]].concat());
            let printed = run(&[command, &["--format", format]].concat());
            assert_eq!(written.out, "", "{command:?}");
            assert_eq!(written.code, printed.code, "{command:?}: {}", written.err);
            assert_eq!(
                folder.text(&format!("rows.{name}")),
                printed.out,
                "{command:?}"
            );
        }
        let path = folder.path("rows.csv");
        let message = refused(&[command, &["-o", &path]].concat());
        assert!(message.contains("--force"), "{message}");
        let message = refused(&[command, &["-o", "rows.png"]].concat());
        assert!(message.contains("unknown extension .png"), "{message}");
    }
    let parquet = folder.path("rows.parquet");
    good(&["list", ZIP, "-o", &parquet]);
    assert!(folder.read("rows.parquet").starts_with(b"PAR1"));
}

#[test]
fn a_file_of_rows_has_no_part_of_the_games() {
    let folder = TestFolder::new();
    let path = folder.path("games.csv");
    let message = refused(&["list", ZIP, "no-such-file", "-o", &path]);
    insta::assert_snapshot!(message, @"error: no-such-file: no such file or folder");
    let none = run(&["list", "--where", "white = Nobody", ZIP, "-o", &path]);
    assert_eq!(none.code, 1);
    insta::assert_snapshot!(stable(&none.err), @"
    note: no game matches
    note: no games; DIR/games.csv was not written
    ");
    let message = refused(&["list", ZIP, "-o", ZIP, "--force"]);
    insta::assert_snapshot!(message, @"error: cannot write fixtures/games/league.zip: it is an input; choose another file");
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn rows_can_be_redirected_into_the_folder_of_the_games() {
    let folder = TestFolder::new();
    fs::copy(UHP, folder.path("games.uhp")).unwrap();
    for command in ["list", "count", "check"] {
        let out = fs::File::create(folder.path("rows.csv")).unwrap();
        let mut child = skep(&[command, "--format", "csv", &folder.path("")]);
        let ended = child.stdout(out).status().unwrap();
        assert_eq!(ended.code(), Some(0), "{command}");
        assert!(folder.text("rows.csv").contains("games.uhp") || command == "count");
    }
}

#[test]
fn answers_go_to_a_file() {
    let folder = TestFolder::new();
    let commands: [&[&str]; 8] = [
        &["moves", "Base"],
        &["moves", "Base", "--format", "json"],
        &["perft", "--depth", "2", "Base"],
        &["random", "Base", "-n", "2"],
        &["solve", UHP, "--moves", "1"],
        &["solve", UHP, "--moves", "1", "--format", "jsonl"],
        &["diff", UHP, ZIP],
        &["check", SGF],
    ];
    for command in commands {
        let path = folder.path("answer");
        let printed = run(command);
        let written = run(&[command, &["-o", &path, "--force"]].concat());
        assert_eq!(
            (written.code, written.out.as_str()),
            (printed.code, ""),
            "{command:?}: {}",
            written.err
        );
        let expected = printed.out;
        assert_eq!(folder.text("answer"), expected, "{command:?}");
    }
    for (command, format) in [("moves", "json"), ("solve", "json"), ("solve", "jsonl")] {
        let path = folder.path(&format!("answer.{format}"));
        good(&[command, UHP, "--game", "1", "-o", &path, "--force"]);
        let printed = good(&[command, UHP, "--game", "1", "--format", format]).out;
        assert_eq!(folder.text(&format!("answer.{format}")), printed);
    }
}

#[test]
fn columns_and_rows_are_chosen() {
    let csv = |args: &[&str]| good(&[args, &["--format", "csv"]].concat()).out;
    let rows = csv(&[
        "list",
        ZIP,
        "--columns",
        "black,white,plies,path",
        "--limit",
        "2",
    ]);
    let lines: Vec<&str> = rows.lines().collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0], "black,white,plies,path");
    let all = csv(&["list", ZIP]);
    let mut reader = csv::Reader::from_reader(all.as_bytes());
    let head = reader.headers().unwrap().clone();
    let at = |name: &str| head.iter().position(|column| column == name).unwrap();
    let first = reader.records().next().unwrap().unwrap();
    let expected = ["black", "white", "plies", "path"].map(|name| &first[at(name)]);
    assert_eq!(lines[1], expected.join(","));

    // People see the columns too, and those that only programs get by default.
    let table = good(&["list", ZIP, "--columns", "White,status", "--limit", "1"]).out;
    let words: Vec<Vec<&str>> = table
        .lines()
        .map(|l| l.split_whitespace().collect())
        .collect();
    assert_eq!(words[0], ["White", "status"]);
    assert_eq!((words.len(), words[1].last()), (2, Some(&"ok")));

    let lines = good(&[
        "players",
        ZIP,
        "--columns",
        "rating,player",
        "--limit",
        "3",
        "--format",
        "jsonl",
    ]);
    let lines = lines.json_lines();
    assert_eq!(lines.len(), 3);
    let keys: Vec<&String> = lines[0].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["rating", "player"]);

    // Of several tables, each shows the columns that it has.
    let json = good(&[
        "stats",
        ZIP,
        "--columns",
        "p10_plies,termination",
        "--format",
        "json",
    ])
    .out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let tables: Vec<&String> = json.as_object().unwrap().keys().collect();
    assert_eq!(tables, ["results", "endings"]);

    let tag = csv(&[
        "count",
        "--by",
        "tag(Round)",
        "--columns",
        "tag(Round)",
        "--limit",
        "1",
        ZIP,
    ]);
    assert!(tag.starts_with("tag(Round)\n"), "{tag}");
    assert_eq!(csv(&["openings", ZIP, "--limit", "4"]).lines().count(), 5);
    let puzzles = "fixtures/analysis";
    let all = run(&[
        "puzzles",
        puzzles,
        "--format",
        "csv",
        "--columns",
        "puzzle,themes",
    ])
    .out;
    assert!(
        all.starts_with("puzzle,themes\n") || all.is_empty(),
        "{all}"
    );
}

#[test]
fn an_unknown_column_is_named_with_a_similar_one() {
    let message = refused(&["list", ZIP, "--columns", "wite"]);
    insta::assert_snapshot!(message, @"
    error: invalid value 'wite' for '--columns <LIST>': unknown column wite; did you mean white? a tag is tag(wite)

    For more information, try '--help'.
    ");
    // A column of another table.
    let message = refused(&["list", ZIP, "--columns", "difficulty"]);
    insta::assert_snapshot!(message, @"error: there is no column difficulty here; the columns are number, date, white, black, variant, result, status, plies, shape, opening_code, path, entry, index");
    let message = refused(&["check", ZIP, "--columns", "path"]);
    insta::assert_snapshot!(message, @"error: --columns does not apply to --format human, which has no rows; use --format csv");
    let message = refused(&["list", ZIP, "--limit", "0"]);
    insta::assert_snapshot!(message, @"
    error: invalid value '0' for '--limit <N>': expected a whole number, 1 or more

    For more information, try '--help'.
    ");
}

#[test]
fn random_games_have_the_extension_of_their_notation() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (variant, name, code) in [
        ("Base", "a.uhp", 0),
        ("Base", "a.txt.gz", 0),
        ("Base", "a", 0),
        ("Base", "a.pgn", 2),
        ("Base", "a.hxt", 2),
        ("hex-it-19", "b.hxt", 0),
        ("hex-it-19", "b.uhp", 2),
    ] {
        let args = ["random", variant, "--max-plies", "5"];
        let made = run(&[&args[..], &["-o", &path(name)]].concat());
        assert_eq!(made.code, code, "{name}: {}", made.err);
        assert_eq!(folder.path().join(name).exists(), code == 0, "{name}");
    }
}

#[test]
fn names_of_players_are_replaced_in_rows() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (names, rows) = (file("names.tsv"), file("games.csv"));
    fs::write(&names, "Zoe\tAda\n").unwrap();
    let league = "fixtures/games/league.zip";
    let ann = run(&["list", "--player", "Ada", "--format", "csv", league]).out;
    for player in ["Zoe", "Ada"] {
        let with = ["--player", player, "--aliases", &names, league];
        let list = run(&[&["list", "--format", "csv"], &with[..]].concat());
        assert_eq!(list.out, ann.replace("Ada", "Zoe"), "{}", list.err);
        let count = run(&[&["count"], &with[..]].concat());
        assert_eq!(count.out, format!("{}\n", ann.lines().count() - 1));
        let args = ["export", "--table", "games", "--force", "-o", &rows];
        let export = run(&[&args[..], &with].concat());
        assert_eq!(export.code, 0, "{}", export.err);
        let written = fs::read_to_string(&rows).unwrap();
        assert_eq!(written.lines().count(), ann.lines().count());
        assert!(!written.contains("Ada") && written.contains("Zoe"));
    }
}

#[test]
fn an_option_without_effect_is_refused_with_the_same_words_by_every_command() {
    for (args, refusal) in [
        (
            &["check", "--format", "sarif", "--columns", "path"][..],
            "--columns does not apply to --format sarif, which has no rows; use --format csv",
        ),
        (
            &["check", "--format", "csv", "--remarks"],
            "--remarks does not apply to --format csv; use --format human",
        ),
        (
            &["check", "--format", "jsonl", "--limit", "3"],
            "--limit does not apply to --format jsonl, which has no rows; use --format csv",
        ),
        (
            &["puzzles", "--format", "uhp", "--columns", "path"],
            "--columns does not apply to --format uhp, which has no rows; use --format csv",
        ),
        (
            &["puzzles", "--format", "csv", "--title", "Mine"],
            "--title does not apply to --format csv; use --format html",
        ),
        (
            &["annotate", "--to", "pgn", "--limit", "3"],
            "--limit does not apply to games, which have no rows; use --format csv",
        ),
    ] {
        let message = refused(&[args, &[ZIP]].concat());
        assert_eq!(message.trim_end(), format!("error: {refusal}"), "{args:?}");
    }
}

#[test]
fn a_quiet_check_writes_a_report_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().join("r.csv");
    let check = |args: &[&str]| run(&[&["check", "-q"], args, &[ZIP]].concat());
    let to_file = check(&["-o", report.to_str().unwrap()]);
    assert_eq!((to_file.out.as_str(), to_file.err.as_str()), ("", ""));
    let written = fs::read_to_string(&report).unwrap();
    let shown = check(&["--format", "csv"]);
    assert_eq!(shown.out, written);
    assert!(written.starts_with("path,entry,index,") && written.lines().count() > 2);
    assert_eq!(check(&[]).out, "");
}

/// mktemp makes an empty file as a place for the output.
#[test]
fn an_empty_file_can_be_the_output() {
    let folder = TestFolder::new();
    for (command, name) in [
        ("convert", "games.uhp"),
        ("list", "games.csv"),
        ("show", "board.svg"),
        ("report", "report.html"),
    ] {
        let path = folder.path(name);
        fs::write(&path, "").unwrap();
        let write = || run(&[command, "fixtures/games/hive.uhp", "-o", &path]);
        let first = write();
        assert_eq!(first.code, 0, "{command}: {}", first.err);
        let second = write();
        assert_eq!(second.code, 2, "{command}");
        assert!(
            second.err.contains("exists; replace it with --force"),
            "{}",
            second.err
        );
    }
}
