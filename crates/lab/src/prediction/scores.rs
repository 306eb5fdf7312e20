//! Accuracy and log loss of the evaluations.

use std::ops::Range;

use super::EvaluatedGame;
use crate::prelude::*;

/// Plies that are counted together.
pub(super) const PLIES_PER_STAGE: usize = 10;

/// Minimum number of games of a stage.
const MIN_GAMES: usize = 30;

/// Largest scale of log-odds.
const MAX_SCALE: f64 = 64.0;

/// Scores of all evaluations.
pub(super) struct PredictionScores {
    /// Number of games used for calibration.
    pub(super) calibration: usize,
    /// Number of scored games.
    pub(super) games: usize,
    pub(super) evaluators: Vec<EvaluatorScores>,
    /// First ply and number of positions of each stage.
    pub(super) stages: Vec<(usize, usize)>,
}

/// Scores of one evaluation.
pub(super) struct EvaluatorScores {
    pub(super) name: &'static str,
    /// Factor of its log-odds.
    pub(super) scale: f64,
    pub(super) overall: PredictionScore,
    pub(super) by_stage: Vec<PredictionScore>,
}

/// Accuracy and log loss; `None` without positions.
#[derive(Clone, Copy)]
pub(super) struct PredictionScore {
    /// Share of positions whose predicted winner won, in percent; even odds count half.
    pub(super) accuracy: Option<IntervalEstimate>,
    /// Log loss: mean of −ln p(winner). An uninformed prediction scores 0.693.
    pub(super) loss: Option<IntervalEstimate>,
}

impl PredictionScores {
    /// Fits the scales on some games and scores others.
    pub(super) fn new(
        names: &[&'static str],
        calibration: &[&EvaluatedGame],
        games: &[&EvaluatedGame],
    ) -> Self {
        let last = games.iter().map(|game| game.logits[0].len()).max();
        let stages = (0..last.unwrap_or(0))
            .step_by(PLIES_PER_STAGE)
            .map_while(|first| {
                let positions = games.iter().map(|game| game.at(0, stage(first)).count());
                let positions: Vec<usize> = positions.filter(|&count| count > 0).collect();
                (positions.len() >= MIN_GAMES).then(|| (first, positions.iter().sum()))
            })
            .collect::<Vec<_>>();
        let evaluators = names.iter().enumerate().map(|(index, &name)| {
            let logits: Vec<f64> = calibration
                .iter()
                .flat_map(|game| game.at(index, 0..usize::MAX))
                .collect();
            let scale = fit_scale(&logits);
            let score = |plies| score(games, index, scale, plies);
            EvaluatorScores {
                name,
                scale,
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
            evaluators: evaluators.collect(),
            stages,
        }
    }
}

fn stage(first: usize) -> Range<usize> {
    first..first + PLIES_PER_STAGE
}

impl EvaluatedGame {
    /// Logits of an evaluation for the winner.
    fn at(&self, evaluator: usize, plies: Range<usize>) -> impl Iterator<Item = f64> {
        let logits = self.logits[evaluator].iter().enumerate();
        let own = logits.skip(plies.start).take(plies.len());
        own.map(|(ply, &logit)| {
            let won = ply.is_multiple_of(2) == self.first_won;
            f64::from(if won { logit } else { -logit }) / 1000.0
        })
    }
}

fn score(
    games: &[&EvaluatedGame],
    evaluator: usize,
    scale: f64,
    plies: Range<usize>,
) -> PredictionScore {
    let mean_of = |value: &dyn Fn(f64) -> f64| {
        ratio(games.iter().map(|game| {
            let (mut sum, mut count) = (0.0, 0.0);
            for logit in game.at(evaluator, plies.clone()) {
                sum += value(logit);
                count += 1.0;
            }
            (sum, count)
        }))
    };
    PredictionScore {
        accuracy: mean_of(&|logit| match logit {
            logit if logit > 0.0 => 100.0,
            0.0 => 50.0,
            _ => 0.0,
        }),
        loss: mean_of(&|logit| loss(scale * logit)),
    }
}

/// −ln of the probability of a logit.
fn loss(logit: f64) -> f64 {
    (-logit).max(0.0) + (-logit.abs()).exp().ln_1p()
}

/// Scale with the smallest log loss (Platt scaling without offset), by bisection; 1 without logits.
fn fit_scale(logits: &[f64]) -> f64 {
    let slope = |scale: f64| -> f64 {
        logits
            .iter()
            .map(|logit| -logit / (1.0 + (scale * logit).exp()))
            .sum()
    };
    if logits.iter().all(|&logit| logit == 0.0) {
        return 1.0;
    }
    let (mut low, mut high) = (0.0, MAX_SCALE);
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
    fn the_fitted_scale_minimizes_the_loss() {
        // Right three times in four: odds of three to one are best.
        let scale = fit_scale(&[0.5, 0.5, -0.5, 0.5]);
        assert!((scale * 0.5 - 3_f64.ln()).abs() < 1e-6, "{scale}");
        assert_eq!(fit_scale(&[]), 1.0);
        assert!(fit_scale(&[-1.0, -1.0, 0.5]) < 1e-6, "worse than nothing");
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
        // The first player won: right, wrong, even.
        let game = EvaluatedGame {
            first_won: true,
            logits: vec![vec![1000, 1000, 0]],
        };
        let logits: Vec<f64> = game.at(0, 0..9).collect();
        assert_eq!(logits, [1.0, -1.0, 0.0]);
        let score = score(&[&game], 0, 2.0, 0..9);
        assert_eq!(score.accuracy.unwrap().value, 50.0);
        let expected = (loss(2.0) + loss(-2.0) + loss(0.0)) / 3.0;
        assert!((score.loss.unwrap().value - expected).abs() < 1e-12);
        let games = vec![&game; MIN_GAMES];
        let scores = PredictionScores::new(&["one"], &[], &games);
        assert_eq!(scores.stages, [(0, 3 * MIN_GAMES)]);
        assert_eq!(scores.evaluators[0].scale, 1.0);
    }
}
