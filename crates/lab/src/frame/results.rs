//! Results of an experiment: tables and figures.

use std::fmt;

use plot::{Figure, Plot};
use serde::{Deserialize, Serialize};

use super::statistics::IntervalEstimate;

/// Tables and figures of an experiment.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Results {
    /// The tables.
    pub tables: Vec<ResultTable>,
    /// Figures with their file names.
    pub figures: Vec<(String, Figure)>,
}

impl Results {
    /// Results with these tables.
    #[must_use]
    pub fn new(tables: impl IntoIterator<Item = ResultTable>) -> Self {
        Self {
            tables: tables.into_iter().collect(),
            figures: Vec::new(),
        }
    }

    /// Adds a figure, a column of plots, which is saved as `NAME.svg`.
    #[must_use]
    pub fn figure(mut self, name: &str, plots: impl IntoIterator<Item = Plot>) -> Self {
        let plots = plots.into_iter().collect();
        self.figures.push((name.to_owned(), Figure { plots }));
        self
    }
}

/// A table.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ResultTable {
    /// Title.
    pub title: String,
    /// Columns.
    pub columns: Vec<ResultColumn>,
    /// Rows, with a cell for each column.
    pub rows: Vec<Vec<ResultCell>>,
    /// How to read the table.
    pub note: String,
}

/// A column of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResultColumn {
    /// Heading.
    pub name: String,
    /// Whether the numbers are the paper's.
    #[serde(rename = "is_paper")]
    pub from_paper: bool,
}

/// A cell of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResultCell {
    /// Text.
    Text(String),
    /// An exact number.
    Count(u64),
    /// Our estimate with its 95 % interval, and the decimals to print.
    #[serde(rename = "measured")]
    Estimate {
        /// The estimate.
        estimate: IntervalEstimate,
        /// Decimals to print.
        decimals: usize,
    },
    /// No data.
    #[serde(rename = "unknown")]
    Missing,
}

impl ResultTable {
    /// A table with one row per item; columns are added one by one.
    pub(crate) fn over<R>(title: &str, rows: impl IntoIterator<Item = R>) -> TableBuilder<R> {
        let items: Vec<R> = rows.into_iter().collect();
        TableBuilder {
            table: Self {
                title: title.to_owned(),
                rows: vec![Vec::new(); items.len()],
                ..Self::default()
            },
            items,
        }
    }

    /// Whether a column is aligned as numbers.
    #[must_use]
    pub fn is_numeric(&self, column: usize) -> bool {
        let mut cells = self.rows.iter().filter_map(|row| row.get(column));
        column > 0
            && cells
                .any(|cell| !matches!(cell, ResultCell::Text(text) if text.parse::<f64>().is_err()))
    }
}

impl fmt::Display for ResultTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let headings = self.columns.iter().map(|column| column.name.clone());
        let mut lines: Vec<Vec<String>> = vec![headings.collect()];
        let texts = |row: &Vec<ResultCell>| row.iter().map(ToString::to_string).collect();
        lines.extend(self.rows.iter().map(texts));
        let length = |text: &str| text.chars().count();
        let widths: Vec<usize> = (0..self.columns.len())
            .map(|column| {
                let texts = lines.iter().filter_map(|line| line.get(column));
                texts.map(|text| length(text)).max().unwrap_or(0)
            })
            .collect();
        writeln!(f, "{}", self.title)?;
        for (index, line) in lines.iter().enumerate() {
            let mut padded = String::new();
            for (column, (cell, &width)) in line.iter().zip(&widths).enumerate() {
                let blank = " ".repeat(width - length(cell));
                // Text is aligned left, numbers right.
                if self.is_numeric(column) {
                    padded.push_str(&format!("  {blank}{cell}"));
                } else {
                    padded.push_str(&format!("  {cell}{blank}"));
                }
            }
            writeln!(f, "{}", padded.trim_end())?;
            if index == 0 {
                let rule: usize = widths.iter().map(|width| width + 2).sum();
                writeln!(f, "  {}", "─".repeat(rule.saturating_sub(2)))?;
            }
        }
        if !self.note.is_empty() {
            writeln!(f, "  {}", self.note)?;
        }
        Ok(())
    }
}

/// Builds a table column by column. Columns whose name starts with "paper" are marked as the
/// paper's.
pub(crate) struct TableBuilder<R> {
    table: ResultTable,
    items: Vec<R>,
}

impl<R> TableBuilder<R> {
    /// Adds a column with one cell per row.
    pub(crate) fn column<T: Into<ResultCell>>(
        mut self,
        name: &str,
        cell: impl Fn(&R) -> T,
    ) -> Self {
        self.table.columns.push(ResultColumn {
            name: name.to_owned(),
            from_paper: name.starts_with("paper"),
        });
        for (row, item) in self.table.rows.iter_mut().zip(&self.items) {
            row.push(cell(item).into());
        }
        self
    }

    /// Adds a column of estimates with 95 % intervals.
    pub(crate) fn estimate(
        self,
        name: &str,
        decimals: usize,
        estimate: impl Fn(&R) -> Option<IntervalEstimate>,
    ) -> Self {
        self.column(name, |row| ResultCell::estimate(estimate(row), decimals))
    }

    /// Adds one column per item of a list.
    pub(crate) fn columns<T, N: AsRef<str>, C: Into<ResultCell>>(
        self,
        list: impl IntoIterator<Item = T>,
        name: impl Fn(&T) -> N,
        cell: impl Fn(&R, &T) -> C,
    ) -> Self {
        list.into_iter().fold(self, |builder, item| {
            builder.column(name(&item).as_ref(), |row| cell(row, &item))
        })
    }

    /// Sets the note and finishes the table.
    pub(crate) fn note(mut self, note: &str) -> ResultTable {
        note.clone_into(&mut self.table.note);
        self.table
    }
}

impl ResultCell {
    /// An estimate, or [`Missing`](Self::Missing).
    #[must_use]
    pub fn estimate(estimate: Option<IntervalEstimate>, decimals: usize) -> Self {
        match estimate {
            Some(estimate) => Self::Estimate { estimate, decimals },
            None => Self::Missing,
        }
    }

    /// A number without an interval.
    #[must_use]
    pub fn decimal(value: f64, decimals: usize) -> Self {
        Self::Text(format!("{value:.decimals$}"))
    }
}

impl fmt::Display for ResultCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Count(count) => f.write_str(&plot::format_number(*count as f64, 0)),
            Self::Estimate { estimate, decimals } => {
                let write = |value: f64| plot::format_number(value, *decimals);
                let IntervalEstimate { value, low, high } = *estimate;
                // A symmetric interval is written as ±.
                let (below, above) = (write(value - low), write(high - value));
                if below == above {
                    write!(f, "{} ± {above}", write(value))
                } else {
                    write!(f, "{} ({}–{})", write(value), write(low), write(high))
                }
            }
            Self::Missing => f.write_str("–"),
        }
    }
}

impl From<&str> for ResultCell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for ResultCell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<u64> for ResultCell {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<u32> for ResultCell {
    fn from(count: u32) -> Self {
        Self::Count(count.into())
    }
}

impl From<usize> for ResultCell {
    fn from(count: usize) -> Self {
        Self::Count(count as u64)
    }
}

impl<T: Into<Self>> From<Option<T>> for ResultCell {
    fn from(cell: Option<T>) -> Self {
        cell.map_or(Self::Missing, Into::into)
    }
}

#[cfg(test)]
mod tests {
    use super::super::statistics::proportion;
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let rows = [("10×10", Some(2176_u64), (50, 100)), ("6×6", None, (1, 10))];
        let table = ResultTable::over("Sizes", rows)
            .column("board", |row| row.0)
            .column("paper", |row| row.1)
            .estimate("ours", 2, |row| proportion(row.2.0, row.2.1))
            .note("As measured.");
        assert_eq!(
            table.to_string(),
            "Sizes\n  board  paper              ours\n  ──────────────────────────────\n  10×10  2,176       \
             0.50 ± 0.10\n  6×6        –  0.10 (0.02–0.40)\n  As measured.\n"
        );
        assert!(table.columns[1].from_paper && !table.columns[2].from_paper);
    }
}
