//! Endgames by exact combinatorial values: proves the winner of a sum of regions whose values are
//! known.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use amazons::{Color, Game, Move, MoveCount, Position, SquareSet};
use endgame::{AnalysisLimits, AnalyzedRegion, ExactAnalyzer, TableError, ValueLimits, ValueTable};

/// Maximum size of a region analyzed during a search without a table, in squares.
const MAX_SQUARES_WITHOUT_TABLE: usize = 8;

/// Squares by which a region may exceed the table: its subpositions are in the table.
const SQUARES_BEYOND_TABLE: usize = 2;

/// Limits at leaves of a search: about 0.1 ms.
const LEAF_LIMITS: AnalysisLimits = AnalysisLimits {
    max_empty_squares: 10,
    value_limits: ValueLimits {
        max_regions: 1_000,
        max_forms: MAX_FORMS,
    },
    max_nodes_per_query: 500,
    max_nodes: u64::MAX,
    fill_steps: 200,
};

/// Limits at the root: about 10 ms.
const ROOT_LIMITS: AnalysisLimits = AnalysisLimits {
    max_empty_squares: 10,
    value_limits: ValueLimits {
        max_regions: 3_000,
        max_forms: MAX_FORMS,
    },
    max_nodes_per_query: 5_000,
    max_nodes: 20_000,
    fill_steps: 1_000,
};

/// Canonical forms after which a thread clears its cache, which then takes some tens of MB.
const MAX_FORMS: usize = 200_000;

/// Maximum number of legal moves for which each move is analyzed.
const MAX_MOVES: u64 = 400;

/// Result proven by exact values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExactResult {
    /// The winner.
    pub winner: Color,
    /// The winner's lead in moves, see [`endgame::Lead`].
    pub lead: MoveCount,
    /// The hottest region, if all values are known and one of them is hot.
    pub hottest: Option<HottestRegion>,
    /// All moves that keep the win, if the side to move wins and all values are known.
    pub winning_moves: Option<Vec<Move>>,
    /// The best move, if all values are known.
    pub(crate) best_move: Option<Move>,
}

impl ExactResult {
    /// A result with winner and lead only.
    #[must_use]
    pub fn new(winner: Color, lead: MoveCount) -> Self {
        Self {
            winner,
            lead,
            hottest: None,
            winning_moves: None,
            best_move: None,
        }
    }
}

/// The region with the highest temperature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HottestRegion {
    /// Squares of the region.
    pub squares: SquareSet,
    /// Canonical form, in the usual notation.
    pub value: String,
    /// Temperature, in moves.
    pub temperature: String,
}

/// Computes exact values for one thread. Clones share the table but not the cache.
#[derive(Debug)]
pub(crate) struct ExactValueProver {
    table: Option<&'static ValueTable>,
    /// Boxed to keep `EndgameKnowledge` small.
    analyzer: Box<RefCell<ExactAnalyzer<'static>>>,
}

impl Clone for ExactValueProver {
    fn clone(&self) -> Self {
        Self::new(self.table)
    }
}

impl ExactValueProver {
    fn new(table: Option<&'static ValueTable>) -> Self {
        Self {
            table,
            analyzer: Box::new(RefCell::new(ExactAnalyzer::new(table, LEAF_LIMITS))),
        }
    }

    /// Computes all values; the results are the same on every machine.
    pub(crate) fn without_table() -> Self {
        Self::new(None)
    }

    /// Looks values up in the table of a directory, if there is a valid one.
    pub(crate) fn open(dir: &Path) -> Self {
        Self::new(open_table(dir))
    }

    /// Maximum size of a region analyzed during a search, in squares.
    fn max_region_squares(&self) -> usize {
        match self.table.map_or(0, ValueTable::max_size) {
            0 => MAX_SQUARES_WITHOUT_TABLE,
            size => MAX_SQUARES_WITHOUT_TABLE.max(size + SQUARES_BEYOND_TABLE),
        }
    }

    /// The winner, if all contested regions are small. A corrupt table counts as missing.
    pub(crate) fn winner(&self, position: &Position) -> Option<Color> {
        let max = self.max_region_squares();
        let is_small = position
            .regions()
            .all(|region| !region.is_contested() || region.squares().len() as usize <= max);
        if !is_small {
            return None;
        }
        let mut analyzer = self.analyzer.borrow_mut();
        if analyzer.form_count() >= MAX_FORMS {
            *analyzer = ExactAnalyzer::new(self.table, LEAF_LIMITS);
        }
        let parts = analyzer
            .analyze_regions(std::slice::from_ref(position))
            .ok()?;
        analyzer.winner(&parts, position.to_move())
    }

    /// Everything that exact values prove of a position. A corrupt table counts as missing.
    pub(crate) fn analyze(&self, position: &Position) -> Option<ExactResult> {
        let mut analyzer = ExactAnalyzer::new(self.table, ROOT_LIMITS);
        let parts = analyzer
            .analyze_regions(std::slice::from_ref(position))
            .ok()?;
        let mover = position.to_move();
        let lead = analyzer.lead(&parts, mover)?;
        let hottest = analyzer.hottest(&parts);
        let mut exact = ExactResult {
            hottest: hottest.and_then(|index| hottest_region(&mut analyzer, &parts[index])),
            ..ExactResult::new(lead.winner, lead.moves)
        };
        let is_known = parts.iter().all(|part| part.value.exact().is_some());
        if is_known && position.move_count() <= MAX_MOVES {
            // The winner is proven even if the moves are not.
            let _ = add_winning_moves(&mut analyzer, &parts, mover, &mut exact);
        }
        Some(exact)
    }
}

fn hottest_region(analyzer: &mut ExactAnalyzer, part: &AnalyzedRegion) -> Option<HottestRegion> {
    let value = part.value.exact()?;
    let games = analyzer.games();
    Some(HottestRegion {
        squares: part.region.squares(),
        value: games.format(value),
        temperature: games.thermograph(value).temperature().to_string(),
    })
}

fn add_winning_moves(
    analyzer: &mut ExactAnalyzer,
    parts: &[AnalyzedRegion],
    mover: Color,
    exact: &mut ExactResult,
) -> Result<(), TableError> {
    let choices = analyzer.analyze_moves(parts, mover)?;
    let best = analyzer.best_move_index(parts, mover, &choices);
    exact.best_move = best.map(|index| choices[index].mv);
    if exact.winner == mover && choices.iter().all(|choice| choice.lead.is_some()) {
        let winning = choices.iter().filter(|choice| choice.wins_for(mover));
        exact.winning_moves = Some(winning.map(|choice| choice.mv).collect());
    }
    Ok(())
}

/// The value table in a directory, if there is a valid one. Opened once and leaked, so that all
/// threads share it without reference counting.
fn open_table(dir: &Path) -> Option<&'static ValueTable> {
    static TABLES: Mutex<Option<HashMap<PathBuf, Option<&'static ValueTable>>>> = Mutex::new(None);
    let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    *tables
        .get_or_insert_default()
        .entry(dir.to_owned())
        .or_insert_with(|| {
            let table = ValueTable::open(dir).ok()?;
            (table.max_size() > 0).then(|| &*Box::leak(Box::new(table)))
        })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use endgame::build_score_table_in_memory;
    use game::SplitMix64;
    use search::Score;

    use super::*;
    use crate::endgames::table_moves::best_exact_move;
    use crate::endgames::test_positions::{mover_wins, random_endgame, winning_moves};

    /// Compares winner, winning moves and best move with brute force.
    #[test]
    fn exact_results_agree_with_brute_force() {
        let table = build_score_table_in_memory(6);
        let prover = ExactValueProver::without_table();
        let mut rng = SplitMix64::from_seed(5);
        let (mut won, mut lost) = (0, 0);
        let (mut proven_at_leaf, mut beyond_scores) = (0, 0);
        for _ in 0..300 {
            let position = random_endgame(&mut rng);
            let known = &mut HashMap::new();
            let mover = position.to_move();
            let wins = mover_wins(&position, known);
            let winner = if wins { mover } else { !mover };
            // Leaves do not analyze regions of more than eight squares.
            if let Some(proven) = prover.winner(&position) {
                assert_eq!(proven, winner, "{position:?}");
                proven_at_leaf += 1;
            }
            beyond_scores += i32::from(table.winner(&position).unwrap().is_none());
            // Regions with many amazons exceed the limits.
            let Some(exact) = prover.analyze(&position) else {
                continue;
            };
            assert_eq!(exact.winner, winner, "{position:?}");
            if exact.best_move.is_none() {
                continue;
            }
            let expected = winning_moves(&position, known);
            let mut proven = exact.winning_moves.clone().unwrap_or_default();
            proven.sort_unstable();
            assert_eq!(proven, expected, "{position:?}");
            let line = best_exact_move(&position, &exact).expect("a move");
            assert_eq!(expected.contains(&line.pv[0]), wins);
            assert_eq!(matches!(line.score, Some(Score::Win { .. })), wins);
            if wins { won += 1 } else { lost += 1 }
        }
        assert!(won > 100 && lost > 50, "{won} won, {lost} lost");
        assert!(proven_at_leaf > 150, "{proven_at_leaf}");
        assert!(beyond_scores > 10, "{beyond_scores}");
    }

    #[test]
    fn the_start_position_is_not_proven() {
        let prover = ExactValueProver::without_table();
        let start = Position::standard_start();
        assert_eq!(prover.winner(&start), None);
        assert_eq!(prover.analyze(&start), None);
    }

    #[test]
    fn a_folder_without_exact_values_has_no_table() {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert!(ExactValueProver::open(dir).table.is_none());
    }
}
