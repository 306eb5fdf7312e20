//! Lieberum's evaluation ("An Evaluation Function for the Game of Amazons"), as played by his
//! program Amazong. The functions f1 to f4 and the mobility costs, which the paper does not give,
//! are set by hand.
//!
//! With D1 the queen and D2 the king distance, own minus the opponent's: t1 and t2 count nearer
//! squares; c1 = 2 Σ 2^−D1 and c2 = Σ (lead in D2, at most 6) / 6 are their finer versions; w is
//! the openness of the game and m the mobility. The value is f1(w) t1 + f2(w) c1 + f3(w) c2 + f4(w)
//! t2 + m. In a closed game only t1 counts.

use game::Color;

use crate::evaluation_function::EvaluationFunction;
use crate::features::{CLOSENESS_UNIT, Features, OPENNESS_UNIT};
use crate::log_odds::LogOdds;
use crate::mobility::MOBILITY_UNIT;

/// Lieberum's evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lieberum;

/// Value of a tied square to the side to move: κ ≤ 1/5.
const KAPPA: f64 = 0.2;

/// w from which a game counts as fully open.
const OPEN_GAME_W: f64 = 60.0;

/// Weights of t1, c1, c2 and t2 in an open game.
const OPEN_GAME_WEIGHTS: [f64; 4] = [0.35, 0.2, 0.2, 0.25];

/// Cost of a mobility deficit of 1 in an open game, in squares.
const MOBILITY_DEFICIT_COST: f64 = 0.3;

/// Cost of an immobile amazon in an open game, in squares.
const IMMOBILE_COST: f64 = 4.0;

/// Logits per square in a closed and in an open game.
const LOGITS_PER_SQUARE: [f64; 2] = [0.7, 0.1];

/// Terms of the evaluation for the player to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LieberumTerms {
    /// Nearer squares by queen moves.
    pub t1: f64,
    /// Nearer squares by king moves.
    pub t2: f64,
    /// Difference of closeness by queen moves.
    pub c1: f64,
    /// Sum of leads in king moves.
    pub c2: f64,
    /// Openness of the game.
    pub w: f64,
    /// Mobility.
    pub m: f64,
}

impl LieberumTerms {
    /// Computes the terms for the player to move.
    #[must_use]
    pub fn of(features: &Features, to_move: Color) -> Self {
        let difference = |number: &dyn Fn(Color) -> f64| number(to_move) - number(!to_move);
        let w = f64::from(features.openness()) / f64::from(OPENNESS_UNIT);
        let mobility_cost = difference(&|color| {
            let mobility = &features.mobility[color];
            let deficit = f64::from(mobility.deficits()[2]) / f64::from(MOBILITY_UNIT);
            deficit * MOBILITY_DEFICIT_COST + f64::from(mobility.immobile()) * IMMOBILE_COST
        });
        Self {
            t1: difference(&|color| f64::from(features.queen.nearer_by_at_least(color)[0]))
                + KAPPA * f64::from(features.queen.ties()),
            t2: difference(&|color| f64::from(features.king.nearer_by_at_least(color)[0]))
                + KAPPA * f64::from(features.king.ties()),
            c1: 2.0
                * difference(&|color| {
                    f64::from(features.closeness(color)) / f64::from(CLOSENESS_UNIT)
                }),
            c2: difference(&|color| f64::from(features.king_lead(color)) / 6.0),
            w,
            m: 0.0 - mobility_cost * openness(w),
        }
    }

    /// The value in squares.
    #[must_use]
    pub fn value(&self) -> f64 {
        let open = openness(self.w);
        let [t1, c1, c2, t2] = OPEN_GAME_WEIGHTS;
        let t1 = 1.0 - open * (1.0 - t1);
        t1 * self.t1 + open * (c1 * self.c1 + c2 * self.c2 + t2 * self.t2) + self.m
    }
}

/// Openness from 0 (closed) to 1 (open).
fn openness(w: f64) -> f64 {
    (w / OPEN_GAME_W).min(1.0)
}

impl EvaluationFunction for Lieberum {
    fn evaluate_features(&self, features: &Features, to_move: Color) -> LogOdds {
        let terms = LieberumTerms::of(features, to_move);
        let [closed, open] = LOGITS_PER_SQUARE;
        // Hyperbolic interpolation: each further open square makes the others less certain.
        let logits = 1.0 / (1.0 / closed + (1.0 / open - 1.0 / closed) * openness(terms.w));
        LogOdds::from_logit(terms.value() * logits)
    }
}
