//! skep for JavaScript, as WebAssembly. `js/` wraps it as the npm package `skep`.
//!
//! Values go to JavaScript as JSON. Findings have the names of `skep check --format json`, and answers those of the API
//! of the explorer. Errors are thrown as `Error` with a `code` and, for an illegal turn, the `rule` that it breaks.

#![expect(
    clippy::missing_errors_doc,
    reason = "the errors are documented in skep.d.ts, for JavaScript"
)]

mod collection;
mod convert;
mod error;
mod games;
mod position;
mod types;

use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

pub use collection::Collection;
pub use convert::convert;
pub use games::check;
pub use position::Position;

/// A file of the page that is made from the program, such as `pieces.svg`. `js/build` writes it beside the others.
#[wasm_bindgen(js_name = madeFile, skip_typescript)]
pub fn made_file(name: &str) -> Option<String> {
    let file = skep_explorer::made_files().find(|file| file.name == name);
    file.map(|file| file.text.to_owned())
}

/// A value for JavaScript.
fn value(value: &impl Serialize) -> JsValue {
    let json = serde_json::to_string(value).expect("keys are strings, and memory accepts all text");
    js_sys::JSON::parse(&json).expect("the text is JSON")
}
