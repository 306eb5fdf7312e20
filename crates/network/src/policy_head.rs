//! From the tower's output to five embeddings a square, and the scores they give to steps and arrows.
//!
//! A step scores origin[from] · target[to]; an arrow after it (by_target[to] + by_origin[from]) ·
//! arrow[square]; both divided by the root of the embeddings' length.

use crate::convolution::{Convolution, STRIP};
use crate::frame::SQUARES;
use crate::heads::dot;
use crate::kernel::Kernel;
use crate::number::Number;
use crate::tower::{Strip, row_of, scaled};
use crate::weights::Weights;

/// Squares of the frame, filled up to whole registers.
pub(crate) const LANES: usize = SQUARES.next_multiple_of(16);

/// The policy's convolution, ready to run.
#[derive(Clone, Debug)]
pub(crate) struct PolicyHead<N: Number> {
    convolution: Convolution<N>,
    embedding: usize,
}

/// The embeddings of all squares of one position.
#[derive(Clone, Debug)]
pub(crate) struct Embeddings {
    length: usize,
    /// What an embedding's product is multiplied by.
    scale: f32,
    /// `[square][origin, target, by target, by origin, arrow]`, then what fills up the last strip.
    squares: Vec<[f32; STRIP]>,
    /// The arrows' embeddings once more, `[number][square]`.
    arrows: Vec<[f32; LANES]>,
}

/// The five embeddings, in the order of the convolution's outputs.
#[derive(Clone, Copy)]
enum Role {
    Origin,
    Target,
    ByTarget,
    ByOrigin,
    Arrow,
}

impl<N: Number> PolicyHead<N> {
    pub fn new(weights: &Weights<N::Weight>) -> Self {
        Self {
            convolution: Convolution::new(&weights.policy),
            embedding: weights.shape.embedding,
        }
    }

    /// Computes the embeddings from a tower's output.
    #[inline(always)]
    pub fn run<K: Kernel>(&self, kernel: K, features: &[Strip<N>]) -> Embeddings {
        let convolution = &self.convolution;
        let strips = convolution.scale.len();
        let mut squares = vec![[0.0; STRIP]; SQUARES * strips];
        convolution.run(kernel, features.as_flattened(), |strip, row, tile| {
            let (scale, bias) = (convolution.scale[strip], convolution.bias[strip]);
            let squares = row_of(&mut squares, strips, strip, row);
            for (sums, square) in tile.iter().zip(squares) {
                *square = scaled::<N>(sums, &scale, &bias);
            }
        });
        let mut embeddings = Embeddings {
            length: self.embedding,
            scale: 1.0 / (self.embedding as f32).sqrt(),
            squares,
            arrows: vec![[0.0; LANES]; self.embedding],
        };
        for square in 0..SQUARES {
            for number in 0..self.embedding {
                embeddings.arrows[number][square] = embeddings.of(square, Role::Arrow)[number];
            }
        }
        embeddings
    }
}

impl Embeddings {
    #[inline(always)]
    fn of(&self, square: usize, role: Role) -> &[f32] {
        let width = self.squares.len() / SQUARES * STRIP;
        let start = square * width + role as usize * self.length;
        &self.squares.as_flattened()[start..start + self.length]
    }

    /// The score of a step.
    #[inline(always)]
    pub fn step_score(&self, from: usize, to: usize) -> f32 {
        dot(self.of(from, Role::Origin), self.of(to, Role::Target)) * self.scale
    }

    /// The scores of arrows to all squares after a step, whether or not they can fly there.
    #[inline(always)]
    pub fn arrow_scores(&self, from: usize, to: usize) -> [f32; LANES] {
        let mut scores = [0.0; LANES];
        let by_target = self.of(to, Role::ByTarget);
        let by_origin = self.of(from, Role::ByOrigin);
        for ((arrows, target), origin) in self.arrows.iter().zip(by_target).zip(by_origin) {
            let query = (target + origin) * self.scale;
            for (score, arrow) in scores.iter_mut().zip(arrows) {
                *score += query * arrow;
            }
        }
        scores
    }
}
