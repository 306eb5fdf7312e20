//! What the evaluations count in a position: whole numbers from nobody's point of view, the same on
//! every path through the machine.

use amazons::Color;
use game::PerColor;

use crate::comparison::{Comparison, Leads, MORE, compared};
use crate::growth::{Onlooker, grow_kings, grow_queens};
use crate::layout::Layout;
use crate::mobility::Mobility;
use crate::path::{COUNTED, Instructions, Path};

/// Distances of more queen's moves than this are not told apart.
pub const NEAR: usize = COUNTED;

/// Leads of more king's moves than this are counted as this.
pub const KING_LEADS: usize = 6;

/// Leads of more queen's moves than this are counted as this.
pub const QUEEN_LEADS: usize = 3;

/// Everything that is counted in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Features {
    /// Who is nearer by queen's moves.
    pub queen: Comparison,
    /// Who is nearer by king's moves.
    pub king: Comparison,
    /// Empty squares that a side reaches within one queen's move, within two, …, within [`NEAR`].
    pub within: PerColor<[u8; NEAR]>,
    /// How freely each side's amazons can move.
    pub mobility: PerColor<Mobility>,
    /// Empty squares, reached by somebody or not.
    pub empty: u8,
}

impl Features {
    /// Counts everything, as fast as this machine can.
    #[must_use]
    #[inline]
    pub fn of(layout: &Layout) -> Self {
        Self::along(Path::best(), layout)
    }

    /// Counts everything along one path through the machine; the result is the same for all.
    #[must_use]
    #[inline]
    pub fn along(path: Path, layout: &Layout) -> Self {
        path.features(layout)
    }

    /// The squares that somebody reaches.
    #[must_use]
    #[inline]
    pub fn reached(&self) -> u8 {
        self.queen.reached(Color::Black) + self.queen.domain(Color::White)
    }

    /// The squares that both sides reach within one queen's move.
    #[must_use]
    #[inline]
    pub fn both_within_one(&self) -> u8 {
        self.queen.counts(Color::Black)[MORE + BOTH_WITHIN_ONE]
    }

    /// The squares that both sides reach within two queen's moves.
    #[must_use]
    #[inline]
    pub fn both_within_two(&self) -> u8 {
        self.queen.counts(Color::Black)[MORE + BOTH_WITHIN_TWO]
    }

    /// The squares that `color` reaches within one queen's move and the other side within two.
    #[must_use]
    #[inline]
    pub fn one_to_two(&self, color: Color) -> u8 {
        self.queen.counts(color)[MORE + ONE_TO_TWO]
    }

    /// Σ of a side's leads by king's moves, where larger ones and domain count as [`KING_LEADS`].
    #[must_use]
    #[inline]
    pub fn king_lead(&self, color: Color) -> u32 {
        let all_but_three = &self.king.counts(color)[MORE..];
        let leads = self
            .king
            .ahead(color)
            .into_iter()
            .chain(all_but_three.iter().copied());
        leads.map(u32::from).sum()
    }

    /// Σ 2^−|lead| by queen's moves over the squares that both sides reach, in units of
    /// 1/[`OPENNESS_UNIT`]: how open the game still is (Lieberum's w). Leads of more than [`QUEEN_LEADS`]
    /// count as that many.
    #[must_use]
    #[inline]
    pub fn openness(&self) -> u32 {
        let shares = Color::ALL.map(|color| {
            let domain = u32::from(self.queen.domain(color));
            let ahead = self.queen.ahead(color).into_iter().zip(OPENNESS_TAKEN);
            let taken: u32 = ahead
                .map(|(squares, share)| (u32::from(squares) - domain) * share)
                .sum();
            taken
        });
        u32::from(self.queen.contested()) * OPENNESS_UNIT - shares[0] - shares[1]
    }

    /// Σ 2^−distance by queen's moves over the squares that a side reaches, in units of
    /// 1/[`CLOSENESS_UNIT`]; those more than [`NEAR`] moves away count nothing.
    #[must_use]
    #[inline]
    pub fn closeness(&self, color: Color) -> u32 {
        let within = self.within[color].into_iter().zip(CLOSENESS_WITHIN);
        within
            .map(|(squares, share)| u32::from(squares) * share)
            .sum()
    }

    /// Counts everything with these instructions.
    #[inline(always)]
    pub(crate) fn count<I: Instructions>(instructions: I, layout: &Layout) -> Self {
        let mobility = instructions.mobility(layout.empty_squares(), layout.amazons());
        Self {
            mobility,
            ..Self::count_maps(instructions, layout)
        }
    }

    /// Counts everything but mobility.
    #[inline(always)]
    pub(crate) fn count_maps<I: Instructions>(instructions: I, layout: &Layout) -> Self {
        let mut king = Leads::<I, KING_LEADS>::new(instructions);
        let reached = grow_kings(instructions, layout, &mut king);
        let [one, two, three, four, five, six] = king.at_end(instructions, reached);
        let king = compared(instructions, [one, two, three], reached, [four, five, six]);

        let mut queen = QueenOnlooker::<I> {
            leads: Leads::new(instructions),
            within: [reached; NEAR],
            steps: 0,
        };
        grow_queens(instructions, layout, reached, &mut queen);
        let QueenOnlooker { leads, within, .. } = queen;
        let theirs = [
            instructions.exchange(within[0]),
            instructions.exchange(within[1]),
        ];
        let both = [
            instructions.common(within[0], theirs[0]),
            instructions.common(within[0], theirs[1]),
            instructions.common(within[1], theirs[1]),
        ];
        Self {
            queen: compared(
                instructions,
                leads.at_end(instructions, reached),
                reached,
                both,
            ),
            king,
            within: instructions.count(&within),
            mobility: PerColor::default(),
            empty: layout.empty_squares().len() as u8,
        }
    }
}

/// The places of the queen's further counts.
pub(crate) const BOTH_WITHIN_ONE: usize = 0;
pub(crate) const ONE_TO_TWO: usize = 1;
pub(crate) const BOTH_WITHIN_TWO: usize = 2;

/// What a square with a lead of none counts in [`Features::openness`].
pub const OPENNESS_UNIT: u32 = 1 << QUEEN_LEADS;

/// What a lead of at least one step takes away from [`Features::openness`], what one of at least two,
/// and so on: each further step takes half of what is left.
pub(crate) const OPENNESS_TAKEN: [u32; QUEEN_LEADS] =
    [OPENNESS_UNIT / 2, OPENNESS_UNIT / 4, OPENNESS_UNIT / 8];

/// What a square no moves away would count in [`Features::closeness`].
pub const CLOSENESS_UNIT: u32 = 512;

/// What a square counts in [`Features::closeness`] for being within one move, within two, …: one d moves
/// away is within d and all beyond, and 2^−(d+1) + 2^−(d+2) + … is 2^−d if the last is taken twice.
pub(crate) const CLOSENESS_WITHIN: [u32; NEAR] = {
    let mut shares = [0; NEAR];
    let mut place = 0;
    while place < NEAR {
        shares[place] = CLOSENESS_UNIT >> (place + 2);
        place += 1;
    }
    shares[NEAR - 1] *= 2;
    shares
};

/// Compares the queen's maps, and keeps what lies within how many moves.
struct QueenOnlooker<I: Instructions> {
    leads: Leads<I, QUEEN_LEADS>,
    /// All that is ever reached, where the maps have not grown so far yet.
    within: [I::Sides; NEAR],
    steps: usize,
}

impl<I: Instructions> Onlooker<I> for QueenOnlooker<I> {
    #[inline(always)]
    fn see(&mut self, instructions: I, within: I::Sides) {
        self.leads.see(instructions, within);
        if let Some(place) = self.within.get_mut(self.steps) {
            *place = within;
        }
        self.steps += 1;
    }
}
