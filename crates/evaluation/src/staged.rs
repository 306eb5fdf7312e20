//! A linear evaluation whose weights change with the stage of the game.

use game::Color;

use crate::comparison::{DOMAIN, MORE, REACHED};
use crate::estimate::Estimate;
use crate::evaluation::Evaluation;
use crate::features::{
    BOTH_WITHIN_ONE, BOTH_WITHIN_TWO, CLOSENESS_WITHIN, Features, NEAR, ONE_TO_TWO, OPENNESS_TAKEN,
    OPENNESS_UNIT,
};
use crate::mobility::MOBILITY_NUMBERS;
use crate::path::{COUNTED, Path, Weighing};
use crate::terms::{Term, Terms};
use crate::weights::{Axis, Weights};

/// Weighs the [`Terms`] of a position by the stage it is in.
#[derive(Clone, Debug)]
pub struct Staged {
    axis: Axis,
    weights: Weights,
    table: Box<[Row; Axis::MOST + 1]>,
}

impl Staged {
    /// Prepares weights for use.
    #[must_use]
    pub fn new(weights: &Weights) -> Self {
        let mut table = Box::new([Row::default(); Axis::MOST + 1]);
        for (stage, row) in table.iter_mut().enumerate() {
            *row = Row::of(|term| weights.at(term, stage));
        }
        Self {
            axis: weights.axis(),
            weights: weights.clone(),
            table,
        }
    }

    /// The weights it was made from.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// What each term adds to the estimate for the player to move, in logits.
    #[must_use]
    pub fn shares(&self, features: &Features, to_move: Color) -> [f64; Term::COUNT] {
        let terms = Terms::of(features, to_move);
        let stage = self.axis.stage(features);
        Term::ALL.map(|term| self.weights.at(term, stage) * terms.get(term))
    }
}

impl Default for Staged {
    /// With the weights that come with the program.
    fn default() -> Self {
        Self::new(&Weights::default())
    }
}

impl Evaluation for Staged {
    fn judge(&self, features: &Features, to_move: Color) -> Estimate {
        self.judge_along(Path::best(), features, to_move)
    }

    #[inline(always)]
    fn judge_along(&self, path: Path, features: &Features, to_move: Color) -> Estimate {
        let row = &self.table[self.axis.stage(features)];
        let (black, white) = match to_move {
            Color::Black => (&row.own, &row.other),
            Color::White => (&row.other, &row.own),
        };
        let Features {
            queen,
            king,
            within,
            mobility,
            ..
        } = features;
        let sum = path.weigh(&Weighing {
            counts: [
                (queen.counts(Color::Black), &black.queen),
                (queen.counts(Color::White), &white.queen),
                (king.counts(Color::Black), &black.king),
                (king.counts(Color::White), &white.king),
                (&within[Color::Black], &black.within),
                (&within[Color::White], &white.within),
            ],
            mobility: [
                (mobility[Color::Black].numbers(), &black.mobility),
                (mobility[Color::White].numbers(), &white.mobility),
            ],
        });
        Estimate::from_thousandths(((i64::from(row.tempo) + sum) / PARTS) as i32)
    }
}

/// Whole numbers stand for weights in so many parts of an estimate's thousandth: as fine as fits. On no
/// count do weights of more than four terms add up, and none is larger than [`Weights::LIMIT`].
const PARTS: i64 = 1 << 15;

/// The weights of a stage, put on the counts themselves. All terms are sums of counts, so their weights can
/// be worked into those of the counts once and for all, and no term need ever be worked out.
#[derive(Clone, Copy, Default, Debug)]
struct Row {
    tempo: i32,
    own: CountWeights,
    other: CountWeights,
}

/// What each count of one side adds to the estimate, in [`PARTS`].
#[derive(Clone, Copy, Default, Debug)]
struct CountWeights {
    queen: [i32; COUNTED],
    king: [i32; COUNTED],
    within: [i32; NEAR],
    mobility: [i32; MOBILITY_NUMBERS],
}

impl Row {
    fn of(weight: impl Fn(Term) -> f64) -> Self {
        // Of one part of a term.
        let part = |term: Term| weight(term) / f64::from(term.unit());
        Self {
            tempo: rounded(part(Term::Tempo)),
            own: count_weights(&part, 1.0),
            other: count_weights(&part, -1.0),
        }
    }
}

/// The weights of one side's counts, from those of the terms. `sign` is 1 for the player to move and −1
/// for the other; the terms that are credited to the mover whosoever counts they are made of have none.
fn count_weights(part: &impl Fn(Term) -> f64, sign: f64) -> CountWeights {
    let mut queen = [0.0; COUNTED];
    let mut king = [0.0; COUNTED];
    let races = [
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
    for (counts, [one, two, more], ties) in races {
        // A lead of two is one of at least two that is not one of at least three.
        counts[0] += sign * part(one);
        counts[1] += sign * (part(two) - part(one));
        counts[2] += sign * (part(more) - part(two));
        counts[DOMAIN] -= sign * part(more);
        // A tie is a contested square where no side is ahead.
        contest(counts, part(ties));
        counts[0] -= part(ties);
        counts[DOMAIN] += part(ties);
    }
    contest(&mut queen, part(Term::Openness) * f64::from(OPENNESS_UNIT));
    for (lead, taken) in OPENNESS_TAKEN.into_iter().enumerate() {
        let taken = part(Term::Openness) * f64::from(taken);
        queen[lead] -= taken;
        queen[DOMAIN] += taken;
    }
    // Both sides count these squares as well.
    queen[MORE + BOTH_WITHIN_ONE] += part(Term::BothWithinOne) / 2.0;
    queen[MORE + BOTH_WITHIN_TWO] += part(Term::BothWithinTwo) / 2.0;
    queen[MORE + ONE_TO_TWO] += sign * part(Term::OneToTwo);
    for lead in [0, 1, 2, MORE, MORE + 1, MORE + 2] {
        king[lead] += sign * part(Term::KingLead);
    }
    king[DOMAIN] += sign * part(Term::Domain);
    let mut within = CLOSENESS_WITHIN.map(|share| sign * part(Term::Closeness) * f64::from(share));
    for (count, term) in
        within
            .iter_mut()
            .zip([Term::WithinOne, Term::WithinTwo, Term::WithinThree])
    {
        *count += sign * part(term);
    }
    let mobility = [
        Term::Mobility,
        Term::Immobile,
        Term::Confined,
        Term::Cramped,
    ];
    CountWeights {
        queen: queen.map(rounded),
        king: king.map(rounded),
        within: within.map(rounded),
        mobility: mobility.map(|term| rounded(sign * part(term))),
    }
}

/// Adds a weight for every contested square: what a side reaches, but not alone. Both sides count the
/// same squares, so each has half of it.
fn contest(counts: &mut [f64; COUNTED], weight: f64) {
    counts[REACHED] += weight / 2.0;
    counts[DOMAIN] -= weight / 2.0;
}

/// Logits as a whole number of [`PARTS`].
fn rounded(logits: f64) -> i32 {
    (logits * f64::from(Estimate::LOGIT) * PARTS as f64).round() as i32
}
