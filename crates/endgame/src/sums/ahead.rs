//! Sharper bounds from values for every order of the first turns: what the paper on subgame databases leaves for the future.
//!
//! The paper's bounds rest on one plan: answer where the opponent plays. They say nothing where that plan fails.
//! A few turns later it may work, so the bounds of what all moves lead to are played back, as in any search: who
//! moves takes the best bound, who does not move must fear the worst.

use std::collections::HashMap;

use amazons::Color;

use super::{Subgame, Sum, Sums, sign};
use crate::bounds::{Bounds, bounds};
use crate::error::TableError;
use crate::pair::Pair;

/// Bounds that were found, by who moves next and how many turns were looked ahead.
type Found = HashMap<(Sum, Color, usize), Bounds>;

impl Sums<'_> {
    /// The bounds of subgames that share a game after looking at all orders of so many turns. With none they are
    /// the paper's.
    ///
    /// # Errors
    /// If the table is damaged.
    pub fn bounds_ahead(
        &mut self,
        subgames: &[Subgame],
        to_move: Color,
        turns: usize,
    ) -> Result<Bounds, TableError> {
        let sum = self.sum(subgames)?;
        self.look_ahead(&sum, to_move, turns, &mut Found::new())
    }

    fn look_ahead(
        &mut self,
        sum: &Sum,
        to_move: Color,
        turns: usize,
        found: &mut Found,
    ) -> Result<Bounds, TableError> {
        let at_once = self.bounds_at_once(sum, to_move)?;
        if turns == 0 || at_once.lower.is_some() && at_once.lower == at_once.upper {
            return Ok(at_once);
        }
        let key = (sum.clone(), to_move, turns);
        if let Some(&known) = found.get(&key) {
            return Ok(known);
        }
        let mut after = Vec::new();
        for sum in self.moves(sum, to_move)? {
            after.push(self.look_ahead(&sum, !to_move, turns - 1, found)?);
        }
        let later = if after.is_empty() {
            // Who has no move waits, and that is no turn.
            self.look_ahead(sum, !to_move, turns, found)?
        } else {
            played_back(&after, to_move)
        };
        let bounds = Bounds {
            lower: at_once.lower.max(later.lower),
            upper: [at_once.upper, later.upper].into_iter().flatten().min(),
        };
        found.insert(key, bounds);
        Ok(bounds)
    }

    fn bounds_at_once(&mut self, sum: &Sum, to_move: Color) -> Result<Bounds, TableError> {
        let mut pairs = Vec::with_capacity(sum.parts.len() + 2);
        for &part in &sum.parts {
            pairs.push(self.pair(part)?);
        }
        for (side, moves) in Color::ALL.into_iter().zip(sum.in_hand) {
            pairs.push(Pair::alone(side, moves as i8));
        }
        Ok(bounds(&pairs, to_move))
    }

    /// What a subgame is worth if the first turns in it are taken in that order, as both players know, and from then on
    /// they alternate. `None` if the first player has no move; who has none later waits.
    ///
    /// # Errors
    /// If the table is damaged.
    pub fn in_order(
        &mut self,
        subgame: Subgame,
        order: &[Color],
    ) -> Result<Option<i16>, TableError> {
        let sum = self.sum(&[subgame])?;
        let Some(&first) = order.first() else {
            return Ok(None);
        };
        if self.moves(&sum, first)?.is_empty() {
            return Ok(None);
        }
        self.play_in_order(&sum, order, !order[order.len() - 1])
            .map(Some)
    }

    fn play_in_order(
        &mut self,
        sum: &Sum,
        order: &[Color],
        then: Color,
    ) -> Result<i16, TableError> {
        let Some((&side, later)) = order.split_first() else {
            return self.searched(sum, then);
        };
        let mut best: Option<i16> = None;
        for after in self.moves(sum, side)? {
            let value = sign(side) + self.play_in_order(&after, later, then)?;
            best = Some(match (best, side) {
                (None, _) => value,
                (Some(best), Color::Black) => best.max(value),
                (Some(best), Color::White) => best.min(value),
            });
        }
        match best {
            Some(value) => Ok(value),
            None => self.play_in_order(sum, later, then),
        }
    }
}

/// The bounds before a move, from those after all moves.
fn played_back(after: &[Bounds], mover: Color) -> Bounds {
    let own = sign(mover);
    let lowers = after
        .iter()
        .map(|bounds| bounds.lower.map(|bound| own + bound));
    let uppers = after
        .iter()
        .map(|bounds| bounds.upper.map(|bound| own + bound));
    match mover {
        Color::Black => Bounds {
            // One good move is enough; nothing is certain about the best unless it is about all.
            lower: lowers.flatten().max(),
            upper: uppers
                .collect::<Option<Vec<_>>>()
                .and_then(|all| all.into_iter().max()),
        },
        Color::White => Bounds {
            lower: lowers
                .collect::<Option<Vec<_>>>()
                .and_then(|all| all.into_iter().min()),
            upper: uppers.flatten().min(),
        },
    }
}
