//! Games that try a book out: who plays from it against the same engine without, to learn which of its moves win.
//!
//! A game says something about every move that was played from the book, so games begin where the book does; it counts in the positions after those moves. In those
//! before them it would say how the opponent fares against the book, which is no reason to play anything. Moves are chosen as the uncertainty of their values
//! allows (Thompson's way): what may be best is tried, what has lost often enough is not. Where games seldom come there is nothing to learn, and the best is played.
//!
//! Where a game leaves the book early, its player may think and remember what it found (`learning`): so the book grows where games go.
//!
//! What wins against an engine that thinks briefly may lose against one that thinks longer, so how long both think can differ from game to game.

use std::f64::consts::TAU;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use amazons::{Move, Position};
use book::{Analyst, Book, Changes, Choice, Games, Key, Played, is_worth_playing};
use engine::RandomNumbers;
use game::Game;

use super::learning::{Learning, Pupil};
use super::side::{Knows, Play, Side};
use crate::experiment::Failure;

/// How far a value that no game has tried is from the truth, as a standard deviation in logits.
const DEVIATION: f64 = 0.3;

/// Where a position has been come to so often, half of that is tried out.
const HALF_TRIED: f64 = 30.0;

/// If a position has no best move after so many searches, the next game may go on with it.
const MOST_LOOKS: usize = 4;

/// The book is corrected after so many games.
const BATCH: u64 = 20;

/// What is tried.
#[derive(Clone, Copy, Debug)]
pub struct Sparring<'a> {
    /// How both sides play where the book says nothing.
    pub play: &'a Play,
    /// Some games are played with more positions a move than that, up to so many: all orders of magnitude between alike.
    pub most_nodes: u64,
    /// How many games.
    pub games: u64,
    /// What the book learns where games leave it.
    pub learning: Learning<'a>,
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
    pupil: Pupil<'a>,
    tried: &'a mut Games,
    standing: Standing,
    /// Takes what has changed, and how it stands.
    keep: K,
}

impl Sparring<'_> {
    /// Plays, and corrects the book as games end; `keep` is told now and then what has changed since it was last told. Each analyst has games of its own,
    /// one at a time.
    ///
    /// # Errors
    /// If the engine cannot play or `keep` fails.
    pub fn run<K>(
        &self,
        book: &mut Book,
        tried: &mut Games,
        analysts: Vec<Box<dyn Analyst>>,
        keep: K,
    ) -> Result<Standing, Failure>
    where
        K: FnMut(&Book, &Changes, &Games, &Standing) -> Result<(), Failure> + Send,
    {
        let shared = Mutex::new(Shared {
            pupil: Pupil::new(book),
            tried,
            standing: Standing::default(),
            keep,
        });
        let next = AtomicU64::new(0);
        thread::scope(|scope| {
            let work = |mut analyst: Box<dyn Analyst>| -> Result<(), Failure> {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= self.games || self.stop.load(Ordering::Relaxed) {
                        return Ok(());
                    }
                    let (tried, won) = self.game(index, analyst.as_mut(), &shared)?;
                    lock(&shared).count(&tried, won, index.is_multiple_of(2))?;
                }
            };
            let workers: Vec<_> = analysts
                .into_iter()
                .map(|analyst| scope.spawn(move || work(analyst)))
                .collect();
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
        analyst: &mut dyn Analyst,
        shared: &Mutex<Shared<'_, K>>,
    ) -> Result<(Vec<Key>, bool), Failure> {
        let mut numbers = RandomNumbers::from_seed(self.seed.wrapping_add(index));
        let has_first_move = index.is_multiple_of(2);
        let play = self.play.between(self.most_nodes, &mut numbers);
        let mut with = Side::new(&play, Knows::Nothing, numbers.next_bits())?;
        let mut without = Side::new(&play, Knows::Nothing, numbers.next_bits())?;
        let mut position = lock(shared).pupil.book.start();
        let mut tried = Vec::new();
        let books_color = if has_first_move {
            position.to_move()
        } else {
            !position.to_move()
        };
        let mut answers = None;
        for ply in 0_u32.. {
            if let Some(outcome) = position.proven_outcome() {
                return Ok((tried, outcome.winner() == Some(books_color)));
            }
            if position.to_move() != books_color {
                let mv = without.think(&position, ply, &mut numbers)?;
                answers = Some((position, mv));
                position.play(mv);
                continue;
            }
            if ply < self.learning.plies {
                self.learn(&position, answers, analyst, shared)?;
            }
            let known = lock(shared).worth_trying(&position, &mut numbers);
            if let Some(mv) = known {
                position.play(mv);
                tried.push(Key::of(&position).0);
            } else {
                position.play(with.think(&position, ply, &mut numbers)?);
            }
        }
        Err("no game goes on for ever".into())
    }

    /// Searches what must be known to play from the book in a position that answers the opponent's last move, if the book had all before.
    fn learn<K>(
        &self,
        position: &Position,
        answers: Option<(Position, Move)>,
        analyst: &mut dyn Analyst,
        shared: &Mutex<Shared<'_, K>>,
    ) -> Result<(), Failure> {
        if !lock(shared).pupil.can_have(position, answers)? {
            return Ok(());
        }
        for _ in 0..MOST_LOOKS {
            let Some(target) = lock(shared).pupil.unsettled(position) else {
                break;
            };
            // One more is the best outside.
            let appraisal = analyst.appraise(&target, self.learning.width + 1, &[])?;
            lock(shared)
                .pupil
                .remember(&target, &appraisal, &self.learning)?;
        }
        Ok(())
    }
}

impl<K> Shared<'_, K> {
    /// A move of the book that may be its best; none where its player would think.
    fn worth_trying(&self, position: &Position, numbers: &mut RandomNumbers) -> Option<Move> {
        let (key, view) = Key::of(position);
        let book = &self.pupil.book;
        let node = book.node(&key)?;
        let searched = || {
            let choices = node.choices().iter();
            choices.filter(|choice| book.is_searched(choice))
        };
        let value = |choice| book.value_of(choice);
        let best = searched().map(value).max()?;
        if !is_worth_playing(best, node.value()) {
            return None;
        }
        let games: f64 = searched()
            .map(|choice| f64::from(self.played(choice).games))
            .sum();
        let curiosity = games / (games + HALF_TRIED);
        let drawn = searched().map(|choice| {
            let error = curiosity * self.uncertainty(choice) * normal(numbers);
            (f64::from(value(choice).thousandths()) + error, choice.mv)
        });
        let best = drawn.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
        Some(view.inverse().of_move(best.1))
    }

    fn played(&self, choice: &Choice) -> Played {
        self.tried.get(&choice.child).copied().unwrap_or_default()
    }

    /// The standard deviation of what a move may be worth, in thousandths.
    fn uncertainty(&self, choice: &Choice) -> f64 {
        // In logits a game of even players says a quarter.
        let precision = DEVIATION.powi(-2) + 0.25 * f64::from(self.played(choice).games);
        1_000.0 / precision.sqrt()
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
        let mut changes = self.pupil.book.correct(self.tried);
        changes.written.append(&mut self.pupil.learned);
        (self.keep)(self.pupil.book, &changes, self.tried, &self.standing)
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
    use std::collections::HashSet;

    use super::*;
    use crate::book::Recipe;

    /// A small book that was tried, with what was kept last.
    fn tried(games: u64, plies: u32, stop: bool) -> (Book, Games, Standing, Games) {
        let recipe = Recipe::paper(4, 100).small();
        let mut book = recipe.book().expect("a book").as_ref().clone();
        let before: HashSet<Key> = book.nodes().map(|(key, _)| *key).collect();
        let (mut tried, mut kept) = (Games::new(), Games::new());
        let sparring = Sparring {
            play: &Play::small(),
            most_nodes: 40,
            games,
            learning: Learning {
                plies,
                width: 3,
                provenance: "games",
            },
            seed: 1,
            stop: &AtomicBool::new(stop),
        };
        let analyst = recipe.analyst().expect("an engine");
        let mut written = HashSet::new();
        let standing = sparring.run(
            &mut book,
            &mut tried,
            vec![analyst],
            |_, changes, games, _| {
                kept.clone_from(games);
                written.extend(changes.written.iter().copied());
                Ok(())
            },
        );
        for (key, _) in book.nodes() {
            assert!(
                before.contains(key) || written.contains(key),
                "all that is new is kept"
            );
        }
        (book, tried, standing.expect("games"), kept)
    }

    #[test]
    fn every_game_counts_after_the_moves_of_the_book() {
        let (book, tried, standing, kept) = tried(30, 0, false);
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
        let (mut book, _, _, _) = tried(0, 0, false);
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
            pupil: Pupil::new(&mut book),
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
    fn a_book_learns_where_games_leave_it() {
        let (without, ..) = tried(30, 0, false);
        let (book, games, ..) = tried(30, 4, false);
        assert!(book.len() > without.len());
        let learned = book
            .nodes()
            .filter(|(_, node)| book.provenance(node) == "games");
        // Four plies of a game, and the move that is played there.
        assert!(
            learned
                .map(|(_, node)| book.depth(node.position()))
                .all(|depth| depth <= 4)
        );
        // All moves that were made in those plies are the book's: its first as second player among them.
        let played_second = games.keys().filter_map(|key| book.node(key));
        let depths: HashSet<u32> = played_second
            .map(|node| book.depth(node.position()))
            .collect();
        assert!(
            depths.is_superset(&HashSet::from([1, 2, 3, 4])),
            "{depths:?}"
        );
        let as_second: u32 = games
            .iter()
            .filter(|(key, _)| {
                book.node(key)
                    .is_some_and(|node| book.depth(node.position()) == 2)
            })
            .map(|(_, played)| played.games)
            .sum();
        assert_eq!(as_second, 15, "whatever the opponent began with");
    }

    #[test]
    fn it_can_be_stopped() {
        let (_, tried, standing, _) = tried(1_000, 4, true);
        assert!(tried.is_empty());
        assert_eq!(standing.first.games, 0);
    }
}
