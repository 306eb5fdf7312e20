//! The values of all placements on a cluster, from those of the clusters with one square less.
//!
//! A move and its arrow are looked at from the square in between. An amazon that has just arrived there shoots
//! at what it sees; and since slides can be reversed, it came from one of the very same squares. So one set of
//! squares in sight gives the best arrow first, and then all the placements that could have led here.

use crate::catalogue::Catalogue;
use crate::clusters::Cluster;
use crate::pair::Pair;
use crate::placement::Placements;
use crate::shape::bits;
use crate::sight::{Sight, digits, number, numbers_without};

/// No move leads from here.
const NO_BLACK_MOVE: i8 = i8::MIN;
const NO_WHITE_MOVE: i8 = i8::MAX;

/// What the rest of a game is worth by its code.
static RESOLVED: [[i8; 2]; 256] = {
    let mut resolved = [[0; 2]; 256];
    let mut code = 0;
    while code < Pair::CODES {
        resolved[code] = Pair::from_code(code as u8)
            .expect("below the limit")
            .resolved();
        code += 1;
    }
    resolved
};

/// Memory that is used again for every cluster.
#[derive(Clone, Debug)]
pub struct Solver {
    size: usize,
    /// All placements on clusters of this size, and of one square less.
    boards: Vec<(u16, u16)>,
    smaller_boards: Vec<(u16, u16)>,
    sight: Sight,
    /// For each square that burns and each placement without it: what the rest is worth if Black, if White moves next.
    rest: Vec<[i8; 2]>,
    /// The best for the player who moves, by placement.
    black_first: Vec<i8>,
    white_first: Vec<i8>,
}

impl Solver {
    /// A solver for clusters of so many squares.
    pub fn new(size: usize) -> Self {
        Self {
            size,
            boards: Placements::new(size).all().collect(),
            smaller_boards: Placements::new(size - 1).all().collect(),
            sight: Sight::new(size),
            rest: vec![[0; 2]; size * 3_usize.pow(size as u32 - 1)],
            black_first: vec![0; 3_usize.pow(size as u32)],
            white_first: vec![0; 3_usize.pow(size as u32)],
        }
    }

    /// Writes the values of all placements on a cluster. `smaller` gives those on a cluster of one square less.
    pub fn solve<'t, E>(
        &mut self,
        catalogue: &Catalogue,
        cluster: &Cluster,
        values: &mut [u8],
        smaller: impl Fn(usize) -> Result<&'t [u8], E>,
    ) -> Result<(), E> {
        self.sight.look(catalogue.parts(cluster));
        for burned in 0..self.size {
            let left = catalogue.remainder(cluster, burned);
            self.take_over(burned, &left.squares, smaller(left.cluster)?);
        }
        self.black_first.fill(NO_BLACK_MOVE);
        self.white_first.fill(NO_WHITE_MOVE);
        self.play();
        for (value, &(black, white)) in values.iter_mut().zip(&self.boards) {
            let place = number(black, white);
            let known = |value: i8, none: i8| (value != none).then_some(value);
            *value = Pair {
                black_first: known(self.black_first[place], NO_BLACK_MOVE),
                white_first: known(self.white_first[place], NO_WHITE_MOVE),
            }
            .code();
        }
        Ok(())
    }

    /// Takes over what is left when a square burns, into the numbering of this cluster.
    fn take_over(&mut self, burned: usize, squares: &[usize], values: &[u8]) {
        let numbers = numbers_without(burned, squares);
        let length = self.rest.len() / self.size;
        let rest = &mut self.rest[burned * length..][..length];
        for (&value, &(black, white)) in values.iter().zip(&self.smaller_boards) {
            let number = usize::from(numbers[usize::from(black)])
                + 2 * usize::from(numbers[usize::from(white)]);
            rest[number] = RESOLVED[usize::from(value)];
        }
    }

    /// All moves of both players on all placements.
    fn play(&mut self) {
        let length = self.rest.len() / self.size;
        for &(black, white) in &self.boards {
            let taken = black | white;
            let place = number(black, white);
            for to in bits(black) {
                let seen = self.sight.from(to, taken);
                let mut best = NO_BLACK_MOVE;
                for arrow in bits(seen) {
                    let left = self.sight.number_without(arrow, black, white);
                    best = best.max(self.rest[arrow * length + left][1]);
                }
                let without = place - digits(1 << to);
                for from in bits(seen) {
                    let value = &mut self.black_first[without + digits(1 << from)];
                    *value = (*value).max(best + 1);
                }
            }
            for to in bits(white) {
                let seen = self.sight.from(to, taken);
                let mut best = NO_WHITE_MOVE;
                for arrow in bits(seen) {
                    let left = self.sight.number_without(arrow, black, white);
                    best = best.min(self.rest[arrow * length + left][0]);
                }
                let without = place - 2 * digits(1 << to);
                for from in bits(seen) {
                    let value = &mut self.white_first[without + 2 * digits(1 << from)];
                    *value = (*value).min(best - 1);
                }
            }
        }
    }
}
