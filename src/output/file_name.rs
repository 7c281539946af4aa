//! File names made from the data of records, safe on any system.

use super::name::is_extension;

/// Names of devices on some systems, with any extension.
const RESERVED: [&str; 22] = [
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8",
    "com9", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// The maximum stem in bytes. File systems allow names of 255 bytes.
const LONGEST: usize = 120;

/// The name of a file or entry without folders and known extensions, safe as a file name anywhere.
pub fn stem(path: &str) -> String {
    let mut name = path.rsplit(['/', '\\', '!']).next().unwrap_or(path);
    while let Some((rest, extension)) = name.rsplit_once('.') {
        if rest.is_empty() || !is_extension(&extension.to_ascii_lowercase()) {
            break;
        }
        name = rest;
    }
    safe(name).unwrap_or_else(|| "games".to_owned())
}

/// A text as the name of one file or folder: letters, digits and `-_.+` stay, and other characters become `_`. None if
/// nothing is left. A name that begins like an option gets a `_` in front.
pub fn safe(text: &str) -> Option<String> {
    let mut name = String::new();
    for c in text.chars() {
        if name.len() + c.len_utf8() > LONGEST {
            break;
        }
        name.push(if c.is_alphanumeric() || "-_.+".contains(c) {
            c
        } else {
            '_'
        });
    }
    // Names must not be hidden or end in a dot.
    let name = name.trim_matches('.');
    let base = name.split('.').next().unwrap_or(name);
    match name {
        "" | "-" => None,
        _ if RESERVED.iter().any(|r| r.eq_ignore_ascii_case(base)) => {
            Some(format!("{base}_{}", &name[base.len()..]))
        }
        _ if name.starts_with('-') => Some(format!("_{name}")),
        _ => Some(name.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stems_are_safe() {
        for (path, expected) in [
            ("a/b/HV-x-y-2024-04-02-1857.sgf", "HV-x-y-2024-04-02-1857"),
            ("T!HV-a-b.SGF", "HV-a-b"),
            ("games.tar.gz", "games"),
            ("-", "games"),
            ("../..", "games"),
            ("...sgf", "games"),
            ("c:\\x\\con?.uhp", "con_"),
            ("a\u{0}b\n<>.pgn", "a_b___"),
            ("v1.2.zip", "v1.2"),
            ("Zoë.sgf", "Zoë"),
            ("nul.uhp", "nul_"),
        ] {
            assert_eq!(stem(path), expected, "{path}");
        }
        assert!(stem(&"é".repeat(300)).len() <= LONGEST);
    }

    #[test]
    fn names_are_safe() {
        for (text, expected) in [
            ("Ann", Some("Ann")),
            ("a/b", Some("a_b")),
            ("../../etc", Some("_.._etc")),
            ("..", None),
            ("", None),
            ("\u{0}", Some("_")),
            ("CON", Some("CON_")),
            ("com1.x", Some("com1_.x")),
            ("console", Some("console")),
            (" x ", Some("_x_")),
            ("-rf", Some("_-rf")),
        ] {
            assert_eq!(safe(text).as_deref(), expected, "{text:?}");
        }
    }
}
