//! Where games begin: the same start, random moves from it, or a list; always the same ones for
//! the same seed.

use engine::RandomNumbers;
use game::Game;

use crate::player::Line;

/// Draws from one start until an opening is found in which the game is still open.
const ATTEMPTS: u64 = 1000;

/// A start position and moves that are played before the players take over.
#[derive(Clone, Debug)]
pub struct Opening<G: Game> {
    start: G,
    moves: Vec<G::Move>,
}

impl<G: Game> Opening<G> {
    /// An opening of legal moves; `None` if one is not legal or the game is over after them.
    pub fn new(start: G, moves: Vec<G::Move>) -> Option<Self> {
        let mut line = Line::new(start.clone());
        for &mv in &moves {
            if !line.position().is_legal(mv) {
                return None;
            }
            line.push(mv);
        }
        is_open(line.position()).then_some(Self { start, moves })
    }

    /// Where it starts.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// The game as the players take it over.
    pub fn line(&self) -> Line<G> {
        let mut line = Line::new(self.start.clone());
        for &mv in &self.moves {
            line.push(mv);
        }
        line
    }

    /// The moves as people write them.
    pub fn move_texts(&self) -> Vec<String> {
        let line = self.line();
        let texts = line
            .steps()
            .iter()
            .map(|(before, mv)| before.move_to_text(*mv));
        texts.collect()
    }
}

/// A game without a result, proven or played.
fn is_open<G: Game>(position: &G) -> bool {
    position.outcome().is_none() && position.proven_outcome().is_none()
}

/// As many openings as a match needs.
#[derive(Clone, Debug)]
pub enum Openings<G: Game> {
    /// A start, and so many random moves from it.
    Random {
        /// Where to start.
        start: G,
        /// How many moves; with none every game begins at the start.
        plies: usize,
    },
    /// A list, shuffled by the match's seed; used again from its beginning when it is at its end.
    List(Vec<Opening<G>>),
}

impl<G: Game> Openings<G> {
    /// The opening of that number; `None` if there is none, because the list is empty or random
    /// play always ends the game too soon.
    pub fn get(&self, number: usize, seed: u64) -> Option<Opening<G>> {
        match self {
            Self::Random { start, plies } => random_opening(start, *plies, number, seed),
            Self::List(list) => {
                let mut order: Vec<usize> = (0..list.len()).collect();
                let mut numbers = RandomNumbers::from_seed(seed);
                for place in (1..order.len()).rev() {
                    order.swap(place, numbers.below(place + 1));
                }
                let chosen = order.get(number.checked_rem(order.len())?)?;
                list.get(*chosen).cloned()
            }
        }
    }

    /// A line for the records; two sets of openings with the same description are the same.
    pub fn description(&self) -> String {
        match self {
            Self::Random { start, plies } => format!("random:{plies} from {}", start.to_text()),
            Self::List(list) => {
                let texts = list.iter().map(|opening| {
                    format!(
                        "{} {}\n",
                        opening.start.to_text(),
                        opening.move_texts().join(" ")
                    )
                });
                let digest = texts.fold(FNV_START, |hash, text| fnv(hash, text.as_bytes()));
                format!("{} openings {digest:016x}", list.len())
            }
        }
    }
}

fn random_opening<G: Game>(
    start: &G,
    plies: usize,
    number: usize,
    seed: u64,
) -> Option<Opening<G>> {
    let mut numbers = RandomNumbers::from_seed(seed ^ (number as u64).wrapping_mul(0x9e37_79b9));
    'attempts: for _ in 0..ATTEMPTS {
        let mut numbers = numbers.split();
        let mut position = start.clone();
        let mut moves = Vec::with_capacity(plies);
        for _ in 0..plies {
            let legal = position.moves();
            if legal.is_empty() {
                continue 'attempts;
            }
            let mv = legal[numbers.below(legal.len())];
            position.play(mv);
            moves.push(mv);
        }
        if is_open(&position) {
            return Some(Opening {
                start: start.clone(),
                moves,
            });
        }
    }
    None
}

const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a: enough to notice that a list is another one.
fn fnv(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use toys::TicTacToe;

    use super::*;

    fn texts(openings: &Openings<TicTacToe>, count: usize, seed: u64) -> Vec<String> {
        let get = |number| openings.get(number, seed).unwrap().move_texts().join(" ");
        (0..count).map(get).collect()
    }

    #[test]
    fn random_openings_follow_from_seed_and_number() {
        let openings = Openings::Random {
            start: TicTacToe::start(),
            plies: 4,
        };
        let all = texts(&openings, 50, 7);
        assert_eq!(all, texts(&openings, 50, 7));
        assert_ne!(all, texts(&openings, 50, 8));
        assert!(all.iter().all(|text| text.split(' ').count() == 4));
        assert!(all.iter().collect::<HashSet<_>>().len() > 45);
    }

    /// A full board has nine marks: no game is open after nine moves, and few after eight.
    #[test]
    fn openings_never_end_the_game() {
        let after = |plies| Openings::Random {
            start: TicTacToe::start(),
            plies,
        };
        for number in 0..50 {
            let opening = after(8).get(number, 1).unwrap();
            assert_eq!(opening.line().position().outcome(), None);
        }
        assert!(after(9).get(0, 1).is_none());
        assert!(Openings::<TicTacToe>::List(Vec::new()).get(0, 1).is_none());
    }

    #[test]
    fn a_list_is_shuffled_and_used_again() {
        let start = TicTacToe::start();
        let list: Vec<_> = start
            .moves()
            .into_iter()
            .map(|mv| Opening::new(start, vec![mv]).unwrap())
            .collect();
        let openings = Openings::List(list.clone());
        let all = texts(&openings, 18, 3);
        assert_eq!(all[..9], all[9..]);
        assert_eq!(all[..9].iter().collect::<HashSet<_>>().len(), 9);
        assert_ne!(all, texts(&openings, 18, 4));
        assert_eq!(
            openings.description(),
            Openings::List(list.clone()).description()
        );
        let fewer = Openings::List(list[1..].to_vec());
        assert_ne!(openings.description(), fewer.description());
    }

    #[test]
    fn an_opening_that_is_illegal_or_over_is_none() {
        let start = TicTacToe::start();
        let moves = |text: &str| {
            let mut position = start;
            text.split(' ')
                .map(|text| {
                    let mv = position.parse_move(text).unwrap();
                    position.play(mv);
                    mv
                })
                .collect::<Vec<_>>()
        };
        assert!(Opening::new(start, moves("a1 a2 b1 b2")).is_some());
        assert!(Opening::new(start, moves("a1 a2 b1 b2 c1")).is_none());
        let twice = vec![moves("a1")[0]; 2];
        assert!(Opening::new(start, twice).is_none());
    }
}
