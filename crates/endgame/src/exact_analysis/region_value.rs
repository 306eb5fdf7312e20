//! Value of a region, exact or bounded.

use amazons::{FillPlan, TerritorySplit};
use combinatorial::{Dyadic, FormInterner, GameValue};

use super::ExactAnalyzer;
use crate::error::TableError;
use crate::sided_region::SidedRegion;

/// Value of a region. Black is Left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegionValue {
    /// Canonical form.
    Exact(GameValue),
    /// Too large to compute: at least `lower` and at most `upper` as a game.
    Bounded {
        /// Guaranteed margin of Black.
        lower: i32,
        /// Margin of Black if White defends.
        upper: i32,
    },
}

impl RegionValue {
    /// The exact value, if known.
    #[must_use]
    pub fn exact(self) -> Option<GameValue> {
        match self {
            Self::Exact(value) => Some(value),
            Self::Bounded { .. } => None,
        }
    }
}

/// A disjunctive sum: hot values plus the interval that all numbers and bounded regions add up to.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct ValueSum {
    /// Values that are not numbers, sorted.
    pub values: Vec<GameValue>,
    /// Lower bound of the rest.
    pub lower: Dyadic,
    /// Upper bound of the rest.
    pub upper: Dyadic,
}

impl ValueSum {
    pub fn add(&mut self, forms: &FormInterner, value: RegionValue) {
        let (lower, upper) = match value {
            RegionValue::Exact(value) => match forms.as_number(value) {
                Some(number) => (number, number),
                None => {
                    self.values.push(value);
                    return;
                }
            },
            RegionValue::Bounded { lower, upper } => {
                (Dyadic::from_integer(lower), Dyadic::from_integer(upper))
            }
        };
        self.lower = self.lower + lower;
        self.upper = self.upper + upper;
    }

    pub fn normalize(&mut self) {
        self.values.sort_unstable();
    }
}

impl ExactAnalyzer<'_> {
    /// Value for the player of the region, who is Left.
    pub(super) fn region_value(&mut self, region: SidedRegion) -> Result<RegionValue, TableError> {
        if !region.has_moves() {
            return Ok(RegionValue::Exact(GameValue::ZERO));
        }
        if self.values.is_in_table(region) {
            return self.values.region_value(region).map(RegionValue::Exact);
        }
        if region.own.is_empty() {
            let value = self.one_sided_value(region.swapped());
            return Ok(match value {
                RegionValue::Exact(value) => {
                    RegionValue::Exact(self.values.games().negative(value))
                }
                RegionValue::Bounded { lower, upper } => RegionValue::Bounded {
                    lower: -upper,
                    upper: -lower,
                },
            });
        }
        if region.opponent.is_empty() {
            return Ok(self.one_sided_value(region));
        }
        if region.empty().len() <= self.limits.max_empty_squares
            && let Some(value) = self
                .values
                .region_value_limited(region, self.limits.value_limits)?
        {
            return Ok(RegionValue::Exact(value));
        }
        let margin = |region: SidedRegion| {
            TerritorySplit::new(region.empty(), region.own, region.opponent).guaranteed_margin()
        };
        Ok(RegionValue::Bounded {
            lower: margin(region),
            upper: -margin(region.swapped()),
        })
    }

    /// Value of a region with the player's amazons only.
    fn one_sided_value(&mut self, region: SidedRegion) -> RegionValue {
        let region = region.canonical();
        if let Some(&known) = self.one_sided_cache.get(&region) {
            return known;
        }
        let count = FillPlan::search(region.empty(), region.own, self.limits.fill_steps).count;
        let value = match count.exact() {
            Some(moves) => {
                let number = Dyadic::from_integer(moves.cast_signed());
                RegionValue::Exact(self.values.games().intern_number(number))
            }
            None => RegionValue::Bounded {
                lower: count.lower.cast_signed(),
                upper: count.upper.cast_signed(),
            },
        };
        self.one_sided_cache.insert(region, value);
        value
    }
}
