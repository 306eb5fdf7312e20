//! Evaluations against their formulas, and their invariance under backends and symmetries.

use std::sync::LazyLock;

use amazons::{Color, Position, Transform};
use evaluation::lieberum::LieberumTerms;
use evaluation::weights::PhaseAxis;
use evaluation::{
    DominationDistance, EvalBoard, EvaluationFunction, Features, Lieberum, LogOdds, SimdBackend,
    TaperedEvaluation, Term, TermWeights, Terms,
};
use proptest::prelude::*;

use crate::positions;
use crate::reference::{Metric, pairs};

/// Weights by index of the term and of the phase.
fn weights(axis: PhaseAxis, phases: &[u8], weight: fn(usize, usize) -> f64) -> TermWeights {
    let mut weights = TermWeights::zeros(axis, phases).unwrap();
    for (index, term) in Term::ALL.into_iter().enumerate() {
        for phase in 0..phases.len() {
            weights.set(term, phase, weight(index, phase)).unwrap();
        }
    }
    weights
}

/// Nonzero weights of all terms at all phases.
fn nonzero_weights(axis: PhaseAxis) -> TermWeights {
    weights(axis, &[0, 7, 40, 100], |term, phase| {
        (term * 4 + phase) as f64 * 0.37 % 1.0 - 0.5
    })
}

/// Weights of maximum magnitude with alternating signs.
fn extreme_weights(axis: PhaseAxis) -> TermWeights {
    weights(axis, &[0, 100], |term, phase| {
        let sign = if (term + phase) % 2 == 0 { 1.0 } else { -1.0 };
        sign * TermWeights::MAX_WEIGHT
    })
}

/// Tapered evaluations to test.
static TAPERED: LazyLock<Vec<TaperedEvaluation>> = LazyLock::new(|| {
    let by_axis = PhaseAxis::ALL.map(|axis| TaperedEvaluation::new(&nonzero_weights(axis)));
    [TaperedEvaluation::default()]
        .into_iter()
        .chain(by_axis)
        .collect()
});

/// Results of all evaluations with one backend.
fn evaluate_all(backend: SimdBackend, board: &EvalBoard) -> Vec<LogOdds> {
    let tapered = TAPERED
        .iter()
        .map(|tapered| backend.evaluate(tapered, board));
    let presets = DominationDistance::PRESETS.iter();
    let domination = presets.map(|(_, preset)| backend.evaluate(preset, board));
    let lieberum = backend.evaluate(&Lieberum, board);
    [lieberum]
        .into_iter()
        .chain(tapered)
        .chain(domination)
        .collect()
}

/// [`DominationDistance::coefficients`] by definition, from the distances of each square.
fn coefficients(position: &Position) -> [f64; 9] {
    let me = position.to_move();
    let mut counts = [0.0; 9];
    let mut reached = 0.0;
    for (metric, offset) in [(Metric::Queen, 0), (Metric::King, 1)] {
        for (own, other) in pairs(position, me, metric) {
            match (own, other) {
                (Some(own), Some(other)) => {
                    let difference = own.abs_diff(other).min(3) as usize;
                    counts[2 * difference + offset] += if own <= other { 1.0 } else { -1.0 };
                }
                // Queens and kings reach the same squares, so each metric counts half a square.
                (Some(_), None) => counts[8] += 0.5,
                (None, Some(_)) => counts[8] -= 0.5,
                (None, None) => continue,
            }
            reached += 0.5;
        }
    }
    counts.map(|count: f64| if reached == 0.0 { 0.0 } else { count / reached })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn all_backends_agree(position in positions::any_position()) {
        let board = EvalBoard::from(&position);
        let expected = evaluate_all(SimdBackend::best(), &board);
        for backend in SimdBackend::available() {
            prop_assert_eq!(&evaluate_all(backend, &board), &expected);
        }
    }

    /// Rotations, reflections and swapping the players do not change the result.
    #[test]
    fn evaluations_are_invariant_under_symmetries(position in positions::any_position()) {
        let expected = evaluate_all(SimdBackend::best(), &EvalBoard::from(&position));
        for transform in Transform::all(position.size()) {
            let transformed = transform.apply(&position);
            let found = evaluate_all(SimdBackend::best(), &EvalBoard::from(&transformed));
            prop_assert_eq!(&found, &expected);
        }
    }

    /// With the other player to move, terms credited to the player to move stay and others change
    /// sign.
    #[test]
    fn difference_terms_change_sign_with_the_side_to_move(position in positions::any_position()) {
        let features = Features::of(&EvalBoard::from(&position));
        let [black, white] = Color::ALL.map(|color| Terms::of(&features, color));
        for term in Term::ALL {
            let sign = match term {
                Term::Tempo
                | Term::Openness
                | Term::QueenTies
                | Term::KingTies
                | Term::BothWithinOne
                | Term::BothWithinTwo => 1.0,
                _ => -1.0,
            };
            prop_assert_eq!(black.get(term), sign * white.get(term));
        }
    }

    #[test]
    fn domination_distance_matches_its_formula(position in positions::any_position()) {
        let features = Features::of(&EvalBoard::from(&position));
        let expected = coefficients(&position);
        let found = DominationDistance::coefficients(&features, position.to_move());
        for (found, expected) in found.into_iter().zip(expected) {
            prop_assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
        }
        for (_, domination) in DominationDistance::PRESETS {
            let products = domination.weights.iter().zip(expected).map(|(weight, c)| weight * c);
            let value: f64 = products.sum();
            let log_odds = domination.evaluate_features(&features, position.to_move());
            prop_assert!((log_odds.logit() - value / domination.omega).abs() < 1e-3);
            // The same as term weights; the result is rounded towards zero.
            let weights = domination.to_weights("a test").unwrap();
            let tapered = TaperedEvaluation::new(&weights);
            let tapered = tapered.evaluate_features(&features, position.to_move());
            prop_assert!((tapered.logit() - value / domination.omega).abs() < 1.1e-3);
        }
    }

    #[test]
    fn lieberums_terms_match_their_definitions(position in positions::any_position()) {
        let me = position.to_move();
        let lieberum = LieberumTerms::of(&Features::of(&EvalBoard::from(&position)), me);
        // A tie counts 0.2 for the player to move.
        let territory = |metric| -> f64 {
            pairs(&position, me, metric)
                .into_iter()
                .map(|(own, other)| match (own, other) {
                    (None, None) => 0.0,
                    (Some(own), Some(other)) if own == other => 0.2,
                    (own, other) if own.unwrap_or(u32::MAX) < other.unwrap_or(u32::MAX) => 1.0,
                    _ => -1.0,
                })
                .sum()
        };
        prop_assert!((lieberum.t1 - territory(Metric::Queen)).abs() < 1e-9);
        prop_assert!((lieberum.t2 - territory(Metric::King)).abs() < 1e-9);
        let terms = Terms::of(&Features::of(&EvalBoard::from(&position)), me);
        prop_assert!((lieberum.c1 - 2.0 * terms.get(Term::Closeness)).abs() < 1e-9);
        prop_assert!((lieberum.c2 - terms.get(Term::KingLead)).abs() < 1e-9);
        prop_assert!((lieberum.w - terms.get(Term::Openness)).abs() < 1e-9);
    }

    /// A tapered evaluation is Σ weight · term, up to rounding.
    #[test]
    fn tapered_evaluation_matches_its_formula(position in positions::any_position()) {
        let weights = PhaseAxis::ALL.map(|axis| [nonzero_weights(axis), extreme_weights(axis)]);
        for weights in weights.into_iter().flatten() {
            let axis = weights.axis();
            let tapered = TaperedEvaluation::new(&weights);
            let features = Features::of(&EvalBoard::from(&position));
            let terms = Terms::of(&features, position.to_move());
            let phase = axis.phase(&features);
            let products = Term::ALL.map(|term| weights.at_phase(term, phase) * terms.get(term));
            let expected: f64 = products.iter().sum();
            let found = tapered.evaluate_features(&features, position.to_move()).logit();
            // Truncation to millilogits, and rounding of each weight by up to 2^-16 millilogits;
            // each side has 24 counts of at most 100 squares.
            let counts: u32 = Color::ALL.map(|color| {
                let mobility = &features.mobility[color];
                24 * 100 + mobility.total() + mobility.deficits().iter().sum::<u32>()
            }).iter().sum();
            let tolerance = 1e-3 * (1.0 + f64::from(counts) / 65_536.0);
            prop_assert!((found - expected).abs() < tolerance, "{found}, not {expected}");
            let sum: f64 = tapered.contributions(&features, position.to_move()).iter().sum();
            prop_assert!((sum - expected).abs() < 1e-9, "{sum}, not {expected}");
        }
    }
}

/// Ties count for the player to move; without their weights, swapping the side to move negates the
/// value.
#[test]
fn without_ties_swapping_the_side_to_move_negates_the_value() {
    let mut domination = DominationDistance::RUN_A;
    domination.weights[0] = 0.0;
    domination.weights[1] = 0.0;
    let mut nonzero = 0;
    for position in positions::random_games() {
        let other = position.with_to_move(!position.to_move());
        let [one, two] =
            [position, other].map(|position| domination.evaluate(&EvalBoard::from(&position)));
        assert_eq!(one.millilogits(), -two.millilogits());
        nonzero += usize::from(one.millilogits() != 0);
    }
    assert!(nonzero > 1_000);
}

/// All evaluations prefer the larger territory.
#[test]
fn larger_territory_is_better() {
    let position =
        amazons::notation::parse_position("x....#o|.....##|....###|...####|..##### b").unwrap();
    for evaluation in [
        &TaperedEvaluation::default() as &dyn EvaluationFunction,
        &Lieberum,
        &DominationDistance::BASELINE,
        &DominationDistance::RUN_B,
    ] {
        let features = Features::of(&EvalBoard::from(&position));
        let [black, white] =
            Color::ALL.map(|color| evaluation.evaluate_features(&features, color).millilogits());
        assert!(black > 0 && white < 0, "{black} {white}");
    }
}
