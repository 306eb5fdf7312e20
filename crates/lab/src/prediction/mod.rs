//! `evaluation/prediction`: how well each evaluation foretells the winner of people's games, without any search.

mod judges;
mod scoring;
mod showing;

use std::collections::BTreeMap;
use std::fs;

use amazons::records::little_golem;
use engine::RandomNumbers;
use game::Color;
use serde::{Deserialize, Serialize};

use crate::experiment::{About, Experiment, Failure, Scale};
use crate::findings::Findings;
use judges::{Judges, names};
use scoring::Scores;

/// The experiment.
pub struct Prediction;

/// Which games are looked at.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// A file of games, one a line: the winner (B or W), then moves such as `B[g10-g4/d4]`.
    games: String,
    /// The units that share the games: each takes one line in so many.
    units: usize,
    /// The most games of a unit; none for all.
    most: Option<usize>,
    /// A file of weights that judge as well; none if empty.
    #[serde(default)]
    weights: String,
}

/// One unit in so many only serves to find out how far each judge exaggerates.
const CALIBRATION: usize = 10;

/// A game as all judges see it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct JudgedGame {
    /// Whether who moved first has won.
    first_won: bool,
    /// By judge, then by ply: the logarithm of the odds of who is to move, in thousandths.
    logits: Vec<Vec<i32>>,
}

impl Experiment for Prediction {
    const ABOUT: About = About {
        id: "evaluation/prediction",
        title: "Foretelling the winner of people's games",
        paper: "Learning Domination-Distance of Amazons Using TD: its nine weights, unlearned and learned; \
                An Evaluation Function for the Game of Amazons: its form",
        shows: "Every evaluation judges every position of games between people, on which none was trained, \
                without any search: how often it names the winner, and how much its odds are worth, by ply.",
    };

    type Settings = Settings;
    type Unit = Vec<JudgedGame>;

    fn settings(&self, scale: Scale) -> Settings {
        let (units, most) = match scale {
            Scale::Small => (20, Some(10)),
            Scale::Paper => (100, None),
        };
        Settings {
            games: "../shared/data/littlegolem-games.csv".to_owned(),
            units,
            most,
            weights: String::new(),
        }
    }

    fn units(&self, settings: &Settings) -> usize {
        settings.units
    }

    fn measure(
        &self,
        settings: &Settings,
        index: usize,
        _: RandomNumbers,
    ) -> Result<Vec<JudgedGame>, Failure> {
        let file = &settings.games;
        let text = fs::read_to_string(file).map_err(|error| {
            format!("the games cannot be read: {file}: {error} (--set games=FILE names others)")
        })?;
        let is_game = |line: &&str| line.starts_with("B,") || line.starts_with("W,");
        let numbered = (1..).zip(text.lines().filter(is_game));
        let mut records = Vec::new();
        for (number, line) in numbered
            .skip(index)
            .step_by(settings.units)
            .take(settings.most.unwrap_or(usize::MAX))
        {
            let record = little_golem::read_rows(line)
                .map_err(|error| format!("{file}: game {number}: {error}"))?;
            records.extend(record);
        }
        let judge_count = names(!settings.weights.is_empty()).len();
        let mut judges = Judges::new(&settings.weights)?;
        let judged = records.iter().filter_map(|record| {
            let positions = record.positions();
            // Where the last move led to, the game was over.
            let (_, positions) = positions.split_last()?;
            let mut logits = vec![Vec::with_capacity(positions.len()); judge_count];
            for (ply, position) in positions.iter().enumerate() {
                for (logits, logit) in logits.iter_mut().zip(judges.judge(position, ply)) {
                    logits.push(logit);
                }
            }
            Some(JudgedGame {
                first_won: record.winner()? == Color::Black,
                logits,
            })
        });
        Ok(judged.collect())
    }

    fn findings(&self, settings: &Settings, units: &BTreeMap<usize, Vec<JudgedGame>>) -> Findings {
        let part = |is_calibration: bool| {
            units
                .iter()
                .filter(move |(unit, _)| (*unit % CALIBRATION == 0) == is_calibration)
                .flat_map(|(_, games)| games)
        };
        let names = names(!settings.weights.is_empty());
        let scores = Scores::new(&names, part(true), &part(false).collect::<Vec<_>>());
        Findings {
            tables: vec![
                showing::overall(&scores),
                showing::accuracy(&scores),
                showing::loss(&scores),
            ],
            figures: vec![("prediction".to_owned(), showing::by_ply(&scores))],
        }
    }
}

#[cfg(test)]
mod tests {
    use evaluation::Paper;

    use super::*;

    /// Two whole games between people, by their first plies, and one without a winner.
    const GAMES: &str = "winner,moves...\n\
        W,B[g10-g4/d4],W[d1-d3/j9],B[a7-c5/i5]\n\
        B,B[g10-g5/i5],W[j4-g4/i6]\n\
        ?,B[g10-g5/i5]\n";

    fn settings(name: &str, games: &str) -> Settings {
        let file = std::env::temp_dir().join(format!("thermodon-{}-{name}", std::process::id()));
        fs::write(&file, games).expect("the folder can be written to");
        Settings {
            games: file.display().to_string(),
            units: 2,
            most: None,
            weights: String::new(),
        }
    }

    #[test]
    fn units_share_the_games_and_judge_every_ply() {
        let mut settings = settings("games.csv", GAMES);
        let weights = Paper::RUN_B.to_weights("a test").unwrap().to_string();
        settings.weights = format!("{}.weights", settings.games);
        fs::write(&settings.weights, weights).unwrap();
        let judges = names(true).len();
        let measure = |index| {
            let numbers = RandomNumbers::from_seed(1);
            Prediction.measure(&settings, index, numbers).unwrap()
        };
        let (first, second) = (measure(0), measure(1));
        assert_eq!((first.len(), second.len()), (1, 1));
        assert!(!first[0].first_won && second[0].first_won);
        for (games, plies) in [(&first, 3), (&second, 2)] {
            assert_eq!(games[0].logits.len(), judges);
            assert!(games[0].logits.iter().all(|logits| logits.len() == plies));
        }
        // All judges say something, and not the same.
        for judge in 0..judges {
            assert!(first[0].logits[judge].iter().any(|&logit| logit != 0));
            assert!((0..judge).all(|other| first[0].logits[judge] != first[0].logits[other]));
        }
        let units = BTreeMap::from([(0, first), (1, second)]);
        let findings = Prediction.findings(&settings, &units);
        assert_eq!(findings.tables[0].rows.len(), judges);
        let none = Prediction.findings(&settings, &BTreeMap::new());
        assert!(none.figures[0].1.to_svg().ends_with("</svg>\n"));
    }

    #[test]
    fn games_that_are_not_there_or_none_are_refused_with_a_sentence() {
        let refusal = |settings: &Settings| {
            let numbers = RandomNumbers::from_seed(1);
            let refused = Prediction.measure(settings, 0, numbers);
            refused.expect_err("they cannot be read").to_string()
        };
        let mut missing = settings("none.csv", "");
        missing.games.push_str(".nowhere");
        assert!(refusal(&missing).starts_with("the games cannot be read: "));
        let mut unweighed = settings("unweighed.csv", GAMES);
        unweighed.weights = unweighed.games.clone();
        assert!(refusal(&unweighed).starts_with("the weights cannot be read: "));
        let illegal = settings("illegal.csv", "B,B[g10-g4/d4],W[a1-a2/a3]\n");
        assert!(refusal(&illegal).contains("game 1: "));
    }
}
