//! `book/shape`, `book/shape-alpha-beta` and `book/shape-shallow`: how deep and how wide a book becomes with k.

use std::collections::BTreeMap;

use book::Statistics;
use engine::RandomNumbers;
use plot::{Axis, Figure, Mark, Plot, Point, Series};
use serde::{Deserialize, Serialize};

use super::PAPER;
use super::recipe::Recipe;
use crate::experiment::{About, Experiment, Failure, Scale};
use crate::findings::{Cell, Findings, Table};

/// What the paper says of the share of the three fullest depths, in percent.
const PAPER_SHARES: [(usize, f64); 3] = [(4, 51.0), (5, 48.0), (6, 56.0)];

/// The k from which on the paper's books reach only about depth 4.
const PAPER_SHALLOW: usize = 11;

/// The experiment, for books of one kind of search.
pub struct Shape<S>(pub S);

/// Who searches for the books.
pub trait Searches: Sync + 'static {
    /// What it is.
    const ABOUT: About;
    /// The engine's player.
    const PLAYER: &'static str;
    /// The positions that a search looks at.
    const NODES: u64 = 400;
}

/// Monte-Carlo search over the network, which looks at few moves.
pub struct ByNetwork;

/// Alpha-beta over the hand-made evaluation, which looks at the moves of a position alike.
pub struct ByAlphaBeta;

impl Searches for ByNetwork {
    const ABOUT: About = About {
        id: "book/shape",
        title: "How deep and how wide an opening book becomes",
        paper: PAPER,
        shows: "Books of 1,000 positions by best-first expansion for k = 1…12: positions at each depth, and the share of the \
                three fullest depths, the paper's measure of balance.",
    };
    const PLAYER: &'static str = "network";
}

impl Searches for ByAlphaBeta {
    const ABOUT: About = About {
        id: "book/shape-alpha-beta",
        title: "The same with alpha-beta over the hand-made evaluation",
        paper: PAPER,
        shows: "As book/shape, with searches that look at the moves of a position alike, as the paper's did.",
    };
    const PLAYER: &'static str = "alpha-beta";
}

/// Hardly any search at all: the hand-made evaluation after each move, as near as the engine comes to a program of the paper's time in a position of 2,000 moves.
pub struct AtAGlance;

impl Searches for AtAGlance {
    const ABOUT: About = About {
        id: "book/shape-shallow",
        title: "The same with hardly any search",
        paper: PAPER,
        shows: "As book/shape-alpha-beta, with searches that end after their first position: moves are ranked by how they look.",
    };
    const PLAYER: &'static str = "alpha-beta";
    const NODES: u64 = 1;
}

/// The books.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    books: Vec<Recipe>,
}

/// One book.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Grown {
    searched: usize,
    by_depth: Vec<usize>,
    fullest_three: f64,
    value: Option<i32>,
    error: Option<f64>,
}

impl<S: Searches> Experiment for Shape<S> {
    const ABOUT: About = S::ABOUT;
    type Settings = Settings;
    type Unit = Grown;

    fn settings(&self, scale: Scale) -> Settings {
        let books = match scale {
            Scale::Small => (1..=6).map(|k| Recipe::paper(k, 400).small()).collect(),
            Scale::Paper => (1..=12)
                .map(|k| Recipe::paper(k, S::NODES).by(S::PLAYER))
                .collect(),
        };
        Settings { books }
    }

    fn units(&self, settings: &Settings) -> usize {
        settings.books.len()
    }

    fn measure(
        &self,
        settings: &Settings,
        index: usize,
        _: RandomNumbers,
    ) -> Result<Grown, Failure> {
        let statistics = Statistics::of(&settings.books[index].make()?);
        Ok(Grown {
            searched: statistics.searched,
            fullest_three: statistics.fullest_three(),
            by_depth: statistics.by_depth,
            value: statistics.value,
            error: statistics.error,
        })
    }

    fn findings(&self, settings: &Settings, units: &BTreeMap<usize, Grown>) -> Findings {
        let mut table = Table::new(
            "The shape of a book by k",
            &[
                "k",
                "positions",
                "searched",
                "deepest",
                "three fullest depths, %",
                "paper: three fullest, %",
                "paper: deepest",
                "root's value, %",
            ],
            "Every search adds its k best moves below the leaf that the root's value comes from. Positions that are equal but for symmetry are one. \
             The value is the first player's chance by the book.",
        );
        let mut lines = Vec::new();
        for (index, grown) in units {
            let k = settings.books[*index].k;
            let paper = PAPER_SHARES.iter().find(|(paper, _)| *paper == k);
            table.rows.push(vec![
                Cell::Text(k.to_string()),
                Cell::Count(grown.by_depth.iter().sum::<usize>() as u64),
                Cell::Count(grown.searched as u64),
                Cell::Count(grown.by_depth.len().saturating_sub(1) as u64),
                Cell::Text(format!("{:.1}", 100.0 * grown.fullest_three)),
                paper.map_or(Cell::Unknown, |(_, share)| {
                    Cell::Text(format!("about {share:.0}"))
                }),
                match k {
                    1 => Cell::from("a line"),
                    PAPER_SHALLOW.. => Cell::from("about 4"),
                    _ => Cell::Unknown,
                },
                grown.value.map_or(Cell::Unknown, |value| {
                    let chance = 100.0 / (1.0 + (-f64::from(value) / 1_000.0).exp());
                    Cell::Text(format!("{chance:.1}"))
                }),
            ]);
            let places = grown.by_depth.iter().enumerate();
            lines.push(Series {
                name: format!("k = {k}"),
                mark: Mark::Line,
                points: places
                    .map(|(depth, &count)| Point::new(depth as f64, count as f64))
                    .collect(),
            });
        }
        Findings {
            tables: vec![table],
            figures: vec![
                ("depths".to_owned(), depths(lines)),
                ("balance".to_owned(), balance(settings, units)),
            ],
        }
    }
}

/// Positions at each depth, a line for each k.
fn depths(lines: Vec<Series>) -> Figure {
    let deepest = lines.iter().filter(|line| line.name != "k = 1");
    let most = deepest.map(|line| line.points.len()).max().unwrap_or(1);
    Figure {
        plots: vec![Plot {
            title: "Positions at each depth".to_owned(),
            x: Axis {
                label: "depth".to_owned(),
                // The line of k = 1 goes on to the end of the game.
                range: Some((0.0, most as f64)),
                ..Axis::default()
            },
            y: Axis {
                label: "positions".to_owned(),
                ..Axis::default()
            },
            series: lines,
            reference_lines: Vec::new(),
        }],
    }
}

/// The share of the three fullest depths, ours and the paper's.
fn balance(settings: &Settings, units: &BTreeMap<usize, Grown>) -> Figure {
    let ours = units.iter().map(|(index, grown)| {
        Point::new(settings.books[*index].k as f64, 100.0 * grown.fullest_three)
    });
    let papers = PAPER_SHARES
        .iter()
        .map(|&(k, share)| Point::new(k as f64, share));
    let series = |name: &str, marks, places| Series {
        name: name.to_owned(),
        mark: marks,
        points: places,
    };
    Figure {
        plots: vec![Plot {
            title: "Share of the three fullest depths".to_owned(),
            x: Axis {
                label: "k".to_owned(),
                ..Axis::default()
            },
            y: Axis {
                label: "%".to_owned(),
                range: Some((0.0, 100.0)),
                ..Axis::default()
            },
            series: vec![
                series("ours", Mark::Line, ours.collect()),
                series("paper", Mark::Point, papers.collect()),
            ],
            reference_lines: Vec::new(),
        }],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn books_are_flatter_the_more_moves_they_have() -> Result<(), Failure> {
        let settings = Experiment::settings(&Shape(ByNetwork), Scale::Small);
        let grow = |index| Shape(ByNetwork).measure(&settings, index, RandomNumbers::from_seed(1));
        let (line, wide) = (grow(0)?, grow(5)?);
        assert!(line.by_depth.iter().all(|&count| count == 1), "{line:?}");
        assert!(wide.by_depth.iter().sum::<usize>() >= 60);
        assert!(wide.by_depth.len() < line.by_depth.len());
        let findings =
            Shape(ByNetwork).findings(&settings, &BTreeMap::from([(0, line), (5, wide)]));
        assert_eq!(findings.tables[0].rows.len(), 2);
        Ok(())
    }
}
