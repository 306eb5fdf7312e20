//! By how much somebody wins.

use amazons::{Color, MoveCount};
use combinatorial::{Number, Value};

use super::Reckoner;
use super::worth::Tally;

/// Who wins, and how far ahead they are.
///
/// **Ahead by N moves** means: the winner still wins if the opponent may pass N times, but not N + 1 times. To be allowed to
/// pass N times is to have N moves in hand, in a region that nobody else can enter. So it is also what the winner has left to
/// play when the opponent has run out of moves, if both play best: five moves against two are ahead by three if the player with
/// two is to move, and by two if the other one is, who has used one up by then.
///
/// Under best play of both the number stays the same from move to move. Zero is a win without a move to spare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lead {
    /// Who wins.
    pub winner: Color,
    /// How many moves ahead.
    pub moves: MoveCount,
}

impl Lead {
    /// From how often White may pass for Black to win all the same, if that lies between two numbers; negative if Black must be
    /// allowed to pass to win.
    fn between(least: i32, most: i32) -> Option<Self> {
        if least >= 0 {
            Some(Self {
                winner: Color::Black,
                moves: MoveCount {
                    least: least.unsigned_abs(),
                    most: most.unsigned_abs(),
                },
            })
        } else if most < 0 {
            Some(Self {
                winner: Color::White,
                moves: MoveCount {
                    least: (-1 - most).unsigned_abs(),
                    most: (-1 - least).unsigned_abs(),
                },
            })
        } else {
            None
        }
    }

    /// How good it is for a player: the more the better. What is certain counts.
    pub(super) fn worth_to(self, side: Color) -> i64 {
        if self.winner == side {
            i64::from(self.moves.least)
        } else {
            -1 - i64::from(self.moves.most)
        }
    }
}

/// The whole number below, or the number itself.
fn floor(number: Number) -> i32 {
    (number.steps() >> 32) as i32
}

impl Reckoner<'_> {
    /// Who wins and by how much; `None` if it is open, or takes too long.
    pub(super) fn lead_of(&mut self, tally: &Tally, to_move: Color) -> Option<Lead> {
        let least = self.spare_moves(&tally.values, tally.least, to_move)?;
        let most = if tally.most == tally.least {
            least
        } else {
            self.spare_moves(&tally.values, tally.most, to_move)?
        };
        Lead::between(least, most)
    }

    /// Who wins; `None` if it is open, or takes too long.
    pub(super) fn winner_of(&mut self, tally: &Tally, to_move: Color) -> Option<Color> {
        if self.black_wins(&tally.values, tally.least, to_move)? {
            return Some(Color::Black);
        }
        let is_exact = tally.most == tally.least;
        (is_exact || !self.black_wins(&tally.values, tally.most, to_move)?).then_some(Color::White)
    }

    /// How often White may pass for Black to win all the same.
    fn spare_moves(&mut self, values: &[Value], number: Number, to_move: Color) -> Option<i32> {
        let forms = self.values.games().forms();
        let stops = |stop: fn(&combinatorial::Forms, Value) -> Number| -> Number {
            values.iter().map(|&value| stop(forms, value)).sum()
        };
        // Whoever begins, Black gets no less than the one and no more than the other.
        let low = number + stops(combinatorial::Forms::right_stop);
        let high = number + stops(combinatorial::Forms::left_stop);
        let (mut enough, mut too_many) = (-floor(-low) - 1, floor(high) + 1);
        while enough + 1 < too_many {
            let middle = (enough + too_many).div_euclid(2);
            let number = number - Number::integer(middle);
            if self.black_wins(values, number, to_move)? {
                enough = middle;
            } else {
                too_many = middle;
            }
        }
        Some(enough)
    }

    fn black_wins(&mut self, values: &[Value], number: Number, to_move: Color) -> Option<bool> {
        if self.is_late() {
            return None;
        }
        let games = self.values.games();
        let mut all = values.to_vec();
        all.push(games.number(number));
        let left = self.limits.sums_in_all.saturating_sub(self.sums.nodes());
        let steps = self.limits.sums.min(left);
        match to_move {
            Color::Black => self.sums.first_wins_within(games, &all, steps),
            Color::White => self.sums.second_wins_within(games, &all, steps),
        }
    }
}
