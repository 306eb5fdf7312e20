//! A fast, deterministic evaluator and books built with it.

use std::sync::atomic::AtomicBool;

use amazons::{Game, Move, Position};
use book::{
    Book, BookChanges, BookKey, BookSize, BoxError, BuildConfig, EvaluatedMove, MoveEvaluator,
    Policy, PositionEvaluation, build,
};
use search::Value;

/// Evaluates a position by a hash of its key and a seed.
#[derive(Clone, Copy)]
pub struct HashEvaluator(pub u64);

impl HashEvaluator {
    fn value(self, position: &Position) -> Value {
        if !position.has_legal_move() {
            return Value::loss(0);
        }
        let (key, _) = BookKey::new(position);
        let mut hash = key.bytes().iter().fold(self.0, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        hash ^= hash >> 29;
        Value::from_millilogits((hash % 2_001) as i32 - 1_000)
    }
}

impl MoveEvaluator for HashEvaluator {
    fn evaluate_moves(
        &mut self,
        position: &Position,
        multipv: usize,
        excluded: &[Move],
    ) -> Result<PositionEvaluation, BoxError> {
        let mut moves: Vec<EvaluatedMove> = position
            .moves()
            .into_iter()
            .filter(|mv| !excluded.contains(mv))
            .map(|mv| {
                let next = position.after(mv).expect("the move is legal");
                EvaluatedMove {
                    mv,
                    value: self.value(&next).to_parent(),
                    visits: 1,
                }
            })
            .collect();
        moves.sort_by_key(|evaluated| std::cmp::Reverse(evaluated.value));
        let has_more = moves.len() > multipv;
        moves.truncate(multipv);
        Ok(PositionEvaluation {
            moves,
            has_more,
            nodes: 10,
        })
    }
}

/// A position from its text.
pub fn position(text: &str) -> Position {
    Position::parse(text).expect("the position is valid")
}

/// An empty book.
pub fn empty_book(board: &str) -> Book {
    Book::new(&position(board))
}

/// Builds a book with `threads` evaluators of the same seed and saves every change.
pub fn grow_and_save(
    book: &mut Book,
    config: &BuildConfig<'_>,
    seed: u64,
    threads: usize,
    save: &mut dyn FnMut(&Book, &BookChanges) -> Result<(), BoxError>,
) {
    let evaluators = (0..threads)
        .map(|_| Box::new(HashEvaluator(seed)) as Box<dyn MoveEvaluator>)
        .collect();
    let never = AtomicBool::new(false);
    build(book, config, evaluators, &never, save, &mut |_| {}).expect("the build succeeds");
}

/// The same without saving.
pub fn grow_with(book: &mut Book, config: &BuildConfig<'_>, seed: u64, threads: usize) {
    grow_and_save(book, config, seed, threads, &mut |_, changes| {
        assert!(!changes.updated.is_empty() || !changes.removed.is_empty());
        Ok(())
    });
}

/// Parameters of a build with three moves per node.
pub fn config(policy: &dyn Policy, size: usize) -> BuildConfig<'_> {
    BuildConfig {
        policy,
        moves_per_node: 3,
        size: BookSize::Nodes(size),
        replacement_rounds: 0,
        provenance: "hash",
    }
}

/// Builds a book up to `size` nodes, one search at a time.
pub fn grow(book: &mut Book, policy: &dyn Policy, size: usize, seed: u64) {
    grow_with(book, &config(policy, size), seed, 1);
}
