//! Evaluation terms: the features from the point of view of the player to move.

use game::Color;
use strum::{EnumCount, IntoStaticStr, VariantArray};

use crate::features::{CLOSENESS_UNIT, Features, MAX_KING_LEAD, OPENNESS_UNIT};
use crate::mobility::{MOBILITY_THRESHOLDS, MOBILITY_UNIT};

/// A term of a linear evaluation. The first six are credited to the player to move; all others are
/// the player's number minus the opponent's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, EnumCount, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Term {
    /// Always 1: the value of being to move.
    Tempo,
    /// [`Features::openness`] (Lieberum's w): the value of being to move in an open game.
    Openness,
    /// Squares that both sides reach equally soon by queen moves.
    QueenTies,
    /// Squares that both sides reach equally soon by king moves.
    KingTies,
    /// Squares that both sides reach within one queen move.
    BothWithinOne,
    /// Squares that both sides reach within two queen moves.
    BothWithinTwo,
    /// Contested squares nearer by one queen move.
    QueenByOne,
    /// Contested squares nearer by two queen moves.
    QueenByTwo,
    /// Contested squares nearer by three or more queen moves.
    QueenByMore,
    /// Contested squares nearer by one king move.
    KingByOne,
    /// Contested squares nearer by two king moves.
    KingByTwo,
    /// Contested squares nearer by three or more king moves.
    KingByMore,
    /// Squares that only one side reaches.
    Domain,
    /// Σ 2^−distance in queen moves (half of Lieberum's c1).
    Closeness,
    /// Sum of the leads in king moves, each at most six, in sixths (Lieberum's c2).
    KingLead,
    /// Squares within one queen move.
    WithinOne,
    /// Squares within two queen moves.
    WithinTwo,
    /// Squares within three queen moves.
    WithinThree,
    /// Squares within one queen move that the other side reaches within two.
    #[strum(serialize = "one-to-two")]
    WithinOneVersusTwo,
    /// Sum of the amazons' mobility.
    Mobility,
    /// Amazons without any mobility.
    Immobile,
    /// Sum of the amazons' deficits to a mobility of four.
    #[strum(serialize = "confined")]
    MobilityBelowFour,
    /// Sum of the amazons' deficits to a mobility of twelve.
    #[strum(serialize = "cramped")]
    MobilityBelowTwelve,
}

impl Term {
    /// All terms, in the order of [`Terms`].
    pub const ALL: [Self; Self::COUNT] = *Self::VARIANTS.first_chunk().expect("all variants");

    /// Number of terms.
    pub const COUNT: usize = <Self as EnumCount>::COUNT;

    /// Name in weights files and reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Fixed-point scale of the term.
    #[must_use]
    pub const fn unit(self) -> u32 {
        match self {
            Self::Openness => OPENNESS_UNIT,
            Self::Closeness => CLOSENESS_UNIT,
            Self::KingLead => MAX_KING_LEAD as u32,
            Self::Mobility | Self::MobilityBelowFour | Self::MobilityBelowTwelve => MOBILITY_UNIT,
            Self::Immobile => MOBILITY_THRESHOLDS[0],
            _ => 1,
        }
    }
}

/// All terms of a position in the order of [`Term::ALL`], each in parts of its
/// [unit](Term::unit).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms([i32; Term::COUNT]);

/// Index of the first term that is a difference between the sides.
const FIRST_DIFFERENCE_TERM: usize = Term::QueenByOne as usize;

impl Terms {
    /// The terms for the player to move.
    #[must_use]
    #[inline(always)]
    pub fn of(features: &Features, to_move: Color) -> Self {
        let [own, other] = [to_move, !to_move].map(|color| side_terms(features, color));
        let mut terms = [0; Term::COUNT];
        terms[Term::Tempo as usize] = 1;
        terms[Term::Openness as usize] = features.openness() as i32;
        terms[Term::QueenTies as usize] = i32::from(features.queen.ties());
        terms[Term::KingTies as usize] = i32::from(features.king.ties());
        terms[Term::BothWithinOne as usize] = i32::from(features.both_within_one());
        terms[Term::BothWithinTwo as usize] = i32::from(features.both_within_two());
        let differences = own.into_iter().zip(other).map(|(own, other)| own - other);
        for (term, difference) in terms[FIRST_DIFFERENCE_TERM..].iter_mut().zip(differences) {
            *term = difference;
        }
        Self(terms)
    }

    /// A term as the number it stands for.
    #[must_use]
    pub fn get(&self, term: Term) -> f64 {
        f64::from(self.0[term as usize]) / f64::from(term.unit())
    }
}

/// One side's numbers of the terms that are differences.
#[inline(always)]
fn side_terms(features: &Features, color: Color) -> [i32; Term::COUNT - FIRST_DIFFERENCE_TERM] {
    let queen = features.queen.nearer_by(color);
    let king = features.king.nearer_by(color);
    let within = &features.within_queen_moves[color];
    let mobility = &features.mobility[color];
    let [immobile, below_four, below_twelve] = mobility.deficits();
    [
        i32::from(queen[0]),
        i32::from(queen[1]),
        i32::from(queen[2]),
        i32::from(king[0]),
        i32::from(king[1]),
        i32::from(king[2]),
        i32::from(features.queen.domain(color)),
        features.closeness(color) as i32,
        features.king_lead(color) as i32,
        i32::from(within[0]),
        i32::from(within[1]),
        i32::from(within[2]),
        i32::from(features.within_one_versus_two(color)),
        mobility.total() as i32,
        immobile as i32,
        below_four as i32,
        below_twelve as i32,
    ]
}
