//! Who wins a whole position, where its regions tell.
//!
//! A score counts moves, and who has none waits; a game is lost by who has none first. All the same the score tells who
//! wins: **who moves next wins if and only if the score is in their favour.**
//!
//! Who is locked in stays so if the opponent likes, for an amazon can always burn the square that it leaves, and then no
//! square has become free. So who wins a game, having made the last move, can see to it that the opponent never
//! moves again, and has a score of at least one; and who is certain of a score of at least one on their move is never
//! without a move, since from there on the opponent could keep the score at zero or below.

use amazons::{Color, MoveCount, Position, Region};
use game::PerColor;

use crate::bounds::{Bounds, bounds};
use crate::error::TableError;
use crate::pair::Pair;
use crate::table::Table;

/// How many moves a search tries to fill a region that only one player is in, for each number of moves.
const STEPS: u32 = 200;

/// No move at all.
const NONE: MoveCount = MoveCount { least: 0, most: 0 };

/// A position, as far as its regions are known.
struct Regions {
    contested: Vec<Pair>,
    /// The moves that only one player can make.
    in_hand: PerColor<MoveCount>,
}

impl Regions {
    fn in_hand(&self, black: u32, white: u32) -> [Pair; 2] {
        // A board has a hundred squares.
        [
            Pair::alone(Color::Black, black as i8),
            Pair::alone(Color::White, white as i8),
        ]
    }

    fn bounds(&self, to_move: Color) -> Bounds {
        let [black, white] = Color::ALL.map(|side| self.in_hand[side]);
        let mut all = self.contested.clone();
        all.extend(self.in_hand(black.least, white.most));
        let worst = bounds(&all, to_move);
        all.truncate(self.contested.len());
        all.extend(self.in_hand(black.most, white.least));
        let best = bounds(&all, to_move);
        Bounds {
            lower: worst.lower,
            upper: best.upper,
        }
    }
}

/// Who wins, if a score between these bounds tells.
fn decided(bounds: Bounds, to_move: Color) -> Option<Color> {
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

impl Table {
    /// Who wins a position under perfect play, if the table and the bounds of sums tell without a search.
    ///
    /// # Errors
    /// If a part of the table that is asked is damaged.
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
        let mut in_hand = PerColor::new(NONE, NONE);
        for region in lone {
            if let Some(owner) = region.owner() {
                let count = self.lone_moves(&region, owner)?;
                in_hand[owner].least += count.least;
                in_hand[owner].most += count.most;
            }
        }
        let regions = Regions { contested, in_hand };
        let to_move = position.to_move();
        Ok(decided(regions.bounds(to_move), to_move))
    }

    /// How many moves the only player in a region can make.
    fn lone_moves(&self, region: &Region, owner: Color) -> Result<MoveCount, TableError> {
        if let Some(pair) = self.probe(region)? {
            let moves = u32::from(pair.resolved()[owner as usize].unsigned_abs());
            return Ok(MoveCount {
                least: moves,
                most: moves,
            });
        }
        let filling = region.lone_filling(STEPS);
        Ok(filling.map_or(NONE, |filling| filling.count))
    }
}
