//! How many evaluations a second one core does on a path: what `compare/onnxruntime_speed.py` runs beside
//! another implementation of the same network.
//!
//! ```text
//! cargo run --release -p thermodon-network --example speed -- avx512|avx-vnni|avx2|dot-product|neon|plain SECONDS [policy] [FILE]
//! ```
//!
//! Prints one number, the best tenth of the time. With `policy`, the policy's embeddings and steps are
//! computed for every position as well; with a weights file, that network is run.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use amazons::{Game, Position};
use network::{Network, Path};

const MIDDLE_GAME: &str =
    "*q2*1*3/5*1q**/3*1**1*1/Q***2***1/*3**1*2/2*2*1Q2/1q5*2/2*1*Q*2*/1*4*q2/3*1Q4 w - - 30 16";

fn measure(network: &Network, seconds: f64, with_policy: bool) -> f64 {
    let position = Position::parse(MIDDLE_GAME).expect("the middle game is a position");
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
    let (path, seconds, with_policy, file) = match arguments[..] {
        [path, seconds] => (path, seconds, false, None),
        [path, seconds, "policy"] => (path, seconds, true, None),
        [path, seconds, "policy", file] => (path, seconds, true, Some(file)),
        [path, seconds, file] => (path, seconds, false, Some(file)),
        _ => ("", "", false, None),
    };
    let path = match path {
        "avx512" => Some(Path::Avx512),
        "avx-vnni" => Some(Path::AvxVnni),
        "avx2" => Some(Path::Avx2),
        "dot-product" => Some(Path::DotProduct),
        "neon" => Some(Path::Neon),
        "plain" => Some(Path::Plain),
        _ => None,
    };
    let (Some(path), Ok(seconds)) = (path, seconds.parse()) else {
        eprintln!(
            "usage: speed avx512|avx-vnni|avx2|dot-product|neon|plain SECONDS [policy] [FILE]"
        );
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
    let Some(network) = network.on_path(path) else {
        eprintln!("speed: this processor has no {path}");
        return ExitCode::from(1);
    };
    println!("{:.0}", measure(&network, seconds, with_policy));
    ExitCode::SUCCESS
}
