//! How many moves a side needs to each square, by queen's and by king's moves: whole sets of squares
//! grow at once, one step a level.

use amazons::{Direction, SquareSet};

/// Grows `seeds` over `empty` by one kind of step and hands each level's new squares to `see`, the
/// squares at distance 1 first. Returns all squares reached.
#[inline]
pub(crate) fn levels(
    seeds: SquareSet,
    empty: SquareSet,
    step: impl Fn(SquareSet, SquareSet) -> SquareSet,
    mut see: impl FnMut(u32, SquareSet),
) -> SquareSet {
    let mut reached = SquareSet::EMPTY;
    let mut newest = seeds;
    for distance in 1.. {
        newest = step(newest, empty) - reached;
        if newest.is_empty() {
            break;
        }
        see(distance, newest);
        reached |= newest;
    }
    reached
}

/// The empty squares one king's move away from a set.
#[inline]
pub(crate) fn king_step(from: SquareSet, empty: SquareSet) -> SquareSet {
    from.neighbours() & empty
}

/// The empty squares one queen's move away from a set.
#[inline]
pub(crate) fn queen_step(from: SquareSet, empty: SquareSet) -> SquareSet {
    let mut reached = SquareSet::EMPTY;
    for direction in Direction::ALL {
        let mut slide = from.step(direction) & empty;
        while !slide.is_empty() {
            reached |= slide;
            slide = slide.step(direction) & empty;
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use amazons::{Game, Position, Square, slides};

    use super::*;

    /// A queue, one square at a time.
    fn queue_distances(
        seeds: SquareSet,
        empty: SquareSet,
        reach: impl Fn(Square) -> SquareSet,
    ) -> Vec<Option<u32>> {
        let mut distances = vec![None; Square::INDICES];
        let mut queue: VecDeque<_> = seeds.iter().map(|square| (square, 0)).collect();
        while let Some((square, distance)) = queue.pop_front() {
            for next in reach(square) & empty {
                if distances[next.index()].is_none() {
                    distances[next.index()] = Some(distance + 1);
                    queue.push_back((next, distance + 1));
                }
            }
        }
        distances
    }

    #[test]
    fn levels_match_a_queue() {
        for text in [
            "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
            "*q2*1*3/5*1q**/3*1**1*1/Q***2***1/*3**1*2/2*2*1Q2/1q5*2/2*1*Q*2*/1*4*q2/3*1Q4 w",
            "q3*/1**2/2Q2/**1*1/4Q/5 w",
        ] {
            let position = Position::parse(text).expect("a position");
            let empty = position.empty_squares();
            for color in amazons::Color::ALL {
                let seeds = position.amazons(color);
                type Step = fn(SquareSet, SquareSet) -> SquareSet;
                let kinds: [(Step, &dyn Fn(Square) -> SquareSet); 2] = [
                    (queen_step, &|square| slides(square, empty)),
                    (king_step, &|square| SquareSet::of(square).neighbours()),
                ];
                for (step, reach) in kinds {
                    let mut fast = vec![None; Square::INDICES];
                    let reached = levels(seeds, empty, step, |distance, squares| {
                        for square in squares {
                            fast[square.index()] = Some(distance);
                        }
                    });
                    assert_eq!(fast, queue_distances(seeds, empty, reach), "{text}");
                    assert_eq!(reached.len() as usize, fast.iter().flatten().count());
                }
            }
        }
    }
}
