//! Exact scores of sums of subgames by search.
//!
//! Subgames are interned up to symmetry, so a sum is a list of ids, and results are cached. A
//! region with one player's amazons is worth a whole number of spare moves. Small sums are looked
//! up in the table.

mod lookahead_bounds;
mod search;
mod subgame_store;

use std::collections::HashMap;
use std::rc::Rc;

use amazons::{Color, Region};
use game::PerColor;

use crate::error::TableError;
use crate::scores::{ScorePair, ScoreTable};
use crate::shape::{MAX_SQUARES, Shape};
use crate::sided_region::SidedRegion;
use search::ScoreRange;
pub use subgame_store::SubgameId;
use subgame_store::SubgameStore;

/// Scores sums of subgames, each with at most [`MAX_SQUARES`](crate::MAX_SQUARES) squares; caches
/// results.
#[derive(Debug)]
pub struct SumScorer<'t> {
    table: &'t ScoreTable,
    parts: SubgameStore,
    /// By subgame.
    known: Vec<SubgameInfo>,
    /// Known score ranges by sum.
    ranges: HashMap<Box<[u32]>, PerColor<ScoreRange>>,
    /// Remaining node budget.
    nodes_left: u64,
}

#[derive(Debug)]
struct SubgameInfo {
    /// In the corner of a board, with Black as the player.
    region: SidedRegion,
    pair: Option<ScorePair>,
    moves: PerColor<Option<Rc<[SubgameMove]>>>,
}

/// A sum reduced to what its score depends on.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Sum {
    /// Contested subgames with a move, sorted.
    pub parts: Vec<SubgameId>,
    /// Moves that only Black and that only White can make.
    pub spare_moves: [i16; 2],
}

/// Result of a move in a subgame.
#[derive(Debug)]
pub(crate) struct SubgameMove {
    pub remainder: Sum,
    /// Twice the estimated score, for move ordering only.
    ordering_score: i16,
}

/// 1 for Black, −1 for White.
fn sign(side: Color) -> i16 {
    match side {
        Color::Black => 1,
        Color::White => -1,
    }
}

impl Sum {
    fn add(&mut self, other: &Self) {
        self.parts.extend(&other.parts);
        self.parts.sort_unstable();
        for (own, more) in self.spare_moves.iter_mut().zip(other.spare_moves) {
            *own += more;
        }
    }

    /// Replaces one subgame by `left`.
    pub fn with(&self, place: usize, left: &Self) -> Self {
        let mut sum = self.clone();
        sum.parts.remove(place);
        sum.add(left);
        sum
    }

    /// Uses one spare move, if there is one.
    pub fn with_spare_move_used(&self, side: Color) -> Option<Self> {
        let mut sum = self.clone();
        let spare_moves = &mut sum.spare_moves[side as usize];
        *spare_moves -= 1;
        (*spare_moves >= 0).then_some(sum)
    }

    fn key(&self) -> Box<[u32]> {
        let spare_moves = self.spare_moves.map(|moves| moves as u32);
        self.parts
            .iter()
            .map(|part| part.number())
            .chain([spare_moves[0] << 16 | spare_moves[1]])
            .collect()
    }
}

impl<'t> SumScorer<'t> {
    /// Creates a scorer. A larger table leaves less to search.
    #[must_use]
    pub fn new(table: &'t ScoreTable) -> Self {
        Self {
            table,
            parts: SubgameStore::default(),
            known: Vec::new(),
            ranges: HashMap::new(),
            nodes_left: u64::MAX,
        }
    }

    /// The subgame of a shape with amazons on the given squares.
    pub fn subgame(&mut self, shape: Shape, black: u16, white: u16) -> SubgameId {
        let subgame = self.parts.intern(shape, black, white);
        self.sync();
        subgame
    }

    /// The subgame of a region; `None` if it is larger than [`MAX_SQUARES`].
    pub fn region(&mut self, region: &Region) -> Option<SubgameId> {
        let squares = region.squares();
        if squares.len() as usize > MAX_SQUARES {
            return None;
        }
        let canonical =
            Shape::canonicalize(squares.iter().map(|square| (square.row(), square.column())));
        let here = |side| {
            let amazons = region.amazons(side);
            let stood_on = squares.iter().zip(&canonical.square_map);
            stood_on.fold(0, |set, (square, &place)| {
                set | u16::from(amazons.contains(square)) << place
            })
        };
        Some(self.subgame(canonical.shape, here(Color::Black), here(Color::White)))
    }

    /// Adds entries for newly interned subgames.
    fn sync(&mut self) {
        for subgame in self.parts.ids_from(self.known.len()) {
            self.known.push(SubgameInfo {
                region: self.parts.region(subgame),
                pair: None,
                moves: PerColor::default(),
            });
        }
    }

    fn known(&self, subgame: SubgameId) -> &SubgameInfo {
        &self.known[subgame.number() as usize]
    }

    /// Scores of a single subgame.
    ///
    /// # Errors
    /// If the table is corrupt.
    pub fn pair(&mut self, subgame: SubgameId) -> Result<ScorePair, TableError> {
        if let Some(pair) = self.looked_up(subgame)? {
            return Ok(pair);
        }
        let mut values = [None; 2];
        for (value, side) in values.iter_mut().zip(Color::ALL) {
            if self.parts.has_legal_move(subgame, side) {
                *value = Some(self.score(&[subgame], side)? as i8);
            }
        }
        let pair = ScorePair {
            black_first: values[0],
            white_first: values[1],
        };
        self.known[subgame.number() as usize].pair = Some(pair);
        Ok(pair)
    }

    /// Score of a sum: Black's moves minus White's. A player without a move passes.
    ///
    /// # Errors
    /// If the table is corrupt.
    pub fn score(&mut self, subgames: &[SubgameId], to_move: Color) -> Result<i16, TableError> {
        let sum = self.sum(subgames)?;
        self.score_unlimited(&sum, to_move)
    }

    /// The same with spare moves of Black and White; `None` if `max_nodes` are not enough. Results
    /// are cached, so a second call continues.
    ///
    /// # Errors
    /// If the table is corrupt.
    pub fn score_limited(
        &mut self,
        subgames: &[SubgameId],
        spare_moves: [i16; 2],
        to_move: Color,
        max_nodes: u64,
    ) -> Result<Option<i16>, TableError> {
        let mut sum = self.sum(subgames)?;
        for (own, more) in sum.spare_moves.iter_mut().zip(spare_moves) {
            *own += more;
        }
        self.nodes_left = max_nodes;
        let score = self.score_with_budget(&sum, to_move);
        self.nodes_left = u64::MAX;
        score
    }

    /// Reduces subgames to a sum.
    pub(crate) fn sum(&mut self, subgames: &[SubgameId]) -> Result<Sum, TableError> {
        let mut sum = Sum::default();
        for &subgame in subgames {
            match self.owner(subgame) {
                Some(owner) => {
                    sum.spare_moves[owner as usize] += self.longest_filling(subgame, owner)?
                }
                None if self.known(subgame).region.has_moves() => sum.parts.push(subgame),
                None => {}
            }
        }
        sum.parts.sort_unstable();
        Ok(sum)
    }

    /// Only player in a subgame; Black if it has no amazons.
    fn owner(&self, subgame: SubgameId) -> Option<Color> {
        let region = &self.known(subgame).region;
        if region.opponent.is_empty() {
            return Some(Color::Black);
        }
        region.own.is_empty().then_some(Color::White)
    }

    /// Scores of a subgame in cache or table.
    fn looked_up(&mut self, subgame: SubgameId) -> Result<Option<ScorePair>, TableError> {
        let known = &mut self.known[subgame.number() as usize];
        if known.pair.is_none() {
            known.pair = self.table.probe_sided(known.region)?;
        }
        Ok(known.pair)
    }

    /// Maximum number of moves of the only player in a subgame.
    fn longest_filling(&mut self, subgame: SubgameId, owner: Color) -> Result<i16, TableError> {
        let value = |pair: ScorePair| pair.with_passing()[owner as usize];
        if let Some(pair) = self.looked_up(subgame)? {
            return Ok(i16::from(value(pair)).abs());
        }
        let mut longest = 0;
        let moves = self.parts.moves(subgame, owner);
        self.sync();
        for left in moves {
            let mut moves = 1;
            for part in left {
                moves += self.longest_filling(part, owner)?;
            }
            longest = longest.max(moves);
        }
        let pair = ScorePair::one_sided(owner, longest as i8);
        self.known[subgame.number() as usize].pair = Some(pair);
        Ok(longest)
    }

    /// Distinct results of a player's moves in a subgame, best estimate first.
    pub(crate) fn subgame_moves(
        &mut self,
        subgame: SubgameId,
        side: Color,
    ) -> Result<Rc<[SubgameMove]>, TableError> {
        if let Some(turns) = &self.known(subgame).moves[side] {
            return Ok(Rc::clone(turns));
        }
        let moves = self.parts.moves(subgame, side);
        self.sync();
        let mut lefts = Vec::with_capacity(moves.len());
        for parts in moves {
            lefts.push(self.sum(&parts)?);
        }
        lefts.sort_unstable();
        lefts.dedup();
        let mut turns = Vec::with_capacity(lefts.len());
        for left in lefts {
            let guess = self.ordering_score(&left)?;
            turns.push(SubgameMove {
                remainder: left,
                ordering_score: guess,
            });
        }
        turns.sort_by_key(|mv| -sign(side) * mv.ordering_score);
        let turns: Rc<[SubgameMove]> = turns.into();
        self.known[subgame.number() as usize].moves[side] = Some(Rc::clone(&turns));
        Ok(turns)
    }

    /// Twice the estimated score: the mean of the scores of each subgame.
    fn ordering_score(&mut self, sum: &Sum) -> Result<i16, TableError> {
        let mut guess = 2 * (sum.spare_moves[0] - sum.spare_moves[1]);
        for &part in &sum.parts {
            if let Some(pair) = self.looked_up(part)? {
                guess += pair.with_passing().map(i16::from).iter().sum::<i16>();
            }
        }
        Ok(guess)
    }
}
