//! Sums of subgames drawn at random: their bounds, and what they are truly worth.

use std::collections::BTreeMap;

use amazons::Color;
use endgame::{Bounds, SubgameId, SumScorer, bounds};
use engine::RandomNumbers;
use serde::{Deserialize, Serialize};

use super::supply::{Drawn, draw, shapes, table};
use crate::experiment::{About, Experiment, Failure, Scale};
use crate::findings::{Cell, Findings, Table};
use crate::fisher::{Sample, fisher};
use crate::intervals::share;

/// So many sums of each kind the paper drew.
pub(super) const PAPER_SUMS: usize = 10_000;

/// Which sums are drawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Kind {
    /// The squares of each subgame.
    pub size: usize,
    /// The black and white amazons of each.
    pub amazons: Vec<(usize, usize)>,
}

/// What is drawn.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    kinds: Vec<Kind>,
    /// Of each kind.
    sums: usize,
    /// In one unit.
    sums_at_once: usize,
    /// Whether the true score is searched for.
    with_scores: bool,
}

/// What came out for one sum, Black to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// The bound from below, if there is one.
    pub lower: Option<i16>,
    /// The bound from above, if there is one.
    pub upper: Option<i16>,
    /// The true score, if it was searched for.
    pub score: Option<i16>,
    /// The subgames in which only one player can move.
    pub one_sided: usize,
}

/// An experiment that draws sums and counts outcomes.
pub trait Sampling: Sync + 'static {
    /// What it is.
    const ABOUT: About;

    /// Whether the true score is searched for.
    const WITH_SCORES: bool;

    /// The sums that are drawn.
    fn kinds() -> Vec<Kind>;

    /// How many of each kind at that scale.
    fn sums(scale: Scale) -> usize;

    /// The table, from the outcomes of each kind.
    fn table(outcomes: &[Vec<Outcome>]) -> Table;
}

/// A sampling as an experiment.
pub struct Sampled<S>(pub S);

impl<S: Sampling> Experiment for Sampled<S> {
    const ABOUT: About = S::ABOUT;
    type Settings = Settings;
    type Unit = Vec<Outcome>;

    fn settings(&self, scale: Scale) -> Settings {
        Settings {
            kinds: S::kinds(),
            sums: S::sums(scale),
            sums_at_once: 20,
            with_scores: S::WITH_SCORES,
        }
    }

    fn units(&self, settings: &Settings) -> usize {
        settings.kinds.len() * settings.rounds()
    }

    fn measure(
        &self,
        settings: &Settings,
        index: usize,
        mut numbers: RandomNumbers,
    ) -> Result<Vec<Outcome>, Failure> {
        let kind = settings.kind_of(index).ok_or("there is no such unit")?;
        let mut sums = SumScorer::new(table()?);
        (0..settings.sums_of(index))
            .map(|_| measure(kind, settings.with_scores, &mut sums, &mut numbers))
            .collect()
    }

    fn findings(&self, settings: &Settings, units: &BTreeMap<usize, Vec<Outcome>>) -> Findings {
        let mut outcomes = vec![Vec::new(); settings.kinds.len()];
        for (&index, unit) in units {
            outcomes[index % settings.kinds.len()].extend(unit);
        }
        Findings {
            tables: vec![S::table(&outcomes)],
            figures: Vec::new(),
        }
    }
}

impl Settings {
    fn rounds(&self) -> usize {
        self.sums.div_ceil(self.sums_at_once.max(1))
    }

    /// Kinds take turns, so that all grow together.
    fn kind_of(&self, index: usize) -> Option<&Kind> {
        self.kinds.get(index % self.kinds.len().max(1))
    }

    fn sums_of(&self, index: usize) -> usize {
        let before = index / self.kinds.len().max(1) * self.sums_at_once;
        self.sums.saturating_sub(before).min(self.sums_at_once)
    }
}

/// Draws the subgames of a sum.
pub(super) fn draw_sum(kind: &Kind, numbers: &mut RandomNumbers) -> Vec<Drawn> {
    let shapes = shapes(kind.size).shapes(kind.size);
    kind.amazons
        .iter()
        .map(|&(black, white)| {
            // The paper draws those with more black amazons and exchanges the colours.
            if black >= white {
                return draw(shapes, (black, white), numbers);
            }
            let drawn = draw(shapes, (white, black), numbers);
            Drawn {
                black: drawn.white,
                white: drawn.black,
                ..drawn
            }
        })
        .collect()
}

fn measure(
    kind: &Kind,
    with_score: bool,
    sums: &mut SumScorer,
    numbers: &mut RandomNumbers,
) -> Result<Outcome, Failure> {
    let subgames: Vec<SubgameId> = draw_sum(kind, numbers)
        .iter()
        .map(|drawn| sums.subgame(drawn.shape, drawn.black, drawn.white))
        .collect();
    let mut pairs = Vec::with_capacity(subgames.len());
    for &subgame in &subgames {
        pairs.push(sums.pair(subgame)?);
    }
    let Bounds { lower, upper } = bounds(&pairs, Color::Black);
    let score = match with_score {
        true => Some(sums.score(&subgames, Color::Black)?),
        false => None,
    };
    // What is counted as too low or too high must be so.
    let is_wrong = score.is_some_and(|score| {
        lower.is_some_and(|lower| lower > score) || upper.is_some_and(|upper| upper < score)
    });
    if is_wrong {
        return Err(format!("a bound contradicts the score: {lower:?} {score:?} {upper:?}").into());
    }
    let is_one_sided =
        |pair: &&endgame::ScorePair| pair.black_first.is_some() != pair.white_first.is_some();
    Ok(Outcome {
        lower,
        upper,
        score,
        one_sided: pairs.iter().filter(is_one_sided).count(),
    })
}

/// A row that compares a count of the paper's with ours: the words, the paper's count, ours scaled to as many sums
/// as the paper's, and how likely such a difference is if both drew from the same.
pub(super) fn compare(
    words: &[&str],
    paper: usize,
    outcomes: &[Outcome],
    is_counted: impl Fn(&Outcome) -> bool,
) -> Vec<Cell> {
    let counted = outcomes
        .iter()
        .filter(|&outcome| is_counted(outcome))
        .count();
    let ours = share(counted, outcomes.len()).map(|share| share.times(PAPER_SUMS as f64));
    let theirs = Sample {
        counted: paper,
        trials: PAPER_SUMS,
    };
    let sample = Sample {
        counted,
        trials: outcomes.len(),
    };
    let mut row: Vec<Cell> = words.iter().map(|&word| word.into()).collect();
    row.push(Cell::Count(paper as u64));
    row.push(Cell::measured(ours, 0));
    row.push(match outcomes.is_empty() {
        true => Cell::Unknown,
        false => Cell::Text(likelihood(fisher(theirs, sample))),
    });
    row
}

/// A probability, with as many digits as are worth reading.
fn likelihood(chance: f64) -> String {
    match chance {
        _ if chance < 1e-6 => "< 0.000001".to_owned(),
        _ if chance < 0.01 => format!("{chance:.6}"),
        _ => format!("{chance:.2}"),
    }
}

/// How to read the tables.
pub(super) const NOTE: &str = "Sums of 10,000; ours with 95 % intervals. The last column is Fisher's exact test of \
    both counts: how likely they are to differ that much if both drew from the same.";

#[cfg(test)]
mod tests {
    use super::super::{Table4, Table7};
    use super::*;

    /// Units of so many sums from a seed.
    fn run<S: Sampling>(
        experiment: &Sampled<S>,
        sums: usize,
    ) -> (Settings, BTreeMap<usize, Vec<Outcome>>) {
        let settings = Settings {
            sums,
            ..Experiment::settings(experiment, Scale::Small)
        };
        let measure = |index| {
            let numbers = RandomNumbers::from_seed(index as u64);
            (
                index,
                experiment.measure(&settings, index, numbers).unwrap(),
            )
        };
        let units = (0..Experiment::units(experiment, &settings))
            .map(measure)
            .collect();
        (settings, units)
    }

    /// The smallest chance in a table, but for one row.
    fn smallest_chance(table: &Table, exempt: Option<usize>) -> f64 {
        let rows = table
            .rows
            .iter()
            .enumerate()
            .filter(|&(row, _)| Some(row) != exempt);
        let chances = rows.map(|(_, row)| match row.last() {
            Some(Cell::Text(text)) => text.parse().unwrap_or(0.0),
            _ => 0.0,
        });
        chances.fold(1.0, f64::min)
    }

    #[test]
    fn two_subgames_of_eight_squares_are_as_in_the_paper() {
        let (settings, units) = run(&Sampled(Table4), 250);
        assert_eq!(units.values().map(Vec::len).sum::<usize>(), 250);
        assert_eq!(run(&Sampled(Table4), 250).1, units);
        let findings = Experiment::findings(&Sampled(Table4), &settings, &units);
        assert!(
            smallest_chance(&findings.tables[0], None) > 0.001,
            "{}",
            findings.tables[0].text()
        );
        let none = Experiment::findings(&Sampled(Table4), &settings, &BTreeMap::new());
        assert!(none.tables[0].text().contains("–"));
    }

    /// But for sums of which both bounds are known: those the paper found ten times as often as anybody else.
    #[test]
    fn four_subgames_of_six_squares_are_as_in_the_paper() {
        let (settings, units) = run(&Sampled(Table7), 5000);
        let findings = Experiment::findings(&Sampled(Table7), &settings, &units);
        let table = &findings.tables[0];
        assert!(smallest_chance(table, Some(0)) > 0.001, "{}", table.text());
        assert!(smallest_chance(table, None) < 0.001, "{}", table.text());
    }
}
