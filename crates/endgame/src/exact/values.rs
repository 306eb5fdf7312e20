//! The value of any region: from the table if it is there, otherwise by playing it out and remembering all that is met.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Instant;

use amazons::{Region, SquareSet};
use combinatorial::{Games, Value};

use super::ExactTable;
use super::lists::FastMap;
use crate::area::Area;
use crate::error::TableError;

/// Exact values of regions of all sizes. The effort grows with the empty squares, some tenfold for each beyond eight.
#[derive(Debug)]
pub struct Values<'t> {
    table: Option<&'t ExactTable>,
    games: Games,
    /// By their numbers in the table.
    numbered: HashMap<u32, Value>,
    /// Of areas in standard position.
    known: FastMap<Area, Value>,
    /// How many areas may still be played out.
    steps_left: u64,
    /// How many forms there may be while there is a limit.
    most_forms: usize,
    /// When nothing is played out any more while there is a limit.
    end: Option<Instant>,
}

impl Default for Values<'_> {
    fn default() -> Self {
        Self {
            table: None,
            games: Games::default(),
            numbered: HashMap::new(),
            known: FastMap::default(),
            steps_left: u64::MAX,
            most_forms: usize::MAX,
            end: None,
        }
    }
}

/// How much work may go into values that no table has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueLimit {
    /// Regions that are played out, each after all that its moves lead to.
    pub steps: u64,
    /// Forms after which nothing new is played out, to stay within memory.
    pub forms: usize,
}

impl<'t> Values<'t> {
    /// Values that are looked up where the table has them.
    #[must_use]
    pub fn with_table(table: &'t ExactTable) -> Self {
        Self {
            table: Some(table),
            ..Self::default()
        }
    }

    /// The games that the values belong to.
    pub fn games(&mut self) -> &mut Games {
        &mut self.games
    }

    /// What a region is worth. Black is Left.
    ///
    /// # Errors
    /// If the table is damaged.
    pub fn value(&mut self, region: &Region) -> Result<Value, TableError> {
        self.value_of(Area::of(region))
    }

    /// The same, but with at most so many regions played out on the way, and so many forms met in all; `None` if that is not enough. What
    /// was found stays, so that asking again goes on from there.
    ///
    /// # Errors
    /// If the table is damaged.
    pub fn value_within(
        &mut self,
        region: &Region,
        limit: ValueLimit,
    ) -> Result<Option<Value>, TableError> {
        self.area_within(Area::of(region), limit)
    }

    /// The same for an area and its player.
    pub(crate) fn area_within(
        &mut self,
        area: Area,
        limit: ValueLimit,
    ) -> Result<Option<Value>, TableError> {
        self.steps_left = limit.steps;
        self.most_forms = limit.forms;
        let value = self.value_of(area);
        self.steps_left = u64::MAX;
        self.most_forms = usize::MAX;
        match value {
            Err(TableError::Interrupted) => Ok(None),
            value => value.map(Some),
        }
    }

    /// Plays nothing out after that time, wherever there is a limit.
    pub(crate) fn give_up_at(&mut self, end: Instant) {
        self.end = Some(end);
    }

    /// Whether there is room and time for more, where there is a limit.
    fn may_go_on(&self) -> bool {
        let is_limited = self.most_forms < usize::MAX;
        let is_late = || self.end.is_some_and(|end| Instant::now() >= end);
        !is_limited || (self.games.forms().len() < self.most_forms && !is_late())
    }

    /// Whether the table has regions like that.
    pub(crate) fn is_looked_up(&self, area: Area) -> bool {
        self.table
            .is_some_and(|table| area.squares.len() as usize <= table.largest())
    }

    /// What an area is worth to its player, who is Left.
    pub(crate) fn value_of(&mut self, area: Area) -> Result<Value, TableError> {
        if !area.own.neighbours().meets(area.empty())
            && !area.other.neighbours().meets(area.empty())
        {
            return Ok(Value::ZERO);
        }
        if self.is_looked_up(area)
            && let Some(value) = self.looked_up(area)?
        {
            return Ok(value);
        }
        let area = area.canonical();
        if let Some(&known) = self.known.get(&area) {
            return Ok(known);
        }
        self.steps_left = self
            .steps_left
            .checked_sub(1)
            .filter(|_| self.may_go_on())
            .ok_or(TableError::Interrupted)?;
        let lefts = self.options(area)?;
        let rights = self.options(area.swapped())?;
        let rights: Vec<Value> = rights
            .iter()
            .map(|&option| self.games.negative(option))
            .collect();
        let value = self.games.game(&lefts, &rights);
        self.known.insert(area, value);
        let negative = self.games.negative(value);
        self.known.insert(area.swapped().canonical(), negative);
        Ok(value)
    }

    /// The values that the player's moves lead to, each once.
    fn options(&mut self, area: Area) -> Result<Vec<Value>, TableError> {
        let mut left: Vec<(SquareSet, SquareSet)> = Vec::new();
        let ControlFlow::Continue(()) = area.visit_moves(|_, squares, own| {
            left.push((squares, own));
            ControlFlow::<std::convert::Infallible>::Continue(())
        });
        left.sort_unstable();
        left.dedup();
        let mut options = Vec::with_capacity(left.len());
        for (squares, own) in left {
            let mut sum = Value::ZERO;
            for part in Area::parts(squares, own, area.other) {
                let value = self.value_of(part)?;
                sum = self.games.sum(sum, value);
            }
            // A single sum of large games takes a while.
            if !self.may_go_on() {
                return Err(TableError::Interrupted);
            }
            options.push(sum);
        }
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }

    fn looked_up(&mut self, area: Area) -> Result<Option<Value>, TableError> {
        let Some(table) = self.table else {
            return Ok(None);
        };
        match table.probe_squares(area.squares, area.own, area.other)? {
            Some(number) => self.numbered(table, number).map(Some),
            None => Ok(None),
        }
    }

    /// The value of a number in the table. Options have smaller numbers, so this ends.
    pub(crate) fn numbered(
        &mut self,
        table: &ExactTable,
        number: u32,
    ) -> Result<Value, TableError> {
        if number == 0 {
            return Ok(Value::ZERO);
        }
        if let Some(&known) = self.numbered.get(&number) {
            return Ok(known);
        }
        let record = table
            .value(number)?
            .ok_or(TableError::NoSuchValue(number))?;
        let mut options = |numbers: &[u32]| {
            let smaller = numbers.iter().filter(|&&option| option < number);
            let mut values = smaller
                .map(|&option| self.numbered(table, option))
                .collect::<Result<Vec<Value>, TableError>>()?;
            values.sort_unstable();
            Ok::<_, TableError>(values)
        };
        let (lefts, rights) = (options(&record.lefts)?, options(&record.rights)?);
        let value = self.games.take_over(&lefts, &rights);
        self.numbered.insert(number, value);
        Ok(value)
    }
}
