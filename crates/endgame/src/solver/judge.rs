//! What can be said of a sum without a search: exact values of what is small, and bounds of what is large.

use std::ops::ControlFlow;

use amazons::{Holding, LoneFilling, SquareSet, slides};
use combinatorial::{Number, Sums, Value};

use super::node::Node;
use super::proof_table::Effort;
use crate::area::Area;
use crate::error::TableError;
use crate::exact::{ExactTable, Values};

/// Empty squares up to which the value of a contested area beside others is worked out where no table has it.
const FEW: u32 = 3;

/// The same for an area that is all there is.
const FEW_ALONE: u32 = 2;

/// Squares up to which it is worked out beside others in any case: such areas come back again and again.
const SMALL: u32 = 9;

/// Forms after which no more values are worked out, to stay within memory.
const MOST_FORMS: usize = 3_000_000;

/// How many moves a search tries to fill an area of one player, for each number of moves.
const FILLING_STEPS: u32 = 100_000;

/// How much harder each square of a lead makes it to lose, and easier to win.
const TILT: f64 = 1.65;

/// A lead beyond which more of it says nothing more.
const MOST_LEAD: i64 = 12;

/// One thread's knowledge.
#[derive(Debug)]
pub(super) struct Judge<'t> {
    values: Values<'t>,
    sums: Sums,
}

/// A sum whose small areas are not worked out yet: for a first look, which is often enough.
pub(super) struct Sketch(Node);

impl<'t> Judge<'t> {
    pub fn new(table: Option<&'t ExactTable>) -> Self {
        Self {
            values: table.map_or_else(Values::default, Values::with_table),
            sums: Sums::default(),
        }
    }

    /// The sum of some areas and of what else there is: what a table has, and what only one player can enter, is replaced by its value.
    pub fn sketch(
        &mut self,
        areas: impl Iterator<Item = Area>,
        values: impl Iterator<Item = Value>,
        number: Number,
    ) -> Result<Sketch, TableError> {
        let mut sketch = Node {
            areas: Vec::new(),
            values: values.collect(),
            number,
        };
        for area in areas {
            let empty = area.empty();
            let is_alive = [area.own, area.other].map(|side| side.neighbours().meets(empty));
            if is_alive == [false, false] {
                continue;
            }
            if self.values.is_looked_up(area) {
                let value = self.values.value_of(area)?;
                self.add(&mut sketch, value);
            } else if area.own.is_empty() || area.other.is_empty() {
                match self.alone(area)? {
                    Some(moves) => sketch.number = sketch.number + moves,
                    None => sketch.areas.push(area),
                }
            } else {
                sketch.areas.push(area);
            }
        }
        Ok(Sketch(sketch))
    }

    /// The sum itself: whatever is small is replaced by its value, and the rest put in order.
    pub fn node(&mut self, Sketch(mut node): Sketch) -> Result<Node, TableError> {
        let open = std::mem::take(&mut node.areas);
        let is_alone = open.len() + node.values.len() == 1;
        let has_room = self.values.games().forms().len() < MOST_FORMS;
        for area in open {
            let empty = area.empty().len();
            let is_worked_out = match is_alone {
                true => empty <= FEW_ALONE,
                false => empty <= FEW || area.squares.len() <= SMALL,
            };
            if has_room && is_worked_out {
                let value = self.values.value_of(area)?;
                self.add(&mut node, value);
            } else {
                node.areas.push(area.canonical());
            }
        }
        node.tidy(self.values.games().forms());
        Ok(node)
    }

    fn add(&mut self, node: &mut Node, value: Value) {
        match self.values.games().forms().as_number(value) {
            Some(number) => node.number = node.number + number,
            None => node.values.push(value),
        }
    }

    /// How many moves an area with amazons of only one player is worth, if that is known exactly.
    fn alone(&self, area: Area) -> Result<Option<Number>, TableError> {
        let amazons = area.own | area.other;
        let count = LoneFilling::of(area.empty(), amazons, FILLING_STEPS).count;
        let moves = count
            .exactly()
            .map(|moves| Number::integer(moves.cast_signed()));
        Ok(moves.map(|moves| if area.own.is_empty() { -moves } else { moves }))
    }

    pub fn forms(&mut self) -> &combinatorial::Forms {
        self.values.games().forms()
    }

    /// Whether who is to move wins, if it can be seen before small areas are worked out.
    pub fn judge_sketch(&mut self, Sketch(node): &Sketch) -> Option<bool> {
        self.judge(node)
    }

    /// Whether who is to move wins, if it can be seen.
    pub fn judge(&mut self, node: &Node) -> Option<bool> {
        if node.areas.is_empty() {
            return Some(self.first_wins(node, Number::ZERO));
        }
        let own: Vec<Holding> = holdings(node.areas.iter().copied());
        let hoped: i32 = own.iter().map(Holding::hoped_margin).sum();
        if self.first_wins(node, Number::integer(hoped)) {
            let margin: i32 = own.iter().map(Holding::margin).sum();
            if self.first_wins(node, Number::integer(margin)) {
                return Some(true);
            }
        }
        let other: Vec<Holding> = holdings(node.areas.iter().map(|area| area.swapped()));
        let hoped: i32 = other.iter().map(Holding::hoped_margin).sum();
        if !self.first_wins(node, Number::integer(-hoped)) {
            let margin: i32 = other.iter().map(Holding::margin).sum();
            if !self.first_wins(node, Number::integer(-margin)) {
                return Some(false);
            }
        }
        None
    }

    /// Whether who is to move wins if so many moves stood in the place of all areas.
    fn first_wins(&mut self, node: &Node, areas: Number) -> bool {
        let number = node.number + areas;
        if node.values.is_empty() {
            return number > Number::ZERO;
        }
        let games = self.values.games();
        let mut parts = node.values.clone();
        parts.push(games.number(number));
        self.sums.first_wins(games, &parts)
    }

    /// A first guess of how hard a sum is: every move must be refuted to lose, and the fewer answers the easier to win; and who is
    /// nearer to more squares mostly wins.
    pub fn guess(&mut self, node: &Node) -> Effort {
        let mut lead = node.number.steps() / Number::integer(1).steps();
        let [mut own, mut other] = [0, 0];
        for area in &node.areas {
            let empty = area.empty();
            let [mine, theirs] = [area.own, area.other].map(|side| Reach::of(side, empty));
            own += mine.steps;
            other += theirs.steps;
            lead += i64::from(mine.lead_over(theirs, empty));
        }
        let tilt = TILT.powi(lead.clamp(-MOST_LEAD, MOST_LEAD) as i32);
        Effort {
            win: 1 + (1.5 * f64::from(other) / tilt) as u32,
            loss: 1 + (6.0 * f64::from(own) * tilt) as u32,
        }
    }

    /// Hands out the sums that the moves of who is to move lead to, seen from the opponent.
    pub fn visit_children<B>(
        &mut self,
        node: &Node,
        mut visit: impl FnMut(&mut Self, Sketch) -> Result<ControlFlow<B>, TableError>,
    ) -> Result<ControlFlow<B>, TableError> {
        let swapped: Vec<Area> = node.areas.iter().map(|area| area.swapped()).collect();
        let forms = self.forms();
        let negative: Vec<Value> = node
            .values
            .iter()
            .map(|&value| forms.negative(value))
            .collect();
        for (place, area) in node.areas.iter().enumerate() {
            if place > 0 && node.areas[place - 1] == *area {
                continue;
            }
            let mut left: Vec<(SquareSet, SquareSet)> = Vec::new();
            let ControlFlow::Continue(()) = area.visit_moves(|_, squares, own| {
                left.push((squares, own));
                ControlFlow::<std::convert::Infallible>::Continue(())
            });
            left.sort_unstable();
            left.dedup();
            for (squares, own) in left {
                let parts = Area::parts(squares, area.other, own);
                let others = swapped
                    .iter()
                    .enumerate()
                    .filter(|&(other, _)| other != place);
                let areas = parts.chain(others.map(|(_, area)| *area));
                let child = self.sketch(areas, negative.iter().copied(), -node.number)?;
                if let ControlFlow::Break(broken) = visit(self, child)? {
                    return Ok(ControlFlow::Break(broken));
                }
            }
        }
        for (place, &value) in node.values.iter().enumerate() {
            if place > 0 && node.values[place - 1] == value {
                continue;
            }
            for left in self.forms().lefts(value).to_vec() {
                let mut number = -node.number;
                let mut values = negative.clone();
                match self.forms().as_number(left) {
                    Some(known) => {
                        values.swap_remove(place);
                        number = number - known;
                    }
                    None => values[place] = self.forms().negative(left),
                }
                let child = self.sketch(swapped.iter().copied(), values.into_iter(), number)?;
                if let ControlFlow::Break(broken) = visit(self, child)? {
                    return Ok(ControlFlow::Break(broken));
                }
            }
        }
        // Rarely of use, but the only move where all else is worth a number.
        let games = self.values.games();
        let number = games.number(node.number);
        if let [left] = *games.forms().lefts(number) {
            let left = games.forms().as_number(left).unwrap_or_default();
            let child = self.sketch(swapped.iter().copied(), negative.iter().copied(), -left)?;
            if let ControlFlow::Break(broken) = visit(self, child)? {
                return Ok(ControlFlow::Break(broken));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

fn holdings(areas: impl Iterator<Item = Area>) -> Vec<Holding> {
    areas
        .map(|area| Holding::new(area.empty(), area.own, area.other))
        .collect()
}

/// Where one player's amazons can go at once.
#[derive(Clone, Copy)]
struct Reach {
    squares: SquareSet,
    /// All their moves without the arrows.
    steps: u32,
}

impl Reach {
    fn of(amazons: SquareSet, empty: SquareSet) -> Self {
        let mut reach = Self {
            squares: SquareSet::EMPTY,
            steps: 0,
        };
        for from in amazons {
            let slides = slides(from, empty);
            reach.squares |= slides;
            reach.steps += slides.len();
        }
        reach
    }

    /// How many more empty squares this player is nearer to than the other, as far as two moves go.
    fn lead_over(self, other: Self, empty: SquareSet) -> i32 {
        let lead = |own: SquareSet, other: SquareSet| {
            (own - other).len().cast_signed() - (other - own).len().cast_signed()
        };
        let far = empty - self.squares - other.squares;
        let mut total = lead(self.squares, other.squares);
        if !far.is_empty() {
            let [own, other] = [self, other].map(|side| Self::of(side.squares, empty).squares);
            total += lead(own & far, other & far);
        }
        total
    }
}
