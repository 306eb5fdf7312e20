//! What a region is worth, exactly or within bounds.

use amazons::{Holding, LoneFilling};
use combinatorial::{Forms, Number, Value};

use super::Reckoner;
use crate::area::Area;
use crate::error::TableError;

/// What a region is worth. Black is Left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// Exactly so much.
    Exact(Value),
    /// Too large to be worked out: as good for Black as that many moves in hand, or better, and no better than that many.
    Between {
        /// Black holds the walls and has so many more.
        least: i32,
        /// White does, and Black has no more.
        most: i32,
    },
}

impl Worth {
    /// The value, if it is known.
    #[must_use]
    pub fn exactly(self) -> Option<Value> {
        match self {
            Self::Exact(value) => Some(value),
            Self::Between { .. } => None,
        }
    }

    /// So many moves of Black's.
    fn of_moves(reckoner: &mut Reckoner, moves: i32) -> Self {
        let number = Number::integer(moves);
        Self::Exact(reckoner.values.games().number(number))
    }
}

/// Worths side by side, as far as who wins goes.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Tally {
    /// Those that are no numbers, in order.
    pub values: Vec<Value>,
    /// All numbers, and what is certain for Black.
    pub least: Number,
    /// All numbers, and what White cannot deny.
    pub most: Number,
}

impl Tally {
    pub fn add(&mut self, forms: &Forms, worth: Worth) {
        let (least, most) = match worth {
            Worth::Exact(value) => match forms.as_number(value) {
                Some(number) => (number, number),
                None => {
                    self.values.push(value);
                    return;
                }
            },
            Worth::Between { least, most } => (Number::integer(least), Number::integer(most)),
        };
        self.least = self.least + least;
        self.most = self.most + most;
    }

    pub fn tidy(&mut self) {
        self.values.sort_unstable();
    }
}

impl Area {
    /// Whether anybody can move in it.
    pub(super) fn is_alive(self) -> bool {
        (self.own | self.other).neighbours().meets(self.empty())
    }
}

impl Reckoner<'_> {
    /// What an area is worth to its player, who is Left.
    pub(super) fn worth(&mut self, area: Area) -> Result<Worth, TableError> {
        if !area.is_alive() {
            return Ok(Worth::Exact(Value::ZERO));
        }
        if self.values.is_looked_up(area) {
            return self.values.value_of(area).map(Worth::Exact);
        }
        if area.own.is_empty() {
            let worth = self.filling(area.swapped());
            return Ok(match worth {
                Worth::Exact(value) => Worth::Exact(self.values.games().negative(value)),
                Worth::Between { least, most } => Worth::Between {
                    least: -most,
                    most: -least,
                },
            });
        }
        if area.other.is_empty() {
            return Ok(self.filling(area));
        }
        if area.empty().len() <= self.limits.empty
            && let Some(value) = self.values.area_within(area, self.limits.values)?
        {
            return Ok(Worth::Exact(value));
        }
        let margin = |area: Area| Holding::new(area.empty(), area.own, area.other).margin();
        Ok(Worth::Between {
            least: margin(area),
            most: -margin(area.swapped()),
        })
    }

    /// What an area is worth in which the player is alone.
    fn filling(&mut self, area: Area) -> Worth {
        let area = area.canonical();
        if let Some(&known) = self.fillings.get(&area) {
            return known;
        }
        let count = LoneFilling::of(area.empty(), area.own, self.limits.filling).count;
        let worth = match count.exactly() {
            Some(moves) => Worth::of_moves(self, moves.cast_signed()),
            None => Worth::Between {
                least: count.least.cast_signed(),
                most: count.most.cast_signed(),
            },
        };
        self.fillings.insert(area, worth);
        worth
    }
}
