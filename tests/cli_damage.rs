//! Written games can be read back, and damaged files are read up to the damage.

use std::fs;
use std::io::Write;
use std::path::Path;

use crate::skep::{Run, run, run_with};

/// Some random games, one a line.
fn random(n: usize) -> String {
    run(&["random", "-n", &n.to_string(), "--seed", "3"]).out
}

/// Commands that read every game, and how to get the number of games from the output.
fn counts(path: &str, folder: &Path) -> Vec<(&'static str, u64)> {
    let lines = |run: &Run| run.out.lines().count() as u64;
    let one = ["--threads", "1", path];
    // A fault is a line without a number of a game.
    let from_json = |out: &str| {
        let lines = out
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        lines.filter(|line| line["index"] != 0).count() as u64
    };
    let exported = folder.join("games.jsonl");
    let to = exported.to_str().unwrap();
    let export = run(&["export", "--format", "jsonl", "-o", to, path]);
    assert_eq!(export.code, 1, "{}", export.err);
    let games = fs::read_to_string(&exported).unwrap();
    fs::remove_file(&exported).unwrap();
    // Each line is a ply of a game.
    let last: serde_json::Value = serde_json::from_str(games.lines().last().unwrap()).unwrap();
    let count = run(&["count", path]).out;
    vec![
        ("count", count.trim().parse().unwrap()),
        (
            "check",
            from_json(&run(&["check", "--format", "jsonl", path]).out),
        ),
        (
            "check with one thread",
            from_json(&run(&[&["check", "--format", "jsonl"], &one[..]].concat()).out),
        ),
        ("filter", lines(&run(&["filter", path]))),
        ("sort", lines(&run(&["sort", path]))),
        ("convert", lines(&run(&["convert", "--to", "jsonl", path]))),
        ("export", last["number"].as_u64().unwrap()),
    ]
}

#[test]
fn every_command_reads_what_comes_before_the_damage() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.uhp.zst");
    let name = path.to_str().unwrap();
    let games = random(1160);
    let mut encoder = zstd::Encoder::new(Vec::new(), 3).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(games.as_bytes()).unwrap();
    let mut whole = encoder.finish().unwrap();
    // Only the checksum is wrong.
    *whole.last_mut().unwrap() ^= 1;
    fs::write(&path, &whole).unwrap();
    for (command, count) in counts(name, folder.path()) {
        assert_eq!(count, 1160, "{command}");
    }
    // The last block is missing its end.
    let half = &whole[..whole.len() - 2000];
    fs::write(&path, half).unwrap();
    let found = counts(name, folder.path());
    assert!(found[0].1 > 500, "{found:?}");
    assert!(
        found[..3].iter().all(|(_, n)| *n == found[0].1),
        "{found:?}"
    );
}

/// What inflating gives before an error; none if the data is whole.
fn inflated(mut data: &[u8]) -> Option<Vec<u8>> {
    let mut inflate = flate2::Decompress::new(false);
    let mut text = Vec::new();
    loop {
        text.reserve(1 << 20);
        let before = inflate.total_in();
        let end = inflate.decompress_vec(data, &mut text, flate2::FlushDecompress::None);
        data = &data[(inflate.total_in() - before) as usize..];
        match end {
            Ok(flate2::Status::StreamEnd) => return None,
            Ok(_) => assert!(!data.is_empty()),
            Err(_) => {
                text.truncate(inflate.total_out() as usize);
                return Some(text);
            }
        }
    }
}

#[test]
fn damage_in_the_middle_of_deflated_data_loses_nothing_before_it() {
    let folder = tempfile::tempdir().unwrap();
    let games = random(600);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(games.as_bytes()).unwrap();
    let gzip = gzip.finish().unwrap();
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    zip.start_file("games.uhp", options).unwrap();
    zip.write_all(games.as_bytes()).unwrap();
    let zip = zip.finish().unwrap().into_inner();
    // The header of a gzip without a name, and that of an entry of the zip with its name.
    for (name, whole, header) in [
        ("a.uhp.gz", gzip, 10),
        ("a.zip", zip, 30 + "games.uhp".len()),
    ] {
        let path = folder.path().join(name);
        let mut found = 0;
        for at in [3, 5, 6].map(|eighth| eighth * whole.len() / 8) {
            let mut damaged = whole.clone();
            damaged[at..at + 4].fill(0xFF);
            let Some(text) = inflated(&damaged[header..]) else {
                continue;
            };
            found += 1;
            assert!(text.len() > at, "{name} {at}: {}", text.len());
            fs::write(&path, &damaged).unwrap();
            // The last line of the text is cut off.
            let lines = text.iter().filter(|byte| **byte == b'\n').count() as u64;
            for (command, count) in counts(path.to_str().unwrap(), folder.path()) {
                assert!(
                    (lines..=lines + 1).contains(&count),
                    "{command} {name} {at}: {count} of {lines}"
                );
            }
        }
        assert!(found > 1, "{name}: {found}");
    }
}

/// Commands that read collections.
#[cfg(unix)]
const COMMANDS: [&[&str]; 17] = [
    &["check"],
    &["count"],
    &["filter"],
    &["count", "--by", "path"],
    &["convert", "--to", "pgn"],
    &["head", "-n", "99"],
    &["tail", "-n", "99"],
    &["sample", "-n", "99"],
    &["sort"],
    &["dedup"],
    &["merge"],
    &["stats"],
    &["openings"],
    &["players"],
    &["annotate"],
    &["audit", "--rules", "tournament,open"],
    &["report", "-o", "/dev/null"],
];

#[test]
// Permissions of Unix.
#[cfg(unix)]
fn damage_in_a_folder_has_the_same_exit_code_in_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let inside = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::create_dir(inside("broken")).unwrap();
    fs::write(inside("broken/a.uhp"), random(3)).unwrap();
    std::os::unix::fs::symlink("nowhere", inside("broken/b.uhp")).unwrap();
    // Five archives deep; the limit is four.
    fs::create_dir(inside("deep")).unwrap();
    let mut nest = random(3).into_bytes();
    fs::write(inside("deep/a.uhp"), &nest).unwrap();
    for _ in 0..5 {
        nest = zstd::encode_all(&nest[..], 1).unwrap();
    }
    fs::write(inside("deep/b.uhp.zst"), &nest).unwrap();
    for command in COMMANDS {
        for (path, code) in [
            ("broken", 2),
            ("broken/b.uhp", 2),
            ("deep", 2),
            ("deep/b.uhp.zst", 2),
        ] {
            let run = run(&[command, &[&inside(path)]].concat());
            assert_eq!(run.code, code, "{command:?} {path}: {}", run.err);
        }
    }
}

#[test]
fn the_beginning_keeps_its_last_pass() {
    let games = run(&["random", "Base", "-n", "300", "--seed", "1"]).out;
    let with_pass = games.lines().find_map(|game| {
        let end = game.find(";pass;")?;
        Some(&game[..end + ";pass".len()])
    });
    let game = with_pass.expect("a game with a pass");
    let moves: Vec<&str> = game.split(';').skip(3).collect();
    // Board Game Arena leaves out passes.
    let bga: String = moves
        .iter()
        .filter(|turn| **turn != "pass")
        .map(|turn| {
            if turn.contains(' ') {
                format!("[{turn}]\n")
            } else {
                format!("[{turn} ]\n")
            }
        })
        .collect();
    for input in [format!("{game};wQ bQ\n"), format!("{bga}[wQ bQ]\n")] {
        for target in ["uhp", "pgn", "boardspace", "jsonl"] {
            let run = run_with(
                &["convert", "--prefix", "--verify", "--to", target, "-"],
                input.as_bytes(),
            );
            assert_eq!(run.code, 1, "{}", run.err);
            assert!(
                run.err.contains("1 game written, 1 game cut"),
                "{}",
                run.err
            );
            assert!(!run.err.contains("back differently"), "{}", run.err);
            let back = run_with(&["convert", "--to", "uhp", "-"], run.out.as_bytes());
            let again: Vec<&str> = back.out.trim().split(';').skip(3).collect();
            assert_eq!(again, moves, "{target}");
        }
    }
}

/// Converts a text through these notations and returns each text.
fn through(text: &str, notations: &[&str]) -> Vec<String> {
    let mut texts = vec![text.to_owned()];
    for notation in notations {
        let last = texts.last().unwrap();
        let run = run_with(&["convert", "--to", notation, "-"], last.as_bytes());
        assert_eq!(run.code, 0, "{notation}: {}\n{last}", run.err);
        texts.push(run.out);
    }
    texts
}

#[test]
fn hostile_tags_do_not_become_properties() {
    let pgn = "[GameType \"Base\"]\n[White \"Ann\"]\n[SU \"hive-ultimate\"]\n[WhiteTime \"a[b\"]\n[Round \"\"]\n[Result \"Unknown\"]\n\n1. wS1\n{[%takeback oops]}\n2. bS1 wS1-\n{[%property X1 a]b]}\n";
    let texts = through(pgn, &["boardspace", "pgn", "boardspace", "boardspace"]);
    assert!(texts[1].contains("SU[hive 2 0 101]"), "{}", texts[1]);
    assert!(texts[1].contains("P0[time a\\[b ]"), "{}", texts[1]);
    assert!(!texts[1].contains("oops"), "{}", texts[1]);
    assert!(texts[2].contains("[WhiteTime \"a[b\"]"), "{}", texts[2]);
    assert_eq!(texts[1], texts[3]);
    assert_eq!(texts[3], texts[4]);
}

#[test]
fn the_stated_result_wins_over_a_resignation_before_later_turns() {
    let sgf = "(;\nGM[27]VV[1]\nSU[hive]\nRE[Game won by carl]\nP0[id \"ann\"]\nP1[id \"bob\"]\n; P0[0 Start P0]\n; P0[1 Dropb wS1 N 13 .]\n; P0[2 Done ]\n; P1[3 Resign ]\n; P1[4 Done ]\n; P1[5 Dropb bS1 N 12 .]\n; P1[6 Done ]\n)\n";
    let texts = through(sgf, &["pgn", "pgn", "jsonl", "boardspace"]);
    assert!(texts[1].contains("[Result \"Unknown\"]"), "{}", texts[1]);
    assert_eq!(texts[1], texts[2]);
    assert!(
        texts[3].contains("\"stated\":{\"result\":\"Unknown\""),
        "{}",
        texts[3]
    );
    assert!(texts[4].contains("RE[Game won by carl]"), "{}", texts[4]);
}

#[test]
fn a_number_beyond_the_set_is_named_in_sgf() {
    let sgf = "(;\nGM[27]VV[1]\nSU[hive]\nP0[id \"ann\"]\nP1[id \"bob\"]\n; P0[0 Start P0]\n; P0[1 Dropb wG11 N 13 .]\n; P0[2 Done ]\n; P1[3 Dropb bS1 N 12 .]\n; P1[4 Done ]\n)\n";
    let json = run_with(&["convert", "--to", "jsonl", "-"], sgf.as_bytes());
    assert_eq!((json.code, json.out.as_str()), (1, ""), "{}", json.err);
    insta::assert_snapshot!(json.err, @"
    error[unknown-piece]: <stdin>:7:6: ply 1: wG11 is one grasshopper too many: White has only 3
    0 games written, 1 game skipped
    ");
}

#[test]
fn texts_are_the_same_when_they_are_written_again() {
    let hxt = "[Game \"Hex-It\"]\n[Result \"1-0\"]\n[Termination \"unknown\"]\n\n1. N14 M14 2. N14-M14 1-0\n";
    let texts = through(hxt, &["hxt", "hxt"]);
    assert!(
        texts[1].contains("[Termination \"unknown\"]"),
        "{}",
        texts[1]
    );
    assert_eq!(texts[1], texts[2]);
    let sgf = "(;\nGM[27]VV[1]\nSU[hive]\nRO[]\nEV[]\nP0[id \"ann\"]\nP1[id \"bob\"]\n; P0[0 Start P0]\n; P0[1 Dropb wS1 N 13 .]\n; P0[2 Done ]\n)\n";
    let texts = through(sgf, &["boardspace", "boardspace"]);
    assert_eq!(texts[1], texts[2]);
}

#[test]
fn a_game_that_is_too_long_when_written_is_refused() {
    // Both queens walk to and fro. The GameString has 1 MB, the SGF has 9 MB.
    let round = ";wQ \\wS1;bQ bS1/;wQ -wS1;bQ bS1-";
    let game = format!(
        "Base;InProgress;White[50003];wS1;bS1 wS1-;wQ -wS1;bQ bS1-{}\n",
        round.repeat(25_000)
    );
    let check = run_with(&["check", "-q", "-"], game.as_bytes());
    assert_eq!(check.code, 0, "{}", check.out);
    let run = run_with(&["convert", "--to", "boardspace", "-"], game.as_bytes());
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    insta::assert_snapshot!(run.err, @"
    error: <stdin>: the game would have 7714298 bytes as Boardspace SGF; skep reads games of up to 4194304 bytes
    0 games written, 1 game skipped
    ");
    let whole = run_with(&["convert", "--to", "uhp", "-"], game.as_bytes());
    assert_eq!(whole.out, game);
}

#[test]
fn a_caret_points_at_whole_characters() {
    let line = "{\"moves\":[{\"text\":\"wL\"}ééé]}\n";
    let run = run_with(&["check", "--from", "jsonl", "-"], line.as_bytes());
    let column = 1 + "{\"moves\":[{\"text\":\"wL\"}".len();
    assert!(run.out.contains(&format!(":1:{column}")), "{}", run.out);
    let caret = run.out.lines().find(|line| line.contains('^')).unwrap();
    let marked = run.out.lines().find(|line| line.contains("ééé")).unwrap();
    let place = caret.chars().position(|c| c == '^').unwrap();
    assert_eq!(marked.chars().nth(place), Some('é'), "{}", run.out);
}
