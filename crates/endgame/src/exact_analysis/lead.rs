//! The lead: by how many moves a player wins.

use amazons::{Color, MoveCount};
use combinatorial::{Dyadic, FormInterner, GameValue, Player};

use super::ExactAnalyzer;
use super::region_value::ValueSum;

/// The winner and the size of the lead.
///
/// **Ahead by N moves** means: the winner still wins if the opponent may pass N times, but not N +
/// 1 times. N passes equal N spare moves, so the lead is also the number of moves that the winner
/// has left when the opponent has run out of moves under best play: five moves against two are a
/// lead of three if the player with two moves is to move, and of two otherwise.
///
/// The lead is constant under best play. A lead of 0 is a win by one tempo.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lead {
    /// The winner.
    pub winner: Color,
    /// Lead in moves.
    pub moves: MoveCount,
}

impl Lead {
    /// From bounds of the number of passes that White may have while Black still wins; negative if
    /// Black needs passes to win.
    fn from_bounds(least: i32, most: i32) -> Option<Self> {
        let (winner, lower, upper) = if least >= 0 {
            (Color::Black, least, most)
        } else if most < 0 {
            (Color::White, -1 - most, -1 - least)
        } else {
            return None;
        };
        let moves = MoveCount {
            lower: lower.unsigned_abs(),
            upper: upper.unsigned_abs(),
        };
        Some(Self { winner, moves })
    }

    /// Guaranteed lead as a score for one player: higher is better.
    pub(super) fn score_for(self, side: Color) -> i64 {
        if self.winner == side {
            i64::from(self.moves.lower)
        } else {
            -1 - i64::from(self.moves.upper)
        }
    }
}

/// Largest integer not above a number.
fn floor(number: Dyadic) -> i32 {
    (number.to_raw() >> 32) as i32
}

impl ExactAnalyzer<'_> {
    /// Winner and lead of a sum; `None` if undecided or a limit is reached.
    pub(super) fn lead_of(&mut self, sum: &ValueSum, to_move: Color) -> Option<Lead> {
        let least = self.spare_moves(&sum.values, sum.lower, to_move)?;
        let most = if sum.upper == sum.lower {
            least
        } else {
            self.spare_moves(&sum.values, sum.upper, to_move)?
        };
        Lead::from_bounds(least, most)
    }

    /// Winner of a sum; `None` if undecided or a limit is reached.
    pub(super) fn winner_of(&mut self, sum: &ValueSum, to_move: Color) -> Option<Color> {
        if self.black_wins(&sum.values, sum.lower, to_move)? {
            return Some(Color::Black);
        }
        let is_exact = sum.upper == sum.lower;
        (is_exact || !self.black_wins(&sum.values, sum.upper, to_move)?).then_some(Color::White)
    }

    /// Number of passes that White may have while Black still wins.
    fn spare_moves(&mut self, values: &[GameValue], number: Dyadic, to_move: Color) -> Option<i32> {
        let forms = self.values.games().forms();
        let stops = |stop: fn(&FormInterner, GameValue) -> Dyadic| -> Dyadic {
            values.iter().map(|&value| stop(forms, value)).sum()
        };
        // The stops bound the result whoever starts.
        let low = number + stops(FormInterner::right_stop);
        let high = number + stops(FormInterner::left_stop);
        let (mut enough, mut too_many) = (-floor(-low) - 1, floor(high) + 1);
        while enough + 1 < too_many {
            let middle = (enough + too_many).div_euclid(2);
            let number = number - Dyadic::from_integer(middle);
            if self.black_wins(values, number, to_move)? {
                enough = middle;
            } else {
                too_many = middle;
            }
        }
        Some(enough)
    }

    fn black_wins(&mut self, values: &[GameValue], number: Dyadic, to_move: Color) -> Option<bool> {
        if self.values.is_late() {
            return None;
        }
        let games = self.values.games();
        let mut all = values.to_vec();
        all.push(games.intern_number(number));
        let left = self.limits.max_nodes.saturating_sub(self.sums.nodes());
        let steps = self.limits.max_nodes_per_query.min(left);
        let first = Player::BOTH[to_move as usize];
        self.sums.left_wins_limited(games, &all, first, steps)
    }
}
