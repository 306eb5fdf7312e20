//! Values of regions: from the table or computed and cached.

use std::time::Instant;

use amazons::{Color, Region};
use combinatorial::{GameValue, ValueStore};
use rustc_hash::FxHashMap;

use super::ValueTable;
use crate::error::TableError;
use crate::sided_region::SidedRegion;

/// Computes exact values of regions of any size. The effort grows about tenfold per empty square
/// beyond eight.
#[derive(Debug)]
pub struct ValueCalculator<'t> {
    table: Option<&'t ValueTable>,
    games: ValueStore,
    /// Values from the table by id.
    by_id: FxHashMap<u32, GameValue>,
    /// Values of canonical regions.
    cache: FxHashMap<SidedRegion, GameValue>,
    /// Remaining budget of regions.
    regions_left: u64,
    /// Maximum number of canonical forms.
    max_forms: usize,
    /// When to stop, if there are limits.
    deadline: Option<Instant>,
}

impl Default for ValueCalculator<'_> {
    fn default() -> Self {
        Self::new(None)
    }
}

impl<'t> ValueCalculator<'t> {
    /// Looks up values in `table` where possible.
    #[must_use]
    pub fn new(table: Option<&'t ValueTable>) -> Self {
        Self {
            table,
            games: ValueStore::default(),
            by_id: FxHashMap::default(),
            cache: FxHashMap::default(),
            regions_left: u64::MAX,
            max_forms: usize::MAX,
            deadline: None,
        }
    }
}

/// Limits for computing a value that is not in the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueLimits {
    /// Maximum number of regions to evaluate.
    pub max_regions: u64,
    /// Maximum number of canonical forms in memory.
    pub max_forms: usize,
}

impl ValueCalculator<'_> {
    /// The store of all values.
    pub fn games(&mut self) -> &mut ValueStore {
        &mut self.games
    }

    /// Value of a region. Black is Left.
    ///
    /// # Errors
    /// If the table is corrupt.
    pub fn value(&mut self, region: &Region) -> Result<GameValue, TableError> {
        self.region_value(SidedRegion::new(region, Color::Black))
    }

    /// Value of a region for its player within limits; `None` if they are reached. Results are
    /// cached, so a second call continues.
    pub(crate) fn region_value_limited(
        &mut self,
        region: SidedRegion,
        limit: ValueLimits,
    ) -> Result<Option<GameValue>, TableError> {
        self.regions_left = limit.max_regions;
        self.max_forms = limit.max_forms;
        let value = self.region_value(region);
        self.regions_left = u64::MAX;
        self.max_forms = usize::MAX;
        match value {
            Err(TableError::Interrupted) => Ok(None),
            value => value.map(Some),
        }
    }

    /// Stops limited calls at `deadline`.
    pub(crate) fn set_deadline(&mut self, deadline: Instant) {
        self.deadline = Some(deadline);
    }

    /// Whether memory and time limits allow more work.
    fn is_within_limits(&self) -> bool {
        let is_limited = self.max_forms < usize::MAX;
        !is_limited || (self.games.forms().form_count() < self.max_forms && !self.is_late())
    }

    /// Whether the deadline has passed.
    pub(crate) fn is_late(&self) -> bool {
        self.deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Whether the table covers regions of this size.
    pub(crate) fn is_in_table(&self, region: SidedRegion) -> bool {
        self.table
            .is_some_and(|table| region.squares.len() as usize <= table.max_size())
    }

    /// Value of a region for its player, who is Left.
    pub(crate) fn region_value(&mut self, region: SidedRegion) -> Result<GameValue, TableError> {
        if !region.has_moves() {
            return Ok(GameValue::ZERO);
        }
        if self.is_in_table(region)
            && let Some(value) = self.table_value(region)?
        {
            return Ok(value);
        }
        let region = region.canonical();
        if let Some(&known) = self.cache.get(&region) {
            return Ok(known);
        }
        self.regions_left = self
            .regions_left
            .checked_sub(1)
            .filter(|_| self.is_within_limits())
            .ok_or(TableError::Interrupted)?;
        let left_options = self.options(region)?;
        let right_options = self.options(region.swapped())?;
        let right_options: Vec<GameValue> = right_options
            .iter()
            .map(|&option| self.games.negative(option))
            .collect();
        let value = self.games.intern_options(&left_options, &right_options);
        self.cache.insert(region, value);
        let negative = self.games.negative(value);
        self.cache.insert(region.swapped().canonical(), negative);
        Ok(value)
    }

    /// Distinct values after the player's moves.
    fn options(&mut self, region: SidedRegion) -> Result<Vec<GameValue>, TableError> {
        let mut options = Vec::new();
        for (squares, own) in region.move_results() {
            let mut sum = GameValue::ZERO;
            for part in SidedRegion::split(squares, own, region.opponent) {
                let value = self.region_value(part)?;
                sum = self.games.sum(sum, value);
            }
            // A single sum of large games can take long.
            if !self.is_within_limits() {
                return Err(TableError::Interrupted);
            }
            options.push(sum);
        }
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }

    fn table_value(&mut self, region: SidedRegion) -> Result<Option<GameValue>, TableError> {
        let Some(table) = self.table else {
            return Ok(None);
        };
        let id = table.probe_sided(region)?;
        id.map(|id| self.value_by_id(table, id)).transpose()
    }

    /// Value of an id in the table. Terminates because options have smaller ids.
    fn value_by_id(&mut self, table: &ValueTable, number: u32) -> Result<GameValue, TableError> {
        if number == 0 {
            return Ok(GameValue::ZERO);
        }
        if let Some(&known) = self.by_id.get(&number) {
            return Ok(known);
        }
        let record = table
            .value(number)?
            .ok_or(TableError::UnknownValueId(number))?;
        let mut options = |numbers: &[u32]| {
            let smaller = numbers.iter().filter(|&&option| option < number);
            let mut values = smaller
                .map(|&option| self.value_by_id(table, option))
                .collect::<Result<Vec<GameValue>, TableError>>()?;
            values.sort_unstable();
            Ok::<_, TableError>(values)
        };
        let left_options = options(&record.left_options)?;
        let right_options = options(&record.right_options)?;
        let value = self.games.intern_canonical(&left_options, &right_options);
        self.by_id.insert(number, value);
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limited_calculation_can_be_continued() {
        let board = amazons::notation::parse_position("x...|....|...o").unwrap();
        let region = SidedRegion::new(&board.regions().next().unwrap(), Color::Black);
        let limit = |max_regions, max_forms| ValueLimits {
            max_regions,
            max_forms,
        };
        let mut values = ValueCalculator::default();
        let few_regions = limit(200, usize::MAX);
        let mut tries = std::iter::repeat_with(|| values.region_value_limited(region, few_regions));
        assert_eq!(tries.next().unwrap().unwrap(), None, "one try was enough");
        let value = tries.find_map(Result::unwrap).unwrap();
        assert_eq!(values.region_value(region).unwrap(), value);
        let mut fresh = ValueCalculator::default();
        let no_forms = fresh.region_value_limited(region, limit(200, 0));
        assert_eq!(no_forms.unwrap(), None);
    }
}
