//! A game looked back on: what each move gave away, how well each side played, where it turned.
//!
//! A review is made of one [`Study`] for each position of the game, however those were come by. A
//! player's move is judged by the chances before and after it, so a move needs no search of its own.

mod judgement;

use amazons::{Color, Move};
use game::PerColor;

pub use judgement::Judgement;

use crate::study::Study;

/// A side with this chance has as good as won. Moves played on both sides of which that holds say
/// nothing about how well somebody plays, and half of a game of Amazons is filled with them.
pub const DECIDED: f64 = 0.98;

/// A loss of this much win probability makes a move 1/e as accurate as one that loses nothing.
const ACCURACY_SCALE: f64 = 0.20;

/// A game that has been studied from its first position to its last.
#[derive(Clone, Debug)]
pub struct Review {
    studies: Vec<Study>,
    moves: Vec<JudgedMove>,
}

/// A move of the game, judged.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct JudgedMove {
    /// Which move of the game, from 1.
    pub ply: usize,
    /// Who played it.
    pub mover: Color,
    /// The move.
    pub mv: Move,
    /// The move that the engine prefers.
    pub preferred: Move,
    /// The mover's chance before, with the best play that the engine knows.
    pub before: f64,
    /// The mover's chance after.
    pub after: f64,
    /// What was given away; never less than nothing.
    pub loss: f64,
    /// The name for it.
    pub judgement: Judgement,
}

/// How well one side played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Performance {
    /// Its moves in the game.
    pub moves: usize,
    /// Those played while the game was open, which all other numbers are about.
    pub counted: usize,
    /// From 0 to 1: the mean over the counted moves of e^(−loss / 20 %). `None` if none counts.
    pub accuracy: Option<f64>,
    /// The mean loss of a counted move.
    pub mean_loss: Option<f64>,
    /// How many moves were of each judgement, in the order of [`Judgement::ALL`].
    pub judgements: [usize; Judgement::ALL.len()],
}

/// The move since which the side that stood better in the end was always ahead.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TurningPoint {
    /// The move; it may have been either side's.
    pub ply: usize,
    /// Who took the lead for good.
    pub leader: Color,
    /// The leader's chance before the move and after it.
    pub chances: [f64; 2],
}

impl Review {
    /// Judges a game by the studies of its positions: that of the start and those after each move.
    /// `None` if they are not one more than the moves, or if one has no score or, before a move, no
    /// line: then there is nothing to judge by.
    #[must_use]
    pub fn new(studies: Vec<Study>, moves: &[Move]) -> Option<Self> {
        if studies.len() != moves.len() + 1 || studies.iter().any(|study| study.score().is_none()) {
            return None;
        }
        let judged: Option<Vec<JudgedMove>> = moves
            .iter()
            .zip(studies.windows(2))
            .zip(1..)
            .map(|((&mv, pair), ply)| judge(ply, mv, &pair[0], &pair[1]))
            .collect();
        Some(Self {
            moves: judged?,
            studies,
        })
    }

    /// The studies: of the start, and of the position after each move.
    #[must_use]
    pub fn studies(&self) -> &[Study] {
        &self.studies
    }

    /// The moves, judged.
    #[must_use]
    pub fn moves(&self) -> &[JudgedMove] {
        &self.moves
    }

    /// A side's chance at the start and after each move.
    pub fn chances(&self, side: Color) -> impl Iterator<Item = f64> {
        // That every study has a score was seen when the review was made.
        self.studies
            .iter()
            .map(move |study| study.chance(side).unwrap_or(0.5))
    }

    /// The moves that gave away enough to be called bad, the worst first.
    #[must_use]
    pub fn worst_moves(&self) -> Vec<&JudgedMove> {
        let mut worst: Vec<_> = self
            .moves
            .iter()
            .filter(|mv| mv.judgement.is_bad())
            .collect();
        worst.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        worst
    }

    /// How well each side played.
    #[must_use]
    pub fn performances(&self) -> PerColor<Performance> {
        PerColor::from_fn(|side| {
            let own = self.moves.iter().filter(|mv| mv.mover == side);
            Performance::of(&own.collect::<Vec<_>>())
        })
    }

    /// Where the game turned; `None` if the side that stood better in the end always did, or if nobody
    /// stood better.
    #[must_use]
    pub fn turning_point(&self) -> Option<TurningPoint> {
        let leader = Color::ALL
            .into_iter()
            .find(|&side| self.chances(side).last() > Some(0.5))?;
        let chances: Vec<f64> = self.chances(leader).collect();
        let ply = chances.iter().rposition(|&chance| chance <= 0.5)? + 1;
        Some(TurningPoint {
            ply,
            leader,
            chances: [chances[ply - 1], chances[ply]],
        })
    }
}

fn judge(ply: usize, mv: Move, before: &Study, after: &Study) -> Option<JudgedMove> {
    let mover = before.position().to_move();
    let preferred = before.best_move()?;
    let (chance_before, chance_after) = (before.chance(mover)?, after.chance(mover)?);
    let is_preferred = mv == preferred;
    // Two searches of two positions never agree to the last digit; who follows the engine's advice
    // has given nothing away.
    let loss = if is_preferred {
        0.0
    } else {
        (chance_before - chance_after).max(0.0)
    };
    Some(JudgedMove {
        ply,
        mover,
        mv,
        preferred,
        before: chance_before,
        after: chance_after,
        loss,
        judgement: Judgement::of(loss, is_preferred),
    })
}

impl JudgedMove {
    /// Whether the game was as good as won for the same side before and after.
    fn was_decided(&self) -> bool {
        let won = |chance: f64| chance >= DECIDED;
        let lost = |chance: f64| chance <= 1.0 - DECIDED;
        (won(self.before) && won(self.after)) || (lost(self.before) && lost(self.after))
    }
}

impl Performance {
    fn of(moves: &[&JudgedMove]) -> Self {
        let counted: Vec<_> = moves.iter().filter(|mv| !mv.was_decided()).collect();
        let mean = |value: fn(f64) -> f64| {
            let sum: f64 = counted.iter().map(|mv| value(mv.loss)).sum();
            (!counted.is_empty()).then(|| sum / counted.len() as f64)
        };
        Self {
            moves: moves.len(),
            counted: counted.len(),
            accuracy: mean(|loss| (-loss / ACCURACY_SCALE).exp()),
            mean_loss: mean(|loss| loss),
            judgements: Judgement::ALL.map(|judgement| {
                let such = counted.iter().filter(|mv| mv.judgement == judgement);
                such.count()
            }),
        }
    }
}

#[cfg(test)]
mod tests;
