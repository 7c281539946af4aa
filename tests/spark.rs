//! The example for Apache Spark, in local mode.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::skep::run;

/// A Python with PySpark, where there is a Java too.
fn python() -> Option<PathBuf> {
    if !crate::python::works(Path::new("java"), &["-version"]) {
        skep_testing::skip("java", "there is no Java");
        return None;
    }
    crate::python::with("pyspark", "pyspark")
}

#[test]
fn a_job_over_shards_shows_what_one_run_shows() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut paths = vec!["fixtures/analysis/games.pgn".to_owned()];
    for seed in 0..5 {
        let path = folder.path().join(format!("{seed}.uhp"));
        let games = run(&["random", "-n", "40", "--seed", &seed.to_string()]);
        fs::write(&path, games.out).unwrap();
        paths.push(path.to_str().unwrap().to_owned());
    }
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let command = ["openings", "--depth", "5"];
    let show = ["--min-games", "3", "--format", "csv"];
    let job = Command::new(python)
        .args([
            "examples/spark/tally.py",
            "--master",
            "local[2]",
            "--tasks",
            "3",
        ])
        .args(["--skep", env!("CARGO_BIN_EXE_skep")])
        .args(&paths)
        .arg("--")
        .args(command)
        .arg("--")
        .args(show)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        // Spark would look for its own name of this machine otherwise.
        .env("SPARK_LOCAL_IP", "127.0.0.1")
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(job.status.success(), "{}", text(&job.stderr));
    let one = run(&[&command[..], &show, &paths].concat());
    assert!(one.out.lines().count() > 10);
    assert_eq!(text(&job.stdout), one.out);
}
