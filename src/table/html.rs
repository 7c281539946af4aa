//! Bars of tables as HTML.

use maud::{Markup, html};

use super::{Table, Value};

impl Table {
    /// The table as HTML, for people. Bars are `span`s with the class `bar` and a child per share.
    pub fn html(&self, caption: &str) -> Markup {
        let columns = self.seen(true);
        html! {
            div.scroll tabindex="0" role="group" aria-label=(caption) {
                table {
                    caption { (caption) }
                    thead {
                        tr {
                            @for (_, column) in &columns {
                                th scope="col" class=[column.words.then_some("words")] {
                                    (column.title.replace("-\n", "").replace('\n', " "))
                                }
                            }
                        }
                    }
                    tbody {
                        @for row in &self.rows {
                            tr {
                                @for (place, (i, column)) in columns.iter().enumerate() {
                                    @if place == 0 && column.words {
                                        th.words scope="row" { (cell(&row[*i])) }
                                    } @else {
                                        td class=[column.words.then_some("words")] {
                                            @if !column.bar || row[*i] != Value::Missing { (cell(&row[*i])) }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }
}

fn cell(value: &Value) -> Markup {
    match value {
        &Value::Bar(parts) => bar(parts),
        other => html! { (other.for_people()) },
    }
}

/// A bar of the shares of White's wins, draws and Black's wins, which sum to 1.
pub fn bar(parts: [f64; 3]) -> Markup {
    html! {
        span.bar aria-hidden="true" {
            @for (part, class) in parts.into_iter().zip(["white", "draw", "black"]) {
                @if part > 0.0 {
                    span class=(class) style=(format!("width:{:.1}%", part * 100.0)) {}
                }
            }
        }
    }
}
