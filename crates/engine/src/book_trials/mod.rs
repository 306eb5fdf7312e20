//! Book trials: games of a book against the same engine without one correct the book's values.
//!
//! A game counts in the positions after the book's own moves; in the others it would only say how
//! the opponent fares. Moves are chosen by Thompson sampling: those that may be best are tried.
//! Where a game leaves the book early, the book can be expanded (`expansion`), so that it grows
//! where games go. Both sides may use a random node limit per game, because moves that win at short
//! thinking times may lose at longer ones.

mod expansion;
mod player;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use amazons::{Move, Position};
use book::{
    Book, BookChanges, BookKey, BookMove, GameResults, MoveEvaluator, ResultCount, is_playable,
};
use game::{Game, SplitMix64};

use expansion::ExpandingBook;
pub use expansion::TrialExpansion;
pub use player::{PlayConfig, SearchPlayer};

type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Standard deviation of an untested value, in logits.
const PRIOR_SIGMA: f64 = 0.3;

/// Number of games in a position after which half of the sampling noise is applied.
const EXPLORATION_HALF_LIFE: f64 = 30.0;

/// Maximum number of searches per book move in one game.
const MAX_SEARCHES_PER_MOVE: usize = 4;

/// Games between two corrections of the book.
const CORRECTION_INTERVAL: u64 = 20;

/// Parameters of a book trial.
#[derive(Clone, Copy, Debug)]
pub struct BookTrial<'a> {
    /// How both sides play outside the book.
    pub play: &'a PlayConfig,
    /// Maximum nodes per move; each game draws its limit log-uniformly up to this.
    pub max_nodes: u64,
    /// Number of games.
    pub games: u64,
    /// How the book is expanded where games leave it.
    pub expansion: TrialExpansion<'a>,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Set to stop after the running games.
    pub stop: &'a AtomicBool,
}

/// Score so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct TrialScore {
    /// Games with the book as first player.
    pub first: ResultCount,
    /// Games with the book as second player.
    pub second: ResultCount,
}

/// State shared by all threads.
struct SharedState<'a, S> {
    book: ExpandingBook<'a>,
    results: &'a mut GameResults,
    score: TrialScore,
    /// Receives changes and score.
    save: S,
}

impl BookTrial<'_> {
    /// Plays games and corrects the book. `save` is called regularly with what has changed since
    /// the last call. Each evaluator plays games of its own, one at a time.
    ///
    /// # Errors
    /// If the engine or `save` fails.
    pub fn run<S>(
        &self,
        book: &mut Book,
        results: &mut GameResults,
        evaluators: Vec<Box<dyn MoveEvaluator>>,
        save: S,
    ) -> Result<TrialScore, BoxError>
    where
        S: FnMut(&Book, &BookChanges, &GameResults, &TrialScore) -> Result<(), BoxError> + Send,
    {
        let shared = Mutex::new(SharedState {
            book: ExpandingBook::new(book),
            results,
            score: TrialScore::default(),
            save,
        });
        let next = AtomicU64::new(0);
        thread::scope(|scope| {
            let work = |mut evaluator: Box<dyn MoveEvaluator>| -> Result<(), BoxError> {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= self.games || self.stop.load(Ordering::Relaxed) {
                        return Ok(());
                    }
                    let (keys, won) = self.play_game(index, evaluator.as_mut(), &shared)?;
                    lock(&shared).add_result(&keys, won, index.is_multiple_of(2))?;
                }
            };
            let workers: Vec<_> = evaluators
                .into_iter()
                .map(|evaluator| scope.spawn(move || work(evaluator)))
                .collect();
            for worker in workers {
                worker.join().map_err(|_| "a game thread panicked")??;
            }
            Ok::<(), BoxError>(())
        })?;
        let mut shared = lock(&shared);
        shared.correct()?;
        Ok(shared.score)
    }

    /// Positions after the book's moves, and whether the book won.
    fn play_game<S>(
        &self,
        index: u64,
        evaluator: &mut dyn MoveEvaluator,
        shared: &Mutex<SharedState<'_, S>>,
    ) -> Result<(Vec<BookKey>, bool), BoxError> {
        let mut rng = SplitMix64::from_seed(self.seed.wrapping_add(index));
        let play = self.play.with_random_nodes(self.max_nodes, &mut rng);
        let mut with = SearchPlayer::new(&play, rng.next_u64())?;
        let mut without = SearchPlayer::new(&play, rng.next_u64())?;
        let mut position = lock(shared).book.book.start_position();
        let mut keys = Vec::new();
        let book_color = if index.is_multiple_of(2) {
            position.to_move()
        } else {
            !position.to_move()
        };
        let mut last_reply = None;
        let mut ply = 0;
        loop {
            if let Some(outcome) = position.proven_outcome() {
                return Ok((keys, outcome.winner() == Some(book_color)));
            }
            if position.to_move() != book_color {
                let mv = without.search_move(&position, ply, &mut rng)?;
                last_reply = Some((position, mv));
                position.play(mv);
            } else {
                if ply < self.expansion.plies {
                    self.expand(&position, last_reply, evaluator, shared)?;
                }
                let book_move = lock(shared).thompson_move(&position, &mut rng);
                if let Some(mv) = book_move {
                    position.play(mv);
                    keys.push(BookKey::new(&position).0);
                } else {
                    position.play(with.search_move(&position, ply, &mut rng)?);
                }
            }
            ply += 1;
        }
    }

    /// Searches until the best move of a position is an expanded one, if the book had all before.
    fn expand<S>(
        &self,
        position: &Position,
        last_reply: Option<(Position, Move)>,
        evaluator: &mut dyn MoveEvaluator,
        shared: &Mutex<SharedState<'_, S>>,
    ) -> Result<(), BoxError> {
        if !lock(shared).book.ensure_reachable(position, last_reply)? {
            return Ok(());
        }
        for _ in 0..MAX_SEARCHES_PER_MOVE {
            let Some(target) = lock(shared).book.next_to_search(position) else {
                break;
            };
            // One move more is the best deviation.
            let evaluation = evaluator.evaluate_moves(&target, self.expansion.width + 1, &[])?;
            lock(shared)
                .book
                .insert(&target, &evaluation, &self.expansion)?;
        }
        Ok(())
    }
}

impl<S> SharedState<'_, S> {
    /// A book move by Thompson sampling; `None` where the book is left.
    fn thompson_move(&self, position: &Position, rng: &mut SplitMix64) -> Option<Move> {
        let (key, view) = BookKey::new(position);
        let book = &self.book.book;
        let node = book.node(&key)?;
        let expanded = || {
            let moves = node.moves().iter();
            moves.filter(|mv| book.is_expanded(mv))
        };
        let value = |mv| book.move_value(mv);
        let best = expanded().map(value).max()?;
        if !is_playable(best, node.value()) {
            return None;
        }
        let games: f64 = expanded().map(|mv| f64::from(self.result(mv).games)).sum();
        let exploration = games / (games + EXPLORATION_HALF_LIFE);
        let sampled = expanded().map(|mv| {
            let error = exploration * self.sigma(mv) * rng.normal();
            (f64::from(value(mv).millilogits()) + error, mv.mv)
        });
        let best = sampled.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
        Some(view.inverse().apply_to_move(best.1))
    }

    fn result(&self, mv: &BookMove) -> ResultCount {
        self.results.get(&mv.child).copied().unwrap_or_default()
    }

    /// Standard deviation of a move's value in millilogits.
    fn sigma(&self, mv: &BookMove) -> f64 {
        // A game between even players has Fisher information 1/4 per logit.
        let precision = PRIOR_SIGMA.powi(-2) + 0.25 * f64::from(self.result(mv).games);
        1_000.0 / precision.sqrt()
    }
}

impl<S> SharedState<'_, S>
where
    S: FnMut(&Book, &BookChanges, &GameResults, &TrialScore) -> Result<(), BoxError>,
{
    fn add_result(&mut self, keys: &[BookKey], won: bool, is_first: bool) -> Result<(), BoxError> {
        for key in keys {
            // The opponent is to move there.
            *self.results.entry(*key).or_default() += one_game(!won);
        }
        let side = if is_first {
            &mut self.score.first
        } else {
            &mut self.score.second
        };
        *side += one_game(won);
        let TrialScore { first, second } = self.score;
        if u64::from(first.games + second.games).is_multiple_of(CORRECTION_INTERVAL) {
            self.correct()?;
        }
        Ok(())
    }

    fn correct(&mut self) -> Result<(), BoxError> {
        let mut changes = self.book.book.learn_from_results(self.results);
        changes.updated.append(&mut self.book.unsaved);
        (self.save)(self.book.book, &changes, self.results, &self.score)
    }
}

fn one_game(won: bool) -> ResultCount {
    ResultCount {
        games: 1,
        wins: u32::from(won),
    }
}

/// Locks a mutex, ignoring poisoning: every change is atomic.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use book::{BookSize, BuildConfig, PolicyKind, build};

    use super::*;
    use crate::{Engine, EngineEvaluator};

    fn evaluator() -> Box<dyn MoveEvaluator> {
        let mut engine = Engine::new();
        engine
            .set_option("Player", "alpha-beta")
            .expect("an option");
        engine
            .set_option("EndgameTable", "built-in")
            .expect("an option");
        Box::new(EngineEvaluator::new(engine, 30))
    }

    fn small_book() -> Book {
        let start = amazons::notation::parse_position("6x6").expect("a position");
        let mut book = Book::new(&start);
        let policy = PolicyKind::BestFirst.policy();
        let plan = BuildConfig {
            policy: policy.as_ref(),
            moves_per_node: 4,
            size: BookSize::Positions(60),
            replacement_rounds: 2,
            provenance: "test",
        };
        let stop = AtomicBool::new(false);
        build(
            &mut book,
            &plan,
            vec![evaluator()],
            &stop,
            &mut |_, _| Ok(()),
            &mut |_| {},
        )
        .expect("a book");
        book
    }

    /// A small book after a trial, the results, the score and the results saved last.
    fn trial(games: u64, plies: u32, stop: bool) -> (Book, GameResults, TrialScore, GameResults) {
        let mut book = small_book();
        let before: HashSet<BookKey> = book.nodes().map(|(key, _)| *key).collect();
        let (mut results, mut saved) = (GameResults::new(), GameResults::new());
        let play = PlayConfig {
            player: "alpha-beta".to_owned(),
            nodes: 20,
            varied_plies: 12,
            temperature: 60.0,
        };
        let trial = BookTrial {
            play: &play,
            max_nodes: 40,
            games,
            expansion: TrialExpansion {
                plies,
                width: 3,
                provenance: "games",
            },
            seed: 1,
            stop: &AtomicBool::new(stop),
        };
        let mut written = HashSet::new();
        let score = trial.run(
            &mut book,
            &mut results,
            vec![evaluator()],
            |_, changes, games, _| {
                saved.clone_from(games);
                written.extend(changes.updated.iter().copied());
                Ok(())
            },
        );
        for (key, _) in book.nodes() {
            assert!(
                before.contains(key) || written.contains(key),
                "every new node is saved"
            );
        }
        (book, results, score.expect("games"), saved)
    }

    #[test]
    fn every_game_counts_after_the_book_moves() {
        let (book, results, score, saved) = trial(30, 0, false);
        assert_eq!((score.first.games, score.second.games), (15, 15));
        assert_eq!(saved, results);
        assert_eq!(results.get(&book.root_key()), None, "no move leads there");
        // First moves of the book as first player, after which the opponent is to move.
        let node = book.node(&book.root_key()).expect("the root");
        let after = |mv: &BookMove| results.get(&mv.child).copied();
        let moves: Vec<ResultCount> = node.moves().iter().filter_map(after).collect();
        assert!(moves.len() > 1, "more than one move was tried");
        let games: u32 = moves.iter().map(|played| played.games).sum();
        let lost: u32 = moves.iter().map(|played| played.wins).sum();
        assert_eq!((games, games - lost), (score.first.games, score.first.wins));
        let corrected = book.nodes().filter(|(_, node)| node.correction() != 0);
        assert!(corrected.count() > 0);
    }

    #[test]
    fn a_move_that_keeps_losing_is_no_longer_tried() {
        let (mut book, _, _, _) = trial(0, 0, false);
        let best = |book: &Book| {
            let node = book.node(&book.root_key()).expect("the root");
            let expanded = node.moves().iter().filter(|one| book.is_expanded(one));
            *expanded
                .max_by_key(|one| book.move_value(one))
                .expect("a move")
        };
        let loser = best(&book);
        // The opponent, who is to move after it, wins.
        let lost = ResultCount {
            games: 2_000,
            wins: 2_000,
        };
        let mut results = GameResults::from([(loser.child, lost)]);
        book.learn_from_results(&results);
        let root = *book.root();
        let shared = SharedState {
            book: ExpandingBook::new(&mut book),
            results: &mut results,
            score: TrialScore::default(),
            save: (),
        };
        let mut rng = SplitMix64::from_seed(3);
        for _ in 0..200 {
            let mv = shared.thompson_move(&root, &mut rng);
            assert_ne!(mv, Some(loser.mv));
        }
    }

    #[test]
    fn the_book_grows_where_games_leave_it() {
        let (without, ..) = trial(30, 0, false);
        let (book, results, ..) = trial(30, 4, false);
        assert!(book.len() > without.len());
        let added = book
            .nodes()
            .filter(|(_, node)| book.provenance(node) == "games");
        // Four plies of a game, and the move that is played there.
        assert!(
            added
                .map(|(_, node)| book.depth(node.position()))
                .all(|depth| depth <= 4)
        );
        // All moves of those plies are book moves, the first one as second player included.
        let nodes = results.keys().filter_map(|key| book.node(key));
        let depths: HashSet<u32> = nodes.map(|node| book.depth(node.position())).collect();
        assert!(
            depths.is_superset(&HashSet::from([1, 2, 3, 4])),
            "{depths:?}"
        );
        let is_second_ply = |key: &BookKey| {
            book.node(key)
                .is_some_and(|node| book.depth(node.position()) == 2)
        };
        let as_second: u32 = results
            .iter()
            .filter(|(key, _)| is_second_ply(key))
            .map(|(_, played)| played.games)
            .sum();
        assert_eq!(as_second, 15, "whatever the opponent's first move");
    }

    #[test]
    fn a_trial_can_be_stopped() {
        let (_, results, score, _) = trial(1_000, 4, true);
        assert!(results.is_empty());
        assert_eq!(score.first.games, 0);
    }
}
