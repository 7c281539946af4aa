//! Time that also passes in browsers, where that of the standard library panics.

pub use std::time::Duration;
#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;
#[cfg(target_family = "wasm")]
pub use web_time::Instant;
