//! What is counted in a position, as the player to move sees it: the numbers that a linear
//! evaluation weighs.

use game::Color;

use crate::features::{CLOSENESS_UNIT, Features, KING_LEADS, OPENNESS_UNIT};
use crate::mobility::{CONFINED, MOBILITY_UNIT};

/// One number that a linear evaluation weighs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// One: what it is worth to be the player to move.
    Tempo,
    /// How open the game still is (Lieberum's w): what the move is worth more in an open game.
    Openness,
    /// Squares that both reach equally soon by queen's moves, credited to the player to move.
    QueenTies,
    /// The same by king's moves.
    KingTies,
    /// Squares that both reach within one queen's move, credited to the player to move.
    BothWithinOne,
    /// Squares that both reach within two queen's moves, credited to the player to move.
    BothWithinTwo,
    /// From here on a term is the own number minus the opponent's. Squares that both reach, nearer by
    /// one queen's move.
    QueenByOne,
    /// Nearer by two queen's moves.
    QueenByTwo,
    /// Nearer by three queen's moves or more.
    QueenByMore,
    /// Nearer by one king's move.
    KingByOne,
    /// Nearer by two king's moves.
    KingByTwo,
    /// Nearer by three king's moves or more.
    KingByMore,
    /// Squares that one side alone reaches.
    Domain,
    /// Σ 2^−distance by queen's moves (half of Lieberum's c1).
    Closeness,
    /// Σ of the leads by king's moves, each at most six, in sixths (Lieberum's c2).
    KingLead,
    /// Squares within one queen's move.
    WithinOne,
    /// Squares within two queen's moves.
    WithinTwo,
    /// Squares within three queen's moves.
    WithinThree,
    /// Squares within one queen's move that the other side reaches within two.
    OneToTwo,
    /// Σ of the amazons' mobility.
    Mobility,
    /// Amazons with no mobility at all.
    Immobile,
    /// What amazons lack to a mobility of four.
    Confined,
    /// What amazons lack to a mobility of twelve.
    Cramped,
}

impl Term {
    /// All terms, in the order of [`Terms`].
    pub const ALL: [Self; 23] = [
        Self::Tempo,
        Self::Openness,
        Self::QueenTies,
        Self::KingTies,
        Self::BothWithinOne,
        Self::BothWithinTwo,
        Self::QueenByOne,
        Self::QueenByTwo,
        Self::QueenByMore,
        Self::KingByOne,
        Self::KingByTwo,
        Self::KingByMore,
        Self::Domain,
        Self::Closeness,
        Self::KingLead,
        Self::WithinOne,
        Self::WithinTwo,
        Self::WithinThree,
        Self::OneToTwo,
        Self::Mobility,
        Self::Immobile,
        Self::Confined,
        Self::Cramped,
    ];

    /// How many there are.
    pub const COUNT: usize = Self::ALL.len();

    /// The name, as files and reports spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tempo => "tempo",
            Self::Openness => "openness",
            Self::QueenTies => "queen-ties",
            Self::KingTies => "king-ties",
            Self::BothWithinOne => "both-within-one",
            Self::BothWithinTwo => "both-within-two",
            Self::QueenByOne => "queen-by-one",
            Self::QueenByTwo => "queen-by-two",
            Self::QueenByMore => "queen-by-more",
            Self::KingByOne => "king-by-one",
            Self::KingByTwo => "king-by-two",
            Self::KingByMore => "king-by-more",
            Self::Domain => "domain",
            Self::Closeness => "closeness",
            Self::KingLead => "king-lead",
            Self::WithinOne => "within-one",
            Self::WithinTwo => "within-two",
            Self::WithinThree => "within-three",
            Self::OneToTwo => "one-to-two",
            Self::Mobility => "mobility",
            Self::Immobile => "immobile",
            Self::Confined => "confined",
            Self::Cramped => "cramped",
        }
    }

    /// The whole number that stands for one: terms that are fractions are counted in such parts.
    #[must_use]
    pub const fn unit(self) -> u32 {
        match self {
            Self::Openness => OPENNESS_UNIT,
            Self::Closeness => CLOSENESS_UNIT,
            Self::KingLead => KING_LEADS as u32,
            Self::Mobility | Self::Confined | Self::Cramped => MOBILITY_UNIT,
            Self::Immobile => CONFINED[0],
            _ => 1,
        }
    }
}

/// All terms of a position, in the order of [`Term::ALL`], each in parts of its
/// [unit](Term::unit).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms([i32; Term::COUNT]);

/// The terms that are credited to the player to move come first.
const CREDITED: usize = Term::QueenByOne as usize;

impl Terms {
    /// The terms as the player to move sees them.
    #[must_use]
    #[inline(always)]
    pub fn of(features: &Features, to_move: Color) -> Self {
        let [black, white] = Color::ALL.map(|color| one_side(features, color));
        let sign = match to_move {
            Color::Black => 1,
            Color::White => -1,
        };
        let mut terms = [0; Term::COUNT];
        terms[Term::Tempo as usize] = 1;
        terms[Term::Openness as usize] = features.openness() as i32;
        terms[Term::QueenTies as usize] = i32::from(features.queen.ties());
        terms[Term::KingTies as usize] = i32::from(features.king.ties());
        terms[Term::BothWithinOne as usize] = i32::from(features.both_within_one());
        terms[Term::BothWithinTwo as usize] = i32::from(features.both_within_two());
        for (term, (black, white)) in terms[CREDITED..]
            .iter_mut()
            .zip(black.into_iter().zip(white))
        {
            *term = sign * (black - white);
        }
        Self(terms)
    }

    /// The numbers, in the order of [`Term::ALL`].
    #[must_use]
    #[inline]
    pub fn as_array(&self) -> &[i32; Term::COUNT] {
        &self.0
    }

    /// One term as the number it stands for.
    #[must_use]
    pub fn get(&self, term: Term) -> f64 {
        f64::from(self.0[term as usize]) / f64::from(term.unit())
    }
}

/// One side's share of the terms that are differences.
#[inline(always)]
fn one_side(features: &Features, color: Color) -> [i32; Term::COUNT - CREDITED] {
    let queen = features.queen.nearer(color);
    let king = features.king.nearer(color);
    let within = &features.within[color];
    let mobility = &features.mobility[color];
    let [immobile, confined, cramped] = mobility.lacking();
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
        i32::from(features.one_to_two(color)),
        mobility.total() as i32,
        immobile as i32,
        confined as i32,
        cramped as i32,
    ]
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn terms_are_where_their_number_says_and_have_different_names() {
        for (index, term) in Term::ALL.into_iter().enumerate() {
            assert_eq!(term as usize, index);
        }
        let names: HashSet<_> = Term::ALL.map(Term::name).into_iter().collect();
        assert_eq!(names.len(), Term::COUNT);
    }
}
