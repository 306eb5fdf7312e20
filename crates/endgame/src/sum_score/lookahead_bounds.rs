//! Tighter bounds by lookahead over all turn orders (future work of Okada, Kuroda and Kanada).
//!
//! The paper's bounds assume that a player answers in the same subgame. Where that fails, it may
//! work a few moves later, so bounds are backed up by minimax.

use std::collections::HashMap;

use amazons::Color;

use super::{SubgameId, Sum, SumScorer, sign};
use crate::bounds::{Bounds, bounds};
use crate::error::TableError;
use crate::scores::ScorePair;

/// Bounds by sum, side to move and remaining lookahead.
type BoundsCache = HashMap<(Sum, Color, usize), Bounds>;

impl SumScorer<'_> {
    /// Bounds of a sum after a lookahead of `turns` moves; 0 gives the paper's bounds.
    ///
    /// # Errors
    /// If the table is corrupt.
    pub fn lookahead_bounds(
        &mut self,
        subgames: &[SubgameId],
        to_move: Color,
        turns: usize,
    ) -> Result<Bounds, TableError> {
        let sum = self.sum(subgames)?;
        self.search_bounds(&sum, to_move, turns, &mut BoundsCache::new())
    }

    fn search_bounds(
        &mut self,
        sum: &Sum,
        to_move: Color,
        turns: usize,
        found: &mut BoundsCache,
    ) -> Result<Bounds, TableError> {
        let at_once = self.static_bounds(sum, to_move)?;
        if turns == 0 || at_once.lower.is_some() && at_once.lower == at_once.upper {
            return Ok(at_once);
        }
        let key = (sum.clone(), to_move, turns);
        if let Some(&known) = found.get(&key) {
            return Ok(known);
        }
        let mut after = Vec::new();
        for sum in self.moves(sum, to_move)? {
            after.push(self.search_bounds(&sum, !to_move, turns - 1, found)?);
        }
        let later = if after.is_empty() {
            // Passing is not a turn.
            self.search_bounds(sum, !to_move, turns, found)?
        } else {
            backed_up(&after, to_move)
        };
        let bounds = Bounds {
            lower: at_once.lower.max(later.lower),
            upper: [at_once.upper, later.upper].into_iter().flatten().min(),
        };
        found.insert(key, bounds);
        Ok(bounds)
    }

    fn static_bounds(&mut self, sum: &Sum, to_move: Color) -> Result<Bounds, TableError> {
        let mut pairs = Vec::with_capacity(sum.parts.len() + 2);
        for &part in &sum.parts {
            pairs.push(self.pair(part)?);
        }
        for (side, moves) in Color::ALL.into_iter().zip(sum.spare_moves) {
            pairs.push(ScorePair::one_sided(side, moves as i8));
        }
        Ok(bounds(&pairs, to_move))
    }

    /// Score of a subgame when the first turns are taken in a given order and the players alternate
    /// afterwards. `None` if the first player has no move; later a player without a move passes.
    ///
    /// # Errors
    /// If the table is corrupt.
    pub fn score_with_turn_order(
        &mut self,
        subgame: SubgameId,
        order: &[Color],
    ) -> Result<Option<i16>, TableError> {
        let sum = self.sum(&[subgame])?;
        let Some(&first) = order.first() else {
            return Ok(None);
        };
        if self.moves(&sum, first)?.is_empty() {
            return Ok(None);
        }
        self.score_turn_order(&sum, order, !order[order.len() - 1])
            .map(Some)
    }

    fn score_turn_order(
        &mut self,
        sum: &Sum,
        order: &[Color],
        then: Color,
    ) -> Result<i16, TableError> {
        let Some((&side, later)) = order.split_first() else {
            return self.score_unlimited(sum, then);
        };
        let mut best: Option<i16> = None;
        for after in self.moves(sum, side)? {
            let value = sign(side) + self.score_turn_order(&after, later, then)?;
            if best.is_none_or(|best| sign(side) * (value - best) > 0) {
                best = Some(value);
            }
        }
        match best {
            Some(value) => Ok(value),
            None => self.score_turn_order(sum, later, then),
        }
    }
}

/// Bounds before a move from those after all moves.
fn backed_up(after: &[Bounds], mover: Color) -> Bounds {
    let own = sign(mover);
    let lowers = after.iter().map(|bounds| Some(own + bounds.lower?));
    let uppers = after.iter().map(|bounds| Some(own + bounds.upper?));
    // One move suffices for the mover's own bound; the other one needs all moves.
    let (lower, upper) = match mover {
        Color::Black => {
            let all: Option<Vec<i16>> = uppers.collect();
            (
                lowers.flatten().max(),
                all.and_then(|all| all.into_iter().max()),
            )
        }
        Color::White => {
            let all: Option<Vec<i16>> = lowers.collect();
            (
                all.and_then(|all| all.into_iter().min()),
                uppers.flatten().min(),
            )
        }
    };
    Bounds { lower, upper }
}
