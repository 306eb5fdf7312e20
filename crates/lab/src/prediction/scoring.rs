//! How well the judges did.

use super::JudgedGame;
use crate::intervals::{Estimate, ratio};

/// Plies that are counted together.
pub(super) const STAGE: usize = 10;

/// Stages with fewer games than this say too little.
const FEWEST: usize = 30;

/// The largest factor that is looked for.
const LARGEST_FACTOR: f64 = 64.0;

/// The scores of all judges.
pub(super) struct Scores {
    /// How many games the factors were found on.
    pub(super) calibration: usize,
    /// How many games were scored.
    pub(super) games: usize,
    pub(super) judges: Vec<JudgeScores>,
    /// The stages that enough games have seen: their first plies, and how many positions they have.
    pub(super) stages: Vec<(usize, usize)>,
}

/// The scores of one judge.
pub(super) struct JudgeScores {
    pub(super) name: &'static str,
    /// What its logits are multiplied by.
    pub(super) factor: f64,
    pub(super) overall: Score,
    pub(super) by_stage: Vec<Score>,
}

/// How well a judge did; `None` where there was nothing to judge.
#[derive(Clone, Copy)]
pub(super) struct Score {
    /// The share of positions in which the likelier winner won; even odds are half right.
    pub(super) accuracy: Option<Estimate>,
    /// The mean of −ln p, p the odds given to who won. Even odds lose 0.693.
    pub(super) loss: Option<Estimate>,
}

impl Scores {
    /// Finds the factors on some games and scores others.
    pub(super) fn new<'a>(
        names: &[&'static str],
        calibration: impl Iterator<Item = &'a JudgedGame>,
        games: &[&JudgedGame],
    ) -> Self {
        let calibration: Vec<&JudgedGame> = calibration.collect();
        let last = games.iter().map(|game| game.logits[0].len()).max();
        let stages = (0..last.unwrap_or(0))
            .step_by(STAGE)
            .map_while(|first| {
                let positions = games.iter().map(|game| game.at(0, stage(first)).count());
                let positions: Vec<usize> = positions.filter(|&count| count > 0).collect();
                (positions.len() >= FEWEST).then(|| (first, positions.iter().sum()))
            })
            .collect::<Vec<_>>();
        let judges = names.iter().enumerate().map(|(judge, &name)| {
            let logits: Vec<f64> = calibration
                .iter()
                .flat_map(|game| game.at(judge, 0..usize::MAX))
                .collect();
            let factor = best_factor(&logits);
            let score = |plies| score(games, judge, factor, plies);
            JudgeScores {
                name,
                factor,
                overall: score(0..usize::MAX),
                by_stage: stages
                    .iter()
                    .map(|&(first, _)| score(stage(first)))
                    .collect(),
            }
        });
        Self {
            calibration: calibration.len(),
            games: games.len(),
            judges: judges.collect(),
            stages,
        }
    }
}

fn stage(first: usize) -> std::ops::Range<usize> {
    first..first + STAGE
}

impl JudgedGame {
    /// A judge's logits at some plies, seen from who won: positive where it was right.
    fn at(&self, judge: usize, plies: std::ops::Range<usize>) -> impl Iterator<Item = f64> {
        let logits = self.logits[judge].iter().enumerate();
        let these = logits.skip(plies.start).take(plies.len());
        these.map(|(ply, &logit)| {
            let won = ply.is_multiple_of(2) == self.first_won;
            f64::from(if won { logit } else { -logit }) / 1000.0
        })
    }
}

fn score(games: &[&JudgedGame], judge: usize, factor: f64, plies: std::ops::Range<usize>) -> Score {
    let over_games = |worth: &dyn Fn(f64) -> f64| {
        ratio(games.iter().map(|game| {
            let (mut sum, mut count) = (0.0, 0.0);
            for logit in game.at(judge, plies.clone()) {
                sum += worth(logit);
                count += 1.0;
            }
            (sum, count)
        }))
    };
    Score {
        accuracy: over_games(&|logit| match logit {
            logit if logit > 0.0 => 1.0,
            0.0 => 0.5,
            _ => 0.0,
        }),
        loss: over_games(&|logit| loss(factor * logit)),
    }
}

/// −ln of the chance that a logit gives.
fn loss(logit: f64) -> f64 {
    (-logit).max(0.0) + (-logit.abs()).exp().ln_1p()
}

/// The factor by which logits lose least, by halving: the loss is convex in it. 1 without a logit.
fn best_factor(logits: &[f64]) -> f64 {
    let slope = |factor: f64| -> f64 {
        logits
            .iter()
            .map(|logit| -logit / (1.0 + (factor * logit).exp()))
            .sum()
    };
    if logits.iter().all(|&logit| logit == 0.0) {
        return 1.0;
    }
    let (mut low, mut high) = (0.0, LARGEST_FACTOR);
    for _ in 0..40 {
        let middle = (low + high) / 2.0;
        if slope(middle) < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_factor_loses_least() {
        // Right three times in four: odds of three to one are the best to give.
        let factor = best_factor(&[0.5, 0.5, -0.5, 0.5]);
        assert!((factor * 0.5 - 3_f64.ln()).abs() < 1e-6, "{factor}");
        assert_eq!(best_factor(&[]), 1.0);
        assert!(best_factor(&[-1.0, -1.0, 0.5]) < 1e-6, "worse than nothing");
    }

    #[test]
    fn losses_by_hand() {
        assert!((loss(0.0) - 2_f64.ln()).abs() < 1e-12);
        assert!((loss(3_f64.ln()) - (4.0_f64 / 3.0).ln()).abs() < 1e-12);
        assert!((loss(-3_f64.ln()) - 4_f64.ln()).abs() < 1e-12);
        assert!((loss(-800.0) - 800.0).abs() < 1e-9 && loss(800.0) < 1e-300);
    }

    #[test]
    fn scores_by_hand() {
        // Who moved first won: the judge is right, wrong, and has no opinion.
        let game = JudgedGame {
            first_won: true,
            logits: vec![vec![1000, 1000, 0]],
        };
        let logits: Vec<f64> = game.at(0, 0..9).collect();
        assert_eq!(logits, [1.0, -1.0, 0.0]);
        let score = score(&[&game], 0, 2.0, 0..9);
        assert_eq!(score.accuracy.unwrap().value, 0.5);
        let expected = (loss(2.0) + loss(-2.0) + loss(0.0)) / 3.0;
        assert!((score.loss.unwrap().value - expected).abs() < 1e-12);
        let games = vec![&game; FEWEST];
        let scores = Scores::new(&["one"], std::iter::empty(), &games);
        assert_eq!(scores.stages, [(0, 3 * FEWEST)]);
        assert_eq!(scores.judges[0].factor, 1.0);
    }
}
