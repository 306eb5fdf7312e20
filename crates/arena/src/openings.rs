//! Openings of a match: the start position, random moves or a list. They depend on the seed only.

use game::Game;
use game::SplitMix64;

use crate::player::GameHistory;

/// Maximum number of attempts to find a random opening that leaves the game undecided.
const MAX_ATTEMPTS: u64 = 1000;

/// A start position and the moves played from it before the players take over.
#[derive(Clone, Debug)]
pub struct Opening<G: Game> {
    start: G,
    moves: Vec<G::Move>,
}

impl<G: Game> Opening<G> {
    /// Creates an opening; `None` if a move is illegal or the game is decided after the moves.
    pub fn new(start: G, moves: Vec<G::Move>) -> Option<Self> {
        let mut history = GameHistory::new(start.clone());
        for &mv in &moves {
            if !history.position().is_legal(mv) {
                return None;
            }
            history.push(mv);
        }
        is_undecided(history.position()).then_some(Self { start, moves })
    }

    /// The start position.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// The game after the opening.
    pub fn history(&self) -> GameHistory<G> {
        let mut history = GameHistory::new(self.start.clone());
        for &mv in &self.moves {
            history.push(mv);
        }
        history
    }

    /// The moves in the game's notation.
    pub fn move_texts(&self) -> Vec<String> {
        self.history()
            .moves_with_positions()
            .iter()
            .map(|(position, mv)| position.move_to_text(*mv))
            .collect()
    }
}

fn is_undecided<G: Game>(position: &G) -> bool {
    position.outcome().is_none() && position.proven_outcome().is_none()
}

/// Source of the openings of a match.
#[derive(Clone, Debug)]
pub enum OpeningSource<G: Game> {
    /// Random moves from a start position.
    Random {
        /// Start position.
        start: G,
        /// Number of random moves.
        plies: usize,
    },
    /// A list, shuffled by the seed and repeated when it is used up.
    List(Vec<Opening<G>>),
}

impl<G: Game> OpeningSource<G> {
    /// The opening with a number; `None` if the list is empty or random play always decides the
    /// game.
    pub fn opening(&self, number: usize, seed: u64) -> Option<Opening<G>> {
        match self {
            Self::Random { start, plies } => random_opening(start, *plies, number, seed),
            Self::List(list) => {
                let mut order: Vec<usize> = (0..list.len()).collect();
                let mut rng = SplitMix64::from_seed(seed);
                rng.shuffle(&mut order);
                let chosen = order.get(number.checked_rem(order.len())?)?;
                list.get(*chosen).cloned()
            }
        }
    }

    /// Identifies the openings in match headers: equal descriptions mean equal openings.
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
                let digest = digest(&texts.collect::<String>());
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
    let mut rng = SplitMix64::from_seed(seed ^ (number as u64).wrapping_mul(0x9e37_79b9));
    'attempts: for _ in 0..MAX_ATTEMPTS {
        let mut rng = rng.split();
        let mut position = start.clone();
        let mut moves = Vec::with_capacity(plies);
        for _ in 0..plies {
            let legal = position.moves();
            if legal.is_empty() {
                continue 'attempts;
            }
            let mv = legal[rng.below(legal.len())];
            position.play(mv);
            moves.push(mv);
        }
        if is_undecided(&position) {
            return Some(Opening {
                start: start.clone(),
                moves,
            });
        }
    }
    None
}

/// FNV-1a hash, which distinguishes lists of openings in match headers.
fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use toys::TicTacToe;

    use super::*;

    fn texts(openings: &OpeningSource<TicTacToe>, count: usize, seed: u64) -> Vec<String> {
        let text = |number| {
            openings
                .opening(number, seed)
                .unwrap()
                .move_texts()
                .join(" ")
        };
        (0..count).map(text).collect()
    }

    #[test]
    fn random_openings_depend_on_seed_and_number() {
        let openings = OpeningSource::Random {
            start: TicTacToe::start(),
            plies: 4,
        };
        let all = texts(&openings, 50, 7);
        assert_eq!(all, texts(&openings, 50, 7));
        assert_ne!(all, texts(&openings, 50, 8));
        assert!(all.iter().all(|text| text.split(' ').count() == 4));
        assert!(all.iter().collect::<HashSet<_>>().len() > 45);
    }

    /// No game is undecided after nine moves, and few are after eight.
    #[test]
    fn openings_leave_the_game_undecided() {
        let after = |plies| OpeningSource::Random {
            start: TicTacToe::start(),
            plies,
        };
        for number in 0..50 {
            let opening = after(8).opening(number, 1).unwrap();
            assert_eq!(opening.history().position().outcome(), None);
        }
        assert!(after(9).opening(0, 1).is_none());
        assert!(
            OpeningSource::<TicTacToe>::List(Vec::new())
                .opening(0, 1)
                .is_none()
        );
    }

    #[test]
    fn a_list_is_shuffled_and_repeated() {
        let start = TicTacToe::start();
        let list: Vec<_> = start
            .moves()
            .into_iter()
            .map(|mv| Opening::new(start, vec![mv]).unwrap())
            .collect();
        let openings = OpeningSource::List(list.clone());
        let all = texts(&openings, 18, 3);
        assert_eq!(all[..9], all[9..]);
        assert_eq!(all[..9].iter().collect::<HashSet<_>>().len(), 9);
        assert_ne!(all, texts(&openings, 18, 4));
        assert_eq!(
            openings.description(),
            OpeningSource::List(list.clone()).description()
        );
        let fewer = OpeningSource::List(list[1..].to_vec());
        assert_ne!(openings.description(), fewer.description());
    }

    #[test]
    fn illegal_and_decided_openings_are_rejected() {
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
