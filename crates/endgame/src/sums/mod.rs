//! What subgames are worth together, exactly, however many squares they have: by search.
//!
//! Equal subgames are the same wherever they lie and however they are turned, so a sum is a list of numbers, and what
//! was found out about one is remembered. Where only one player stands, only the number of moves counts: they
//! are *in hand*, to be made at any time. And a sum that is small enough is looked up in the table.

mod ahead;
mod parts;
mod search;

use std::collections::HashMap;
use std::rc::Rc;

use amazons::{Color, Region, SquareSet};
use game::PerColor;

use crate::error::TableError;
use crate::pair::Pair;
use crate::shape::{MOST_SQUARES, Shape};
use crate::table::Table;
use parts::Parts;
pub use parts::Subgame;
use search::Range;

/// Subgames that share a game, each no larger than [`MOST_SQUARES`](crate::MOST_SQUARES), and what was found out about
/// them.
#[derive(Debug)]
pub struct Sums<'t> {
    table: &'t Table,
    parts: Parts,
    /// What is known of each part.
    known: Vec<Known>,
    /// What is known of each sum.
    ranges: HashMap<Box<[u32]>, PerColor<Range>>,
    /// How many sums the search may still look into.
    steps_left: u64,
}

/// A subgame as it would lie in the corner of a board: its squares and its amazons.
type Placing = (SquareSet, PerColor<SquareSet>);

#[derive(Debug)]
struct Known {
    placing: Placing,
    size: usize,
    /// Squares on which nobody stands: no more moves can be made.
    free: i16,
    pair: Option<Pair>,
    turns: PerColor<Option<Rc<[Turned]>>>,
}

/// What several subgames are, as far as their score goes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Sum {
    /// Those where both players stand and one can move, in order.
    pub parts: Vec<Subgame>,
    /// The moves that only Black and that only White can make.
    pub in_hand: [i16; 2],
}

/// What a move leaves of a subgame.
#[derive(Debug)]
pub(crate) struct Turned {
    pub left: Sum,
    /// What that may be worth, twice: only to look at good moves first.
    guess: i16,
}

/// One for Black, minus one for White.
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
        for (own, more) in self.in_hand.iter_mut().zip(other.in_hand) {
            *own += more;
        }
    }

    /// This with one of its parts replaced.
    pub fn with(&self, place: usize, left: &Self) -> Self {
        let mut sum = self.clone();
        sum.parts.remove(place);
        sum.add(left);
        sum
    }

    /// This with one move in hand less, if there is one.
    pub fn with_move_made(&self, side: Color) -> Option<Self> {
        let mut sum = self.clone();
        let in_hand = &mut sum.in_hand[side as usize];
        *in_hand -= 1;
        (*in_hand >= 0).then_some(sum)
    }

    fn key(&self) -> Box<[u32]> {
        let in_hand = self.in_hand.map(|moves| moves as u32);
        self.parts
            .iter()
            .map(|part| part.number())
            .chain([in_hand[0] << 16 | in_hand[1]])
            .collect()
    }
}

impl<'t> Sums<'t> {
    /// Nothing was found out yet. The larger the table, the less there is to search.
    #[must_use]
    pub fn new(table: &'t Table) -> Self {
        Self {
            table,
            parts: Parts::default(),
            known: Vec::new(),
            ranges: HashMap::new(),
            steps_left: u64::MAX,
        }
    }

    /// The subgame of a shape and of the amazons on its squares, by their numbers.
    pub fn subgame(&mut self, shape: Shape, black: u16, white: u16) -> Subgame {
        let subgame = self.parts.meet(shape, black, white);
        self.keep_up();
        subgame
    }

    /// The subgame that a region of a board is; `None` if it is larger than [`MOST_SQUARES`].
    pub fn region(&mut self, region: &Region) -> Option<Subgame> {
        let squares = region.squares();
        if squares.len() as usize > MOST_SQUARES {
            return None;
        }
        let placed = Shape::place(squares.iter().map(|square| (square.row(), square.column())));
        let here = |side| {
            let amazons = region.amazons(side);
            let stood_on = squares.iter().zip(&placed.places);
            stood_on.fold(0, |set, (square, &place)| {
                set | u16::from(amazons.contains(square)) << place
            })
        };
        Some(self.subgame(placed.shape, here(Color::Black), here(Color::White)))
    }

    /// Makes room for what was met since.
    fn keep_up(&mut self) {
        for subgame in self.parts.since(self.known.len()) {
            let placing = self.parts.on_the_board(subgame);
            let (squares, amazons) = &placing;
            let size = squares.len();
            let taken = amazons[Color::Black].len() + amazons[Color::White].len();
            self.known.push(Known {
                size: size as usize,
                free: (size - taken) as i16,
                placing,
                pair: None,
                turns: PerColor::new(None, None),
            });
        }
    }

    fn known(&self, subgame: Subgame) -> &Known {
        &self.known[subgame.number() as usize]
    }

    /// What a subgame is worth alone.
    ///
    /// # Errors
    /// If the table is damaged.
    pub fn pair(&mut self, subgame: Subgame) -> Result<Pair, TableError> {
        if let Some(pair) = self.looked_up(subgame)? {
            return Ok(pair);
        }
        let mut values = [None; 2];
        for (value, side) in values.iter_mut().zip(Color::ALL) {
            if self.parts.has_move(subgame, side) {
                let score = match self.owner(subgame) {
                    Some(_) => sign(side) * self.longest_filling(subgame, side)?,
                    None => {
                        let sum = Sum {
                            parts: vec![subgame],
                            ..Sum::default()
                        };
                        self.searched(&sum, side)?
                    }
                };
                *value = Some(score as i8);
            }
        }
        let pair = Pair {
            black_first: values[0],
            white_first: values[1],
        };
        self.known[subgame.number() as usize].pair = Some(pair);
        Ok(pair)
    }

    /// The score of subgames that share a game, by who moves next: Black's moves minus White's. A player without a
    /// move waits.
    ///
    /// # Errors
    /// If the table is damaged.
    pub fn score(&mut self, subgames: &[Subgame], to_move: Color) -> Result<i16, TableError> {
        let sum = self.sum(subgames)?;
        self.searched(&sum, to_move)
    }

    /// The same with moves besides that only Black and that only White can make; `None` if so many steps are not
    /// enough. What they found out stays, so that asking again goes on from there.
    ///
    /// # Errors
    /// If the table is damaged.
    pub fn score_within(
        &mut self,
        subgames: &[Subgame],
        in_hand: [i16; 2],
        to_move: Color,
        steps: u64,
    ) -> Result<Option<i16>, TableError> {
        let mut sum = self.sum(subgames)?;
        for (own, more) in sum.in_hand.iter_mut().zip(in_hand) {
            *own += more;
        }
        self.steps_left = steps;
        let score = self.search_all(&sum, to_move);
        self.steps_left = u64::MAX;
        score
    }

    /// What is worth knowing of subgames that share a game.
    pub(crate) fn sum(&mut self, subgames: &[Subgame]) -> Result<Sum, TableError> {
        let mut sum = Sum::default();
        for &subgame in subgames {
            match self.owner(subgame) {
                Some(owner) => {
                    sum.in_hand[owner as usize] += self.longest_filling(subgame, owner)?
                }
                None if Color::ALL
                    .iter()
                    .any(|&side| self.parts.has_move(subgame, side)) =>
                {
                    sum.parts.push(subgame);
                }
                None => {}
            }
        }
        sum.parts.sort_unstable();
        Ok(sum)
    }

    /// The only player in a subgame, or Black if nobody stands there.
    fn owner(&self, subgame: Subgame) -> Option<Color> {
        let amazons = &self.known(subgame).placing.1;
        let absent = Color::ALL
            .into_iter()
            .rfind(|&side| amazons[side].is_empty());
        absent.map(|absent| !absent)
    }

    /// What the table says of a subgame.
    fn looked_up(&mut self, subgame: Subgame) -> Result<Option<Pair>, TableError> {
        let Known { placing, pair, .. } = self.known(subgame);
        if pair.is_some() {
            return Ok(*pair);
        }
        let (squares, amazons) = *placing;
        let pair =
            self.table
                .probe_squares(squares, amazons[Color::Black], amazons[Color::White])?;
        self.known[subgame.number() as usize].pair = pair;
        Ok(pair)
    }

    /// How many moves the only player in a subgame can make.
    fn longest_filling(&mut self, subgame: Subgame, owner: Color) -> Result<i16, TableError> {
        let value = |pair: Pair| pair.resolved()[owner as usize];
        if let Some(pair) = self.looked_up(subgame)? {
            return Ok(i16::from(value(pair)).abs());
        }
        let mut longest = 0;
        let moves = self.parts.moves(subgame, owner);
        self.keep_up();
        for left in moves {
            let mut moves = 1;
            for part in left {
                moves += self.longest_filling(part, owner)?;
            }
            longest = longest.max(moves);
        }
        let pair = Pair::alone(owner, longest as i8);
        self.known[subgame.number() as usize].pair = Some(pair);
        Ok(longest)
    }

    /// What the moves of a player make of a subgame, those that look best first.
    pub(crate) fn turns(
        &mut self,
        subgame: Subgame,
        side: Color,
    ) -> Result<Rc<[Turned]>, TableError> {
        if let Some(turns) = &self.known(subgame).turns[side] {
            return Ok(Rc::clone(turns));
        }
        let moves = self.parts.moves(subgame, side);
        self.keep_up();
        let mut lefts = Vec::with_capacity(moves.len());
        for parts in moves {
            lefts.push(self.sum(&parts)?);
        }
        lefts.sort_unstable();
        lefts.dedup();
        let mut turns = Vec::with_capacity(lefts.len());
        for left in lefts {
            let guess = self.guess(&left)?;
            turns.push(Turned { left, guess });
        }
        turns.sort_by_key(|turned| -sign(side) * turned.guess);
        let turns: Rc<[Turned]> = turns.into();
        self.known[subgame.number() as usize].turns[side] = Some(Rc::clone(&turns));
        Ok(turns)
    }

    /// What a sum may be worth, twice: each part half-way between its values.
    fn guess(&mut self, sum: &Sum) -> Result<i16, TableError> {
        let mut guess = 2 * (sum.in_hand[0] - sum.in_hand[1]);
        for &part in &sum.parts {
            if let Some(pair) = self.looked_up(part)? {
                guess += pair.resolved().map(i16::from).iter().sum::<i16>();
            }
        }
        Ok(guess)
    }
}
