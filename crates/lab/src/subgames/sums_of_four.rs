//! `subgames/table7` to `subgames/table9`: sums of four subgames, how often bounds are known.

use std::cmp::Ordering;

use super::sampling::{
    Comparison, Config, PAPER_SUMS, SumBounds, SumGroups, SumKind, SumSampling, comparison_results,
    sampling, sums_of,
};
use crate::prelude::*;

pub(super) fn four(size: usize) -> SumKind {
    SumKind {
        size,
        amazons: vec![(1, 1); 4],
    }
}

/// Sums of four subgames of six squares.
pub const TABLE_7: SumSampling = sampling(
    ExperimentInfo {
        id: "subgames/table7",
        title: "Bounds of four subgames of six squares",
        reference: "Subgame Database for Amazons, Table 7: 10,000 random sums of four subgames of six squares, each with an \
                    amazon of either color, Black to move",
        description: "How often the paper's bounds for the score of a sum of four are known.",
    },
    |scale| Config::new(vec![four(6)], scale.pick(2000, 10 * PAPER_SUMS), false),
    |_, groups| {
        let sums = sums_of(groups, 0);
        let rows = by_bounds([[32, 2201], [979, 6788]], &sums);
        let title = "Table 7: four subgames of six squares";
        comparison_results(title, ["lower bound", "upper bound"], rows)
    },
);

/// Sums of four subgames of ten squares.
pub const TABLE_8: SumSampling = sampling(
    ExperimentInfo {
        id: "subgames/table8",
        title: "Bounds of four subgames of ten squares",
        reference: "Subgame Database for Amazons, Table 8: as Table 7, with ten squares each",
        description: "As table7 with the largest subgames of the paper's database.",
    },
    |scale| Config::new(vec![four(10)], scale.pick(400, PAPER_SUMS), false),
    |_, groups| {
        let sums = sums_of(groups, 0);
        let mut rows = by_bounds([[3, 1428], [655, 7914]], &sums);
        let labels = ["known", "known, three one-sided"];
        rows.push(Comparison::new(labels, 3, &sums, |sum| {
            sum.lower.is_some() && sum.upper.is_some() && sum.one_sided == 3
        }));
        let title = "Table 8: four subgames of ten squares";
        comparison_results(title, ["lower bound", "upper bound"], rows)
    },
);

/// Signs of the bounds of four subgames of ten squares.
pub const TABLE_9: SumSampling = sampling(
    ExperimentInfo {
        id: "subgames/table9",
        title: "Signs of the bounds of four subgames",
        reference: "Subgame Database for Amazons, Table 9: the signs of the bounds in Table 8",
        description: "How often a bound decides who makes the last move: a positive lower bound is a win for Black, a negative upper \
                      bound one for White.",
    },
    |scale| Config::new(vec![four(10)], scale.pick(400, PAPER_SUMS), false),
    signs,
);

fn signs(_: &Config, groups: &SumGroups<'_>) -> Results {
    type Bound = fn(&SumBounds) -> Option<i16>;
    let sums = sums_of(groups, 0);
    let signs = [
        ("negative", Some(Ordering::Less)),
        ("zero", Some(Ordering::Equal)),
        ("positive", Some(Ordering::Greater)),
        ("unknown", None),
    ];
    let bounds: [(&str, [usize; 4], Bound); 2] = [
        ("upper", [597, 28, 33, 9342], |sum| sum.upper),
        ("lower", [34, 17, 1380, 8569], |sum| sum.lower),
    ];
    let mut rows = Vec::new();
    for (name, paper, bound) in bounds {
        for ((sign_name, sign), paper) in signs.into_iter().zip(paper) {
            rows.push(Comparison::new([name, sign_name], paper, &sums, |sum| {
                bound(sum).map(|bound| bound.cmp(&0)) == sign
            }));
        }
    }
    let title = "Table 9: signs of the bounds of four subgames of ten squares";
    comparison_results(title, ["bound", "sign"], rows)
}

fn by_bounds(paper: [[usize; 2]; 2], sums: &[SumBounds]) -> Vec<Comparison<2>> {
    let cases = [("known", true), ("unknown", false)];
    let mut rows = Vec::new();
    for ((lower, has_lower), paper) in cases.into_iter().zip(paper) {
        for ((upper, has_upper), paper) in cases.into_iter().zip(paper) {
            rows.push(Comparison::new([lower, upper], paper, sums, |sum| {
                sum.lower.is_some() == has_lower && sum.upper.is_some() == has_upper
            }));
        }
    }
    let lower = paper[0].iter().sum();
    rows.push(Comparison::new(["known", "any"], lower, sums, |sum| {
        sum.lower.is_some()
    }));
    let upper = paper.iter().map(|row| row[0]).sum();
    rows.push(Comparison::new(["any", "known"], upper, sums, |sum| {
        sum.upper.is_some()
    }));
    rows
}
