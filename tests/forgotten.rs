//! The list of modules in `tests/main.rs` is complete. Each crate's test program includes this file.

use std::fs;
use std::path::Path;

#[test]
fn no_test_file_is_forgotten() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let main = fs::read_to_string(folder.join("main.rs")).unwrap();
    let mut count = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let is_module = if path.is_dir() {
            path.join("mod.rs").exists()
        } else {
            path.extension().is_some_and(|e| e == "rs") && name != "main"
        };
        if is_module {
            let line = format!("mod {name};");
            assert!(
                main.lines().any(|l| l.trim() == line),
                "tests/main.rs lacks `{line}`"
            );
            count += 1;
        }
    }
    assert!(count > 0, "no test files in {}", folder.display());
}
