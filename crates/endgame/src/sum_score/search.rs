//! Alpha-beta search for the score of a sum, with a table of score ranges.

use amazons::Color;
use game::PerColor;

use super::{Sum, SumScorer, sign};
use crate::error::TableError;
use crate::scores::ScorePair;
use crate::shape::Shape;
use crate::sided_region::SidedRegion;

/// Above any score.
const INFINITE: i16 = 1000;

/// Bounds of a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ScoreRange {
    low: i16,
    high: i16,
}

impl SumScorer<'_> {
    /// The score.
    pub(super) fn score_unlimited(&mut self, sum: &Sum, to_move: Color) -> Result<i16, TableError> {
        let score = self.score_with_budget(sum, to_move)?;
        Ok(score.expect("a search without a limit finds it"))
    }

    /// The score; `None` if the node budget runs out.
    pub(super) fn score_with_budget(
        &mut self,
        sum: &Sum,
        to_move: Color,
    ) -> Result<Option<i16>, TableError> {
        self.search(sum, to_move, -INFINITE, INFINITE)
    }

    /// Fail-soft alpha-beta; `None` if the node budget runs out.
    fn search(
        &mut self,
        sum: &Sum,
        to_move: Color,
        mut alpha: i16,
        mut beta: i16,
    ) -> Result<Option<i16>, TableError> {
        if sum.parts.is_empty() {
            return Ok(Some(sum.spare_moves[0] - sum.spare_moves[1]));
        }
        let key = sum.key();
        let range = match self.ranges.get(&key) {
            Some(ranges) => ranges[to_move],
            None => {
                let ranges = self.static_range(sum)?;
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

    /// Score ranges without search.
    fn static_range(&mut self, sum: &Sum) -> Result<PerColor<ScoreRange>, TableError> {
        if let Some(pair) = self.probe(sum)? {
            let [black, white] = pair.with_passing().map(i16::from);
            let exact = |score| ScoreRange {
                low: score,
                high: score,
            };
            return Ok(PerColor::new(exact(black), exact(white)));
        }
        // The number of empty squares bounds that of moves.
        let empty = |&part| self.known(part).region.empty().len() as i16;
        let free: i16 = sum.parts.iter().map(empty).sum();
        let spare_moves = sum.spare_moves[0] - sum.spare_moves[1];
        let range = ScoreRange {
            low: spare_moves - free,
            high: spare_moves + free,
        };
        Ok(PerColor::new(range, range))
    }

    /// Probes the table; spare moves become a line of squares with an amazon at its end.
    fn probe(&mut self, sum: &Sum) -> Result<Option<ScorePair>, TableError> {
        if let ([only], [0, 0]) = (sum.parts.as_slice(), sum.spare_moves) {
            return self.looked_up(*only);
        }
        let line = |moves: i16| if moves > 0 { moves as usize + 1 } else { 0 };
        let parts = sum.parts.iter();
        let mut regions: Vec<SidedRegion> = parts.map(|&part| self.known(part).region).collect();
        let size: u32 = regions.iter().map(|region| region.squares.len()).sum();
        let lines = line(sum.spare_moves[0]) + line(sum.spare_moves[1]);
        if size as usize + lines >= self.table.max_size() {
            return Ok(None);
        }
        for (side, moves) in Color::ALL.into_iter().zip(sum.spare_moves) {
            if moves > 0 {
                let squares = (0..line(moves) as u8).map(|column| (0, column));
                let shape = Shape::canonicalize(squares).shape;
                let line = match side {
                    Color::Black => self.subgame(shape, 1, 0),
                    Color::White => self.subgame(shape, 0, 1),
                };
                regions.push(self.known(line).region);
            }
        }
        self.table.probe_sided_sum(regions.into_iter())
    }

    /// Score of the best move.
    fn best(
        &mut self,
        sum: &Sum,
        to_move: Color,
        mut alpha: i16,
        mut beta: i16,
    ) -> Result<Option<i16>, TableError> {
        let Some(nodes_left) = self.nodes_left.checked_sub(1) else {
            return Ok(None);
        };
        self.nodes_left = nodes_left;
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

    /// Sums after each move of a player, best estimate first.
    pub(super) fn moves(&mut self, sum: &Sum, side: Color) -> Result<Vec<Sum>, TableError> {
        let mut moves: Vec<(i16, Sum)> = Vec::new();
        for (place, &part) in sum.parts.iter().enumerate() {
            // Equal subgames have equal moves.
            if place > 0 && sum.parts[place - 1] == part {
                continue;
            }
            let before = match self.looked_up(part)? {
                Some(pair) => pair.with_passing().map(i16::from).iter().sum(),
                None => 0,
            };
            for mv in self.subgame_moves(part, side)?.iter() {
                let gain = sign(side) * (mv.ordering_score - before);
                moves.push((-gain, sum.with(place, &mv.remainder)));
            }
        }
        moves.sort_by_key(|&(loss, _)| loss);
        // Spare moves come last: they cannot be taken away.
        let waiting = sum.with_spare_move_used(side);
        Ok(moves
            .into_iter()
            .map(|(_, sum)| sum)
            .chain(waiting)
            .collect())
    }
}
