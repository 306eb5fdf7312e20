//! Builds a record move by move, checking each move.

use game::Color;

use super::error::{RecordErrorKind, excerpt};
use super::record::{Annotations, IllegalLineError, NodeId, Record};
use crate::moves::Move;
use crate::notation::NotationError;
use crate::position::Position;

/// A record under construction and its current node.
#[derive(Debug)]
pub(super) struct RecordBuilder {
    pub record: Record,
    node: NodeId,
    position: Position,
    ply: usize,
}

impl RecordBuilder {
    pub fn new(start: Position) -> Self {
        Self {
            record: Record::new(start),
            node: Record::ROOT,
            position: start,
            ply: 0,
        }
    }

    pub fn node(&self) -> NodeId {
        self.node
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Ply of the next move, from 1.
    pub fn next_ply(&self) -> usize {
        self.ply + 1
    }

    pub fn annotations(&mut self) -> &mut Annotations {
        self.record.annotations_mut(self.node)
    }

    /// Plays a move and checks its player if the record names one.
    pub fn play(&mut self, mover: Option<Color>, mv: Move) -> Result<(), RecordErrorKind> {
        let ply = self.next_ply();
        if let Some(mover) = mover.filter(|&mover| mover != self.position.to_move()) {
            return Err(RecordErrorKind::WrongTurn { ply, mv, mover });
        }
        self.position
            .check_legal(mv)
            .map_err(|error| IllegalLineError { ply, mv, error })?;
        self.position.play_unchecked(mv);
        self.ply = ply;
        self.node = self.record.push(self.node, Some(mv));
        Ok(())
    }

    /// Adds a node without a move.
    pub fn add_empty_node(&mut self) {
        self.node = self.record.push(self.node, None);
    }

    /// Goes back to an ancestor of the current node.
    ///
    /// Takes back move by move, so a tree of any shape is built in linear time.
    pub fn rewind_to(&mut self, ancestor: NodeId) {
        while self.node != ancestor {
            if let Some(mv) = self.record.move_of(self.node) {
                self.position.unplay_unchecked(mv);
                self.ply -= 1;
            }
            let Some(parent) = self.record.parent(self.node) else {
                debug_assert!(false, "{ancestor:?} is not an ancestor");
                return;
            };
            self.node = parent;
        }
    }
}

/// Parses a move such as `d1-d7/g7`; `ply` is for the error.
pub(super) fn parse_algebraic_move(text: &str, ply: usize) -> Result<Move, RecordErrorKind> {
    // Longer texts are no moves and are shortened in the error.
    const MAX_LEN: usize = 40;
    let parsed = if text.len() > MAX_LEN {
        Err(NotationError::InvalidMove(excerpt(text)))
    } else {
        text.parse()
    };
    parsed.map_err(|error| RecordErrorKind::InvalidMove { ply, error })
}
