//! Lieberum's evaluation ("An Evaluation Function for the Game of Amazons"), as his program Amazong
//! played with, but for the functions he does not give: those are set by hand here.
//!
//! With D1 the queen's and D2 the king's distance, own minus the opponent's:
//! t1, t2 count who is nearer; c1 = 2 Σ 2^−D1 and c2 = Σ of the leads in D2, each at most 6, over 6, see
//! finer; w is how open the game is, and m how cramped the amazons are. The value is
//! f1(w) t1 + f2(w) c1 + f3(w) c2 + f4(w) t2 + m: by queen's moves alone when all is decided, and
//! the more by the others the more open the game is.

use game::Color;

use crate::estimate::Estimate;
use crate::evaluation::Evaluation;
use crate::features::{CLOSENESS_UNIT, Features, OPENNESS_UNIT};
use crate::mobility::MOBILITY_UNIT;

/// The evaluation; it has nothing to set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lieberum;

/// What a square equally near to both is worth to the side to move: κ ≤ 1/5.
const KAPPA: f64 = 0.2;

/// As many open squares as this make a game as open as it gets.
const WIDE_OPEN: f64 = 60.0;

/// The shares of t1, c1, c2 and t2 in a wide open game; in a closed one t1 has all.
const SHARES_WIDE_OPEN: [f64; 4] = [0.35, 0.2, 0.2, 0.25];

/// What it costs that an amazon lacks one unit of mobility to be at ease, in squares of a wide open
/// game.
const CRAMPED: f64 = 0.3;

/// What an immobile amazon costs, in squares of a wide open game.
const IMMOBILE: f64 = 4.0;

/// What a square is worth, in logits, in a closed game and in a wide open one.
const LOGITS: [f64; 2] = [0.7, 0.1];

/// The parts of the value for the player to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LieberumParts {
    /// Who is nearer by queen's moves.
    pub t1: f64,
    /// Who is nearer by king's moves.
    pub t2: f64,
    /// By how much, seen from near squares.
    pub c1: f64,
    /// By how much, by king's moves.
    pub c2: f64,
    /// How open the game is.
    pub w: f64,
    /// How much less cramped the amazons are than the opponent's.
    pub m: f64,
}

impl LieberumParts {
    /// The parts of a position.
    #[must_use]
    pub fn of(features: &Features, to_move: Color) -> Self {
        let difference = |number: &dyn Fn(Color) -> f64| number(to_move) - number(!to_move);
        let w = f64::from(features.openness()) / f64::from(OPENNESS_UNIT);
        let cramped = difference(&|color| {
            let mobility = &features.mobility[color];
            let lacking = f64::from(mobility.lacking()[2]) / f64::from(MOBILITY_UNIT);
            lacking * CRAMPED + f64::from(mobility.immobile()) * IMMOBILE
        });
        Self {
            t1: difference(&|color| f64::from(features.queen.ahead(color)[0]))
                + KAPPA * f64::from(features.queen.ties()),
            t2: difference(&|color| f64::from(features.king.ahead(color)[0]))
                + KAPPA * f64::from(features.king.ties()),
            c1: 2.0
                * difference(&|color| {
                    f64::from(features.closeness(color)) / f64::from(CLOSENESS_UNIT)
                }),
            c2: difference(&|color| f64::from(features.king_lead(color)) / 6.0),
            w,
            m: 0.0 - cramped * openness(w),
        }
    }

    /// The value in squares.
    #[must_use]
    pub fn value(&self) -> f64 {
        let open = openness(self.w);
        let [t1, c1, c2, t2] = SHARES_WIDE_OPEN;
        let t1 = 1.0 - open * (1.0 - t1);
        t1 * self.t1 + open * (c1 * self.c1 + c2 * self.c2 + t2 * self.t2) + self.m
    }
}

/// From 0, closed, to 1, wide open.
fn openness(w: f64) -> f64 {
    (w / WIDE_OPEN).min(1.0)
}

impl Evaluation for Lieberum {
    fn judge(&self, features: &Features, to_move: Color) -> Estimate {
        let parts = LieberumParts::of(features, to_move);
        let [closed, open] = LOGITS;
        // Odds per square fall like a hyperbola: each further open square makes the others less certain.
        let logits = 1.0 / (1.0 / closed + (1.0 / open - 1.0 / closed) * openness(parts.w));
        Estimate::from_logit(parts.value() * logits)
    }
}
