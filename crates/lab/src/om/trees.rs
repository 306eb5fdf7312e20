//! Experiments on synthetic trees: many seeds for each depth, width and likeness of the opponent.

use std::collections::BTreeMap;

use engine::RandomNumbers;
use game::{Color, Game};
use plot::{Mark, Point, Series};
use search::{Evaluator, Value};
use serde::{Deserialize, Serialize};
use toys::{Numbers, SyntheticTree, TreeShape};

use crate::experiment::{About, Experiment, Failure, Scale};
use crate::findings::Findings;
use crate::intervals::{Estimate, ratio};

/// The paper's depths and widths.
pub(super) const DEPTHS: [u32; 4] = [3, 4, 5, 6];
pub(super) const WIDTHS: [u8; 5] = [2, 3, 4, 5, 6];

/// The paper's tables are for γ = 0.5.
pub(super) const PAPER_LIKENESS: u8 = 50;

/// Values for each of the paper's depths and widths.
pub(super) type PaperTable = [[f64; WIDTHS.len()]; DEPTHS.len()];

/// Our eyes.
#[derive(Clone)]
pub(super) struct Ours;

/// The opponent's eyes.
#[derive(Clone)]
pub(super) struct Theirs;

fn for_mover(tree: &SyntheticTree, score: i32) -> Value {
    Value::estimate(match tree.to_move() {
        Color::Black => score,
        Color::White => -score,
    })
}

impl Evaluator<SyntheticTree> for Ours {
    fn evaluate(&mut self, tree: &SyntheticTree) -> Value {
        for_mover(tree, tree.own_score())
    }
}

impl Evaluator<SyntheticTree> for Theirs {
    fn evaluate(&mut self, tree: &SyntheticTree) -> Value {
        for_mover(tree, tree.opponents_score())
    }
}

/// What is measured on trees.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    depths: Vec<u32>,
    widths: Vec<u8>,
    /// How far the opponent thinks as we do, in hundredths.
    pub(super) likenesses: Vec<u8>,
    /// The numbers in the trees go from 0 to this.
    largest: u16,
    /// Trees of each kind in a unit.
    trees: usize,
    units: usize,
}

/// Sums over the trees of one kind in a unit.
pub type Sums = Vec<f64>;

/// One kind of tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Kind {
    pub depth: u32,
    pub width: u8,
    pub likeness: u8,
}

/// A measurement on one tree after another.
pub trait OnTrees: Sync + 'static {
    /// What it is.
    const ABOUT: About;

    /// How far the opponents think as we do, in hundredths.
    const LIKENESSES: &'static [u8];

    /// The numbers in the trees go from 0 to this. The paper does not say; from 6 to 11, Table 2 comes out about alike.
    const LARGEST: u16 = 9;

    /// How many units are measured at the paper's scale, of ten trees of each kind.
    const UNITS: usize;

    /// So many numbers of one tree; they are added up over trees.
    fn measure(tree: &SyntheticTree, depth: u32) -> Vec<f64>;

    /// What the sums show.
    fn findings(sums: &Measured<'_>) -> Findings;
}

/// A measurement as an experiment.
pub struct Trees<M>(pub M);

/// All sums so far.
pub struct Measured<'a> {
    settings: &'a Settings,
    units: &'a BTreeMap<usize, Vec<Sums>>,
}

impl Settings {
    fn kinds(&self) -> Vec<Kind> {
        let mut kinds = Vec::new();
        for &depth in &self.depths {
            for &width in &self.widths {
                kinds.extend(self.likenesses.iter().map(|&likeness| Kind {
                    depth,
                    width,
                    likeness,
                }));
            }
        }
        kinds
    }
}

impl Measured<'_> {
    pub(super) fn depths(&self) -> &[u32] {
        &self.settings.depths
    }

    pub(super) fn widths(&self) -> &[u8] {
        &self.settings.widths
    }

    pub(super) fn likenesses(&self) -> &[u8] {
        &self.settings.likenesses
    }

    /// How many trees of each kind were measured.
    pub(super) fn trees(&self) -> usize {
        self.settings.trees * self.units.len()
    }

    /// The ratio of two of the numbers on trees of a kind, in percent; units are the independent samples.
    pub(super) fn percent(&self, kind: Kind, upper: usize, lower: usize) -> Option<Estimate> {
        let place = self.settings.kinds().iter().position(|&own| own == kind)?;
        let sums = self.units.values().filter_map(|unit| unit.get(place));
        let pairs = sums.filter_map(|sums| Some((*sums.get(upper)?, *sums.get(lower)?)));
        ratio(pairs).map(|estimate| estimate.times(100.0))
    }

    /// The same over γ, as a line.
    pub(super) fn line(
        &self,
        name: String,
        (depth, width): (u32, u8),
        upper: usize,
        lower: usize,
    ) -> Series {
        let place = |&likeness: &u8| {
            let kind = Kind {
                depth,
                width,
                likeness,
            };
            let percent = self.percent(kind, upper, lower)?;
            let gamma = f64::from(likeness) / 100.0;
            Some(Point::with_interval(
                gamma,
                percent.value,
                percent.low,
                percent.high,
            ))
        };
        Series {
            name,
            mark: Mark::Line,
            points: self.likenesses().iter().filter_map(place).collect(),
        }
    }
}

impl<M: OnTrees> Experiment for Trees<M> {
    const ABOUT: About = M::ABOUT;
    type Settings = Settings;
    type Unit = Vec<Sums>;

    fn settings(&self, scale: Scale) -> Settings {
        let (depths, units): (&[u32], _) = match scale {
            Scale::Small => (&DEPTHS[..2], 10),
            Scale::Paper => (&DEPTHS, M::UNITS),
        };
        Settings {
            depths: depths.to_vec(),
            widths: WIDTHS.to_vec(),
            likenesses: M::LIKENESSES.to_vec(),
            largest: M::LARGEST,
            trees: 10,
            units,
        }
    }

    fn units(&self, settings: &Settings) -> usize {
        settings.units
    }

    fn measure(
        &self,
        settings: &Settings,
        _: usize,
        mut numbers: RandomNumbers,
    ) -> Result<Vec<Sums>, Failure> {
        let kinds = settings.kinds();
        let sums = kinds.iter().map(|kind| {
            let shape = TreeShape {
                width: kind.width,
                likeness: kind.likeness,
                numbers: Numbers::UpTo(settings.largest),
            };
            (0..settings.trees)
                .map(|_| M::measure(&SyntheticTree::new(shape, numbers.next_bits()), kind.depth))
                .reduce(|sum, tree| sum.iter().zip(tree).map(|(sum, one)| sum + one).collect())
                .unwrap_or_default()
        });
        Ok(sums.collect())
    }

    fn findings(&self, settings: &Settings, units: &BTreeMap<usize, Vec<Sums>>) -> Findings {
        M::findings(&Measured { settings, units })
    }
}

/// The paper's number for a depth and a width, if it has one.
pub(super) fn in_paper(paper: &PaperTable, depth: u32, width: u8) -> Option<f64> {
    let row = DEPTHS.iter().position(|&own| own == depth)?;
    let column = WIDTHS.iter().position(|&own| own == width)?;
    Some(paper[row][column])
}
