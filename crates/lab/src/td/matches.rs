//! `td/match`, `td/queen-only` and `td/king-only`: learned against unlearned weights (Tables 5–7).

use arena::statistics::Pentanomial;
use evaluation::domination_distance::{SQUARE_TYPE_NAMES, SQUARE_TYPE_TERMS};
use evaluation::{DominationDistance, TermWeights};

use super::PAPER;
use super::training::{RUNS_DIR, load_weights};
use super::weight_match::{WeightMatchConfig, play_match, total, with_score_columns};
use super::weights::RUNS;
use crate::prelude::*;

/// Match of a subset of the learned weights against the unlearned ones.
pub struct WeightMatch {
    info: ExperimentInfo,
    table: &'static str,
    /// Wins of 300 of the paper's runs.
    paper_wins: [u64; 3],
    /// First letter of the square types that are left out.
    excluded: Option<char>,
}

impl WeightMatch {
    /// All nine weights.
    pub const ALL_WEIGHTS: Self = Self {
        info: ExperimentInfo {
            id: "td/match",
            title: "Learned against unlearned weights",
            reference: PAPER,
            description: "The weights of td/weights against the unlearned ones (ties 0.2, all others 1), as in Table 5: at equal \
                          nodes, or at equal time with --set terms=….",
        },
        table: "Table 5: all nine weights",
        paper_wins: [168, 164, 166],
        excluded: None,
    };

    /// Queen distance and domain.
    pub const QUEEN_ONLY: Self = Self {
        info: ExperimentInfo {
            id: "td/queen-only",
            title: "Learned queen-distance weights against unlearned weights",
            reference: PAPER,
            description: "The same with the learned weights of queen distance only (Table 6).",
        },
        table: "Table 6: queen distance only",
        paper_wins: [153, 143, 147],
        excluded: Some('K'),
    };

    /// King distance and domain.
    pub const KING_ONLY: Self = Self {
        info: ExperimentInfo {
            id: "td/king-only",
            title: "Learned king-distance weights against unlearned weights",
            reference: PAPER,
            description: "The same with the learned weights of king distance only (Table 7).",
        },
        table: "Table 7: king distance only",
        paper_wins: [155, 152, 140],
        excluded: Some('Q'),
    };

    /// Sets the excluded weights to zero.
    fn restrict(&self, weights: &TermWeights) -> Result<TermWeights, BoxError> {
        let mut restricted = weights.clone();
        for (term, name) in SQUARE_TYPE_TERMS.into_iter().zip(SQUARE_TYPE_NAMES) {
            if name.chars().next() == self.excluded {
                for phase in 0..weights.phases().len() {
                    restricted.set(term, phase, 0.0)?;
                }
            }
        }
        Ok(restricted)
    }
}

/// Parameters.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    /// Directory of the training runs of td/weights.
    #[serde(rename = "courses")]
    runs_dir: String,
    /// Game pairs per run.
    pairs: usize,
    /// Game pairs per unit.
    #[serde(rename = "pairs_at_once")]
    batch: usize,
    #[serde(rename = "terms")]
    match_config: WeightMatchConfig,
}

impl Experiment for WeightMatch {
    type Config = Config;
    /// Name of the run.
    type Condition = &'static str;
    type Sample = Pentanomial;

    fn info(&self) -> ExperimentInfo {
        self.info
    }

    fn config(&self, scale: Scale) -> Config {
        Config {
            runs_dir: format!("{RUNS_DIR}/{scale}"),
            pairs: scale.pick(10, 500),
            batch: 10,
            match_config: WeightMatchConfig::with_nodes(100),
        }
    }

    fn grid(&self, config: &Config) -> Grid<&'static str> {
        Grid::new(RUNS).repeat_batches(config.pairs, config.batch)
    }

    fn measure(
        &self,
        config: &Config,
        unit: &Unit<'_, &'static str>,
        rng: &mut SplitMix64,
    ) -> Result<Pentanomial, BoxError> {
        let learned = load_weights(&config.runs_dir, unit.condition, "td/weights")?;
        let learned = self.restrict(&learned)?;
        let unlearned = DominationDistance::BASELINE.to_weights("unlearned")?;
        let pairs = unit.batch(config.pairs, config.batch);
        play_match([&learned, &unlearned], &config.match_config, pairs, rng)
    }

    fn results(&self, config: &Config, groups: &Groups<'_, &'static str, Pentanomial>) -> Results {
        let runs = groups.iter().zip(self.paper_wins);
        let mut rows: Vec<(&str, Option<u64>, Pentanomial)> = runs
            .map(|(group, paper)| {
                let counts = total(group.samples.iter().copied());
                (*group.condition, Some(paper), counts)
            })
            .collect();
        rows.push(("all", None, total(groups.samples())));
        let table = ResultTable::over(self.table, rows)
            .column("run", |row| row.0)
            .column("paper, wins of 300", |row| row.1);
        let table = with_score_columns(table, |row| row.2).note(&format!(
            "Against ties 0.2 and all others 1, {} (the paper: one second), openings of {} random plies with both colors; 95 % \
             intervals, those of Elo over pairs.",
            config.match_config.limit_text(),
            config.match_config.random_plies
        ));
        Results::new([table])
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use evaluation::Term;

    use super::*;
    use crate::frame::testing::{error, results, sample};

    #[test]
    fn excluded_weights_are_zero() {
        let weights = DominationDistance::RUN_A.to_weights("test").unwrap();
        let queen = WeightMatch::QUEEN_ONLY.restrict(&weights).unwrap();
        let king = WeightMatch::KING_ONLY.restrict(&weights).unwrap();
        let of = |weights: &TermWeights, term| weights.for_term(term)[0];
        assert_eq!(of(&queen, Term::QueenByOne), 3.205);
        assert_eq!(of(&queen, Term::KingByOne), 0.0);
        assert_eq!(of(&king, Term::QueenTies), 0.0);
        assert_eq!(
            (of(&queen, Term::Domain), of(&king, Term::Domain)),
            (5.342, 5.342)
        );
        assert_eq!(
            WeightMatch::ALL_WEIGHTS.restrict(&weights).unwrap(),
            weights
        );
    }

    #[test]
    fn missing_weights_are_reported() {
        let mut config = WeightMatch::ALL_WEIGHTS.config(Scale::Small);
        config.runs_dir = "no-such-directory".to_owned();
        let error = error(&WeightMatch::ALL_WEIGHTS, &config);
        assert!(error.contains("`thermodon lab run td/weights`"), "{error}");
    }

    #[test]
    fn a_pair_is_played_and_counted() {
        let experiment = WeightMatch::ALL_WEIGHTS;
        let dir = tempfile::tempdir().unwrap();
        let mut config = experiment.config(Scale::Small);
        config.runs_dir = dir.path().display().to_string();
        config.match_config = WeightMatchConfig {
            position: "5x5".to_owned(),
            ..WeightMatchConfig::with_nodes(5)
        };
        (config.pairs, config.batch) = (3, 2);
        assert_eq!(experiment.grid(&config).unit_count(), 6);
        std::fs::create_dir(dir.path().join("A")).unwrap();
        let weights = DominationDistance::RUN_A
            .to_weights("test")
            .unwrap()
            .to_string();
        std::fs::write(dir.path().join("A/weights.txt"), weights).unwrap();
        let counts = sample(&experiment, &config, 3, 1);
        assert_eq!(counts.pairs(), 1);
        let results = results(&experiment, &config, &BTreeMap::from([(3, counts)]));
        assert_eq!(results.tables[0].rows[0][2], ResultCell::Count(2));
        assert_eq!(results.tables[0].rows[1][2], ResultCell::Count(0));
    }
}
