//! File names made from the data of records, safe on any system.

use super::name::is_extension;
use skep_records::record::composed;

/// Names of devices in Windows, with any extension.
const RESERVED: [&str; 32] = [
    "con", "conin$", "conout$", "prn", "aux", "nul", "com0", "com1", "com2", "com3", "com4",
    "com5", "com6", "com7", "com8", "com9", "com¹", "com²", "com³", "lpt0", "lpt1", "lpt2", "lpt3",
    "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9", "lpt¹", "lpt²", "lpt³",
];

/// The device that takes everything and keeps nothing.
const NOWHERE: &str = "nul";

/// Whether Windows takes the name of a file for a device: the extension does not matter, nor blanks before it.
fn is_reserved(name: &str) -> bool {
    let base = name.split(['.', ':']).next().unwrap_or(name);
    let base = base.trim_end_matches(' ');
    RESERVED.iter().any(|r| r.eq_ignore_ascii_case(base))
}

/// What Windows takes a path for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowsDevice {
    /// The device that keeps nothing.
    Nowhere,
    /// Another device, such as a port.
    Other,
}

impl WindowsDevice {
    /// The device that a path names in Windows.
    pub fn of(path: &str) -> Option<WindowsDevice> {
        let path = path.trim_end_matches(['/', '\\']);
        let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
        if name.eq_ignore_ascii_case(NOWHERE) || path == "/dev/null" {
            Some(WindowsDevice::Nowhere)
        } else {
            is_reserved(name).then_some(WindowsDevice::Other)
        }
    }
}

/// The maximum stem in bytes. File systems allow names of 255 bytes.
const LONGEST: usize = 120;

/// The name of a file or entry without folders and known extensions, safe as a file name anywhere.
pub fn stem(path: &str) -> String {
    let mut name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    // An entry comes after the name of its archive; other names can begin with such a mark: T!HV-Ann-Bob.
    while let Some((archive, entry)) = name.split_once('!')
        && (archive.rsplit_once('.'))
            .is_some_and(|(_, end)| is_extension(&end.to_ascii_lowercase()))
    {
        name = entry;
    }
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
    // macOS takes both spellings of `é` for one name.
    for c in composed(text).chars() {
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
        _ if is_reserved(name) => Some(format!("{base}_{}", &name[base.len()..])),
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
            ("T!HV-a-b.SGF", "T_HV-a-b"),
            ("games.zip!in/T!HV-a-b.sgf", "T_HV-a-b"),
            ("games.zip!a-b.sgf", "a-b"),
            ("all.tar.gz!one.zip!a-b.sgf", "a-b"),
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
            ("COM¹", Some("COM¹_")),
            ("lpt0.pgn", Some("lpt0_.pgn")),
            ("console", Some("console")),
            (" x ", Some("_x_")),
            ("Zoe\u{308}", Some("Zoë")),
            ("-rf", Some("_-rf")),
        ] {
            assert_eq!(safe(text).as_deref(), expected, "{text:?}");
        }
    }
    #[test]
    fn devices_of_windows_are_known() {
        use WindowsDevice::{Nowhere, Other};
        for (path, device) in [
            ("nul", Some(Nowhere)),
            ("NUL", Some(Nowhere)),
            (r"C:\games\nul", Some(Nowhere)),
            ("/dev/null", Some(Nowhere)),
            ("nul.pgn", Some(Other)),
            ("games/aux.pgn", Some(Other)),
            ("con .txt", Some(Other)),
            ("COM³", Some(Other)),
            ("CONOUT$", Some(Other)),
            (r"games\aux\", Some(Other)),
            ("aux/games.pgn", None),
            ("nullify.pgn", None),
            ("com10", None),
            ("", None),
        ] {
            assert_eq!(WindowsDevice::of(path), device, "{path}");
        }
    }
}
