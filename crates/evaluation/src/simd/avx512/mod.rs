//! AVX-512 backend (Ice Lake, Zen 4 and later): four directions of both sides, or eight rays of an
//! amazon, in one register.
//!
//! Several times as fast as compiled 128-bit arithmetic; compare with
//! `cargo bench -p thermodon-evaluation`.

mod mobility;
mod steps;

use std::arch::x86_64::*;

use amazons::SquareSet;
use game::PerColor;

use super::ops::{SETS_PER_COUNT, SimdOps, WeightedCounts};
use super::{BackendKind, SimdBackend, Task, x86};
use crate::mobility::Mobility;

x86::x86_backend!(
    Avx512,
    "avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg,avx512vpopcntdq,bmi1,bmi2,popcnt",
    [
        "avx512f",
        "avx512bw",
        "avx512vl",
        "avx512vbmi",
        "avx512vbmi2",
        "avx512vnni",
        "avx512bitalg",
        "avx512vpopcntdq",
        "bmi1",
        "bmi2",
        "popcnt"
    ]
);
