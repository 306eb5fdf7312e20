//! Compares both sides' distances on every square.
//!
//! A side is nearer to a square by at least k if, for some d, the square is within d moves of that
//! side and not within d + k − 1 moves of the other. During a flood fill one set per k collects the
//! squares for which this holds at some step; at the end their squares are counted. No square is
//! looked at individually.

use game::{Color, PerColor};

use crate::flood_fill::StepVisitor;
use crate::simd::{SETS_PER_COUNT, SimdOps};

/// Comparison of both sides' distances by queen or king moves on all empty squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DistanceComparison {
    /// For each side the number of squares nearer by at least 1, 2 and 3 moves (its domain
    /// included), its domain, its reachable squares, and three counts that
    /// [`Features`](crate::Features) defines.
    counts: PerColor<[u8; SETS_PER_COUNT]>,
}

/// Index of the number of squares that only this side reaches.
pub(crate) const DOMAIN: usize = 3;

/// Index of the number of squares that this side reaches.
pub(crate) const REACHABLE: usize = 4;

/// Index of the first count defined by the caller of [`count_comparison`].
pub(crate) const EXTRA_COUNTS: usize = 5;

impl DistanceComparison {
    /// Numbers of squares that `color` reaches at least 1, 2 and 3 moves sooner, squares that the
    /// other side never reaches included.
    #[must_use]
    #[inline]
    pub fn nearer_by_at_least(&self, color: Color) -> [u8; 3] {
        let [one, two, three, ..] = self.counts[color];
        [one, two, three]
    }

    /// Number of squares that only `color` reaches.
    #[must_use]
    #[inline]
    pub fn domain(&self, color: Color) -> u8 {
        self.counts[color][DOMAIN]
    }

    /// Number of squares that `color` reaches.
    #[must_use]
    #[inline]
    pub fn reachable(&self, color: Color) -> u8 {
        self.counts[color][REACHABLE]
    }

    /// Number of squares that both sides reach.
    #[must_use]
    #[inline]
    pub fn contested(&self) -> u8 {
        self.reachable(Color::Black) - self.domain(Color::Black)
    }

    /// Number of squares that both sides reach equally soon.
    #[must_use]
    #[inline]
    pub fn ties(&self) -> u8 {
        let [black, white] =
            Color::ALL.map(|color| self.nearer_by_at_least(color)[0] - self.domain(color));
        self.contested() - black - white
    }

    /// Numbers of contested squares that `color` reaches 1, 2, and 3 or more moves sooner.
    #[must_use]
    #[inline]
    pub fn nearer_by(&self, color: Color) -> [u8; 3] {
        let [one, two, three] = self.nearer_by_at_least(color);
        [one - two, two - three, three - self.domain(color)]
    }

    #[inline(always)]
    pub(crate) fn counts(&self, color: Color) -> &[u8; SETS_PER_COUNT] {
        &self.counts[color]
    }
}

/// Collects leads of up to `MAX` moves during a flood fill.
pub(crate) struct LeadCollector<O: SimdOps, const MAX: usize> {
    /// The last `MAX` steps of the fill, latest first.
    recent: [O::SidePair; MAX],
    /// Squares nearer by at least 1, 2, … moves so far.
    nearer: [O::SidePair; MAX],
}

impl<O: SimdOps, const MAX: usize> LeadCollector<O, MAX> {
    #[inline(always)]
    pub fn new(ops: O) -> Self {
        let none = ops.pack(PerColor::default());
        Self {
            recent: [none; MAX],
            nearer: [none; MAX],
        }
    }

    /// Squares nearer by at least 1, 2, … moves after the fill has reached all `reachable` squares.
    /// A square that only one side reaches counts as nearer by any number.
    #[inline(always)]
    pub fn finish(&self, ops: O, reachable: O::SidePair) -> [O::SidePair; MAX] {
        let theirs = ops.swap_sides(reachable);
        let mut nearer = self.nearer;
        for nearer in &mut nearer[1..] {
            *nearer = ops.or_and_not(*nearer, reachable, theirs);
        }
        nearer
    }
}

impl<O: SimdOps, const MAX: usize> StepVisitor<O> for LeadCollector<O, MAX> {
    #[inline(always)]
    fn visit(&mut self, ops: O, within: O::SidePair) {
        let theirs = ops.swap_sides(within);
        for step in (1..MAX).rev() {
            self.recent[step] = self.recent[step - 1];
        }
        self.recent[0] = within;
        for (nearer, ours) in self.nearer.iter_mut().zip(self.recent) {
            *nearer = ops.or_and_not(*nearer, ours, theirs);
        }
    }
}

/// Counts the squares nearer by at least 1, 2 and 3 moves, the domain, the reachable squares and
/// three further sets.
#[inline(always)]
pub(crate) fn count_comparison<O: SimdOps>(
    ops: O,
    [one, two, three]: [O::SidePair; 3],
    reachable: O::SidePair,
    [first, second, third]: [O::SidePair; 3],
) -> DistanceComparison {
    let none = ops.pack(PerColor::default());
    let domain = ops.or_and_not(none, reachable, ops.swap_sides(reachable));
    let sets = [one, two, three, domain, reachable, first, second, third];
    DistanceComparison {
        counts: ops.count(&sets),
    }
}
