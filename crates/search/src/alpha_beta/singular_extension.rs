//! Singular extension: extends the hash move if a reduced search finds no alternative within a
//! margin.

use game::Game;

use super::node::{Node, SearchThread};
use super::window::Window;
use crate::transposition_table::{Bound, TableEntry};
use crate::{Depth, Evaluator};

/// How much shallower the search of a table entry may be for its value to be trusted.
const MAX_ENTRY_DEPTH_LAG: Depth = Depth::from_plies(2);

impl<G: Game, E: Evaluator<G>> SearchThread<'_, G, E> {
    /// Whether a reduced search finds no other move near the value of the hash move.
    pub fn is_singular(
        &mut self,
        position: &mut G,
        node: &Node<G::Move>,
        entry: &TableEntry,
        mv: G::Move,
    ) -> bool {
        let Some(singular) = self.parameters.singular_extension else {
            return false;
        };
        let is_candidate = node.depth >= singular.min_depth
            && node.ply > 0
            && entry.bound != Bound::Upper
            && entry.depth + MAX_ENTRY_DEPTH_LAG >= node.depth
            && !entry.value.is_decisive();
        if !is_candidate {
            return false;
        }
        let threshold = entry.value.saturating_add(-singular.margin);
        let depth = Depth::from_fraction((node.depth - Depth::PLY).as_fraction() / 2);
        let mut others = Node::new(depth, node.ply, Window::null(threshold));
        // Counts as searched, so that only the other moves are.
        others.searched_moves.push(mv);
        let incomplete_before = self.incomplete_count;
        let _ = self.search_all_moves(position, &mut others, None);
        // The verification search decides on the depth only and is not part of the value.
        self.incomplete_count = incomplete_before;
        self.pv_table.clear(node.ply);
        !self.is_stopped && others.best <= threshold
    }
}
