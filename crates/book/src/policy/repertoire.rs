//! Drop-out expansion for a player who plays from the book.

use std::collections::HashSet;

use super::drop_out::{cheapest_targets, cost};
use super::{ExpansionTarget, Policy};
use crate::graph::Book;
use crate::key::BookKey;

/// [`DropOut`](super::DropOut) once for the player of either color, with a higher cost of the book
/// player's own losses: lines in which both players err do not occur in the games of a book player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Repertoire {
    /// Loss of the book player that costs as much as a ply, in millilogits.
    pub own_loss_per_ply: f64,
    /// Loss of the opponent that costs as much as a ply, in millilogits.
    pub opponent_loss_per_ply: f64,
}

impl Default for Repertoire {
    fn default() -> Self {
        Self {
            own_loss_per_ply: 6.0,
            opponent_loss_per_ply: 12.0,
        }
    }
}

impl Policy for Repertoire {
    fn select(&self, book: &Book, active: &HashSet<BookKey>, count: usize) -> Vec<ExpansionTarget> {
        let mut targets = Vec::new();
        for player in 0..2 {
            let cost_of = |depth: u32, best, value| {
                let is_own = depth % 2 == player;
                let loss_per_ply = if is_own {
                    self.own_loss_per_ply
                } else {
                    self.opponent_loss_per_ply
                };
                cost(best, value, loss_per_ply)
            };
            let is_allowed = |key: &BookKey| !active.contains(key);
            targets.extend(cheapest_targets(book, count, &is_allowed, &cost_of).0);
        }
        targets.sort_by_key(|&(cost, target)| (cost, target.key, target.adds_moves));
        let mut visited = HashSet::new();
        let targets = targets.into_iter().map(|(_, target)| target);
        targets
            .filter(|target| visited.insert(target.key))
            .take(count)
            .collect()
    }
}
