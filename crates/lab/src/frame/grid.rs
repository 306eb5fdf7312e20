//! Conditions of an experiment, the units that measure them, and units grouped by condition.

use std::collections::BTreeMap;

use super::statistics::{IntervalEstimate, mean};

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

    /// One unit per condition of a list.
    pub fn of(conditions: &[C]) -> Self
    where
        C: Clone,
    {
        Self::new(conditions.iter().cloned())
    }

    /// The given unit order, as indices into `conditions`.
    pub fn with_order(conditions: Vec<C>, order: Vec<usize>) -> Self {
        Self { conditions, order }
    }

    /// `count` units per condition, interleaved so that a partial run covers all conditions.
    pub fn repeat(mut self, count: usize) -> Self {
        self.order = self.order.repeat(count);
        self
    }

    /// Units for `total` samples per condition with `batch` samples each.
    pub fn repeat_batches(self, total: usize, batch: usize) -> Self {
        self.repeat(total.div_ceil(batch.max(1)))
    }

    /// Number of units.
    pub fn unit_count(&self) -> usize {
        self.order.len()
    }

    /// Condition of a unit, and the number of earlier units with the same condition.
    pub fn unit(&self, index: usize) -> Option<(&C, usize)> {
        let condition = self.order.get(index)?;
        let earlier = self.order[..index].iter();
        let repetition = earlier.filter(|&other| other == condition).count();
        Some((&self.conditions[*condition], repetition))
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

    /// Samples of a condition.
    pub fn samples_of(&self, condition: &C) -> &[&'a S]
    where
        C: PartialEq,
    {
        let group = self.0.iter().find(|group| group.condition == condition);
        group.map_or(&[], |group| &group.samples)
    }

    /// Measured conditions, each with its first sample.
    pub fn first_samples(&self) -> impl Iterator<Item = (&'a C, &'a S)> {
        let first = |group: &Group<'a, C, S>| Some((group.condition, *group.samples.first()?));
        self.0.iter().filter_map(first)
    }
}

impl<'a, C, T> Groups<'a, C, Vec<T>> {
    /// Conditions, each with the items of all its samples.
    pub fn items(&self) -> Vec<(&'a C, Vec<&'a T>)> {
        let items =
            |group: &Group<'a, C, Vec<T>>| group.samples.iter().copied().flatten().collect();
        let groups = self.0.iter();
        groups
            .map(|group| (group.condition, items(group)))
            .collect()
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
    pub fn count(&self) -> usize {
        self.samples.len()
    }

    /// Mean over the samples.
    pub fn mean(&self, value: impl Fn(&S) -> f64) -> Option<IntervalEstimate> {
        mean(self.samples.iter().map(|sample| value(sample)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_interleaved_and_grouped() {
        let grid = Grid::product(&['a', 'b'], &[1, 2]).repeat_batches(5, 2);
        assert_eq!(grid.unit_count(), 12);
        assert_eq!(grid.unit(9), Some((&('b', 1), 2)));
        assert!(grid.unit(12).is_none());
        let samples = BTreeMap::from([(1, 10.0), (5, 20.0), (3, 7.0)]);
        let groups = grid.groups(&samples);
        assert_eq!(groups.iter().count(), 4);
        assert_eq!(groups[1].mean(|&value| value).unwrap().value, 15.0);
        assert_eq!(groups.first_samples().last(), Some((&('b', 2), &7.0)));
    }
}
