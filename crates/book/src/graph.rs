//! The book as a graph: one node for each position that was searched, however it is reached.
//!
//! Every move burns a square, so no position comes back and the burned squares are a position's depth: the graph has layers, and values
//! are backed up layer by layer, each node once.

use std::collections::{BTreeSet, HashMap};

use amazons::{Move, Position};
use search::Value;
use thiserror::Error;

use crate::key::Key;
use crate::node::{Appraisal, Choice, Node, shifted};

/// A graph of positions with a root; positions that are equal but for symmetry or the players' names are one.
#[derive(Clone, Debug)]
pub struct Book {
    root: Position,
    root_key: Key,
    nodes: HashMap<Key, Node>,
    /// Whence each position is reached, whether it was searched or not; each parent once.
    parents: HashMap<Key, Vec<Key>>,
    provenances: Vec<String>,
    /// The error of a search, where a file says that but not what it follows from.
    pub(crate) told_error: Option<f64>,
}

/// Why something cannot be done to a book; it is unchanged then.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BookError {
    /// Moves of an appraisal that cannot be played.
    #[error("{0} cannot be played where the search says so")]
    IllegalMove(Move),
    /// A position that is not in the book.
    #[error("the book does not have that position")]
    NotInBook,
    /// A merge of books about different things.
    #[error("the books begin at different positions")]
    DifferentRoots,
}

impl Book {
    /// A book that knows nothing but where it begins.
    #[must_use]
    pub fn new(root: &Position) -> Self {
        let (root_key, view) = Key::of(root);
        Self {
            root: view.of(root),
            root_key,
            nodes: HashMap::new(),
            parents: HashMap::new(),
            provenances: Vec::new(),
            told_error: None,
        }
    }

    /// The root as people know it: the customary start, if it is that.
    #[must_use]
    pub fn start(&self) -> Position {
        let customary = Position::start(self.root.size());
        let is_root = |start: &Position| Key::of(start).0 == self.root_key;
        customary.filter(is_root).unwrap_or(self.root)
    }

    /// Makes a position the one from which the book is looked at: depths are counted and policies let it grow from there. What it knows stays,
    /// whether it lies below or not.
    pub fn look_from(&mut self, root: &Position) {
        let (root_key, view) = Key::of(root);
        self.root = view.of(root);
        self.root_key = root_key;
    }

    /// Where it begins, in the canonical form.
    #[must_use]
    pub fn root(&self) -> &Position {
        &self.root
    }

    /// The key of where it begins.
    #[must_use]
    pub fn root_key(&self) -> Key {
        self.root_key
    }

    /// A position that was searched.
    #[must_use]
    pub fn node(&self, key: &Key) -> Option<&Node> {
        self.nodes.get(key)
    }

    /// All positions that were searched, in no order.
    pub fn nodes(&self) -> impl Iterator<Item = (&Key, &Node)> {
        self.nodes.iter()
    }

    /// The number of positions that were searched.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing was searched yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Positions that moves lead to, searched or not, and the root: what papers call the size of a book.
    #[must_use]
    pub fn position_count(&self) -> usize {
        1 + self.parents.len()
    }

    /// The positions to which moves of several others lead.
    #[must_use]
    pub fn transposition_count(&self) -> usize {
        let several = |parents: &&Vec<Key>| parents.len() > 1;
        self.parents.values().filter(several).count()
    }

    /// All positions of the book but the root with their depth: searched ones, and those that moves lead to.
    pub fn positions(&self) -> impl Iterator<Item = (&Key, u32)> {
        self.parents.iter().filter_map(|(key, parents)| {
            let parent = self.nodes.get(parents.first()?)?;
            Some((key, self.depth(parent.position()) + 1))
        })
    }

    /// How many moves a position lies below the root.
    #[must_use]
    pub fn depth(&self, position: &Position) -> u32 {
        position
            .burned()
            .len()
            .saturating_sub(self.root.burned().len())
    }

    /// What a move is worth to the mover: by the search of where it leads, else by that of where it is played.
    #[must_use]
    pub fn value_of(&self, choice: &Choice) -> Value {
        match self.nodes.get(&choice.child) {
            Some(child) => child.value.seen_from_parent(),
            None => choice.estimate,
        }
    }

    /// Whether a move leads to a position that was searched.
    #[must_use]
    pub fn is_searched(&self, choice: &Choice) -> bool {
        self.nodes.contains_key(&choice.child)
    }

    /// The root's value, if it was searched.
    #[must_use]
    pub fn value(&self) -> Option<Value> {
        self.nodes.get(&self.root_key).map(Node::value)
    }

    /// Who made searches, by the number that nodes have.
    #[must_use]
    pub fn provenance(&self, node: &Node) -> &str {
        let text = self.provenances.get(node.provenance as usize);
        text.map_or("unknown", String::as_str)
    }

    /// All who made searches.
    #[must_use]
    pub fn provenances(&self) -> &[String] {
        &self.provenances
    }

    /// The number of a provenance, a new one if it is new.
    pub fn provenance_number(&mut self, text: &str) -> u32 {
        let found = self.provenances.iter().position(|one| one == text);
        let index = found.unwrap_or_else(|| {
            self.provenances.push(text.to_owned());
            self.provenances.len() - 1
        });
        index as u32
    }

    /// Takes in what a search says: of a position that is new, at most so many moves; of one that the book has, as many more. The next one's
    /// value, where `keeps_outside`, is that of the best move outside.
    ///
    /// # Errors
    /// If a move is not legal there.
    pub fn add(
        &mut self,
        position: &Position,
        appraisal: &Appraisal,
        width: usize,
        keeps_outside: bool,
        provenance: u32,
    ) -> Result<Key, BookError> {
        let (key, view) = Key::of(position);
        let known = self.nodes.get(&key);
        let mut node = Node {
            position: view.of(position),
            choices: known.map_or_else(Vec::new, |node| node.choices.clone()),
            outside: None,
            correction: known.map_or(0, Node::correction),
            visits: appraisal.nodes + known.map_or(0, Node::visits),
            provenance,
            value: Value::DRAW,
        };
        let room = node.choices.len() + width;
        // What a search ranks lower it does not think better, however little it looked.
        let mut ceiling = Value::BEST;
        for appraised in &appraisal.moves {
            let mv = view.of_move(appraised.mv);
            let child =
                Key::after(&node.position, mv).ok_or(BookError::IllegalMove(appraised.mv))?;
            // The image of a better move.
            if node.choices.iter().any(|choice| choice.child == child) {
                continue;
            }
            ceiling = ceiling.min(shifted(appraised.value, node.correction));
            if node.choices.len() == room {
                node.outside = keeps_outside.then_some(ceiling);
                break;
            }
            node.choices.push(Choice {
                mv,
                child,
                estimate: ceiling,
                visits: appraised.visits,
            });
        }
        if node.choices.is_empty() && appraisal.has_more {
            return Err(BookError::NotInBook);
        }
        self.put(key, node);
        self.back_up([key]);
        Ok(key)
    }

    /// Adds a move that no search proposed to a position that the book has. It is taken to be worth as much as the best move outside, or
    /// as the worst that the book has, until where it leads is searched.
    ///
    /// # Errors
    /// If the book does not have the position, or the move is not legal there.
    pub fn add_move(&mut self, position: &Position, mv: Move) -> Result<Key, BookError> {
        let (key, view) = Key::of(position);
        let mut node = self.nodes.get(&key).ok_or(BookError::NotInBook)?.clone();
        let seen = view.of_move(mv);
        let child = Key::after(&node.position, seen).ok_or(BookError::IllegalMove(mv))?;
        if node.choices.iter().all(|choice| choice.child != child) {
            let estimates = node.choices.iter().map(|choice| choice.estimate);
            let estimate = node.outside.or(estimates.min()).unwrap_or(Value::DRAW);
            node.choices.push(Choice {
                mv: seen,
                child,
                estimate,
                visits: 0,
            });
            self.put(key, node);
            self.back_up([key]);
        }
        Ok(key)
    }

    /// Puts a node in its place, without a look at values.
    pub(crate) fn put(&mut self, key: Key, node: Node) {
        self.unlink(&key);
        for choice in &node.choices {
            self.parents.entry(choice.child).or_default().push(key);
        }
        self.nodes.insert(key, node);
    }

    /// Takes a node out, without a look at values.
    pub(crate) fn take(&mut self, key: &Key) -> Option<Node> {
        self.unlink(key);
        self.nodes.remove(key)
    }

    fn unlink(&mut self, key: &Key) {
        let Some(node) = self.nodes.get(key) else {
            return;
        };
        for choice in &node.choices {
            if let Some(parents) = self.parents.get_mut(&choice.child) {
                parents.retain(|parent| parent != key);
                if parents.is_empty() {
                    self.parents.remove(&choice.child);
                }
            }
        }
    }

    /// Whether anything in the book leads to that position.
    pub(crate) fn is_reached(&self, key: &Key) -> bool {
        *key == self.root_key || self.parents.contains_key(key)
    }

    /// Brings the values of nodes that have changed, and of all above them, up to date. Deeper layers come first, so each node is looked at
    /// once.
    pub(crate) fn back_up(&mut self, changed: impl IntoIterator<Item = Key>) {
        let mut layers = BTreeSet::new();
        for key in changed {
            if let Some(node) = self.nodes.get(&key) {
                layers.insert((node.layer(), key));
            }
            // Its parents see it or see it no more, even if it has gone.
            self.call_parents(&key, &mut layers);
        }
        while let Some((_, key)) = layers.pop_last() {
            let Some(node) = self.nodes.get(&key) else {
                continue;
            };
            let value = self.best(node);
            if value != node.value {
                if let Some(node) = self.nodes.get_mut(&key) {
                    node.value = value;
                }
                self.call_parents(&key, &mut layers);
            }
        }
    }

    fn call_parents(&self, key: &Key, layers: &mut BTreeSet<(u32, Key)>) {
        for parent in self.parents.get(key).into_iter().flatten() {
            if let Some(node) = self.nodes.get(parent) {
                layers.insert((node.layer(), *parent));
            }
        }
    }

    fn best(&self, node: &Node) -> Value {
        let values = node.choices.iter().map(|choice| self.value_of(choice));
        values.chain(node.outside).max().unwrap_or(Value::loss(0))
    }

    /// Brings all values up to date.
    pub(crate) fn back_up_all(&mut self) {
        let mut layers: Vec<(u32, Key)> = self
            .nodes
            .iter()
            .map(|(key, node)| (node.layer(), *key))
            .collect();
        layers.sort_unstable_by(|one, other| other.cmp(one));
        for (_, key) in layers {
            self.back_up_one(&key);
        }
    }

    /// Brings the value of a position up to date with those right below it.
    pub(crate) fn back_up_one(&mut self, key: &Key) {
        if let Some(node) = self.nodes.get(key) {
            let value = self.best(node);
            if let Some(node) = self.nodes.get_mut(key) {
                node.value = value;
            }
        }
    }

    pub(crate) fn node_mut(&mut self, key: &Key) -> Option<&mut Node> {
        self.nodes.get_mut(key)
    }

    /// Whence a position is reached.
    pub(crate) fn parents(&self, key: &Key) -> &[Key] {
        self.parents.get(key).map_or(&[], Vec::as_slice)
    }
}
