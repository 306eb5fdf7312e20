//! Prints the value of each region and who wins:
//! `cargo run --release -p thermodon-endgame --example analyze_endgame -- 'x.....|######|o..###'`.

use std::error::Error;

use amazons::Color;
use amazons::notation::parse_position;
use endgame::{AnalysisLimits, ExactAnalyzer, RegionValue};

/// Two regions of one player each and one in which both can still move.
const EXAMPLE: &str = "x...##|######|o..###|######|o..x..";

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).unwrap_or(EXAMPLE.to_owned());
    let position = parse_position(&text)?;
    let mut analyzer = ExactAnalyzer::new(None, AnalysisLimits::INTERACTIVE);
    let regions = analyzer.analyze_regions(&[position])?;
    for region in &regions {
        let value = match region.value {
            RegionValue::Exact(value) => analyzer.games().format(value),
            RegionValue::Bounded { lower, upper } => format!("{lower} to {upper}"),
        };
        println!("{} squares: {value}", region.region.squares().len());
    }
    for first in [Color::White, Color::Black] {
        match analyzer.lead(&regions, first) {
            Some(lead) => println!("{first} moves first: {} wins", lead.winner),
            None => println!("{first} moves first: too large to analyze"),
        }
    }
    Ok(())
}
