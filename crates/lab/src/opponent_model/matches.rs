//! Games of Amazons between a player that may model its opponent and an alpha-beta opponent.

use amazons::{Game, Position};
use engine::GoLimits;
use evaluation::{Term, TermWeights};
use tempfile::TempDir;

use crate::games::{self, MatchScore, MoveChooser, engine_with, random_opening};
use crate::prelude::*;

/// Candidate moves per node, equal for both sides.
pub(super) const PARAMETERS: &str = "kept=12;kept_at_root=24";

/// A random undecided position, `plies` moves after the start of the board.
pub(super) fn opening(
    board: &str,
    plies: usize,
    rng: &mut SplitMix64,
) -> Result<Position, BoxError> {
    random_opening(&Position::parse(board)?, plies, rng)
}

/// Multiplies every term by a log-normal factor with this standard deviation of the logarithm.
pub(super) fn perturbed(weights: &TermWeights, sigma: f64, rng: &mut SplitMix64) -> TermWeights {
    let mut changed = weights.clone();
    for term in Term::ALL {
        let factor = (sigma * rng.normal()).exp();
        for phase in 0..weights.phases().len() {
            let weight = weights.for_term(term)[phase] * factor;
            // Cannot fail within the limit.
            let _ = changed.set(
                term,
                phase,
                weight.clamp(-TermWeights::MAX_WEIGHT, TermWeights::MAX_WEIGHT),
            );
        }
    }
    changed.provenance = format!("distorted by {sigma}");
    changed
}

/// Temporary weights files for the engine.
pub(super) struct WeightFiles(TempDir);

impl WeightFiles {
    pub(super) fn new() -> Result<Self, BoxError> {
        Ok(Self(tempfile::tempdir()?))
    }

    /// Saves weights; returns the path.
    pub(super) fn save(&self, name: &str, weights: &TermWeights) -> Result<String, BoxError> {
        let file = self.0.path().join(name);
        std::fs::write(&file, weights.to_string())?;
        Ok(file.to_string_lossy().into_owned())
    }
}

/// Engine options and depth of a player.
#[derive(Clone, Debug)]
pub(super) struct EngineConfig {
    options: Vec<(&'static str, String)>,
    depth: u32,
}

impl EngineConfig {
    /// Alpha-beta without a table, so that moves depend on the position alone; with a weights file
    /// or the default weights.
    pub(super) fn alpha_beta(depth: u32, weights: &str) -> Self {
        Self::new(depth, ("Player", "alpha-beta"), ("WeightsFile", weights))
    }

    /// OM search with the default weights and these models.
    pub(super) fn opponent_model(depth: u32, models: &[String], has_fallback: bool) -> Self {
        let guard = if has_fallback { "on" } else { "off" };
        let models = format!("{} Safeguard={guard}", models.join(" or "));
        Self::new(depth, ("Player", "opponent-model"), ("Opponent", &models))
    }

    fn new(depth: u32, player: (&'static str, &str), specific: (&'static str, &str)) -> Self {
        let options = [
            player,
            ("Hash", "0"),
            ("EndgameTable", "none"),
            ("Parameters", PARAMETERS),
            specific,
            ("Book", "none"),
        ];
        Self {
            options: options
                .map(|(name, value)| (name, value.to_owned()))
                .to_vec(),
            depth,
        }
    }

    fn player(&self) -> Result<MoveChooser<Position>, BoxError> {
        let mut engine = engine_with(&self.options)?;
        let mut limits = GoLimits::depth(self.depth);
        limits.search.final_report_only = true;
        Ok(Box::new(move |position| {
            let best = engine.best_move(position, limits.clone())?;
            Ok((best.mv.ok_or("the engine has no move")?, best.ponder))
        }))
    }
}

/// The model of [`EngineConfig::alpha_beta`].
pub(super) fn model(depth: u32, weights: &str) -> String {
    format!("Depth={depth} EndgameTable=none Parameters={PARAMETERS} WeightsFile={weights}")
}

/// Percentage of replies that were predicted.
pub(super) fn prediction_rate(
    scores: impl Iterator<Item = MatchScore> + Clone,
) -> Option<IntervalEstimate> {
    let correct: u32 = scores.clone().map(|score| score.correct_predictions).sum();
    let predictions: u32 = scores.map(|score| score.predictions).sum();
    percent(correct as usize, predictions as usize)
}

/// Two games from an opening, with colors swapped.
pub(super) fn play_pair(
    start: &Position,
    us: &EngineConfig,
    them: &EngineConfig,
) -> Result<MatchScore, BoxError> {
    games::play_pair(start, usize::MAX, || Ok([us.player()?, them.player()?]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exact_model_predicts_every_reply() -> Result<(), BoxError> {
        let mut rng = SplitMix64::from_seed(3);
        let files = WeightFiles::new()?;
        let weights = perturbed(&TermWeights::default(), 0.7, &mut rng);
        let file = files.save("theirs", &weights)?;
        let start = opening("6x6", 2, &mut rng)?;
        let them = EngineConfig::alpha_beta(2, &file);
        let us = EngineConfig::opponent_model(2, &[model(2, &file)], false);
        let score = play_pair(&start, &us, &them)?;
        assert_eq!(score.games(), 2);
        assert!(
            score.predictions >= 6 && score.predictions == score.correct_predictions,
            "{score:?}"
        );
        let wrong = EngineConfig::opponent_model(2, &[model(2, "")], false);
        let score = play_pair(&start, &wrong, &them)?;
        assert!(score.correct_predictions < score.predictions, "{score:?}");
        Ok(())
    }

    #[test]
    fn weights_are_perturbed_by_the_given_deviation() {
        let mut rng = SplitMix64::from_seed(1);
        let weights = TermWeights::default();
        assert_eq!(
            perturbed(&weights, 0.0, &mut rng).for_term(Term::Domain),
            weights.for_term(Term::Domain)
        );
        let logarithms: Vec<f64> = (0..100)
            .flat_map(|_| {
                let changed = perturbed(&weights, 0.1, &mut rng);
                Term::ALL.map(|term| (changed.for_term(term)[3] / weights.for_term(term)[3]).ln())
            })
            .collect();
        let count = logarithms.len() as f64;
        let square = logarithms.iter().map(|one| one * one).sum::<f64>() / count;
        // Four standard errors of a sample standard deviation.
        assert!(
            (square.sqrt() - 0.1).abs() < 4.0 * 0.1 / (2.0 * count).sqrt(),
            "{square}"
        );
    }
}
