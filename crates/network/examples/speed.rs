//! Evaluations per second of one core with one kernel, for `benches/onnxruntime_speed.py`.
//!
//! ```text
//! cargo run --release -p thermodon-network --example speed -- KERNEL SECONDS [policy] [FILE]
//! ```
//!
//! Kernels are `avx512`, `avx-vnni`, `avx2`, `neon-dotprod`, `neon` and `portable`. Prints the best
//! of ten measurements. With `policy`, the embeddings and steps of the policy are computed as well;
//! with a network file, that network is run.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use amazons::{Game, Position};
use network::{Kernel, Network};

const MIDDLE_GAME: &str =
    "*q2*1*3/5*1q**/3*1**1*1/Q***2***1/*3**1*2/2*2*1Q2/1q5*2/2*1*Q*2*/1*4*q2/3*1Q4 w - - 30 16";

fn measure(network: &Network, seconds: f64, with_policy: bool) -> f64 {
    let position = Position::parse(MIDDLE_GAME).expect("the position is valid");
    let mut workspace = network.workspace();
    let mut best = 0.0_f64;
    for _ in 0..10 {
        let (start, mut done) = (Instant::now(), 0.0);
        while start.elapsed() < Duration::from_secs_f64(seconds / 10.0) {
            let evaluation = network.evaluate(&mut workspace, std::hint::black_box(&position));
            if with_policy {
                std::hint::black_box(network.policy(&position, &evaluation));
            }
            std::hint::black_box(evaluation);
            done += 1.0;
        }
        best = best.max(done / start.elapsed().as_secs_f64());
    }
    best
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (kernel, seconds, with_policy, file) = match arguments[..] {
        [kernel, seconds] => (kernel, seconds, false, None),
        [kernel, seconds, "policy"] => (kernel, seconds, true, None),
        [kernel, seconds, "policy", file] => (kernel, seconds, true, Some(file)),
        [kernel, seconds, file] => (kernel, seconds, false, Some(file)),
        _ => ("", "", false, None),
    };
    let (Ok(kernel), Ok(seconds)) = (kernel.parse::<Kernel>(), seconds.parse()) else {
        eprintln!("usage: speed KERNEL SECONDS [policy] [FILE]");
        return ExitCode::from(2);
    };
    let loaded = file.map_or_else(|| Ok(Network::embedded().clone()), Network::load);
    let network = match loaded {
        Ok(network) => network,
        Err(error) => {
            eprintln!("speed: {error}");
            return ExitCode::from(2);
        }
    };
    let Some(network) = network.with_kernel(kernel) else {
        eprintln!("speed: this CPU does not support {kernel}");
        return ExitCode::from(1);
    };
    println!("{:.0}", measure(&network, seconds, with_policy));
    ExitCode::SUCCESS
}
