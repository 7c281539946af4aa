//! `/api/picture`: a position as a file.

use skep_records::GameLine;
use skep_render::Board;

use crate::answers::{Answer, Answers};
use crate::error::Refusal;
use crate::params::Params;
use crate::place::{Line, PLACE};
use crate::position::{VIEW, style};

pub const PARAMS: &[&[&str]] = &[PLACE, VIEW, &["format", "size"]];

/// The widest tile of a picture, in pixels.
const LARGEST: usize = 128;

pub fn picture(answers: &Answers, params: &Params<'_>) -> Result<Answer, Refusal> {
    let (mut style, view) = style(params)?;
    style.size = params.number("size", style.size as usize, LARGEST)?.max(8) as u32;
    let format: Option<String> = params.word("format", FORMATS)?;
    let Line { record, verdict } = Line::of(params, &answers.limits)?;
    let line = GameLine::new(&record, &verdict);
    let mut board = Board::of(&line.at(line.plies()));
    board.view = view;
    #[cfg(feature = "pixels")]
    if format.as_deref() == Some("png") {
        // Only a browser knows the colours of a page.
        if style.theme == skep_render::Theme::Page {
            return Err(Refusal::bad(
                "bad-query",
                "theme page does not apply to PNG",
            ));
        }
        let bytes = board.png(&style);
        let bytes = bytes.map_err(|error| Refusal::bad("bad-query", error.to_string()))?;
        return Ok(Answer {
            name: Some("position.png"),
            kind: "image/png",
            bytes,
        });
    }
    let _ = format;
    Ok(Answer {
        name: Some("position.svg"),
        kind: "image/svg+xml",
        bytes: board.svg(&style).into_bytes(),
    })
}

#[cfg(feature = "pixels")]
const FORMATS: &[&str] = &["svg", "png"];
#[cfg(not(feature = "pixels"))]
const FORMATS: &[&str] = &["svg"];
