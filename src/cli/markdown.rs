//! Markdown, for the reference in the guide.

/// A page of Markdown.
#[derive(Debug, Default)]
pub struct Markdown {
    text: String,
}

impl Markdown {
    /// A page with a title.
    pub fn new(title: &str) -> Markdown {
        let mut page = Markdown::default();
        page.heading(1, title);
        page
    }

    /// Appends a block, after an empty line.
    fn push(&mut self, block: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(block.trim_end());
        self.text.push('\n');
    }

    /// Appends a heading.
    pub fn heading(&mut self, level: usize, title: &str) {
        self.push(&format!("{} {title}", "#".repeat(level)));
    }

    /// Appends the paragraphs of a text, which empty lines separate.
    pub fn text(&mut self, text: &str) {
        for paragraph in text.split("\n\n") {
            let line: Vec<&str> = paragraph.split_whitespace().collect();
            if !line.is_empty() {
                self.push(&escaped(&line.join(" ")));
            }
        }
    }

    /// Appends a block as it is typed.
    pub fn code(&mut self, code: &str) {
        let fence = if code.contains("```") { "````" } else { "```" };
        self.push(&format!("{fence}text\n{}\n{fence}", code.trim_end()));
    }

    /// Appends a table. The first cell of each row is code.
    pub fn table(&mut self, head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) {
        let mut table = format!("| {} |\n|{}\n", head.join(" | "), "---|".repeat(head.len()));
        for row in rows {
            let cells: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
            table.push_str(&format!("| {} |\n", cells.join(" | ")));
        }
        self.push(&table);
    }

    /// Appends a list of things, each with a text of one or more paragraphs.
    pub fn list(&mut self, rows: impl IntoIterator<Item = (String, String)>) {
        let mut list = String::new();
        for (thing, text) in rows {
            let mut paragraphs = text.split("\n\n").map(|paragraph| {
                let words: Vec<&str> = paragraph.split_whitespace().collect();
                escaped(&words.join(" "))
            });
            list.push_str(&format!(
                "- {thing}: {}\n",
                paragraphs.next().unwrap_or_default()
            ));
            for paragraph in paragraphs.filter(|paragraph| !paragraph.is_empty()) {
                list.push_str(&format!("\n  {paragraph}\n"));
            }
        }
        self.push(&list);
    }

    /// The page.
    pub fn into_string(self) -> String {
        self.text
    }
}

/// Code in a line.
pub fn code(text: &str) -> String {
    if text.contains('`') {
        format!("`` {text} ``")
    } else {
        format!("`{text}`")
    }
}

/// A text without marks of Markdown, except backquotes.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut is_code = false;
    for c in text.chars() {
        is_code ^= c == '`';
        if !is_code && "\\*_[]<>|#~".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_a_text_are_not_marks_of_the_page() {
        assert_eq!(escaped("a_b <c> `d_e` [f]"), "a\\_b \\<c\\> `d_e` \\[f\\]");
        let mut page = Markdown::new("Title");
        page.text("one\ntwo\n\nthree");
        page.table(&["a", "b"], [vec![code("x|y"), "z".to_owned()]]);
        page.list([("`k`".to_owned(), "first\n\nsecond".to_owned())]);
        assert_eq!(
            page.into_string(),
            "# Title\n\none two\n\nthree\n\n| a | b |\n|---|---|\n| `x\\|y` | z |\n\n- `k`: first\n\n  second\n"
        );
    }
}
