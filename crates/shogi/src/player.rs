//! Somebody who plays: alpha-beta with the evaluation, who also declares and resigns.

use game::Game;
use search::alpha_beta::Parameters;
use search::{AlphaBeta, Limits, Report, Searcher, Signal};

use crate::Evaluation;
use crate::position::{Move, Position};

/// What somebody does with their turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// They move.
    Play {
        /// The move.
        mv: Move,
        /// The reply that they expect.
        expected: Option<Move>,
    },
    /// Their king has entered the enemy camp, and they declare that they have won.
    Declare,
    /// They are mated.
    Resign,
}

/// Who plays.
#[derive(Debug)]
pub struct Player {
    searcher: AlphaBeta<Evaluation>,
}

impl Player {
    /// A player with that much memory, and so many threads.
    #[must_use]
    pub fn new(memory: usize, threads: usize) -> Self {
        Self::with_parameters(memory, threads, Self::parameters())
    }

    /// The same with a search that is steered otherwise.
    #[must_use]
    pub fn with_parameters(memory: usize, threads: usize, parameters: Parameters) -> Self {
        let searcher = AlphaBeta::new(Evaluation::new())
            .with_memory(memory)
            .with_parameters(parameters)
            .with_threads(threads);
        Self { searcher }
    }

    /// What steers the search: every move counts, since what looks bad may be a mating drop.
    #[must_use]
    pub fn parameters() -> Parameters {
        Parameters {
            kept: usize::MAX,
            kept_at_root: usize::MAX,
            ..Parameters::default()
        }
    }

    /// Thinks until a limit is reached or the signal given.
    pub fn think(
        &mut self,
        position: &Position,
        limits: &Limits<Move>,
        signal: &Signal,
        listener: &mut dyn FnMut(Report<Move>),
    ) -> Decision {
        if position.may_declare() {
            return Decision::Declare;
        }
        // Who is asked for a move although the same position is there for the fourth time gets one.
        let anew = position.without_history();
        let position = match position.outcome() {
            Some(_) => &anew,
            None => position,
        };
        let answer = self.searcher.search(position, limits, signal, listener);
        match answer.best_move() {
            Some(mv) => Decision::Play {
                mv,
                expected: answer.expected_reply(),
            },
            None => Decision::Resign,
        }
    }

    /// Forgets what earlier searches found.
    pub fn forget(&mut self) {
        Searcher::<Position>::forget(&mut self.searcher);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decide(text: &str, depth: u32) -> Decision {
        let position = Position::parse(text).unwrap();
        let mut player = Player::new(1 << 20, 1);
        player.think(
            &position,
            &Limits::depth(depth),
            &Signal::new(),
            &mut |_| {},
        )
    }

    fn played(text: &str, depth: u32) -> String {
        match decide(text, depth) {
            Decision::Play { mv, .. } => mv.to_usi(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_mate_is_found() {
        // A gold before the king, guarded by a pawn.
        assert_eq!(played("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", 2), "G*5b");
    }

    #[test]
    fn who_is_mated_resigns_and_who_has_entered_declares() {
        let mated = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1";
        assert_eq!(decide(mated, 2), Decision::Resign);
        let entered = "4K4/PPPPPPP2/RB+P6/9/9/9/9/9/8k b RB9P 1";
        assert_eq!(decide(entered, 2), Decision::Declare);
    }

    #[test]
    fn a_hanging_piece_is_taken() {
        assert_eq!(played("4k4/9/9/9/4r4/9/4L4/9/4K4 b - 1", 3), "5g5e");
    }

    #[test]
    fn after_four_times_there_is_still_an_answer() {
        let back_and_forth = ["5i5h 5a5b 5h5i 5b5a"; 3].join(" ");
        let text = format!("startpos moves {back_and_forth}");
        assert!(Position::parse(&text).unwrap().outcome().is_some());
        assert!(matches!(decide(&text, 2), Decision::Play { .. }));
    }
}
