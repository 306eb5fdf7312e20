//! Drop-out for somebody who plays from the book: the opponent may err, oneself hardly.

use std::collections::HashSet;

use super::drop_out::{cheapest, cost};
use super::{Policy, Target, beginning};
use crate::graph::Book;
use crate::key::Key;

/// As [`DropOut`](super::DropOut), but a line in which both players err comes up in no game of somebody who plays from the book. So it is drop-out twice,
/// once for the player of either colour, and what the player of the book gives away costs more than what the opponent does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Repertoire {
    /// How many thousandths that the player of the book gives away cost as much as a move.
    pub own_loss_per_move: f64,
    /// And how many of the opponent.
    pub opponents_loss_per_move: f64,
}

impl Default for Repertoire {
    fn default() -> Self {
        Self {
            own_loss_per_move: 6.0,
            opponents_loss_per_move: 12.0,
        }
    }
}

impl Policy for Repertoire {
    fn choose(&self, book: &Book, under_way: &HashSet<Key>, count: usize) -> Vec<Target> {
        if let Some(root) = beginning(book, under_way) {
            return root;
        }
        let mut wanted = Vec::new();
        for player in 0..2 {
            let cost_of = |depth: u32, best, value| {
                let is_own = depth % 2 == player;
                let loss_per_move = if is_own {
                    self.own_loss_per_move
                } else {
                    self.opponents_loss_per_move
                };
                cost(best, value, loss_per_move)
            };
            let is_allowed = |key: &Key| !under_way.contains(key);
            wanted.extend(cheapest(book, count, &is_allowed, &cost_of).0);
        }
        wanted.sort_by_key(|&(cost, target)| (cost, target.key, target.widens));
        let mut met = HashSet::new();
        let targets = wanted.into_iter().map(|(_, target)| target);
        targets
            .filter(|target| met.insert(target.key))
            .take(count)
            .collect()
    }
}
