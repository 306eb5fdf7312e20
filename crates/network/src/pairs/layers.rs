//! The two layers above the sums, and the output.

use evaluation::Path;

use super::{HIDDEN, ONE, WIDTH};

/// A layer's weights count 64ths, and what it hands on counts as its input does.
const WEIGHT_SHIFT: u32 = 6;

/// The output's sum counts 1,024ths of a thousandth.
const OUT_SHIFT: u32 = 10;

/// Four inputs of all outputs together, as the instruction for sums of four products wants them.
type Group = [[i8; 4]; HIDDEN];

/// A layer from `4 * groups.len()` bytes to [`HIDDEN`] bytes.
pub(super) struct Layer {
    groups: Vec<Group>,
    bias: [i32; HIDDEN],
}

/// Both layers and the output.
pub(super) struct Layers {
    pub(super) first: Layer,
    pub(super) second: Layer,
    pub(super) out: [i32; HIDDEN],
    pub(super) out_bias: i32,
}

impl Layer {
    /// From weights `[out][in]`.
    pub(super) fn new(weights: &[i8], bias: [i32; HIDDEN]) -> Self {
        let inputs = weights.len() / HIDDEN;
        let group = |group: usize| {
            std::array::from_fn(|out| {
                std::array::from_fn(|place| weights[out * inputs + 4 * group + place])
            })
        };
        Self {
            groups: (0..inputs / 4).map(group).collect(),
            bias,
        }
    }

    #[inline]
    fn apply(&self, path: Path, inputs: &[u8]) -> [u8; HIDDEN] {
        #[cfg(target_arch = "x86_64")]
        if path.is_avx512() {
            // SAFETY: the path proves that the machine has the instructions.
            return unsafe { self.apply_in_registers(inputs) };
        }
        let _ = path;
        let mut sums = self.bias;
        for (group, inputs) in self.groups.iter().zip(inputs.as_chunks::<4>().0) {
            for (sum, weights) in sums.iter_mut().zip(group) {
                for (&weight, &input) in weights.iter().zip(inputs) {
                    *sum += i32::from(weight) * i32::from(input);
                }
            }
        }
        sums.map(handed_on)
    }

    /// All outputs' sums in two registers.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512vnni")]
    fn apply_in_registers(&self, inputs: &[u8]) -> [u8; HIDDEN] {
        use std::arch::x86_64::*;

        // SAFETY: the bias has 32 numbers of 32 bits, two registers full.
        let mut sums =
            [0, 16].map(|at| unsafe { _mm512_loadu_si512(self.bias.as_ptr().add(at).cast()) });
        for (group, inputs) in self.groups.iter().zip(inputs.as_chunks::<4>().0) {
            let inputs = _mm512_set1_epi32(i32::from_le_bytes(*inputs));
            for (sum, at) in sums.iter_mut().zip([0, 16]) {
                // SAFETY: a group has 32 times four bytes, two registers full.
                let weights = unsafe { _mm512_loadu_si512(group.as_ptr().add(at).cast()) };
                *sum = _mm512_dpbusd_epi32(*sum, inputs, weights);
            }
        }
        let mut bytes = [0; HIDDEN];
        for (place, sum) in bytes.as_chunks_mut::<16>().0.iter_mut().zip(sums) {
            let rounded = _mm512_add_epi32(sum, _mm512_set1_epi32(1 << (WEIGHT_SHIFT - 1)));
            let shifted = _mm512_srai_epi32::<WEIGHT_SHIFT>(rounded);
            let cut = _mm512_max_epi32(shifted, _mm512_setzero_si512());
            let cut = _mm512_min_epi32(cut, _mm512_set1_epi32(ONE));
            // SAFETY: a chunk of 16 bytes is as long as a quarter of a register.
            unsafe { _mm_storeu_si128(place.as_mut_ptr().cast(), _mm512_cvtepi32_epi8(cut)) };
        }
        bytes
    }
}

/// A sum as the next layer's input.
#[inline]
fn handed_on(sum: i32) -> u8 {
    ((sum + (1 << (WEIGHT_SHIFT - 1))) >> WEIGHT_SHIFT).clamp(0, ONE) as u8
}

impl Layers {
    /// The logit of the win probability in thousandths.
    #[inline]
    pub(super) fn thousandths(&self, path: Path, inputs: &[u8; 2 * WIDTH]) -> i32 {
        let hidden = self.first.apply(path, inputs);
        let hidden = self.second.apply(path, &hidden);
        let products = hidden.iter().zip(&self.out);
        let sum: i32 = products
            .map(|(&byte, weight)| i32::from(byte) * weight)
            .sum();
        (sum + self.out_bias + (1 << (OUT_SHIFT - 1))) >> OUT_SHIFT
    }
}
