//! `om/values`: values found by each kind of search (Figure 1).

use game::Game;
use search::opponent_model::{Minimax, OmPruning, TieBreak, om_search};
use toys::SyntheticTree;

use super::trees::{
    Config, GAMMA_AXIS, OpponentEvaluator, OwnEvaluator, TreeExperiment, TreeSums, gamma,
    measure_trees,
};
use crate::prelude::*;

/// Indices of the numbers of a tree, all relative to its smallest leaf.
const MAX: usize = 0;
const METHODS: [(usize, &str); 3] = [(1, "minimax"), (2, "root-value OM"), (3, "OM search")];

/// Root values relative to minimin and maxmax.
pub const TREE_VALUES: TreeExperiment = Experiment {
    info: ExperimentInfo {
        id: "om/values",
        title: "Root values of each kind of search",
        reference: "Tokuda et al., Thoughts on Game Tree Search of Opponent-Model, Figure 1: the values of minimin, minimax, \
                    OM search, root-value OM search and maxmax; they rise as depth and width grow and as γ falls (no numbers)",
        description: "Root value in percent of the way from the smallest leaf (minimin) to the largest (maxmax).",
    },
    config: |scale| Config::new(scale, &[0, 25, 50, 75, 100], 9, 20),
    grid: Config::grid,
    measure: |unit| measure_trees(unit, measure),
    results: |config, groups| results(&TreeSums::new(config, groups)),
};

fn measure(tree: &SyntheticTree, depth: u32) -> Vec<f64> {
    let (min, max) = extremes(tree, depth);
    let minimax = Minimax::with_caller_depth(OwnEvaluator)
        .best_move(tree, depth)
        .map_or(0, |(_, value)| value.millilogits());
    let [root_value, om] = [OmPruning::RootValue, OmPruning::Beta].map(|form| {
        let (mut own, mut opponent) = (OwnEvaluator, OpponentEvaluator);
        let found = om_search(tree, depth, &mut own, &mut opponent, form, TieBreak::First);
        found.value.millilogits()
    });
    [max, minimax, root_value, om]
        .map(|value| f64::from(value - min))
        .to_vec()
}

fn results(sums: &TreeSums<'_>) -> Results {
    let kinds = sums.depths_and_widths().into_iter().flat_map(|kind| {
        let correlations = sums.correlations().iter();
        correlations.map(move |&correlation| (kind, correlation))
    });
    let title = "Figure 1: values in percent of the way from minimin to maxmax";
    let table = ResultTable::over(title, kinds)
        .column("depth", |row| row.0.0.to_string())
        .column("width", |row| row.0.1.to_string())
        .column("γ", |row| ResultCell::decimal(gamma(row.1), 2))
        .columns(
            METHODS,
            |method| method.1,
            |row, method| ResultCell::estimate(sums.percent(row.0, row.1, method.0, MAX), 1),
        )
        .note(&format!(
            "{} trees of each kind; 95 % intervals.",
            sums.trees()
        ));
    let (depth, width) = (sums.max_depth(), sums.plot_width());
    let lines = METHODS.map(|(which, name)| sums.line(name.to_owned(), (depth, width), which, MAX));
    let plot = Plot::new(
        format!("Root values of trees of depth {depth} and width {width}"),
        GAMMA_AXIS,
        "% from minimin to maxmax",
        lines,
    );
    Results::new([table]).figure("values", [plot])
}

/// Smallest and largest leaf by our evaluation.
fn extremes(tree: &SyntheticTree, depth: u32) -> (i32, i32) {
    if depth == 0 {
        return (tree.own_score(), tree.own_score());
    }
    let children = tree.moves().into_iter().map(|mv| {
        let mut child = *tree;
        child.play(mv);
        extremes(&child, depth - 1)
    });
    children.fold((i32::MAX, i32::MIN), |(min, max), (low, high)| {
        (min.min(low), max.max(high))
    })
}
