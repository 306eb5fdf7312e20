//! Shogi engine: alpha-beta over the evaluation; declares a win or resigns where the rules allow.

use game::Game;
use search::alpha_beta::AlphaBetaParameters;
use search::{AlphaBeta, SearchInfo, SearchLimits, Searcher, StopSignal};

use crate::Evaluation;
use crate::position::{Move, Position};

/// Answer of the engine, as in USI `bestmove`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BestMove {
    /// `bestmove <mv> [ponder <ponder>]`.
    Move {
        /// The move.
        mv: Move,
        /// The expected reply.
        ponder: Option<Move>,
    },
    /// `bestmove win`: declares a win by the 27-point rule.
    Win,
    /// `bestmove resign`: mated.
    Resign,
}

/// The engine.
#[derive(Debug)]
pub struct Engine {
    searcher: AlphaBeta<Evaluation>,
}

impl Engine {
    /// An engine with a transposition table of `memory` bytes.
    #[must_use]
    pub fn new(memory: usize, threads: usize) -> Self {
        // No move is pruned by rank, since any drop may mate.
        let parameters = AlphaBetaParameters {
            max_moves: usize::MAX,
            max_root_moves: usize::MAX,
            ..AlphaBetaParameters::default()
        };
        let searcher = AlphaBeta::new(Evaluation::new())
            .with_memory_limit(memory)
            .with_parameters(parameters)
            .with_threads(threads);
        Self { searcher }
    }

    /// Searches until a limit is reached or the signal is given.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &SearchLimits<Move>,
        signal: &StopSignal,
        listener: &mut dyn FnMut(SearchInfo<Move>),
    ) -> BestMove {
        if position.can_declare_win() {
            return BestMove::Win;
        }
        // After fourfold repetition the history is dropped, so that a `go` still returns a move.
        let fresh = position.without_history();
        let position = match position.outcome() {
            Some(_) => &fresh,
            None => position,
        };
        let answer = self.searcher.search(position, limits, signal, listener);
        match answer.best_move() {
            Some(mv) => BestMove::Move {
                mv,
                ponder: answer.ponder_move(),
            },
            None => BestMove::Resign,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best_move(text: &str, depth: u32) -> BestMove {
        let position = Position::parse(text).unwrap();
        let mut engine = Engine::new(1 << 20, 1);
        engine.search(
            &position,
            &SearchLimits::depth(depth),
            &StopSignal::new(),
            &mut |_| {},
        )
    }

    fn played_move(text: &str, depth: u32) -> String {
        match best_move(text, depth) {
            BestMove::Move { mv, .. } => mv.to_usi(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn mates_are_found() {
        assert_eq!(played_move("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", 2), "G*5b");
    }

    #[test]
    fn resigns_when_mated_and_declares_wins() {
        let mated = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1";
        assert_eq!(best_move(mated, 2), BestMove::Resign);
        let entered = "4K4/PPPPPPP2/RB+P6/9/9/9/9/9/8k b RB9P 1";
        assert_eq!(best_move(entered, 2), BestMove::Win);
    }

    #[test]
    fn hanging_pieces_are_captured() {
        assert_eq!(played_move("4k4/9/9/9/4r4/9/4L4/9/4K4 b - 1", 3), "5g5e");
    }

    #[test]
    fn there_is_a_move_after_fourfold_repetition() {
        let back_and_forth = ["5i5h 5a5b 5h5i 5b5a"; 3].join(" ");
        let text = format!("startpos moves {back_and_forth}");
        assert!(Position::parse(&text).unwrap().outcome().is_some());
        assert!(matches!(best_move(&text, 2), BestMove::Move { .. }));
    }
}
