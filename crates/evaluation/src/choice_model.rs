//! Fits evaluation weights to observed moves by maximum likelihood.
//!
//! Discrete-choice model (multinomial logit): a player chooses a move with a probability
//! proportional to the exponential of its utility, which is linear in the weights. L2
//! regularization towards the initial weights keeps those that the choices do not determine.

use crate::eval_board::EvalBoard;
use crate::features::Features;
use crate::terms::{Term, Terms};
use crate::weights::TermWeights;

/// L2 strength, divided by the number of choices.
const L2_STRENGTH: f64 = 2.0;

/// Learning rate of the first iteration, relative to the scale of a term.
const LEARNING_RATE: f64 = 0.05;

/// β₁ and β₂ of Adam (Kingma and Ba, 2015).
const ADAM_BETAS: [f64; 2] = [0.9, 0.99];

/// An observed choice between positions; the chosen one comes first.
#[derive(Clone, Debug)]
pub struct ChoiceSet {
    alternatives: Vec<Alternative>,
}

/// A position after a move, from the point of view of the player to move there.
#[derive(Clone, Debug)]
struct Alternative {
    phase: usize,
    terms: [f64; Term::COUNT],
}

impl Alternative {
    fn of(board: &EvalBoard, weights: &TermWeights) -> Self {
        let features = Features::of(board);
        let terms = Terms::of(&features, board.to_move());
        Self {
            phase: weights.axis().phase(&features),
            terms: Term::ALL.map(|term| terms.get(term)),
        }
    }
}

impl ChoiceSet {
    /// The chosen position and the alternatives, all after the move. `weights` determines the phase
    /// axis.
    #[must_use]
    pub fn new<'a>(
        weights: &TermWeights,
        chosen: &'a EvalBoard,
        others: impl IntoIterator<Item = &'a EvalBoard>,
    ) -> Self {
        let boards = std::iter::once(chosen).chain(others);
        Self {
            alternatives: boards
                .map(|board| Alternative::of(board, weights))
                .collect(),
        }
    }
}

/// Maximizes the likelihood of the choices. `on_iteration` gets the number of each iteration, from
/// 1, and the mean log-likelihood before it.
#[must_use]
pub fn fit(
    initial: &TermWeights,
    choices: &[ChoiceSet],
    iterations: usize,
    mut on_iteration: impl FnMut(usize, f64),
) -> TermWeights {
    let mut fit = LogitFit::new(initial);
    let scales = term_scales(choices);
    for iteration in 1..=iterations {
        let mean = fit.gradient(choices);
        fit.add_l2_penalty(choices.len());
        fit.step(iteration, iterations, &scales);
        on_iteration(iteration, mean);
    }
    fit.weights()
}

/// State of a fit. Vectors are indexed by term, then phase.
struct LogitFit<'a> {
    template: &'a TermWeights,
    phases: usize,
    initial: Vec<f64>,
    current: Vec<f64>,
    gradient: Vec<f64>,
    /// Adam's first and second moments.
    moments: [Vec<f64>; 2],
}

impl<'a> LogitFit<'a> {
    fn new(template: &'a TermWeights) -> Self {
        let initial: Vec<f64> = Term::ALL
            .iter()
            .flat_map(|&term| template.for_term(term).iter().copied())
            .collect();
        let zeros = vec![0.0; initial.len()];
        Self {
            template,
            phases: template.phases().len(),
            current: initial.clone(),
            initial,
            moments: [zeros.clone(), zeros.clone()],
            gradient: zeros,
        }
    }

    /// Shares of the two surrounding phases' weights at a phase.
    fn shares(&self, phase: usize) -> [(usize, f64); 2] {
        let divisor = self.template.axis().divisor(phase);
        let interpolation = self.template.interpolation(phase);
        interpolation.map(|(index, share)| (index, share / divisor))
    }

    /// Utility to the chooser, who is not to move in the alternative.
    fn utility(&self, alternative: &Alternative) -> f64 {
        let shares = self.shares(alternative.phase);
        let terms = alternative.terms.iter().enumerate();
        -terms
            .map(|(term, number)| {
                let weight =
                    shares.map(|(phase, share)| self.current[term * self.phases + phase] * share);
                number * (weight[0] + weight[1])
            })
            .sum::<f64>()
    }

    /// Computes the gradient of the mean log-likelihood and returns that mean.
    fn gradient(&mut self, choices: &[ChoiceSet]) -> f64 {
        let mut gradient = vec![0.0; self.current.len()];
        let mut sum = 0.0;
        for choice in choices {
            let alternatives = &choice.alternatives;
            let utilities: Vec<f64> = alternatives.iter().map(|one| self.utility(one)).collect();
            let max = utilities.iter().copied().fold(f64::MIN, f64::max);
            let total: f64 = utilities.iter().map(|utility| (utility - max).exp()).sum();
            sum += utilities[0] - max - total.ln();
            for (index, (alternative, utility)) in alternatives.iter().zip(&utilities).enumerate() {
                let probability = (utility - max).exp() / total;
                let error = probability - f64::from(u8::from(index == 0));
                for (phase, share) in self.shares(alternative.phase) {
                    for (term, number) in alternative.terms.iter().enumerate() {
                        gradient[term * self.phases + phase] += error * share * number;
                    }
                }
            }
        }
        let count = choices.len().max(1) as f64;
        gradient.iter_mut().for_each(|slope| *slope /= count);
        self.gradient = gradient;
        sum / count
    }

    fn add_l2_penalty(&mut self, choices: usize) {
        let strength = L2_STRENGTH / choices.max(1) as f64;
        let weights = self.current.iter().zip(&self.initial);
        for (slope, (current, initial)) in self.gradient.iter_mut().zip(weights) {
            *slope -= strength * (current - initial);
        }
    }

    /// One step of Adam; the learning rate decays linearly.
    fn step(&mut self, iteration: usize, iterations: usize, scales: &[f64]) {
        let decay = 1.0 - (iteration - 1) as f64 / iterations as f64;
        let [beta1, beta2] = ADAM_BETAS;
        let [bias1, bias2] = ADAM_BETAS.map(|beta| 1.0 - beta.powi(iteration as i32));
        let [first, second] = &mut self.moments;
        for (index, &slope) in self.gradient.iter().enumerate() {
            first[index] = beta1 * first[index] + (1.0 - beta1) * slope;
            second[index] = beta2 * second[index] + (1.0 - beta2) * slope * slope;
            let direction = first[index] / bias1 / ((second[index] / bias2).sqrt() + 1e-9);
            let updated = self.current[index]
                + LEARNING_RATE * decay / scales[index / self.phases] * direction;
            self.current[index] = updated.clamp(-TermWeights::MAX_WEIGHT, TermWeights::MAX_WEIGHT);
        }
    }

    /// The current weights, rounded to five digits as in files.
    fn weights(&self) -> TermWeights {
        let mut weights = self.template.clone();
        for (term, row) in Term::ALL.into_iter().zip(self.current.chunks(self.phases)) {
            for (phase, &weight) in row.iter().enumerate() {
                // Cannot fail: the weight is clamped.
                let _ = weights.set(term, phase, (weight * 1e5).round() / 1e5);
            }
        }
        weights
    }
}

/// Root mean square of each term, at least 1.
fn term_scales(choices: &[ChoiceSet]) -> Vec<f64> {
    let mut squares = [0.0; Term::COUNT];
    let mut count = 0.0;
    for alternative in choices.iter().flat_map(|choice| &choice.alternatives) {
        count += 1.0;
        for (square, number) in squares.iter_mut().zip(&alternative.terms) {
            *square += number * number;
        }
    }
    let scale = |square: f64| (square / f64::max(count, 1.0)).sqrt().max(1.0);
    squares.into_iter().map(scale).collect()
}

#[cfg(test)]
mod tests {
    use amazons::{Game, Move, Position};

    use super::*;
    use crate::{EvaluationFunction, TaperedEvaluation};

    fn board_after(position: &Position, mv: Move) -> EvalBoard {
        let mut child = *position;
        child.play(mv);
        EvalBoard::from(&child)
    }

    fn mean_log_likelihood(weights: &TermWeights, choices: &[ChoiceSet]) -> f64 {
        LogitFit::new(weights).gradient(choices)
    }

    /// Choices of 6×6 games in which both players choose among every seventh move with `player`'s
    /// weights. `template` determines the phase axis.
    fn choices(player: &TermWeights, template: &TermWeights, games: u64) -> Vec<ChoiceSet> {
        let evaluation = TaperedEvaluation::new(player);
        let mut choices = Vec::new();
        for game in 0..games {
            let mut position = Position::parse("6x6").expect("it is a size");
            for ply in 0..12 {
                let mut boards: Vec<(EvalBoard, Move)> = position
                    .moves()
                    .into_iter()
                    .skip((game * 3 + ply) as usize % 7)
                    .step_by(7)
                    .map(|mv| (board_after(&position, mv), mv))
                    .collect();
                if boards.is_empty() {
                    break;
                }
                boards.sort_by_key(|(board, _)| evaluation.evaluate(board).millilogits());
                let others = boards[1..].iter().map(|(board, _)| board);
                choices.push(ChoiceSet::new(template, &boards[0].0, others));
                position.play(boards[0].1);
            }
        }
        choices
    }

    #[test]
    fn the_gradient_matches_finite_differences() {
        let weights = TermWeights::default();
        let choices = choices(&weights, &weights, 2);
        let mut fit = LogitFit::new(&weights);
        fit.gradient(&choices);
        let gradient = fit.gradient.clone();
        for index in (0..gradient.len()).step_by(13) {
            let mut shifted = |by: f64| {
                fit.current[index] = fit.initial[index] + by;
                fit.gradient(&choices)
            };
            let numeric = (shifted(1e-5) - shifted(-1e-5)) / 2e-5;
            fit.current[index] = fit.initial[index];
            assert!(
                (numeric - gradient[index]).abs() < 1e-4 * (1.0 + numeric.abs()),
                "{index}: {numeric} and {}",
                gradient[index]
            );
        }
    }

    /// A player who only counts mobility becomes predictable, also for choices not fitted to.
    #[test]
    fn fitting_generalizes_to_unseen_choices() {
        let ours = TermWeights::default();
        let mut theirs = TermWeights::zeros(ours.axis(), ours.phases()).expect("valid phases");
        for phase in 0..ours.phases().len() {
            theirs.set(Term::Mobility, phase, 1.0).expect("in range");
        }
        let mut seen = choices(&theirs, &ours, 14);
        let unseen = seen.split_off(100);
        let fitted = fit(&ours, &seen, 60, |_, _| {});
        for choices in [unseen, seen] {
            let before = mean_log_likelihood(&ours, &choices);
            let after = mean_log_likelihood(&fitted, &choices);
            assert!(after > before + 0.5, "{before} {after}");
        }
    }
}
