//! Tables as HTML.

use maud::{Markup, html};

use super::{CellValue, Table};

impl Table {
    /// The table as HTML, for people. Bars are `span`s with the class `bar` and a child per share.
    ///
    /// `explain` gives the explanation of a column by its key. If the last row is a sum, it stays last when the table
    /// is sorted.
    pub fn html(
        &self,
        caption: &str,
        explain: fn(&str) -> Option<&'static str>,
        sum_is_last: bool,
    ) -> Markup {
        let columns = self.seen(true);
        let row = |row: &[CellValue]| {
            html! {
                tr {
                    @for (place, (i, column)) in columns.iter().enumerate() {
                        @if place == 0 && column.words {
                            th.words scope="row" { (cell(&row[*i])) }
                        } @else {
                            td class=[column.words.then_some("words")] {
                                @if !column.bar || row[*i] != CellValue::Missing { (cell(&row[*i])) }
                            }
                        }
                    }
                }
            }
        };
        let sums = usize::from(sum_is_last && self.rows.len() > 1);
        let (rows, sums) = self.rows.split_at(self.rows.len() - sums);
        html! {
            div.scroll tabindex="0" role="group" aria-label=(caption) {
                table {
                    caption { (caption) }
                    thead {
                        tr {
                            @for (_, column) in &columns {
                                @let class = if column.bar { Some("words bars") } else { column.words.then_some("words") };
                                th scope="col" class=[class] title=[explain(column.key)] {
                                    @if column.bar { "results" } @else { (column.title) }
                                }
                            }
                        }
                    }
                    tbody { @for values in rows { (row(values)) } }
                    @if !sums.is_empty() { tfoot { @for values in sums { (row(values)) } } }
                }
            }
        }
    }

    /// The table without the columns and rows that count nothing.
    #[must_use]
    pub fn without_zeros(mut self) -> Table {
        let counts = |value: &CellValue| matches!(value, CellValue::Count(_));
        self.rows
            .retain(|row| row.iter().any(|v| counts(v) && *v != CellValue::Count(0)));
        let zero = |i: usize| self.rows.iter().all(|row| row[i] == CellValue::Count(0));
        let kept: Vec<usize> = (0..self.columns.len()).filter(|&i| !zero(i)).collect();
        self.columns = kept.iter().map(|&i| self.columns[i]).collect();
        for row in &mut self.rows {
            *row = kept.iter().map(|&i| row[i].clone()).collect();
        }
        self
    }

    /// The keys of the columns that people see.
    #[cfg(test)]
    pub fn seen_keys(&self) -> Vec<&'static str> {
        self.seen(true).iter().map(|(_, c)| c.key).collect()
    }
}

fn cell(value: &CellValue) -> Markup {
    match value {
        &CellValue::Bar(parts) => bar(parts),
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
