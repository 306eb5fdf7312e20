//! Conditions of an experiment, the units that measure them, and units grouped by condition.

use std::collections::BTreeMap;

use super::statistics::{IntervalEstimate, mean, proportion};

/// The conditions of an experiment and the condition that each unit measures.
#[derive(Clone, Debug)]
pub struct Grid<C> {
    conditions: Vec<C>,
    /// Condition of each unit, by index.
    order: Vec<usize>,
}

impl<C> Grid<C> {
    /// One unit per condition.
    pub fn new(conditions: impl IntoIterator<Item = C>) -> Self {
        let conditions: Vec<C> = conditions.into_iter().collect();
        Self {
            order: (0..conditions.len()).collect(),
            conditions,
        }
    }

    /// The given unit order, as indices into `conditions`.
    pub fn with_order(conditions: Vec<C>, order: Vec<usize>) -> Self {
        Self { conditions, order }
    }

    /// `count` units per condition, interleaved so that a partial run covers all conditions.
    #[must_use]
    pub fn repeat(mut self, count: usize) -> Self {
        self.order = self.order.repeat(count);
        self
    }

    /// Units for `total` samples per condition with `batch` samples each.
    #[must_use]
    pub fn repeat_batches(self, total: usize, batch: usize) -> Self {
        self.repeat(total.div_ceil(batch.max(1)))
    }

    /// Number of units.
    #[must_use]
    pub fn unit_count(&self) -> usize {
        self.order.len()
    }

    /// A unit by index.
    #[must_use]
    pub fn unit(&self, index: usize) -> Option<Unit<'_, C>> {
        let &condition = self.order.get(index)?;
        let earlier = self.order[..index].iter();
        Some(Unit {
            condition: &self.conditions[condition],
            repetition: earlier.filter(|&&other| other == condition).count(),
        })
    }

    /// Samples grouped by condition; every condition has a group.
    pub fn groups<'a, S>(&'a self, samples: &'a BTreeMap<usize, S>) -> Groups<'a, C, S> {
        let mut groups: Vec<Group<'a, C, S>> = self
            .conditions
            .iter()
            .map(|condition| Group {
                condition,
                samples: Vec::new(),
            })
            .collect();
        for (&index, sample) in samples {
            if let Some(&condition) = self.order.get(index) {
                groups[condition].samples.push(sample);
            }
        }
        Groups(groups)
    }
}

impl<A: Clone, B: Clone> Grid<(A, B)> {
    /// All pairs; the first factor varies fastest.
    pub fn product(first: &[A], second: &[B]) -> Self {
        let pairs = second
            .iter()
            .flat_map(|b| first.iter().map(move |a| (a.clone(), b.clone())));
        Self::new(pairs)
    }
}

/// What one unit measures.
#[derive(Clone, Copy, Debug)]
pub struct Unit<'a, C> {
    /// The condition.
    pub condition: &'a C,
    /// Number of earlier units with the same condition.
    pub repetition: usize,
}

impl<C> Unit<'_, C> {
    /// Number of samples of this unit when `total` samples are split into batches.
    #[must_use]
    pub fn batch(&self, total: usize, batch: usize) -> usize {
        total.saturating_sub(self.repetition * batch).min(batch)
    }
}

/// All samples, grouped by condition.
#[derive(Debug)]
pub struct Groups<'a, C, S>(Vec<Group<'a, C, S>>);

impl<'a, C, S> Groups<'a, C, S> {
    /// The groups in the order of the conditions.
    pub fn iter(&self) -> impl Iterator<Item = &Group<'a, C, S>> + Clone {
        self.0.iter()
    }

    /// All samples.
    pub fn samples(&self) -> impl Iterator<Item = &'a S> + Clone {
        self.0
            .iter()
            .flat_map(|group| group.samples.iter().copied())
    }

    /// Groups with at least one sample.
    pub fn measured(&self) -> impl Iterator<Item = &Group<'a, C, S>> {
        self.iter().filter(|group| !group.samples.is_empty())
    }
}

impl<'a, C, S> std::ops::Index<usize> for Groups<'a, C, S> {
    type Output = Group<'a, C, S>;

    fn index(&self, index: usize) -> &Group<'a, C, S> {
        &self.0[index]
    }
}

/// The samples of one condition.
#[derive(Clone, Debug)]
pub struct Group<'a, C, S> {
    /// The condition.
    pub condition: &'a C,
    /// Its samples in the order of units.
    pub samples: Vec<&'a S>,
}

impl<C, S> Group<'_, C, S> {
    /// Number of samples.
    #[must_use]
    pub fn count(&self) -> usize {
        self.samples.len()
    }

    /// Mean over the samples.
    pub fn mean(&self, value: impl Fn(&S) -> f64) -> Option<IntervalEstimate> {
        mean(self.samples.iter().map(|sample| value(sample)))
    }

    /// Percentage of samples for which `is_counted` holds.
    pub fn percent(&self, is_counted: impl Fn(&S) -> bool) -> Option<IntervalEstimate> {
        let counted = self.samples.iter().filter(|sample| is_counted(sample));
        proportion(counted.count(), self.count()).map(IntervalEstimate::to_percent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_interleaved_and_grouped() {
        let grid = Grid::product(&['a', 'b'], &[1, 2]).repeat_batches(5, 2);
        assert_eq!(grid.unit_count(), 12);
        let unit = grid.unit(9).unwrap();
        assert_eq!((*unit.condition, unit.repetition), (('b', 1), 2));
        assert_eq!(
            (unit.batch(5, 2), grid.unit(0).unwrap().batch(5, 2)),
            (1, 2)
        );
        assert!(grid.unit(12).is_none());
        let samples = BTreeMap::from([(1, 10.0), (5, 20.0), (3, 7.0)]);
        let groups = grid.groups(&samples);
        assert_eq!(groups.iter().count(), 4);
        assert_eq!(groups[1].mean(|&value| value).unwrap().value, 15.0);
        assert_eq!(groups.measured().count(), 2);
    }
}
