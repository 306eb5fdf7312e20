//! Values of all placements on a shape from those on smaller shapes.
//!
//! As in the score table, a move is processed from the square of arrival: the values reachable by
//! an arrow do not depend on where the amazon came from. Few distinct lists of values occur, so
//! each operation on a list (removing dominated options, union, canonical form) is cached.

use combinatorial::{GameValue, OrderCache, Player, ValueStore};
use parking_lot::RwLock;
use rustc_hash::FxHashMap;

use super::interner::ListInterner;
use crate::placement::Placements;
use crate::shape::{Shape, bits};
use crate::shape_catalogue::ShapeCatalogue;
use crate::visibility::{Visibility, remap, ternary_index, ternary_indices_without};

/// Maximum number of cached words and comparisons per worker.
const MAX_CACHED_WORDS: usize = 12_000_000;

/// Values of all shapes of one size, by shape and placement.
#[derive(Clone, Debug)]
pub(crate) struct ValueLayer {
    pub placements: Placements,
    pub values: Vec<GameValue>,
}

impl ValueLayer {
    /// Value of a placement; colors are swapped if White has more amazons.
    fn value(&self, shape: usize, black: u16, white: u16) -> (GameValue, bool) {
        let found = self.placements.rank_up_to_colors(black, white);
        let (rank, swaps) = found.expect("no color has more amazons than on the larger shape");
        (self.values[shape * self.placements.count() + rank], swaps)
    }
}

/// A component of a remainder: index of its shape, values of its size, and old and new index of
/// each square.
type ComponentMap<'l> = (usize, &'l ValueLayer, Vec<(usize, u8)>);

/// Interned lists of one player.
#[derive(Debug, Default)]
struct SideLists {
    /// Values after the arrows from one square; for each list the id of its undominated sublist.
    arrow_lists: ListInterner,
    undominated_arrows: Vec<u32>,
    /// Ids of undominated lists; for each list the id of the undominated union.
    union_lists: ListInterner,
    undominated_unions: Vec<u32>,
}

/// Buffers and caches of one thread for shapes of one size.
#[derive(Debug)]
pub(crate) struct ValueWorker<'g> {
    games: &'g RwLock<ValueStore>,
    order: OrderCache,
    sums: FxHashMap<u64, GameValue>,
    sides: [SideLists; 2],
    /// Lists without dominated values.
    undominated: ListInterner,
    /// By ids of two undominated lists.
    form_cache: FxHashMap<u64, GameValue>,
    size: usize,
    boards: Vec<(u16, u16)>,
    smaller_boards: Vec<(u16, u16)>,
    visibility: Visibility,
    /// By burned square and remaining placement.
    smaller_values: Vec<GameValue>,
    /// By placement and square of arrival: id of the undominated values after an arrow.
    after_arrival: Vec<u32>,
}

impl<'g> ValueWorker<'g> {
    /// A worker for shapes of `size` squares.
    pub fn new(games: &'g RwLock<ValueStore>, size: usize) -> Self {
        Self {
            games,
            order: OrderCache::default(),
            sums: FxHashMap::default(),
            sides: Default::default(),
            undominated: ListInterner::default(),
            form_cache: FxHashMap::default(),
            size,
            boards: Placements::new(size).all().collect(),
            smaller_boards: Placements::new(size - 1).all().collect(),
            visibility: Visibility::new(size),
            smaller_values: vec![GameValue::ZERO; size * 3_usize.pow(size as u32 - 1)],
            after_arrival: vec![0; size * 3_usize.pow(size as u32)],
        }
    }

    /// Computes the values of all placements on a shape; `smaller` has all smaller layers from 1
    /// on.
    pub fn solve(
        &mut self,
        catalogue: &ShapeCatalogue,
        shape: Shape,
        smaller: &[ValueLayer],
        values: &mut [GameValue],
    ) {
        self.clear_caches();
        self.visibility.compute([shape].into_iter());
        for burned in 0..self.size {
            self.load_smaller(catalogue, shape, burned, smaller);
        }
        self.compute_arrows();
        let mut lists = [Vec::new(), Vec::new()];
        for (place, value) in values.iter_mut().enumerate() {
            let (black, white) = self.boards[place];
            let best = [(0, black, white), (1, white, black)].map(|(side, own, other)| {
                self.undominated_move_list(side, own, other, &mut lists[side])
            });
            *value = self.form_from_lists(best);
        }
    }

    fn clear_caches(&mut self) {
        let lists = self
            .sides
            .iter()
            .flat_map(|side| [&side.arrow_lists, &side.union_lists]);
        let words: usize =
            lists.map(ListInterner::total_len).sum::<usize>() + self.undominated.total_len();
        if words + self.form_cache.len() + self.sums.len() > MAX_CACHED_WORDS {
            self.sides = Default::default();
            self.undominated = ListInterner::default();
            self.form_cache = FxHashMap::default();
            self.sums = FxHashMap::default();
        }
        self.order.limit(MAX_CACHED_WORDS);
    }

    /// Loads the values after `burned` is burned.
    fn load_smaller(
        &mut self,
        catalogue: &ShapeCatalogue,
        shape: Shape,
        burned: usize,
        smaller: &[ValueLayer],
    ) {
        let length = self.smaller_values.len() / self.size;
        let parts = shape.components_without(burned);
        let places: Vec<ComponentMap> = parts
            .iter()
            .map(|part| {
                let canonical = shape.subshape(part);
                let index = catalogue.shapes(part.len()).binary_search(&canonical.shape);
                let index = index.expect("the catalogue has all shapes");
                let numbers = part.iter().copied().zip(canonical.square_map).collect();
                (index, &smaller[part.len() - 1], numbers)
            })
            .collect();
        if let [(index, layer, numbers)] = &places[..] {
            let mut squares = vec![0; numbers.len()];
            for &(old, new) in numbers {
                squares[usize::from(new)] = old;
            }
            let numbers = ternary_indices_without(burned, &squares);
            let smaller_values = &mut self.smaller_values[burned * length..][..length];
            let stride = self.smaller_boards.len();
            let values = &layer.values[index * stride..][..stride];
            for (&value, &(black, white)) in values.iter().zip(&self.smaller_boards) {
                let number = numbers[usize::from(black)] + 2 * numbers[usize::from(white)];
                smaller_values[usize::from(number)] = value;
            }
            return;
        }
        for place in 0..self.smaller_boards.len() {
            let below = (1 << burned) - 1;
            let (black, white) = self.smaller_boards[place];
            let [black, white] = [black, white].map(|set| set & below | (set & !below) << 1);
            let mut sum = GameValue::ZERO;
            for (index, layer, numbers) in &places {
                let (black, white) = (remap(black, numbers), remap(white, numbers));
                let (value, swaps) = layer.value(*index, black, white);
                sum = self.sum(sum, value, swaps);
            }
            self.smaller_values
                [burned * length + self.visibility.ternary_index_without(burned, black, white)] =
                sum;
        }
    }

    /// Sum with a value or its negative.
    fn sum(&mut self, sum: GameValue, value: GameValue, swaps: bool) -> GameValue {
        if value == GameValue::ZERO {
            return sum;
        }
        let key = (sum.index() as u64) << 32 | (value.index() as u64) << 1 | u64::from(swaps);
        if let Some(&known) = self.sums.get(&key) {
            return known;
        }
        let mut games = self.games.write();
        let value = if swaps { games.negative(value) } else { value };
        let result = games.sum(sum, value);
        self.sums.insert(key, result);
        result
    }

    /// Computes the undominated values after an arrow for every placement and square of arrival.
    fn compute_arrows(&mut self) {
        let length = self.smaller_values.len() / self.size;
        let mut list: Vec<u32> = Vec::new();
        for place in 0..self.boards.len() {
            let (black, white) = self.boards[place];
            let number = ternary_index(black, white);
            for (side, amazons) in [black, white].into_iter().enumerate() {
                for to in bits(amazons) {
                    list.clear();
                    for arrow in bits(self.visibility.visible_from(to, black | white)) {
                        let left = self.visibility.ternary_index_without(arrow, black, white);
                        list.push(self.smaller_values[arrow * length + left].index() as u32);
                    }
                    list.sort_unstable();
                    list.dedup();
                    self.after_arrival[number * self.size + to] =
                        self.undominated_arrow_list(side, &list);
                }
            }
        }
    }

    fn undominated_arrow_list(&mut self, side: usize, list: &[u32]) -> u32 {
        let (number, is_new) = self.sides[side].arrow_lists.intern(list);
        if is_new {
            let best = self.undominated_of(side, list.to_vec());
            self.sides[side].undominated_arrows.push(best);
        }
        self.sides[side].undominated_arrows[number as usize]
    }

    /// Id of the undominated sublist.
    fn undominated_of(&mut self, side: usize, list: Vec<u32>) -> u32 {
        let mut options: Vec<GameValue> = list
            .iter()
            .map(|&index| GameValue::from_index(index as usize))
            .collect();
        if options.len() > 1 {
            let games = self.games.read();
            self.order
                .remove_dominated(games.forms(), Player::BOTH[side], &mut options);
        }
        let kept: Vec<u32> = options.iter().map(|option| option.index() as u32).collect();
        self.undominated.intern(&kept).0
    }

    /// Id of the undominated values after a player's moves.
    fn undominated_move_list(
        &mut self,
        side: usize,
        own: u16,
        other: u16,
        list: &mut Vec<u32>,
    ) -> u32 {
        list.clear();
        for from in bits(own) {
            let staying = own & !(1 << from);
            for to in bits(self.visibility.visible_from(from, own | other)) {
                let moved = staying | 1 << to;
                let number = if side == 0 {
                    ternary_index(moved, other)
                } else {
                    ternary_index(other, moved)
                };
                list.push(self.after_arrival[number * self.size + to]);
            }
        }
        list.sort_unstable();
        list.dedup();
        if let [only] = list[..] {
            return only;
        }
        let (number, is_new) = self.sides[side].union_lists.intern(list);
        if is_new {
            let all = list
                .iter()
                .flat_map(|&best| self.undominated.get(best).iter().copied());
            let best = self.undominated_of(side, all.collect());
            self.sides[side].undominated_unions.push(best);
        }
        self.sides[side].undominated_unions[number as usize]
    }

    /// Canonical form with these options.
    fn form_from_lists(&mut self, [left_options, right_options]: [u32; 2]) -> GameValue {
        let key = u64::from(left_options) << 32 | u64::from(right_options);
        if let Some(&known) = self.form_cache.get(&key) {
            return known;
        }
        let options = [left_options, right_options].map(|best| -> Vec<GameValue> {
            let list = self.undominated.get(best).iter();
            list.map(|&index| GameValue::from_index(index as usize))
                .collect()
        });
        let ([left_options, right_options], known) = {
            let games = self.games.read();
            let forms = games.forms();
            let canonical = self
                .order
                .canonical_options(forms, &options[0], &options[1]);
            let known = forms.get(&canonical[0], &canonical[1]);
            (canonical, known)
        };
        let intern = || {
            self.games
                .write()
                .intern_canonical(&left_options, &right_options)
        };
        let value = known.unwrap_or_else(intern);
        self.form_cache.insert(key, value);
        value
    }
}
