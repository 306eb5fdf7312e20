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
use game::PerColor;

use crate::bounds::{Bounds, bounds};
use crate::error::TableError;
use crate::scores::ScorePair;
use crate::scores::ScoreTable;

/// Step limit per move count when filling a region of one player.
const MAX_FILL_STEPS: u32 = 200;

/// No moves.
const NONE: MoveCount = MoveCount { lower: 0, upper: 0 };

/// Scores of the regions of a position.
struct RegionScores {
    contested: Vec<ScorePair>,
    /// Moves that only one player can make.
    spare_moves: PerColor<MoveCount>,
}

impl RegionScores {
    fn spare_moves(&self, black: u32, white: u32) -> [ScorePair; 2] {
        // A board has at most 100 squares, so counts fit.
        [
            ScorePair::one_sided(Color::Black, black as i8),
            ScorePair::one_sided(Color::White, white as i8),
        ]
    }

    fn bounds(&self, to_move: Color) -> Bounds {
        let [black, white] = Color::ALL.map(|side| self.spare_moves[side]);
        let mut all = self.contested.clone();
        all.extend(self.spare_moves(black.lower, white.upper));
        let worst = bounds(&all, to_move);
        all.truncate(self.contested.len());
        all.extend(self.spare_moves(black.upper, white.lower));
        let best = bounds(&all, to_move);
        Bounds {
            lower: worst.lower,
            upper: best.upper,
        }
    }
}

/// The winner if bounds of the score decide it.
fn winner_from_bounds(bounds: Bounds, to_move: Color) -> Option<Color> {
    let least_win = match to_move {
        Color::Black => 1,
        Color::White => 0,
    };
    if bounds.lower.is_some_and(|lower| lower >= least_win) {
        Some(Color::Black)
    } else if bounds.upper.is_some_and(|upper| upper < least_win) {
        Some(Color::White)
    } else {
        None
    }
}

impl ScoreTable {
    /// The winner under perfect play if scores and bounds decide it without search.
    ///
    /// # Errors
    /// If a file is corrupt.
    pub fn winner(&self, position: &Position) -> Result<Option<Color>, TableError> {
        let mut contested = Vec::new();
        let mut lone = Vec::new();
        for region in position.regions() {
            if !region.is_contested() {
                lone.push(region);
                continue;
            }
            match self.probe(&region)? {
                Some(pair) => contested.push(pair),
                None => return Ok(None),
            }
        }
        let mut spare_moves = PerColor::new(NONE, NONE);
        for region in lone {
            if let Some(owner) = region.owner() {
                let count = self.one_sided_moves(&region, owner)?;
                spare_moves[owner].lower += count.lower;
                spare_moves[owner].upper += count.upper;
            }
        }
        let regions = RegionScores {
            contested,
            spare_moves,
        };
        let to_move = position.to_move();
        Ok(winner_from_bounds(regions.bounds(to_move), to_move))
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
        Ok(filling.map_or(NONE, |filling| filling.count))
    }
}
