//! Experiments on synthetic trees by depth, width and correlation of the evaluations.

use game::{Color, Game};
use search::{Evaluator, Value};
use toys::{NodeScores, SyntheticTree, TreeShape};

use crate::prelude::*;

/// The paper's depths.
pub(super) const DEPTHS: [u32; 4] = [3, 4, 5, 6];

/// The paper's widths.
pub(super) const WIDTHS: [u8; 5] = [2, 3, 4, 5, 6];

/// The paper's tables are for γ = 0.5.
pub(super) const PAPER_CORRELATION: u8 = 50;

/// Values for each of the paper's depths and widths.
pub(super) type PaperTable = [[f64; WIDTHS.len()]; DEPTHS.len()];

/// Our evaluation.
#[derive(Clone)]
pub(super) struct OwnEvaluator;

/// The opponent's evaluation.
#[derive(Clone)]
pub(super) struct OpponentEvaluator;

fn for_mover(tree: &SyntheticTree, score: i32) -> Value {
    Value::from_millilogits(match tree.to_move() {
        Color::Black => score,
        Color::White => -score,
    })
}

impl Evaluator<SyntheticTree> for OwnEvaluator {
    fn evaluate(&mut self, tree: &SyntheticTree) -> Value {
        for_mover(tree, tree.own_score())
    }
}

impl Evaluator<SyntheticTree> for OpponentEvaluator {
    fn evaluate(&mut self, tree: &SyntheticTree) -> Value {
        for_mover(tree, tree.opponent_score())
    }
}

/// Parameters.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    depths: Vec<u32>,
    widths: Vec<u8>,
    /// Correlations γ of the two evaluations, in percent.
    #[serde(rename = "likenesses")]
    correlations: Vec<u8>,
    /// Largest random number in a tree.
    #[serde(rename = "largest")]
    max_number: u16,
    /// Trees of each kind per unit.
    trees: usize,
    units: usize,
}

/// Sums over the trees of one kind in a unit.
pub type Sums = Vec<f64>;

/// Depth, width and correlation of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TreeKind {
    pub depth: u32,
    pub width: u8,
    /// γ in percent.
    pub correlation: u8,
}

/// A measurement on many trees of each kind.
pub struct TreeExperiment {
    pub(super) info: ExperimentInfo,
    pub(super) correlations: &'static [u8],
    pub(super) max_number: u16,
    /// Units at the paper's scale.
    pub(super) units: usize,
    /// Numbers of one tree, which are summed over trees.
    pub(super) measure: fn(&SyntheticTree, depth: u32) -> Vec<f64>,
    pub(super) results: fn(&TreeSums<'_>) -> Results,
}

/// Sums of all units.
pub struct TreeSums<'a> {
    config: &'a Config,
    units: Vec<&'a Vec<Sums>>,
}

impl Config {
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

impl TreeSums<'_> {
    /// Trees of each kind.
    pub(super) fn trees(&self) -> usize {
        self.config.trees * self.units.len()
    }

    pub(super) fn correlations(&self) -> &[u8] {
        &self.config.correlations
    }

    /// The largest depth.
    pub(super) fn max_depth(&self) -> u32 {
        self.config.depths.last().copied().unwrap_or(4)
    }

    /// The depths.
    pub(super) fn depths(&self) -> &[u32] {
        &self.config.depths
    }

    /// The third width, for plots.
    pub(super) fn middle_width(&self) -> u8 {
        self.config.widths.get(2).copied().unwrap_or(4)
    }

    /// All pairs of depth and width.
    pub(super) fn depths_and_widths(&self) -> Vec<(u32, u8)> {
        let widths = |&depth: &u32| self.config.widths.iter().map(move |&width| (depth, width));
        self.config.depths.iter().flat_map(widths).collect()
    }

    /// Ratio of two numbers on trees of a kind, in percent; units are independent samples.
    pub(super) fn percent(
        &self,
        (depth, width): (u32, u8),
        correlation: u8,
        upper: usize,
        lower: usize,
    ) -> Option<IntervalEstimate> {
        let kind = TreeKind {
            depth,
            width,
            correlation,
        };
        let index = self.config.kinds().iter().position(|&own| own == kind)?;
        let sums = self.units.iter().filter_map(|unit| unit.get(index));
        let pairs = sums.filter_map(|sums| Some((*sums.get(upper)?, *sums.get(lower)?)));
        ratio(pairs).map(IntervalEstimate::to_percent)
    }

    /// The same over γ as a line.
    pub(super) fn line(
        &self,
        name: String,
        depth_and_width: (u32, u8),
        upper: usize,
        lower: usize,
    ) -> Series {
        let points = self.correlations().iter().filter_map(|&correlation| {
            let percent = self.percent(depth_and_width, correlation, upper, lower)?;
            Some(percent.at(gamma(correlation)))
        });
        Series::line(name, points)
    }
}

/// γ as a fraction.
pub(super) fn gamma(correlation: u8) -> f64 {
    f64::from(correlation) / 100.0
}

/// Axis of plots over γ.
pub(super) fn gamma_axis() -> Axis {
    Axis::new("γ: correlation of the opponent's evaluation with ours")
}

impl Experiment for TreeExperiment {
    type Config = Config;
    type Condition = ();
    /// Sums by kind of tree.
    type Sample = Vec<Sums>;

    fn info(&self) -> ExperimentInfo {
        self.info
    }

    fn config(&self, scale: Scale) -> Config {
        Config {
            depths: scale.pick(&DEPTHS[..2], &DEPTHS).to_vec(),
            widths: WIDTHS.to_vec(),
            correlations: self.correlations.to_vec(),
            max_number: self.max_number,
            trees: 10,
            units: scale.pick(10, self.units),
        }
    }

    fn grid(&self, config: &Config) -> Grid<()> {
        Grid::new([()]).repeat(config.units)
    }

    fn measure(
        &self,
        config: &Config,
        _: &Unit<'_, ()>,
        rng: &mut SplitMix64,
    ) -> Result<Vec<Sums>, BoxError> {
        let kinds = config.kinds();
        let sums = kinds.iter().map(|kind| {
            let shape = TreeShape {
                branching_factor: kind.width,
                similarity_percent: kind.correlation,
                node_scores: NodeScores::Integers(config.max_number),
            };
            (0..config.trees)
                .map(|_| (self.measure)(&SyntheticTree::new(shape, rng.next_u64()), kind.depth))
                .reduce(|sum, tree| sum.iter().zip(tree).map(|(sum, one)| sum + one).collect())
                .unwrap_or_default()
        });
        Ok(sums.collect())
    }

    fn results(&self, config: &Config, groups: &Groups<'_, (), Vec<Sums>>) -> Results {
        (self.results)(&TreeSums {
            config,
            units: groups.samples().collect(),
        })
    }
}

/// The paper's value for a depth and width.
pub(super) fn paper_value(paper: &PaperTable, (depth, width): (u32, u8)) -> Option<f64> {
    let row = DEPTHS.iter().position(|&own| own == depth)?;
    let column = WIDTHS.iter().position(|&own| own == width)?;
    Some(paper[row][column])
}
