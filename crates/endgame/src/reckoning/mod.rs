//! What can be said for certain of boards that fire has taken apart: what each region is worth, who wins, by how much, which
//! moves keep the win, and how both play best to the end.
//!
//! Exact values are looked up or worked out within a limit. Of a region that is beyond it, only bounds are known: how
//! many moves each player has for certain behind the walls. What follows from them is as certain, and what does not is
//! left open.
//!
//! Lowest first: `worth` → `lead` → `choices` → `local`, `play`.

mod choices;
mod lead;
mod local;
mod play;
mod worth;

use std::collections::HashMap;
use std::time::Instant;

use amazons::{Color, Position, Region};
use combinatorial::{Games, Number, Sums, Value};

use crate::area::Area;
use crate::error::TableError;
use crate::exact::{ExactTable, ValueLimit, Values};
pub use choices::Choice;
pub use lead::Lead;
pub use local::LocalMoves;
pub use play::{Played, Reason};
use worth::Tally;
pub use worth::Worth;

/// How much work may go into an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReckonLimits {
    /// Empty squares up to which it is tried to work out a region that both players are in and no table has.
    pub empty: u32,
    /// What each may take then.
    pub values: ValueLimit,
    /// How many sums are searched for each question of who wins.
    pub sums: u64,
    /// And how many for all questions together.
    pub sums_in_all: u64,
    /// How many moves are tried to fill a region of one player, for each number of moves.
    pub filling: u32,
}

impl ReckonLimits {
    /// For somebody who waits for an explanation.
    pub const PATIENT: Self = Self {
        empty: 12,
        values: ValueLimit {
            steps: 200_000,
            forms: 3_000_000,
        },
        sums: 5_000_000,
        sums_in_all: u64::MAX,
        filling: 10_000,
    };
}

/// A region of a board in which somebody can move, and what it is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// On which board, from 0.
    pub board: usize,
    /// The region.
    pub region: Region,
    /// What it is worth.
    pub worth: Worth,
}

/// Reckons with exact values, and remembers them.
#[derive(Debug)]
pub struct Reckoner<'t> {
    values: Values<'t>,
    sums: Sums,
    limits: ReckonLimits,
    /// What regions of one player are worth, by their standard position with Black on it.
    fillings: HashMap<Area, Worth>,
    /// When it gives up on what is not known yet.
    end: Option<Instant>,
}

impl<'t> Reckoner<'t> {
    /// Looks small regions up where a table has them.
    #[must_use]
    pub fn new(table: Option<&'t ExactTable>, limits: ReckonLimits) -> Self {
        Self {
            values: table.map_or_else(Values::default, Values::with_table),
            sums: Sums::default(),
            limits,
            fillings: HashMap::new(),
            end: None,
        }
    }

    /// Gives up after that time: what is not known by then stays open, or within bounds.
    pub fn give_up_at(&mut self, end: Instant) {
        self.end = Some(end);
        self.values.give_up_at(end);
    }

    fn is_late(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// The games that exact values belong to.
    pub fn games(&mut self) -> &mut Games {
        self.values.games()
    }

    /// How many forms were met: what the memory grows with.
    #[must_use]
    pub fn forms(&mut self) -> usize {
        self.values.games().forms().len()
    }

    /// The regions of boards side by side in which somebody can move.
    ///
    /// # Errors
    /// If the table is damaged.
    pub fn parts(&mut self, boards: &[Position]) -> Result<Vec<Part>, TableError> {
        let mut parts = Vec::new();
        for (board, position) in boards.iter().enumerate() {
            for region in position.regions() {
                let area = Area::of(&region);
                if area.is_alive() {
                    let worth = self.worth(area)?;
                    parts.push(Part {
                        board,
                        region,
                        worth,
                    });
                }
            }
        }
        Ok(parts)
    }

    /// Whether what a part is worth stands in the table.
    #[must_use]
    pub fn is_looked_up(&self, part: &Part) -> bool {
        self.values.is_looked_up(Area::of(&part.region))
    }

    /// The part in which the first move is worth most, if all are known exactly and one is worth a move.
    pub fn hottest(&mut self, parts: &[Part]) -> Option<usize> {
        let mut hottest: Option<(Number, usize)> = None;
        for (place, part) in parts.iter().enumerate() {
            let temperature = self.temperature(part.worth.exactly()?);
            if temperature >= Number::ZERO && hottest.is_none_or(|(most, _)| temperature > most) {
                hottest = Some((temperature, place));
            }
        }
        hottest.map(|(_, place)| place)
    }

    fn temperature(&mut self, value: Value) -> Number {
        self.values.games().thermograph(value).temperature()
    }

    /// Who wins parts side by side and by how much, with that player to move; `None` if bounds or limits leave it open.
    pub fn lead(&mut self, parts: &[Part], to_move: Color) -> Option<Lead> {
        let tally = self.tally(parts.iter().map(|part| part.worth));
        self.lead_of(&tally, to_move)
    }

    /// Who wins, as [`lead`](Self::lead) says but without asking by how much.
    pub fn winner(&mut self, parts: &[Part], to_move: Color) -> Option<Color> {
        let tally = self.tally(parts.iter().map(|part| part.worth));
        self.winner_of(&tally, to_move)
    }

    fn tally(&mut self, worths: impl Iterator<Item = Worth>) -> Tally {
        let mut tally = Tally::default();
        for worth in worths {
            tally.add(self.values.games().forms(), worth);
        }
        tally.tidy();
        tally
    }
}
