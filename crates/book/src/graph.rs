//! The book as a graph with one node per expanded position.
//!
//! Every move burns a square, so the number of burned squares is the layer of a position, the graph
//! has no cycles, and values are backed up layer by layer, each node once.

use std::collections::{BTreeSet, HashMap};

use amazons::{Move, Position};
use search::Value;
use thiserror::Error;

use crate::key::BookKey;
use crate::node::{BookMove, Node, PositionEvaluation, offset_estimate};

/// An opening book: a rooted graph of positions.
#[derive(Clone, Debug)]
pub struct Book {
    root: Position,
    root_key: BookKey,
    nodes: HashMap<BookKey, Node>,
    /// Parents of each position, expanded or not, without duplicates.
    parents: HashMap<BookKey, Vec<BookKey>>,
    provenances: Vec<String>,
    /// Search error from a compact file, which does not contain what it was computed from.
    pub(crate) stored_search_error: Option<f64>,
}

/// Error of an operation on a book, which leaves the book unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BookError {
    /// A search returned an illegal move.
    #[error("illegal move {0} in the search result")]
    IllegalMove(Move),
    /// The position is not in the book.
    #[error("the position is not in the book")]
    NotInBook,
    /// Books to merge have different roots.
    #[error("the books have different roots")]
    DifferentRoots,
}

impl Book {
    /// An empty book with a root.
    #[must_use]
    pub fn new(root: &Position) -> Self {
        let (root_key, view) = BookKey::new(root);
        Self {
            root: view.apply(root),
            root_key,
            nodes: HashMap::new(),
            parents: HashMap::new(),
            provenances: Vec::new(),
            stored_search_error: None,
        }
    }

    /// The root as a position to show: the start position of its board, if it is that.
    #[must_use]
    pub fn start_position(&self) -> Position {
        let start = Position::start(self.root.size());
        let is_root = |start: &Position| BookKey::new(start).0 == self.root_key;
        start.filter(is_root).unwrap_or(self.root)
    }

    /// Sets the root: depths and policies are relative to it. Nodes elsewhere are kept.
    pub fn set_root(&mut self, root: &Position) {
        let (root_key, view) = BookKey::new(root);
        self.root = view.apply(root);
        self.root_key = root_key;
    }

    /// The canonical root position.
    #[must_use]
    pub fn root(&self) -> &Position {
        &self.root
    }

    /// Key of the root.
    #[must_use]
    pub fn root_key(&self) -> BookKey {
        self.root_key
    }

    /// The node of a position, if it is expanded.
    #[must_use]
    pub fn node(&self, key: &BookKey) -> Option<&Node> {
        self.nodes.get(key)
    }

    /// All nodes, in arbitrary order.
    pub fn nodes(&self) -> impl Iterator<Item = (&BookKey, &Node)> {
        self.nodes.iter()
    }

    /// All nodes by layer, then by key; reversed, children come before their parents.
    pub(crate) fn nodes_by_layer(&self) -> Vec<(&BookKey, &Node)> {
        let mut nodes: Vec<_> = self.nodes().collect();
        nodes.sort_unstable_by_key(|&(key, node)| (node.layer(), key));
        nodes
    }

    /// Height of each node: number of nodes on the longest line from it, 1 without expanded
    /// children.
    #[must_use]
    pub fn heights(&self) -> HashMap<BookKey, u32> {
        let mut heights: HashMap<BookKey, u32> = HashMap::with_capacity(self.len());
        for (key, node) in self.nodes_by_layer().into_iter().rev() {
            let children = node.moves.iter();
            let below = children.filter_map(|book_move| heights.get(&book_move.child));
            let height = 1 + below.max().copied().unwrap_or(0);
            heights.insert(*key, height);
        }
        heights
    }

    /// Number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no nodes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Number of positions, expanded or not, including the root: the size of a book in papers.
    #[must_use]
    pub fn position_count(&self) -> usize {
        1 + self.parents.len()
    }

    /// Number of positions with several parents.
    #[must_use]
    pub fn transposition_count(&self) -> usize {
        let several = |parents: &&Vec<BookKey>| parents.len() > 1;
        self.parents.values().filter(several).count()
    }

    /// All positions but the root, expanded or not, with their depths.
    pub fn positions(&self) -> impl Iterator<Item = (&BookKey, u32)> {
        self.parents.iter().filter_map(|(key, parents)| {
            let parent = self.nodes.get(parents.first()?)?;
            Some((key, self.depth(parent.position()) + 1))
        })
    }

    /// Number of plies from the root.
    #[must_use]
    pub fn depth(&self, position: &Position) -> u32 {
        position
            .burned()
            .len()
            .saturating_sub(self.root.burned().len())
    }

    /// Value of a move for the player who moves: that of the child if it is expanded, else the
    /// estimate.
    #[must_use]
    pub fn move_value(&self, book_move: &BookMove) -> Value {
        match self.nodes.get(&book_move.child) {
            Some(child) => child.value.to_parent(),
            None => book_move.parent_estimate,
        }
    }

    /// Whether the child of a move is expanded.
    #[must_use]
    pub fn is_expanded(&self, book_move: &BookMove) -> bool {
        self.nodes.contains_key(&book_move.child)
    }

    /// Value of the root, if it is expanded.
    #[must_use]
    pub fn value(&self) -> Option<Value> {
        self.nodes.get(&self.root_key).map(Node::value)
    }

    /// Provenance of a node.
    #[must_use]
    pub fn provenance(&self, node: &Node) -> &str {
        let text = self.provenances.get(node.provenance as usize);
        text.map_or("unknown", String::as_str)
    }

    /// All provenances.
    #[must_use]
    pub fn provenances(&self) -> &[String] {
        &self.provenances
    }

    /// Index of a provenance, which is added if it is new.
    pub fn intern_provenance(&mut self, text: &str) -> u32 {
        let index = self.provenances.iter().position(|one| one == text);
        let index = index.unwrap_or_else(|| {
            self.provenances.push(text.to_owned());
            self.provenances.len() - 1
        });
        index as u32
    }

    /// Inserts the result of a search: a new node with at most `moves_per_node` moves, or as many
    /// more moves for an existing one. With `keep_deviation`, the value of the next move is the
    /// best deviation.
    ///
    /// # Errors
    /// If a move is illegal.
    pub fn insert_evaluation(
        &mut self,
        position: &Position,
        evaluation: &PositionEvaluation,
        moves_per_node: usize,
        keep_deviation: bool,
        provenance: u32,
    ) -> Result<BookKey, BookError> {
        let (key, view) = BookKey::new(position);
        let old = self.nodes.get(&key);
        let mut node = Node {
            position: view.apply(position),
            moves: old.map_or_else(Vec::new, |node| node.moves.clone()),
            best_deviation: None,
            correction: old.map_or(0, Node::correction),
            visits: evaluation.nodes + old.map_or(0, Node::visits),
            provenance,
            value: Value::DRAW,
        };
        let max_moves = node.moves.len() + moves_per_node;
        // A lower-ranked move is not better, even if few visits say so.
        let mut ceiling = Value::MAX;
        for evaluated in &evaluation.moves {
            let mv = view.apply_to_move(evaluated.mv);
            let child =
                BookKey::after(&node.position, mv).ok_or(BookError::IllegalMove(evaluated.mv))?;
            // Symmetric image of a better move.
            if node.has_child(&child) {
                continue;
            }
            ceiling = ceiling.min(offset_estimate(evaluated.value, node.correction));
            if node.moves.len() == max_moves {
                node.best_deviation = keep_deviation.then_some(ceiling);
                break;
            }
            node.moves.push(BookMove {
                mv,
                child,
                parent_estimate: ceiling,
                visits: evaluated.visits,
            });
        }
        if node.moves.is_empty() && evaluation.has_more {
            return Err(BookError::NotInBook);
        }
        self.insert_node(key, node);
        self.back_up([key]);
        Ok(key)
    }

    /// Adds a move to a node without a search. Its estimate is the best deviation, or else the
    /// worst estimate of the node.
    ///
    /// # Errors
    /// If the position is not a node, or the move is illegal.
    pub fn add_move(&mut self, position: &Position, mv: Move) -> Result<BookKey, BookError> {
        let (key, view) = BookKey::new(position);
        let mut node = self.nodes.get(&key).ok_or(BookError::NotInBook)?.clone();
        let canonical_move = view.apply_to_move(mv);
        let child =
            BookKey::after(&node.position, canonical_move).ok_or(BookError::IllegalMove(mv))?;
        if !node.has_child(&child) {
            let estimates = node.moves.iter().map(|book_move| book_move.parent_estimate);
            let parent_estimate = node.best_deviation.or(estimates.min());
            node.moves.push(BookMove {
                mv: canonical_move,
                child,
                parent_estimate: parent_estimate.unwrap_or(Value::DRAW),
                visits: 0,
            });
            self.insert_node(key, node);
            self.back_up([key]);
        }
        Ok(key)
    }

    /// Inserts a node without updating values.
    pub(crate) fn insert_node(&mut self, key: BookKey, node: Node) {
        self.unlink_children(&key);
        for book_move in &node.moves {
            self.parents.entry(book_move.child).or_default().push(key);
        }
        self.nodes.insert(key, node);
    }

    /// Removes a node without updating values.
    pub(crate) fn remove_node(&mut self, key: &BookKey) -> Option<Node> {
        self.unlink_children(key);
        self.nodes.remove(key)
    }

    fn unlink_children(&mut self, key: &BookKey) {
        let Some(node) = self.nodes.get(key) else {
            return;
        };
        for book_move in &node.moves {
            if let Some(parents) = self.parents.get_mut(&book_move.child) {
                parents.retain(|parent| parent != key);
                if parents.is_empty() {
                    self.parents.remove(&book_move.child);
                }
            }
        }
    }

    /// Whether the position is the root or has a parent.
    pub(crate) fn is_reachable(&self, key: &BookKey) -> bool {
        *key == self.root_key || self.parents.contains_key(key)
    }

    /// Updates the values of changed or removed nodes and their ancestors, deepest layer first.
    pub(crate) fn back_up(&mut self, changed: impl IntoIterator<Item = BookKey>) {
        let mut layers = BTreeSet::new();
        for key in changed {
            if let Some(node) = self.nodes.get(&key) {
                layers.insert((node.layer(), key));
            }
            // Also for a removed node, which its parents no longer have as child.
            self.enqueue_parents(&key, &mut layers);
        }
        while let Some((_, key)) = layers.pop_last() {
            let Some(node) = self.nodes.get(&key) else {
                continue;
            };
            let value = self.minimax_value(node);
            if value != node.value {
                if let Some(node) = self.nodes.get_mut(&key) {
                    node.value = value;
                }
                self.enqueue_parents(&key, &mut layers);
            }
        }
    }

    fn enqueue_parents(&self, key: &BookKey, layers: &mut BTreeSet<(u32, BookKey)>) {
        for parent in self.parents.get(key).into_iter().flatten() {
            if let Some(node) = self.nodes.get(parent) {
                layers.insert((node.layer(), *parent));
            }
        }
    }

    fn minimax_value(&self, node: &Node) -> Value {
        let values = node
            .moves
            .iter()
            .map(|book_move| self.move_value(book_move));
        values
            .chain(node.best_deviation)
            .max()
            .unwrap_or(Value::loss(0))
    }

    /// Recomputes all values.
    pub(crate) fn recompute_values(&mut self) {
        let keys: Vec<BookKey> = self.nodes_by_layer().iter().map(|(key, _)| **key).collect();
        for key in keys.iter().rev() {
            self.recompute_value(key);
        }
    }

    /// Recomputes the value of a node from its children.
    pub(crate) fn recompute_value(&mut self, key: &BookKey) {
        if let Some(node) = self.nodes.get(key) {
            let value = self.minimax_value(node);
            if let Some(node) = self.nodes.get_mut(key) {
                node.value = value;
            }
        }
    }

    pub(crate) fn node_mut(&mut self, key: &BookKey) -> Option<&mut Node> {
        self.nodes.get_mut(key)
    }

    /// Parents of a position.
    pub(crate) fn parents(&self, key: &BookKey) -> &[BookKey] {
        self.parents.get(key).map_or(&[], Vec::as_slice)
    }
}
