//! Interned subgames and their moves.

use std::collections::HashMap;
use std::rc::Rc;

use amazons::{Color, Square};

use crate::shape::{MAX_SQUARES, Shape, bits};
use crate::sided_region::SidedRegion;
use crate::visibility::remap;

/// Id of an interned subgame.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SubgameId(u32);

impl SubgameId {
    pub(super) fn number(self) -> u32 {
        self.0
    }
}

/// A shape and what follows from it alone.
#[derive(Debug)]
struct ShapeInfo {
    shape: Shape,
    /// For each square the squares in each direction, nearest first.
    rays: Vec<[Vec<usize>; 8]>,
    symmetries: Vec<[u8; MAX_SQUARES]>,
    /// Remainders by burned square, computed on demand.
    without: Vec<Option<Rc<[Fragment]>>>,
}

/// A component that an arrow cuts off.
#[derive(Debug)]
struct Fragment {
    shape_id: u32,
    /// For each of its squares the index in the larger shape and here.
    numbers: Vec<(usize, u8)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Placement {
    shape_id: u32,
    black: u16,
    white: u16,
}

impl Placement {
    /// Amazons of a player and of the opponent.
    fn amazons(self, side: Color) -> (u16, u16) {
        match side {
            Color::Black => (self.black, self.white),
            Color::White => (self.white, self.black),
        }
    }
}

/// All interned subgames.
#[derive(Debug, Default)]
pub(super) struct SubgameStore {
    shapes: Vec<ShapeInfo>,
    shape_ids: HashMap<Shape, u32>,
    placements: Vec<Placement>,
    ids: HashMap<Placement, SubgameId>,
}

impl SubgameStore {
    /// Interns a shape with amazons; equal subgames get equal ids.
    pub fn intern(&mut self, shape: Shape, black: u16, white: u16) -> SubgameId {
        let shape_id = self.shape_id(shape);
        self.subgame(shape_id, black, white)
    }

    fn shape_id(&mut self, shape: Shape) -> u32 {
        *self.shape_ids.entry(shape).or_insert_with(|| {
            self.shapes.push(ShapeInfo {
                shape,
                rays: shape.rays(),
                symmetries: shape.symmetries(),
                without: vec![None; shape.size()],
            });
            self.shapes.len() as u32 - 1
        })
    }

    fn subgame(&mut self, shape_id: u32, black: u16, white: u16) -> SubgameId {
        let symmetries = &self.shapes[shape_id as usize].symmetries;
        // The smallest image under the symmetries of the shape.
        let images = symmetries[1..]
            .iter()
            .map(|places| (image(black, places), image(white, places)));
        let (black, white) = images.fold((black, white), |least, other| least.min(other));
        let placement = Placement {
            shape_id,
            black,
            white,
        };
        *self.ids.entry(placement).or_insert_with(|| {
            self.placements.push(placement);
            SubgameId(self.placements.len() as u32 - 1)
        })
    }

    /// Ids from `count` on.
    pub fn ids_from(&self, count: usize) -> impl Iterator<Item = SubgameId> + use<> {
        (count as u32..self.placements.len() as u32).map(SubgameId)
    }

    fn placement(&self, subgame: SubgameId) -> Placement {
        self.placements[subgame.0 as usize]
    }

    /// The subgame as a region in the corner of the board, with Black as its player.
    pub fn region(&self, subgame: SubgameId) -> SidedRegion {
        let placement = self.placement(subgame);
        let shape = self.shapes[placement.shape_id as usize].shape;
        let squares: Vec<Square> = shape.squares_on_board().collect();
        let set = |amazons: u16| bits(amazons).map(|number| squares[number]).collect();
        SidedRegion {
            own: set(placement.black),
            opponent: set(placement.white),
            squares: squares.iter().copied().collect(),
        }
    }

    /// Whether a player has a move.
    pub fn has_legal_move(&self, subgame: SubgameId, side: Color) -> bool {
        let placement = self.placement(subgame);
        let (own, other) = placement.amazons(side);
        let rays = &self.shapes[placement.shape_id as usize].rays;
        bits(own).any(|from| visibility(&rays[from], own | other) != 0)
    }

    /// Distinct results of a player's moves: the remaining subgames with amazons.
    pub fn moves(&mut self, subgame: SubgameId, side: Color) -> Vec<Vec<SubgameId>> {
        let placement = self.placement(subgame);
        let (own, other) = placement.amazons(side);
        let rays = &self.shapes[placement.shape_id as usize].rays;
        let mut shots: Vec<(usize, u16)> = Vec::new();
        for from in bits(own) {
            let staying = own & !(1 << from);
            for to in bits(visibility(&rays[from], staying | other)) {
                let arrows = bits(visibility(&rays[to], staying | other));
                shots.extend(arrows.map(|arrow| (arrow, staying | 1 << to)));
            }
        }
        // Different amazons may lead to the same result.
        shots.sort_unstable();
        shots.dedup();
        let mut left: Vec<Vec<SubgameId>> = shots
            .into_iter()
            .map(|(arrow, own)| {
                let (black, white) = match side {
                    Color::Black => (own, other),
                    Color::White => (other, own),
                };
                self.burn(placement.shape_id, arrow, black, white)
            })
            .collect();
        left.sort_unstable();
        left.dedup();
        left
    }

    fn burn(&mut self, shape_id: u32, square: usize, black: u16, white: u16) -> Vec<SubgameId> {
        let fragments = self.fragments_without(shape_id, square);
        let mut parts: Vec<SubgameId> = Vec::new();
        for fragment in fragments.iter() {
            let [black, white] = [black, white].map(|set| remap(set, &fragment.numbers));
            if black | white != 0 {
                parts.push(self.subgame(fragment.shape_id, black, white));
            }
        }
        parts.sort_unstable();
        parts
    }

    fn fragments_without(&mut self, shape_id: u32, square: usize) -> Rc<[Fragment]> {
        let place = &self.shapes[shape_id as usize];
        if let Some(fragments) = &place.without[square] {
            return Rc::clone(fragments);
        }
        let shape = place.shape;
        let fragments: Rc<[Fragment]> = shape
            .components_without(square)
            .into_iter()
            .map(|part| {
                let canonical = shape.subshape(&part);
                Fragment {
                    shape_id: self.shape_id(canonical.shape),
                    numbers: part.into_iter().zip(canonical.square_map).collect(),
                }
            })
            .collect();
        self.shapes[shape_id as usize].without[square] = Some(Rc::clone(&fragments));
        fragments
    }
}

/// Squares visible along rays.
fn visibility(rays: &[Vec<usize>; 8], taken: u16) -> u16 {
    let free = |square: &&usize| taken >> **square & 1 == 0;
    let seen = rays.iter().flat_map(|ray| ray.iter().take_while(free));
    seen.fold(0, |seen, square| seen | 1 << square)
}

fn image(set: u16, places: &[u8; MAX_SQUARES]) -> u16 {
    bits(set).fold(0, |image, square| image | 1 << places[square])
}
