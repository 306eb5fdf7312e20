//! What an experiment shows: tables and pictures.

use plot::Figure;
use serde::{Deserialize, Serialize};

use crate::intervals::Estimate;

/// All that comes out of an experiment.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Findings {
    /// The tables.
    pub tables: Vec<Table>,
    /// The pictures, each with the name of its file.
    pub figures: Vec<(String, Figure)>,
}

/// A table.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows, with a cell for each column.
    pub rows: Vec<Vec<Cell>>,
    /// How to read it.
    pub note: String,
}

/// A column of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Column {
    /// What stands above it.
    pub name: String,
    /// Whether its numbers are the paper's and not ours.
    pub is_paper: bool,
}

/// A cell of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cell {
    /// Words.
    Text(String),
    /// A number that is exact.
    Count(u64),
    /// A number of ours with its interval, and how many decimals of it are worth reading.
    Measured {
        /// The number.
        estimate: Estimate,
        /// The decimals.
        decimals: usize,
    },
    /// Nothing is known.
    Unknown,
}

impl Table {
    /// A table without rows; columns whose name begins with "paper" hold the paper's numbers.
    #[must_use]
    pub fn new(title: &str, columns: &[&str], note: &str) -> Self {
        let column = |name: &&str| Column {
            name: (*name).to_owned(),
            is_paper: name.starts_with("paper"),
        };
        Self {
            title: title.to_owned(),
            columns: columns.iter().map(column).collect(),
            rows: Vec::new(),
            note: note.to_owned(),
        }
    }

    /// The table as lines of text, its columns below each other.
    #[must_use]
    pub fn text(&self) -> String {
        let heads = self.columns.iter().map(|column| column.name.clone());
        let mut lines: Vec<Vec<String>> = vec![heads.collect()];
        lines.extend(
            self.rows
                .iter()
                .map(|row| row.iter().map(Cell::text).collect()),
        );
        let length = |text: &str| text.chars().count();
        let widths: Vec<usize> = (0..self.columns.len())
            .map(|column| {
                let texts = lines.iter().filter_map(|line| line.get(column));
                texts.map(|text| length(text)).max().unwrap_or(0)
            })
            .collect();
        let mut text = format!("{}\n", self.title);
        for (index, line) in lines.iter().enumerate() {
            let mut written = String::new();
            for (column, (cell, &width)) in line.iter().zip(&widths).enumerate() {
                let blank = " ".repeat(width - length(cell));
                // Words begin at the left, numbers end at the right, heads stand over both.
                if self.is_number(column) {
                    written.push_str(&format!("  {blank}{cell}"));
                } else {
                    written.push_str(&format!("  {cell}{blank}"));
                }
            }
            text.push_str(written.trim_end());
            text.push('\n');
            if index == 0 {
                let rule: usize = widths.iter().map(|width| width + 2).sum();
                text.push_str(&format!("  {}\n", "─".repeat(rule.saturating_sub(2))));
            }
        }
        if !self.note.is_empty() {
            text.push_str(&format!("  {}\n", self.note));
        }
        text
    }

    /// Whether a column is read as numbers.
    #[must_use]
    pub fn is_number(&self, column: usize) -> bool {
        let mut cells = self.rows.iter().filter_map(|row| row.get(column));
        column > 0
            && cells.any(|cell| !matches!(cell, Cell::Text(text) if text.parse::<f64>().is_err()))
    }
}

impl Cell {
    /// A measured number, or nothing.
    #[must_use]
    pub fn measured(estimate: Option<Estimate>, decimals: usize) -> Self {
        match estimate {
            Some(estimate) => Self::Measured { estimate, decimals },
            None => Self::Unknown,
        }
    }

    /// What stands in the cell.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Count(count) => plot::format_number(*count as f64, 0),
            Self::Measured { estimate, decimals } => {
                let write = |value: f64| plot::format_number(value, *decimals);
                let Estimate { value, low, high } = *estimate;
                // What is the same on both sides is said once.
                let (below, above) = (write(value - low), write(high - value));
                if below == above {
                    format!("{} ± {above}", write(value))
                } else {
                    format!("{} ({}–{})", write(value), write(low), write(high))
                }
            }
            Self::Unknown => "–".to_owned(),
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intervals::share;

    #[test]
    fn tables_line_up() {
        let mut table = Table::new("Sizes", &["board", "paper", "ours"], "As measured.");
        table.rows.push(vec![
            "10×10".into(),
            Cell::Count(2176),
            Cell::measured(share(50, 100), 2),
        ]);
        table.rows.push(vec![
            "6×6".into(),
            Cell::Unknown,
            Cell::measured(share(1, 10), 2),
        ]);
        assert_eq!(
            table.text(),
            "Sizes\n  board  paper              ours\n  ──────────────────────────────\n  10×10  2,176       \
             0.50 ± 0.10\n  6×6        –  0.10 (0.02–0.40)\n  As measured.\n"
        );
        assert!(table.columns[1].is_paper && !table.columns[2].is_paper);
    }
}
