//! `om/mistakes`: how often an opponent with another opinion errs, beside the paper's Table 1.

use search::opponent_model::{Form, Ties, one_pass};
use toys::SyntheticTree;

use super::trees::{Kind, Measured, OnTrees, Ours, PAPER_LIKENESS, PaperTable, Theirs, in_paper};
use crate::experiment::About;
use crate::findings::{Cell, Findings, Table};

/// Table 1.
pub struct Mistakes;

const TABLE_1: PaperTable = [
    [16.0, 34.3, 35.8, 33.4, 36.2],
    [20.0, 34.3, 33.6, 33.9, 35.8],
    [15.8, 30.0, 33.0, 30.0, 36.2],
    [20.2, 33.5, 35.4, 35.8, 37.7],
];

impl OnTrees for Mistakes {
    const ABOUT: About = About {
        id: "om/mistakes",
        title: "How often an opponent errs in our eyes",
        paper: "Tokuda and others, Thoughts on Game Tree Search of Opponent-Model, Table 1: mistakes at the opponent's \
                positions of a tree, γ = 0.5",
        shows: "The share of the opponent's choices after which we are worth more than after another one; if of equal moves they \
                play the first, and if they play the worst for us. The paper does not say how it drew numbers and broke \
                ties, and neither rule gives its Table 1.",
    };
    const LIKENESSES: &'static [u8] = &[0, 25, 50, 75, 100];
    const UNITS: usize = 100;

    fn measure(tree: &SyntheticTree, depth: u32) -> Vec<f64> {
        let [first, against] = [Ties::First, Ties::AgainstUs]
            .map(|ties| one_pass(tree, depth, &mut Ours, &mut Theirs, Form::Plain, ties).counts);
        [
            first.mistakes,
            first.choices,
            against.mistakes,
            against.choices,
        ]
        .map(|count| count as f64)
        .to_vec()
    }

    fn findings(sums: &Measured<'_>) -> Findings {
        let mut table = Table::new(
            "Table 1: mistakes in percent, γ = 0.5",
            &["depth", "width", "paper", "first of equals", "worst for us"],
            &format!(
                "{} trees for each depth and width; intervals of 95 %.",
                sums.trees()
            ),
        );
        let mut by_likeness = Table::new(
            "Mistakes in percent by likeness γ, if the first of equals is played",
            &["depth", "width", "0", "0.25", "0.5", "0.75", "1"],
            "The less the opponent thinks as we do, the more they err.",
        );
        for &depth in sums.depths() {
            for &width in sums.widths() {
                let kind = |likeness| Kind {
                    depth,
                    width,
                    likeness,
                };
                let names = [depth.to_string(), width.to_string()].map(Cell::Text);
                let paper = in_paper(&TABLE_1, depth, width);
                let ours = [(0, 1), (2, 3)].map(|(mistakes, choices)| {
                    Cell::measured(sums.percent(kind(PAPER_LIKENESS), mistakes, choices), 1)
                });
                let mut row = names.to_vec();
                row.push(paper.map_or(Cell::Unknown, |paper| Cell::Text(format!("{paper:.1}"))));
                row.extend(ours);
                table.rows.push(row);
                let mut row = names.to_vec();
                row.extend(
                    sums.likenesses()
                        .iter()
                        .map(|&likeness| Cell::measured(sums.percent(kind(likeness), 0, 1), 1)),
                );
                by_likeness.rows.push(row);
            }
        }
        Findings {
            tables: vec![table, by_likeness],
            figures: Vec::new(),
        }
    }
}
