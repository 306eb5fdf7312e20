//! `book/shape`, `book/shape-alpha-beta` and `book/shape-shallow`: depth and width of a book by k.

use book::BookStatistics;

use super::PAPER;
use super::config::BookConfig;
use crate::prelude::*;

/// Share of the three fullest depths in the paper, in percent, by k.
const PAPER_SHARES: [(usize, f64); 3] = [(4, 51.0), (5, 48.0), (6, 56.0)];

/// The k from which on the paper's books only reach about depth 4.
const PAPER_SHALLOW: usize = 11;

/// Positions per depth of books built by one kind of search.
pub type DepthProfile = Experiment<Config, BookConfig, Sample>;

const fn profile(info: ExperimentInfo, config: fn(Scale) -> Config) -> DepthProfile {
    Experiment {
        info,
        config,
        grid: |config| Grid::of(&config.books),
        measure,
        results,
    }
}

impl DepthProfile {
    /// MCTS with the network, which considers few moves.
    pub const NETWORK: Self = profile(
        ExperimentInfo {
            id: "book/shape",
            title: "Depth and width of an opening book",
            reference: PAPER,
            description: "Books of 1,000 positions by best-first expansion for k = 1…12: positions at each depth, and the share \
                          of the three fullest depths, the paper's measure of balance.",
        },
        |scale| config(scale, "network", 400),
    );

    /// Alpha-beta with the handcrafted evaluation.
    pub const ALPHA_BETA: Self = profile(
        ExperimentInfo {
            id: "book/shape-alpha-beta",
            title: "Depth and width of an opening book, alpha-beta",
            reference: PAPER,
            description: "As book/shape, with alpha-beta and the handcrafted evaluation, closer to the paper's program.",
        },
        |scale| config(scale, "alpha-beta", 400),
    );

    /// One node per search: moves are ranked by static evaluation.
    pub const SHALLOW: Self = profile(
        ExperimentInfo {
            id: "book/shape-shallow",
            title: "Depth and width of an opening book, hardly any search",
            reference: PAPER,
            description: "As book/shape-alpha-beta, with one node per search: moves are ranked by static evaluation.",
        },
        |scale| config(scale, "alpha-beta", 1),
    );
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    books: Vec<BookConfig>,
}

/// One book.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sample {
    expanded: usize,
    by_depth: Vec<usize>,
    fullest_three: f64,
    value: Option<i32>,
}

/// Books by an engine player with `nodes` nodes per search.
fn config(scale: Scale, player: &str, nodes: u64) -> Config {
    let book = |k| BookConfig::paper(k, nodes).with_player(player).at(scale);
    Config {
        books: (1..=scale.pick(6, 12)).map(book).collect(),
    }
}

fn measure(unit: Unit<'_, Config, BookConfig>) -> Result<Sample, BoxError> {
    let statistics = BookStatistics::new(&unit.condition.build()?);
    Ok(Sample {
        expanded: statistics.nodes,
        fullest_three: statistics.top_three_depths_share(),
        by_depth: statistics.by_depth,
        value: statistics.value,
    })
}

fn results(_: &Config, groups: &Groups<'_, BookConfig, Sample>) -> Results {
    let books = groups
        .first_samples()
        .map(|(book, sample)| (book.k, sample));
    let books: Vec<(usize, &Sample)> = books.collect();
    let table = ResultTable::over("Shape of a book by k", &books)
        .column("k", |(k, _)| k.to_string())
        .column("positions", |(_, book)| book.by_depth.iter().sum::<usize>())
        .column("expanded", |(_, book)| book.expanded)
        .column("max depth", |(_, book)| book.by_depth.len().saturating_sub(1))
        .column("three fullest depths, %", |(_, book)| {
            ResultCell::decimal(100.0 * book.fullest_three, 1)
        })
        .column("paper: three fullest, %", |(k, _)| {
            let share = PAPER_SHARES.iter().find(|(paper, _)| paper == k);
            share.map(|(_, share)| format!("about {share:.0}"))
        })
        .column("paper: max depth", |(k, _)| match *k {
            1 => Some("a line"),
            PAPER_SHALLOW.. => Some("about 4"),
            _ => None,
        })
        .column("root value, %", |(_, book)| {
            book.value.map(|value| {
                let odds = (-f64::from(value) / 1_000.0).exp();
                ResultCell::decimal(100.0 / (1.0 + odds), 1)
            })
        })
        .note(
            "Every search adds its k best moves below the leaf that determines the root value. Symmetric positions count \
             once. The root value is the first player's win probability.",
        );
    Results::new([table])
        .figure("depths", [depths(&books)])
        .figure("balance", [balance(&books)])
}

/// Positions at each depth, one line per k.
fn depths(books: &[(usize, &Sample)]) -> Plot {
    let lines = books.iter().map(|(k, book)| {
        let points = book.by_depth.iter().enumerate();
        let points = points.map(|(depth, &count)| Point::new(depth as f64, count as f64));
        Series::line(format!("k = {k}"), points)
    });
    // The line of k = 1 goes on to the end of the game.
    let wide = books.iter().filter(|(k, _)| *k != 1);
    let deepest = wide.map(|(_, book)| book.by_depth.len()).max().unwrap_or(1);
    let depth = Axis::new("depth").with_range(0.0, deepest as f64);
    Plot::new("Positions at each depth", depth, "positions", lines)
}

/// Share of the three fullest depths, ours and the paper's.
fn balance(books: &[(usize, &Sample)]) -> Plot {
    let ours = books
        .iter()
        .map(|(k, book)| Point::new(*k as f64, 100.0 * book.fullest_three));
    let paper = PAPER_SHARES.map(|(k, share)| Point::new(k as f64, share));
    let series = [
        Series::line("ours", ours),
        Series::line("paper", paper).with_mark(Mark::Point),
    ];
    let share = Axis::new("%").with_range(0.0, 100.0);
    Plot::new("Share of the three fullest depths", "k", share, series)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::frame::testing::{results, sample};

    #[test]
    fn wider_books_are_flatter() {
        let experiment = DepthProfile::NETWORK;
        let config = (experiment.config)(Scale::Small);
        let grow = |index| sample(&experiment, &config, index, 1);
        let (line, wide) = (grow(0), grow(5));
        assert!(line.by_depth.iter().all(|&count| count == 1), "{line:?}");
        assert!(wide.by_depth.iter().sum::<usize>() >= 60);
        assert!(wide.by_depth.len() < line.by_depth.len());
        let samples = BTreeMap::from([(0, line), (5, wide)]);
        let results = results(&experiment, &config, &samples);
        assert_eq!(results.tables[0].rows.len(), 2);
    }
}
