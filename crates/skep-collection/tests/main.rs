//! The integration tests of `skep-collection`, in one program.

mod archives;
mod collection;
mod open;
mod scanning;
