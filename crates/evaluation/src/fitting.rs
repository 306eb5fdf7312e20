//! Weights that make somebody's choices likely.
//!
//! Whoever chooses by a linear evaluation with some noise takes a move with a chance that grows with the exponential of what
//! it is worth (multinomial logit). The weights that make the choices seen most likely are found by climbing the
//! logarithm of their likelihood, pulled a little towards where they began, so that what the choices do not tell stays
//! as it was.

use crate::features::Features;
use crate::layout::Layout;
use crate::terms::{Term, Terms};
use crate::weights::Weights;

/// How strongly weights are pulled to where they began, in units of a thousand choices.
const PULL: f64 = 2.0;

/// How far a weight moves in the first round at most, in parts of the typical size of its term's share.
const STEP: f64 = 0.05;

/// The decay of the two running means that steer the steps (Adam: Kingma and Ba, 2015).
const DECAYS: [f64; 2] = [0.9, 0.99];

/// A choice that was seen: what could have been had, the taken one first.
#[derive(Clone, Debug)]
pub struct Choice {
    options: Vec<Alternative>,
}

/// A position that could be chosen, as whoever moves next sees it.
#[derive(Clone, Debug)]
struct Alternative {
    stage: usize,
    terms: [f64; Term::COUNT],
}

impl Alternative {
    fn of(layout: &Layout, weights: &Weights) -> Self {
        let features = Features::of(layout);
        let terms = Terms::of(&features, layout.to_move());
        Self {
            stage: weights.axis().stage(&features),
            terms: Term::ALL.map(|term| terms.get(term)),
        }
    }
}

impl Choice {
    /// The position that was chosen and others that could have been, all after the move; stages are told as the weights do.
    #[must_use]
    pub fn new<'a>(
        weights: &Weights,
        chosen: &'a Layout,
        others: impl IntoIterator<Item = &'a Layout>,
    ) -> Self {
        let others = others.into_iter();
        let options = std::iter::once(chosen).chain(others);
        Self {
            options: options
                .map(|layout| Alternative::of(layout, weights))
                .collect(),
        }
    }
}

/// The mean logarithm of the chance of choices under weights: 0 would be certainty.
#[must_use]
pub fn likelihood(weights: &Weights, choices: &[Choice]) -> f64 {
    let mut climb = Climb::new(weights);
    climb.gradient(choices)
}

/// Climbs for so many rounds; `observe` sees the round and the mean logarithm of chances in it.
#[must_use]
pub fn fit(
    start: &Weights,
    choices: &[Choice],
    rounds: usize,
    mut observe: impl FnMut(usize, f64),
) -> Weights {
    let mut climb = Climb::new(start);
    let sizes = climb.sizes(choices);
    for round in 1..=rounds {
        let mean = climb.gradient(choices);
        climb.pull(choices.len());
        climb.step(round, rounds, &sizes);
        observe(round, mean);
    }
    climb.weights()
}

/// Weights on their way; one after the other by term and stage.
struct Climb<'a> {
    start: &'a Weights,
    stages: usize,
    first: Vec<f64>,
    now: Vec<f64>,
    gradient: Vec<f64>,
    means: [Vec<f64>; 2],
}

impl<'a> Climb<'a> {
    fn new(start: &'a Weights) -> Self {
        let first: Vec<f64> = Term::ALL
            .iter()
            .flat_map(|&term| start.of(term).iter().copied())
            .collect();
        let nought = vec![0.0; first.len()];
        Self {
            start,
            stages: start.stages().len(),
            now: first.clone(),
            first,
            means: [nought.clone(), nought.clone()],
            gradient: nought,
        }
    }

    /// The share of each of two stages' weights in what a term counts for at a stage.
    fn shares(&self, stage: usize) -> [(usize, f64); 2] {
        let divisor = self.start.axis().divisor(stage);
        let between = self.start.between(stage);
        between.map(|(own, share)| (own, share / divisor))
    }

    /// What an option is worth to whoever chooses, who will not be the one to move.
    fn worth(&self, option: &Alternative) -> f64 {
        let shares = self.shares(option.stage);
        let terms = option.terms.iter().enumerate();
        -terms
            .map(|(term, number)| {
                let weight =
                    shares.map(|(stage, share)| self.now[term * self.stages + stage] * share);
                number * (weight[0] + weight[1])
            })
            .sum::<f64>()
    }

    /// Computes the gradient of the mean logarithm of chances, and gives that mean.
    fn gradient(&mut self, choices: &[Choice]) -> f64 {
        let mut gradient = vec![0.0; self.now.len()];
        let mut sum = 0.0;
        for choice in choices {
            let worths: Vec<f64> = choice.options.iter().map(|one| self.worth(one)).collect();
            let most = worths.iter().copied().fold(f64::MIN, f64::max);
            let total: f64 = worths.iter().map(|worth| (worth - most).exp()).sum();
            sum += worths[0] - most - total.ln();
            for (place, (option, worth)) in choice.options.iter().zip(&worths).enumerate() {
                let chance = (worth - most).exp() / total;
                let pull = chance - f64::from(u8::from(place == 0));
                for (stage, share) in self.shares(option.stage) {
                    for (term, number) in option.terms.iter().enumerate() {
                        gradient[term * self.stages + stage] += pull * share * number;
                    }
                }
            }
        }
        let count = choices.len().max(1) as f64;
        gradient.iter_mut().for_each(|slope| *slope /= count);
        self.gradient = gradient;
        sum / count
    }

    /// Towards where it began; less so the more choices there are.
    fn pull(&mut self, choices: usize) {
        let strength = PULL / choices.max(1) as f64;
        let weights = self.now.iter().zip(&self.first);
        for (slope, (now, first)) in self.gradient.iter_mut().zip(weights) {
            *slope -= strength * (now - first);
        }
    }

    /// The typical size of each term, which its weight's steps are measured by.
    fn sizes(&self, choices: &[Choice]) -> Vec<f64> {
        let mut squares = [0.0; Term::COUNT];
        let mut count = 0.0;
        for option in choices.iter().flat_map(|choice| &choice.options) {
            count += 1.0;
            for (square, number) in squares.iter_mut().zip(&option.terms) {
                *square += number * number;
            }
        }
        let size = |square: f64| (square / f64::max(count, 1.0)).sqrt().max(1.0);
        squares.into_iter().map(size).collect()
    }

    /// A step of Adam, that gets smaller towards the end.
    fn step(&mut self, round: usize, rounds: usize, sizes: &[f64]) {
        let left = 1.0 - (round - 1) as f64 / rounds as f64;
        for (place, &slope) in self.gradient.iter().enumerate() {
            let [mean, square] = &mut self.means;
            let ends = DECAYS.map(|decay| 1.0 - decay.powi(round as i32));
            mean[place] = DECAYS[0] * mean[place] + (1.0 - DECAYS[0]) * slope;
            square[place] = DECAYS[1] * square[place] + (1.0 - DECAYS[1]) * slope * slope;
            let direction = mean[place] / ends[0] / ((square[place] / ends[1]).sqrt() + 1e-9);
            let moved = self.now[place] + STEP * left / sizes[place / self.stages] * direction;
            self.now[place] = moved.clamp(-Weights::LIMIT, Weights::LIMIT);
        }
    }

    fn weights(&self) -> Weights {
        let mut weights = self.start.clone();
        for (term, row) in Term::ALL.into_iter().zip(self.now.chunks(self.stages)) {
            for (stage, &weight) in row.iter().enumerate() {
                // As many digits as a file has; within the limit, any weight can be set.
                let _ = weights.set(term, stage, (weight * 1e5).round() / 1e5);
            }
        }
        weights
    }
}

#[cfg(test)]
mod tests {
    use amazons::{Game, Move, Position};

    use super::*;
    use crate::{Evaluation, Staged};

    fn after(position: &Position, mv: Move) -> Layout {
        let mut child = *position;
        child.play(mv);
        Layout::of(&child)
    }

    /// Positions of games on a small board in which everybody plays the best of every seventh move by those weights.
    fn choices(of: &Weights, stages: &Weights, games: u64) -> Vec<Choice> {
        let evaluation = Staged::new(of);
        let mut choices = Vec::new();
        for game in 0..games {
            let mut position = Position::parse("6x6").expect("it is a size");
            for ply in 0..12 {
                let moves: Vec<Move> = position
                    .moves()
                    .into_iter()
                    .skip((game * 3 + ply) as usize % 7)
                    .step_by(7)
                    .collect();
                let mut layouts: Vec<_> =
                    moves.iter().map(|&mv| (after(&position, mv), mv)).collect();
                if layouts.is_empty() {
                    break;
                }
                layouts.sort_by_key(|(layout, _)| evaluation.evaluate(layout).thousandths());
                let others: Vec<Layout> =
                    layouts.iter().skip(1).map(|(layout, _)| *layout).collect();
                choices.push(Choice::new(stages, &layouts[0].0, &others));
                position.play(layouts[0].1);
            }
        }
        choices
    }

    #[test]
    fn slopes_are_those_of_the_likelihood() {
        let weights = Weights::default();
        let seen = choices(&weights, &weights, 2);
        let mut climb = Climb::new(&weights);
        climb.gradient(&seen);
        let slopes = climb.gradient.clone();
        for place in (0..slopes.len()).step_by(13) {
            let mut shifted = |by: f64| {
                climb.now[place] = climb.first[place] + by;
                climb.gradient(&seen)
            };
            let numeric = (shifted(1e-5) - shifted(-1e-5)) / 2e-5;
            climb.now[place] = climb.first[place];
            assert!(
                (numeric - slopes[place]).abs() < 1e-4 * (1.0 + numeric.abs()),
                "{place}: {numeric} and {}",
                slopes[place]
            );
        }
    }

    /// Somebody who only counts their mobility is recognised by choices that were not fitted to.
    #[test]
    fn somebody_else_is_recognised() {
        let ours = Weights::default();
        let mut theirs = Weights::zero(ours.axis(), ours.stages()).expect("the stages are good");
        for stage in 0..ours.stages().len() {
            theirs.set(Term::Mobility, stage, 1.0).expect("it is small");
        }
        let mut seen = choices(&theirs, &ours, 14);
        let unseen = seen.split_off(100);
        let fitted = fit(&ours, &seen, 60, |_, _| {});
        let (before, after) = (likelihood(&ours, &unseen), likelihood(&fitted, &unseen));
        assert!(after > before + 0.5, "{before} {after}");
        assert!(likelihood(&fitted, &seen) > likelihood(&ours, &seen) + 0.5);
    }
}
