//! `/api/picture`: a position as a file, or the positions of a game in a row.

use skep_records::{Code, GameLine, Playback};
use skep_render::{Animation, Board, Caption, Style};
use skep_rules::game::BySide;

use crate::answers::{Answer, Answers};
use crate::error::Refusal;
use crate::params::Params;
use crate::place::{LegalLine, PLACE};
use crate::position::{VIEW, style};

pub const PARAMS: &[&[&str]] = &[
    PLACE,
    VIEW,
    &[
        "format", "size", "hands", "labels", "white", "black", "caption",
    ],
];

/// The widest tile of a picture, in pixels.
const LARGEST: usize = 128;
/// The widest tile of an animation.
const LARGEST_OF_MANY: u32 = 48;
/// The bytes of the texts of a caption.
const LONGEST: usize = 200;
/// The plies of an animation, which are drawn one by one.
const MOST_PLIES: u32 = 400;
/// The time for each turn of an animation, in milliseconds.
const BEAT: u32 = 900;

/// The text above the board, if the request has some.
fn caption(params: &Params<'_>) -> Result<Option<Caption>, Refusal> {
    let text = |name| {
        let text = params.text(name).unwrap_or_default();
        if text.len() > LONGEST || text.contains(|c: char| c.is_control()) {
            let message = format!("the parameter {name} is not a line of at most {LONGEST} bytes");
            return Err(Refusal::bad("bad-query", message));
        }
        Ok(text.to_owned())
    };
    let players = BySide {
        white: text("white")?,
        black: text("black")?,
    };
    let facts = text("caption")?;
    let has_text = [&players.white, &players.black, &facts]
        .iter()
        .any(|text| !text.is_empty());
    Ok(has_text.then(|| Caption {
        players,
        facts: Some(facts)
            .filter(|facts| !facts.is_empty())
            .into_iter()
            .collect(),
    }))
}

pub fn picture(answers: &Answers, params: &Params<'_>) -> Result<Answer, Refusal> {
    let (mut style, view) = style(params)?;
    style.size = params.number("size", style.size as usize, LARGEST)?.max(8) as u32;
    style.hands = params.flag("hands")?;
    style.labels = params.flag("labels")?;
    let format: Option<String> = params.word("format", FORMATS)?;
    let caption = caption(params)?;
    let LegalLine { record, verdict } = LegalLine::of(params, answers)?;
    let line = GameLine::new(&record, &verdict);
    let drawn = |playback: &Playback| {
        let mut board = Board::of(playback);
        board.view = view;
        board.caption.clone_from(&caption);
        board
    };
    let format = format.as_deref().unwrap_or("svg");
    // Only a browser knows the colours of a page.
    if style.theme == skep_render::Theme::Page && !matches!(format, "svg" | "animation") {
        return Err(Refusal::bad("bad-query", "theme page applies only to SVG"));
    }
    if matches!(format, "animation" | "gif") {
        style.size = style.size.min(LARGEST_OF_MANY);
        if line.plies() > MOST_PLIES {
            let message = format!("an animation has at most {MOST_PLIES} plies");
            return Err(Refusal::bad(Code::TooLong.as_str(), message));
        }
        let boards: Vec<Board> = line.playbacks().map(|playback| drawn(&playback)).collect();
        return animated(format, &boards, style);
    }
    still(format, &drawn(&line.at(line.plies())), &style)
}

fn svg(name: &'static str, text: String) -> Answer {
    Answer {
        name: Some(name),
        kind: "image/svg+xml",
        bytes: text.into_bytes(),
    }
}

fn animated(format: &str, boards: &[Board], style: Style) -> Result<Answer, Refusal> {
    let animation = Animation {
        boards,
        style,
        frame_ms: BEAT,
    };
    match format {
        #[cfg(feature = "pixels")]
        "gif" => Ok(Answer {
            name: Some("game.gif"),
            kind: "image/gif",
            bytes: (animation.gif())
                .map_err(|error| Refusal::bad("bad-query", error.to_string()))?,
        }),
        _ => Ok(svg("game.svg", animation.svg())),
    }
}

fn still(format: &str, board: &Board, style: &Style) -> Result<Answer, Refusal> {
    match format {
        #[cfg(feature = "pixels")]
        "png" => Ok(Answer {
            name: Some("position.png"),
            kind: "image/png",
            bytes: (board.png(style))
                .map_err(|error| Refusal::bad("bad-query", error.to_string()))?,
        }),
        _ => Ok(svg("position.svg", board.svg(style))),
    }
}

#[cfg(feature = "pixels")]
const FORMATS: &[&str] = &["svg", "animation", "png", "gif"];
#[cfg(not(feature = "pixels"))]
const FORMATS: &[&str] = &["svg", "animation"];
