//! Exact analysis of boards whose regions are separated: value of each region, winner, lead,
//! winning moves and best play.
//!
//! Values are looked up or computed within limits. A region beyond the limits has bounds: the moves
//! that each player is guaranteed in their territory. What follows from bounds is proven; the rest
//! stays unknown.
//!
//! Modules, lowest first: `region_value` → `lead` → `moves` → `local_moves`, `best_play`.

mod best_play;
mod lead;
mod local_moves;
mod moves;
mod region_value;

use std::collections::HashMap;
use std::time::Instant;

use amazons::{Color, Position, Region};
use combinatorial::{Dyadic, GameValue, SumSolver, ValueStore};

use crate::error::TableError;
use crate::sided_region::SidedRegion;
use crate::values::{ValueCalculator, ValueLimits, ValueTable};
pub use best_play::{BestPlayMove, MoveReason};
pub use lead::Lead;
pub use local_moves::EquivalentMoves;
pub use moves::AnalyzedMove;
pub use region_value::RegionValue;
use region_value::ValueSum;

/// Limits of an analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnalysisLimits {
    /// Maximum number of empty squares of a contested region whose value is computed without a
    /// table.
    pub max_empty_squares: u32,
    /// Limits for each computed value.
    pub value_limits: ValueLimits,
    /// Maximum number of sums searched per query.
    pub max_nodes_per_query: u64,
    /// Maximum number of sums searched by all queries together.
    pub max_nodes: u64,
    /// Step limit per move count when filling a region of one player.
    pub fill_steps: u32,
}

impl AnalysisLimits {
    /// Default limits for interactive use.
    pub const INTERACTIVE: Self = Self {
        max_empty_squares: 12,
        value_limits: ValueLimits {
            max_regions: 200_000,
            max_forms: 3_000_000,
        },
        max_nodes_per_query: 5_000_000,
        max_nodes: u64::MAX,
        fill_steps: 10_000,
    };
}

/// A region with a legal move, and its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnalyzedRegion {
    /// Index of the board.
    pub board: usize,
    /// The region.
    pub region: Region,
    /// Its value, or bounds.
    pub value: RegionValue,
}

/// Analyzes sums of regions by their exact values; caches what it computes.
#[derive(Debug)]
pub struct ExactAnalyzer<'t> {
    values: ValueCalculator<'t>,
    sums: SumSolver,
    limits: AnalysisLimits,
    /// Values of regions with one player's amazons, canonical with Black as the owner.
    one_sided_cache: HashMap<SidedRegion, RegionValue>,
}

impl<'t> ExactAnalyzer<'t> {
    /// Creates an analyzer that looks up small regions in `table`.
    #[must_use]
    pub fn new(table: Option<&'t ValueTable>, limits: AnalysisLimits) -> Self {
        Self {
            values: ValueCalculator::new(table),
            sums: SumSolver::default(),
            limits,
            one_sided_cache: HashMap::new(),
        }
    }

    /// Stops computing at `deadline`: later results are bounds or unknown.
    pub fn set_deadline(&mut self, deadline: Instant) {
        self.values.set_deadline(deadline);
    }

    /// The store of the exact values.
    pub fn games(&mut self) -> &mut ValueStore {
        self.values.games()
    }

    /// Number of canonical forms in memory; a measure of memory use.
    #[must_use]
    pub fn form_count(&mut self) -> usize {
        self.values.games().forms().form_count()
    }

    /// Regions of a sum of boards with a legal move.
    ///
    /// # Errors
    /// If the table is corrupt.
    pub fn analyze_regions(
        &mut self,
        boards: &[Position],
    ) -> Result<Vec<AnalyzedRegion>, TableError> {
        let mut regions = Vec::new();
        for (board, position) in boards.iter().enumerate() {
            for region in position.regions() {
                let sided = SidedRegion::new(&region, Color::Black);
                if sided.has_moves() {
                    let value = self.region_value(sided)?;
                    regions.push(AnalyzedRegion {
                        board,
                        region,
                        value,
                    });
                }
            }
        }
        Ok(regions)
    }

    /// Whether the value of a region is in the table.
    #[must_use]
    pub fn is_in_table(&self, region: &AnalyzedRegion) -> bool {
        let region = SidedRegion::new(&region.region, Color::Black);
        self.values.is_in_table(region)
    }

    /// Index of the region with the highest temperature, if all values are known and one is not a
    /// number.
    pub fn hottest(&mut self, regions: &[AnalyzedRegion]) -> Option<usize> {
        let mut hottest: Option<(Dyadic, usize)> = None;
        for (index, region) in regions.iter().enumerate() {
            let temperature = self.temperature(region.value.exact()?);
            if temperature >= Dyadic::ZERO && hottest.is_none_or(|(most, _)| temperature > most) {
                hottest = Some((temperature, index));
            }
        }
        hottest.map(|(_, index)| index)
    }

    fn temperature(&mut self, value: GameValue) -> Dyadic {
        self.values.games().thermograph(value).temperature()
    }

    /// Winner and lead of a sum; `None` if bounds or limits leave it undecided.
    pub fn lead(&mut self, regions: &[AnalyzedRegion], to_move: Color) -> Option<Lead> {
        let sum = self.sum(regions.iter().map(|region| region.value));
        self.lead_of(&sum, to_move)
    }

    /// Winner of a sum, cheaper than [`lead`](Self::lead).
    pub fn winner(&mut self, regions: &[AnalyzedRegion], to_move: Color) -> Option<Color> {
        let sum = self.sum(regions.iter().map(|region| region.value));
        self.winner_of(&sum, to_move)
    }

    fn sum(&mut self, values: impl Iterator<Item = RegionValue>) -> ValueSum {
        let mut sum = ValueSum::default();
        for value in values {
            sum.add(self.values.games().forms(), value);
        }
        sum.normalize();
        sum
    }
}
