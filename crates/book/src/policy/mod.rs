//! What to search next: where a book should grow.
//!
//! A policy looks at the book and names [`Target`]s, the most wanted first. Those under way already are passed over, so that many searches can go
//! on at a time; with one at a time, each is chosen with all that the ones before have found.

mod best_first;
mod drop_out;
mod penalties;
mod reach;
mod repertoire;
mod second;
mod wanted;

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use amazons::Position;
use thiserror::Error;

pub use best_first::BestFirst;
pub use drop_out::DropOut;
pub use penalties::Penalties;
pub use reach::Reach;
pub use repertoire::Repertoire;
pub use second::SecondExpansion;
pub use wanted::Wanted;

use crate::graph::Book;
use crate::key::Key;

/// Something to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// The position, in its canonical form.
    pub position: Position,
    /// Its key.
    pub key: Key,
    /// Whether the book has the position, and moves beyond those that it has are wanted.
    pub widens: bool,
}

/// How a book grows.
pub trait Policy: fmt::Debug + Send + Sync {
    /// The targets that are wanted most, at most so many. Nothing if nothing is left to find.
    fn choose(&self, book: &Book, under_way: &HashSet<Key>, count: usize) -> Vec<Target>;

    /// Whether it looks at the value of the best move outside the book, so that searches have to tell it.
    fn looks_outside(&self) -> bool {
        true
    }

    /// The searched positions that a full book needs least, at most so many, so that others can have their place. None unless a policy thinks
    /// of it.
    fn unneeded(&self, book: &Book, count: usize) -> Vec<Key> {
        let _ = (book, count);
        Vec::new()
    }
}

/// The policies by name, with the numbers that they have unless set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PolicyName {
    /// The paper's.
    BestFirst,
    /// Best-first with penalties on depth and width.
    Penalties,
    /// Lincke's.
    DropOut,
    /// Drop-out for somebody who plays from the book.
    Repertoire,
    /// By the chance that a game comes there.
    Reach,
    /// Drop-out, and a full book gives the places of what proved unneeded to others.
    SecondExpansion,
}

impl PolicyName {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::BestFirst,
        Self::Penalties,
        Self::DropOut,
        Self::Repertoire,
        Self::Reach,
        Self::SecondExpansion,
    ];

    /// The name by which users call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BestFirst => "best-first",
            Self::Penalties => "penalties",
            Self::DropOut => "drop-out",
            Self::Repertoire => "repertoire",
            Self::Reach => "reach",
            Self::SecondExpansion => "second-expansion",
        }
    }

    /// The policy itself.
    #[must_use]
    pub fn policy(self) -> Box<dyn Policy> {
        match self {
            Self::BestFirst => Box::new(BestFirst),
            Self::Penalties => Box::new(Penalties::default()),
            Self::DropOut => Box::new(DropOut::default()),
            Self::Repertoire => Box::new(Repertoire::default()),
            Self::Reach => Box::new(Reach::default()),
            Self::SecondExpansion => Box::new(SecondExpansion::default()),
        }
    }
}

impl fmt::Display for PolicyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why a text names no policy.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "{0:?} is no policy: there are best-first, penalties, drop-out, repertoire, reach and second-expansion"
)]
pub struct NotAPolicy(String);

impl FromStr for PolicyName {
    type Err = NotAPolicy;

    fn from_str(text: &str) -> Result<Self, NotAPolicy> {
        Self::ALL
            .into_iter()
            .find(|policy| policy.name() == text)
            .ok_or_else(|| NotAPolicy(text.to_owned()))
    }
}

/// The root of a book, if it was not searched yet: what every policy wants first.
fn beginning(book: &Book, under_way: &HashSet<Key>) -> Option<Vec<Target>> {
    let key = book.root_key();
    if book.node(&key).is_some() {
        return None;
    }
    let root = Target {
        position: *book.root(),
        key,
        widens: false,
    };
    let is_open = root.position.has_move() && !under_way.contains(&key);
    Some(is_open.then_some(root).into_iter().collect())
}
