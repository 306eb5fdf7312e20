//! Best moves in one region, regardless of the others.

use amazons::{Color, Move};
use combinatorial::{Dyadic, GameValue};

use super::{AnalyzedRegion, ExactAnalyzer};
use crate::error::TableError;

/// Moves in a region with the same remainder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EquivalentMoves {
    /// The moves.
    pub moves: Vec<Move>,
    /// Value of what remains of the region.
    pub remainder: GameValue,
}

impl ExactAnalyzer<'_> {
    /// Best moves of a player in one region at its temperature (orthodox moves in Berlekamp's
    /// sense): best when many regions are about equally hot. For a sum of few regions use
    /// [`analyze_moves`](Self::analyze_moves). Empty if the value is not known exactly.
    ///
    /// # Errors
    /// If the table is corrupt.
    pub fn best_local_moves(
        &mut self,
        region: &AnalyzedRegion,
        side: Color,
    ) -> Result<Vec<EquivalentMoves>, TableError> {
        let Some(value) = region.value.exact() else {
            return Ok(Vec::new());
        };
        let tax = self.temperature(value).max(Dyadic::ZERO);
        let mut best: Vec<EquivalentMoves> = Vec::new();
        let mut most: Option<Dyadic> = None;
        for result in self.move_results(std::slice::from_ref(region), 0, side)? {
            let Some(remainder) = result.remainder else {
                continue;
            };
            let thermograph = self.values.games().thermograph(remainder);
            let value = match side {
                Color::Black => thermograph.right_wall_at(tax),
                Color::White => -thermograph.left_wall_at(tax),
            };
            if most.is_none_or(|most| value > most) {
                best.clear();
                most = Some(value);
            }
            if most == Some(value) {
                let moves = result.moves;
                match best.iter_mut().find(|known| known.remainder == remainder) {
                    Some(known) => known.moves.extend(moves),
                    None => best.push(EquivalentMoves { moves, remainder }),
                }
            }
        }
        Ok(best)
    }
}
