//! Judgement of a move.

use std::fmt;

/// Quality of a move by its loss of win probability: the mover's win probability before the move
/// minus that after it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Judgement {
    /// The engine's move.
    Best,
    /// Another move with a small loss.
    Good,
    /// Loses at least [5 %](Self::MIN_INACCURACY_LOSS).
    Inaccuracy,
    /// Loses at least [10 %](Self::MIN_MISTAKE_LOSS).
    Mistake,
    /// Loses at least [20 %](Self::MIN_BLUNDER_LOSS).
    Blunder,
}

impl Judgement {
    /// All judgements, best first.
    pub const ALL: [Self; 5] = [
        Self::Best,
        Self::Good,
        Self::Inaccuracy,
        Self::Mistake,
        Self::Blunder,
    ];

    /// Minimum loss of an inaccuracy.
    pub const MIN_INACCURACY_LOSS: f64 = 0.05;

    /// Minimum loss of a mistake.
    pub const MIN_MISTAKE_LOSS: f64 = 0.10;

    /// Minimum loss of a blunder.
    pub const MIN_BLUNDER_LOSS: f64 = 0.20;

    pub(super) fn from_loss(loss: f64, is_engine_move: bool) -> Self {
        if is_engine_move {
            Self::Best
        } else if loss >= Self::MIN_BLUNDER_LOSS {
            Self::Blunder
        } else if loss >= Self::MIN_MISTAKE_LOSS {
            Self::Mistake
        } else if loss >= Self::MIN_INACCURACY_LOSS {
            Self::Inaccuracy
        } else {
            Self::Good
        }
    }

    /// Whether the move is an inaccuracy or worse.
    #[must_use]
    pub fn is_bad(self) -> bool {
        self >= Self::Inaccuracy
    }

    /// Annotation symbol, as in chess: `?!`, `?`, `??` or none.
    #[must_use]
    pub const fn glyph(self) -> &'static str {
        match self {
            Self::Best | Self::Good => "",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// Name in lower case.
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
    fn judgements_follow_the_thresholds() {
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
            assert_eq!(Judgement::from_loss(loss, false), judgement, "{loss}");
            assert_eq!(Judgement::from_loss(loss, true), Judgement::Best, "{loss}");
        }
        assert!(Judgement::ALL.is_sorted());
    }
}
