//! `book/match` and `book/policies`: games with a book against without.

use amazons::notation::parse_position;
use book::PolicyKind;
use engine::book_trials::PlayConfig;

use super::PAPER;
use super::config::BookConfig;
use super::player::{BookGame, BookSource, paper_play, play_game, small_play};
use crate::prelude::*;

/// The book, and whether it plays first.
type Condition = (BookConfig, bool);

/// A match of each book against none.
pub type BookMatch = Experiment<Config, Condition, BookGame>;

/// Nodes per search of a book.
const BOOK_NODES: u64 = 400;

const fn book_match(info: ExperimentInfo, config: fn(Scale) -> Config) -> BookMatch {
    Experiment {
        info,
        config,
        grid: |config| Grid::product(&config.books, &[true, false]).repeat(config.games),
        measure,
        results,
    }
}

impl BookMatch {
    /// The paper's books by k.
    pub const BY_K: Self = book_match(
        ExperimentInfo {
            id: "book/match",
            title: "With a book against without",
            reference: PAPER,
            description: "The same engine with a book of 1,000 positions and without, as first and as second player, at equal \
                          nodes per move. The paper's 100 games per book decide little, so more are played, with intervals.",
        },
        |scale| config(scale, [4, 5, 6].map(|k| BookConfig::paper(k, BOOK_NODES))),
    );

    /// All policies with the same number of searches.
    pub const BY_POLICY: Self = book_match(
        ExperimentInfo {
            id: "book/policies",
            title: "Expansion policies at equal numbers of searches",
            reference: "beyond the paper, which has best-first only",
            description: "Books of 200 searches by every policy against the same engine without a book: score, and how long the \
                          book lasts.",
        },
        |scale| {
            let book = |policy| BookConfig::with_policy(policy, BOOK_NODES);
            config(scale, PolicyKind::ALL.map(book))
        },
    );
}

impl BookConfig {
    /// Name in tables: k for the paper's books, else the policy.
    fn name(&self) -> String {
        match self.positions {
            Some(_) => format!("k = {}", self.k),
            None => self.policy.clone(),
        }
    }

    /// Wins of 50 of the paper's book as first and as second player.
    fn paper_wins(&self) -> Option<[u64; 2]> {
        match self.k {
            _ if self.positions.is_none() => None,
            4 => Some([30, 21]),
            5 => Some([26, 32]),
            6 => Some([26, 22]),
            _ => None,
        }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    books: Vec<BookConfig>,
    play: PlayConfig,
    /// Games per book and side.
    games: usize,
}

fn config(scale: Scale, books: impl IntoIterator<Item = BookConfig>) -> Config {
    Config {
        books: books.into_iter().map(|book| book.at(scale)).collect(),
        play: scale.pick(small_play(), paper_play()),
        games: scale.pick(4, 200),
    }
}

fn measure(unit: Unit<'_, Config, Condition>) -> Result<BookGame, BoxError> {
    let (book_config, is_first) = unit.condition;
    let book = book_config.build_cached()?;
    let start = parse_position(&book_config.board)?;
    let source = Some(BookSource::Built(&book));
    play_game(&unit.config.play, &start, source, *is_first, unit.rng)
}

fn results(config: &Config, groups: &Groups<'_, Condition, BookGame>) -> Results {
    let score =
        |games: &[&BookGame]| percent(games.iter().filter(|game| game.won).count(), games.len());
    let mut rows = Vec::new();
    for book in &config.books {
        let own = |is_first| groups.samples_of(&(book.clone(), is_first)).to_vec();
        let paper = book.paper_wins();
        let (first, second) = (own(true), own(false));
        let both = [first.clone(), second.clone()].concat();
        rows.push((book, "first", first, paper.map(|wins| wins[0])));
        rows.push((book, "second", second, paper.map(|wins| wins[1])));
        rows.push((book, "both", both, None));
    }
    let both = rows.iter().filter(|row| row.1 == "both");
    let points: Vec<Point> = (0_i32..)
        .zip(both)
        .filter_map(|(x, row)| Some(score(&row.2)?.at(x.into())))
        .collect();
    let table = ResultTable::over("With a book against without", rows)
        .column("book", |row| row.0.name())
        .column("plays", |row| row.1)
        .column("games", |row| row.2.len())
        .column("wins", |row| row.2.iter().filter(|game| game.won).count())
        .estimate("wins, %", 1, |row| score(&row.2))
        .estimate("book moves", 1, |row| {
            mean(row.2.iter().map(|game| f64::from(game.from_book)))
        })
        .column("paper, wins of 50", |row| row.3)
        .note(
            "The same engine and nodes per move on both sides; both vary their opening moves. 95 % intervals. The first \
             player wins slightly more than half without any book, so both rows of a book count together.",
        );
    let names = config.books.iter().map(BookConfig::name);
    let ticks = (0_i32..).zip(names).map(|(x, name)| (x.into(), name));
    let x = Axis::new("book")
        .with_range(-0.5, points.len() as f64 - 0.5)
        .with_ticks(ticks.collect());
    let series = Series::line("", points).with_mark(Mark::Point);
    let plot = Plot::new("Score with a book against none", x, "%", [series])
        .with_reference_line(50.0, "no difference");
    Results::new([table]).figure("points", [plot])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::testing::{all_samples, results};

    #[test]
    fn every_book_is_played_from_and_counted() {
        let mut config = (BookMatch::BY_POLICY.config)(Scale::Small);
        config.games = 1;
        let samples = all_samples(&BookMatch::BY_POLICY, &config);
        let grid = (BookMatch::BY_POLICY.grid)(&config);
        for (&index, game) in &samples {
            let (_, is_first) = grid.unit(index).unwrap().0;
            assert!(!is_first || game.from_book > 0, "{index}: {game:?}");
        }
        let results = results(&BookMatch::BY_POLICY, &config, &samples);
        assert_eq!(results.tables[0].rows.len(), 3 * config.books.len());
        assert_eq!(results.tables[0].rows[2][2], ResultCell::Count(2));
    }
}
