//! Tapered evaluation: a linear evaluation whose weights are interpolated by game phase.

use game::Color;

use crate::distance_comparison::{DOMAIN, EXTRA_COUNTS, REACHABLE};
use crate::evaluation_function::EvaluationFunction;
use crate::features::{
    BOTH_WITHIN_ONE, BOTH_WITHIN_TWO, CLOSENESS_BY_DISTANCE, Features, MAX_QUEEN_DISTANCE,
    OPENNESS_LOSS_BY_LEAD, OPENNESS_UNIT, WITHIN_ONE_VERSUS_TWO,
};
use crate::log_odds::{LogOdds, MILLILOGITS_PER_LOGIT};
use crate::mobility::MOBILITY_SUMS;
use crate::simd::{SETS_PER_COUNT, SimdBackend, WeightedCounts};
use crate::terms::{Term, Terms};
use crate::weights::{PhaseAxis, TermWeights};

/// Weighted sum of all [`Terms`] with weights by game phase.
#[derive(Clone, Debug)]
pub struct TaperedEvaluation {
    axis: PhaseAxis,
    weights: TermWeights,
    /// Weights by phase.
    table: Box<[PhaseWeights; PhaseAxis::MAX_PHASE + 1]>,
}

impl TaperedEvaluation {
    /// Precomputes the tables for these weights.
    #[must_use]
    pub fn new(weights: &TermWeights) -> Self {
        let mut table = Box::new([PhaseWeights::default(); PhaseAxis::MAX_PHASE + 1]);
        for (phase, row) in table.iter_mut().enumerate() {
            *row = PhaseWeights::from_terms(|term| weights.at_phase(term, phase));
        }
        Self {
            axis: weights.axis(),
            weights: weights.clone(),
            table,
        }
    }

    /// The weights passed to [`new`](Self::new).
    #[must_use]
    pub fn weights(&self) -> &TermWeights {
        &self.weights
    }

    /// Contribution of each term to the log-odds of the player to move, in logits.
    #[must_use]
    pub fn contributions(&self, features: &Features, to_move: Color) -> [f64; Term::COUNT] {
        let terms = Terms::of(features, to_move);
        let phase = self.axis.phase(features);
        Term::ALL.map(|term| self.weights.at_phase(term, phase) * terms.get(term))
    }
}

impl Default for TaperedEvaluation {
    /// The evaluation with the embedded weights.
    fn default() -> Self {
        Self::new(&TermWeights::default())
    }
}

impl EvaluationFunction for TaperedEvaluation {
    fn evaluate_features(&self, features: &Features, to_move: Color) -> LogOdds {
        self.evaluate_features_with(SimdBackend::best(), features, to_move)
    }

    #[inline(always)]
    fn evaluate_features_with(
        &self,
        backend: SimdBackend,
        features: &Features,
        to_move: Color,
    ) -> LogOdds {
        let row = &self.table[self.axis.phase(features)];
        let (black, white) = match to_move {
            Color::Black => (&row.own, &row.other),
            Color::White => (&row.other, &row.own),
        };
        let Features {
            queen,
            king,
            within_queen_moves,
            mobility,
            ..
        } = features;
        let sum = backend.weighted_sum(&WeightedCounts {
            counts: [
                (queen.counts(Color::Black), &black.queen),
                (queen.counts(Color::White), &white.queen),
                (king.counts(Color::Black), &black.king),
                (king.counts(Color::White), &white.king),
                (&within_queen_moves[Color::Black], &black.within),
                (&within_queen_moves[Color::White], &white.within),
            ],
            mobility: [
                (mobility[Color::Black].sums(), &black.mobility),
                (mobility[Color::White].sums(), &white.mobility),
            ],
        });
        LogOdds::from_millilogits(((i64::from(row.tempo) + sum) / WEIGHT_SCALE) as i32)
    }
}

/// Fixed-point scale of count weights, per millilogit. As fine as `i32` allows: at most four term
/// weights, each at most [`TermWeights::MAX_WEIGHT`], add up on one count.
const WEIGHT_SCALE: i64 = 1 << 15;

/// Weights of one phase per raw count. Terms are linear in the counts, so term weights are folded
/// into count weights once.
#[derive(Clone, Copy, Default, Debug)]
struct PhaseWeights {
    tempo: i32,
    own: CountWeights,
    other: CountWeights,
}

/// Fixed-point weights of one side's counts.
#[derive(Clone, Copy, Default, Debug)]
struct CountWeights {
    queen: [i32; SETS_PER_COUNT],
    king: [i32; SETS_PER_COUNT],
    within: [i32; MAX_QUEEN_DISTANCE],
    mobility: [i32; MOBILITY_SUMS],
}

impl PhaseWeights {
    fn from_terms(weight: impl Fn(Term) -> f64) -> Self {
        let weight_per_unit = |term: Term| weight(term) / f64::from(term.unit());
        Self {
            tempo: to_fixed_point(weight_per_unit(Term::Tempo)),
            own: CountWeights::from_terms(&weight_per_unit, 1.0),
            other: CountWeights::from_terms(&weight_per_unit, -1.0),
        }
    }
}

impl CountWeights {
    /// `sign` is 1 for the player to move and −1 for the other. Terms credited to the player to
    /// move, whoever's counts they consist of, ignore it.
    fn from_terms(weight: &impl Fn(Term) -> f64, sign: f64) -> Self {
        let mut queen = [0.0; SETS_PER_COUNT];
        let mut king = [0.0; SETS_PER_COUNT];
        let comparisons = [
            (
                &mut queen,
                [Term::QueenByOne, Term::QueenByTwo, Term::QueenByMore],
                Term::QueenTies,
            ),
            (
                &mut king,
                [Term::KingByOne, Term::KingByTwo, Term::KingByMore],
                Term::KingTies,
            ),
        ];
        for (counts, [one, two, more], ties) in comparisons {
            // Nearer by two is nearer by at least two, but not by at least three.
            counts[0] += sign * weight(one);
            counts[1] += sign * (weight(two) - weight(one));
            counts[2] += sign * (weight(more) - weight(two));
            counts[DOMAIN] -= sign * weight(more);
            // A tie is a contested square where neither side is nearer.
            add_contested_weight(counts, weight(ties));
            counts[0] -= weight(ties);
            counts[DOMAIN] += weight(ties);
        }
        let openness = weight(Term::Openness);
        add_contested_weight(&mut queen, openness * f64::from(OPENNESS_UNIT));
        for (lead, loss) in OPENNESS_LOSS_BY_LEAD.into_iter().enumerate() {
            let loss = openness * f64::from(loss);
            queen[lead] -= loss;
            queen[DOMAIN] += loss;
        }
        // Both sides count the same squares, so each gets half of the weight.
        queen[BOTH_WITHIN_ONE] += weight(Term::BothWithinOne) / 2.0;
        queen[BOTH_WITHIN_TWO] += weight(Term::BothWithinTwo) / 2.0;
        queen[WITHIN_ONE_VERSUS_TWO] += sign * weight(Term::WithinOneVersusTwo);
        for lead in [0, 1, 2, EXTRA_COUNTS, EXTRA_COUNTS + 1, EXTRA_COUNTS + 2] {
            king[lead] += sign * weight(Term::KingLead);
        }
        king[DOMAIN] += sign * weight(Term::Domain);
        let mut within =
            CLOSENESS_BY_DISTANCE.map(|part| sign * weight(Term::Closeness) * f64::from(part));
        for (count, term) in
            within
                .iter_mut()
                .zip([Term::WithinOne, Term::WithinTwo, Term::WithinThree])
        {
            *count += sign * weight(term);
        }
        let mobility = [
            Term::Mobility,
            Term::Immobile,
            Term::MobilityBelowFour,
            Term::MobilityBelowTwelve,
        ];
        Self {
            queen: queen.map(to_fixed_point),
            king: king.map(to_fixed_point),
            within: within.map(to_fixed_point),
            mobility: mobility.map(|term| to_fixed_point(sign * weight(term))),
        }
    }
}

/// Adds a weight per contested square. Both sides count the same squares, so each gets half of it.
fn add_contested_weight(counts: &mut [f64; SETS_PER_COUNT], weight: f64) {
    counts[REACHABLE] += weight / 2.0;
    counts[DOMAIN] -= weight / 2.0;
}

fn to_fixed_point(logits: f64) -> i32 {
    (logits * f64::from(MILLILOGITS_PER_LOGIT) * WEIGHT_SCALE as f64).round() as i32
}
