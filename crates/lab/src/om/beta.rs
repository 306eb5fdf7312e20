//! `om/beta`: what β-pruning saves, beside the paper's Table 2.

use search::opponent_model::{Form, Minimax, OpponentModel, Ties, one_pass};
use search::{Limits, Searcher, Signal};
use toys::SyntheticTree;

use super::trees::{Kind, Measured, OnTrees, Ours, PAPER_LIKENESS, PaperTable, Theirs, in_paper};
use crate::experiment::About;
use crate::findings::{Cell, Findings, Table};

/// Table 2.
pub struct BetaPruning;

const TABLE_2: PaperTable = [
    [82.6, 69.8, 63.0, 57.7, 53.5],
    [67.8, 53.1, 44.4, 38.8, 34.8],
    [66.6, 46.4, 36.1, 29.8, 25.5],
    [56.8, 37.5, 26.9, 20.7, 17.3],
];

/// The numbers of a tree, in their order.
const PLAIN: usize = 0;
const BETA: usize = 1;
const BETA_MODEL: usize = 2;
const PROBING: usize = 3;
const PROBING_OWN: usize = 4;

impl OnTrees for BetaPruning {
    const ABOUT: About = About {
        id: "om/beta",
        title: "What β-pruning saves",
        paper: "Tokuda and others, Thoughts on Game Tree Search of Opponent-Model, Table 2: static evaluations with β-pruning in \
                percent of those without, γ = 0.5",
        shows: "How many evaluations are left, of both kinds together; beside it how many of the model's, and what probing takes, \
                which asks for one reply at a time.",
    };
    const LIKENESSES: &'static [u8] = &[PAPER_LIKENESS];
    /// Of the numbers from 0 to 6, to 7 and to 9, those with which no cell is off by two points.
    const LARGEST: u16 = 7;
    const UNITS: usize = 100;

    fn measure(tree: &SyntheticTree, depth: u32) -> Vec<f64> {
        let [plain, beta] = [Form::Plain, Form::Beta]
            .map(|form| one_pass(tree, depth, &mut Ours, &mut Theirs, form, Ties::First).counts);
        let model = Minimax::to_the_horizon(Theirs);
        let mut prober = OpponentModel::new(Ours, vec![(model, 1.0)]);
        prober.search(tree, &Limits::depth(depth), &Signal::new(), &mut |_| {});
        let probing = prober.counts();
        [
            plain.own + plain.model,
            beta.own + beta.model,
            2 * beta.model,
            probing.own + probing.model,
            2 * probing.own,
        ]
        .map(|count| count as f64)
        .to_vec()
    }

    fn findings(sums: &Measured<'_>) -> Findings {
        let mut table = Table::new(
            "Table 2: static evaluations in percent, γ = 0.5",
            &[
                "depth",
                "width",
                "paper",
                "ours",
                "difference",
                "of the model's",
                "probing",
                "of ours, probing",
            ],
            &format!(
                "{} trees for each depth and width; intervals of 95 %. Probing deepens ply by ply, and all its plies count.",
                sums.trees()
            ),
        );
        for &depth in sums.depths() {
            for &width in sums.widths() {
                let kind = Kind {
                    depth,
                    width,
                    likeness: PAPER_LIKENESS,
                };
                let percent = |which| sums.percent(kind, which, PLAIN);
                let cell = |which| Cell::measured(percent(which), 1);
                let paper = in_paper(&TABLE_2, depth, width);
                let difference = paper
                    .zip(percent(BETA))
                    .map_or(Cell::Unknown, |(paper, ours)| {
                        Cell::Text(format!("{:+.1}", ours.value - paper))
                    });
                table.rows.push(vec![
                    Cell::Text(depth.to_string()),
                    Cell::Text(width.to_string()),
                    paper.map_or(Cell::Unknown, |paper| Cell::Text(format!("{paper:.1}"))),
                    cell(BETA),
                    difference,
                    cell(BETA_MODEL),
                    cell(PROBING),
                    cell(PROBING_OWN),
                ]);
            }
        }
        Findings {
            tables: vec![table],
            figures: Vec::new(),
        }
    }
}
