//! Games that try a book out: who plays from it against the same engine without, to learn which of its moves win.
//!
//! A game says something about every move that was played from the book, so games begin where the book does; it counts in the positions after those moves. In those
//! before them it would say how the opponent fares against the book, which is no reason to play anything. Moves are chosen as the uncertainty of their values
//! allows (Thompson's way): what may be best is tried, what has lost often enough is not.

use std::f64::consts::TAU;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use amazons::{Move, Position};
use book::{Book, Changes, Choice, Games, Key, Played};
use engine::RandomNumbers;
use game::Game;

use super::side::{Knows, Play, Side};
use crate::experiment::Failure;

/// How far a value that no game has tried is from the truth, as a standard deviation in logits. Less than values really err: what is tried should be
/// good as far as one knows, since everything before it is judged by the same games.
const DEVIATION: f64 = 0.15;

/// If something that is not in the book looks so much better, in thousandths of a logit, the engine would think.
const DOUBT: i32 = 150;

/// The book is corrected after so many games.
const BATCH: u64 = 20;

/// What is tried.
#[derive(Clone, Copy, Debug)]
pub struct Sparring<'a> {
    /// How both sides play where the book says nothing.
    pub play: &'a Play,
    /// How many games.
    pub games: u64,
    /// How many at a time.
    pub threads: usize,
    /// Games with the same seed are the same if one thread plays them.
    pub seed: u64,
    /// Ends it after the games that go on.
    pub stop: &'a AtomicBool,
}

/// How it stands.
#[derive(Clone, Copy, Debug, Default)]
pub struct Standing {
    /// Games of the book as first player, and those of them that it has won.
    pub first: Played,
    /// As second player.
    pub second: Played,
}

/// What all threads share.
struct Shared<'a, K> {
    book: &'a mut Book,
    tried: &'a mut Games,
    standing: Standing,
    /// Takes what has changed, and how it stands.
    keep: K,
}

impl Sparring<'_> {
    /// Plays, and corrects the book as games end; `keep` is told now and then what has changed since it was last told.
    ///
    /// # Errors
    /// If the engine cannot play or `keep` fails.
    pub fn run<K>(&self, book: &mut Book, tried: &mut Games, keep: K) -> Result<Standing, Failure>
    where
        K: FnMut(&Book, &Changes, &Games, &Standing) -> Result<(), Failure> + Send,
    {
        let shared = Mutex::new(Shared {
            book,
            tried,
            standing: Standing::default(),
            keep,
        });
        let next = AtomicU64::new(0);
        thread::scope(|scope| {
            let work = || -> Result<(), Failure> {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= self.games || self.stop.load(Ordering::Relaxed) {
                        return Ok(());
                    }
                    let (tried, won) = self.game(index, &shared)?;
                    lock(&shared).count(&tried, won, index.is_multiple_of(2))?;
                }
            };
            let workers: Vec<_> = (0..self.threads).map(|_| scope.spawn(work)).collect();
            for worker in workers {
                worker
                    .join()
                    .map_err(|_| "a thread of games broke down")??;
            }
            Ok::<(), Failure>(())
        })?;
        let mut shared = lock(&shared);
        shared.correct()?;
        Ok(shared.standing)
    }

    /// The positions to which moves from the book led in a game, and whether the book has won it.
    fn game<K>(
        &self,
        index: u64,
        shared: &Mutex<Shared<'_, K>>,
    ) -> Result<(Vec<Key>, bool), Failure> {
        let mut numbers = RandomNumbers::from_seed(self.seed.wrapping_add(index));
        let has_first_move = index.is_multiple_of(2);
        let mut with = Side::new(self.play, Knows::Nothing, numbers.next_bits())?;
        let mut without = Side::new(self.play, Knows::Nothing, numbers.next_bits())?;
        let mut position = lock(shared).book.start();
        let mut tried = Vec::new();
        let books_color = if has_first_move {
            position.to_move()
        } else {
            !position.to_move()
        };
        for ply in 0_u32.. {
            if let Some(outcome) = position.proven_outcome() {
                return Ok((tried, outcome.winner() == Some(books_color)));
            }
            let is_books = position.to_move() == books_color;
            let known = is_books.then(|| lock(shared).worth_trying(&position, &mut numbers));
            if let Some(mv) = known.flatten() {
                position.play(mv);
                tried.push(Key::of(&position).0);
                continue;
            }
            let side = if is_books { &mut with } else { &mut without };
            let mv = side.think(&position, ply, &mut numbers)?;
            position.play(mv);
        }
        Err("no game goes on for ever".into())
    }
}

impl<K> Shared<'_, K> {
    /// A move of the book that may be its best.
    fn worth_trying(&self, position: &Position, numbers: &mut RandomNumbers) -> Option<Move> {
        let (key, view) = Key::of(position);
        let node = self.book.node(&key)?;
        let doubtful = node.value().thousandths() - DOUBT;
        let searched = node.choices().iter().filter(|choice| {
            let value = self.book.value_of(choice);
            self.book.is_searched(choice) && value.thousandths() >= doubtful
        });
        let drawn = searched.map(|choice| (self.drawn_value(choice, numbers), choice.mv));
        let best = drawn.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
        Some(view.inverse().of_move(best.1))
    }

    /// What a move may be worth, in thousandths.
    fn drawn_value(&self, choice: &Choice, numbers: &mut RandomNumbers) -> f64 {
        let played = self.tried.get(&choice.child).copied().unwrap_or_default();
        // In logits a game of even players says a quarter.
        let precision = DEVIATION.powi(-2) + 0.25 * f64::from(played.games);
        let uncertainty = 1_000.0 / precision.sqrt();
        f64::from(self.book.value_of(choice).thousandths()) + uncertainty * normal(numbers)
    }
}

impl<K> Shared<'_, K>
where
    K: FnMut(&Book, &Changes, &Games, &Standing) -> Result<(), Failure>,
{
    fn count(&mut self, tried: &[Key], won: bool, is_first: bool) -> Result<(), Failure> {
        for key in tried {
            // The opponent is to move there.
            *self.tried.entry(*key).or_default() += game_of(!won);
        }
        let side = if is_first {
            &mut self.standing.first
        } else {
            &mut self.standing.second
        };
        *side += game_of(won);
        let Standing { first, second } = self.standing;
        if u64::from(first.games + second.games).is_multiple_of(BATCH) {
            self.correct()?;
        }
        Ok(())
    }

    fn correct(&mut self) -> Result<(), Failure> {
        let changes = self.book.correct(self.tried);
        (self.keep)(self.book, &changes, self.tried, &self.standing)
    }
}

fn game_of(won: bool) -> Played {
    Played {
        games: 1,
        won: u32::from(won),
    }
}

/// What others left behind is whole: every change is made at once.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Standard normal, after Box and Muller.
fn normal(numbers: &mut RandomNumbers) -> f64 {
    let mut unit = || ((numbers.next_bits() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
    (-2.0 * unit().ln()).sqrt() * (TAU * unit()).cos()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::Recipe;

    /// A small book that was tried, with what was kept last.
    fn tried(games: u64, stop: bool) -> (Book, Games, Standing, Games) {
        let recipe = Recipe::paper(4, 100).small();
        let mut book = recipe.book().expect("a book").as_ref().clone();
        let (mut tried, mut kept) = (Games::new(), Games::new());
        let sparring = Sparring {
            play: &Play::small(),
            games,
            threads: 1,
            seed: 1,
            stop: &AtomicBool::new(stop),
        };
        let standing = sparring.run(&mut book, &mut tried, |_, _, games, _| {
            kept.clone_from(games);
            Ok(())
        });
        (book, tried, standing.expect("games"), kept)
    }

    #[test]
    fn every_game_counts_after_the_moves_of_the_book() {
        let (book, tried, standing, kept) = tried(30, false);
        assert_eq!((standing.first.games, standing.second.games), (15, 15));
        assert_eq!(kept, tried);
        assert_eq!(tried.get(&book.root_key()), None, "no move leads there");
        // The book's first moves as first player, after which the opponent is to move.
        let node = book.node(&book.root_key()).expect("the root");
        let after = |choice: &Choice| tried.get(&choice.child).copied();
        let moves: Vec<Played> = node.choices().iter().filter_map(after).collect();
        assert!(moves.len() > 1, "more than one move was tried");
        let games: u32 = moves.iter().map(|played| played.games).sum();
        let lost: u32 = moves.iter().map(|played| played.won).sum();
        assert_eq!(
            (games, games - lost),
            (standing.first.games, standing.first.won)
        );
        let corrected = book.nodes().filter(|(_, node)| node.correction() != 0);
        assert!(corrected.count() > 0);
    }

    #[test]
    fn what_has_lost_often_is_not_tried_any_more() {
        let (mut book, _, _, _) = tried(0, false);
        let node = book.node(&book.root_key()).expect("the root");
        let best = |book: &Book| {
            let node = book.node(&book.root_key()).expect("the root");
            let searched = node.choices().iter().filter(|one| book.is_searched(one));
            *searched
                .max_by_key(|one| book.value_of(one))
                .expect("a move")
        };
        assert!(node.choices().len() > 1);
        let loser = best(&book);
        // Whoever is to move after it wins.
        let lost = Played {
            games: 2_000,
            won: 2_000,
        };
        let mut games = Games::from([(loser.child, lost)]);
        book.correct(&games);
        let root = *book.root();
        let shared = Shared {
            book: &mut book,
            tried: &mut games,
            standing: Standing::default(),
            keep: (),
        };
        let mut numbers = RandomNumbers::from_seed(3);
        for _ in 0..200 {
            let mv = shared.worth_trying(&root, &mut numbers);
            assert_ne!(mv, Some(loser.mv));
        }
    }

    #[test]
    fn it_can_be_stopped() {
        let (_, tried, standing, _) = tried(1_000, true);
        assert!(tried.is_empty());
        assert_eq!(standing.first.games, 0);
    }
}
