//! Building a record move by move, every one checked: what all readers share.

use game::Color;

use super::error::{Problem, excerpt};
use super::record::{Annotations, IllegalPly, NodeId, Record};
use crate::moves::Move;
use crate::notation::NotationError;
use crate::position::Position;

/// A record under construction and the place in it where the next move goes.
#[derive(Debug)]
pub(super) struct Replay {
    pub record: Record,
    node: NodeId,
    position: Position,
    ply: usize,
}

impl Replay {
    pub fn new(start: Position) -> Self {
        Self {
            record: Record::new(start),
            node: Record::ROOT,
            position: start,
            ply: 0,
        }
    }

    /// The node reached.
    pub fn node(&self) -> NodeId {
        self.node
    }

    /// The position reached.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The number of the next move, from 1.
    pub fn next_ply(&self) -> usize {
        self.ply + 1
    }

    /// What is said about the node reached.
    pub fn annotations(&mut self) -> &mut Annotations {
        self.record.annotations_mut(self.node)
    }

    /// Plays a move, by a certain player if the record says by whom.
    pub fn play(&mut self, mover: Option<Color>, mv: Move) -> Result<(), Problem> {
        let ply = self.next_ply();
        if let Some(mover) = mover.filter(|&mover| mover != self.position.to_move()) {
            return Err(Problem::WrongTurn { ply, mv, mover });
        }
        self.position
            .check(mv)
            .map_err(|reason| IllegalPly { ply, mv, reason })?;
        self.position.play_unchecked(mv);
        self.ply = ply;
        self.node = self.record.push(self.node, Some(mv));
        Ok(())
    }

    /// Adds a node without a move.
    pub fn remark(&mut self) {
        self.node = self.record.push(self.node, None);
    }

    /// Goes back to a node that leads to this one.
    ///
    /// Taking moves back one by one costs no more than playing them did, so that a tree of any
    /// shape is built in time proportional to its size.
    pub fn return_to(&mut self, ancestor: NodeId) {
        while self.node != ancestor {
            if let Some(mv) = self.record.move_of(self.node) {
                self.position.unplay_unchecked(mv);
                self.ply -= 1;
            }
            let Some(parent) = self.record.parent(self.node) else {
                debug_assert!(false, "{ancestor:?} does not lead here");
                return;
            };
            self.node = parent;
        }
    }
}

/// Reads a move as people write it; the `ply` is for the error.
pub(super) fn human_move(text: &str, ply: usize) -> Result<Move, Problem> {
    // No move is that long, and no error should quote a whole file.
    const LONGEST: usize = 40;
    let parsed = if text.len() > LONGEST {
        Err(NotationError::NotAMove(excerpt(text)))
    } else {
        text.parse()
    };
    parsed.map_err(|reason| Problem::NotAMove { ply, reason })
}
