//! The score of a sum: alpha-beta over all moves, what was found out remembered as a range for each player to move.

use amazons::Color;
use game::PerColor;

use super::{Placing, Sum, Sums, sign};
use crate::error::TableError;
use crate::pair::Pair;
use crate::shape::Shape;

/// More than any score.
const INFINITE: i16 = 1000;

/// Between what a score lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    low: i16,
    high: i16,
}

impl Range {
    fn exactly(score: i16) -> Self {
        Self {
            low: score,
            high: score,
        }
    }
}

impl Sums<'_> {
    /// The score.
    pub(super) fn searched(&mut self, sum: &Sum, to_move: Color) -> Result<i16, TableError> {
        let score = self.search_all(sum, to_move)?;
        Ok(score.expect("a search without a limit finds it"))
    }

    /// The score; `None` if the steps do not suffice.
    pub(super) fn search_all(
        &mut self,
        sum: &Sum,
        to_move: Color,
    ) -> Result<Option<i16>, TableError> {
        self.search(sum, to_move, -INFINITE, INFINITE)
    }

    /// The score, if it lies between the limits; otherwise a bound for it on the same side of them. `None` if the steps do
    /// not suffice.
    fn search(
        &mut self,
        sum: &Sum,
        to_move: Color,
        mut alpha: i16,
        mut beta: i16,
    ) -> Result<Option<i16>, TableError> {
        if sum.parts.is_empty() {
            return Ok(Some(sum.in_hand[0] - sum.in_hand[1]));
        }
        let key = sum.key();
        let range = match self.ranges.get(&key) {
            Some(ranges) => ranges[to_move],
            None => {
                let ranges = self.first_look(sum)?;
                self.ranges.insert(key.clone(), ranges);
                ranges[to_move]
            }
        };
        if range.low == range.high || range.low >= beta {
            return Ok(Some(range.low));
        }
        if range.high <= alpha {
            return Ok(Some(range.high));
        }
        alpha = alpha.max(range.low);
        beta = beta.min(range.high);
        let Some(score) = self.best(sum, to_move, alpha, beta)? else {
            return Ok(None);
        };
        if let Some(ranges) = self.ranges.get_mut(&key) {
            let range = &mut ranges[to_move];
            if score > alpha {
                range.low = range.low.max(score);
            }
            if score < beta {
                range.high = range.high.min(score);
            }
        }
        Ok(Some(score))
    }

    /// What is known of a sum without a search.
    fn first_look(&mut self, sum: &Sum) -> Result<PerColor<Range>, TableError> {
        if let Some(pair) = self.probe(sum)? {
            let [black, white] = pair.resolved().map(i16::from);
            return Ok(PerColor::new(Range::exactly(black), Range::exactly(white)));
        }
        let free: i16 = sum.parts.iter().map(|&part| self.known(part).free).sum();
        let in_hand = sum.in_hand[0] - sum.in_hand[1];
        let range = Range {
            low: in_hand - free,
            high: in_hand + free,
        };
        Ok(PerColor::new(range, range))
    }

    /// What the table says of a sum. Moves in hand are looked up as a line of squares with an amazon at its end.
    fn probe(&mut self, sum: &Sum) -> Result<Option<Pair>, TableError> {
        if let ([only], [0, 0]) = (sum.parts.as_slice(), sum.in_hand) {
            return self.looked_up(*only);
        }
        let line = |moves: i16| if moves > 0 { moves as usize + 1 } else { 0 };
        let size: usize = sum.parts.iter().map(|&part| self.known(part).size).sum();
        if size + line(sum.in_hand[0]) + line(sum.in_hand[1]) >= self.table.largest() {
            return Ok(None);
        }
        let mut placings: Vec<Placing> = Vec::with_capacity(sum.parts.len() + 2);
        placings.extend(sum.parts.iter().map(|&part| self.known(part).placing));
        for (side, moves) in Color::ALL.into_iter().zip(sum.in_hand) {
            if moves > 0 {
                let squares = (0..line(moves) as u8).map(|column| (0, column));
                let shape = Shape::place(squares).shape;
                let line = match side {
                    Color::Black => self.subgame(shape, 1, 0),
                    Color::White => self.subgame(shape, 0, 1),
                };
                placings.push(self.known(line).placing);
            }
        }
        self.table.probe_placings(&placings)
    }

    /// The best of all moves.
    fn best(
        &mut self,
        sum: &Sum,
        to_move: Color,
        mut alpha: i16,
        mut beta: i16,
    ) -> Result<Option<i16>, TableError> {
        let Some(steps_left) = self.steps_left.checked_sub(1) else {
            return Ok(None);
        };
        self.steps_left = steps_left;
        let sign = sign(to_move);
        let moves = self.moves(sum, to_move)?;
        if moves.is_empty() {
            return self.search(sum, !to_move, alpha, beta);
        }
        let mut best = -sign * INFINITE;
        for after in moves {
            let Some(score) = self.search(&after, !to_move, alpha - sign, beta - sign)? else {
                return Ok(None);
            };
            let score = score + sign;
            match to_move {
                Color::Black => {
                    best = best.max(score);
                    alpha = alpha.max(best);
                }
                Color::White => {
                    best = best.min(score);
                    beta = beta.min(best);
                }
            }
            if alpha >= beta {
                break;
            }
        }
        Ok(Some(best))
    }

    /// The sums that a player's moves lead to, those that look best first.
    pub(super) fn moves(&mut self, sum: &Sum, side: Color) -> Result<Vec<Sum>, TableError> {
        let mut moves: Vec<(i16, Sum)> = Vec::new();
        for (place, &part) in sum.parts.iter().enumerate() {
            // The same twice has the same moves.
            if place > 0 && sum.parts[place - 1] == part {
                continue;
            }
            let before = match self.looked_up(part)? {
                Some(pair) => pair.resolved().map(i16::from).iter().sum(),
                None => 0,
            };
            for turned in self.turns(part, side)?.iter() {
                let gain = sign(side) * (turned.guess - before);
                moves.push((-gain, sum.with(place, &turned.left)));
            }
        }
        moves.sort_by_key(|&(loss, _)| loss);
        // Nothing is lost by waiting with what nobody can take away.
        let waiting = sum.with_move_made(side);
        Ok(moves
            .into_iter()
            .map(|(_, sum)| sum)
            .chain(waiting)
            .collect())
    }
}
