//! `book/shipped`: is the book that ships worth having, as first player and as second?

use std::collections::BTreeMap;

use amazons::notation::parse_position;
use arena::statistics::{Decision, Model, PairCounts, Sprt};
use engine::RandomNumbers;
use serde::{Deserialize, Serialize};

use super::game::{Played, game};
use super::side::{Knows, Play};
use crate::experiment::{About, Experiment, Failure, Scale};
use crate::findings::{Cell, Findings, Table};
use crate::intervals::{mean, share};

/// The experiment.
pub struct Shipped;

/// How much is played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// What the engine's option `Book` takes.
    book: String,
    /// What the engine's option `BookVariety` takes.
    variety: String,
    board: String,
    play: Play,
    /// Of three games each.
    rounds: usize,
}

/// Three games.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Round {
    /// The book has the first move.
    first: Played,
    /// The book has the second move.
    second: Played,
    /// Nobody has a book; of the first player.
    without: Played,
}

/// A first player does not win half of the games without any book, so each side is held against games without.
const TEST: Sprt = Sprt {
    elo0: 0.0,
    elo1: 10.0,
    alpha: 0.05,
    beta: 0.05,
    model: Model::Normalized,
};

/// One of the games of a round.
type OfRound = fn(&Round) -> Played;

/// What two games are together to the book.
type Pair = fn(&Round) -> (bool, bool);

const PAIRS: [(&str, Pair); 3] = [
    ("first with a book, against first without", |round| {
        (round.first.won, !round.without.won)
    }),
    ("second with a book, against second without", |round| {
        (round.second.won, round.without.won)
    }),
    ("both sides with a book, against without", |round| {
        (round.first.won, round.second.won)
    }),
];

impl Experiment for Shipped {
    const ABOUT: About = About {
        id: "book/shipped",
        title: "The book that ships against none",
        paper: "beyond the paper, whose 100 games a book decide nothing",
        shows: "The same engine with the book that ships and without, as first and as second player, and without on both sides; \
                what is searched of the first moves is drawn among good ones, since an engine without a book would repeat a handful of games. A sequential test for each side.",
    };

    type Settings = Settings;
    type Unit = Round;

    fn settings(&self, scale: Scale) -> Settings {
        let (play, rounds) = match scale {
            Scale::Small => (Play::small(), 4),
            Scale::Paper => (Play::quick(), 4_000),
        };
        Settings {
            book: "built-in".to_owned(),
            // As everybody has it who sets nothing.
            variety: "best".to_owned(),
            board: "10x10".to_owned(),
            play,
            rounds,
        }
    }

    fn units(&self, settings: &Settings) -> usize {
        settings.rounds
    }

    fn measure(
        &self,
        settings: &Settings,
        _: usize,
        mut numbers: RandomNumbers,
    ) -> Result<Round, Failure> {
        let start = parse_position(&settings.board)?;
        let mut play =
            |knows, is_first| game(&settings.play, &start, knows, is_first, &mut numbers);
        let book = Knows::Named {
            book: &settings.book,
            variety: &settings.variety,
        };
        Ok(Round {
            first: play(book, true)?,
            second: play(book, false)?,
            without: play(Knows::Nothing, true)?,
        })
    }

    fn findings(&self, _: &Settings, units: &BTreeMap<usize, Round>) -> Findings {
        Findings {
            tables: vec![games(units), tests(units)],
            figures: Vec::new(),
        }
    }
}

fn games(units: &BTreeMap<usize, Round>) -> Table {
    let mut table = Table::new(
        "Games",
        &["who", "games", "won", "won, %", "moves from the book"],
        "With 95 % intervals.",
    );
    let kinds: [(&str, OfRound); 3] = [
        ("first, with a book", |round| round.first),
        ("second, with a book", |round| round.second),
        ("first, without; nobody has one", |round| round.without),
    ];
    for (name, of) in kinds {
        let played: Vec<Played> = units.values().map(of).collect();
        let won = played.iter().filter(|game| game.won).count();
        let percent = share(won, played.len()).map(|share| share.times(100.0));
        let known = mean(played.iter().map(|game| f64::from(game.from_book)));
        table.rows.push(vec![
            Cell::from(name),
            Cell::Count(played.len() as u64),
            Cell::Count(won as u64),
            Cell::measured(percent, 1),
            Cell::measured(known, 1),
        ]);
    }
    table
}

fn tests(units: &BTreeMap<usize, Round>) -> Table {
    let mut table = Table::new(
        "Sequential tests of 0 against 10 normalised Elo",
        &[
            "what",
            "pairs",
            "points, %",
            "log-likelihood ratio",
            "decided after",
            "says",
        ],
        "Each error has a probability of 5 %, so the bounds are ±2.94. The test is over where it crosses one; what was played after that counts for the points alone.",
    );
    for (name, of) in PAIRS {
        let mut pairs = PairCounts::default();
        let mut decided = None;
        for round in units.values() {
            let (one, other) = of(round);
            pairs.add(2 * (usize::from(one) + usize::from(other)));
            if decided.is_none() && TEST.decide(&pairs) != Decision::Continue {
                decided = Some((
                    pairs.pairs(),
                    TEST.decide(&pairs),
                    TEST.log_likelihood_ratio(&pairs),
                ));
            }
        }
        let says = match decided {
            None => "undecided",
            Some((_, Decision::AcceptH1, _)) => "the book helps",
            Some(_) => "no gain of 10 Elo",
        };
        let ratio =
            decided.map_or_else(|| TEST.log_likelihood_ratio(&pairs), |(_, _, ratio)| ratio);
        table.rows.push(vec![
            Cell::from(name),
            Cell::Count(pairs.pairs()),
            Cell::Text(format!("{:.1}", 100.0 * pairs.score())),
            Cell::Text(format!("{ratio:.2}")),
            decided.map_or(Cell::Unknown, |(after, _, _)| Cell::Count(after)),
            Cell::from(says),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(first: bool, second: bool, without: bool) -> Round {
        let played = |won| Played { won, from_book: 1 };
        Round {
            first: played(first),
            second: played(second),
            without: played(without),
        }
    }

    #[test]
    fn a_book_that_always_wins_helps_and_one_that_changes_nothing_does_not() {
        let says = |rounds: &[Round]| -> Vec<Cell> {
            let units = rounds.iter().copied().enumerate().collect();
            let table = tests(&units);
            table.rows.iter().map(|row| row[5].clone()).collect()
        };
        let helps = Cell::from("the book helps");
        // Without a book the first player wins every second game.
        let better: Vec<Round> = (0..200)
            .map(|index| round(true, true, index % 2 == 0))
            .collect();
        assert_eq!(says(&better), vec![helps; 3]);
        let none = Cell::from("no gain of 10 Elo");
        // Independent fair coins, by the bits of a running number.
        let bit =
            |index: usize, place: usize| (index.wrapping_mul(0x9e37_79b9) >> (20 + place)) & 1 == 1;
        let same: Vec<Round> = (0..40_000)
            .map(|index| round(bit(index, 0), bit(index, 1), bit(index, 2)))
            .collect();
        assert_eq!(says(&same), vec![none; 3]);
    }

    #[test]
    fn the_book_is_played_from() -> Result<(), Failure> {
        let settings = Experiment::settings(&Shipped, Scale::Small);
        let round = Shipped.measure(&settings, 0, RandomNumbers::from_seed(1))?;
        assert!(round.first.from_book > 0, "{round:?}");
        assert_eq!(round.without.from_book, 0);
        Ok(())
    }
}
