//! `om/beta`: evaluations saved by β-pruning (Table 2).

use search::opponent_model::{Minimax, OmPruning, OpponentModelSearch, TieBreak, om_search};
use search::{SearchLimits, Searcher, StopSignal};
use toys::SyntheticTree;

use super::trees::{
    Config, OpponentEvaluator, OwnEvaluator, PAPER_CORRELATION, PaperTable, TreeExperiment,
    TreeSums, measure_trees, paper_value,
};
use crate::prelude::*;

const TABLE_2: PaperTable = [
    [82.6, 69.8, 63.0, 57.7, 53.5],
    [67.8, 53.1, 44.4, 38.8, 34.8],
    [66.6, 46.4, 36.1, 29.8, 25.5],
    [56.8, 37.5, 26.9, 20.7, 17.3],
];

/// Indices of the numbers of a tree.
const PLAIN: usize = 0;
const BETA: usize = 1;
const BETA_MODEL: usize = 2;
const PROBING: usize = 3;
const PROBING_OWN: usize = 4;

/// Evaluations left by β-pruning.
pub const BETA_PRUNING: TreeExperiment = Experiment {
    info: ExperimentInfo {
        id: "om/beta",
        title: "Evaluations saved by β-pruning",
        reference: "Tokuda et al., Thoughts on Game Tree Search of Opponent-Model, Table 2: static evaluations with β-pruning \
                    in percent of those without, γ = 0.5",
        description: "Remaining evaluations of both kinds, those of the model, and those of probing search, which asks for one reply \
                      at a time.",
    },
    // Of maxima 6, 7 and 9 the one with which no cell is off by two points.
    config: |scale| Config::new(scale, &[PAPER_CORRELATION], 7, 100),
    grid: Config::grid,
    measure: |unit| measure_trees(unit, measure),
    results: |config, groups| results(&TreeSums::new(config, groups)),
};

fn measure(tree: &SyntheticTree, depth: u32) -> Vec<f64> {
    let [plain, beta] = [OmPruning::None, OmPruning::Beta].map(|form| {
        let (mut own, mut opponent) = (OwnEvaluator, OpponentEvaluator);
        om_search(tree, depth, &mut own, &mut opponent, form, TieBreak::First).counts
    });
    let model = Minimax::with_caller_depth(OpponentEvaluator);
    let mut prober = OpponentModelSearch::new(OwnEvaluator, vec![(model, 1.0)]);
    prober.search(
        tree,
        &SearchLimits::depth(depth),
        &StopSignal::new(),
        &mut |_| {},
    );
    let probing = prober.counts();
    [
        plain.own_evaluations + plain.model_evaluations,
        beta.own_evaluations + beta.model_evaluations,
        2 * beta.model_evaluations,
        probing.own_evaluations + probing.model_evaluations,
        2 * probing.own_evaluations,
    ]
    .map(|count| count as f64)
    .to_vec()
}

fn results(sums: &TreeSums<'_>) -> Results {
    let percent = |kind: (u32, u8), which| sums.percent(kind, PAPER_CORRELATION, which, PLAIN);
    let title = "Table 2: static evaluations in percent, γ = 0.5";
    let table = ResultTable::over(title, sums.depths_and_widths())
        .column("depth", |kind| kind.0.to_string())
        .column("width", |kind| kind.1.to_string())
        .column("paper", |&kind| {
            paper_value(&TABLE_2, kind).map(|paper| ResultCell::decimal(paper, 1))
        })
        .estimate("ours", 1, |&kind| percent(kind, BETA))
        .column("difference", |&kind| {
            let pair = paper_value(&TABLE_2, kind).zip(percent(kind, BETA));
            pair.map(|(paper, ours)| format!("{:+.1}", ours.value - paper))
        })
        .estimate("of the model's", 1, |&kind| percent(kind, BETA_MODEL))
        .estimate("probing", 1, |&kind| percent(kind, PROBING))
        .estimate("of ours, probing", 1, |&kind| percent(kind, PROBING_OWN))
        .note(&format!(
            "{} trees per depth and width; 95 % intervals. Probing deepens iteratively, and all iterations count.",
            sums.trees()
        ));
    Results::new([table])
}
