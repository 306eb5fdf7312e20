//! Makes a weights file from what training exports, and says what rounding to bytes costs.
//!
//! ```text
//! cargo run --release -p thermodon-network --example quantise -- make EXPORTED OUT
//! cargo run --release -p thermodon-network --example quantise -- compare EXPORTED WEIGHTS [GAMES]
//! ```
//!
//! `make` reads the file that `training/export.py` writes. Two rounds: the first calibrates on random
//! games; its network then plays games against itself, on whose positions, with some of random games, the
//! second calibrates.
//! `compare` runs the network as it was trained and a weights file side by side, on games of the network against
//! itself, on random games and on those of a file of records, if one is named.

mod board;
mod compare;
mod correlations;
mod positions;
mod quantiser;
mod rounding;

use std::process::ExitCode;

use network::Network;
use network::weights::Weights;

const USAGE: &str = "usage: quantise make EXPORTED OUT | quantise compare EXPORTED WEIGHTS [GAMES]";

/// Positions that a round calibrates on.
const CALIBRATION: usize = 1024;

/// The bytes of a file.
fn read(file: &str) -> Result<Vec<u8>, String> {
    std::fs::read(file).map_err(|error| format!("'{file}': {error}"))
}

/// What training has exported.
fn exported(file: &str) -> Result<Weights<f32>, String> {
    Weights::from_export(&read(file)?).map_err(|error| format!("'{file}': {error}"))
}

fn make(file: &str, out: &str) -> Result<(), String> {
    let exact = exported(file)?;
    let first = quantiser::quantise(&exact, &positions::random_games(CALIBRATION, 1));
    let player = Network::new(&first).map_err(|error| error.to_string())?;
    let mut games = positions::own_games(&player, CALIBRATION, 2);
    // Odd positions too, so that no channel leaves its range there.
    games.extend(positions::random_games(CALIBRATION / 4, 6));
    let weights = quantiser::quantise(&exact, &games);
    let bytes = weights.to_bytes();
    std::fs::write(out, &bytes).map_err(|error| format!("'{out}' cannot be written: {error}"))?;
    eprintln!("{out}: {} bytes, {}", bytes.len(), weights.provenance);
    Ok(())
}

fn compare(file: &str, weights: &str, games: Option<&str>) -> Result<(), String> {
    let exact = Network::exact(&exported(file)?).map_err(|error| format!("'{file}': {error}"))?;
    let network = Network::load(weights).map_err(|error| format!("'{weights}': {error}"))?;
    compare::heading();
    compare::report(
        "own games",
        &exact,
        &network,
        &positions::own_games(&network, 300, 1003),
    );
    compare::report(
        "random games",
        &exact,
        &network,
        &positions::random_games(300, 1004),
    );
    if let Some(games) = games {
        let positions = positions::recorded_games(games, 300, 1005)?;
        compare::report("recorded games", &exact, &network, &positions);
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
            eprintln!("quantise: {message}");
            ExitCode::from(2)
        }
    }
}
