//! `subgames/table4` to `subgames/table6`: sums of two subgames, their bounds and scores.

use super::sampling::{
    Comparison, Config, PAPER_SUMS, SumBounds, SumGroups, SumKind, SumSampling, comparison_results,
    sampling, sums_of,
};
use crate::prelude::*;

pub(super) fn of_eight() -> SumKind {
    SumKind {
        size: 8,
        amazons: vec![(2, 2), (2, 2)],
    }
}

pub(super) fn of_nine() -> SumKind {
    SumKind {
        size: 9,
        amazons: vec![(3, 1), (1, 3)],
    }
}

/// Sums of two subgames of eight squares.
pub const TABLE_4: SumSampling = sampling(
    ExperimentInfo {
        id: "subgames/table4",
        title: "Bounds of two subgames of eight squares",
        reference: "Subgame Database for Amazons, Table 4: 10,000 random sums of two subgames of eight squares, each with two \
                    amazons of either color, Black to move",
        description: "How often the paper's bounds for the score of a sum are exact, loose or unknown.",
    },
    |scale| Config::new(vec![of_eight()], scale.pick(400, PAPER_SUMS), true),
    |_, groups| {
        let sums = sums_of(groups, 0);
        let paper = [[25, 0, 3431], [0, 0, 488], [1551, 387, 4118]];
        by_bounds("Table 4: two subgames of eight squares", paper, &sums)
    },
);

/// Sums of two subgames of nine squares.
pub const TABLE_5: SumSampling = sampling(
    ExperimentInfo {
        id: "subgames/table5",
        title: "Bounds of two subgames of nine squares",
        reference: "Subgame Database for Amazons, Table 5: 10,000 random sums of a subgame of nine squares with three black \
                    amazons and a white one, and one with the numbers swapped, Black to move",
        description: "As table4, where each player has more amazons in one of the two.",
    },
    |scale| Config::new(vec![of_nine()], scale.pick(400, PAPER_SUMS), true),
    |_, groups| {
        let sums = sums_of(groups, 0);
        let paper = [[194, 0, 2567], [0, 0, 197], [1465, 36, 5541]];
        by_bounds("Table 5: two subgames of nine squares", paper, &sums)
    },
);

/// Differences between bounds and scores.
pub const TABLE_6: SumSampling = sampling(
    ExperimentInfo {
        id: "subgames/table6",
        title: "Differences between bounds and scores",
        reference: "Subgame Database for Amazons, Table 6: the differences between bounds and true scores in Tables 4 and 5",
        description: "By how many moves the loose bounds of sums of two subgames miss the score.",
    },
    |scale| {
        Config::new(
            vec![of_eight(), of_nine()],
            scale.pick(400, PAPER_SUMS),
            true,
        )
    },
    differences,
);

fn differences(_: &Config, groups: &SumGroups<'_>) -> Results {
    type Gap = fn(&SumBounds) -> Option<i16>;
    let paper = [
        ("8", [[148, 223, 5, 11], [307, 173, 8, 0]]),
        ("9", [[18, 12, 5, 1], [103, 80, 10, 4]]),
    ];
    let mut rows = Vec::new();
    for (kind, (squares, [upper, lower])) in paper.into_iter().enumerate() {
        let sums = &sums_of(groups, kind);
        let bounds: [(&str, [usize; 4], Gap); 2] = [
            ("upper", upper, SumBounds::upper_gap),
            ("lower", lower, SumBounds::lower_gap),
        ];
        for (name, paper, gap) in bounds {
            for (difference, paper) in (1..).zip(paper) {
                let labels = [squares, name, &format!("by {difference}")];
                rows.push(Comparison::new(labels, paper, sums, |sum| {
                    gap(sum) == Some(difference)
                }));
            }
            let labels = [squares, name, "by more"];
            rows.push(Comparison::new(labels, 0, sums, |sum| gap(sum) > Some(4)));
        }
    }
    let title = "Table 6: differences between bounds and scores";
    comparison_results(title, ["squares", "bound", "off by"], rows)
}

impl SumBounds {
    /// Score minus lower bound.
    fn lower_gap(&self) -> Option<i16> {
        Some(self.score? - self.lower?)
    }

    /// Upper bound minus score.
    fn upper_gap(&self) -> Option<i16> {
        Some(self.upper? - self.score?)
    }
}

/// The paper's rows and columns: exact, loose, unknown.
fn case(gap: Option<i16>) -> usize {
    match gap {
        Some(0) => 0,
        Some(_) => 1,
        None => 2,
    }
}

fn by_bounds(title: &str, paper: [[usize; 3]; 3], sums: &[SumBounds]) -> Results {
    let lower_names = ["exact", "too low", "unknown"];
    let upper_names = ["exact", "too high", "unknown"];
    let mut rows = Vec::new();
    for (row, lower) in lower_names.into_iter().enumerate() {
        for (column, upper) in upper_names.into_iter().enumerate() {
            rows.push(Comparison::new(
                [lower, upper],
                paper[row][column],
                sums,
                |sum| case(sum.lower_gap()) == row && case(sum.upper_gap()) == column,
            ));
        }
    }
    for (row, lower) in lower_names.into_iter().enumerate() {
        let paper = paper[row].iter().sum();
        rows.push(Comparison::new([lower, "any"], paper, sums, |sum| {
            case(sum.lower_gap()) == row
        }));
    }
    for (column, upper) in upper_names.into_iter().enumerate() {
        let paper = paper.iter().map(|row| row[column]).sum();
        rows.push(Comparison::new(["any", upper], paper, sums, |sum| {
            case(sum.upper_gap()) == column
        }));
    }
    comparison_results(title, ["lower bound", "upper bound"], rows)
}
