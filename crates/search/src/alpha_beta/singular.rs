//! Singular extensions: a move that is much better than all others is searched deeper, since everything hangs on it.

use game::Game;

use super::node::{Node, Worker};
use super::window::Window;
use crate::table::{Bound, Entry};
use crate::{Depth, Evaluator};

/// An entry of the table is trusted if its search was at most so much shallower.
const STALENESS: Depth = Depth::plies(2);

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// Whether the table's move stands alone: a shallower search finds no other that comes near its value.
    pub fn is_singular(
        &mut self,
        position: &mut G,
        node: &Node<G::Move>,
        entry: &Entry,
        mv: G::Move,
    ) -> bool {
        let Some(singular) = self.parameters.singular else {
            return false;
        };
        let is_asked = node.depth >= singular.least_depth
            && node.ply > 0
            && entry.bound != Bound::Upper
            && entry.depth + STALENESS >= node.depth
            && !entry.value.is_decided();
        if !is_asked {
            return false;
        }
        let needed = entry.value.plus(-singular.margin);
        let depth = Depth::sixty_fourths((node.depth - Depth::PLY).in_sixty_fourths() / 2);
        let mut others = Node::new(depth, node.ply, Window::above(needed));
        // What was searched is not searched again, so all others are.
        others.searched.push(mv);
        let left_out_before = self.left_out;
        let _ = self.search_moves(position, &mut others, None);
        // Nothing of this becomes part of a value: it only says how deep to look.
        self.left_out = left_out_before;
        self.lines.clear(node.ply);
        !self.is_stopped && others.best <= needed
    }
}
