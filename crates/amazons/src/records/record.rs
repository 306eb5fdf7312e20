//! A game record: start position, move tree and annotations.
//!
//! The tree is a vector of nodes linked by index. Traversal, comparison and drop do not recurse, so
//! records may be arbitrarily deep.

use game::{Color, Game};
use thiserror::Error;

use super::info::GameInfo;
use super::property::Property;
use crate::moves::Move;
use crate::position::{IllegalMoveError, Position};

/// Index of a node in its record; only valid for that record.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

/// Annotations of a node.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Annotations {
    /// The comment; empty if there is none.
    pub comment: String,
    /// Evaluation after the move, from the mover's point of view; in the unit of the record.
    pub evaluation: Option<f64>,
    /// Time spent on the move in seconds.
    pub seconds: Option<f64>,
    /// Properties that are not interpreted, in order.
    pub properties: Vec<Property>,
}

impl Annotations {
    const NONE: Self = Self {
        comment: String::new(),
        evaluation: None,
        seconds: None,
        properties: Vec::new(),
    };
}

#[derive(Clone, Debug, Default)]
struct Node {
    /// `None` at the root and at nodes that only have annotations.
    mv: Option<Move>,
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
    /// Boxed, since most nodes have none.
    annotations: Option<Box<Annotations>>,
}

/// A start position, a tree of legal moves, annotations and game information.
///
/// The root is the start position. Every other node is the position after its move; a node without
/// a move only has annotations. The first child of a node continues the line; its siblings are
/// variations.
#[derive(Clone, Debug)]
pub struct Record {
    /// Players, result and other game information.
    pub info: GameInfo,
    start: Position,
    nodes: Vec<Node>,
}

/// A line contains an illegal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("move {ply}, {mv}, is illegal: {error}")]
pub struct IllegalLineError {
    /// Ply of the move, from 1.
    pub ply: usize,
    /// The move.
    pub mv: Move,
    /// Why it is illegal.
    pub error: IllegalMoveError,
}

impl Record {
    /// The node of the start position.
    pub const ROOT: NodeId = NodeId(0);

    /// A record without moves.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self {
            info: GameInfo::default(),
            start,
            nodes: vec![Node::default()],
        }
    }

    /// A record of one line.
    ///
    /// # Errors
    /// If a move is illegal.
    pub fn from_moves(
        start: Position,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Self, IllegalLineError> {
        let mut record = Self::new(start);
        let (mut position, mut node) = (start, Self::ROOT);
        for (index, mv) in moves.into_iter().enumerate() {
            let ply = index + 1;
            position = position
                .after(mv)
                .map_err(|error| IllegalLineError { ply, mv, error })?;
            node = record.push(node, Some(mv));
        }
        Ok(record)
    }

    /// Adds a move as the last child of `parent`.
    ///
    /// # Errors
    /// If the move is illegal there; the record is then unchanged.
    pub fn add_move(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, IllegalMoveError> {
        self.position(parent).check_legal(mv)?;
        Ok(self.push(parent, Some(mv)))
    }

    /// Adds a node as the last child of `parent`, without checking that its move is legal.
    pub(super) fn push(&mut self, parent: NodeId, mv: Option<Move>) -> NodeId {
        let id =
            NodeId(u32::try_from(self.nodes.len()).expect("a record has fewer than 2^32 nodes"));
        self.nodes.push(Node {
            mv,
            parent: Some(parent),
            ..Node::default()
        });
        match self.nodes[parent.0 as usize].last_child.replace(id) {
            None => self.nodes[parent.0 as usize].first_child = Some(id),
            Some(previous) => self.nodes[previous.0 as usize].next_sibling = Some(id),
        }
        id
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// The start position.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The move that leads to a node; `None` at the root and at nodes that only have annotations.
    #[must_use]
    pub fn move_of(&self, node: NodeId) -> Option<Move> {
        self.node(node).mv
    }

    /// The parent; `None` at the root.
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).parent
    }

    /// The children of a node, the main continuation first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.node(node).first_child, |&child| {
            self.node(child).next_sibling
        })
    }

    /// The annotations of a node.
    #[must_use]
    pub fn annotations(&self, node: NodeId) -> &Annotations {
        const NONE: &Annotations = &Annotations::NONE;
        self.node(node).annotations.as_deref().unwrap_or(NONE)
    }

    /// Mutable access to the annotations of a node.
    pub fn annotations_mut(&mut self, node: NodeId) -> &mut Annotations {
        self.nodes[node.0 as usize]
            .annotations
            .get_or_insert_default()
    }

    /// The position at a node.
    #[must_use]
    pub fn position(&self, node: NodeId) -> Position {
        let line = std::iter::successors(Some(node), |&id| self.parent(id));
        let mut moves: Vec<Move> = line.filter_map(|id| self.move_of(id)).collect();
        moves.reverse();
        play_all(self.start, moves)
    }

    /// The nodes of the main line after the root.
    pub fn main_line_nodes(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.node(Self::ROOT).first_child, |&id| {
            self.node(id).first_child
        })
    }

    /// The moves of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = Move> {
        self.main_line_nodes().filter_map(|id| self.move_of(id))
    }

    /// The start position and the position after each move of the main line.
    #[must_use]
    pub fn main_line_positions(&self) -> Vec<Position> {
        let mut position = self.start;
        let later_positions = self.main_line().map(|mv| {
            position.play(mv);
            position
        });
        std::iter::once(self.start).chain(later_positions).collect()
    }

    /// The position at the end of the main line.
    #[must_use]
    pub fn final_position(&self) -> Position {
        play_all(self.start, self.main_line())
    }

    /// The winner according to the result, or by the rules if the main line is played to the end.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        self.info
            .result
            .winner()
            .or_else(|| self.final_position().outcome()?.winner())
    }

    /// All nodes with their depth, in preorder.
    pub fn walk(&self) -> impl Iterator<Item = (usize, NodeId)> {
        let mut next = Some((0, Self::ROOT));
        std::iter::from_fn(move || {
            let current = next?;
            next = self.successor(current);
            Some(current)
        })
    }

    /// The next node in preorder.
    fn successor(&self, (depth, id): (usize, NodeId)) -> Option<(usize, NodeId)> {
        if let Some(child) = self.node(id).first_child {
            return Some((depth + 1, child));
        }
        let (mut depth, mut id) = (depth, id);
        loop {
            if let Some(sibling) = self.node(id).next_sibling {
                return Some((depth, sibling));
            }
            id = self.parent(id)?;
            depth -= 1;
        }
    }
}

fn play_all(start: Position, moves: impl IntoIterator<Item = Move>) -> Position {
    moves.into_iter().fold(start, |mut position, mv| {
        position.play(mv);
        position
    })
}

/// Compares trees regardless of the order in which nodes were added.
impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        self.info == other.info
            && self.start == other.start
            && self.nodes.len() == other.nodes.len()
            && self
                .walk()
                .zip(other.walk())
                .all(|((depth, a), (other_depth, b))| {
                    depth == other_depth
                        && self.move_of(a) == other.move_of(b)
                        && self.annotations(a) == other.annotations(b)
                })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    #[test]
    fn the_main_line_follows_first_children() {
        let mut record = Record::new(Position::standard_start());
        let first = record.add_move(Record::ROOT, mv("d1-d7/g7")).unwrap();
        let variation = record.add_move(Record::ROOT, mv("g1-g6/d9")).unwrap();
        let reply = record.add_move(first, mv("a7-b7/b1")).unwrap();
        record.annotations_mut(reply).comment = "!".to_owned();

        assert_eq!(
            record.main_line().collect::<Vec<_>>(),
            [mv("d1-d7/g7"), mv("a7-b7/b1")]
        );
        assert_eq!(
            record.children(Record::ROOT).collect::<Vec<_>>(),
            [first, variation]
        );
        let walk: Vec<_> = record.walk().collect();
        assert_eq!(
            walk,
            [(0, Record::ROOT), (1, first), (2, reply), (1, variation)]
        );
        assert_eq!(record.main_line_positions().len(), 3);
        assert_eq!(record.main_line_positions()[2], record.final_position());
        assert_eq!(record.position(reply), record.final_position());
        assert_eq!(record.parent(reply), Some(first));
        assert_eq!(record.annotations(first), &Annotations::default());
    }

    #[test]
    fn equality_ignores_the_order_of_insertion() {
        let [a, b, c] = ["d1-d7/g7", "g1-g6/d9", "a7-b7/b1"].map(mv);
        let build = |deep_first: bool| {
            let mut record = Record::new(Position::standard_start());
            let first = record.add_move(Record::ROOT, a).unwrap();
            if deep_first {
                record.add_move(first, c).unwrap();
            }
            record.add_move(Record::ROOT, b).unwrap();
            if !deep_first {
                record.add_move(first, c).unwrap();
            }
            record
        };
        assert_eq!(build(true), build(false));
        // The same moves in a line, not as variations.
        let line = Record::from_moves(Position::standard_start(), [a, c]).unwrap();
        assert_ne!(build(true), line);
        let mut commented = build(true);
        commented.annotations_mut(Record::ROOT).comment.push('!');
        assert_ne!(build(true), commented);
    }

    #[test]
    fn illegal_moves_are_rejected() {
        let mut record = Record::new(Position::standard_start());
        let before = record.clone();
        assert_eq!(
            record.add_move(Record::ROOT, mv("d10-d7/g7")),
            Err(IllegalMoveError::WrongColor(
                "d10".parse().unwrap(),
                Color::Black
            ))
        );
        assert_eq!(record, before);
        let error =
            Record::from_moves(Position::standard_start(), [mv("d1-d7/g7"), mv("a7-e7/e8")]);
        assert_eq!(
            error.unwrap_err().to_string(),
            "move 2, a7-e7/e8, is illegal: the amazon on a7 cannot reach e7"
        );
    }

    #[test]
    fn the_winner_is_that_of_the_result_or_by_the_rules() {
        let over = crate::notation::parse_position("x#o|###|... b").unwrap();
        let mut record = Record::new(over);
        assert_eq!(record.winner(), Some(Color::White));
        record.info.result = "B+T".parse().unwrap();
        assert_eq!(record.winner(), Some(Color::Black));
        assert_eq!(Record::new(Position::standard_start()).winner(), None);
    }

    #[test]
    fn very_deep_records_do_not_overflow_the_stack() {
        let mut record = Record::new(Position::standard_start());
        let mut node = Record::ROOT;
        for _ in 0..1_000_000 {
            node = record.push(node, None);
        }
        assert_eq!(record.walk().count(), 1_000_001);
        assert_eq!(record, record.clone());
        assert_eq!(record.position(node), Position::standard_start());
    }
}
