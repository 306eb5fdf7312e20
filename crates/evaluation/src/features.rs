//! Features of a position: integers, independent of the side to move and the same for every SIMD
//! backend.

use amazons::Color;
use game::PerColor;

use crate::distance_comparison::{
    DistanceComparison, EXTRA_COUNTS, LeadCollector, count_comparison,
};
use crate::eval_board::EvalBoard;
use crate::flood_fill::{StepVisitor, flood_king, flood_queen};
use crate::mobility::Mobility;
use crate::simd::{SETS_PER_COUNT, SimdBackend, SimdOps};

/// Largest queen distance that is counted separately.
pub const MAX_QUEEN_DISTANCE: usize = SETS_PER_COUNT;

/// Larger leads in king moves count as this.
pub const MAX_KING_LEAD: usize = 6;

/// Larger leads in queen moves count as this.
pub const MAX_QUEEN_LEAD: usize = 3;

/// All features of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Features {
    /// Comparison of distances in queen moves.
    pub queen: DistanceComparison,
    /// Comparison of distances in king moves.
    pub king: DistanceComparison,
    /// Numbers of empty squares within 1, 2, …, [`MAX_QUEEN_DISTANCE`] queen moves of each side.
    pub within_queen_moves: PerColor<[u8; MAX_QUEEN_DISTANCE]>,
    /// Mobility of each side's amazons.
    pub mobility: PerColor<Mobility>,
    /// Number of empty squares, reachable or not.
    pub empty: u8,
}

impl Features {
    /// Computes the features of a board with the fastest backend.
    #[must_use]
    #[inline]
    pub fn of(board: &EvalBoard) -> Self {
        SimdBackend::best().features(board)
    }

    /// Number of squares that either side reaches.
    #[must_use]
    #[inline]
    pub fn reachable(&self) -> u8 {
        self.queen.reachable(Color::Black) + self.queen.domain(Color::White)
    }

    /// Number of squares that both sides reach within one queen move.
    #[must_use]
    #[inline]
    pub fn both_within_one(&self) -> u8 {
        self.queen.counts(Color::Black)[BOTH_WITHIN_ONE]
    }

    /// Number of squares that both sides reach within two queen moves.
    #[must_use]
    #[inline]
    pub fn both_within_two(&self) -> u8 {
        self.queen.counts(Color::Black)[BOTH_WITHIN_TWO]
    }

    /// Number of squares that `color` reaches within one queen move and the other side within two.
    #[must_use]
    #[inline]
    pub fn within_one_versus_two(&self, color: Color) -> u8 {
        self.queen.counts(color)[WITHIN_ONE_VERSUS_TWO]
    }

    /// Sum of a side's leads in king moves; larger leads and domain count as [`MAX_KING_LEAD`].
    #[must_use]
    #[inline]
    pub fn king_lead(&self, color: Color) -> u32 {
        let by_four_or_more = &self.king.counts(color)[EXTRA_COUNTS..];
        let leads = self
            .king
            .nearer_by_at_least(color)
            .into_iter()
            .chain(by_four_or_more.iter().copied());
        leads.map(u32::from).sum()
    }

    /// Openness of the game (Lieberum's w): Σ 2^−|lead| in queen moves over contested squares, in
    /// units of 1/[`OPENNESS_UNIT`]. Larger leads count as [`MAX_QUEEN_LEAD`].
    #[must_use]
    #[inline]
    pub fn openness(&self) -> u32 {
        let losses = Color::ALL.map(|color| {
            let domain = u32::from(self.queen.domain(color));
            let nearer = self.queen.nearer_by_at_least(color);
            let loss: u32 = nearer
                .into_iter()
                .zip(OPENNESS_LOSS_BY_LEAD)
                .map(|(squares, loss)| (u32::from(squares) - domain) * loss)
                .sum();
            loss
        });
        u32::from(self.queen.contested()) * OPENNESS_UNIT - losses[0] - losses[1]
    }

    /// Σ 2^−distance in queen moves over a side's reachable squares, in units of
    /// 1/[`CLOSENESS_UNIT`]. Squares beyond [`MAX_QUEEN_DISTANCE`] count 0.
    #[must_use]
    #[inline]
    pub fn closeness(&self, color: Color) -> u32 {
        self.within_queen_moves[color]
            .into_iter()
            .zip(CLOSENESS_BY_DISTANCE)
            .map(|(squares, weight)| u32::from(squares) * weight)
            .sum()
    }

    #[inline(always)]
    pub(crate) fn compute<O: SimdOps>(ops: O, board: &EvalBoard) -> Self {
        let mobility = ops.mobility(board.empty_squares(), board.amazons());
        Self {
            mobility,
            ..Self::compute_distances(ops, board)
        }
    }

    /// Computes all features except mobility.
    #[inline(always)]
    fn compute_distances<O: SimdOps>(ops: O, board: &EvalBoard) -> Self {
        let mut king = LeadCollector::<O, MAX_KING_LEAD>::new(ops);
        let reachable = flood_king(ops, board, &mut king);
        let [one, two, three, four, five, six] = king.finish(ops, reachable);
        let king = count_comparison(ops, [one, two, three], reachable, [four, five, six]);

        let mut queen = QueenDistanceCollector::<O> {
            leads: LeadCollector::new(ops),
            within: [reachable; MAX_QUEEN_DISTANCE],
            steps: 0,
        };
        flood_queen(ops, board, reachable, &mut queen);
        let QueenDistanceCollector { leads, within, .. } = queen;
        let theirs = [ops.swap_sides(within[0]), ops.swap_sides(within[1])];
        // In the order of the indices below.
        let both_within = [
            ops.and(within[0], theirs[0]),
            ops.and(within[0], theirs[1]),
            ops.and(within[1], theirs[1]),
        ];
        let leads = leads.finish(ops, reachable);
        Self {
            queen: count_comparison(ops, leads, reachable, both_within),
            king,
            within_queen_moves: ops.count(&within),
            mobility: PerColor::default(),
            empty: board.empty_squares().len() as u8,
        }
    }
}

/// Indices into the counts of [`Features::queen`].
pub(crate) const BOTH_WITHIN_ONE: usize = EXTRA_COUNTS;
pub(crate) const WITHIN_ONE_VERSUS_TWO: usize = EXTRA_COUNTS + 1;
pub(crate) const BOTH_WITHIN_TWO: usize = EXTRA_COUNTS + 2;

/// Fixed-point scale of [`Features::openness`].
pub const OPENNESS_UNIT: u32 = 1 << MAX_QUEEN_LEAD;

/// Openness lost by a lead of at least 1, 2 and 3 moves: each halves what is left.
pub(crate) const OPENNESS_LOSS_BY_LEAD: [u32; MAX_QUEEN_LEAD] =
    [OPENNESS_UNIT / 2, OPENNESS_UNIT / 4, OPENNESS_UNIT / 8];

/// Fixed-point scale of [`Features::closeness`].
pub const CLOSENESS_UNIT: u32 = 512;

/// Closeness of a square for being within 1, 2, … queen moves. A square at distance d is within d
/// and all larger distances, and 2^−(d+1) + 2^−(d+2) + … is 2^−d if the last summand is doubled.
pub(crate) const CLOSENESS_BY_DISTANCE: [u32; MAX_QUEEN_DISTANCE] = {
    let mut weights = [0; MAX_QUEEN_DISTANCE];
    let mut index = 0;
    while index < MAX_QUEEN_DISTANCE {
        weights[index] = CLOSENESS_UNIT >> (index + 2);
        index += 1;
    }
    weights[MAX_QUEEN_DISTANCE - 1] *= 2;
    weights
};

/// Collects leads and distances during the flood fill by queen moves.
struct QueenDistanceCollector<O: SimdOps> {
    leads: LeadCollector<O, MAX_QUEEN_LEAD>,
    /// Squares within 1, 2, … moves; all reachable squares for steps not yet visited.
    within: [O::SidePair; MAX_QUEEN_DISTANCE],
    steps: usize,
}

impl<O: SimdOps> StepVisitor<O> for QueenDistanceCollector<O> {
    #[inline(always)]
    fn visit(&mut self, ops: O, within: O::SidePair) {
        self.leads.visit(ops, within);
        if let Some(slot) = self.within.get_mut(self.steps) {
            *slot = within;
        }
        self.steps += 1;
    }
}
