//! Endgame puzzles: positions with a proved win that hangs by a move.
//!
//! A quick game is played until fire has taken the board apart, and whatever is known exactly then is looked at: who is to move must win
//! without a move to spare, and most moves must lose. The same seed gives the same puzzle.

use amazons::{Game, Move, Position};
use endgame::{AnalysisLimits, AnalyzedMove, AnalyzedRegion, ExactAnalyzer, ValueLimits};
use evaluation::{Evaluation, Layout, Staged};

use crate::random_numbers::RandomNumbers;

/// Games that are tried at most. One in some tens has a puzzle.
const MOST_GAMES: usize = 3_000;

/// Of so many moves drawn at random the best is played: not well, but not without sense.
const DRAWN: usize = 6;

/// Regions that both are in have at most so many empty squares.
const MOST_EMPTY: u32 = 8;

/// Some thousandths of a second for a position.
const LIMITS: AnalysisLimits = AnalysisLimits {
    max_empty_squares: MOST_EMPTY,
    value_limits: ValueLimits {
        max_regions: 3_000,
        max_forms: 100_000,
    },
    max_nodes_per_query: 5_000,
    max_nodes: 200_000,
    fill_steps: 500,
};

/// How hard a puzzle is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Difficulty {
    /// A small board, and some moves win.
    Easy,
    /// Two regions to choose from, and few moves win.
    Medium,
    /// Very few moves win, and the first that comes to mind is none of them.
    Hard,
}

impl Difficulty {
    /// All, the easiest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    fn board(self) -> &'static str {
        match self {
            Self::Easy => "6x6",
            Self::Medium => "7x7",
            Self::Hard => "8x8",
        }
    }

    /// Regions that both are in, at least.
    fn regions(self) -> usize {
        match self {
            Self::Easy => 1,
            Self::Medium | Self::Hard => 2,
        }
    }

    /// Moves that there are, at least.
    fn moves(self) -> usize {
        match self {
            Self::Easy => 9,
            Self::Medium => 16,
            Self::Hard => 24,
        }
    }

    /// Moves that there are, at least, for each that wins.
    fn choices(self) -> usize {
        match self {
            Self::Easy => 3,
            Self::Medium => 5,
            Self::Hard => 10,
        }
    }
}

/// A position with a win that hangs by a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The position. Who is to move wins.
    pub position: Position,
    /// All moves that keep the win.
    pub winning: Vec<Move>,
}

impl Puzzle {
    /// The puzzle of a seed; `None` if none was found in time, which is not to be expected.
    #[must_use]
    pub fn new(difficulty: Difficulty, seed: u64) -> Option<Self> {
        let mut numbers = RandomNumbers::from_seed(seed).split();
        let start = amazons::notation::parse_position(difficulty.board()).ok()?;
        let evaluation = Staged::default();
        let mut reckoner = ExactAnalyzer::new(None, LIMITS);
        for _ in 0..MOST_GAMES {
            if reckoner.form_count() >= LIMITS.value_limits.max_forms {
                reckoner = ExactAnalyzer::new(None, LIMITS);
            }
            let mut position = start;
            while let Some(mv) = quick_move(&position, &evaluation, &mut numbers) {
                position.play(mv);
                let Some(puzzle) = Self::of(&position, difficulty, &mut reckoner) else {
                    continue;
                };
                let is_plain = difficulty == Difficulty::Hard
                    && likeliest(&position, position.moves(), &evaluation)
                        .is_some_and(|mv| puzzle.winning.contains(&mv));
                if !is_plain {
                    return Some(puzzle);
                }
            }
        }
        None
    }

    /// A position, if it is a puzzle.
    fn of(
        position: &Position,
        difficulty: Difficulty,
        reckoner: &mut ExactAnalyzer,
    ) -> Option<Self> {
        let contested = position.regions().filter(|region| region.is_contested());
        let is_small = position
            .regions()
            .all(|region| !region.is_contested() || region.empty_squares().len() <= MOST_EMPTY);
        if !is_small || contested.count() < difficulty.regions() {
            return None;
        }
        let mover = position.to_move();
        // There is no table that could be damaged.
        let parts = reckoner
            .analyze_regions(std::slice::from_ref(position))
            .ok()?;
        let is_known = |part: &AnalyzedRegion| part.value.exact().is_some();
        let lead = reckoner.lead(&parts, mover)?;
        if !parts.iter().all(is_known) || lead.winner != mover || lead.moves.most > 0 {
            return None;
        }
        let choices = reckoner.analyze_moves(&parts, mover).ok()?;
        let is_open = choices.iter().any(|choice| choice.lead.is_none());
        if is_open || choices.len() < difficulty.moves() {
            return None;
        }
        let wins = |choice: &&AnalyzedMove| choice.wins_for(mover);
        let winning: Vec<Move> = choices.iter().filter(wins).map(|one| one.mv).collect();
        let is_narrow = winning.len() * difficulty.choices() <= choices.len();
        is_narrow.then_some(Self {
            position: *position,
            winning,
        })
    }
}

/// A move that is played without much thought.
fn quick_move(
    position: &Position,
    evaluation: &Staged,
    numbers: &mut RandomNumbers,
) -> Option<Move> {
    let moves = position.moves();
    if moves.is_empty() {
        return None;
    }
    let drawn = (0..DRAWN).map(|_| moves[numbers.below(moves.len())]);
    likeliest(position, drawn.collect(), evaluation)
}

/// The move that looks best without a search.
fn likeliest(position: &Position, moves: Vec<Move>, evaluation: &Staged) -> Option<Move> {
    let prospects = |mv: &Move| {
        let mut after = *position;
        after.play(*mv);
        // What is good for the opponent is bad.
        std::cmp::Reverse(evaluation.evaluate(&Layout::of(&after)))
    };
    moves.into_iter().max_by_key(prospects)
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use endgame::Solver;

    use super::*;
    use crate::small_endings::is_won;

    /// The moves that are said to win do, and no others: by the board solver, and by the rules alone where that can be played out.
    #[test]
    fn only_the_moves_that_are_named_win() {
        let solver = Solver::new(1 << 22, 1, None);
        let mut played_out = 0;
        for difficulty in Difficulty::ALL {
            let mut different = HashSet::new();
            for seed in 0..4 {
                let puzzle = Puzzle::new(difficulty, seed).expect("there is one");
                let position = puzzle.position;
                let mover = position.to_move();
                let mut named = puzzle.winning.clone();
                named.sort_unstable();
                let solved = solver
                    .all_winning_moves(&[position], mover, &mut |_, _| true)
                    .expect("nobody interrupts");
                assert_eq!(solved.unknown, 0);
                let mut winning: Vec<Move> = solved.moves.iter().map(|&(_, mv)| mv).collect();
                winning.sort_unstable();
                assert_eq!(named, winning, "{position:?}");
                if position.empty_squares().len() <= 9 {
                    played_out += 1;
                    let known = &mut HashMap::new();
                    winning = position.moves();
                    winning.retain(|&mv| {
                        let mut after = position;
                        after.play(mv);
                        !is_won(&after, known)
                    });
                    winning.sort_unstable();
                    assert_eq!(named, winning, "{position:?}");
                }
                assert!(!named.is_empty());
                assert!(named.len() * difficulty.choices() <= position.moves().len());
                different.insert(position.to_text());
            }
            assert_eq!(different.len(), 4);
        }
        assert!(played_out > 1, "{played_out}");
    }

    #[test]
    fn a_seed_is_a_puzzle() {
        for difficulty in Difficulty::ALL {
            let [one, other] = [(); 2].map(|()| Puzzle::new(difficulty, 77));
            assert_eq!(one, other);
        }
    }
}
