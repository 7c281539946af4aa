//! The filter language: what it understands, what it refuses and where, and what it selects.

use proptest::prelude::*;
use skep_analysis::Facts;
use skep_analysis::filter::{Field, Filter, Truth};
use skep_records::Source;
use skep_records::notation::{Judge, JudgeOptions, Verdict, read, split};
use skep_records::record::{Format, Record};

const GAMES: &str = include_str!("../../../fixtures/select/games.pgn");

/// The games of the fixture, as read and judged.
fn games() -> Vec<(Record, Verdict)> {
    let mut judge = Judge::new(JudgeOptions::default());
    split::games(Format::Pgn, GAMES.as_bytes())
        .map(|range| {
            let (mut record, mut verdict) = (Record::default(), Verdict::default());
            read::read(Format::Pgn, &GAMES[range], &mut record);
            judge.judge(&record, &mut verdict);
            assert!(verdict.status.is_sound(), "{:?}", verdict.diagnostics);
            (record, verdict)
        })
        .collect()
}

fn source() -> Source {
    Source {
        path: "folder/games.pgn".into(),
        entry: None,
    }
}

fn truth(filter: &str, (record, verdict): &(Record, Verdict)) -> Truth {
    let filter = Filter::parse(filter).unwrap_or_else(|e| panic!("{filter}: {e}"));
    filter.test(&Facts::new(record, verdict), &source())
}

/// The numbers of the games that a filter selects, from 1.
fn selected(filter: &str) -> Vec<usize> {
    let games = games();
    (1..=games.len())
        .filter(|n| truth(filter, &games[n - 1]) == Truth::True)
        .collect()
}

#[test]
fn fields_are_compared_by_their_kind() {
    for (filter, expected) in [
        ("white = Ann", &[1, 3][..]),
        ("white = ann", &[1, 3]),
        ("white == \"ANN\"", &[1, 3]),
        ("white <> ann", &[2, 4]),
        ("white !~ nn", &[2, 4]),
        ("white in (ann, Cid)", &[1, 3]),
        ("white not in (ann)", &[2, 4]),
        ("player in (Cid, Bobby)", &[3, 4]),
        ("black ~ /^b.b$/", &[1]),
        ("black ~ /(?-i)^b/", &[]),
        ("source ~ /folder", &[]),
        ("source ~ /r\\/games\\./", &[1, 2, 3, 4, 5]),
        ("winner = white", &[1]),
        ("winner = White", &[1]),
        ("winner != \"white\"", &[2, 3, 4]),
        ("loser = white", &[2]),
        ("winner in (white, Bob)", &[1]),
        ("white ~ ANN", &[1, 3]),
        ("player = \"Bob\"", &[1, 2]),
        ("player ~ 'bob'", &[1, 2, 4]),
        ("player != Ann", &[4]),
        ("winner = Ann", &[1, 2]),
        ("loser = Bob", &[1, 2]),
        // A draw has no winner, and of the last two the result is not known.
        ("winner != Ann", &[]),
        ("not known(winner) and result = draw", &[3]),
        ("type = base+plm", &[1, 2]),
        ("variant ~ p", &[1, 2, 4]),
        ("variant != Base", &[1, 2, 4, 5]),
        ("whiteelo >= 1900", &[1]),
        ("elo > 1800", &[1, 2]),
        ("elo <= 1700", &[1, 4]),
        ("event ~ cup", &[1]),
        ("kind = tournament", &[1]),
        ("kind = Unranked", &[3]),
        ("known(kind)", &[1, 3]),
        ("not known(event)", &[2, 4]),
        ("site = here", &[1, 2, 3, 4, 5]),
        ("source ~ folder", &[1, 2, 3, 4, 5]),
        ("entry = x", &[]),
        ("plies > 4", &[2]),
        ("plies = 4 or plies < 3", &[1, 3, 4]),
        ("result = draw", &[3]),
        ("result = 1-0", &[1]),
        ("result = White", &[1]),
        ("result = black", &[2]),
        ("result = 0-1", &[2]),
        ("result = 1/2-1/2", &[3]),
        ("result ~ wins", &[1, 2]),
        ("variant = MLP", &[1, 2]),
        ("opening = \"ladybug Opening\"", &[1, 2]),
        ("opening != \"Ladybug opening\"", &[3, 4, 5]),
        ("opening ~ /^(spider|pillbug)/", &[3, 4]),
        ("opening in (\"Spider opening\", \"wL bL\")", &[1, 2, 3]),
        ("year = 2024", &[1, 2, 5]),
        ("year < 2024", &[3]),
        ("month = 2024-03", &[1, 2]),
        ("month = 3", &[1, 2]),
        ("month = Dec", &[3]),
        ("month >= april", &[3]),
        ("not known(month)", &[4, 5]),
        ("result != draw", &[1, 2, 4]),
        ("stated = WhiteWins", &[1]),
        ("board = InProgress", &[1, 2, 3, 4, 5]),
        ("status = ok", &[1, 2, 3, 4, 5]),
        ("status = mismatch", &[]),
        ("status != mismatch", &[1, 2, 3, 4, 5]),
        ("game = hive", &[1, 2, 3, 4, 5]),
        ("tag(GAMENAME) ~ \"T!\"", &[1]),
        ("tag(\"Round\") = ''", &[1, 2, 3, 4, 5]),
    ] {
        assert_eq!(selected(filter), expected, "{filter}");
    }
}

#[test]
fn partial_dates_are_never_guessed() {
    // The dates: 2024-03-09, 2024-03, 2023-12-31, unknown, 2024.
    for (filter, expected) in [
        ("date >= 2024", &[1, 2, 5][..]),
        ("date >= 2024-03", &[1, 2]),
        ("date > 2024-02-29", &[1, 2]),
        ("date >= 2024-03-09", &[1]),
        ("date <= 2024-03", &[1, 2, 3]),
        ("date < 2024", &[3]),
        ("date = 2024", &[1, 2, 5]),
        ("date = 2024-03", &[1, 2]),
        ("date = 2024-03-09", &[1]),
        ("date != 2024-03", &[3]),
        ("not date >= 2024-03", &[3]),
        ("not known(date)", &[4]),
        ("date < 2025 or date >= 2025", &[1, 2, 3, 5]),
    ] {
        assert_eq!(selected(filter), expected, "{filter}");
    }
}

#[test]
fn numbers_and_dates_are_read_as_people_write_them() {
    for (filter, expected) in [
        ("plies = 3..4", &[1, 3, 5][..]),
        ("plies = 5..", &[2]),
        ("plies != ..4", &[2]),
        ("plies in (2, 5..9)", &[2, 4]),
        ("elo = 1600..1700", &[1]),
        ("plies > 3.5", &[1, 2, 3]),
        ("plies > -1", &[1, 2, 3, 4, 5]),
        ("plies <= 2.0", &[4]),
        ("date = 2024-03..2024-04", &[1, 2]),
        ("date = ..2023", &[3]),
        ("date = 9.3.2024", &[1]),
        ("date = 2024/3/9", &[1]),
        ("date = 03.2024", &[1, 2]),
        ("date = 'March 2024'", &[1, 2]),
        ("date = '9 Mar 2024'", &[1]),
        ("date < '31 December 2023'", &[]),
        ("date ~ 2024", &[1, 2, 5]),
        ("date !~ 2024", &[3]),
        ("date ~ 2024-03", &[1, 2]),
        ("month = 2..4", &[1, 2]),
        ("month ~ 2024-03", &[1, 2]),
        ("year = 2020..2023", &[3]),
    ] {
        assert_eq!(selected(filter), expected, "{filter}");
    }
    for (filter, help) in [
        ("date = 04/02/2024", "write the year first: 2024-04-02"),
        ("plies = 30..20", "the smaller one comes first: 20..30"),
        ("plies > 20..30", "write plies = 20..30"),
        ("plies > 1,000", "numbers have no separators: 1000"),
        ("queen = 7..9", "queen is from 0 to 6"),
        ("plies = 20.5", "plies is a whole number"),
    ] {
        let error = Filter::parse(filter).expect_err(filter);
        assert!(error.help.unwrap_or_default().contains(help), "{filter}");
    }
}

/// A game with these tags.
fn tagged(tags: &str) -> (Record, Verdict) {
    pgn(&format!("{tags}\n\n1. wS1 2. bS1 wS1- *\n"))
}

fn pgn(text: &str) -> (Record, Verdict) {
    let mut judge = Judge::new(JudgeOptions::default());
    let (mut record, mut verdict) = (Record::default(), Verdict::default());
    read::read(Format::Pgn, text, &mut record);
    judge.judge(&record, &mut verdict);
    (record, verdict)
}

#[test]
fn a_tag_is_a_number_or_a_date_where_it_is_written_as_one() {
    let of = |round: &str| tagged(&format!("[Round \"{round}\"]"));
    for (round, filter, expected) in [
        ("10", "tag(Round) > 3", Truth::True),
        ("3", "tag(Round) > 3", Truth::False),
        ("3.5", "tag(Round) = 3..4", Truth::True),
        ("-2", "tag(Round) < -1.5", Truth::True),
        ("03", "tag(Round) = 3", Truth::True),
        ("03", "tag(Round) = 03", Truth::True),
        ("03", "tag(Round) ~ 03", Truth::True),
        ("3", "tag(Round) ~ 03", Truth::False),
        ("final", "tag(Round) > 3", Truth::Unknown),
        ("final", "not tag(Round) > 3", Truth::Unknown),
        ("final", "tag(Round) = Final", Truth::True),
        ("final", "tag(Round) != 3", Truth::True),
        ("?", "tag(Round) != 3", Truth::Unknown),
        ("2024.03.09", "tag(Round) >= 2024-03", Truth::True),
        ("2024.03.09", "tag(Round) > 2024-03", Truth::False),
        ("2024.03.09", "tag(Round) = 2024", Truth::True),
        ("2", "tag(Round) <= plies", Truth::True),
        ("2", "plies < tag(Round)", Truth::False),
        ("nan", "tag(Round) > 3", Truth::Unknown),
    ] {
        assert_eq!(truth(filter, &of(round)), expected, "{round}: {filter}");
    }
    let error = Filter::parse("tag(Round) > final").unwrap_err();
    assert!(error.message.contains("has no order"), "{error}");
}

#[test]
fn fields_are_compared_with_each_other() {
    let elos = "[White \"Ann\"]\n[Black \"ann\"]\n[WhiteElo \"1900\"]\n[BlackElo \"1850\"]\n[Date \"2024.03.??\"]\n[EventDate \"2024.03.09\"]\n[Result \"1-0\"]";
    let game = tagged(elos);
    for (filter, expected) in [
        ("white_elo > black_elo", Truth::True),
        ("elo(white) < elo(black)", Truth::False),
        ("elo < white_elo", Truth::True),
        ("white_elo = white_elo", Truth::True),
        ("white_elo != black_elo", Truth::True),
        ("max(mobility) >= mobility", Truth::True),
        ("white = loser", Truth::True),
        ("winner != white", Truth::False),
        // Words that are sides stay sides, and texts that games can have stay texts.
        ("winner = white", Truth::True),
        ("event = site", Truth::Unknown),
        ("board_result != stated_result", Truth::True),
        ("date = tag(EventDate)", Truth::Unknown),
        ("tag(EventDate) > tag(Date)", Truth::Unknown),
        ("tag(EventDate) >= 2024-03-09", Truth::True),
        ("black_points > white_points", Truth::Unknown),
        ("tag(White) = tag(Black)", Truth::True),
    ] {
        assert_eq!(truth(filter, &game), expected, "{filter}");
    }
    let error = Filter::parse("plies > first(gate) and plies > max(x)").unwrap_err();
    assert!(error.message.contains("not a feature"), "{error}");
    let error = Filter::parse("result = max(queen)").unwrap_err();
    assert!(error.message.contains("cannot be compared"), "{error}");
}

/// Where every output says null, `known` is false, and neither a test nor its negation matches.
#[test]
fn missing_is_unknown_for_every_field() {
    let empty = tagged("[Result \"*\"]");
    let drawn = tagged("[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1/2-1/2\"]");
    let mut missing = 0;
    for game in [&empty, &drawn] {
        let (facts, source) = (Facts::new(&game.0, &game.1), source());
        for field in Field::ALL {
            let values = field.values(&facts, &source);
            let known = truth(&format!("known({field})"), game);
            let is_known = values.each().iter().all(Option::is_some);
            assert_eq!(known, Truth::of(is_known), "{field}: {values:?}");
            let test = field.example();
            let test = if test.starts_with(field.as_str()) {
                test
            } else {
                continue;
            };
            if values.each().iter().all(Option::is_none) && !values.is_list() {
                missing += 1;
                for test in [test.to_owned(), format!("not ({test})")] {
                    assert_eq!(truth(&test, game), Truth::Unknown, "{test}");
                }
            }
        }
    }
    assert!(missing > 20, "{missing}");
    // A list of findings without the wanted one is known.
    assert_eq!(truth("code != illegal-move", &empty), Truth::True);
}

#[test]
fn lines_are_compared_up_to_symmetry_and_numbers() {
    for (filter, expected) in [
        ("opening = \"wL bL\"", &[1, 2][..]),
        ("opening = 'wL;bL -wL'", &[1, 2]),
        ("opening = \"WL1, bl1 \\wL\"", &[1, 2]),
        (
            "opening = \"Base+MLP;InProgress;White[2];wL;bL wL-\"",
            &[1, 2],
        ),
        ("opening = \"wS bG\"", &[3]),
        ("opening = \"wS2 bG3 wS2/\"", &[3]),
        ("opening = \"wG bS wG- wA -wG\"", &[5]),
        ("opening != \"wL bL\"", &[3, 4, 5]),
        ("reaches(\"wL bL wL- wQ -wL\")", &[1]),
        // The same bugs beside each other in another way.
        ("reaches(\"wQ bL wQ- wL /wQ\")", &[]),
        ("reaches(\"wG bS wG-\")", &[5]),
        ("uses(P)", &[4]),
        ("uses(wA)", &[2, 5]),
        ("uses(bA)", &[]),
        ("uses(bQ) and not uses(L)", &[3]),
        ("uses(B)", &[]),
        ("uses(wG1)", &[5]),
    ] {
        assert_eq!(selected(filter), expected, "{filter}");
    }
}

#[test]
fn joined_tests_bind_as_usual() {
    assert_eq!(
        selected("white = Ann and plies = 4 or black = Bobby"),
        [1, 3, 4]
    );
    assert_eq!(
        selected("white = Ann and (plies = 4 or black = Bobby)"),
        [1, 3]
    );
    assert_eq!(selected("NOT white = Ann AND known(white)"), [2, 4]);
    assert_eq!(selected("not (white = Ann or black = Ann)"), [4]);
    assert_eq!(selected("not not white = Ann"), [1, 3]);
    assert_eq!(
        selected("white = Ann && plies = 4 || black = Bobby"),
        [1, 3, 4]
    );
    assert_eq!(selected("!(white = Ann || black = Ann)"), [4]);
    assert_eq!(selected("!white=Ann&&known(white)"), [2, 4]);
}

#[test]
fn a_replay_is_asked_for_only_where_it_can_matter() {
    let games = games();
    let quick = |filter: &str, n: usize| {
        let filter = Filter::parse(filter).unwrap();
        filter.test(&Facts::of_record(&games[n - 1].0), &source())
    };
    assert_eq!(quick("white = Ann", 1), Truth::True);
    assert_eq!(quick("variant = Base", 3), Truth::True);
    assert_eq!(quick("white = Cid and plies > 3", 1), Truth::False);
    assert_eq!(quick("white = Ann or plies > 3", 1), Truth::True);
    assert_eq!(quick("white = Ann and plies > 3", 1), Truth::Pending);
    assert_eq!(quick("not uses(P)", 1), Truth::Pending);
}

#[test]
fn faults_are_said_where_they_are() {
    for (text, at, part) in [
        (
            "",
            0..0,
            "expected a test such as white = \"Ann\" at the end",
        ),
        (
            "white",
            5..5,
            "expected one of = != ~ !~ < <= > >= in at the end",
        ),
        ("white = ", 8..8, "expected a value at the end"),
        ("white = = x", 8..9, "expected a value"),
        ("whit = x", 0..4, "unknown field `whit`"),
        ("plies > many", 8..12, "`many` is not a number"),
        ("date > 2024-13", 7..14, "not a date"),
        ("white < x", 6..7, "texts have no order"),
        ("plies ~ 3", 6..7, "~ works only with texts"),
        ("result = won", 9..12, "`won` is not a value of `result`"),
        ("(white = x", 10..10, "expected `)` at the end"),
        ("white = x)", 9..10, "expected `and`, `or` or the end"),
        ("white = x y", 10..11, "expected `and`"),
        ("white = \"x", 8..10, "not closed"),
        ("wäiß & x", 7..8, "unexpected character `&`"),
        ("uses(X)", 5..6, "is not a piece"),
        ("uses(wA4)", 5..8, "is not a piece"),
        ("opening = 'wL wL'", 10..17, "Black's turn"),
        ("opening = 'wL bL wA1 bL-'", 10..25, "ply 3"),
        ("opening = hello", 10..15, "cannot read `hello`"),
        ("opening > wL", 8..9, "texts have no order"),
        ("white in Ann", 9..12, "expected `(`"),
        ("white in (Ann Bob)", 14..17, "expected `,` or `)`"),
        ("white not Ann", 10..13, "expected `in`"),
        ("white | black", 6..7, "unexpected character `|`"),
        (
            "white ~ /(/",
            8..11,
            "not a regular expression: unclosed group",
        ),
        ("white = /ann/", 8..13, "is not a value of `white`"),
        ("result = unknown", 9..16, "is not a value of `result`"),
        ("result ~ 1-0", 9..12, "no value of `result` contains `1-0`"),
        ("status ~ /^x/", 9..13, "no value of `status` matches"),
        ("queen > 6", 8..9, "`queen > 6` is never true"),
        ("max(queen) >= 7", 14..15, "`max(queen) >= 7` is never true"),
        ("plies < 0", 8..9, "`plies < 0` is never true"),
        ("year = 24", 7..9, "`year = 24` is never true"),
        ("month > 12", 8..10, "`month > 12` is never true"),
        ("month = 13", 8..10, "`13` is not a month"),
        ("reaches('')", 8..10, "no moves"),
        ("reaches('Venom')", 8..15, "no moves"),
        ("reaches('hex-it;wQ')", 8..19, "the line is not legal"),
        ("reaches('Venom;wS1;bS1 wX-')", 8..27, "cannot"),
    ] {
        let error = Filter::parse(text).expect_err(text);
        assert_eq!(error.span, at, "{text}: {error}");
        assert!(error.message.contains(part), "{text}: {error}");
    }
    let deep = format!("{}white = x{}", "(".repeat(5000), ")".repeat(5000));
    assert!(Filter::parse(&deep).is_err());
    assert!(Filter::parse(&format!("{} white = x", "not ".repeat(5000))).is_err());
}

/// A short filter cannot take much memory or time.
#[test]
fn regular_expressions_are_bounded() {
    let of = |regex: &str| format!("event~/{regex}/");
    let refused = |text: &str| Filter::parse(text).expect_err(text).to_string();
    let long = vec![of(r"\w{140}"); 105].join(" or ");
    assert!(long.len() < 2000, "{}", long.len());
    assert_eq!(
        refused(&long),
        r"the regular expression /\w{140}/ takes more than 1024 KiB of memory"
    );
    let nested = of("(?:(?:(?:a{1000}){1000}){1000}){1000}");
    assert!(refused(&nested).contains("takes more than 1024 KiB"));
    // Each is small enough, all together are not.
    let total = "the regular expressions of the filter take more than 2048 KiB of memory";
    assert_eq!(refused(&vec![of(r"\w\w"); 100].join(" or ")), total);
    assert_eq!(refused(&vec![of("a"); 200].join(" or ")), total);
    // Each is small, but takes long to read.
    let slow = of(&r"[\w--\w]".repeat(400));
    assert_eq!(
        refused(&vec![slow; 100].join(" or ")),
        "the regular expressions of the filter take more than 2 s to read"
    );
    for ordinary in [
        r"\w+",
        r"^\w+ \w+$",
        r"\w{1,10}",
        r"(\w+)@(\w+)\.com",
        r"\b\w+\b.*\b\w+\b",
        r"^\d{4}-\d{2}-\d{2}",
        r"(müller|straße|żółw)\s+\S+",
        "^.{1,100}$",
        "[^a]{100}",
        "[a-z0-9_]{140}",
    ] {
        Filter::parse(&of(ordinary)).unwrap();
    }
    let names: Vec<String> = (0..500).map(|i| format!("player{i}")).collect();
    Filter::parse(&of(&format!("^({})$", names.join("|")))).unwrap();
    Filter::parse(&vec![of(r"\bspring\b"); 100].join(" or ")).unwrap();
}

#[test]
fn a_fault_comes_with_what_to_write_instead() {
    for (text, help) in [
        ("illegal", "did you mean status = illegal?"),
        (
            "opening ~ wM",
            "a line of moves needs =, as in opening = 'wL bS1'",
        ),
        ("moves > 30", "did you mean plies?"),
        ("whit = x", "did you mean white?"),
        ("Annotator = 3", "for a tag of the record: tag(Annotator)"),
        (
            "white = Ann Lee",
            "put several words in quotes: \"Ann Lee\"",
        ),
        ("kind = tourn", "did you mean tournament?"),
        (
            "result = won",
            "the values are WhiteWins, BlackWins, Draw, InProgress",
        ),
        (
            "result = unknown",
            "use not known(result) for games without a result",
        ),
        (
            "date = unknown",
            "use not known(date) for games without a date",
        ),
        ("plies > none", "use not known(plies)"),
        ("not date", "not known(date)"),
        ("date and plies > 3", "not known(date)"),
        ("no date", "write not known(date)"),
        ("has event", "write known(event)"),
        ("mismatch", "did you mean status = mismatch?"),
        ("result_mismatch", "did you mean status = mismatch?"),
        ("pattern = 'wB1 on bQ'", "write it as in pattern('bA wQ-')"),
        ("uses wP", "write it as in uses(P)"),
        ("date > today - x", "words are read too: today"),
        ("date > 'today -'", "words are read too: today"),
        ("date > last 30", "words are read too: today"),
        ("event contains cup", "use ~ to match part of a text"),
        ("elo is null", "use known(elo) or not known(elo)"),
        (
            "tag(Round) is null",
            "use known(tag(Round)) or not known(tag(Round))",
        ),
        ("opening = Ant", "did you mean \"Ant opening\"?"),
        ("opening = hello", "write moves, or one of Ant opening"),
        (
            "white = /ann/",
            "use ~ with a regular expression: white ~ /ann/",
        ),
        ("white !~ '^ann'", "white !~ /^ann/"),
        ("queen > 6", "queen is from 0 to 6"),
        ("a & b", "use and or &&"),
    ] {
        let error = Filter::parse(text).expect_err(text);
        let found = error.help.unwrap_or_default();
        assert!(found.contains(help), "{text}: {found}");
    }
}

#[test]
fn likely_mistakes_show_after_the_games() {
    let games = games();
    let warnings = |text: &str| {
        let filter = Filter::parse(text).unwrap();
        assert!(filter.warnings().is_empty(), "{text}");
        for (record, verdict) in &games {
            filter.clone().test(&Facts::new(record, verdict), &source());
        }
        filter.warnings()
    };
    for quiet in [
        "elo > 1500",
        "elo > 9000",
        "white = Nobody",
        "variant = Base+ML",
        // The left test fails for every game, so the evaluation is never needed.
        "variant = Venom and evaluation > 3",
        "tag(GameName) = x",
        "white = Ann or variant = base+m",
    ] {
        assert_eq!(warnings(quiet), [""; 0], "{quiet}");
    }
    for (text, expected) in [
        ("points > 3 or points < 2", "no game has a value for points"),
        ("not tag(Evnt) = Cup", "no game has a value for tag(Evnt)"),
        ("entry ~ x", "no game has a value for entry"),
        ("max(points) > 3", "no game has a value for max(points)"),
        (
            "variant = Bas+MLP",
            "no game has the variant Bas+MLP, which --where tests; did you mean Base+MLP?",
        ),
        (
            "variant in (Base, Foo)",
            "no game has the variant Foo, which --where tests",
        ),
    ] {
        let found = warnings(text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert!(found[0].starts_with(expected), "{text}: {found:?}");
    }
}

proptest! {
    #![proptest_config(skep_testing::repeatable(256))]

    #[test]
    fn any_text_is_understood_or_refused_within_it(text in "[a-z(\"'=~<>!&|,/ é]{0,30}|(white|source|opening|month|year|variant) (=|~|!~|in|not in|<) \\PC{0,12}|\\PC{0,20}|(opening|reaches|uses|known|tag|white|date)[ =(]{1,2}\\PC{0,20}") {
        if let Err(error) = Filter::parse(&text) {
            prop_assert!(error.span.end <= text.len());
            prop_assert!(text.is_char_boundary(error.span.start) && text.is_char_boundary(error.span.end));
        }
    }

    #[test]
    fn the_contrary_selects_nothing_that_the_test_selects(n in 0..5usize, a in 0..6usize, b in 0..6usize) {
        let tests = ["white = Ann", "date >= 2024-03", "elo > 1800", "result = draw", "uses(L)", "winner = Ann"];
        let games = games();
        let one = truth(tests[a], &games[n]);
        let other = truth(tests[b], &games[n]);
        prop_assert_eq!(truth(&format!("not ({})", tests[a]), &games[n]), one.not());
        // De Morgan, with unknown answers too.
        prop_assert_eq!(
            truth(&format!("not ({} or {})", tests[a], tests[b]), &games[n]),
            one.not().and(other.not())
        );
    }
}

/// What the record says about its plies: a test matches if it matches for any ply.
#[test]
fn marks_of_plies_are_fields() {
    let judged = pgn(
        "[White \"Ann\"]\n\n{before}\n1. wS1! {[%before 50 win%] [%score 48 win%] [%engine x]}\n\
         2. bS1 wS1- $4 $16 {Bad Idea} {[%score 62.5 win%] [%engine x]}\n\
         3. wQ -wS1 {[%before 60 win%] [%score 40 win%] [%engine x]} {[%score 5 engine] [%engine y]}\n\
         4. bQ bS1- {[%score win b 3] [%engine y]}\n",
    );
    let plain = pgn("[White \"Ann\"]\n\n1. wS1\n");
    for (filter, expected) in [
        ("glyph = '??'", true),
        ("glyph = '$4' and glyph = '!' and glyph = '$16'", true),
        ("glyph = '?!'", false),
        ("glyph != '?!'", true),
        ("evaluation > 62", true),
        ("evaluation > 62 and evaluation < 41", true),
        ("evaluation < -1000000", true),
        ("evaluation = 62.5 and not evaluation = 62", true),
        ("evaluation = 45..50", true),
        ("white_swing = 20", true),
        ("black_swing = 14.5", true),
        ("swing(white) > 19.9 and swing >= 20", true),
        ("swing > 20", false),
        ("comment ~ idea", true),
        ("comment = before", true),
        ("comment ~ /^bad/ and known(comment)", true),
        ("comment !~ idea", false),
        ("known(glyph) and known(evaluation) and known(swing)", true),
    ] {
        assert_eq!(truth(filter, &judged), Truth::of(expected), "{filter}");
    }
    for (filter, expected) in [
        (
            "known(comment) or known(glyph) or known(evaluation)",
            Truth::False,
        ),
        ("comment !~ idea and glyph != '??'", Truth::True),
        ("swing > 1", Truth::Unknown),
        ("evaluation > 1", Truth::False),
    ] {
        assert_eq!(truth(filter, &plain), expected, "{filter}");
    }
    // The points of Hex-It have their own name.
    assert!(Filter::parse("whiteevaluation > 3").is_err());
    assert!(Filter::parse("glyph = good").is_err());
}

/// The robots of Boardspace have known names there. Elsewhere, and of other players, nothing is known.
#[test]
fn the_robots_of_boardspace_are_programs() {
    for (site, white, black, bot) in [
        ("boardspace.net", "Ann", "Dumbot", Some(true)),
        ("www.boardspace.net", "WeakBot1", "Ann", Some(true)),
        ("boardspace.net", "SmartBot0", "dumbot2", Some(true)),
        ("boardspace.net", "Ann", "Bob", Some(false)),
        ("boardspace.net", "Ann", "Dumbotnik", Some(false)),
        ("boardspace.net", "Ann", "?", None),
        ("hivegame.com", "Ann", "Dumbot", None),
    ] {
        let text = format!(
            "[GameType \"Base\"]\n[Site \"{site}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\n1. wS1\n"
        );
        let record = Record::read(Format::Pgn, &text);
        let verdict = Judge::default().verdict(&record);
        assert_eq!(Facts::new(&record, &verdict).bot(), bot, "{text}");
    }
}
