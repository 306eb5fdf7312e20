//! A game record: a start position, a tree of moves, and what was said about them.
//!
//! The tree lives in one vector, its nodes linked by index. However deep or wide a record is,
//! nothing here recurses: not the walk, not the comparison, not the drop.

use game::{Color, Game};
use thiserror::Error;

use super::info::GameInfo;
use super::property::Property;
use crate::moves::Move;
use crate::position::{IllegalMove, Position};

/// A node of one record's tree; it means nothing to another record.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

/// What is said about one node.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Annotations {
    /// A comment, or nothing.
    pub comment: String,
    /// The mover's evaluation of the position after the move: the more, the better for the mover.
    pub evaluation: Option<f64>,
    /// The seconds that the mover thought about the move.
    pub seconds: Option<f64>,
    /// Everything that has no meaning here, in the order in which it was read.
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
    mv: Option<Move>,
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
    /// Boxed, for most nodes have none.
    annotations: Option<Box<Annotations>>,
}

/// A start position and a tree of legal moves from it, with all that is said about the game.
///
/// The root stands for the start position. A node below it stands for the position after its
/// move, or, where a reader met a remark between two moves, for no move at all. The first child
/// of every node continues the main line; its siblings are variations.
#[derive(Clone, Debug)]
pub struct Record {
    /// Players, result and other headings.
    pub info: GameInfo,
    start: Position,
    nodes: Vec<Node>,
}

/// Why a sequence of moves cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("move {ply}, {mv}, is not legal: {reason}")]
pub struct IllegalPly {
    /// Which move of the game, from 1.
    pub ply: usize,
    /// The move.
    pub mv: Move,
    /// What speaks against it.
    pub reason: IllegalMove,
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

    /// A record of one line of play.
    ///
    /// # Errors
    /// If a move is not legal; the error says which and why.
    pub fn from_moves(
        start: Position,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Self, IllegalPly> {
        let mut record = Self::new(start);
        let (mut position, mut node) = (start, Self::ROOT);
        for (index, mv) in moves.into_iter().enumerate() {
            let ply = index + 1;
            position = position
                .after(mv)
                .map_err(|reason| IllegalPly { ply, mv, reason })?;
            node = record.push(node, Some(mv));
        }
        Ok(record)
    }

    /// Adds a move after those that `parent` already has: as the main line if it has none, as
    /// the last variation otherwise.
    ///
    /// # Errors
    /// If the move is not legal there; the record is then unchanged.
    pub fn add_move(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, IllegalMove> {
        self.position(parent).check(mv)?;
        Ok(self.push(parent, Some(mv)))
    }

    /// Adds a node; its move must be legal.
    pub(super) fn push(&mut self, parent: NodeId, mv: Option<Move>) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("a record fits into memory"));
        self.nodes.push(Node {
            mv,
            parent: Some(parent),
            ..Node::default()
        });
        match self.nodes[parent.0 as usize].last_child.replace(id) {
            None => self.nodes[parent.0 as usize].first_child = Some(id),
            Some(elder) => self.nodes[elder.0 as usize].next_sibling = Some(id),
        }
        id
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// The position from which the game starts, with the side to move first.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The move that led to a node; `None` at the root and at mere remarks.
    #[must_use]
    pub fn move_of(&self, node: NodeId) -> Option<Move> {
        self.node(node).mv
    }

    /// The node before.
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).parent
    }

    /// The continuations of a node, the main one first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.node(node).first_child, |&child| {
            self.node(child).next_sibling
        })
    }

    /// What is said about a node.
    #[must_use]
    pub fn annotations(&self, node: NodeId) -> &Annotations {
        const NONE: &Annotations = &Annotations::NONE;
        self.node(node).annotations.as_deref().unwrap_or(NONE)
    }

    /// What is said about a node, to be changed.
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
    pub fn positions(&self) -> Vec<Position> {
        let mut position = self.start;
        let after = self.main_line().map(|mv| {
            position.play(mv);
            position
        });
        std::iter::once(self.start).chain(after).collect()
    }

    /// The position at the end of the main line.
    #[must_use]
    pub fn final_position(&self) -> Position {
        play_all(self.start, self.main_line())
    }

    /// The winner that the record states, or else the one by the rules if the main line is
    /// played to its end.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        self.info
            .result
            .winner()
            .or_else(|| self.final_position().outcome()?.winner())
    }

    /// All nodes with their distance from the root: every node before its continuations, the
    /// main line before variations.
    pub fn walk(&self) -> impl Iterator<Item = (usize, NodeId)> {
        let mut next = Some((0, Self::ROOT));
        std::iter::from_fn(move || {
            let here = next?;
            next = self.successor(here);
            Some(here)
        })
    }

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

/// Records are equal if they tell the same, in whatever order their nodes were added.
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
    fn the_main_line_is_the_first_child() {
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
        assert_eq!(record.positions().len(), 3);
        assert_eq!(record.positions()[2], record.final_position());
        assert_eq!(record.position(reply), record.final_position());
        assert_eq!(record.parent(reply), Some(first));
        assert_eq!(record.annotations(first), &Annotations::default());
    }

    #[test]
    fn equality_is_about_the_tree_not_about_its_making() {
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
    fn illegal_moves_are_refused_and_change_nothing() {
        let mut record = Record::new(Position::standard_start());
        let before = record.clone();
        assert_eq!(
            record.add_move(Record::ROOT, mv("d10-d7/g7")),
            Err(IllegalMove::NotYours("d10".parse().unwrap(), Color::Black))
        );
        assert_eq!(record, before);
        let error =
            Record::from_moves(Position::standard_start(), [mv("d1-d7/g7"), mv("a7-e7/e8")]);
        assert_eq!(
            error.unwrap_err().to_string(),
            "move 2, a7-e7/e8, is not legal: the amazon on a7 cannot reach e7"
        );
    }

    #[test]
    fn the_winner_is_the_stated_one_or_the_one_by_the_rules() {
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
