//! The files of the page.

use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use crate::error::Refusal;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The files of the page: name, type and content.
const FILES: &[(&str, &str, &str)] = &[
    ("index.html", HTML, include_str!("../page/index.html")),
    ("explorer.css", CSS, include_str!("../page/explorer.css")),
    ("explorer.js", SCRIPT, include_str!("../page/explorer.js")),
];

/// The file with a name.
pub fn file(name: &str) -> Response {
    match FILES.iter().find(|(own, ..)| *own == name) {
        Some(&(_, kind, text)) => ([(CONTENT_TYPE, kind)], text).into_response(),
        None => Refusal::not_found("there is no such file").into_response(),
    }
}
