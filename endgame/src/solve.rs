//! The values of all placements on a cluster, from those of the clusters with one square less.
//!
//! A move and its arrow are looked at from the square in between. An amazon that has just arrived there shoots
//! at what it sees; and since slides can be reversed, it came from one of the very same squares. So one set of
//! squares in sight gives the best arrow first, and then all the placements that could have led here.

use crate::catalogue::Catalogue;
use crate::clusters::Cluster;
use crate::pair::Pair;
use crate::placement::Placements;
use crate::shape::{MOST_SQUARES, bits};

/// Sets of squares of a cluster.
const SETS: usize = 1 << MOST_SQUARES;

/// No move leads from here.
const NO_BLACK_MOVE: i8 = i8::MIN;
const NO_WHITE_MOVE: i8 = i8::MAX;

/// A set as a number with a digit of three values for each square: 0 or 1.
static DIGITS: [u16; SETS] = {
    let mut digits = [0; SETS];
    let mut set = 1;
    while set < SETS {
        let lowest = set.trailing_zeros();
        digits[set] = digits[set & (set - 1)] + 3_u16.pow(lowest);
        set += 1;
    }
    digits
};

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
    /// What an amazon sees: by its square, then by the squares that are taken.
    sight: Vec<u16>,
    /// For each square that burns, the number of a set with that square's digit taken out.
    shrunk: Vec<u16>,
    /// For each square that burns and each placement without it: what the rest is worth if Black, if White moves next.
    rest: Vec<[i8; 2]>,
    /// The best for the player who moves, by placement.
    black_first: Vec<i8>,
    white_first: Vec<i8>,
}

impl Solver {
    /// A solver for clusters of so many squares.
    pub fn new(size: usize) -> Self {
        let shrunk = (0..size)
            .flat_map(|burned| {
                (0..SETS as u16).map(move |set| {
                    let below = (1 << burned) - 1;
                    DIGITS[usize::from(set & below | set >> 1 & !below)]
                })
            })
            .collect();
        Self {
            size,
            boards: Placements::new(size).all().collect(),
            smaller_boards: Placements::new(size - 1).all().collect(),
            sight: vec![0; size * SETS],
            shrunk,
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
        self.look(catalogue, cluster);
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

    /// What amazons see on this cluster.
    fn look(&mut self, catalogue: &Catalogue, cluster: &Cluster) {
        let mut first = 0;
        for shape in catalogue.parts(cluster) {
            for (square, rays) in shape.rays().into_iter().enumerate() {
                let sight = &mut self.sight[(first + square) * SETS..][..1 << self.size];
                sight.fill(0);
                for ray in rays {
                    // The squares of the ray up to each, and those before it that must be free.
                    let mut before = 0_u16;
                    for step in ray {
                        let reached = 1 << (first + step);
                        for (taken, seen) in sight.iter_mut().enumerate() {
                            if taken as u16 & (before | reached) == 0 {
                                *seen |= reached;
                            }
                        }
                        before |= reached;
                    }
                }
            }
            first += shape.size();
        }
    }

    /// Takes over what is left when a square burns, into the numbering of this cluster.
    fn take_over(&mut self, burned: usize, squares: &[usize], values: &[u8]) {
        // The numbers here of the sets there: each is a smaller set and its lowest square.
        let mut numbers = [0_u16; SETS / 2];
        for set in 1..1 << squares.len() {
            let square = squares[usize::trailing_zeros(set) as usize];
            let digit = square - usize::from(square > burned);
            numbers[set] = numbers[set & (set - 1)] + DIGITS[1 << digit];
        }
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
                let seen = self.sight[to * SETS + usize::from(taken & !(1 << to))];
                let mut best = NO_BLACK_MOVE;
                for arrow in bits(seen) {
                    let shrunk = &self.shrunk[arrow * SETS..][..SETS];
                    let left = usize::from(shrunk[usize::from(black)])
                        + 2 * usize::from(shrunk[usize::from(white)]);
                    best = best.max(self.rest[arrow * length + left][1]);
                }
                let without = place - usize::from(DIGITS[1 << to]);
                for from in bits(seen) {
                    let value = &mut self.black_first[without + usize::from(DIGITS[1 << from])];
                    *value = (*value).max(best + 1);
                }
            }
            for to in bits(white) {
                let seen = self.sight[to * SETS + usize::from(taken & !(1 << to))];
                let mut best = NO_WHITE_MOVE;
                for arrow in bits(seen) {
                    let shrunk = &self.shrunk[arrow * SETS..][..SETS];
                    let left = usize::from(shrunk[usize::from(black)])
                        + 2 * usize::from(shrunk[usize::from(white)]);
                    best = best.min(self.rest[arrow * length + left][0]);
                }
                let without = place - 2 * usize::from(DIGITS[1 << to]);
                for from in bits(seen) {
                    let value = &mut self.white_first[without + 2 * usize::from(DIGITS[1 << from])];
                    *value = (*value).min(best - 1);
                }
            }
        }
    }
}

/// A placement as a number with a digit for each square: free, black or white.
#[inline]
fn number(black: u16, white: u16) -> usize {
    usize::from(DIGITS[usize::from(black)]) + 2 * usize::from(DIGITS[usize::from(white)])
}
