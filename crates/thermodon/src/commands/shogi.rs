//! `thermodon shogi`: the other game.

use std::io;

use clap::{Args, Subcommand};

use crate::protocol::usi;

/// Play Shogi.
#[derive(Args, Debug)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub action: Action,
}

/// What to do with Shogi.
#[derive(Subcommand, Debug)]
pub enum Action {
    /// Speak USI on standard input and output, for Shogi boards and programs.
    Usi,
}

/// Does what was asked for.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn run(options: &Arguments) -> io::Result<()> {
    match options.action {
        Action::Usi => usi::run(io::stdin().lock(), io::stdout()),
    }
}
