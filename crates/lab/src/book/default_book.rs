//! `book/shipped`: whether the embedded book helps, as first and as second player.

use amazons::notation::parse_position;
use arena::statistics::{Decision, EloModel, Pentanomial, Sprt};
use engine::book_trials::PlayConfig;

use super::player::{BookGame, BookSource, play_game, small_play};
use crate::prelude::*;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    /// Value of the engine option `Book`.
    book: String,
    /// Value of the engine option `BookVariety`.
    variety: String,
    board: String,
    play: PlayConfig,
    /// Rounds of three games.
    rounds: usize,
}

/// A round of three games.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct GameTriple {
    /// The first player has the book.
    first: BookGame,
    /// The second player has the book.
    second: BookGame,
    /// Nobody has a book; result of the first player.
    without: BookGame,
}

/// Each side is compared with games without a book, since the first player does not win half.
const TEST: Sprt = Sprt {
    elo0: 0.0,
    elo1: 10.0,
    alpha: 0.05,
    beta: 0.05,
    model: EloModel::Normalized,
};

/// Two results of a round that form a pair of the test.
type PairOf = fn(&GameTriple) -> (bool, bool);

const PAIRS: [(&str, PairOf); 3] = [
    ("first with the book, against first without", |round| {
        (round.first.won, !round.without.won)
    }),
    ("second with the book, against second without", |round| {
        (round.second.won, round.without.won)
    }),
    ("both sides with the book, against without", |round| {
        (round.first.won, round.second.won)
    }),
];

/// One game of a round.
type GameOf = fn(&GameTriple) -> BookGame;

const GAMES: [(&str, GameOf); 3] = [
    ("first, with the book", |round| round.first),
    ("second, with the book", |round| round.second),
    ("first, without; nobody has one", |round| round.without),
];

/// The embedded book against none.
pub const DEFAULT_BOOK: Experiment<Config, (), GameTriple> = Experiment {
    info: ExperimentInfo {
        id: "book/shipped",
        title: "The embedded book against none",
        reference: "beyond the paper, whose 100 games per book decide nothing",
        description: "The same engine with the embedded book and without, as first and as second player, and without on both \
                      sides; searched opening moves are varied, since an engine without a book would repeat a few games. \
                      A sequential test for each side.",
    },
    config: |scale| Config {
        book: "built-in".to_owned(),
        // The engine's default.
        variety: "best".to_owned(),
        board: "10x10".to_owned(),
        play: scale.pick(small_play(), PlayConfig::fast(50)),
        rounds: scale.pick(4, 4_000),
    },
    grid: |config| Grid::new([()]).repeat(config.rounds),
    measure,
    results,
};

fn measure(unit: Unit<'_, Config, ()>) -> Result<GameTriple, BoxError> {
    let Unit { config, rng, .. } = unit;
    let start = parse_position(&config.board)?;
    let mut play = |source, is_first| play_game(&config.play, &start, source, is_first, rng);
    let book = Some(BookSource::EngineOption {
        book: &config.book,
        variety: &config.variety,
    });
    Ok(GameTriple {
        first: play(book, true)?,
        second: play(book, false)?,
        without: play(None, true)?,
    })
}

fn results(_: &Config, groups: &Groups<'_, (), GameTriple>) -> Results {
    let rounds: Vec<&GameTriple> = groups.samples().collect();
    Results::new([games(&rounds), tests(&rounds)])
}

fn games(rounds: &[&GameTriple]) -> ResultTable {
    let rows = GAMES.map(|(name, game)| {
        let games: Vec<BookGame> = rounds.iter().map(|round| game(round)).collect();
        let wins = games.iter().filter(|game| game.won).count();
        (name, games, wins)
    });
    ResultTable::over("Games", rows)
        .column("player", |row| row.0)
        .column("games", |row| row.1.len())
        .column("wins", |row| row.2)
        .estimate("wins, %", 1, |row| percent(row.2, row.1.len()))
        .estimate("book moves", 1, |row| {
            mean(row.1.iter().map(|game| f64::from(game.from_book)))
        })
        .note("95 % intervals.")
}

/// Outcome of a sequential test.
struct TestOutcome {
    name: &'static str,
    pairs: Pentanomial,
    /// Pairs until the decision, the decision and the ratio then.
    decision: Option<(u64, Decision, f64)>,
}

impl TestOutcome {
    fn new(name: &'static str, rounds: &[&GameTriple], pair: PairOf) -> Self {
        let mut pairs = Pentanomial::default();
        let mut decision = None;
        for round in rounds {
            let (one, other) = pair(round);
            pairs.add(2 * (usize::from(one) + usize::from(other)));
            if decision.is_none() && TEST.decide(&pairs) != Decision::Continue {
                let ratio = TEST.log_likelihood_ratio(&pairs);
                decision = Some((pairs.pairs(), TEST.decide(&pairs), ratio));
            }
        }
        Self {
            name,
            pairs,
            decision,
        }
    }
}

fn tests(rounds: &[&GameTriple]) -> ResultTable {
    let rows = PAIRS.map(|(name, pair)| TestOutcome::new(name, rounds, pair));
    ResultTable::over("Sequential tests of 0 against 10 normalized Elo", rows)
        .column("comparison", |row| row.name)
        .column("pairs", |row| row.pairs.pairs())
        .column("score, %", |row| {
            ResultCell::decimal(100.0 * row.pairs.score(), 1)
        })
        .column("log-likelihood ratio", |row| {
            let now = || TEST.log_likelihood_ratio(&row.pairs);
            ResultCell::decimal(row.decision.map_or_else(now, |(_, _, ratio)| ratio), 2)
        })
        .column("decided after", |row| row.decision.map(|(after, _, _)| after))
        .column("decision", |row| match row.decision {
            None => "undecided",
            Some((_, Decision::AcceptH1, _)) => "the book helps",
            Some(_) => "no gain of 10 Elo",
        })
        .note(
            "Error probabilities of 5 %, so the bounds are ±2.94. Pairs after the decision count for the score only.",
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::testing::sample;

    fn round(first: bool, second: bool, without: bool) -> GameTriple {
        let game = |won| BookGame { won, from_book: 1 };
        GameTriple {
            first: game(first),
            second: game(second),
            without: game(without),
        }
    }

    #[test]
    fn a_winning_book_helps_and_a_neutral_one_does_not() {
        let decisions = |rounds: &[GameTriple]| -> Vec<ResultCell> {
            let table = tests(&rounds.iter().collect::<Vec<_>>());
            table.rows.iter().map(|row| row[5].clone()).collect()
        };
        // Without a book the first player wins every second game.
        let better: Vec<GameTriple> = (0..200)
            .map(|index| round(true, true, index % 2 == 0))
            .collect();
        assert_eq!(
            decisions(&better),
            vec![ResultCell::from("the book helps"); 3]
        );
        // Independent fair coins from the bits of a counter.
        let bit =
            |index: usize, place: usize| (index.wrapping_mul(0x9e37_79b9) >> (20 + place)) & 1 == 1;
        let same: Vec<GameTriple> = (0..40_000)
            .map(|index| round(bit(index, 0), bit(index, 1), bit(index, 2)))
            .collect();
        assert_eq!(
            decisions(&same),
            vec![ResultCell::from("no gain of 10 Elo"); 3]
        );
    }

    #[test]
    fn the_book_is_played_from() {
        let config = (DEFAULT_BOOK.config)(Scale::Small);
        let round = sample(&DEFAULT_BOOK, &config, 0, 1);
        assert!(round.first.from_book > 0, "{round:?}");
        assert_eq!(round.without.from_book, 0);
    }
}
