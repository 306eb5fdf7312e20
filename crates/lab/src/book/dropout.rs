//! `book/dropout`: when games leave the book, and the win probability there.

use amazons::Position;
use amazons::notation::parse_position;
use engine::book_trials::{PlayConfig, SearchPlayer};
use engine::{Engine, GoLimits};
use game::Game;

use super::PAPER;
use super::config::BookConfig;
use super::player::{BookPlayer, BookSource, paper_play, small_play};
use crate::prelude::*;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    books: Vec<BookConfig>,
    play: PlayConfig,
    /// Games per book and side.
    games: usize,
    /// Nodes of the search that evaluates the last book position.
    judge_nodes: u64,
}

/// A game up to the end of the book.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Sample {
    ply: u32,
    /// Win probability of the book player.
    win_probability: f64,
}

/// The book, and whether it plays first.
type Condition = (BookConfig, bool);

/// Games with a book against the same engine without one, up to the end of the book.
pub const BOOK_DROPOUT: Experiment<Config, Condition, Sample> = Experiment {
    info: ExperimentInfo {
        id: "book/dropout",
        title: "When games leave the book, and the win probability there",
        reference: PAPER,
        description: "Games with a book against the same engine without one, as first and as second player, up to the \
                      first position that is not in the book: the ply, and the book player's win probability by a search of \
                      ten times as many nodes. Ideally a longer stay in the book is better.",
    },
    config: |scale| {
        let widths: Vec<usize> = scale.pick(vec![2, 4], (2..=10).collect());
        Config {
            books: widths
                .into_iter()
                .map(|k| BookConfig::paper(k, 400).at(scale))
                .collect(),
            play: scale.pick(small_play(), paper_play()),
            games: scale.pick(4, 50),
            judge_nodes: scale.pick(100, 2_000),
        }
    },
    grid: |config| Grid::product(&config.books, &[true, false]).repeat(config.games),
    measure,
    results,
};

fn measure(unit: Unit<'_, Config, Condition>) -> Result<Sample, BoxError> {
    let Unit { config, rng, .. } = unit;
    let (book_config, is_first) = unit.condition;
    let book = book_config.build_cached()?;
    let mut with = BookPlayer::new(&config.play, Some(BookSource::Built(&book)), rng.next_u64())?;
    let mut without = SearchPlayer::new(&config.play, rng.next_u64())?;
    let mut position = parse_position(&book_config.board)?;
    let mut ply = 0;
    loop {
        let is_ours = (ply % 2 == 0) == *is_first;
        let mv = if position.proven_outcome().is_some() {
            None
        } else if is_ours {
            with.book_move(&position)
        } else {
            Some(without.search_move(&position, ply, rng)?)
        };
        let Some(mv) = mv else {
            let own = win_probability(without.engine(), &position, config.judge_nodes)?;
            let win_probability = if is_ours { own } else { 1.0 - own };
            return Ok(Sample {
                ply,
                win_probability,
            });
        };
        position.play(mv);
        ply += 1;
    }
}

/// Win probability of the player to move by a search of `nodes` nodes.
fn win_probability(engine: &mut Engine, position: &Position, nodes: u64) -> Result<f64, BoxError> {
    engine.set_option("MultiPV", "1")?;
    engine.new_game();
    let mut limits = GoLimits::nodes(nodes);
    limits.search.final_report_only = true;
    let analysis = engine.analyze(position, limits)?;
    let score = analysis.score().ok_or("the engine has no score")?;
    Ok(score.win_probability())
}

fn results(_: &Config, groups: &Groups<'_, Condition, Sample>) -> Results {
    let plies = |group: &Group<'_, Condition, Sample>| group.mean(|sample| sample.ply.into());
    let table = ResultTable::over("Where games leave the book", groups.iter())
        .column("k", |group| group.condition.0.k.to_string())
        .column("plays", |group| side_name(group.condition.1))
        .column("games", |group| group.count())
        .estimate("plies when the book ends", 1, |group| plies(group))
        .estimate("win probability then, %", 1, |group| {
            group.mean(|sample| 100.0 * sample.win_probability)
        })
        .note(
            "Plies of both players. 95 % intervals. Only moves to expanded positions are played.",
        );
    let lines = [true, false].map(|is_first| {
        let own = groups.iter().filter(|group| group.condition.1 == is_first);
        let points = own.filter_map(|group| Some(plies(group)?.at(group.condition.0.k as f64)));
        Series::line(format!("as {} player", side_name(is_first)), points)
    });
    let plot = Plot::new("Plies when the book ends", "k", "plies", lines);
    Results::new([table]).figure("left", [plot])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::testing::{all_samples, results};

    #[test]
    fn the_book_ends_on_the_turn_of_the_book_player() {
        let mut config = (BOOK_DROPOUT.config)(Scale::Small);
        config.games = 1;
        let samples = all_samples(&BOOK_DROPOUT, &config);
        let grid = (BOOK_DROPOUT.grid)(&config);
        for (&index, sample) in &samples {
            let (_, is_first) = grid.unit(index).unwrap().0;
            assert_eq!(sample.ply % 2 == 0, *is_first, "{sample:?}");
            assert!(!is_first || sample.ply >= 2, "{sample:?}");
        }
        let results = results(&BOOK_DROPOUT, &config, &samples);
        assert_eq!(results.tables[0].rows.len(), 4);
    }
}
