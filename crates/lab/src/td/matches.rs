//! `td/match`, `td/queen-only` and `td/king-only`: learned against unlearned weights (Tables 5–7).

use arena::statistics::Pentanomial;
use evaluation::domination_distance::{SQUARE_TYPE_NAMES, SQUARE_TYPE_TERMS};
use evaluation::{DominationDistance, TermWeights};

use super::PAPER;
use super::training::load_weights;
use super::weight_match::{MatchesConfig, play_match, with_score_columns};
use super::weights::RUNS;
use crate::prelude::*;

/// Match of a subset of the learned weights against the unlearned ones, by training run.
pub type WeightMatch = Experiment<MatchesConfig, &'static str, Pentanomial>;

const fn weight_match(
    info: ExperimentInfo,
    measure: fn(MatchUnit<'_>) -> Result<Pentanomial, BoxError>,
    results: fn(&MatchesConfig, &MatchGroups<'_>) -> Results,
) -> WeightMatch {
    Experiment {
        info,
        config: |scale| MatchesConfig::new(scale, scale.pick(10, 500)),
        grid: |config| Grid::new(RUNS).repeat_batches(config.pairs, config.batch),
        measure,
        results,
    }
}

type MatchUnit<'a> = Unit<'a, MatchesConfig, &'static str>;

type MatchGroups<'a> = Groups<'a, &'static str, Pentanomial>;

impl WeightMatch {
    /// All nine weights.
    pub const ALL_WEIGHTS: Self = weight_match(
        ExperimentInfo {
            id: "td/match",
            title: "Learned against unlearned weights",
            reference: PAPER,
            description: "The weights of td/weights against the unlearned ones (ties 0.2, all others 1), as in Table 5: at equal \
                          nodes, or at equal time with --set terms=….",
        },
        |unit| measure(unit, None),
        |config, groups| results(config, groups, "Table 5: all nine weights", [168, 164, 166]),
    );

    /// Queen distance and domain.
    pub const QUEEN_ONLY: Self = weight_match(
        ExperimentInfo {
            id: "td/queen-only",
            title: "Learned queen-distance weights against unlearned weights",
            reference: PAPER,
            description: "The same with the learned weights of queen distance only (Table 6).",
        },
        |unit| measure(unit, Some('K')),
        |config, groups| {
            results(
                config,
                groups,
                "Table 6: queen distance only",
                [153, 143, 147],
            )
        },
    );

    /// King distance and domain.
    pub const KING_ONLY: Self = weight_match(
        ExperimentInfo {
            id: "td/king-only",
            title: "Learned king-distance weights against unlearned weights",
            reference: PAPER,
            description: "The same with the learned weights of king distance only (Table 7).",
        },
        |unit| measure(unit, Some('Q')),
        |config, groups| {
            results(
                config,
                groups,
                "Table 7: king distance only",
                [155, 152, 140],
            )
        },
    );
}

/// Sets the weights of square types with that first letter to zero.
fn restrict(weights: &TermWeights, excluded: Option<char>) -> Result<TermWeights, BoxError> {
    let mut restricted = weights.clone();
    for (term, name) in SQUARE_TYPE_TERMS.into_iter().zip(SQUARE_TYPE_NAMES) {
        if name.chars().next() == excluded {
            for phase in 0..weights.phases().len() {
                restricted.set(term, phase, 0.0)?;
            }
        }
    }
    Ok(restricted)
}

fn measure(unit: MatchUnit<'_>, excluded: Option<char>) -> Result<Pentanomial, BoxError> {
    let learned = load_weights(&unit.config.runs_dir, unit.condition, "td/weights")?;
    let learned = restrict(&learned, excluded)?;
    let unlearned = DominationDistance::BASELINE.to_weights("unlearned")?;
    play_match([&learned, &unlearned], unit)
}

/// `paper_wins` are the wins of 300 of the paper's runs.
fn results(
    config: &MatchesConfig,
    groups: &MatchGroups<'_>,
    title: &str,
    paper_wins: [u64; 3],
) -> Results {
    let runs = groups.iter().zip(paper_wins);
    let mut rows: Vec<(&str, Option<u64>, Pentanomial)> = runs
        .map(|(group, paper)| {
            let counts = group.samples.iter().copied().sum();
            (*group.condition, Some(paper), counts)
        })
        .collect();
    rows.push(("all", None, groups.samples().sum()));
    let table = ResultTable::over(title, rows)
        .column("run", |row| row.0)
        .column("paper, wins of 300", |row| row.1);
    let table = with_score_columns(table, |row| row.2).note(&format!(
        "Against ties 0.2 and all others 1, {} (the paper: one second), {}",
        config.match_config.limit_text(),
        config.note()
    ));
    Results::new([table])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use evaluation::Term;

    use super::super::weight_match::WeightMatchConfig;
    use super::*;
    use crate::frame::testing::{error, results, sample};

    #[test]
    fn excluded_weights_are_zero() {
        let weights = DominationDistance::RUN_A.to_weights("test").unwrap();
        let queen = restrict(&weights, Some('K')).unwrap();
        let king = restrict(&weights, Some('Q')).unwrap();
        let of = |weights: &TermWeights, term| weights.for_term(term)[0];
        assert_eq!(of(&queen, Term::QueenByOne), 3.205);
        assert_eq!(of(&queen, Term::KingByOne), 0.0);
        assert_eq!(of(&king, Term::QueenTies), 0.0);
        assert_eq!(
            (of(&queen, Term::Domain), of(&king, Term::Domain)),
            (5.342, 5.342)
        );
        assert_eq!(restrict(&weights, None).unwrap(), weights);
    }

    #[test]
    fn missing_weights_are_reported() {
        let mut config = (WeightMatch::ALL_WEIGHTS.config)(Scale::Small);
        config.runs_dir = "no-such-directory".to_owned();
        let error = error(&WeightMatch::ALL_WEIGHTS, &config);
        assert!(error.contains("`thermodon lab run td/weights`"), "{error}");
    }

    #[test]
    fn a_pair_is_played_and_counted() {
        let experiment = WeightMatch::ALL_WEIGHTS;
        let dir = tempfile::tempdir().unwrap();
        let mut config = (experiment.config)(Scale::Small);
        config.runs_dir = dir.path().display().to_string();
        config.match_config = WeightMatchConfig {
            position: "5x5".to_owned(),
            ..WeightMatchConfig::with_nodes(5)
        };
        (config.pairs, config.batch) = (3, 2);
        assert_eq!((experiment.grid)(&config).unit_count(), 6);
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
