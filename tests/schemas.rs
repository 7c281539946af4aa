//! JSON is as the schemas say, by an independent validator.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::skep::run;

#[test]
fn another_validator_agrees_with_the_schemas() {
    let Some(python) = skep_testing::python("jsonschema", "jsonschema") else {
        return;
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    for (schema, command) in [
        ("check", ["check", "--format", "jsonl", "fixtures"]),
        ("record", ["convert", "--to", "jsonl", "fixtures"]),
    ] {
        let lines = folder.path().join(schema);
        let out = run(&command).out;
        assert!(!out.is_empty());
        fs::write(&lines, &out).unwrap();
        let ran = Command::new(&python)
            .arg(root.join("tests/recount/schema.py"))
            .arg(root.join(format!("fixtures/schema/skep-{schema}.schema.json")))
            .arg(&lines)
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.success(), "{schema}: {errors}");
        let count = String::from_utf8(ran.stdout).unwrap();
        assert_eq!(count.trim(), out.lines().count().to_string(), "{schema}");
    }
}
