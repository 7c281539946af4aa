//! Motifs, similar positions and names by patterns. `tests/recount` works out their numbers slowly.

use std::fs;

use crate::skep::run;

const GAMES: &str = "fixtures/games/league.zip";
const JSONL: [&str; 2] = ["--format", "jsonl"];

/// Three rows of Hive: both queens in line.
const LINE: &str = "wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-";

#[test]
fn parts_with_motifs_add_up() {
    let folder = tempfile::tempdir().unwrap();
    let part = folder.path().join("a.part").display().to_string();
    let without = folder.path().join("b.part").display().to_string();
    let table = ["stats", "--table", "motifs"];
    let whole = run(&[&table[..], &[GAMES], &JSONL].concat());
    assert_eq!(whole.json_lines().len(), 12, "{}", whole.out);
    let made = run(&[&table[..], &[GAMES, "-o", &part]].concat());
    assert_eq!(made.code, 0, "{}", made.err);
    let merged = run(&[&table[..], &[&part], &JSONL].concat());
    assert_eq!(merged.out, whole.out);
    assert_eq!(run(&["stats", GAMES, "-o", &without]).code, 0);
    let missing = run(&[&table[..], &[&without]].concat());
    insta::assert_snapshot!(missing.err, @"
    note: did not look for duplicates between the parts
    error: the parts have no motifs; make them again with --table motifs
    ");
    let groups = |args: &[&str]| {
        let rows = run(&[args, &["--by", "motif", GAMES], &JSONL].concat()).json_lines();
        let mut groups: Vec<String> = rows
            .iter()
            .map(|row| format!("{} {}", row["motif"], row["games"]))
            .collect();
        groups.sort();
        groups
    };
    let of_stats = groups(&["stats", "--table", "results"]);
    assert_eq!(of_stats, groups(&["count"]));
}

#[test]
fn motifs_of_a_game_are_counted_and_sorted() {
    let counts = run(&[&["count", "--by", "motif", GAMES][..], &JSONL].concat());
    for row in counts.json_lines() {
        let motif = row["motif"].as_str().unwrap();
        let filter = format!("motif = {motif}");
        let found = run(&[&["count", "--where", &filter, GAMES][..], &JSONL].concat());
        assert_eq!(found.json_lines()[0]["games"], row["games"], "{motif}");
    }
    let sorted = run(&["sort", "--by", "motif", "fixtures/games/hive.uhp"]);
    assert_eq!(sorted.code, 0, "{}", sorted.err);
}

#[test]
fn similar_games_are_the_same_from_files_and_from_an_index() {
    let folder = tempfile::tempdir().unwrap();
    let index = folder.path().join("games.skepdb").display().to_string();
    assert_eq!(run(&["index", GAMES, "-o", &index]).code, 0);
    let list = |input: &str, more: &[&str]| {
        let args = ["list", "--like", LINE, input];
        let listed = run(&[&args[..], &JSONL, more].concat());
        let rows = listed.json_lines().into_iter();
        rows.map(|row| {
            (
                row["similarity"].to_string(),
                row["ply"].to_string(),
                row["white"].to_string(),
            )
        })
        .collect::<Vec<_>>()
    };
    let mut found = list(GAMES, &[]);
    assert_eq!(found.len(), 20);
    let mut of_index = list(&index, &[]);
    found.truncate(3);
    of_index.truncate(3);
    assert_eq!(of_index, found);
    assert_eq!(list(GAMES, &["--limit", "3"]), found);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.uhp");
    // The position itself, turned, and with the colours exchanged.
    fs::write(
        &file,
        format!(
            "Base;InProgress;White[4];{LINE}\nBase;InProgress;White[4];wS1;bS1 -wS1;wQ wS1-;bQ -bS1;wA1 wQ-;bA1 -bQ\n\
             Base;InProgress;White[4];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wG1 -wQ;bG1 bQ-\n"
        ),
    )
    .unwrap();
    let own = list(file.to_str().unwrap(), &[]);
    let plies: Vec<&str> = own.iter().map(|(_, ply, _)| ply.as_str()).collect();
    assert_eq!(plies, ["6", "6", "6"]);
    let similar: Vec<&str> = own
        .iter()
        .map(|(similarity, ..)| similarity.as_str())
        .collect();
    // Eight features: in the last game, the two ants differ.
    assert_eq!(similar, ["1.0", "1.0", "0.6"]);
    let mut told = String::new();
    for position in ["wS1;bS1 wS1-", "hex-it"] {
        let wrong = run(&["list", "--like", position, GAMES]);
        assert_eq!(wrong.code, 2, "{}", wrong.err);
        told += &wrong.err;
    }
    insta::assert_snapshot!(told, @"
    error: cannot compare the position of --like: it has no piece beside a queen and no pinned piece
    error: --like needs a position of plain Hive
    ");
}

#[test]
fn names_by_patterns_are_found_in_trees_and_games() {
    let folder = tempfile::tempdir().unwrap();
    let names = folder.path().join("names.tsv").display().to_string();
    fs::write(&names, "Next to the queen\tpattern(wQ; wA wQ-)\n").unwrap();
    let args = [
        "openings",
        "--names",
        &names,
        "--min-games",
        "1",
        "--depth",
        "6",
        GAMES,
    ];
    let rows = run(&[&args[..], &JSONL].concat()).json_lines();
    let named = rows
        .iter()
        .filter(|row| row["opening"] == "Next to the queen");
    assert!(named.count() > 0);
    let by = [
        "stats", "--by", "opening", "--names", &names, "--table", "results", GAMES,
    ];
    let groups = run(&[&by[..], &JSONL].concat()).json_lines();
    assert!(
        groups
            .iter()
            .any(|row| row["opening"] == "Next to the queen")
    );
    fs::write(&names, "A\tpattern(wQ; wQ wQ-)\n").unwrap();
    let wrong = run(&args);
    assert_eq!(wrong.code, 2);
    insta::assert_snapshot!(crate::skep::stable(&wrong.err), @"error: cannot use DIR/names.tsv: line 1, column 3: the pattern has more pieces of one kind than Hive has");
}

#[test]
fn a_book_is_a_page_with_every_row() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("book.html").display().to_string();
    let args = [
        "openings",
        "--depth",
        "3",
        "--min-games",
        "3",
        GAMES,
        "fixtures/games/hive.uhp",
    ];
    let written = run(&[&args[..], &["-o", &page]].concat());
    assert_eq!((written.code, &*written.out), (0, ""), "{}", written.err);
    let page = fs::read_to_string(page).unwrap();
    let rows = run(&[&args[..], &JSONL].concat()).json_lines();
    assert_eq!(page.matches("<details class=\"node\"").count(), rows.len());
    // Only the first tree is open. On paper, the style opens all.
    assert_eq!(page.matches("\" open>").count(), 1);
    assert!(page.contains("details::details-content{content-visibility:visible"));
    let title = "Openings in league.zip and hive.uhp";
    assert!(
        page.contains(&format!("<h1>{title}</h1>"))
            && page.contains(&format!("<title>{title}</title>"))
    );
    assert!(page.contains("without a filter"), "{page}");
    let filtered = folder.path().join("filtered.html").display().to_string();
    let written = run(&[&args[..], &["--where", "year >= 2024", "-o", &filtered]].concat());
    assert_eq!(written.code, 0, "{}", written.err);
    let filtered = fs::read_to_string(filtered).unwrap();
    assert!(
        filtered.contains("where <code>year &gt;= 2024</code>"),
        "{filtered}"
    );
    assert!(!page.contains("<script"));
    for row in rows.iter().filter(|row| row["depth"] != 0) {
        let games = format!("Played in {} game", row["played"]);
        assert!(page.contains(&games), "{row}");
    }
}

/// The columns of exported tables, the filters and the counts agree about motifs.
#[test]
fn motifs_are_columns_of_tables() {
    let export = |table, columns| {
        let args = ["export", "--table", table, "--columns", columns, "-j", "2"];
        run(&[&args[..], &[GAMES, "fixtures/games/venom.uhp"], &JSONL].concat()).json_lines()
    };
    let games = export("games", "all");
    let plies = export("plies", "number,ply,side,motifs");
    for motif in ["gate", "ring", "elbow", "pin", "queen-pin", "cover"] {
        for side in ["White", "Black"] {
            let name = side.to_lowercase();
            let column = format!("{name}_first_{}", motif.replace('-', "_"));
            let mut made = 0;
            for game in &games {
                let makes = plies.iter().find(|ply| {
                    let names = ply["motifs"].as_str().unwrap_or_default();
                    ply["number"] == game["number"]
                        && ply["side"] == side
                        && names.split(' ').any(|name| name == motif)
                });
                let first = makes.map_or(&serde_json::Value::Null, |ply| &ply["ply"]);
                assert_eq!(game[&column], *first, "{column} {game}");
                made += u64::from(!first.is_null());
            }
            let filter = format!("{name}_motif = {motif}");
            let found = run(&["count", "--where", &filter, GAMES]);
            assert_eq!(found.out.trim(), made.to_string(), "{filter}");
        }
    }
    // Other games have no motifs, and a turn of Hive can make none.
    let of = |motifs: &dyn Fn(&serde_json::Value) -> bool| {
        plies.iter().filter(|ply| motifs(&ply["motifs"])).count()
    };
    assert!(of(&|motifs| motifs.is_null()) > 0 && of(&|motifs| *motifs == "") > 0);
    // Both are columns on request.
    let default = run(&[&["export", GAMES][..], &JSONL].concat());
    assert!(!default.out.contains("motif") && !default.out.contains("first_gate"));
}

#[test]
fn a_motif_that_a_game_lacks_has_no_first_ply() {
    let count = |filter: &str| -> u64 {
        let counted = run(&["count", "--where", filter, GAMES]);
        counted.out.trim().parse().unwrap()
    };
    for motif in ["cover", "gate", "ring"] {
        let with = count(&format!("motif = {motif}"));
        assert_eq!(count(&format!("known(first({motif}))")), with, "{motif}");
        assert_eq!(count(&format!("first({motif}) > 0")), with, "{motif}");
    }
    assert!(count("known(first(cover))") < count("plies > 0"));
    // Only plain Hive has motifs.
    let hexit = run(&[
        "count",
        "--where",
        "known(first(cover))",
        "fixtures/games/exxit.hxt",
    ]);
    assert_eq!(hexit.out, "0\n");
}
