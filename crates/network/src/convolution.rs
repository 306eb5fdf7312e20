//! A convolution, its weights laid out as the kernels read them.
//!
//! Outputs are cut into strips of 32. A kernel computes one *tile* at a time: one strip on the ten
//! squares of one row, whose sums stay in registers while all weights of the strip pass by. Those are
//! 18 KB for 64 channels, so they stay in the first cache for all ten rows. Taps that fall off the board are
//! left out rather than multiplied by zero, which saves an eighth of the work.

use crate::frame::SIDE;
use crate::kernel::Kernel;
use crate::number::Number;
use crate::weights::ConvolutionWeights;

/// Channels that are kept together.
pub(crate) const STRIP: usize = 32;

/// Outputs of a strip whose weights share a cache line.
pub(crate) const HALF: usize = STRIP / 2;

/// The sums of one strip of outputs on one row.
pub(crate) type Tile<S> = [[S; STRIP]; SIDE];

/// One cache line of weights: sixteen outputs, `GROUP` inputs each.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Line<W, const GROUP: usize>(pub [[W; GROUP]; HALF]);

/// A convolution that kernels can run.
#[derive(Clone, Debug)]
pub(crate) struct Convolution<N: Number> {
    /// Input channels.
    inputs: usize,
    /// 3 for 3×3, 1 for 1×1.
    side: usize,
    /// `[strip][rank step][group of inputs][file step][half of the strip]`.
    lines: Vec<N::Line>,
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

impl<N: Number> Convolution<N> {
    pub fn new(weights: &ConvolutionWeights<N::Weight>) -> Self {
        let outputs = weights.scale.len();
        let (inputs, side) = (weights.inputs, weights.side);
        let groups = inputs / N::GROUP;
        let line = |strip: usize, rank: usize, group: usize, file: usize, half: usize| {
            N::line(|row, input| {
                let output = strip * STRIP + half * HALF + row;
                let plane = output * inputs + group * N::GROUP + input;
                let place = (plane * side + rank) * side + file;
                weights.weights.get(place).copied().unwrap_or_default()
            })
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
            inputs,
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
        input: &[N],
        mut finish: impl FnMut(usize, usize, &Tile<N::Sum>),
    ) {
        let lines_of_strip = self.lines.len() / self.scale.len();
        for (strip, lines) in self.lines.chunks_exact(lines_of_strip).enumerate() {
            for row in 0..SIDE {
                let tile = match (self.side, self.inputs) {
                    (3, 16) => N::tile::<K, 16, 3>(kernel, lines, input, row),
                    (3, 32) => N::tile::<K, 32, 3>(kernel, lines, input, row),
                    (3, 64) => N::tile::<K, 64, 3>(kernel, lines, input, row),
                    (3, 96) => N::tile::<K, 96, 3>(kernel, lines, input, row),
                    (3, 128) => N::tile::<K, 128, 3>(kernel, lines, input, row),
                    (1, 32) => N::tile::<K, 32, 1>(kernel, lines, input, row),
                    (1, 64) => N::tile::<K, 64, 1>(kernel, lines, input, row),
                    (1, 96) => N::tile::<K, 96, 1>(kernel, lines, input, row),
                    (1, 128) => N::tile::<K, 128, 1>(kernel, lines, input, row),
                    (side, inputs) => unreachable!("no {side}×{side} kernel for {inputs} inputs"),
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
    fn naive<N: Number>(
        weights: &ConvolutionWeights<N::Weight>,
        input: &[N],
        output: usize,
        square: usize,
    ) -> f64
    where
        f64: From<N> + From<N::Weight>,
    {
        let reach = (weights.side / 2) as isize;
        let (rank, file) = ((square / SIDE) as isize, (square % SIDE) as isize);
        let mut sum = 0.0;
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
                    sum += f64::from(input[place]) * f64::from(weight);
                }
            }
        }
        sum
    }

    /// Compares every sum of several convolutions with the naive one.
    fn check<N: Number, K: Kernel>(
        kernel: K,
        mut weight: impl FnMut() -> N::Weight,
        mut value: impl FnMut() -> N,
        tolerance: f64,
    ) where
        f64: From<N> + From<N::Weight> + From<N::Sum>,
    {
        for (inputs, outputs, side) in [(16, 64, 3), (32, 32, 3), (64, 64, 3), (64, 40, 1)] {
            let weights = ConvolutionWeights {
                inputs,
                side,
                weights: (0..outputs * inputs * side * side)
                    .map(|_| weight())
                    .collect(),
                scale: vec![1.0; outputs],
                bias: vec![0.0; outputs],
            };
            let input: Vec<N> = (0..SQUARES * inputs).map(|_| value()).collect();
            let mut seen = 0;
            Convolution::<N>::new(&weights).run(kernel, &input, |strip, row, tile| {
                for (column, sums) in tile.iter().enumerate() {
                    for (index, &sum) in sums.iter().enumerate() {
                        let output = strip * STRIP + index;
                        let mut expected = 0.0;
                        if output < outputs {
                            expected = naive(&weights, &input, output, row * SIDE + column);
                            seen += 1;
                        }
                        assert!((f64::from(sum) - expected).abs() <= tolerance);
                    }
                }
            });
            assert_eq!(seen, SQUARES * outputs);
        }
    }

    fn check_all<K: Kernel>(kernel: K) {
        let (mut weights, mut values) = (Numbers(1), Numbers(2));
        check::<u8, K>(kernel, || weights.next() as i8, || values.next() as u8, 0.0);
        check::<u8, K>(
            kernel,
            || [127, -128][weights.next() as usize & 1],
            || 255,
            0.0,
        );
        // Small whole numbers and fractions, whose sums are exact in any order.
        check::<f32, K>(
            kernel,
            || weights.next() as i8 as f32 / 64.0,
            || values.next() as u8 as f32,
            0.0,
        );
    }

    #[test]
    fn every_kernel_computes_the_naive_sum() {
        check_all(Plain);
        #[cfg(target_arch = "x86_64")]
        {
            use crate::kernel::{Avx2, Avx512, AvxVnni, Respelled};
            Avx2::new().into_iter().for_each(check_all);
            AvxVnni::new().into_iter().for_each(check_all);
            Avx512::new().into_iter().for_each(check_all);
            let respelled = Avx512::new().map(Respelled);
            respelled.into_iter().for_each(check_all);
        }
        #[cfg(target_arch = "aarch64")]
        {
            use crate::kernel::{DotProduct, Neon};
            check_all(Neon);
            DotProduct::new().into_iter().for_each(check_all);
        }
        assert!(Path::available().any(|path| path == Path::Plain));
    }
}
