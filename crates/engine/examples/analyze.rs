//! Analyzes a position and prints the three best lines.
//!
//! `cargo run --release -p thermodon-engine --example analyze -- "x...|.#..|..o.|.... b"`

use std::time::Duration;

use amazons::{Game, Position};
use engine::{Engine, GoLimits};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1).unwrap_or("10x10".to_owned());
    let position = Position::parse(&text)?;
    let mut engine = Engine::new();
    engine.set_option("MultiPV", "3")?;
    let analysis = engine.analyze(&position, GoLimits::move_time(Duration::from_secs(1)))?;
    for line in analysis.lines() {
        let pv: Vec<String> = line.pv.iter().map(ToString::to_string).collect();
        let win_probability = line.score.map_or(0.5, |score| score.win_probability());
        println!(
            "{}. {:4.1} %  depth {:2}  {}",
            line.multipv,
            100.0 * win_probability,
            line.depth,
            pv.join(" ")
        );
    }
    Ok(())
}
