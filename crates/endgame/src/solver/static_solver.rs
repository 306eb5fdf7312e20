//! Static solver: decides sums by exact values of small regions and bounds of large ones.

use std::ops::ControlFlow;

use amazons::{FillPlan, SquareSet, TerritorySplit, queen_moves};
use combinatorial::{Dyadic, GameValue, SumSolver};

use super::node::Node;
use super::proof_table::ProofNumbers;
use crate::error::TableError;
use crate::sided_region::SidedRegion;
use crate::values::{ValueCalculator, ValueTable};

/// Maximum number of empty squares of a contested region in a sum whose value is computed.
const MAX_EMPTY_IN_SUM: u32 = 3;

/// The same for a region alone.
const MAX_EMPTY_ALONE: u32 = 2;

/// Regions in a sum with at most this many squares are always computed, since they recur.
const MAX_SQUARES_IN_SUM: u32 = 9;

/// Maximum number of canonical forms; bounds memory.
const MAX_FORMS: usize = 3_000_000;

/// Step limit per move count when filling a region of one player.
const MAX_FILL_STEPS: u32 = 100_000;

/// Factor of the initial numbers per square of distance lead.
const LEAD_FACTOR: f64 = 1.65;

/// Lead beyond which the factor no longer grows.
const MAX_LEAD: i64 = 12;

/// Values and sums known to one thread.
#[derive(Debug)]
pub(super) struct StaticSolver<'t> {
    values: ValueCalculator<'t>,
    sums: SumSolver,
}

/// A sum whose small regions are not evaluated yet; often enough to decide it.
pub(super) struct UnresolvedNode(pub(super) Node);

impl<'t> StaticSolver<'t> {
    pub fn new(table: Option<&'t ValueTable>) -> Self {
        Self {
            values: table.map_or_else(ValueCalculator::default, ValueCalculator::with_table),
            sums: SumSolver::default(),
        }
    }

    /// A sum of regions and values: regions in the table and regions of one player are replaced by
    /// values.
    pub fn unresolved(
        &mut self,
        regions: impl Iterator<Item = SidedRegion>,
        values: impl Iterator<Item = GameValue>,
        number: Dyadic,
    ) -> Result<UnresolvedNode, TableError> {
        let mut sketch = Node {
            regions: Vec::new(),
            values: values.collect(),
            number,
        };
        for region in regions {
            let empty = region.empty();
            let has_moves =
                [region.own, region.opponent].map(|side| side.neighbors().intersects(empty));
            if has_moves == [false, false] {
                continue;
            }
            if self.values.is_in_table(region) {
                let value = self.values.region_value(region)?;
                self.add(&mut sketch, value);
            } else if region.own.is_empty() || region.opponent.is_empty() {
                match self.one_sided_value(region)? {
                    Some(moves) => sketch.number = sketch.number + moves,
                    None => sketch.regions.push(region),
                }
            } else {
                sketch.regions.push(region);
            }
        }
        Ok(UnresolvedNode(sketch))
    }

    /// Replaces small regions by their values and normalizes the rest.
    pub fn resolve(
        &mut self,
        UnresolvedNode(mut node): UnresolvedNode,
    ) -> Result<Node, TableError> {
        let open = std::mem::take(&mut node.regions);
        let is_alone = open.len() + node.values.len() == 1;
        let has_room = self.values.games().forms().len() < MAX_FORMS;
        for region in open {
            let empty = region.empty().len();
            let is_worked_out = match is_alone {
                true => empty <= MAX_EMPTY_ALONE,
                false => empty <= MAX_EMPTY_IN_SUM || region.squares.len() <= MAX_SQUARES_IN_SUM,
            };
            if has_room && is_worked_out {
                let value = self.values.region_value(region)?;
                self.add(&mut node, value);
            } else {
                node.regions.push(region.canonical());
            }
        }
        node.normalize(self.values.games().forms());
        Ok(node)
    }

    fn add(&mut self, node: &mut Node, value: GameValue) {
        match self.values.games().forms().as_number(value) {
            Some(number) => node.number = node.number + number,
            None => node.values.push(value),
        }
    }

    /// Number of moves of a region of one player, if known exactly.
    fn one_sided_value(&self, region: SidedRegion) -> Result<Option<Dyadic>, TableError> {
        let amazons = region.own | region.opponent;
        let count = FillPlan::search(region.empty(), amazons, MAX_FILL_STEPS).count;
        let moves = count
            .exact()
            .map(|moves| Dyadic::from_integer(moves.cast_signed()));
        Ok(moves.map(|moves| if region.own.is_empty() { -moves } else { moves }))
    }

    pub fn forms(&mut self) -> &combinatorial::FormInterner {
        self.values.games().forms()
    }

    /// Whether the player to move wins, if it can be decided without search.
    pub fn static_winner(&mut self, node: &Node) -> Option<bool> {
        if node.regions.is_empty() {
            return Some(self.first_wins(node, Dyadic::ZERO));
        }
        let own: Vec<TerritorySplit> = holdings(node.regions.iter().copied());
        let hoped: i32 = own.iter().map(TerritorySplit::optimistic_margin).sum();
        if self.first_wins(node, Dyadic::from_integer(hoped)) {
            let margin: i32 = own.iter().map(TerritorySplit::guaranteed_margin).sum();
            if self.first_wins(node, Dyadic::from_integer(margin)) {
                return Some(true);
            }
        }
        let other: Vec<TerritorySplit> =
            holdings(node.regions.iter().map(|region| region.swapped()));
        let hoped: i32 = other.iter().map(TerritorySplit::optimistic_margin).sum();
        if !self.first_wins(node, Dyadic::from_integer(-hoped)) {
            let margin: i32 = other.iter().map(TerritorySplit::guaranteed_margin).sum();
            if !self.first_wins(node, Dyadic::from_integer(-margin)) {
                return Some(false);
            }
        }
        None
    }

    /// Whether the player to move wins if all regions together are worth `regions` moves.
    fn first_wins(&mut self, node: &Node, regions: Dyadic) -> bool {
        let number = node.number + regions;
        if node.values.is_empty() {
            return number > Dyadic::ZERO;
        }
        let games = self.values.games();
        let mut parts = node.values.clone();
        parts.push(games.intern_number(number));
        self.sums.left_wins_moving_first(games, &parts)
    }

    /// Initial proof and disproof numbers: proportional to the opponent's and the own move count,
    /// divided and multiplied by `LEAD_FACTOR^lead`.
    pub fn initial_proof_numbers(&mut self, node: &Node) -> ProofNumbers {
        let mut lead = node.number.to_raw() / Dyadic::from_integer(1).to_raw();
        let [mut own, mut other] = [0, 0];
        for region in &node.regions {
            let empty = region.empty();
            let [mine, theirs] = [region.own, region.opponent].map(|side| Reach::of(side, empty));
            own += mine.steps;
            other += theirs.steps;
            lead += i64::from(mine.distance_lead(theirs, empty));
        }
        let factor = LEAD_FACTOR.powi(lead.clamp(-MAX_LEAD, MAX_LEAD) as i32);
        ProofNumbers {
            proof: 1 + (1.5 * f64::from(other) / factor) as u32,
            disproof: 1 + (6.0 * f64::from(own) * factor) as u32,
        }
    }

    /// Visits all children, from the opponent's point of view.
    pub fn visit_children<B>(
        &mut self,
        node: &Node,
        mut visit: impl FnMut(&mut Self, UnresolvedNode) -> Result<ControlFlow<B>, TableError>,
    ) -> Result<ControlFlow<B>, TableError> {
        let swapped: Vec<SidedRegion> =
            node.regions.iter().map(|region| region.swapped()).collect();
        let forms = self.forms();
        let negative: Vec<GameValue> = node
            .values
            .iter()
            .map(|&value| forms.negative(value))
            .collect();
        for (place, region) in node.regions.iter().enumerate() {
            if place > 0 && node.regions[place - 1] == *region {
                continue;
            }
            let mut left: Vec<(SquareSet, SquareSet)> = Vec::new();
            let ControlFlow::Continue(()) = region.visit_moves(|_, squares, own| {
                left.push((squares, own));
                ControlFlow::<std::convert::Infallible>::Continue(())
            });
            left.sort_unstable();
            left.dedup();
            for (squares, own) in left {
                let parts = SidedRegion::split(squares, region.opponent, own);
                let others = swapped
                    .iter()
                    .enumerate()
                    .filter(|&(other, _)| other != place);
                let regions = parts.chain(others.map(|(_, region)| *region));
                let child = self.unresolved(regions, negative.iter().copied(), -node.number)?;
                if let ControlFlow::Break(broken) = visit(self, child)? {
                    return Ok(ControlFlow::Break(broken));
                }
            }
        }
        for (place, &value) in node.values.iter().enumerate() {
            if place > 0 && node.values[place - 1] == value {
                continue;
            }
            for left in self.forms().left_options(value).to_vec() {
                let mut number = -node.number;
                let mut values = negative.clone();
                match self.forms().as_number(left) {
                    Some(known) => {
                        values.swap_remove(place);
                        number = number - known;
                    }
                    None => values[place] = self.forms().negative(left),
                }
                let child = self.unresolved(swapped.iter().copied(), values.into_iter(), number)?;
                if let ControlFlow::Break(broken) = visit(self, child)? {
                    return Ok(ControlFlow::Break(broken));
                }
            }
        }
        // A move in the number; needed when only numbers are left.
        let games = self.values.games();
        let number = games.intern_number(node.number);
        if let [left] = *games.forms().left_options(number) {
            let left = games.forms().as_number(left).unwrap_or_default();
            let child =
                self.unresolved(swapped.iter().copied(), negative.iter().copied(), -left)?;
            if let ControlFlow::Break(broken) = visit(self, child)? {
                return Ok(ControlFlow::Break(broken));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

fn holdings(regions: impl Iterator<Item = SidedRegion>) -> Vec<TerritorySplit> {
    regions
        .map(|region| TerritorySplit::new(region.empty(), region.own, region.opponent))
        .collect()
}

/// Squares that a player's amazons reach in one step.
#[derive(Clone, Copy)]
struct Reach {
    squares: SquareSet,
    /// Number of steps.
    steps: u32,
}

impl Reach {
    fn of(amazons: SquareSet, empty: SquareSet) -> Self {
        let mut reach = Self {
            squares: SquareSet::EMPTY,
            steps: 0,
        };
        for from in amazons {
            let slides = queen_moves(from, empty);
            reach.squares |= slides;
            reach.steps += slides.len();
        }
        reach
    }

    /// Difference of the numbers of empty squares that each player reaches first, within two steps.
    fn distance_lead(self, other: Self, empty: SquareSet) -> i32 {
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
