//! Random sums of subgames: their bounds and scores.

use amazons::Color;
use endgame::{Bounds, ScorePair, SubgameId, SumScorer, bounds};

use super::tables::{RandomSubgame, random_subgame, score_table, shapes};
use crate::frame::statistics::{fisher_exact, proportion};
use crate::prelude::*;

/// Sums of each kind in the paper.
pub(super) const PAPER_SUMS: usize = 10_000;

/// Which sums are drawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SumKind {
    /// Squares of each subgame.
    pub size: usize,
    /// Black and white amazons of each.
    pub amazons: Vec<(usize, usize)>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    kinds: Vec<SumKind>,
    /// Sums of each kind.
    sums: usize,
    /// Sums per unit.
    #[serde(rename = "sums_at_once")]
    batch: usize,
    /// Whether to search for the score.
    with_scores: bool,
}

/// Bounds and score of a sum, Black to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SumBounds {
    /// Lower bound, if any.
    pub lower: Option<i16>,
    /// Upper bound, if any.
    pub upper: Option<i16>,
    /// The score, if it was searched for.
    pub score: Option<i16>,
    /// Number of subgames in which only one player can move.
    pub one_sided: usize,
}

/// Draws sums and counts how their bounds come out.
pub type SumSampling = Experiment<Config, SumKind, Vec<SumBounds>>;

/// The groups of an experiment on sums.
pub(super) type SumGroups<'a> = Groups<'a, SumKind, Vec<SumBounds>>;

pub(super) const fn sampling(
    info: ExperimentInfo,
    config: fn(Scale) -> Config,
    results: fn(&Config, &SumGroups<'_>) -> Results,
) -> SumSampling {
    Experiment {
        info,
        config,
        grid: |config| Grid::of(&config.kinds).repeat_batches(config.sums, config.batch),
        measure,
        results,
    }
}

impl Config {
    pub(super) fn new(kinds: Vec<SumKind>, sums: usize, with_scores: bool) -> Self {
        Self {
            kinds,
            sums,
            batch: 20,
            with_scores,
        }
    }
}

/// The sums of the kind with that index.
pub(super) fn sums_of(groups: &SumGroups<'_>, kind: usize) -> Vec<SumBounds> {
    groups[kind]
        .samples
        .iter()
        .copied()
        .flatten()
        .copied()
        .collect()
}

fn measure(unit: Unit<'_, Config, SumKind>) -> Result<Vec<SumBounds>, BoxError> {
    let mut scorer = SumScorer::new(score_table()?);
    let with_scores = unit.config.with_scores;
    (0..unit.batch(unit.config.sums, unit.config.batch))
        .map(|_| measure_sum(unit.condition, with_scores, &mut scorer, unit.rng))
        .collect()
}

/// Draws the subgames of a sum.
pub(super) fn random_sum(kind: &SumKind, rng: &mut SplitMix64) -> Vec<RandomSubgame> {
    let shapes = shapes(kind.size).shapes(kind.size);
    kind.amazons
        .iter()
        .map(|&(black, white)| {
            // The paper draws subgames with more black amazons and swaps colors.
            if black >= white {
                return random_subgame(shapes, (black, white), rng);
            }
            let subgame = random_subgame(shapes, (white, black), rng);
            RandomSubgame {
                black: subgame.white,
                white: subgame.black,
                ..subgame
            }
        })
        .collect()
}

/// Interns the subgames of a sum.
pub(super) fn intern(subgames: &[RandomSubgame], scorer: &mut SumScorer) -> Vec<SubgameId> {
    subgames
        .iter()
        .map(|one| scorer.subgame(one.shape, one.black, one.white))
        .collect()
}

/// Score pairs of subgames.
pub(super) fn score_pairs(
    subgames: &[SubgameId],
    scorer: &mut SumScorer,
) -> Result<Vec<ScorePair>, BoxError> {
    let pairs = subgames.iter().map(|&subgame| scorer.pair(subgame));
    Ok(pairs.collect::<Result<_, _>>()?)
}

fn measure_sum(
    kind: &SumKind,
    with_score: bool,
    scorer: &mut SumScorer,
    rng: &mut SplitMix64,
) -> Result<SumBounds, BoxError> {
    let subgames = intern(&random_sum(kind, rng), scorer);
    let pairs = score_pairs(&subgames, scorer)?;
    let Bounds { lower, upper } = bounds(&pairs, Color::Black);
    let score = match with_score {
        true => Some(scorer.score(&subgames, Color::Black)?),
        false => None,
    };
    let is_wrong = score.is_some_and(|score| {
        lower.is_some_and(|lower| lower > score) || upper.is_some_and(|upper| upper < score)
    });
    if is_wrong {
        return Err(format!("a bound contradicts the score: {lower:?} {score:?} {upper:?}").into());
    }
    let is_one_sided = |pair: &&ScorePair| pair.black_first.is_some() != pair.white_first.is_some();
    Ok(SumBounds {
        lower,
        upper,
        score,
        one_sided: pairs.iter().filter(is_one_sided).count(),
    })
}

/// A count of the paper's compared with ours.
pub(super) struct Comparison<const N: usize> {
    labels: [String; N],
    paper: usize,
    ours: usize,
    sums: usize,
}

impl<const N: usize> Comparison<N> {
    /// Counts the sums for which `is_counted` holds.
    pub(super) fn new(
        labels: [&str; N],
        paper: usize,
        sums: &[SumBounds],
        is_counted: impl Fn(&SumBounds) -> bool,
    ) -> Self {
        Self {
            labels: labels.map(str::to_owned),
            paper,
            ours: sums.iter().filter(|&sum| is_counted(sum)).count(),
            sums: sums.len(),
        }
    }

    /// p-value of Fisher's exact test that both counts have the same distribution.
    fn p_value(&self) -> Option<f64> {
        let ours = (self.ours, self.sums);
        (self.sums > 0).then(|| fisher_exact((self.paper, PAPER_SUMS), ours))
    }
}

/// Results that are one table of comparisons.
pub(super) fn comparison_results<const N: usize>(
    title: &str,
    columns: [&str; N],
    rows: Vec<Comparison<N>>,
) -> Results {
    let table = ResultTable::over(title, rows)
        .columns(
            columns.into_iter().enumerate(),
            |column| column.1,
            |row, column| row.labels[column.0].clone(),
        )
        .column("paper", |row| row.paper)
        .estimate("ours", 0, |row| {
            let share = proportion(row.ours, row.sums)?;
            Some(share.scaled(PAPER_SUMS as f64))
        })
        .column("p-value", |row| {
            row.p_value().map(|p| match p {
                _ if p < 1e-6 => "< 0.000001".to_owned(),
                _ if p < 0.01 => format!("{p:.6}"),
                _ => format!("{p:.2}"),
            })
        })
        .note(
            "Sums of 10,000; ours with 95 % intervals. p-value: Fisher's exact test that both counts have the same distribution.",
        );
    Results::new([table])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::sums_of_four::TABLE_7;
    use super::super::sums_of_two::TABLE_4;
    use super::*;
    use crate::frame::testing::{all_samples, results};

    fn run(experiment: &SumSampling, sums: usize) -> (Config, BTreeMap<usize, Vec<SumBounds>>) {
        let config = Config {
            sums,
            ..(experiment.config)(Scale::Small)
        };
        let samples = all_samples(experiment, &config);
        (config, samples)
    }

    /// The smallest p-value of a table, except for one row.
    fn min_p_value(table: &ResultTable, exempt: Option<usize>) -> f64 {
        let rows = table.rows.iter().enumerate();
        let rows = rows.filter(|&(row, _)| Some(row) != exempt);
        let p_values = rows.map(|(_, row)| match row.last() {
            Some(ResultCell::Text(text)) => text.parse().unwrap_or(0.0),
            _ => 0.0,
        });
        p_values.fold(1.0, f64::min)
    }

    #[test]
    fn sums_of_two_agree_with_the_paper() {
        let (config, samples) = run(&TABLE_4, 250);
        assert_eq!(samples.values().map(Vec::len).sum::<usize>(), 250);
        assert_eq!(run(&TABLE_4, 250).1, samples);
        let table = &results(&TABLE_4, &config, &samples).tables[0];
        assert!(min_p_value(table, None) > 0.001, "{table}");
        let none = results(&TABLE_4, &config, &BTreeMap::new());
        assert!(none.tables[0].to_string().contains("–"));
    }

    /// Except for sums with both bounds, which the paper found ten times as often.
    #[test]
    fn sums_of_four_agree_with_the_paper() {
        let (config, samples) = run(&TABLE_7, 5000);
        let table = &results(&TABLE_7, &config, &samples).tables[0];
        assert!(min_p_value(table, Some(0)) > 0.001, "{table}");
        assert!(min_p_value(table, None) < 0.001, "{table}");
    }
}
