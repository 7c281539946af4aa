//! skep for JavaScript, as WebAssembly. `js/` wraps it as the npm package `skep`.
//!
//! Values go to JavaScript as JSON, with the names of `skep check --format json` and of the API of the explorer. Errors
//! are thrown as `Error` with a `code` and, for an illegal turn, the `rule` that it breaks.

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

pub use collection::Collection;
pub use convert::convert;
pub use games::check;
pub use position::Position;

/// A value for JavaScript.
fn value(value: &impl Serialize) -> JsValue {
    let json = serde_json::to_string(value).expect("keys are strings, and memory accepts all text");
    js_sys::JSON::parse(&json).expect("the text is JSON")
}
