//! Converts game records to SGF: `cargo run --example convert_record -- games.csv`.

use std::error::Error;

use amazons::records::{self, Format};

/// A game in plain text, used without arguments.
const EXAMPLE: &str = "startpos moves d1-d7/g7 a7-b7/b1 result W+R";

fn main() -> Result<(), Box<dyn Error>> {
    let text = match std::env::args().nth(1) {
        Some(path) => std::fs::read_to_string(path)?,
        None => EXAMPLE.to_owned(),
    };
    for record in records::read(&text)? {
        let plies = record.main_line().count();
        let winner = record.winner().map(|color| color.to_string());
        eprintln!(
            "{plies} plies, winner {}",
            winner.as_deref().unwrap_or("unknown")
        );
        println!("{}", records::write(&record, Format::Sgf));
    }
    Ok(())
}
