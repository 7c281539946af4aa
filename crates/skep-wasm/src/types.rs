//! The types of arguments and results in TypeScript, and how options are read.

use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::ErrorObject;

#[wasm_bindgen]
extern "C" {
    /// `{ name, from, rules }`.
    #[wasm_bindgen(typescript_type = "CheckOptions | undefined")]
    pub type CheckOptions;
    /// Counts and the report of each game.
    #[wasm_bindgen(typescript_type = "CheckReport")]
    pub type CheckReport;
    /// `{ to, from, rules }`.
    #[wasm_bindgen(typescript_type = "ConvertOptions")]
    pub type ConvertOptions;
    /// The text and what it lacks.
    #[wasm_bindgen(typescript_type = "Converted")]
    pub type Converted;
    /// Counts and the games with findings.
    #[wasm_bindgen(typescript_type = "AddReport")]
    pub type AddReport;
    /// `{ size, theme, hands, labels }`.
    #[wasm_bindgen(typescript_type = "SvgOptions | undefined")]
    pub type SvgOptions;
    /// What `solve` found.
    #[wasm_bindgen(typescript_type = "Solution")]
    pub type Solution;
    /// An answer of the API of the explorer.
    #[wasm_bindgen(typescript_type = "Answer")]
    pub type Answer;
}

/// Reads options from an object. `undefined` and an empty object give the defaults.
pub fn options<T: DeserializeOwned + Default>(options: JsValue) -> Result<T, ErrorObject> {
    if options.is_undefined() || options.is_null() {
        return Ok(T::default());
    }
    let json = js_sys::JSON::stringify(&options)
        .ok()
        .and_then(|json| json.as_string());
    let read = serde_json::from_str(&json.unwrap_or_default());
    read.map_err(|error| ErrorObject::new("bad-option", error.to_string()))
}
