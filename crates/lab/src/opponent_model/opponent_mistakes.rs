//! `om/mistakes`: how often an opponent with another evaluation errs (Table 1).

use search::opponent_model::{OmPruning, TieBreak, om_search};
use toys::SyntheticTree;

use super::trees::{
    Config, OpponentEvaluator, OwnEvaluator, PAPER_CORRELATION, PaperTable, TreeExperiment,
    TreeSums, gamma, measure_trees, paper_value,
};
use crate::prelude::*;

const TABLE_1: PaperTable = [
    [16.0, 34.3, 35.8, 33.4, 36.2],
    [20.0, 34.3, 33.6, 33.9, 35.8],
    [15.8, 30.0, 33.0, 30.0, 36.2],
    [20.2, 33.5, 35.4, 35.8, 37.7],
];

/// Errors of the opponent by our evaluation.
pub const OPPONENT_MISTAKES: TreeExperiment = Experiment {
    info: ExperimentInfo {
        id: "om/mistakes",
        title: "How often the opponent errs by our evaluation",
        reference: "Tokuda et al., Thoughts on Game Tree Search of Opponent-Model, Table 1: errors at the opponent's nodes of \
                    a tree, γ = 0.5",
        description: "Share of the opponent's choices that are not their best by our evaluation; ties are broken by the first move \
                      and by the worst move for us. The paper does not say how it drew numbers and broke ties, and neither rule \
                      reproduces its Table 1.",
    },
    // The paper does not say; from 6 to 11 Table 2 comes out about alike.
    config: |scale| Config::new(scale, &[0, 25, 50, 75, 100], 9, 100),
    grid: Config::grid,
    measure: |unit| measure_trees(unit, measure),
    results: |config, groups| results(&TreeSums::new(config, groups)),
};

fn measure(tree: &SyntheticTree, depth: u32) -> Vec<f64> {
    let [first, worst] = [TieBreak::First, TieBreak::WorstForUs].map(|ties| {
        let (mut own, mut opponent) = (OwnEvaluator, OpponentEvaluator);
        om_search(tree, depth, &mut own, &mut opponent, OmPruning::None, ties).counts
    });
    [
        first.opponent_errors,
        first.opponent_nodes,
        worst.opponent_errors,
        worst.opponent_nodes,
    ]
    .map(|count| count as f64)
    .to_vec()
}

fn results(sums: &TreeSums<'_>) -> Results {
    let table = ResultTable::over(
        "Table 1: errors in percent, γ = 0.5",
        sums.depths_and_widths(),
    )
    .column("depth", |kind| kind.0.to_string())
    .column("width", |kind| kind.1.to_string())
    .column("paper", |&kind| {
        paper_value(&TABLE_1, kind).map(|paper| ResultCell::decimal(paper, 1))
    })
    .estimate("first of equals", 1, |&kind| {
        sums.percent(kind, PAPER_CORRELATION, 0, 1)
    })
    .estimate("worst for us", 1, |&kind| {
        sums.percent(kind, PAPER_CORRELATION, 2, 3)
    })
    .note(&format!(
        "{} trees per depth and width; 95 % intervals.",
        sums.trees()
    ));
    let title = "Errors in percent by correlation γ, first of equal moves";
    let by_correlation = ResultTable::over(title, sums.depths_and_widths())
        .column("depth", |kind| kind.0.to_string())
        .column("width", |kind| kind.1.to_string())
        .columns(
            sums.correlations(),
            |&&correlation| gamma(correlation).to_string(),
            |&kind, &&correlation| ResultCell::estimate(sums.percent(kind, correlation, 0, 1), 1),
        )
        .note("The lower the correlation, the more the opponent errs.");
    Results::new([table, by_correlation])
}
