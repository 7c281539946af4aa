//! Pages in headless Chromium, driven by programs in Python.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A Python with Selenium, if Chromium and its driver are installed too.
fn python() -> Option<PathBuf> {
    for program in ["chromium", "chromedriver"] {
        if !skep_testing::works(Path::new(program), &["--version"]) {
            skep_testing::skip("browser", format_args!("there is no {program}"));
            return None;
        }
    }
    skep_testing::python("selenium", "selenium")
}

/// Runs a program with a page. `page` makes the page, and is not called if there is no browser.
pub fn browse<T: AsRef<OsStr>>(program: &str, page: impl FnOnce() -> T) {
    browse_with(program, || [page()]);
}

/// Runs a program with arguments: a page, and what else it needs.
pub fn browse_with<T: AsRef<OsStr>, const N: usize>(
    program: &str,
    arguments: impl FnOnce() -> [T; N],
) {
    let Some(python) = python() else { return };
    let run = Command::new(python)
        .arg(program)
        .args(arguments())
        .env("PYTHONPATH", "tests/browser")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    if run.status.code() == Some(77) {
        skep_testing::skip(
            "browser",
            format_args!("the browser does not start: {said}"),
        );
        return;
    }
    assert!(run.status.success(), "{said}");
    let told = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(told.ends_with("everything works\n"), "{told}{said}");
}
