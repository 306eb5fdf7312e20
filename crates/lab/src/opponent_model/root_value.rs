//! `om/root-value`: evaluations saved by root-value pruning in opponent-model (OM) search. A
//! minimax search, the first pass, finds the root value; OM search is the second pass.

use search::opponent_model::{OmPruning, TieBreak, om_search};
use toys::SyntheticTree;

use super::trees::{
    Config, GAMMA_AXIS, OpponentEvaluator, OwnEvaluator, TreeExperiment, TreeSums, gamma,
    measure_trees,
};
use crate::prelude::*;

// Indices into the evaluation counts that `measure` returns, by kind of pruning.
const UNPRUNED: usize = 0;
const BETA: usize = 1;
const ROOT_BOUND: usize = 2;
const ROOT_BOUND_AND_FIRST_PASS: usize = 3;
const ROOT_VALUE: usize = 4;
const ROOT_VALUE_AND_FIRST_PASS: usize = 5;

/// Indices of the evaluation counts that get a table, with its title.
const TABLES: [(usize, &str); 5] = [
    (BETA, "β-pruning alone"),
    (
        ROOT_BOUND,
        "β-pruning with the opponent's root value as bound (same value)",
    ),
    (
        ROOT_BOUND_AND_FIRST_PASS,
        "β-pruning with the opponent's root value as bound, including the first pass",
    ),
    (
        ROOT_VALUE,
        "root-value pruning as in the paper (different value)",
    ),
    (
        ROOT_VALUE_AND_FIRST_PASS,
        "root-value pruning as in the paper, including the first pass",
    ),
];

/// Evaluations that remain with root-value pruning.
pub const ROOT_VALUE_PRUNING: TreeExperiment = Experiment {
    info: ExperimentInfo {
        id: "om/root-value",
        title: "Evaluations saved by root-value pruning",
        reference: "Tokuda et al., Thoughts on Game Tree Search of Opponent-Model, section 4: root-value pruning saves more as \
                    depth and width grow and as γ falls (no numbers)",
        description: "Static evaluations in percent of opponent-model search without pruning. With the opponent's root value as a \
                      bound the value stays the same and γ makes no difference. Accepting the first line above the minimax value \
                      shows all three trends of the paper and yields a different value.",
    },
    config: |scale| Config::new(scale, &[0, 25, 50, 75, 100], 9, 20),
    grid: Config::grid,
    measure: |unit| measure_trees(unit, measure),
    results: |config, groups| results(&TreeSums::new(config, groups)),
};

/// Evaluation counts of one tree, in the order of the indices above.
fn measure(tree: &SyntheticTree, depth: u32) -> Vec<f64> {
    let [beta, root_bound, root_value] = [
        OmPruning::Beta,
        OmPruning::BetaRootBound,
        OmPruning::RootValue,
    ]
    .map(|pruning| {
        let (mut own, mut opponent) = (OwnEvaluator, OpponentEvaluator);
        let tie_break = TieBreak::First;
        om_search(tree, depth, &mut own, &mut opponent, pruning, tie_break).counts
    });
    // Without pruning both evaluations are computed at every leaf.
    let unpruned = 2.0 * f64::from(tree.branching_factor()).powi(depth as i32);
    let mut evaluations = vec![
        unpruned,
        (beta.own_evaluations + beta.model_evaluations) as f64,
    ];
    for counts in [root_bound, root_value] {
        let second_pass = (counts.own_evaluations + counts.model_evaluations) as f64;
        evaluations.extend([
            second_pass,
            second_pass + counts.first_pass_evaluations as f64,
        ]);
    }
    evaluations
}

fn results(sums: &TreeSums<'_>) -> Results {
    let table = |(count_index, title): (usize, &str)| {
        let title = format!("Evaluations in percent of OM search without pruning: {title}");
        ResultTable::over(&title, sums.depths_and_widths())
            .column("depth", |(depth, _)| depth.to_string())
            .column("width", |(_, width)| width.to_string())
            .columns(
                sums.correlations(),
                |&&correlation| format!("γ = {}", gamma(correlation)),
                |&depth_and_width, &&correlation| {
                    let percent = sums.percent(depth_and_width, correlation, count_index, UNPRUNED);
                    ResultCell::estimate(percent, 1)
                },
            )
            .note(&format!(
                "{} trees per depth, width and γ; 95 % intervals.",
                sums.trees()
            ))
    };
    let width = sums.plot_width();
    let lines = sums.depths().iter().map(|&depth| {
        sums.line(
            format!("depth {depth}"),
            (depth, width),
            ROOT_VALUE,
            UNPRUNED,
        )
    });
    let plot = Plot::new(
        format!("Root-value pruning on trees of width {width}"),
        GAMMA_AXIS,
        "evaluations, % of OM search without pruning",
        lines,
    );
    Results::new(TABLES.map(table)).figure("saving", [plot])
}
