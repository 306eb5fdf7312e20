//! Somebody who can be asked about any position, at once and always with the same answer.

use amazons::{Game, Move, Position};
use book::{Analyst, Appraisal, Appraised, Failure, Key};
use search::Value;

/// Has an opinion on every position that follows from nothing but the position and its own seed.
#[derive(Clone, Copy)]
pub struct Opinionated(pub u64);

impl Opinionated {
    fn opinion(self, position: &Position) -> Value {
        if !position.has_move() {
            return Value::loss(0);
        }
        let mut word = Key::of(position)
            .0
            .bytes()
            .iter()
            .fold(self.0, |word, &byte| {
                (word ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
            });
        word ^= word >> 29;
        Value::estimate((word % 2_001) as i32 - 1_000)
    }
}

impl Analyst for Opinionated {
    fn appraise(
        &mut self,
        position: &Position,
        lines: usize,
        left_out: &[Move],
    ) -> Result<Appraisal, Failure> {
        let mut moves: Vec<Appraised> = position
            .moves()
            .into_iter()
            .filter(|mv| !left_out.contains(mv))
            .map(|mv| {
                let next = position.after(mv).expect("it is legal");
                Appraised {
                    mv,
                    value: self.opinion(&next).seen_from_parent(),
                    visits: 1,
                }
            })
            .collect();
        moves.sort_by_key(|appraised| std::cmp::Reverse(appraised.value));
        let has_more = moves.len() > lines;
        moves.truncate(lines);
        Ok(Appraisal {
            moves,
            has_more,
            nodes: 10,
        })
    }
}
