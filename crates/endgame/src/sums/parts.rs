//! The subgames that sums are made of, each met once: what it is, and what each player can make of it.

use std::collections::HashMap;
use std::rc::Rc;

use amazons::{Color, Square, SquareSet};
use game::PerColor;

use crate::shape::{MOST_SQUARES, Shape, bits};

/// A subgame that was met, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Subgame(u32);

impl Subgame {
    pub(super) fn number(self) -> u32 {
        self.0
    }
}

/// What is known of a subgame's squares, whoever stands on them.
#[derive(Debug)]
struct Ground {
    shape: Shape,
    /// For each square, what can be seen in each direction, the nearest first.
    rays: Vec<[Vec<usize>; 8]>,
    symmetries: Vec<[u8; MOST_SQUARES]>,
    /// What is left when a square burns, as far as that was asked.
    without: Vec<Option<Rc<[Piece]>>>,
}

/// A part of a ground that an arrow has cut out.
#[derive(Debug)]
struct Piece {
    ground: u32,
    /// For each of its squares in the larger ground, its number here.
    numbers: Vec<(usize, u8)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Stand {
    ground: u32,
    black: u16,
    white: u16,
}

/// All subgames that were met.
#[derive(Debug, Default)]
pub(super) struct Parts {
    grounds: Vec<Ground>,
    ground_numbers: HashMap<Shape, u32>,
    stands: Vec<Stand>,
    stand_numbers: HashMap<Stand, Subgame>,
}

impl Parts {
    /// The subgame of a shape and of the amazons on its squares; equal ones have equal numbers.
    pub fn meet(&mut self, shape: Shape, black: u16, white: u16) -> Subgame {
        let ground = self.ground(shape);
        self.subgame(ground, black, white)
    }

    fn ground(&mut self, shape: Shape) -> u32 {
        *self.ground_numbers.entry(shape).or_insert_with(|| {
            self.grounds.push(Ground {
                shape,
                rays: shape.rays(),
                symmetries: shape.symmetries(),
                without: vec![None; shape.size()],
            });
            self.grounds.len() as u32 - 1
        })
    }

    fn subgame(&mut self, ground: u32, black: u16, white: u16) -> Subgame {
        let symmetries = &self.grounds[ground as usize].symmetries;
        // Of placements that look the same, the one with the smallest numbers.
        let images = symmetries[1..]
            .iter()
            .map(|places| (image(black, places), image(white, places)));
        let (black, white) = images.fold((black, white), |least, other| least.min(other));
        let stand = Stand {
            ground,
            black,
            white,
        };
        *self.stand_numbers.entry(stand).or_insert_with(|| {
            self.stands.push(stand);
            Subgame(self.stands.len() as u32 - 1)
        })
    }

    /// All that were met after so many others.
    pub fn since(&self, count: usize) -> impl Iterator<Item = Subgame> + use<> {
        (count as u32..self.stands.len() as u32).map(Subgame)
    }

    fn stand(&self, subgame: Subgame) -> Stand {
        self.stands[subgame.0 as usize]
    }

    /// Its shape, and which of its squares hold amazons.
    fn look(&self, subgame: Subgame) -> (Shape, PerColor<u16>) {
        let stand = self.stand(subgame);
        let shape = self.grounds[stand.ground as usize].shape;
        (shape, PerColor::new(stand.black, stand.white))
    }

    /// Its squares in a corner of the board, and those with amazons.
    pub fn on_the_board(&self, subgame: Subgame) -> (SquareSet, PerColor<SquareSet>) {
        let (shape, amazons) = self.look(subgame);
        let squares: Vec<Square> = shape
            .squares()
            .filter_map(|(row, column)| Square::new(column, row))
            .collect();
        let set = |amazons: u16| bits(amazons).map(|number| squares[number]).collect();
        let sets = PerColor::new(set(amazons[Color::Black]), set(amazons[Color::White]));
        (squares.iter().copied().collect(), sets)
    }

    /// Whether a player has a move in it.
    pub fn has_move(&self, subgame: Subgame, side: Color) -> bool {
        let stand = self.stand(subgame);
        let own = match side {
            Color::Black => stand.black,
            Color::White => stand.white,
        };
        let rays = &self.grounds[stand.ground as usize].rays;
        bits(own).any(|from| sight(&rays[from], stand.black | stand.white) != 0)
    }

    /// What the moves of a player lead to: the parts that are left, without those where nobody stands. Each once.
    pub fn moves(&mut self, subgame: Subgame, side: Color) -> Vec<Vec<Subgame>> {
        let stand = self.stand(subgame);
        let (own, other) = match side {
            Color::Black => (stand.black, stand.white),
            Color::White => (stand.white, stand.black),
        };
        let rays = &self.grounds[stand.ground as usize].rays;
        let mut shots: Vec<(usize, u16)> = Vec::new();
        for from in bits(own) {
            let staying = own & !(1 << from);
            for to in bits(sight(&rays[from], staying | other)) {
                let arrows = bits(sight(&rays[to], staying | other));
                shots.extend(arrows.map(|arrow| (arrow, staying | 1 << to)));
            }
        }
        // Several amazons may lead to the same.
        shots.sort_unstable();
        shots.dedup();
        let mut left: Vec<Vec<Subgame>> = shots
            .into_iter()
            .map(|(arrow, own)| {
                let (black, white) = match side {
                    Color::Black => (own, other),
                    Color::White => (other, own),
                };
                self.burn(stand.ground, arrow, black, white)
            })
            .collect();
        left.sort_unstable();
        left.dedup();
        left
    }

    fn burn(&mut self, ground: u32, square: usize, black: u16, white: u16) -> Vec<Subgame> {
        let pieces = self.without(ground, square);
        let mut parts: Vec<Subgame> = Vec::new();
        for piece in pieces.iter() {
            let here = |amazons: u16| {
                let numbers = piece.numbers.iter();
                numbers.fold(0, |set, &(old, new)| set | (amazons >> old & 1) << new)
            };
            let (black, white) = (here(black), here(white));
            if black | white != 0 {
                parts.push(self.subgame(piece.ground, black, white));
            }
        }
        parts.sort_unstable();
        parts
    }

    fn without(&mut self, ground: u32, square: usize) -> Rc<[Piece]> {
        let place = &self.grounds[ground as usize];
        if let Some(pieces) = &place.without[square] {
            return Rc::clone(pieces);
        }
        let shape = place.shape;
        let pieces: Rc<[Piece]> = shape
            .parts_without(square)
            .into_iter()
            .map(|part| {
                let placed = shape.part(&part);
                Piece {
                    ground: self.ground(placed.shape),
                    numbers: part.into_iter().zip(placed.places).collect(),
                }
            })
            .collect();
        self.grounds[ground as usize].without[square] = Some(Rc::clone(&pieces));
        pieces
    }
}

/// What can be seen along some rays where squares are taken.
fn sight(rays: &[Vec<usize>; 8], taken: u16) -> u16 {
    let free = |square: &&usize| taken >> **square & 1 == 0;
    let seen = rays.iter().flat_map(|ray| ray.iter().take_while(free));
    seen.fold(0, |seen, square| seen | 1 << square)
}

fn image(set: u16, places: &[u8; MOST_SQUARES]) -> u16 {
    bits(set).fold(0, |image, square| image | 1 << places[square])
}
