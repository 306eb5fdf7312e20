//! The winner of a position by scores of its regions.
//!
//! Scores allow passing, the game does not. Still, **the player to move wins if and only if the
//! score favors them**:
//!
//! A player who is locked in stays so if the opponent wants, since an amazon can always burn the
//! square that it leaves. The winner of a game, having made the last move, can keep the opponent
//! locked in and has a score of at least one. A player who is guaranteed a score of at least one on
//! their move always has a move, otherwise the opponent could keep the score at zero or below.

use amazons::{Color, MoveCount, Position, Region};

use crate::bounds::bounds;
use crate::error::TableError;
use crate::scores::{ScorePair, ScoreTable};

/// Step limit per move count when filling a region of one player.
const MAX_FILL_STEPS: u32 = 200;

impl ScoreTable {
    /// The winner under perfect play if scores and bounds decide it without search.
    ///
    /// # Errors
    /// If a file is corrupt.
    pub fn winner(&self, position: &Position) -> Result<Option<Color>, TableError> {
        let (contested, others): (Vec<Region>, Vec<Region>) =
            position.regions().partition(Region::is_contested);
        let mut pairs = Vec::new();
        for region in &contested {
            match self.probe(region)? {
                Some(pair) => pairs.push(pair),
                None => return Ok(None),
            }
        }
        // The fewest moves of one player go with the most of the other.
        let [mut worst_for_black, mut best_for_black] = [pairs.clone(), pairs];
        for region in &others {
            let Some(owner) = region.owner() else {
                continue;
            };
            let MoveCount { lower, upper } = self.one_sided_moves(region, owner)?;
            // A board has at most 100 squares, so counts fit.
            let [fewest, most] =
                [lower, upper].map(|moves| ScorePair::one_sided(owner, moves as i8));
            let (worst, best) = match owner {
                Color::Black => (fewest, most),
                Color::White => (most, fewest),
            };
            worst_for_black.push(worst);
            best_for_black.push(best);
        }
        let to_move = position.to_move();
        let least_win = i16::from(to_move == Color::Black);
        let lower = bounds(&worst_for_black, to_move).lower;
        let upper = bounds(&best_for_black, to_move).upper;
        if lower.is_some_and(|lower| lower >= least_win) {
            Ok(Some(Color::Black))
        } else if upper.is_some_and(|upper| upper < least_win) {
            Ok(Some(Color::White))
        } else {
            Ok(None)
        }
    }

    /// Number of moves of the only player in a region.
    fn one_sided_moves(&self, region: &Region, owner: Color) -> Result<MoveCount, TableError> {
        if let Some(pair) = self.probe(region)? {
            let moves = u32::from(pair.with_passing()[owner as usize].unsigned_abs());
            return Ok(MoveCount {
                lower: moves,
                upper: moves,
            });
        }
        let filling = region.fill_plan(MAX_FILL_STEPS);
        Ok(filling.map_or(MoveCount { lower: 0, upper: 0 }, |filling| filling.count))
    }
}
