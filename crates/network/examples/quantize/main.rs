//! Quantizes a network exported by training and reports the loss of accuracy.
//!
//! ```text
//! cargo run --release -p thermodon-network --example quantize -- make EXPORTED OUT
//! cargo run --release -p thermodon-network --example quantize -- compare EXPORTED WEIGHTS [GAMES]
//! ```
//!
//! `make` reads a float file written by `training/export_weights.py` and calibrates twice: on random games,
//! then on self-play games of the first result and some random games. `compare` compares the float
//! network with a quantized one on self-play games, random games and, if given, the games of a
//! file.

mod attention;
mod compare;
mod covariance;
mod float_layers;
mod gptq;
mod positions;
mod quantizer;

use std::process::ExitCode;

use network::Network;
use network::weights::NetworkWeights;

const USAGE: &str = "usage: quantize make EXPORTED OUT | quantize compare EXPORTED WEIGHTS [GAMES]";

/// Number of positions per calibration.
const CALIBRATION_POSITIONS: usize = 1024;

fn read(file: &str) -> Result<Vec<u8>, String> {
    std::fs::read(file).map_err(|error| format!("'{file}': {error}"))
}

fn load_float_weights(file: &str) -> Result<NetworkWeights<f32>, String> {
    NetworkWeights::from_float_file(&read(file)?).map_err(|error| format!("'{file}': {error}"))
}

fn make(file: &str, out: &str) -> Result<(), String> {
    let float = load_float_weights(file)?;
    let first = quantizer::quantize(&float, &positions::random_games(CALIBRATION_POSITIONS, 1));
    let player = Network::new(&first).map_err(|error| error.to_string())?;
    let mut games = positions::self_play_games(&player, CALIBRATION_POSITIONS, 2);
    // Unusual positions too, so that no channel saturates there.
    games.extend(positions::random_games(CALIBRATION_POSITIONS / 4, 6));
    let weights = quantizer::quantize(&float, &games);
    let bytes = weights.to_bytes();
    std::fs::write(out, &bytes).map_err(|error| format!("cannot write '{out}': {error}"))?;
    eprintln!("{out}: {} bytes, {}", bytes.len(), weights.provenance);
    Ok(())
}

fn compare(file: &str, weights: &str, games: Option<&str>) -> Result<(), String> {
    let float = Network::from_float_weights(&load_float_weights(file)?)
        .map_err(|error| format!("'{file}': {error}"))?;
    let network = Network::load(weights).map_err(|error| format!("'{weights}': {error}"))?;
    compare::print_header();
    compare::report(
        "self-play games",
        &float,
        &network,
        &positions::self_play_games(&network, 300, 1003),
    );
    compare::report(
        "random games",
        &float,
        &network,
        &positions::random_games(300, 1004),
    );
    if let Some(games) = games {
        let positions = positions::recorded_games(games, 300, 1005)?;
        compare::report("recorded games", &float, &network, &positions);
    }
    Ok(())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        ["make", exported, out] => make(exported, out),
        ["compare", exported, weights] => compare(exported, weights, None),
        ["compare", exported, weights, games] => compare(exported, weights, Some(games)),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("quantize: {message}");
            ExitCode::from(2)
        }
    }
}
