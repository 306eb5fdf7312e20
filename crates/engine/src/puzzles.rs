//! Endgame puzzles: the player to move wins by one tempo, and most moves lose.
//!
//! Quick games are played until the board is separated into small regions, whose exact values prove
//! the winning moves. The same seed gives the same puzzle.

use amazons::{Game, Move, Position};
use endgame::{AnalysisLimits, AnalyzedMove, AnalyzedRegion, ExactAnalyzer, ValueLimits};
use evaluation::{EvalBoard, EvaluationFunction, TaperedEvaluation};

use game::SplitMix64;

/// Maximum number of games; one in some tens contains a puzzle.
const MAX_GAMES: usize = 3_000;

/// Number of random moves of which a quick game plays the best.
const RANDOM_CANDIDATES: usize = 6;

/// Maximum number of empty squares in a contested region.
const MAX_REGION_EMPTY: u32 = 8;

/// Limits for a position: a few milliseconds.
const ANALYSIS_LIMITS: AnalysisLimits = AnalysisLimits {
    max_empty_squares: MAX_REGION_EMPTY,
    value_limits: ValueLimits {
        max_regions: 3_000,
        max_forms: 100_000,
    },
    max_nodes_per_query: 5_000,
    max_nodes: 200_000,
    fill_steps: 500,
};

/// Difficulty of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Difficulty {
    /// A small board; up to a third of the moves win.
    Easy,
    /// At least two contested regions; few moves win.
    Medium,
    /// At least two contested regions; very few moves win, and the best static move does not.
    Hard,
}

impl Difficulty {
    /// All difficulties, easiest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    fn requirements(self) -> Requirements {
        let (board_size, min_regions, min_moves, min_moves_per_solution) = match self {
            Self::Easy => ("6x6", 1, 9, 3),
            Self::Medium => ("7x7", 2, 16, 5),
            Self::Hard => ("8x8", 2, 24, 10),
        };
        Requirements {
            board_size,
            min_regions,
            min_moves,
            min_moves_per_solution,
        }
    }
}

/// What a puzzle of a difficulty needs.
struct Requirements {
    board_size: &'static str,
    /// Minimum number of contested regions.
    min_regions: usize,
    /// Minimum number of legal moves.
    min_moves: usize,
    /// Minimum number of legal moves per solution.
    min_moves_per_solution: usize,
}

/// A position that the player to move wins by one tempo.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The position.
    pub position: Position,
    /// All winning moves.
    pub solutions: Vec<Move>,
}

impl Puzzle {
    /// Generates the puzzle of a seed; `None` if no game contains one, which is unlikely.
    #[must_use]
    pub fn generate(difficulty: Difficulty, seed: u64) -> Option<Self> {
        let required = difficulty.requirements();
        let mut rng = SplitMix64::from_seed(seed).split();
        let start = amazons::notation::parse_position(required.board_size).ok()?;
        let evaluation = TaperedEvaluation::default();
        let mut analyzer = ExactAnalyzer::new(None, ANALYSIS_LIMITS);
        for _ in 0..MAX_GAMES {
            if analyzer.form_count() >= ANALYSIS_LIMITS.value_limits.max_forms {
                analyzer = ExactAnalyzer::new(None, ANALYSIS_LIMITS);
            }
            let mut position = start;
            while let Some(mv) = quick_move(&position, &evaluation, &mut rng) {
                position.play(mv);
                let Some(puzzle) = Self::from_position(&position, &required, &mut analyzer) else {
                    continue;
                };
                let is_obvious = difficulty == Difficulty::Hard
                    && best_static_move(&position, position.moves(), &evaluation)
                        .is_some_and(|mv| puzzle.solutions.contains(&mv));
                if !is_obvious {
                    return Some(puzzle);
                }
            }
        }
        None
    }

    fn from_position(
        position: &Position,
        required: &Requirements,
        analyzer: &mut ExactAnalyzer,
    ) -> Option<Self> {
        let contested = position.regions().filter(|region| region.is_contested());
        let is_small = position.regions().all(|region| {
            !region.is_contested() || region.empty_squares().len() <= MAX_REGION_EMPTY
        });
        if !is_small || contested.count() < required.min_regions {
            return None;
        }
        let mover = position.to_move();
        // Without a table, this does not fail.
        let parts = analyzer
            .analyze_regions(std::slice::from_ref(position))
            .ok()?;
        let is_known = |part: &AnalyzedRegion| part.value.exact().is_some();
        let lead = analyzer.lead(&parts, mover)?;
        if !parts.iter().all(is_known) || lead.winner != mover || lead.moves.upper > 0 {
            return None;
        }
        let choices = analyzer.analyze_moves(&parts, mover).ok()?;
        let is_unproven = choices.iter().any(|choice| choice.lead.is_none());
        if is_unproven || choices.len() < required.min_moves {
            return None;
        }
        let wins = |choice: &&AnalyzedMove| choice.wins_for(mover);
        let solutions: Vec<Move> = choices
            .iter()
            .filter(wins)
            .map(|choice| choice.mv)
            .collect();
        let is_hard_enough = solutions.len() * required.min_moves_per_solution <= choices.len();
        is_hard_enough.then_some(Self {
            position: *position,
            solutions,
        })
    }
}

/// The best of a few random moves.
fn quick_move(
    position: &Position,
    evaluation: &TaperedEvaluation,
    rng: &mut SplitMix64,
) -> Option<Move> {
    let moves = position.moves();
    if moves.is_empty() {
        return None;
    }
    let candidates = (0..RANDOM_CANDIDATES).map(|_| moves[rng.below(moves.len())]);
    best_static_move(position, candidates.collect(), evaluation)
}

/// The best move by the evaluation of the next position.
fn best_static_move(
    position: &Position,
    moves: Vec<Move>,
    evaluation: &TaperedEvaluation,
) -> Option<Move> {
    let value = |mv: &Move| {
        let mut after = *position;
        after.play(*mv);
        // The value is for the opponent.
        std::cmp::Reverse(evaluation.evaluate(&EvalBoard::from(&after)))
    };
    moves.into_iter().max_by_key(value)
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use endgame::Solver;

    use super::*;
    use crate::endgames::test_positions::winning_moves;

    /// Checks against the board solver, and against brute force in small positions.
    #[test]
    fn exactly_the_solutions_win() {
        let solver = Solver::new(1 << 22, 1, None);
        let mut brute_forced = 0;
        for difficulty in Difficulty::ALL {
            let mut different = HashSet::new();
            for seed in 0..4 {
                let puzzle = Puzzle::generate(difficulty, seed).expect("a puzzle");
                let position = puzzle.position;
                let mover = position.to_move();
                let mut solutions = puzzle.solutions.clone();
                solutions.sort_unstable();
                let solved = solver
                    .all_winning_moves(&[position], mover, &mut |_, _| true)
                    .expect("not interrupted");
                assert_eq!(solved.unknown, 0);
                let mut winning: Vec<Move> = solved.moves.iter().map(|&(_, mv)| mv).collect();
                winning.sort_unstable();
                assert_eq!(solutions, winning, "{position:?}");
                if position.empty_squares().len() <= 9 {
                    brute_forced += 1;
                    let winning = winning_moves(&position, &mut HashMap::new());
                    assert_eq!(solutions, winning, "{position:?}");
                }
                assert!(!solutions.is_empty());
                let min_ratio = difficulty.requirements().min_moves_per_solution;
                assert!(solutions.len() * min_ratio <= position.moves().len());
                different.insert(position.to_text());
            }
            assert_eq!(different.len(), 4);
        }
        assert!(brute_forced > 1, "{brute_forced}");
    }

    #[test]
    fn a_seed_determines_the_puzzle() {
        for difficulty in Difficulty::ALL {
            let [one, other] = [(); 2].map(|()| Puzzle::generate(difficulty, 77));
            assert_eq!(one, other);
        }
    }
}
