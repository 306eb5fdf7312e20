//! The exact values of all placements on a shape, from those on smaller shapes.
//!
//! As for the other table, a move and its arrow are looked at from the square in between: the values that an amazon can shoot
//! its way to are the same wherever it came from. Few different lists of values arise, over and over, so whatever is done
//! with a list (leaving out what is dominated, joining it with others, making a game of two) is done once and remembered.

use std::sync::{PoisonError, RwLock};

use combinatorial::{Games, Order, Value};

use super::lists::{Lists, Map};
use crate::catalogue::Catalogue;
use crate::placement::Placements;
use crate::shape::{Shape, bits};
use crate::sight::{Sight, number, numbers_without, renumbered};

/// Words in lists, and comparisons, that are remembered before a worker starts afresh.
const MOST_REMEMBERED: usize = 12_000_000;

/// The values of all shapes of one size, by shape and placement.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    pub placements: Placements,
    pub values: Vec<Value>,
}

impl Layer {
    /// What a placement is worth; if White has more amazons than Black, with the colours exchanged.
    fn value(&self, shape: usize, black: u16, white: u16) -> (Value, bool) {
        let swaps = white.count_ones() > black.count_ones();
        let (more, fewer) = if swaps {
            (white, black)
        } else {
            (black, white)
        };
        let place = shape * self.placements.len() + self.placements.rank(more, fewer);
        (self.values[place], swaps)
    }
}

/// A part that is left of a shape: its number among those of its size, their values, and for each of its squares the number before
/// and the number there.
type Placing<'l> = (usize, &'l Layer, Vec<(usize, u8)>);

/// The lists that one player's moves make.
#[derive(Debug, Default)]
struct Side {
    /// What the arrows from one square lead to, and for each list the number of the best of it.
    shots: Lists,
    best_shots: Vec<u32>,
    /// Numbers of such bests, and for each list the best of all of them.
    unions: Lists,
    best_unions: Vec<u32>,
}

/// One core's memory, used again for every shape of a size.
#[derive(Debug)]
pub(crate) struct Worker<'g> {
    games: &'g RwLock<Games>,
    order: Order,
    sums: Map<Value>,
    sides: [Side; 2],
    /// Values of which none is dominated.
    bests: Lists,
    /// By the numbers of two of these.
    made: Map<Value>,
    size: usize,
    boards: Vec<(u16, u16)>,
    smaller_boards: Vec<(u16, u16)>,
    sight: Sight,
    /// For each square that burns and each placement without it, what is left.
    rest: Vec<Value>,
    /// For each placement and the square of an amazon that has just arrived, the best it can shoot its way to.
    arrived: Vec<u32>,
}

impl<'g> Worker<'g> {
    /// A worker on shapes of so many squares.
    pub fn new(games: &'g RwLock<Games>, size: usize) -> Self {
        Self {
            games,
            order: Order::default(),
            sums: Map::default(),
            sides: Default::default(),
            bests: Lists::default(),
            made: Map::default(),
            size,
            boards: Placements::new(size).all().collect(),
            smaller_boards: Placements::new(size - 1).all().collect(),
            sight: Sight::new(size),
            rest: vec![Value::ZERO; size * 3_usize.pow(size as u32 - 1)],
            arrived: vec![0; size * 3_usize.pow(size as u32)],
        }
    }

    /// Writes the values of all placements on a shape; `smaller` has the layers of all smaller sizes, from 1 on.
    pub fn solve(
        &mut self,
        catalogue: &Catalogue,
        shape: Shape,
        smaller: &[Layer],
        values: &mut [Value],
    ) {
        self.make_room();
        self.sight.look([shape].into_iter());
        for burned in 0..self.size {
            self.take_over(catalogue, shape, burned, smaller);
        }
        self.shoot();
        let mut lists = [Vec::new(), Vec::new()];
        for (place, value) in values.iter_mut().enumerate() {
            let (black, white) = self.boards[place];
            let best = [(0, black, white), (1, white, black)]
                .map(|(side, own, other)| self.best_of_moves(side, own, other, &mut lists[side]));
            *value = self.made_of(best);
        }
    }

    fn make_room(&mut self) {
        let lists = self
            .sides
            .iter()
            .flat_map(|side| [&side.shots, &side.unions]);
        let words: usize = lists.map(Lists::words).sum::<usize>() + self.bests.words();
        if words + self.made.len() + self.sums.len() > MOST_REMEMBERED {
            self.sides = Default::default();
            self.bests = Lists::default();
            self.made = Map::default();
            self.sums = Map::default();
        }
        if self.order.len() > MOST_REMEMBERED {
            self.order.clear();
        }
    }

    /// What is left when a square burns, by the numbers of placements here.
    fn take_over(&mut self, catalogue: &Catalogue, shape: Shape, burned: usize, smaller: &[Layer]) {
        let length = self.rest.len() / self.size;
        let parts = shape.parts_without(burned);
        let places: Vec<Placing> = parts
            .iter()
            .map(|part| {
                let placed = shape.part(part);
                let index = catalogue.shapes(part.len()).binary_search(&placed.shape);
                let index = index.expect("the catalogue has all shapes");
                let numbers = part.iter().copied().zip(placed.places).collect();
                (index, &smaller[part.len() - 1], numbers)
            })
            .collect();
        if let [(index, layer, numbers)] = &places[..] {
            let mut squares = vec![0; numbers.len()];
            for &(old, new) in numbers {
                squares[usize::from(new)] = old;
            }
            let numbers = numbers_without(burned, &squares);
            let rest = &mut self.rest[burned * length..][..length];
            let stride = self.smaller_boards.len();
            let values = &layer.values[index * stride..][..stride];
            for (&value, &(black, white)) in values.iter().zip(&self.smaller_boards) {
                let number = numbers[usize::from(black)] + 2 * numbers[usize::from(white)];
                rest[usize::from(number)] = value;
            }
            return;
        }
        for place in 0..self.smaller_boards.len() {
            let below = (1 << burned) - 1;
            let (black, white) = self.smaller_boards[place];
            let [black, white] = [black, white].map(|set| set & below | (set & !below) << 1);
            let mut sum = Value::ZERO;
            for (index, layer, numbers) in &places {
                let (black, white) = (renumbered(black, numbers), renumbered(white, numbers));
                let (value, swaps) = layer.value(*index, black, white);
                sum = self.sum(sum, value, swaps);
            }
            self.rest[burned * length + self.sight.number_without(burned, black, white)] = sum;
        }
    }

    /// A sum with a value, or with its negative.
    fn sum(&mut self, sum: Value, value: Value, swaps: bool) -> Value {
        if value == Value::ZERO {
            return sum;
        }
        let key = (sum.index() as u64) << 32 | (value.index() as u64) << 1 | u64::from(swaps);
        if let Some(&known) = self.sums.get(&key) {
            return known;
        }
        let mut games = self.games.write().unwrap_or_else(PoisonError::into_inner);
        let value = if swaps { games.negative(value) } else { value };
        let result = games.sum(sum, value);
        self.sums.insert(key, result);
        result
    }

    /// For every placement and every amazon that may have just arrived, the best that it can shoot its way to.
    fn shoot(&mut self) {
        let length = self.rest.len() / self.size;
        let mut list: Vec<u32> = Vec::new();
        for place in 0..self.boards.len() {
            let (black, white) = self.boards[place];
            let number = number(black, white);
            for (side, amazons) in [black, white].into_iter().enumerate() {
                for to in bits(amazons) {
                    list.clear();
                    for arrow in bits(self.sight.from(to, black | white)) {
                        let left = self.sight.number_without(arrow, black, white);
                        list.push(self.rest[arrow * length + left].index() as u32);
                    }
                    list.sort_unstable();
                    list.dedup();
                    self.arrived[number * self.size + to] = self.best_of_shots(side, &list);
                }
            }
        }
    }

    fn best_of_shots(&mut self, side: usize, list: &[u32]) -> u32 {
        let (number, is_new) = self.sides[side].shots.number(list);
        if is_new {
            let best = self.best_of(side, list.to_vec());
            self.sides[side].best_shots.push(best);
        }
        self.sides[side].best_shots[number as usize]
    }

    /// The number of the best of some values.
    fn best_of(&mut self, side: usize, list: Vec<u32>) -> u32 {
        let mut options: Vec<Value> = list
            .iter()
            .map(|&index| Value::from_index(index as usize))
            .collect();
        if options.len() > 1 {
            let games = self.games.read().unwrap_or_else(PoisonError::into_inner);
            match side {
                0 => self.order.keep_best_lefts(games.forms(), &mut options),
                _ => self.order.keep_best_rights(games.forms(), &mut options),
            }
        }
        let kept: Vec<u32> = options.iter().map(|option| option.index() as u32).collect();
        self.bests.number(&kept).0
    }

    /// The number of the best values that a player's moves lead to.
    fn best_of_moves(&mut self, side: usize, own: u16, other: u16, list: &mut Vec<u32>) -> u32 {
        list.clear();
        for from in bits(own) {
            let staying = own & !(1 << from);
            for to in bits(self.sight.from(from, own | other)) {
                let moved = staying | 1 << to;
                let number = if side == 0 {
                    number(moved, other)
                } else {
                    number(other, moved)
                };
                list.push(self.arrived[number * self.size + to]);
            }
        }
        list.sort_unstable();
        list.dedup();
        if let [only] = list[..] {
            return only;
        }
        let (number, is_new) = self.sides[side].unions.number(list);
        if is_new {
            let all = list
                .iter()
                .flat_map(|&best| self.bests.get(best).iter().copied());
            let best = self.best_of(side, all.collect());
            self.sides[side].best_unions.push(best);
        }
        self.sides[side].best_unions[number as usize]
    }

    /// The game with these options.
    fn made_of(&mut self, [lefts, rights]: [u32; 2]) -> Value {
        let key = u64::from(lefts) << 32 | u64::from(rights);
        if let Some(&known) = self.made.get(&key) {
            return known;
        }
        let options = [lefts, rights].map(|best| -> Vec<Value> {
            let list = self.bests.get(best).iter();
            list.map(|&index| Value::from_index(index as usize))
                .collect()
        });
        let (lefts, rights) = {
            let games = self.games.read().unwrap_or_else(PoisonError::into_inner);
            self.order
                .canonical_options(games.forms(), &options[0], &options[1])
        };
        let known = {
            let games = self.games.read().unwrap_or_else(PoisonError::into_inner);
            games.forms().find(&lefts, &rights)
        };
        let value = known.unwrap_or_else(|| {
            let mut games = self.games.write().unwrap_or_else(PoisonError::into_inner);
            games.take_over(&lefts, &rights)
        });
        self.made.insert(key, value);
        value
    }
}
