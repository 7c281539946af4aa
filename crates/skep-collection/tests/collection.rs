//! Folders, streams, encodings, order, bounds.

use std::fmt::Write as _;
use std::fs;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::slice::from_ref;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::scanning::{GAME, Row, fixture, lines, on, rows, rows_and_summary};
use proptest::prelude::*;
use skep_collection::{Input, Item, OpenOptions, Progress, scan};
use skep_records::Source;
use skep_records::diag::Code;
use skep_records::record::Format;

fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (name, content) in files {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    dir
}

/// UHP games that differ in length, with empty lines between some of them.
fn many(games: usize) -> String {
    (0..games).fold(String::new(), |mut text, i| {
        let end = if i % 7 == 0 { "\n\n" } else { "\n" };
        write!(text, "{GAME}{}{end}", ";pass".repeat(i % 11)).unwrap();
        text
    })
}

#[test]
fn a_folder_is_walked_in_the_order_of_names() {
    let game = GAME.as_bytes();
    let dir = folder(&[
        ("b.uhp", game),
        ("a/z.uhp", game),
        ("a/c/README.md", b"# Games\n"),
        ("a/c/d.txt", game),
        ("C.uhp", game),
        (".hidden.uhp", game),
        (".git/x.uhp", game),
        ("empty.sgf", b""),
        ("empty.txt", b" \n"),
        ("picture.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
        ("picture.sgf", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
    ]);
    let expected = [
        "/C.uhp #1 line 1 uhp",
        "/a/c/README.md -",
        "/a/c/d.txt #1 line 1 uhp",
        "/a/z.uhp #1 line 1 uhp",
        "/b.uhp #1 line 1 uhp",
        "/empty.sgf !empty-file",
        "/empty.txt -",
        "/picture.png -",
        "/picture.sgf !not-a-record",
    ];
    for threads in [1, 2, 5] {
        assert_eq!(lines(dir.path(), &on(threads)), expected);
    }
    let (_, summary) = rows_and_summary(&[dir.path().to_owned()], &on(2));
    assert_eq!(
        (
            summary.games,
            summary.faults,
            summary.skipped,
            summary.unreadable
        ),
        (4, 2, 3, 0)
    );
}

#[test]
fn a_named_file_must_hold_a_game() {
    let dir = folder(&[
        ("notes.txt", b"nothing"),
        ("void", b""),
        ("blob", b"\0\x01"),
    ]);
    let path = |name: &str| dir.path().join(name);
    assert_eq!(lines(&path("notes.txt"), &on(1)), [" !not-a-record"]);
    assert_eq!(lines(&path("void"), &on(1)), [" !empty-file"]);
    assert_eq!(lines(&path("blob"), &on(1)), [" !not-a-record"]);
}

#[test]
fn a_missing_file_does_not_stop_the_others() {
    let dir = folder(&[("good.uhp", GAME.as_bytes())]);
    let good = dir.path().join("good.uhp");
    for threads in [1, 2] {
        let paths = [good.clone(), dir.path().join("missing.uhp"), good.clone()];
        let (rows, summary) = rows_and_summary(&paths, &on(threads));
        assert_eq!(summary.unreadable, 1);
        assert_eq!(summary.games, 2);
        assert!(
            matches!(&rows[1], Row::Fault { code: Code::Unreadable, message, .. } if message == "no such file or folder"),
            "{rows:?}"
        );
    }
}

#[test]
fn the_notation_can_be_set() {
    let dir = folder(&[("list.txt", b"wS1;bS1 wS1-\n"), ("x.png", b"\x89PNG\0")]);
    let options = OpenOptions {
        from: Some(Format::Moves),
        ..on(1)
    };
    assert_eq!(
        lines(dir.path(), &options),
        ["/list.txt #1 line 1 moves", "/x.png -"]
    );
}

#[test]
fn items_do_not_depend_on_threads_or_units() {
    let text = many(5000);
    let dir = folder(&[
        ("a/big.uhp", text.as_bytes()),
        ("b.uhp", GAME.as_bytes()),
        ("c.md", b"no game"),
        ("d.uhp", b""),
    ]);
    for i in 0..200 {
        fs::write(dir.path().join(format!("f{i:03}.uhp")), many(i)).unwrap();
    }
    let expected = rows(&[dir.path().to_owned()], &on(1));
    for threads in [1, 2, 7] {
        for unit_bytes in [1, 500, 4096, 256 << 10] {
            let options = OpenOptions {
                unit_bytes,
                ..on(threads)
            };
            let found = rows(&[dir.path().to_owned()], &options);
            assert!(
                found == expected,
                "{threads} threads, units of {unit_bytes}"
            );
        }
    }
}

#[test]
fn games_of_many_lines_are_cut_where_they_end() {
    let sgf = |i: usize| {
        let moves = "; P0[1 Pick W 4 wS1]TM[1]\n".repeat(i % 9);
        format!(
            " (;\nGM[27]VV[1]\nSU[hive]\nP0[id \"a\"]\n; P0[0 Start P0]\n{moves};\nP0[time 0:00:03 ]\n)\n"
        )
    };
    let pgn = |i: usize| {
        let moves: String = (1..=i % 9).map(|n| format!("{n}. pass\n")).collect();
        format!("[GameType \"Base\"]\n[White \"w{i}\"]\n\n{moves}\n")
    };
    let hxt = |i: usize| {
        format!(
            "[Game \"Hex-It\"]\n[White \"w{i}\"]\n\n1. N14 M13{}\n\n",
            " 2. N15 M12".repeat(i % 5)
        )
    };
    let json = |i: usize| format!("{{\"game\":\"hive\",\"moves\":[],\"n\":{i}}}\n");
    let bga = |_: usize| "[wL ]\n[bL wL-]\n\n".to_owned();
    type Maker<'a> = &'a dyn Fn(usize) -> String;
    for (name, maker, expected) in [
        ("x.sgf", &sgf as Maker<'_>, Format::Boardspace),
        ("x.pgn", &pgn, Format::Pgn),
        ("x.hxt", &hxt, Format::Hxt),
        ("x.jsonl", &json, Format::Jsonl),
        ("x.txt", &bga, Format::Bga),
    ] {
        let text: String = (0..500).map(maker).collect();
        let dir = folder(&[(name, text.as_bytes())]);
        let path = dir.path().join(name);
        let whole = rows(from_ref(&path), &on(1));
        assert_eq!(whole.len(), 500, "{name}");
        let mut line = 1;
        for (i, row) in whole.iter().enumerate() {
            let Row::Game {
                index,
                line: found,
                format,
                text,
                ..
            } = row
            else {
                panic!("{row:?}");
            };
            assert_eq!((*index, *found, *format), (i as u64 + 1, line, expected));
            assert_eq!(text.trim(), maker(i).trim());
            line += maker(i).lines().count() as u64;
        }
        for threads in [1, 3] {
            for unit_bytes in [100, 5000] {
                let options = OpenOptions {
                    unit_bytes,
                    ..on(threads)
                };
                let found = rows(from_ref(&path), &options);
                assert!(
                    found == whole,
                    "{name}, {threads} threads, units of {unit_bytes}"
                );
            }
        }
    }
}

#[test]
fn games_and_lines_are_numbered_across_units() {
    let text = many(3000);
    let dir = folder(&[("big.uhp", format!("\n \n{text}").as_bytes())]);
    let options = OpenOptions {
        unit_bytes: 1000,
        ..on(3)
    };
    let found = rows(&[dir.path().join("big.uhp")], &options);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(found.len(), 3000);
    for (i, row) in found.iter().enumerate() {
        let Row::Game {
            index, line, text, ..
        } = row
        else {
            panic!("{row:?}");
        };
        assert_eq!(*index, i as u64 + 1);
        assert_eq!(text.trim_end(), lines[*line as usize - 3]);
    }
}

/// Also if the whole file is in the bytes that show its notation: the first games of a slow search come first.
#[test]
fn small_files_are_read_in_units() {
    let dir = folder(&[("small.uhp", many(300).as_bytes())]);
    let inputs = [Input::Path(dir.path().join("small.uhp"))];
    let options = OpenOptions {
        unit_bytes: 1000,
        ..on(2)
    };
    let mut units = Vec::new();
    let add = |(): &mut (), games: &mut u64, _: Item<'_>| *games += 1;
    let progress = Progress::new();
    scan(
        &inputs,
        &options,
        &progress,
        || (),
        || 0,
        add,
        |games| {
            units.push(games);
            ControlFlow::Continue(())
        },
    )
    .unwrap();
    assert_eq!(units.iter().sum::<u64>(), 300);
    assert!(units.iter().all(|games| *games < 40), "{units:?}");
}

#[test]
fn a_game_too_long_is_passed_over() {
    let long = format!("{GAME};{}", "pass;".repeat(10_000));
    let text = format!("{GAME}\n{long}\n{GAME}\n{GAME}\n{long}");
    let dir = folder(&[("long.uhp", text.as_bytes())]);
    for threads in [1, 3] {
        let options = OpenOptions {
            max_game_bytes: 2000,
            unit_bytes: 700,
            ..on(threads)
        };
        let path = dir.path().join("long.uhp");
        let (rows, summary) = rows_and_summary(from_ref(&path), &options);
        assert_eq!(
            lines(&path, &options),
            [
                " #1 line 1 uhp",
                " !too-long",
                " #3 line 3 uhp",
                " #4 line 4 uhp",
                " !too-long"
            ]
        );
        assert_eq!((summary.games, summary.faults), (3, 2));
        assert!(
            matches!(&rows[1], Row::Fault { message, .. } if message.starts_with("game 2, which begins on line 2,")),
            "{rows:?}"
        );
    }
}

#[test]
fn encodings_are_detected_game_by_game() {
    let found = rows(&[fixture("encodings/latin1-among-utf8.uhp")], &on(1));
    let findings: Vec<_> = found
        .iter()
        .map(|row| match row {
            Row::Game { text, findings, .. } => (text.contains('é'), findings.clone()),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        findings,
        [(true, vec![]), (true, vec![Code::Latin1]), (false, vec![])]
    );
}

#[test]
fn names_in_latin1_keep_their_letters() {
    for (name, letters) in [
        ("latin1", "Émile"),
        ("windows1252", "gu\u{201c}es\u{201d}t"),
    ] {
        let found = rows(&[fixture(&format!("encodings/{name}.sgf"))], &on(1));
        let [Row::Game { text, findings, .. }] = &found[..] else {
            panic!("{found:?}");
        };
        assert!(text.contains(letters), "{text}");
        assert_eq!(findings, &[Code::Latin1]);
    }
}

#[test]
fn byte_order_marks_are_understood() {
    let plain = rows(&[fixture("encodings/utf8.uhp")], &on(1));
    let texts = |rows: &[Row]| -> Vec<(u64, u64, String)> {
        rows.iter()
            .map(|row| match row {
                Row::Game {
                    index,
                    line,
                    text,
                    findings,
                    ..
                } if findings.is_empty() => (*index, *line, text.trim_end().to_owned()),
                other => panic!("{other:?}"),
            })
            .collect()
    };
    assert_eq!(texts(&plain).len(), 2);
    for name in ["utf8-bom", "utf16le", "utf16be", "crlf"] {
        let found = rows(&[fixture(&format!("encodings/{name}.uhp"))], &on(1));
        assert_eq!(texts(&found), texts(&plain), "{name}");
    }
}

#[test]
fn long_files_in_utf16_are_read_to_their_end() {
    let text = many(5000).replace("wQ -wS1", "é€𝄞");
    let utf16: Vec<u8> = "\u{feff}"
        .chars()
        .chain(text.chars())
        .flat_map(|c| c.encode_utf16(&mut [0; 2]).to_vec())
        .flat_map(u16::to_le_bytes)
        .collect();
    let dir = folder(&[("x.uhp", text.as_bytes())]);
    let path = dir.path().join("x.uhp");
    let expected = rows(from_ref(&path), &on(1));
    assert_eq!(expected.len(), 5000);
    fs::write(&path, &utf16).unwrap();
    for unit_bytes in [97, 1000, 256 << 10] {
        let options = OpenOptions {
            unit_bytes,
            ..on(2)
        };
        assert!(rows(from_ref(&path), &options) == expected, "{unit_bytes}");
    }
}

#[test]
fn a_row_of_several_games_has_no_header_in_any_window() {
    let text = format!("white,game\n{GAME}\t{GAME}\t{GAME}\t{GAME}\nAda,{GAME}\n");
    let dir = folder(&[("rows.csv", text.as_bytes())]);
    let path = dir.path().join("rows.csv");
    let expected = rows(from_ref(&path), &on(1));
    let has_header = |row: &Row| matches!(row, Row::Game { text, .. } if text.starts_with("white"));
    let headers: Vec<_> = expected.iter().map(has_header).collect();
    assert_eq!(headers, [false, false, false, false, true]);
    for unit_bytes in (1..text.len()).step_by(7) {
        let options = OpenOptions {
            unit_bytes,
            ..on(2)
        };
        assert!(rows(from_ref(&path), &options) == expected, "{unit_bytes}");
    }
}

#[test]
fn zero_bytes_are_no_end() {
    let dir = folder(&[("zero.uhp", format!("{GAME}\n{GAME}\0\n{GAME}\n").as_bytes())]);
    let options = OpenOptions {
        from: Some(Format::Uhp),
        ..on(1)
    };
    assert_eq!(rows(&[dir.path().join("zero.uhp")], &options).len(), 3);
}

#[test]
fn a_break_stops_the_scan() {
    let text = many(200_000);
    let dir = folder(&[("big.uhp", text.as_bytes())]);
    let inputs = [Input::Path(dir.path().join("big.uhp"))];
    for threads in [1, 4] {
        let options = OpenOptions {
            unit_bytes: 4096,
            ..on(threads)
        };
        let worked = AtomicU64::new(0);
        let mut finished = 0;
        let summary = scan(
            &inputs,
            &options,
            &Progress::new(),
            || (),
            || 0_u64,
            |(), count, _| {
                *count += 1;
                worked.fetch_add(1, Ordering::Relaxed);
            },
            |count| {
                finished += count;
                ControlFlow::Break(())
            },
        )
        .unwrap();
        assert_eq!(summary.games, finished);
        assert!(worked.into_inner() < 20_000, "{threads} threads");
    }
}

#[test]
fn a_panic_reaches_the_caller() {
    let text = many(20_000);
    let dir = folder(&[("big.uhp", text.as_bytes())]);
    let inputs = [Input::Path(dir.path().join("big.uhp"))];
    let run = |threads: usize, at_work: bool| {
        catch_unwind(AssertUnwindSafe(|| {
            scan(
                &inputs,
                &OpenOptions {
                    unit_bytes: 1000,
                    ..on(threads)
                },
                &Progress::new(),
                || (),
                || (),
                |(), (), item| match item {
                    Item::Game(game) if at_work && game.index == 9000 => panic!("at work"),
                    _ => {}
                },
                |()| {
                    assert!(at_work, "at the end");
                    ControlFlow::Continue(())
                },
            )
        }))
    };
    for threads in [1, 2, 7] {
        assert!(run(threads, true).is_err());
        assert!(run(threads, false).is_err());
    }
}

#[test]
fn progress_counts_bytes_and_games() {
    let text = many(1000);
    let dir = folder(&[("a.uhp", text.as_bytes()), ("b.uhp", text.as_bytes())]);
    let inputs = [Input::Path(dir.path().to_owned())];
    let progress = Progress::new();
    assert_eq!(progress.total(), None);
    progress.measure(&inputs);
    assert_eq!(progress.total(), Some(2 * text.len() as u64));
    let work = |(): &mut (), (): &mut (), _: Item<'_>| {};
    let go_on = |()| ControlFlow::Continue(());
    scan(&inputs, &on(2), &progress, || (), || (), work, go_on).unwrap();
    assert_eq!(progress.read(), 2 * text.len() as u64);
    assert_eq!(progress.games(), 2000);
}

#[test]
fn standard_input_has_a_name_and_no_size() {
    assert_eq!(Input::from(std::ffi::OsString::from("-")), Input::Stdin);
    let progress = Progress::new();
    progress.measure(&[Input::Stdin]);
    assert_eq!(progress.total(), None);
    let source = Source {
        path: "-".into(),
        entry: Some("a.sgf".into()),
    };
    assert_eq!(source.to_string(), "-!a.sgf");
}

// Links and pipes of Unix.
#[cfg(unix)]
#[test]
fn links_pipes_and_locked_files_do_not_hang_the_walk() {
    let dir = folder(&[("a/b/game.uhp", GAME.as_bytes())]);
    std::os::unix::fs::symlink(dir.path(), dir.path().join("a/b/loop")).unwrap();
    std::os::unix::fs::symlink("nowhere", dir.path().join("a/dangling.uhp")).unwrap();
    std::os::unix::fs::symlink("b/game.uhp", dir.path().join("a/linked.uhp")).unwrap();
    let pipe = dir.path().join("a/pipe.uhp");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    assert_eq!(
        lines(dir.path(), &on(2)),
        [
            "/a/b/game.uhp #1 line 1 uhp",
            "/a/dangling.uhp !unreadable",
            "/a/linked.uhp #1 line 1 uhp",
        ]
    );
}

/// What `content` gives when it comes through a pipe that has been named.
#[cfg(unix)]
fn through_a_pipe(content: Vec<u8>, options: &OpenOptions) -> Vec<String> {
    let dir = tempfile::tempdir().unwrap();
    let pipe = dir.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    std::thread::scope(|scope| {
        scope.spawn(|| fs::write(&pipe, content));
        lines(&pipe, options)
    })
}

// Pipes of Unix.
#[cfg(unix)]
#[test]
fn a_pipe_is_read_like_a_file() {
    let expected = [" #1 line 1 uhp", " #2 line 2 uhp"];
    let text = format!("{GAME}\n{GAME}\n").into_bytes();
    assert_eq!(through_a_pipe(text, &on(2)), expected);
    let zip = fs::read(fixture("archives/games.zip")).unwrap();
    let inside = lines(&fixture("archives/games.zip"), &on(1));
    assert_eq!(through_a_pipe(zip.clone(), &on(2)), inside);
    let tight = OpenOptions {
        max_held_bytes: zip.len() - 1,
        ..on(1)
    };
    assert_eq!(through_a_pipe(zip, &tight), [" !unreadable"]);
}

#[test]
fn the_corpus_is_found_whole() {
    let Some(corpus) = skep_testing::shared("corpus") else {
        return;
    };
    let (rows, summary) = rows_and_summary(&[corpus], &on(2));
    let count = |ending: &str| -> usize {
        rows.iter()
            .filter(|row| matches!(row, Row::Game { source, .. } if source.to_lowercase().ends_with(ending)))
            .count()
    };
    assert!(count(".sgf") > 500, "{}", count(".sgf"));
    assert_eq!(summary.faults, 0, "{rows:?}");
}

proptest! {
    #![proptest_config(skep_testing::repeatable(300))]

    #[test]
    fn no_bytes_are_a_panic(
        start in prop::sample::select(vec![
            &b""[..], b"\x1f\x8b\x08\0", b"\x28\xb5\x2f\xfd", b"PK\x03\x04", b"PK\x05\x06", b"\xef\xbb\xbf",
            b"\xff\xfe", b"(;GM[27]", b"Base;", b"[Event", b"{",
        ]),
        bytes in prop::collection::vec(any::<u8>(), 0..2000),
        from in prop::option::of(prop::sample::select(Format::ALL.to_vec())),
    ) {
        let dir = tempfile::tempdir().unwrap();
        let path: PathBuf = dir.path().join("x.sgf");
        fs::write(&path, [start, &bytes].concat()).unwrap();
        let options = OpenOptions { from, unit_bytes: 64, max_game_bytes: 500, ..on(1) };
        let alone = rows(from_ref(&path), &options);
        prop_assert!(!alone.is_empty());
        let together = rows(&[path], &OpenOptions { threads: 3, ..options });
        prop_assert_eq!(alone, together);
    }
}
