//! Best moves in one region, regardless of the others.

use amazons::{Color, Move};
use combinatorial::{Dyadic, GameValue};

use super::{AnalyzedRegion, ExactAnalyzer};
use crate::error::TableError;

/// Moves in a region that leave the same value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EquivalentMoves {
    /// The moves.
    pub moves: Vec<Move>,
    /// Value of what remains of the region.
    pub remainder: GameValue,
}

impl ExactAnalyzer<'_> {
    /// Best moves of a player in one region at its temperature (orthodox moves in Berlekamp's
    /// sense), or at 0 if that is negative: best in a rich environment of that temperature. For a
    /// sum of few regions use [`analyze_moves`](Self::analyze_moves). Empty if the region's value
    /// is not known exactly; moves with an unknown remainder are omitted.
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
        let mut best_value: Option<Dyadic> = None;
        for result in self.move_results(std::slice::from_ref(region), 0, side)? {
            let Some(remainder) = result.remainder else {
                continue;
            };
            let thermograph = self.values.games().thermograph(remainder);
            let value = match side {
                Color::Black => thermograph.right_wall_at(tax),
                Color::White => -thermograph.left_wall_at(tax),
            };
            if best_value.is_none_or(|best_value| value > best_value) {
                best.clear();
                best_value = Some(value);
            }
            if best_value == Some(value) {
                let moves = result.moves;
                match best.iter_mut().find(|group| group.remainder == remainder) {
                    Some(group) => group.moves.extend(moves),
                    None => best.push(EquivalentMoves { moves, remainder }),
                }
            }
        }
        Ok(best)
    }
}
