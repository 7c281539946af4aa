//! The integration tests of `skep-render`, in one program.

mod render;
