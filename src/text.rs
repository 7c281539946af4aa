//! Small shapes of text: numbers with thousands marked, and paragraphs filled to a width.

/// A number with its thousands set apart: `1,234,567`.
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// `1 game`, `2 games`.
pub fn counted(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(n), if n == 1 { one } else { many })
}

/// `a`, `a and b`, `a, b and c`.
pub fn list(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [head @ .., last] => format!("{} and {last}", head.join(", ")),
    }
}

/// A doc comment as one line.
pub fn plain(doc: &str) -> String {
    doc.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A doc comment filled to a width, paragraph by paragraph.
pub fn fill(doc: &str, width: usize) -> String {
    let mut out = String::new();
    let mut column = 0;
    let mut paragraph_ends = false;
    for line in doc.lines() {
        if line.trim().is_empty() {
            paragraph_ends = column > 0;
            continue;
        }
        for word in line.split_whitespace() {
            let long = word.chars().count();
            if paragraph_ends {
                out.push_str("\n\n");
                column = 0;
                paragraph_ends = false;
            } else if column > 0 && column + 1 + long > width {
                out.push('\n');
                column = 0;
            } else if column > 0 {
                out.push(' ');
                column += 1;
            }
            out.push_str(word);
            column += long;
        }
    }
    if column > 0 {
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(1_000), "1,000");
        assert_eq!(count(1_234_567), "1,234,567");
        assert_eq!(counted(1, "game", "games"), "1 game");
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
        assert_eq!(list(&["a"]), "a");
    }

    #[test]
    fn paragraphs_are_filled() {
        let doc = " one two three\n four\n\n five\n";
        assert_eq!(fill(doc, 9), "one two\nthree\nfour\n\nfive\n");
        assert_eq!(fill(doc, 80), "one two three four\n\nfive\n");
        assert_eq!(fill("", 80), "");
        assert_eq!(plain(doc), "one two three four five");
    }
}
