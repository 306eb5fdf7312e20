//! Expansion policies: which position to search next.
//!
//! A policy returns [`ExpansionTarget`]s, the most important first, except those in progress, so
//! that several searches can run at once. With one search at a time, each selection uses all
//! earlier results.

mod best_first;
mod drop_out;
mod penalized_best_first;
mod position_list;
mod reach_probability;
mod repertoire;

use std::collections::HashSet;
use std::fmt;

use amazons::Position;
use strum::{Display, EnumString, IntoStaticStr};
use thiserror::Error;

pub use best_first::BestFirst;
pub use drop_out::{DropOut, SecondExpansion};
pub use penalized_best_first::PenalizedBestFirst;
pub use position_list::PositionList;
pub use reach_probability::ReachProbability;
pub use repertoire::Repertoire;

use crate::graph::Book;
use crate::key::BookKey;
use crate::node::Node;

/// A position to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExpansionTarget {
    /// The canonical position.
    pub position: Position,
    /// Its key.
    pub key: BookKey,
    /// Whether the position is a node already, to which the search adds moves.
    pub adds_moves: bool,
}

impl ExpansionTarget {
    /// Searches a position for the first time.
    fn leaf(position: &Position, key: BookKey) -> Self {
        Self {
            position: position.canonical().0,
            key,
            adds_moves: false,
        }
    }

    /// Adds moves to a node.
    fn more_moves(node: &Node, key: BookKey) -> Self {
        Self {
            position: *node.position(),
            key,
            adds_moves: true,
        }
    }
}

/// Selects the positions by which a book grows.
pub trait Policy: fmt::Debug + Send + Sync {
    /// Selects at most `count` targets, most important first, none of those `active` (being
    /// searched). Empty if nothing is left to expand.
    fn select(&self, book: &Book, active: &HashSet<BookKey>, count: usize) -> Vec<ExpansionTarget>;

    /// Whether searches must return the value of the best deviation.
    fn needs_deviation(&self) -> bool {
        true
    }

    /// At most `count` nodes that a full book can replace, least needed first. None by default.
    fn least_needed(&self, book: &Book, count: usize) -> Vec<BookKey> {
        let _ = (book, count);
        Vec::new()
    }
}

/// Names of the policies with default parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Display, EnumString, IntoStaticStr)]
#[strum(
    serialize_all = "kebab-case",
    parse_err_ty = ParsePolicyError,
    parse_err_fn = unknown_policy
)]
pub enum PolicyKind {
    /// [`BestFirst`].
    BestFirst,
    /// [`PenalizedBestFirst`].
    Penalties,
    /// [`DropOut`].
    DropOut,
    /// [`Repertoire`].
    Repertoire,
    /// [`ReachProbability`].
    Reach,
    /// [`SecondExpansion`].
    SecondExpansion,
}

impl PolicyKind {
    /// All kinds.
    pub const ALL: [Self; 6] = [
        Self::BestFirst,
        Self::Penalties,
        Self::DropOut,
        Self::Repertoire,
        Self::Reach,
        Self::SecondExpansion,
    ];

    /// The policy with default parameters.
    #[must_use]
    pub fn policy(self) -> Box<dyn Policy> {
        match self {
            Self::BestFirst => Box::new(BestFirst),
            Self::Penalties => Box::new(PenalizedBestFirst::default()),
            Self::DropOut => Box::new(DropOut::default()),
            Self::Repertoire => Box::new(Repertoire::default()),
            Self::Reach => Box::new(ReachProbability::default()),
            Self::SecondExpansion => Box::new(SecondExpansion::default()),
        }
    }
}

/// Error of parsing a [`PolicyKind`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "unknown policy {0:?} (expected one of {names})",
    names = PolicyKind::ALL.map(<&str>::from).join(", ")
)]
pub struct ParsePolicyError(String);

fn unknown_policy(text: &str) -> ParsePolicyError {
    ParsePolicyError(text.to_owned())
}

/// The root, if it is not expanded yet: the first target of every policy.
fn root_target(book: &Book, active: &HashSet<BookKey>) -> Option<Vec<ExpansionTarget>> {
    let key = book.root_key();
    if book.node(&key).is_some() {
        return None;
    }
    let root = ExpansionTarget {
        position: *book.root(),
        key,
        adds_moves: false,
    };
    let is_open = root.position.has_legal_move() && !active.contains(&key);
    Some(is_open.then_some(root).into_iter().collect())
}
