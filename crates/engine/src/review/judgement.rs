//! How good a move was.

use std::fmt;

/// What a move gave away is measured in win probability: the chance of its player before it, with
/// the best play that the engine knows, less the chance after it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Judgement {
    /// The move that the engine prefers.
    Best,
    /// Another one that gives away little.
    Good,
    /// Gives away at least [5 %](Self::INACCURACY).
    Inaccuracy,
    /// Gives away at least [10 %](Self::MISTAKE).
    Mistake,
    /// Gives away at least [20 %](Self::BLUNDER).
    Blunder,
}

impl Judgement {
    /// All of them, the best first.
    pub const ALL: [Self; 5] = [
        Self::Best,
        Self::Good,
        Self::Inaccuracy,
        Self::Mistake,
        Self::Blunder,
    ];

    /// The least that an inaccuracy gives away.
    pub const INACCURACY: f64 = 0.05;

    /// The least that a mistake gives away.
    pub const MISTAKE: f64 = 0.10;

    /// The least that a blunder gives away.
    pub const BLUNDER: f64 = 0.20;

    /// The name of a move that gave away so much.
    pub(super) fn of(loss: f64, is_preferred: bool) -> Self {
        if is_preferred {
            Self::Best
        } else if loss >= Self::BLUNDER {
            Self::Blunder
        } else if loss >= Self::MISTAKE {
            Self::Mistake
        } else if loss >= Self::INACCURACY {
            Self::Inaccuracy
        } else {
            Self::Good
        }
    }

    /// Whether a better move should be shown.
    #[must_use]
    pub fn is_bad(self) -> bool {
        self >= Self::Inaccuracy
    }

    /// The sign that annotators put behind such a move.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Best | Self::Good => "",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// Its name in one word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_by_what_was_given_away() {
        for (loss, judgement) in [
            (0.0, Judgement::Good),
            (0.0499, Judgement::Good),
            (0.05, Judgement::Inaccuracy),
            (0.0999, Judgement::Inaccuracy),
            (0.10, Judgement::Mistake),
            (0.1999, Judgement::Mistake),
            (0.20, Judgement::Blunder),
            (1.0, Judgement::Blunder),
        ] {
            assert_eq!(Judgement::of(loss, false), judgement, "{loss}");
            assert_eq!(Judgement::of(loss, true), Judgement::Best, "{loss}");
        }
        assert!(Judgement::ALL.is_sorted());
    }
}
