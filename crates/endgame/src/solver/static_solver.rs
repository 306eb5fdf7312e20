//! Static solver: decides sums by exact values of small regions and bounds of large ones.

use amazons::{FillPlan, SquareSet, TerritorySplit, queen_moves};
use combinatorial::{Dyadic, FormInterner, GameValue, Player, SumSolver};

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
            values: ValueCalculator::new(table),
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
            if !region.has_moves() {
                continue;
            }
            if self.values.is_in_table(region) {
                let value = self.values.region_value(region)?;
                self.add(&mut sketch, value);
            } else if region.own.is_empty() || region.opponent.is_empty() {
                match one_sided_value(region) {
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
        let has_room = self.values.games().forms().form_count() < MAX_FORMS;
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

    pub fn forms(&mut self) -> &FormInterner {
        self.values.games().forms()
    }

    /// Whether the player to move wins, if it can be decided without search.
    pub fn static_winner(&mut self, node: &Node) -> Option<bool> {
        if node.regions.is_empty() {
            return Some(self.first_wins(node, Dyadic::ZERO));
        }
        for wins in [true, false] {
            let splits: Vec<TerritorySplit> = node
                .regions
                .iter()
                .map(|region| if wins { *region } else { region.swapped() })
                .map(|region| TerritorySplit::new(region.empty(), region.own, region.opponent))
                .collect();
            // The optimistic margin is cheaper and often rules out the result.
            let margins = [
                TerritorySplit::optimistic_margin,
                TerritorySplit::guaranteed_margin,
            ];
            let is_proven = margins.into_iter().all(|margin| {
                let moves: i32 = splits.iter().map(margin).sum();
                let moves = Dyadic::from_integer(if wins { moves } else { -moves });
                self.first_wins(node, moves) == wins
            });
            if is_proven {
                return Some(wins);
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
        self.sums.left_wins(games, &parts, Player::Left)
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

    /// Visits the children, from the opponent's point of view, until `visit` returns `true`;
    /// returns whether it did.
    pub fn visit_children(
        &mut self,
        node: &Node,
        mut visit: impl FnMut(&mut Self, UnresolvedNode) -> Result<bool, TableError>,
    ) -> Result<bool, TableError> {
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
            let others = || swapped[..place].iter().chain(&swapped[place + 1..]);
            for (squares, own) in region.move_results() {
                let parts = SidedRegion::split(squares, region.opponent, own);
                let regions = parts.chain(others().copied());
                let child = self.unresolved(regions, negative.iter().copied(), -node.number)?;
                if visit(self, child)? {
                    return Ok(true);
                }
            }
        }
        for (place, &value) in node.values.iter().enumerate() {
            if place > 0 && node.values[place - 1] == value {
                continue;
            }
            for left in self.forms().options(value, Player::Left).to_vec() {
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
                if visit(self, child)? {
                    return Ok(true);
                }
            }
        }
        // A move in the number; needed when only numbers are left.
        let games = self.values.games();
        let number = games.intern_number(node.number);
        if let [left] = *games.forms().options(number, Player::Left) {
            let left = games.forms().as_number(left).unwrap_or_default();
            let child =
                self.unresolved(swapped.iter().copied(), negative.iter().copied(), -left)?;
            return visit(self, child);
        }
        Ok(false)
    }
}

/// Value of a region of one player, if its number of moves is known exactly.
fn one_sided_value(region: SidedRegion) -> Option<Dyadic> {
    let amazons = region.own | region.opponent;
    let count = FillPlan::search(region.empty(), amazons, MAX_FILL_STEPS).count;
    let moves = Dyadic::from_integer(count.exact()?.cast_signed());
    Some(if region.own.is_empty() { -moves } else { moves })
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
