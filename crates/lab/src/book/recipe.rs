//! How a book is made; and books that were made already, so that many games share one.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use amazons::notation::parse_position;
use book::{Analyst, Book, Goal, Plan, PolicyName, build};
use engine::{Appraiser, Engine};
use serde::{Deserialize, Serialize};

use crate::experiment::Failure;

/// All that a book follows from.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Recipe {
    /// Where it begins.
    pub(super) board: String,
    pub(super) policy: String,
    pub(super) k: usize,
    /// When it is large enough, counted as the paper does: with positions that were not searched.
    pub(super) positions: Option<usize>,
    /// Or in searches.
    pub(super) searches: Option<usize>,
    /// Who searches.
    pub(super) player: String,
    /// The positions that a search looks at.
    pub(super) nodes: u64,
}

impl Recipe {
    /// The paper's book, for those k.
    pub(super) fn paper(k: usize, nodes: u64) -> Self {
        Self {
            board: "10x10".to_owned(),
            policy: PolicyName::BestFirst.to_string(),
            k,
            positions: Some(1_000),
            searches: None,
            player: "network".to_owned(),
            nodes,
        }
    }

    /// Another policy with the same number of searches as the paper's book for k = 5.
    pub(super) fn policy(policy: PolicyName, nodes: u64) -> Self {
        Self {
            policy: policy.to_string(),
            positions: None,
            searches: Some(200),
            ..Self::paper(5, nodes)
        }
    }

    /// The same by another player of the engine.
    pub(super) fn by(self, player: &str) -> Self {
        Self {
            player: player.to_owned(),
            ..self
        }
    }

    /// One for tests and a first look.
    pub(super) fn small(self) -> Self {
        Self {
            board: "6x6".to_owned(),
            positions: self.positions.map(|_| 60),
            searches: self.searches.map(|_| 12),
            player: "alpha-beta".to_owned(),
            nodes: 30,
            ..self
        }
    }

    /// Makes the book, one search after another: each is chosen with all that those before have found.
    pub(super) fn make(&self) -> Result<Book, Failure> {
        let mut book = Book::new(&parse_position(&self.board)?);
        let policy: PolicyName = self.policy.parse()?;
        let policy = policy.policy();
        let goal = match (self.positions, self.searches) {
            (Some(count), _) => Goal::Positions(count),
            (None, Some(count)) => Goal::Searched(count),
            (None, None) => return Err("a book needs a size".into()),
        };
        let plan = Plan {
            policy: policy.as_ref(),
            width: self.k,
            goal,
            renewals: 2,
            provenance: "the laboratory",
        };
        let never = AtomicBool::new(false);
        build(
            &mut book,
            &plan,
            vec![self.analyst()?],
            &never,
            &mut |_, _| Ok(()),
            &mut |_| {},
        )?;
        Ok(book)
    }

    /// Who searches for it.
    pub(super) fn analyst(&self) -> Result<Box<dyn Analyst>, Failure> {
        let mut engine = Engine::new();
        engine.set_option("Player", &self.player)?;
        // The same on every machine.
        engine.set_option("EndgameTable", "built-in")?;
        Ok(Box::new(Appraiser::new(engine, self.nodes)))
    }

    /// The book, made at most once in a process: games that share it would otherwise spend all their time on it.
    pub(super) fn book(&self) -> Result<Arc<Book>, Failure> {
        type Made = Arc<OnceLock<Result<Arc<Book>, String>>>;
        static MADE: Mutex<Option<HashMap<Recipe, Made>>> = Mutex::new(None);
        let made = {
            // Nothing is half-done under this lock.
            let mut all = MADE.lock().unwrap_or_else(PoisonError::into_inner);
            let books = all.get_or_insert_default();
            Arc::clone(books.entry(self.clone()).or_default())
        };
        let make = || self.make().map(Arc::new).map_err(|error| error.to_string());
        Ok(made.get_or_init(make).clone()?)
    }
}
