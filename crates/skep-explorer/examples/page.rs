//! Writes the files of the page into a folder, for a page without a server: `cargo run --example page -- FOLDER`.

use std::path::PathBuf;
use std::{env, fs, io};

use skep_explorer::page_files;

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::args_os().nth(1).unwrap_or_else(|| "page".into()));
    let files = folder.join("static");
    fs::create_dir_all(&files)?;
    for file in page_files() {
        let folder = if file.name == "index.html" {
            &folder
        } else {
            &files
        };
        fs::write(folder.join(file.name), file.text)?;
    }
    Ok(())
}
