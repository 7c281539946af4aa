//! SARIF 2.1.0, the format of code-review tools: one run, a rule for each code, a result for each finding.
//!
//! The document is written in pieces, so the number of results has no limit: [`head`], any number of results, [`TAIL`].
//! Each result begins with a comma and a line feed; the first one is written without the comma.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Value, json};

use super::Reportable;
use skep_records::diag::{Code, Diagnostic, Severity};

/// The end of the document.
pub const TAIL: &str = "\n      ]\n    }\n  ]\n}\n";

/// The separator between two results.
pub const SEPARATOR: &[u8] = b",\n";

/// The document up to its first result.
pub fn head() -> Vec<u8> {
    let rules: Vec<Value> = Code::ALL
        .iter()
        .map(|code| {
            json!({
                "id": code.as_str(),
                "shortDescription": { "text": code.title() },
                "fullDescription": { "text": crate::text::plain(code.explanation()) },
                "defaultConfiguration": { "level": level(code.severity()) },
                "help": { "text": format!("skep help {code}") },
            })
        })
        .collect();
    let driver = json!({
        "name": "skep",
        "version": env!("CARGO_PKG_VERSION"),
        "rules": rules,
    });
    let mut out = String::from(
        "{\n  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n  \"version\": \"2.1.0\",\n  \
         \"runs\": [\n    {\n      \"columnKind\": \"unicodeCodePoints\",\n      \"tool\": { \"driver\": ",
    );
    out.push_str(&driver.to_string());
    out.push_str(" },\n      \"results\": [\n");
    out.into_bytes()
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifFinding<'a> {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Message<'a>,
    locations: [Location<'a>; 1],
    properties: Properties<'a>,
}

#[derive(Serialize)]
struct Message<'a> {
    text: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location<'a> {
    physical_location: Physical,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    logical_locations: &'a [Logical<'a>],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical {
    artifact_location: Artifact,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

#[derive(Serialize)]
struct Artifact {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u64,
    start_column: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_column: Option<u64>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Logical<'a> {
    name: String,
    fully_qualified_name: &'a str,
    kind: &'static str,
}

#[derive(Serialize)]
struct Properties<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    entry: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
}

/// Appends one result, led by [`SEPARATOR`].
pub fn write(subject: &Reportable<'_>, d: &Diagnostic, out: &mut Vec<u8>) {
    let place = subject.place(d);
    let qualified = match &subject.source.entry {
        Some(entry) => format!("{entry}/game {}", subject.index),
        None => format!("game {}", subject.index),
    };
    let logical = [Logical {
        name: format!("game {}", subject.index),
        fully_qualified_name: &qualified,
        kind: "object",
    }];
    // Lines of an archive entry are not lines of the archive: a viewer would show the wrong place.
    let in_entry = subject.source.entry.is_some();
    let finding = SarifFinding {
        rule_id: d.code.as_str(),
        rule_index: d.code as usize,
        level: level(d.severity),
        message: Message { text: &d.message },
        locations: [Location {
            physical_location: Physical {
                artifact_location: Artifact {
                    uri: uri(&subject.source.path),
                },
                region: place.filter(|_| !in_entry).map(|p| Region {
                    start_line: p.line,
                    start_column: p.column,
                    end_column: end_column(subject, d).map(|n| p.column + n),
                }),
            },
            logical_locations: if subject.index > 0 { &logical } else { &[] },
        }],
        properties: Properties {
            rule: d.rule,
            ply: d.ply,
            entry: subject.source.entry.as_deref(),
            line: place.filter(|_| in_entry).map(|p| p.line),
            column: place.filter(|_| in_entry).map(|p| p.column),
            help: d.help.as_deref(),
        },
    };
    out.extend_from_slice(SEPARATOR);
    serde_json::to_writer(&mut *out, &finding)
        .expect("a vector takes every byte, and every key is a string");
}

/// The number of characters under a finding that stays on one line.
fn end_column(subject: &Reportable<'_>, d: &Diagnostic) -> Option<u64> {
    let under = d.span?.slice(subject.text);
    let n = under.chars().count() as u64;
    (n > 0 && !under.contains('\n')).then_some(n)
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Remark => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

/// A path as a URI reference (RFC 3986): relative where the path is, percent-encoded outside the unreserved set. A path
/// of Windows may begin with a drive or a host (RFC 8089).
pub fn uri(path: &str) -> String {
    let path = if cfg!(windows) {
        of_windows(path)
    } else {
        path.to_owned()
    };
    let path = path.strip_prefix("./").unwrap_or(&path);
    let mut out = String::with_capacity(path.len() + 8);
    let mut rest = path;
    match path.as_bytes() {
        [b'/', b'/', ..] if cfg!(windows) => out.push_str("file:"),
        [b'/', ..] => out.push_str("file://"),
        [drive, b':', ..] if cfg!(windows) && drive.is_ascii_alphabetic() => {
            out.push_str("file:///");
            out.push_str(&path[..2]);
            rest = &path[2..];
        }
        _ => {}
    }
    for b in rest.bytes() {
        match b {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(b as char);
            }
            _ => {
                let _ = write!(out, "%{b:02X}");
            }
        }
    }
    out
}

/// A path of Windows with slashes, and without the prefix of long paths.
fn of_windows(path: &str) -> String {
    let path = path.replace('\\', "/");
    match path.strip_prefix("//?/UNC/") {
        Some(share) => format!("//{share}"),
        None => path.strip_prefix("//?/").unwrap_or(&path).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_stand_in_the_rules_at_their_index() {
        for (i, &code) in Code::ALL.iter().enumerate() {
            assert_eq!(code as usize, i, "{code}");
        }
    }

    #[test]
    fn paths_become_uri_references() {
        assert_eq!(uri("a b/ü%.sgf"), "a%20b/%C3%BC%25.sgf");
        // No file of Windows has such a name: x is a drive there.
        if !cfg!(windows) {
            assert_eq!(uri("./x:y.zip"), "x%3Ay.zip");
        }
        assert_eq!(uri("/tmp/x"), "file:///tmp/x");
    }

    #[cfg(windows)]
    #[test]
    fn paths_of_windows_have_a_drive_or_a_host() {
        for (path, expected) in [
            (r"C:\games\a b.uhp", "file:///C:/games/a%20b.uhp"),
            ("c:/games/a.uhp", "file:///c:/games/a.uhp"),
            (r"\\server\share\a.uhp", "file://server/share/a.uhp"),
            (r"\\?\C:\games\a.uhp", "file:///C:/games/a.uhp"),
            (r"\\?\UNC\server\share\a.uhp", "file://server/share/a.uhp"),
            (r".\games\a.uhp", "games/a.uhp"),
        ] {
            assert_eq!(uri(path), expected, "{path}");
        }
    }
}
