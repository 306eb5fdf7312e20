//! `om/root-value`: evaluations saved by a preceding minimax search.

use search::opponent_model::{OmPruning, TieBreak, om_search};
use toys::SyntheticTree;

use super::trees::{OpponentEvaluator, OwnEvaluator, TreeExperiment, TreeSums, gamma, gamma_axis};
use crate::prelude::*;

/// Indices of the numbers of a tree.
const PLAIN: usize = 0;
const BETA: usize = 1;
const BOUND: usize = 2;
const BOUND_WITH_FIRST: usize = 3;
const VALUE: usize = 4;
const VALUE_WITH_FIRST: usize = 5;

/// Each with its title.
const TABLES: [(usize, &str); 5] = [
    (BETA, "β-pruning alone"),
    (
        BOUND,
        "β-pruning with the opponent's root value as bound (same value)",
    ),
    (BOUND_WITH_FIRST, "the same including the first pass"),
    (VALUE, "root-value pruning as in the paper (another value)"),
    (VALUE_WITH_FIRST, "the same including the first pass"),
];

/// Evaluations left by root-value pruning.
pub const ROOT_VALUE_PRUNING: TreeExperiment = TreeExperiment {
    info: ExperimentInfo {
        id: "om/root-value",
        title: "Evaluations saved by root-value pruning",
        reference: "Tokuda and others, Thoughts on Game Tree Search of Opponent-Model, section 4: root-value pruning saves more as \
                    depth and width grow and as γ falls (no numbers)",
        description: "Static evaluations in percent of plain opponent-model search. With the opponent's root value as a bound the \
                      value stays the same and γ makes no difference. Accepting the first line above the minimax value shows all \
                      three trends of the paper and yields another value.",
    },
    correlations: &[0, 25, 50, 75, 100],
    max_number: 9,
    units: 20,
    measure,
    results,
};

fn measure(tree: &SyntheticTree, depth: u32) -> Vec<f64> {
    let [beta, bound, value] = [
        OmPruning::Beta,
        OmPruning::BetaRootBound,
        OmPruning::RootValue,
    ]
    .map(|form| {
        let (mut own, mut opponent) = (OwnEvaluator, OpponentEvaluator);
        om_search(tree, depth, &mut own, &mut opponent, form, TieBreak::First).counts
    });
    let plain = 2.0 * f64::from(tree.branching_factor()).powi(depth as i32);
    let mut numbers = vec![
        plain,
        (beta.own_evaluations + beta.model_evaluations) as f64,
    ];
    for counts in [bound, value] {
        let second = (counts.own_evaluations + counts.model_evaluations) as f64;
        numbers.extend([second, second + counts.first_pass_evaluations as f64]);
    }
    numbers
}

fn results(sums: &TreeSums<'_>) -> Results {
    let table = |(which, title): (usize, &str)| {
        let title = format!("Evaluations in percent of plain search: {title}");
        ResultTable::over(&title, sums.depths_and_widths())
            .column("depth", |kind| kind.0.to_string())
            .column("width", |kind| kind.1.to_string())
            .columns(
                sums.correlations(),
                |&&correlation| format!("γ = {}", gamma(correlation)),
                |&kind, &&correlation| {
                    ResultCell::estimate(sums.percent(kind, correlation, which, PLAIN), 1)
                },
            )
            .note(&format!(
                "{} trees of each kind; 95 % intervals.",
                sums.trees()
            ))
    };
    let width = sums.middle_width();
    let lines = sums
        .depths()
        .iter()
        .map(|&depth| sums.line(format!("depth {depth}"), (depth, width), VALUE, PLAIN));
    let plot = Plot::new(
        format!("Root-value pruning on trees of width {width}"),
        gamma_axis(),
        Axis::new("evaluations, % of plain search"),
        lines,
    );
    Results::new(TABLES.map(table)).figure("saving", Figure::new(plot))
}
