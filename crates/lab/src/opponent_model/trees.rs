//! Framework of the experiments on synthetic trees, by depth, width and γ.
//!
//! γ is the weight of our scores in the opponent's evaluation (see [`SyntheticTree`]): 0 means
//! independent evaluations, 1 the same one. In code it is called correlation and given in percent.

use game::{Color, Game};
use search::{Evaluator, Value};
use toys::{NodeScores, SyntheticTree, TreeShape};

use crate::prelude::*;

/// Search depths of the paper, in plies.
pub(super) const DEPTHS: [u32; 4] = [3, 4, 5, 6];

/// Branching factors of the paper.
pub(super) const WIDTHS: [u8; 5] = [2, 3, 4, 5, 6];

/// γ of the paper's tables, in percent.
pub(super) const PAPER_CORRELATION: u8 = 50;

/// A table of the paper: a row per depth, a column per width.
pub(super) type PaperTable = [[f64; WIDTHS.len()]; DEPTHS.len()];

/// Evaluates by our scores.
#[derive(Clone)]
pub(super) struct OwnEvaluator;

/// Evaluates by the opponent's scores.
#[derive(Clone)]
pub(super) struct OpponentEvaluator;

/// Converts a score for Black to a value for the side to move.
fn value_for_mover(tree: &SyntheticTree, score: i32) -> Value {
    Value::from_millilogits(match tree.to_move() {
        Color::Black => score,
        Color::White => -score,
    })
}

impl Evaluator<SyntheticTree> for OwnEvaluator {
    fn evaluate(&mut self, tree: &SyntheticTree) -> Value {
        value_for_mover(tree, tree.own_score())
    }
}

impl Evaluator<SyntheticTree> for OpponentEvaluator {
    fn evaluate(&mut self, tree: &SyntheticTree) -> Value {
        value_for_mover(tree, tree.opponent_score())
    }
}

/// Configuration of an experiment on trees.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    depths: Vec<u32>,
    widths: Vec<u8>,
    /// Values of γ, in percent.
    #[serde(rename = "likenesses")]
    correlations: Vec<u8>,
    /// Largest node score.
    #[serde(rename = "largest")]
    max_number: u16,
    /// Number of trees of each kind per unit.
    trees: usize,
    /// Number of units (independent samples).
    units: usize,
}

/// Each measured quantity, summed over the trees of one kind in a unit.
pub type Sums = Vec<f64>;

/// Depth, width and γ of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TreeKind {
    pub depth: u32,
    pub width: u8,
    /// γ in percent.
    pub correlation: u8,
}

/// An experiment that measures many trees of each kind.
pub type TreeExperiment = Experiment<Config, (), Vec<Sums>>;

/// Measurements of all units.
pub struct TreeSums<'a> {
    config: &'a Config,
    /// For each unit, the sums by kind of tree, in the order of [`Config::kinds`].
    units: Vec<&'a Vec<Sums>>,
}

impl Config {
    /// The paper's trees with these γ in percent; `units` units at the paper's scale.
    pub(super) fn new(scale: Scale, correlations: &[u8], max_number: u16, units: usize) -> Self {
        Self {
            depths: scale.pick(&DEPTHS[..2], &DEPTHS).to_vec(),
            widths: WIDTHS.to_vec(),
            correlations: correlations.to_vec(),
            max_number,
            trees: 10,
            units: scale.pick(10, units),
        }
    }

    pub(super) fn grid(&self) -> Grid<()> {
        Grid::new([()]).repeat(self.units)
    }

    /// All combinations of depth, width and γ.
    fn kinds(&self) -> Vec<TreeKind> {
        let mut kinds = Vec::new();
        for &depth in &self.depths {
            for &width in &self.widths {
                kinds.extend(self.correlations.iter().map(|&correlation| TreeKind {
                    depth,
                    width,
                    correlation,
                }));
            }
        }
        kinds
    }
}

impl<'a> TreeSums<'a> {
    pub(super) fn new(config: &'a Config, groups: &Groups<'a, (), Vec<Sums>>) -> Self {
        let units = groups.samples().collect();
        Self { config, units }
    }

    /// Number of trees of each kind.
    pub(super) fn trees(&self) -> usize {
        self.config.trees * self.units.len()
    }

    /// Values of γ, in percent.
    pub(super) fn correlations(&self) -> &[u8] {
        &self.config.correlations
    }

    /// The largest depth.
    pub(super) fn max_depth(&self) -> u32 {
        self.config.depths.last().copied().unwrap_or(4)
    }

    pub(super) fn depths(&self) -> &[u32] {
        &self.config.depths
    }

    /// The third width, for plots.
    pub(super) fn plot_width(&self) -> u8 {
        self.config.widths.get(2).copied().unwrap_or(4)
    }

    /// All pairs of depth and width.
    pub(super) fn depths_and_widths(&self) -> Vec<(u32, u8)> {
        let widths = |&depth: &u32| self.config.widths.iter().map(move |&width| (depth, width));
        self.config.depths.iter().flat_map(widths).collect()
    }

    /// Ratio of two measured quantities on trees of a kind, in percent. `numerator` and
    /// `denominator` are indices into [`Sums`]; units are independent samples.
    pub(super) fn percent(
        &self,
        (depth, width): (u32, u8),
        correlation: u8,
        numerator: usize,
        denominator: usize,
    ) -> Option<IntervalEstimate> {
        let kind = TreeKind {
            depth,
            width,
            correlation,
        };
        let index = self
            .config
            .kinds()
            .iter()
            .position(|&other| other == kind)?;
        let sums = self.units.iter().filter_map(|unit| unit.get(index));
        let pairs = sums.filter_map(|sums| Some((*sums.get(numerator)?, *sums.get(denominator)?)));
        ratio(pairs).map(IntervalEstimate::to_percent)
    }

    /// [`percent`](Self::percent) as a function of γ, for plots.
    pub(super) fn line(
        &self,
        name: String,
        depth_and_width: (u32, u8),
        numerator: usize,
        denominator: usize,
    ) -> Series {
        let points = self.correlations().iter().filter_map(|&correlation| {
            let percent = self.percent(depth_and_width, correlation, numerator, denominator)?;
            Some(percent.at(gamma(correlation)))
        });
        Series::line(name, points)
    }
}

/// γ as a fraction, from percent.
pub(super) fn gamma(correlation: u8) -> f64 {
    f64::from(correlation) / 100.0
}

/// Label of the axis of plots over γ.
pub(super) const GAMMA_AXIS: &str = "γ: weight of our scores in the opponent's evaluation";

/// Sums the quantities that `measure_tree` measures over the trees of each kind.
pub(super) fn measure_trees(
    unit: Unit<'_, Config, ()>,
    measure_tree: fn(&SyntheticTree, depth: u32) -> Vec<f64>,
) -> Result<Vec<Sums>, BoxError> {
    let sums = unit.config.kinds().into_iter().map(|kind| {
        let shape = TreeShape {
            branching_factor: kind.width,
            similarity_percent: kind.correlation,
            node_scores: NodeScores::Integers(unit.config.max_number),
        };
        (0..unit.config.trees)
            .map(|_| measure_tree(&SyntheticTree::new(shape, unit.rng.next_u64()), kind.depth))
            .reduce(|sums, tree| sums.iter().zip(tree).map(|(sum, one)| sum + one).collect())
            .unwrap_or_default()
    });
    Ok(sums.collect())
}

/// Entry of a table of the paper for a depth and width.
pub(super) fn paper_value(table: &PaperTable, (depth, width): (u32, u8)) -> Option<f64> {
    let row = DEPTHS.iter().position(|&other| other == depth)?;
    let column = WIDTHS.iter().position(|&other| other == width)?;
    Some(table[row][column])
}
