//! Options that have no effect in the chosen format, table or output are refused. Each option of each command is in
//! these tables, so a new option is asked for its effect.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::skep::{run, skep};

/// Options that act before the output is chosen, or on the run as a whole, in each command that has them.
const ALWAYS: &str = "where player aliases game first last sample seed from files-from against with threads output \
    force fail-fast repetition help map max-ratio";

/// A command; its input; its choices of format, table and output, separated by commas; its options that do not have an
/// effect in every choice, with values; and the other options. COLUMN stands for the last column of a table, and DIR
/// for a folder.
type Case = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);

const ROWS: &str = "--format csv,--format table,--format tsv,--format json,--format jsonl,--format markdown,--format parquet";

const CASES: &[Case] = &[
    (
        "check",
        "BOTH",
        "--format human,--format sarif,ROWS",
        "remarks,columns COLUMN,limit 0",
        "format compare explain-columns paths",
    ),
    (
        "list",
        "BOTH",
        "ROWS",
        "columns COLUMN,limit 1",
        "format like sort paths null",
    ),
    (
        "count",
        "BOTH",
        "--by white,--by white --format csv,ROWS",
        "columns COLUMN,limit 1",
        "format by",
    ),
    (
        "stats",
        "BOTH",
        "--table results --by white,--table endings --by white,--table bugs --by white,--table motifs --by white,\
         --table lengths --by white,--table thinks,--table branching --by white,--by white --format csv,--by opening,-o DIR/x.part",
        "columns COLUMN,limit 1,trouble 1000s,names DIR/names,tactics 1",
        "format by table",
    ),
    (
        "players",
        "BOTH",
        "--table players,--table crosstable,--table form,--table history,--table openings,--table colours,--table upsets,\
         --table accuracy,--table alike,ROWS,-o DIR/x.part",
        "columns COLUMN,limit 1,by year,top 1,sort rating,min-games 3,tactics 1",
        "format table",
    ),
    (
        "openings",
        "BOTH",
        "--format csv,--format jsonl,--format parquet,-o DIR/x.pgn,-o DIR/x.html,-o DIR/x.hop.tsv,\
         -o DIR/x.part",
        "columns COLUMN,limit 1,top 1,sort worst,min-games 3,names DIR/names",
        "format by depth from-game",
    ),
    (
        "novelty",
        "BOTH",
        "--table novelties,--table players,--table book,ROWS",
        "columns COLUMN,limit 1,sort score,min-games 3",
        "format table",
    ),
    (
        "related",
        "BOTH",
        "--format csv",
        "",
        "format columns limit expected",
    ),
    (
        "puzzles",
        "PUZZLES",
        "--format uhp,--format sgf,--format html,-o DIR/x.txt,ROWS",
        "columns COLUMN,limit 1,title Mine",
        "format moves allow-many continuations blunders themes",
    ),
    (
        "show",
        "SHORT",
        "--format text,--format svg,--format png,--format gif,--format state,--format hop,--format link,--animate -o DIR/x.svg,\
         --animate -o DIR/x.gif,-o DIR/x.png",
        "size 30,width 100,theme dark,caption,hands,delay 100,labels,rotate 60,moves-of wQ",
        "format ply variation animate",
    ),
    (
        "solve",
        "GAME",
        "--format text",
        "",
        "format ply moves time threat proof verify",
    ),
    (
        "annotate",
        "GAME",
        "--to pgn,--to jsonl,-o DIR/x.pgn,--engine skep --depth 1 -o DIR/x.pgn,ROWS",
        "columns COLUMN,limit 1,time 0.02,lines 2,cache DIR/cache",
        "to format tactics engine depth",
    ),
    (
        "dedup",
        "TWICE --to jsonl",
        "--report DIR/r.csv,--report DIR/r.json,--report DIR/r.txt,-j1",
        "format jsonl",
        "key keep beginnings report rest to state",
    ),
    (
        "convert",
        "GAME",
        "--to pgn,--to uhp,--to boardspace,-o DIR/x.uhp,-o DIR/x.pgn",
        "set Event=X,remove Date,ply 4",
        "to state rest anonymous tree prefix strict verify explain-loss",
    ),
    ("sort", "GAME", "--to pgn", "", "to state by"),
    (
        "split",
        "GAME -o DIR/new/",
        "--by white",
        "",
        "to state by per-file",
    ),
    (
        "export",
        "BOTH",
        "--table games --format csv,--table games --format jsonl,--table plies --format csv,\
         --table games -o DIR/x.parquet,--table games -o DIR/new/,-o DIR/plies.csv",
        "tactics 1,by none,names DIR/names",
        "format table columns",
    ),
    ("moves", "GAME", "--format text", "", "format ply"),
    (
        "diff",
        "OTHERS",
        "--format text,--format json,--format jsonl",
        "spelling",
        "format moves-only game-b",
    ),
    (
        "report",
        "GAME",
        "-o DIR/x.html,-o DIR/x.html --replays 0",
        "tactics 1",
        "title theme replays players depth min-games top names",
    ),
    ("perft", "GAME", "--depth 1", "divide", "depth hash"),
    ("random", "", "-n 2", "max-plies 3,seed 5", "n"),
    ("index", "BOTH", "-o DIR/new/x.skepdb", "", "check remove"),
    ("uhp", "", "", "", "book test positions seed format"),
    (
        "match",
        "",
        "",
        "",
        "games gauntlet depth time clock nodes variant book opening-plies max-plies adjudicate sprt set save page \
         format columns limit",
    ),
    ("explore", "", "", "", "port host allow-origin open engine"),
    ("replay", "", "", "", "tactics spoilers"),
];

/// The words of a text, with files for the names of inputs.
fn words(text: &str, folder: &Path) -> Vec<String> {
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let word = |word: &str| match word {
        "BOTH" => vec![path("scored.pgn"), "fixtures/boardspace".to_owned()],
        // Each picture of an animation takes time.
        "SHORT" => vec![path("spelled.uhp")],
        "TWICE" => vec![path("scored.pgn"), path("again.pgn")],
        "GAME" => ["fixtures/games/league.zip", "--game", "1"]
            .map(str::to_owned)
            .into(),
        "PUZZLES" => ["fixtures/games", "--moves", "1"].map(str::to_owned).into(),
        "OTHERS" => vec![path("respelled.uhp"), path("spelled.uhp")],
        other => vec![other.replace("DIR", folder.to_str().unwrap())],
    };
    text.split_whitespace().flat_map(word).collect()
}

/// Standard output, and files with their paths.
type Written = (Vec<u8>, Vec<(PathBuf, Vec<u8>)>);

/// What a run writes, or why it is refused.
fn written(args: &[String], folder: &Path) -> Result<Written, String> {
    let given = [
        "scored.pgn",
        "again.pgn",
        "names",
        "spelled.uhp",
        "respelled.uhp",
    ];
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let output = skep(&args).output().unwrap();
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if !given.iter().any(|name| path.ends_with(name)) {
                files.push((path.clone(), fs::read(&path).unwrap()));
                fs::remove_file(&path).unwrap();
            }
        }
    }
    let _ = fs::remove_dir_all(folder.join("new"));
    files.sort();
    match output.status.code() {
        Some(2) => Err(String::from_utf8(output.stderr).unwrap()),
        _ => Ok((output.stdout, files)),
    }
}

/// The last column of the table of a choice.
fn column(start: &[String], choice: &[String], folder: &Path) -> String {
    let mut args = start.to_vec();
    let is_csv = |word: &&String| *word != "--format";
    let mut words = choice
        .iter()
        .take_while(is_csv)
        .take_while(|word| *word != "-o");
    args.extend(words.by_ref().cloned());
    args.extend(["--format", "csv"].map(str::to_owned));
    let out = written(&args, folder).map_or_else(|_| Vec::new(), |(out, _)| out);
    let out = String::from_utf8_lossy(&out).into_owned();
    let head = out.lines().next().unwrap_or("path");
    head.rsplit(',').next().unwrap().to_owned()
}

fn prepare(folder: &Path) {
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    let scored = [
        "annotate", "--engine", "skep", "--depth", "1", "--to", "pgn", "--first", "12",
    ];
    let scored = run(&[&scored[..], &["fixtures/games/league.zip"]].concat());
    assert_eq!(scored.code, 0, "{}", scored.err);
    let scored = scored.out.replacen("[White \"", "[White \"=", 1);
    write("scored.pgn", &scored);
    write("again.pgn", &scored);
    write(
        "names",
        "Corner\twS1;bG1 wS1-\nNamed\tpattern(wQ; wL wQ-)\n",
    );
    let game = "Base+MLP;InProgress;White[4];wP;bP wP-;wQ /wP;bQ bP-;wB1 \\wP;bA1 bQ-\n";
    write("spelled.uhp", game);
    // The numbers of equal bugs differ.
    write(
        "respelled.uhp",
        &game.replace("wB1", "wB2").replace("bA1", "bA3"),
    );
}

#[test]
fn an_option_changes_what_is_written_or_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    prepare(folder);
    let mut silent = Vec::new();
    for (command, input, choices, options, _) in CASES {
        let start = [vec![(*command).to_owned()], words(input, folder)].concat();
        let choices = choices.replace("ROWS", ROWS);
        for choice in choices.split(',').filter(|_| !options.is_empty()) {
            let chosen = words(choice, folder);
            let base = [start.clone(), chosen.clone()].concat();
            let without =
                written(&base, folder).unwrap_or_else(|error| panic!("{base:?}: {error}"));
            for option in options.split(',') {
                let mut option: Vec<String> = words(&format!("--{option}"), folder);
                if choice.contains(&option[0]) {
                    continue;
                }
                if option.last().is_some_and(|value| value == "COLUMN") {
                    option[1] = column(&start, &chosen, folder);
                }
                match written(&[base.clone(), option.clone()].concat(), folder) {
                    Ok(with) if with == without => {
                        silent.push(format!("{command} {choice} {}", option.join(" ")));
                    }
                    Ok(_) => {}
                    Err(error) => {
                        let words = ["does not apply", "cannot be used with", "contradicts"];
                        if !words.iter().any(|words| error.contains(words)) {
                            silent.push(format!("{command} {choice} {option:?}: {error}"));
                        }
                    }
                }
            }
        }
    }
    assert!(silent.is_empty(), "no effect:\n{}", silent.join("\n"));
}

#[test]
fn the_effect_of_each_option_is_known() {
    for page in fs::read_dir("man").unwrap() {
        let path = page.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let command = name
            .strip_prefix("skep-")
            .and_then(|name| name.strip_suffix(".1"));
        let Some(command) = command.filter(|name| !["help", "man", "completions"].contains(name))
        else {
            continue;
        };
        let case = CASES.iter().find(|case| case.0 == command);
        let (.., some, always) = case.unwrap_or_else(|| panic!("{command} is not in the table"));
        let some = some
            .split(',')
            .filter_map(|option| option.split(' ').next());
        let known: BTreeSet<&str> = some
            .chain(always.split_whitespace())
            .chain(ALWAYS.split_whitespace())
            .collect();
        let text = fs::read_to_string(&path).unwrap();
        for line in text.lines().filter(|line| line.starts_with("\\fB")) {
            for part in line
                .split("\\fB")
                .filter_map(|part| part.strip_prefix("\\-\\-"))
            {
                let option = part.split("\\fR").next().unwrap().replace('\\', "");
                assert!(
                    known.contains(option.as_str()),
                    "{command} --{option}: which outputs does it change?"
                );
            }
        }
    }
}

/// These options belong to a part of the command that is not chosen. A program that is not there would be another
/// error.
#[test]
fn an_option_of_another_part_of_a_command_is_refused() {
    for args in [
        &["uhp", "--positions", "5"][..],
        &["uhp", "--seed", "1"],
        &["uhp", "--format", "json"],
        &["uhp", "--test", "no such program", "--book", "x.hop.tsv"],
        &["match", "nosuch", "noother", "--force"],
        &["explore", "--seed", "1", "fixtures/games"],
        &["index", "--seed", "1", "fixtures/games", "-o", "x.skepdb"],
    ] {
        let refused = run(args);
        assert_eq!(refused.code, 2, "{args:?}");
        assert!(
            refused.err.contains("does not apply"),
            "{args:?}: {}",
            refused.err
        );
    }
}
