//! How a book is built; books are built once per process.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use amazons::notation::parse_position;
use book::{Book, BookSize, BuildConfig, PolicyKind, build};
use engine::EngineEvaluator;

use crate::games::engine_with;
use crate::prelude::*;

/// Determines a book.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct BookConfig {
    /// Start position.
    pub(super) board: String,
    pub(super) policy: String,
    /// Moves added per expanded position.
    pub(super) k: usize,
    /// Size in positions, including unexpanded ones, as in the paper.
    pub(super) positions: Option<usize>,
    /// Size in searches.
    pub(super) searches: Option<usize>,
    /// Engine player that searches.
    pub(super) player: String,
    /// Nodes per search.
    pub(super) nodes: u64,
}

impl BookConfig {
    /// The paper's book.
    pub(super) fn paper(k: usize, nodes: u64) -> Self {
        Self {
            board: "10x10".to_owned(),
            policy: PolicyKind::BestFirst.to_string(),
            k,
            positions: Some(1_000),
            searches: None,
            player: "network".to_owned(),
            nodes,
        }
    }

    /// Another policy with as many searches as the paper's book with k = 5.
    pub(super) fn with_policy(policy: PolicyKind, nodes: u64) -> Self {
        Self {
            policy: policy.to_string(),
            positions: None,
            searches: Some(200),
            ..Self::paper(5, nodes)
        }
    }

    /// Searches with another engine player.
    pub(super) fn with_player(self, player: &str) -> Self {
        Self {
            player: player.to_owned(),
            ..self
        }
    }

    /// The config at a scale.
    pub(super) fn at(self, scale: Scale) -> Self {
        match scale {
            Scale::Paper => self,
            Scale::Small => Self {
                board: "6x6".to_owned(),
                positions: self.positions.map(|_| 60),
                searches: self.searches.map(|_| 12),
                player: "alpha-beta".to_owned(),
                nodes: 30,
                ..self
            },
        }
    }

    /// Builds the book with one search at a time, so that each sees the results of all before.
    pub(super) fn build(&self) -> Result<Book, BoxError> {
        let mut book = Book::new(&parse_position(&self.board)?);
        let policy: PolicyKind = self.policy.parse()?;
        let policy = policy.policy();
        let goal = match (self.positions, self.searches) {
            (Some(count), _) => BookSize::Positions(count),
            (None, Some(count)) => BookSize::Nodes(count),
            (None, None) => return Err("set `positions` or `searches` of the book".into()),
        };
        let plan = BuildConfig {
            policy: policy.as_ref(),
            moves_per_node: self.k,
            size: goal,
            replacement_rounds: 2,
            provenance: "lab",
        };
        // The same on every machine.
        let engine = engine_with(&[
            ("Player", self.player.as_str()),
            ("EndgameTable", "built-in"),
        ])?;
        build(
            &mut book,
            &plan,
            vec![Box::new(EngineEvaluator::new(engine, self.nodes))],
            &AtomicBool::new(false),
            &mut |_, _| Ok(()),
            &mut |_| {},
        )?;
        Ok(book)
    }

    /// The book, built at most once per process.
    pub(super) fn build_cached(&self) -> Result<Arc<Book>, BoxError> {
        type Cached = Arc<OnceLock<Result<Arc<Book>, String>>>;
        static BOOKS: Mutex<Option<HashMap<BookConfig, Cached>>> = Mutex::new(None);
        let cached = {
            let mut all = BOOKS.lock().unwrap_or_else(PoisonError::into_inner);
            let books = all.get_or_insert_default();
            Arc::clone(books.entry(self.clone()).or_default())
        };
        let built = cached.get_or_init(|| match self.build() {
            Ok(book) => Ok(Arc::new(book)),
            Err(error) => Err(error.to_string()),
        });
        Ok(built.clone()?)
    }
}
