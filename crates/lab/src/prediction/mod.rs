//! `evaluation/prediction`: how well each evaluation predicts the winner of people's games.

mod evaluators;
mod report;
mod scores;

use game::Color;

use crate::human_games::{default_file, read_shard};
use crate::prelude::*;
use evaluators::{Evaluators, names};
use scores::PredictionScores;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    /// File of games.
    games: String,
    /// Number of units; each reads every n-th game.
    units: usize,
    /// Maximum number of games per unit.
    #[serde(rename = "most")]
    max_games: Option<usize>,
    /// Weights file of a further evaluation; none if empty.
    #[serde(default)]
    weights: String,
}

/// Every n-th unit is used to calibrate the evaluations.
const CALIBRATION_EVERY: usize = 10;

/// All evaluations of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EvaluatedGame {
    first_won: bool,
    /// By evaluator and ply: log-odds of the player to move in millilogits.
    logits: Vec<Vec<i32>>,
}

/// Winner prediction by static evaluations.
/// Condition: index of the shard.
pub const WINNER_PREDICTION: Experiment<Config, usize, Vec<EvaluatedGame>> = Experiment {
    info: ExperimentInfo {
        id: "evaluation/prediction",
        title: "Winner prediction in people's games",
        reference: "Learning Domination-Distance of Amazons Using TD: its nine weights, unlearned and learned; An Evaluation \
                    Function for the Game of Amazons: its form",
        description: "Static evaluations of every position of games between people, on which none was trained: how often each \
                      predicts the winner, and its log loss, by ply.",
    },
    config: |scale| Config {
        games: default_file(),
        units: scale.pick(20, 100),
        max_games: scale.pick(Some(10), None),
        weights: String::new(),
    },
    grid: |config| Grid::new(0..config.units),
    measure,
    results,
};

fn measure(unit: Unit<'_, Config, usize>) -> Result<Vec<EvaluatedGame>, BoxError> {
    let config = unit.config;
    let records = read_shard(
        &config.games,
        *unit.condition,
        config.units,
        config.max_games,
    )?;
    let evaluator_count = names(!config.weights.is_empty()).len();
    let mut evaluators = Evaluators::new(&config.weights)?;
    let evaluated = records.iter().filter_map(|record| {
        let positions = record.main_line_positions();
        // The game is over in the last position.
        let (_, positions) = positions.split_last()?;
        let mut logits = vec![Vec::with_capacity(positions.len()); evaluator_count];
        for (ply, position) in positions.iter().enumerate() {
            let values = evaluators.evaluate_all(position, ply);
            for (logits, value) in logits.iter_mut().zip(values) {
                logits.push(value);
            }
        }
        Some(EvaluatedGame {
            first_won: record.winner()? == Color::Black,
            logits,
        })
    });
    Ok(evaluated.collect())
}

fn results(config: &Config, groups: &Groups<'_, usize, Vec<EvaluatedGame>>) -> Results {
    let part = |is_calibration: bool| -> Vec<&EvaluatedGame> {
        let own = groups
            .iter()
            .filter(|group| group.condition.is_multiple_of(CALIBRATION_EVERY) == is_calibration);
        own.flat_map(|group| group.samples.iter().copied().flatten())
            .collect()
    };
    let names = names(!config.weights.is_empty());
    let scores = PredictionScores::new(&names, &part(true), &part(false));
    Results::new([
        report::overall(&scores),
        report::accuracy(&scores),
        report::loss(&scores),
    ])
    .figure("prediction", report::by_ply(&scores))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;

    use evaluation::DominationDistance;

    use super::*;
    use crate::frame::testing::{error, results, sample};

    /// Two games and one without a winner.
    const GAMES: &str = "winner,moves...\n\
        W,B[g10-g4/d4],W[d1-d3/j9],B[a7-c5/i5]\n\
        B,B[g10-g5/i5],W[j4-g4/i6]\n\
        ?,B[g10-g5/i5]\n";

    fn config(dir: &tempfile::TempDir, games: &str) -> Config {
        let file = dir.path().join("games.csv");
        fs::write(&file, games).expect("the directory is writable");
        Config {
            games: file.display().to_string(),
            units: 2,
            max_games: None,
            weights: String::new(),
        }
    }

    #[test]
    fn units_share_the_games_and_evaluate_every_ply() {
        let dir = tempfile::tempdir().unwrap();
        let mut config = config(&dir, GAMES);
        let weights = DominationDistance::RUN_B
            .to_weights("test")
            .unwrap()
            .to_string();
        config.weights = format!("{}.weights", config.games);
        fs::write(&config.weights, weights).unwrap();
        let count = names(true).len();
        let (first, second) = (
            sample(&WINNER_PREDICTION, &config, 0, 1),
            sample(&WINNER_PREDICTION, &config, 1, 1),
        );
        assert_eq!((first.len(), second.len()), (1, 1));
        assert!(!first[0].first_won && second[0].first_won);
        for (games, plies) in [(&first, 3), (&second, 2)] {
            assert_eq!(games[0].logits.len(), count);
            assert!(games[0].logits.iter().all(|logits| logits.len() == plies));
        }
        // All evaluations differ from zero and from each other.
        for one in 0..count {
            assert!(first[0].logits[one].iter().any(|&logit| logit != 0));
            assert!((0..one).all(|other| first[0].logits[one] != first[0].logits[other]));
        }
        let samples = BTreeMap::from([(0, first), (1, second)]);
        let shown = results(&WINNER_PREDICTION, &config, &samples);
        assert_eq!(shown.tables[0].rows.len(), count);
        let none = results(&WINNER_PREDICTION, &config, &BTreeMap::new());
        assert!(none.figures[0].1.to_svg().ends_with("</svg>\n"));
    }

    #[test]
    fn missing_and_invalid_files_are_reported() {
        let dir = tempfile::tempdir().unwrap();
        let mut missing = config(&dir, "");
        missing.games.push_str(".missing");
        assert!(error(&WINNER_PREDICTION, &missing).starts_with("cannot read games "));
        let mut no_weights = config(&dir, GAMES);
        no_weights.weights.clone_from(&no_weights.games);
        assert!(error(&WINNER_PREDICTION, &no_weights).starts_with("cannot read weights "));
        let illegal = config(&dir, "B,B[g10-g4/d4],W[a1-a2/a3]\n");
        assert!(error(&WINNER_PREDICTION, &illegal).contains("game 1: "));
    }
}
