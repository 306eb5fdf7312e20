//! A quantised convolution, its weights laid out as the kernels read them.
//!
//! Outputs are cut into strips of 32. A kernel computes one *tile* at a time: one strip on the ten
//! squares of one row, whose sums stay in registers while all weights of the strip pass by. Those are
//! 18 KB for 64 channels, so they stay in the first cache for all ten rows. Taps that fall off the board are
//! left out rather than multiplied by zero, which saves an eighth of the work.

use crate::frame::SIDE;
use crate::kernel::Kernel;
use crate::weights::ConvolutionWeights;

/// Channels that are kept together.
pub(crate) const STRIP: usize = 32;

/// Input channels that one instruction multiplies and adds up.
pub(crate) const GROUP: usize = 4;

/// The sums of one strip of outputs on one row.
pub(crate) type Tile = [[i32; STRIP]; SIDE];

/// One cache line of weights: sixteen outputs, four inputs each.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Line(pub [[i8; GROUP]; STRIP / 2]);

/// A convolution that kernels can run.
#[derive(Clone, Debug)]
pub(crate) struct Convolution {
    /// Groups of four input channels.
    groups: usize,
    /// 3 for 3×3, 1 for 1×1.
    side: usize,
    /// `[strip][rank step][group][file step][half of the strip]`.
    lines: Vec<Line>,
    /// What a sum counts, by strip.
    pub scale: Vec<[f32; STRIP]>,
    /// What is added, by strip.
    pub bias: Vec<[f32; STRIP]>,
}

/// Numbers cut into strips, the last one filled up with zeros.
pub(crate) fn strips(numbers: &[f32]) -> Vec<[f32; STRIP]> {
    numbers
        .chunks(STRIP)
        .map(|chunk| std::array::from_fn(|index| chunk.get(index).copied().unwrap_or(0.0)))
        .collect()
}

impl Convolution {
    pub fn new(weights: &ConvolutionWeights) -> Self {
        let outputs = weights.scale.len();
        let (inputs, side) = (weights.inputs, weights.side);
        let groups = inputs / GROUP;
        let line = |strip: usize, rank: usize, group: usize, file: usize, half: usize| {
            let weight = |row: usize, input: usize| {
                let output = strip * STRIP + half * STRIP / 2 + row;
                let plane = output * inputs + group * GROUP + input;
                let place = (plane * side + rank) * side + file;
                weights.weights.get(place).copied().unwrap_or(0)
            };
            Line(std::array::from_fn(|row| {
                std::array::from_fn(|input| weight(row, input))
            }))
        };
        let mut lines = Vec::with_capacity(outputs.div_ceil(STRIP) * side * groups * side * 2);
        for strip in 0..outputs.div_ceil(STRIP) {
            for rank in 0..side {
                for group in 0..groups {
                    for file in 0..side {
                        lines.extend([0, 1].map(|half| line(strip, rank, group, file, half)));
                    }
                }
            }
        }
        Self {
            groups,
            side,
            lines,
            scale: strips(&weights.scale),
            bias: strips(&weights.bias),
        }
    }

    /// Computes all tiles and hands each out with its strip and its row. The input has the channels of a
    /// square together.
    #[inline(always)]
    pub fn run<K: Kernel>(
        &self,
        kernel: K,
        input: &[u8],
        mut finish: impl FnMut(usize, usize, &Tile),
    ) {
        let lines_of_strip = self.lines.len() / self.scale.len();
        for (strip, lines) in self.lines.chunks_exact(lines_of_strip).enumerate() {
            for row in 0..SIDE {
                let tile = match (self.side, self.groups) {
                    (3, 4) => kernel.tile::<4, 3>(lines, input, row),
                    (3, 8) => kernel.tile::<8, 3>(lines, input, row),
                    (3, 16) => kernel.tile::<16, 3>(lines, input, row),
                    (3, 24) => kernel.tile::<24, 3>(lines, input, row),
                    (3, 32) => kernel.tile::<32, 3>(lines, input, row),
                    (1, 8) => kernel.tile::<8, 1>(lines, input, row),
                    (1, 16) => kernel.tile::<16, 1>(lines, input, row),
                    (1, 24) => kernel.tile::<24, 1>(lines, input, row),
                    (1, 32) => kernel.tile::<32, 1>(lines, input, row),
                    (side, groups) => unreachable!("no {side}×{side} kernel for {groups} groups"),
                };
                finish(strip, row, &tile);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::SQUARES;
    use crate::kernel::{Path, Plain};

    /// A small generator of numbers, the same ones every time.
    struct Numbers(u64);

    impl Numbers {
        fn next(&mut self) -> u64 {
            self.0 = self
                .0
                .wrapping_mul(0x5851_f42d_4c95_7f2d)
                .wrapping_add(0x1405_7b7e_f767_814f);
            self.0 >> 33
        }
    }

    /// The sum that defines a convolution, term by term.
    fn naive(weights: &ConvolutionWeights, input: &[u8], output: usize, square: usize) -> i32 {
        let reach = (weights.side / 2) as isize;
        let (rank, file) = ((square / SIDE) as isize, (square % SIDE) as isize);
        let mut sum = 0;
        for channel in 0..weights.inputs {
            for (tap, (up, right)) in (-reach..=reach)
                .flat_map(|up| (-reach..=reach).map(move |right| (up, right)))
                .enumerate()
            {
                let (rank, file) = (rank + up, file + right);
                if (0..SIDE as isize).contains(&rank) && (0..SIDE as isize).contains(&file) {
                    let place = (rank as usize * SIDE + file as usize) * weights.inputs + channel;
                    let taps = weights.side * weights.side;
                    let weight = weights.weights[(output * weights.inputs + channel) * taps + tap];
                    sum += i32::from(input[place]) * i32::from(weight);
                }
            }
        }
        sum
    }

    fn check<K: Kernel>(kernel: K, extreme: bool) {
        let mut numbers = Numbers(1);
        for (inputs, outputs, side) in [(16, 64, 3), (32, 32, 3), (64, 64, 3), (64, 40, 1)] {
            let byte = |number: u64| {
                if extreme {
                    [127, -128][number as usize & 1]
                } else {
                    number as i8
                }
            };
            let weights = ConvolutionWeights {
                inputs,
                side,
                weights: (0..outputs * inputs * side * side)
                    .map(|_| byte(numbers.next()))
                    .collect(),
                scale: vec![1.0; outputs],
                bias: vec![0.0; outputs],
            };
            let input: Vec<u8> = (0..SQUARES * inputs)
                .map(|_| if extreme { 255 } else { numbers.next() as u8 })
                .collect();
            let mut seen = 0;
            Convolution::new(&weights).run(kernel, &input, |strip, row, tile| {
                for (column, sums) in tile.iter().enumerate() {
                    for (index, &sum) in sums.iter().enumerate() {
                        let output = strip * STRIP + index;
                        if output < outputs {
                            let square = row * SIDE + column;
                            assert_eq!(sum, naive(&weights, &input, output, square));
                            seen += 1;
                        } else {
                            assert_eq!(sum, 0);
                        }
                    }
                }
            });
            assert_eq!(seen, SQUARES * outputs);
        }
    }

    #[test]
    fn every_kernel_computes_the_naive_sum() {
        for extreme in [false, true] {
            check(Plain, extreme);
            #[cfg(target_arch = "x86_64")]
            {
                use crate::kernel::{Avx2, Avx512};
                if let Some(kernel) = Avx2::new() {
                    check(kernel, extreme);
                }
                if let Some(kernel) = Avx512::new() {
                    check(kernel, extreme);
                }
            }
        }
        assert!(Path::available().any(|path| path == Path::Plain));
    }
}
