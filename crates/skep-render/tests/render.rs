//! Pictures: text and SVG as snapshots, PNG and GIF by their pixels.

use insta::assert_snapshot;
use resvg::tiny_skia::Pixmap;
use skep_records::GameLine;
use skep_records::notation::{Judge, JudgeOptions, Verdict, read};
use skep_records::record::{Format, Record};
use skep_render::{
    Animation, Board, DrawnCell, DrawnPiece, Owner, Style, Symbols, TextStyle, Theme,
};
use skep_rules::game::{Position as _, Side};
use skep_rules::geometry::Hex;
use skep_rules::hexit;
use skep_rules::hive::Bug;

/// Two beetles on a queen, a pillbug, and a last move over the hive.
const STACKS: &str = "Base+MLP;InProgress;White[9];wL;bL wL-;wQ -wL;bQ bL-;wB1 -wQ;bB1 bQ-;wB1 wQ;bB1 bQ;wP /wL;bP bL\\;wB1 wL;bB1 bL;wA1 -wQ;bA1 bQ-;wB1 bB1;bA1 -wA1";

fn line(format: Format, text: &str) -> GameLine {
    let mut record = Record::default();
    read::read(format, text, &mut record);
    let mut verdict = Verdict::default();
    Judge::new(JudgeOptions::default()).judge(&record, &mut verdict);
    assert!(verdict.status.is_sound(), "{:?}", verdict.diagnostics);
    GameLine::new(&record, &verdict)
}

fn stacks() -> GameLine {
    line(Format::Uhp, STACKS)
}

fn hexit_game() -> GameLine {
    let text = include_str!("../../../fixtures/hexit/games/standard-last-tile.hxt");
    line(Format::Hxt, text)
}

fn last(line: &GameLine) -> Board {
    Board::of(&line.at(u32::MAX))
}

#[test]
fn hive_as_text() {
    let board = last(&stacks());
    assert_snapshot!(board.text(&TextStyle::default()));
    let style = TextStyle {
        ascii: true,
        labels: true,
        ..TextStyle::default()
    };
    assert!(board.text(&style).is_ascii());
    assert_snapshot!(board.text(&style));
    let style = TextStyle {
        colour: true,
        ..TextStyle::default()
    };
    assert_snapshot!(board.text(&style).replace('\x1b', "ESC"));
}

#[test]
fn destinations_as_text_are_the_legal_moves() {
    let playback = stacks().at(16);
    for (mover, legal) in [("wB1", 6), ("wQ", 0), ("wS1", 6)] {
        let board = Board::with_moves_of(&playback, mover).unwrap();
        let position = playback.hive().unwrap();
        let mut moves = Vec::new();
        position.legal_moves_into(&mut moves);
        moves.retain(|m| m.piece().is_some_and(|p| p.to_string() == mover));
        assert_eq!(
            (board.destinations.len(), moves.len()),
            (legal, legal),
            "{mover}"
        );
        let text = board.text(&TextStyle {
            ascii: true,
            ..TextStyle::default()
        });
        // A climb has a star on each side of the tile.
        let climbs = board
            .destinations
            .iter()
            .filter(|h| board.cell(**h).is_some())
            .count();
        assert_eq!(text.matches('*').count(), legal + climbs, "{text}");
    }
    assert!(Board::with_moves_of(&playback, "wQ1").is_ok());
    assert!(Board::with_moves_of(&playback, "wX1").is_err());
    assert!(Board::with_moves_of(&playback, "wA4").is_err());
}

#[test]
fn hexit_as_text() {
    let line = hexit_game();
    let style = TextStyle {
        labels: true,
        ..TextStyle::default()
    };
    assert_snapshot!(Board::of(&line.at(140)).text(&style));
    let playback = line.at(60);
    assert_snapshot!(Board::of(&playback).text(&style));
    assert!(Board::with_moves_of(&playback, "wA1").is_err());
}

#[test]
fn territories_add_up_to_the_score() {
    let line = hexit_game();
    for playback in line.playbacks() {
        let board = Board::of(&playback);
        let score = board.score.as_ref().unwrap();
        for side in Side::ALL {
            let halves: u16 = board
                .cells()
                .iter()
                .map(|c| match c.ground {
                    skep_render::Ground::Tile(s, t) if s == side => match t {
                        skep_render::Territory::Largest => 2,
                        skep_render::Territory::Annex => 1,
                    },
                    _ => 0,
                })
                .sum();
            let points = hexit::Points::from_halves(halves).to_string();
            assert_eq!(points, score[side], "ply {}", playback.ply());
        }
    }
}

#[test]
fn svg_of_both_games() {
    let style = Style {
        labels: true,
        ..Style::default()
    };
    assert_snapshot!(last(&stacks()).svg(&style));
    let style = Style {
        theme: Theme::Dark,
        ..style
    };
    assert_snapshot!(Board::of(&hexit_game().at(12)).svg(&style));
}

#[test]
fn marks_of_a_record_are_drawn_in_their_position() {
    let drawn = |mark: &str| {
        let text =
            format!("[GameType \"Base\"]\n\n1. wS1 2. bS1 wS1- {{[%mark {mark}]}} 3. wQ -wS1\n");
        let line = line(Format::Pgn, &text);
        let boards = [1, 2, 3].map(|ply| Board::of(&line.at(ply)));
        // The mark is in the position after the second turn.
        let marks = boards.iter().map(|board| board.marks.len());
        assert_eq!(marks.collect::<Vec<_>>(), [0, 1, 0], "{mark}");
        let [_, board, _] = boards;
        let text = board.text(&TextStyle::default());
        assert!(text.contains("Marks: "), "{text}");
        let mut bare = board.clone();
        bare.marks.clear();
        let style = Style::default();
        (board.svg(&style) != bare.svg(&style)).then_some(board)
    };
    for mark in [
        "cell 0,0 Red",
        "circle wS1 Green",
        "cross bS1 Blue",
        "ring bS1- Yellow",
        "grid \\wS1 Orange",
        "label 1,0 Black 5",
        "arrow wS1 bS1- Green",
    ] {
        assert!(drawn(mark).is_some(), "{mark}");
    }
    let place = |mark: &str| drawn(mark).unwrap().marks[0].place.unwrap();
    assert_eq!(place("ring bS1- Red"), place("ring 2,0 Red"));
    assert_eq!(place("ring /wS1 Red"), place("ring -1,1 Red"));
    // A mark far from the board would make the picture too large, and the cell of an unknown name is unknown.
    assert!(drawn("cell 500,0 Red").is_none());
    assert!(drawn("cell wA3 Red").is_none());
}

#[test]
fn a_page_shares_the_drawings_of_its_boards() {
    let line = stacks();
    let style = Style::default();
    let mut symbols = Symbols::default();
    for playback in line.playbacks() {
        symbols.add(&Board::of(&playback));
    }
    let shared = symbols.definitions(style.theme);
    for playback in line.playbacks() {
        let figure = Board::of(&playback).figure(&style);
        assert!(!figure.contains("<defs>"));
        for used in figure.split("href=\"#").skip(1) {
            let id = used.split('"').next().unwrap();
            assert!(shared.contains(&format!("id=\"{id}\"")), "{id}");
        }
    }
    let mut all = Symbols::default();
    all.add_all_bugs();
    assert_eq!(
        all.definitions(style.theme).matches("<g id=").count(),
        2 * (Bug::ALL.len() + 3)
    );
}

/// A board with one tile, or with none.
fn one(bug: Option<Bug>, side: Side) -> Board {
    Board::new(bug.map(|bug| DrawnCell {
        hex: Hex::ORIGIN,
        pieces: vec![DrawnPiece {
            owner: Owner::Side(side),
            bug: Some(bug),
            number: 0,
        }],
        ..DrawnCell::default()
    }))
}

fn pixels(board: &Board, style: &Style) -> Pixmap {
    Pixmap::decode_png(&board.png(style).unwrap()).unwrap()
}

/// How light each pixel is, 0 to 255: all that is left for somebody who sees no colours.
fn lightness(picture: &Pixmap) -> Vec<i32> {
    let light = |c: &resvg::tiny_skia::PremultipliedColorU8| {
        (2126 * i32::from(c.red()) + 7152 * i32::from(c.green()) + 722 * i32::from(c.blue()))
            / 10_000
    };
    picture.pixels().iter().map(light).collect()
}

/// At 24 pixels every bug differs from every other without the help of colours, and from its tile.
#[test]
fn bugs_look_different_without_colours() {
    for theme in Theme::STANDALONE {
        let style = Style {
            size: 24,
            theme,
            ..Style::default()
        };
        for side in Side::ALL {
            let all: Vec<_> = Bug::ALL
                .map(|bug| (bug, lightness(&pixels(&one(Some(bug), side), &style))))
                .to_vec();
            for (i, (bug, a)) in all.iter().enumerate() {
                for (other, b) in &all[..i] {
                    let differing = a
                        .iter()
                        .zip(b)
                        .filter(|(a, b)| (*a - *b).abs() > 48)
                        .count();
                    assert!(
                        differing > 40,
                        "{bug} and {other} differ in {differing} pixels"
                    );
                }
            }
        }
    }
}

#[test]
fn drawings_are_mirrored_but_for_three() {
    let style = Style {
        size: 100,
        ..Style::default()
    };
    for bug in Bug::ALL {
        let picture = pixels(&one(Some(bug), Side::White), &style);
        let width = picture.width() as usize;
        let light = lightness(&picture);
        let uneven = light
            .chunks(width)
            .flat_map(|row| row.iter().zip(row.iter().rev()))
            .filter(|(a, b)| (*a - *b).abs() > 96)
            .count();
        let symmetric = !matches!(bug, Bug::Grasshopper | Bug::Scorpion | Bug::Centipede);
        assert_eq!(uneven < 60, symmetric, "{bug}: {uneven}");
    }
}

#[test]
fn drawings_stay_within_their_tiles() {
    let style = Style {
        size: 200,
        ..Style::default()
    };
    for side in Side::ALL {
        let all = Bug::ALL.map(|bug| pixels(&one(Some(bug), side), &style));
        let (width, height) = (all[0].width(), all[0].height());
        // Halfway up, the edge is where the ground ends.
        let middle = |x| all[0].pixel(x, height / 2).unwrap();
        let edge = (0..width).find(|&x| middle(x) != middle(0)).unwrap() + 4;
        let colour = middle(edge);
        let mut found = 0;
        for (x, y) in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
            let is_edge = |picture: &&Pixmap| picture.pixel(x, y) == Some(colour);
            let edges = all.iter().filter(is_edge).count();
            // What most of them leave free is the edge.
            if edges > all.len() / 2 {
                let hidden = all.iter().zip(Bug::ALL).find(|(p, _)| !is_edge(p));
                let bug = hidden.map(|(_, bug)| bug);
                assert_eq!(bug, None, "{side} {x} {y}");
                found += 1;
            }
        }
        assert!(found > 1000, "{found}");
    }
}

/// Whether two colours look the same, channel by channel.
fn near(picture: &Pixmap, x: u32, y: u32, rgb: [u8; 3]) -> bool {
    let c = picture.pixel(x, y).unwrap();
    [c.red(), c.green(), c.blue()]
        .into_iter()
        .zip(rgb)
        .all(|(a, b)| a.abs_diff(b) <= 6)
}

#[test]
fn pixels_of_a_few_pictures() {
    // The corner is ground, the tile's edge within is paper.
    for (theme, ground) in [
        (Theme::Light, [255, 255, 255]),
        (Theme::Dark, [0x1b, 0x1e, 0x24]),
    ] {
        for (side, paper) in [
            (Side::White, [0xf6, 0xec, 0xd4]),
            (Side::Black, [0x2b, 0x28, 0x25]),
        ] {
            let style = Style {
                size: 100,
                theme,
                ..Style::default()
            };
            let picture = pixels(&one(Some(Bug::Ladybug), side), &style);
            assert_eq!((picture.width(), picture.height()), (118, 134));
            assert!(near(&picture, 1, 1, ground));
            assert!(near(&picture, 20, 42, paper), "{:?}", picture.pixel(20, 42));
        }
    }
    // The start of Hex-It: White's tiles are one territory, Black's are two.
    let board = Board::of(&hexit_game().at(0));
    let picture = pixels(
        &board,
        &Style {
            size: 100,
            ..Style::default()
        },
    );
    let colours = [[0xf3, 0xcf, 0x73], [0x1f, 0x3a, 0x63], [0x3c, 0x3a, 0x39]];
    for colour in colours {
        let seen = (0..picture.width())
            .step_by(10)
            .flat_map(|x| (0..picture.height()).step_by(10).map(move |y| (x, y)))
            .any(|(x, y)| near(&picture, x, y, colour));
        assert!(seen, "{colour:?}");
    }
}

#[test]
fn pictures_without_bounds_are_refused() {
    let far = Board::new([0, 100_000].map(|q| DrawnCell {
        hex: Hex::new(q, 0),
        pieces: vec![DrawnPiece {
            owner: Owner::Side(Side::White),
            bug: Some(Bug::Ant),
            number: 1,
        }],
        ..DrawnCell::default()
    }));
    assert!(far.png(&Style::default()).is_err());
    assert!(Board::default().png(&Style::default()).is_ok());
}

/// The game begins on an empty board, far from where the cells count from.
#[test]
fn an_empty_board_takes_no_room() {
    let line = line(Format::Uhp, "Base;InProgress;White[2];wS1;bS1 wS1-");
    let boards: Vec<Board> = line.playbacks().map(|p| Board::of(&p)).collect();
    let style = Style::default();
    let animation = Animation {
        boards: &boards,
        style,
        frame_ms: 500,
    };
    let frame = |svg: &str| {
        let (_, rest) = svg.split_once("viewBox=\"").unwrap();
        rest.split('"').next().unwrap().to_owned()
    };
    assert_eq!(frame(&animation.svg()), frame(&boards[2].svg(&style)));
}

#[test]
fn moving_pictures_have_a_frame_for_each_position() {
    let boards: Vec<Board> = stacks().playbacks().map(|p| Board::of(&p)).collect();
    let animation = Animation {
        boards: &boards,
        style: Style {
            size: 24,
            ..Style::default()
        },
        frame_ms: 500,
    };
    let bytes = animation.gif().unwrap();
    let mut decoder = gif::DecodeOptions::new();
    decoder.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = decoder.read_info(bytes.as_slice()).unwrap();
    let mut delays = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        delays.push(frame.delay);
    }
    assert_eq!(delays.len(), 17);
    assert!(delays[..16].iter().all(|d| *d == 50));
    // The end stays for three seconds at least.
    assert_eq!(delays[16], 300);

    let svg = animation.svg();
    assert_eq!(svg.matches("<g class=\"f\"").count(), 16);
    assert_eq!(svg.matches("<g class=\"l\"").count(), 1);
    assert_eq!(svg, animation.svg());
}

#[test]
fn frames_of_a_gif_add_up_to_the_picture() {
    let first = last(&stacks());
    let mut second = first.clone();
    second.chosen = Some(first.cells()[2].hex);
    let boards = [first, second];
    let style = Style::default();
    let bytes = Animation {
        boards: &boards,
        style,
        frame_ms: 100,
    }
    .gif()
    .unwrap();
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes.as_slice()).unwrap();
    let width = usize::from(decoder.width());
    let mut canvas = vec![0; width * usize::from(decoder.height()) * 4];
    let mut sizes = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let row = usize::from(frame.width) * 4;
        sizes.push(usize::from(frame.width) * usize::from(frame.height));
        for (y, line) in frame.buffer.chunks(row).enumerate() {
            let start = ((usize::from(frame.top) + y) * width + usize::from(frame.left)) * 4;
            canvas[start..start + row].copy_from_slice(line);
        }
    }
    assert!(
        sizes[1] * 3 < sizes[0],
        "only what changes is written: {sizes:?}"
    );
    let expected = pixels(&boards[1], &style);
    let differing = canvas
        .chunks(4)
        .zip(expected.data().chunks(4))
        .filter(|(a, b)| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 24))
        .count();
    assert!(
        differing * 100 < canvas.len() / 4,
        "{differing} pixels differ"
    );
}

/// A stack of 1 to 7 pieces alone on the board.
fn stack_of(height: u8, bug: Option<Bug>) -> Board {
    Board::new([DrawnCell {
        hex: Hex::ORIGIN,
        pieces: (0..height)
            .map(|level| DrawnPiece {
                owner: Owner::Side(Side::of_ply(u32::from(level))),
                bug,
                number: 0,
            })
            .collect(),
        ..DrawnCell::default()
    }])
}

#[test]
fn a_stack_does_not_hide_its_neighbours() {
    let style = Style {
        size: 100,
        ..Style::default()
    };
    for bug in [Some(Bug::Beetle), None] {
        let single = pixels(&stack_of(1, Some(Bug::Beetle)), &style);
        for height in 2..=7 {
            let stack = pixels(&stack_of(height, bug), &style);
            assert_eq!(
                (stack.width(), stack.height()),
                (single.width(), single.height())
            );
            // Where a single tile leaves the ground free, a stack does too. Edges on edges are a little darker.
            let (single, stack) = (lightness(&single), lightness(&stack));
            let spills = single.iter().zip(&stack);
            let spills = spills.filter(|(one, many)| **one == 255 && **many < 224);
            assert_eq!(spills.count(), 0, "{bug:?} {height}");
        }
    }
}

#[test]
fn a_caption_makes_room_above_and_hands_below() {
    let mut board = last(&stacks());
    let plain = board.svg(&Style::default());
    let style = Style {
        hands: true,
        ..Style::default()
    };
    board.caption = Some(skep_render::Caption {
        players: skep_rules::game::BySide {
            white: "Ann".into(),
            black: "A very long name that is wider than the board, & with <signs>".into(),
        },
        facts: vec!["ply 16 of 16".into()],
    });
    let svg = board.svg(&style);
    let size = |svg: &str| -> Vec<f32> {
        let (_, rest) = svg.split_once("viewBox=\"").unwrap();
        let numbers = rest.split('"').next().unwrap().split(' ');
        numbers.map(|n| n.parse().unwrap()).collect()
    };
    let (before, after) = (size(&plain), size(&svg));
    assert!(after[1] < before[1] && after[3] > before[3], "{after:?}");
    let picture = pixels(&board, &style);
    assert!(picture.height() > pixels(&last(&stacks()), &Style::default()).height());
    // Every drawing that is used is defined.
    for used in svg.split("href=\"#").skip(1) {
        let id = used.split('"').next().unwrap();
        assert!(svg.contains(&format!("id=\"{id}\"")), "{id}");
    }
}

#[test]
fn a_turned_board_has_the_same_neighbours() {
    use skep_rules::geometry::Symmetry;
    let mut board = last(&stacks());
    let style = Style::default();
    let straight = board.svg(&style);
    board.view.0 = Symmetry::ALL[3];
    let turned = board.svg(&style);
    assert_ne!(straight, turned);
    let uses = |svg: &str| svg.matches("<use").count();
    assert_eq!(uses(&straight), uses(&turned));
    let lines = board.text(&TextStyle::default());
    assert_snapshot!(lines);
}

/// Two-letter bugs, the neutral tile, and a piece that is turned over where it stands.
const VENOM: &str = "Venom+Honeycombo;InProgress;White[4];wFf1 Hc-;bSc1 -Hc;wQ wFf1-;bQ -bSc1;wA1 wQ-;bTk -bQ;wFf1 ~";

#[test]
fn venom_keeps_its_place_while_it_is_played() {
    let line = line(Format::Uhp, VENOM);
    assert_eq!(line.plies(), 7);
    let boards: Vec<Board> = line.playbacks().map(|p| Board::of(&p)).collect();
    let first = boards[0].cells()[0].hex;
    for board in &boards {
        // The Honeycombo never moves.
        let names = |c: &DrawnCell| {
            c.pieces
                .iter()
                .map(DrawnPiece::to_string)
                .collect::<Vec<_>>()
        };
        assert_eq!(names(board.cell(first).unwrap()), ["Hc"]);
    }
    for (before, after) in boards.iter().zip(&boards[1..]) {
        let [to] = after.to[..] else {
            panic!("one tile comes or turns")
        };
        let other = |b: &Board| {
            b.cells()
                .iter()
                .filter(|c| c.hex != to)
                .cloned()
                .collect::<Vec<_>>()
        };
        assert_eq!(other(before), other(after));
    }
    assert_snapshot!(boards[7].text(&TextStyle::default()));
    assert_snapshot!(boards[7].svg(&Style::default()));
    let marked = Board::with_moves_of(&line.at(7), "bTk").unwrap();
    assert!(marked.chosen.is_some());
    assert!(Board::with_moves_of(&line.at(7), "bXx").is_err());
}

/// Each frame is written before the next is drawn.
#[test]
fn an_animation_is_written_frame_by_frame() {
    /// Remembers the size of each write.
    #[derive(Default)]
    struct Parts(Vec<usize>);

    impl std::io::Write for Parts {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.push(bytes.len());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    let boards: Vec<Board> = stacks().playbacks().map(|p| Board::of(&p)).collect();
    let animation = Animation {
        boards: &boards,
        style: Style::default(),
        frame_ms: 500,
    };
    let [mut gif, mut svg] = [Parts::default(), Parts::default()];
    animation.write_gif(&mut gif).unwrap();
    animation.write_svg(&mut svg).unwrap();
    let whole = [animation.gif().unwrap().len(), animation.svg().len()];
    for (parts, whole) in [gif, svg].into_iter().zip(whole) {
        assert_eq!(parts.0.iter().sum::<usize>(), whole);
        let largest = parts.0.iter().max().unwrap();
        // The first frame of a GIF is the whole picture, the others what changes.
        assert!(largest * 2 < whole, "{largest} of {whole}");
    }
}
