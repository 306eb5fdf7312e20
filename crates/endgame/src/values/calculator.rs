//! Values of regions: from the table or computed and cached.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Instant;

use amazons::{Region, SquareSet};
use combinatorial::{GameValue, ValueStore};

use super::ValueTable;
use super::interner::FastMap;
use crate::error::TableError;
use crate::sided_region::SidedRegion;

/// Computes exact values of regions of any size. The effort grows about tenfold per empty square
/// beyond eight.
#[derive(Debug)]
pub struct ValueCalculator<'t> {
    table: Option<&'t ValueTable>,
    games: ValueStore,
    /// Values from the table by id.
    by_id: HashMap<u32, GameValue>,
    /// Values of canonical regions.
    cache: FastMap<SidedRegion, GameValue>,
    /// Remaining budget of regions.
    regions_left: u64,
    /// Maximum number of canonical forms.
    max_forms: usize,
    /// When to stop, if there are limits.
    deadline: Option<Instant>,
}

impl Default for ValueCalculator<'_> {
    fn default() -> Self {
        Self {
            table: None,
            games: ValueStore::default(),
            by_id: HashMap::new(),
            cache: FastMap::default(),
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

impl<'t> ValueCalculator<'t> {
    /// Looks up values in `table` where possible.
    #[must_use]
    pub fn with_table(table: &'t ValueTable) -> Self {
        Self {
            table: Some(table),
            ..Self::default()
        }
    }

    /// The store of all values.
    pub fn games(&mut self) -> &mut ValueStore {
        &mut self.games
    }

    /// Value of a region. Black is Left.
    ///
    /// # Errors
    /// If the table is corrupt.
    pub fn value(&mut self, region: &Region) -> Result<GameValue, TableError> {
        self.region_value(SidedRegion::for_black(region))
    }

    /// The same within limits; `None` if they are reached. Results are cached, so a second call
    /// continues.
    ///
    /// # Errors
    /// If the table is corrupt.
    pub fn value_limited(
        &mut self,
        region: &Region,
        limit: ValueLimits,
    ) -> Result<Option<GameValue>, TableError> {
        self.region_value_limited(SidedRegion::for_black(region), limit)
    }

    /// The same for a sided region.
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
        let is_late = || {
            self.deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
        };
        !is_limited || (self.games.forms().len() < self.max_forms && !is_late())
    }

    /// Whether the table covers regions of this size.
    pub(crate) fn is_in_table(&self, region: SidedRegion) -> bool {
        self.table
            .is_some_and(|table| region.squares.len() as usize <= table.max_size())
    }

    /// Value of a region for its player, who is Left.
    pub(crate) fn region_value(&mut self, region: SidedRegion) -> Result<GameValue, TableError> {
        if !region.own.neighbors().intersects(region.empty())
            && !region.opponent.neighbors().intersects(region.empty())
        {
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
        let mut left: Vec<(SquareSet, SquareSet)> = Vec::new();
        let ControlFlow::Continue(()) = region.visit_moves(|_, squares, own| {
            left.push((squares, own));
            ControlFlow::<std::convert::Infallible>::Continue(())
        });
        left.sort_unstable();
        left.dedup();
        let mut options = Vec::with_capacity(left.len());
        for (squares, own) in left {
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
        match table.probe_squares(region.squares, region.own, region.opponent)? {
            Some(number) => self.value_by_id(table, number).map(Some),
            None => Ok(None),
        }
    }

    /// Value of an id in the table. Terminates because options have smaller ids.
    pub(crate) fn value_by_id(
        &mut self,
        table: &ValueTable,
        number: u32,
    ) -> Result<GameValue, TableError> {
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
        let (left_options, right_options) = (
            options(&record.left_options)?,
            options(&record.right_options)?,
        );
        let value = self.games.intern_canonical(&left_options, &right_options);
        self.by_id.insert(number, value);
        Ok(value)
    }
}
