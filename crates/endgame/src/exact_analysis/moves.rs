//! Results of all moves: which of them win.

use std::collections::{HashMap, HashSet};

use amazons::{Color, Move, SquareSet};
use combinatorial::GameValue;

use super::lead::Lead;
use super::region_value::ValueSum;
use super::{AnalyzedRegion, ExactAnalyzer};
use crate::error::TableError;
use crate::sided_region::SidedRegion;

/// A legal move and its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnalyzedMove {
    /// Index of the region.
    pub region: usize,
    /// The move.
    pub mv: Move,
    /// Value of what remains of the region, if known exactly.
    pub remainder: Option<GameValue>,
    /// Winner and lead after the move, if known.
    pub lead: Option<Lead>,
}

impl AnalyzedMove {
    /// Whether the move is proven to win for `side`.
    #[must_use]
    pub fn wins_for(&self, side: Color) -> bool {
        self.lead.is_some_and(|lead| lead.winner == side)
    }
}

impl ExactAnalyzer<'_> {
    /// All moves of a player in a sum of regions.
    ///
    /// # Errors
    /// If the table is corrupt.
    pub fn analyze_moves(
        &mut self,
        regions: &[AnalyzedRegion],
        side: Color,
    ) -> Result<Vec<AnalyzedMove>, TableError> {
        let mut moves = Vec::new();
        for region in 0..regions.len() {
            let mut leads: HashMap<ValueSum, Option<Lead>> = HashMap::new();
            for result in self.move_results(regions, region, side)? {
                let known = leads.entry(result.sum);
                let lead = *known.or_insert_with_key(|sum| self.lead_of(sum, !side));
                moves.extend(result.moves.into_iter().map(|mv| AnalyzedMove {
                    region,
                    mv,
                    remainder: result.remainder,
                    lead,
                }));
            }
        }
        Ok(moves)
    }

    /// Whether a player has a winning move in one region; `None` if bounds or limits leave it
    /// undecided.
    ///
    /// # Errors
    /// If the table is corrupt.
    pub fn has_winning_move(
        &mut self,
        regions: &[AnalyzedRegion],
        index: usize,
        side: Color,
    ) -> Result<Option<bool>, TableError> {
        let mut seen: HashSet<ValueSum> = HashSet::new();
        let mut is_open = false;
        for result in self.move_results(regions, index, side)? {
            if seen.contains(&result.sum) {
                continue;
            }
            match self.winner_of(&result.sum, !side) {
                Some(winner) if winner == side => return Ok(Some(true)),
                Some(_) => {}
                None => is_open = true,
            }
            seen.insert(result.sum);
        }
        Ok((!is_open).then_some(false))
    }

    /// Distinct results of a player's moves in one region.
    pub(super) fn move_results(
        &mut self,
        regions: &[AnalyzedRegion],
        index: usize,
        side: Color,
    ) -> Result<Vec<MoveResult>, TableError> {
        let others = regions[..index].iter().chain(&regions[index + 1..]);
        let rest = self.sum(others.map(|region| region.value));
        let region = SidedRegion::new(&regions[index].region, side);
        let mut moves = Vec::new();
        region.visit_moves(|mv, squares, own| moves.push((mv, squares, own)));
        let mut outcomes: Vec<MoveResult> = Vec::new();
        // Many moves have the same result.
        let mut seen: HashMap<(SquareSet, SquareSet), usize> = HashMap::new();
        for (mv, squares, own) in moves {
            let known = *seen.entry((squares, own)).or_insert(outcomes.len());
            if known == outcomes.len() {
                let (black, white) = match side {
                    Color::Black => (own, region.opponent),
                    Color::White => (region.opponent, own),
                };
                let mut outcome = MoveResult {
                    moves: Vec::new(),
                    remainder: Some(GameValue::ZERO),
                    sum: rest.clone(),
                };
                for component in SidedRegion::split(squares, black, white) {
                    let value = self.region_value(component)?;
                    let games = self.values.games();
                    outcome.sum.add(games.forms(), value);
                    outcome.remainder = match (outcome.remainder, value.exact()) {
                        (Some(remainder), Some(value)) => Some(games.sum(remainder, value)),
                        _ => None,
                    };
                }
                outcome.sum.normalize();
                outcomes.push(outcome);
            }
            outcomes[known].moves.push(mv);
        }
        Ok(outcomes)
    }
}

/// Moves with the same result.
pub(super) struct MoveResult {
    pub moves: Vec<Move>,
    /// Value of what remains of the region.
    pub remainder: Option<GameValue>,
    /// Remainder and all other regions.
    sum: ValueSum,
}
