//! GTP, the Go Text Protocol, version 2, for Amazons.
//!
//! Colours are always named: after `clear_board` White sits at the bottom (d1 g1 a4 j4 on 10x10) and
//! Black at the top, and whoever `play` or `genmove` names moves, out of turn too, as GTP has it.
//! Where nobody is named White moves first. Moves are written `d1-d7/g7` and read in every other
//! spelling too; nobody can pass. A player without a move has lost, and `genmove` answers `resign`.
//!
//! Errors begin with the protocol's own words (`syntax error`, `illegal move`, …) and go on to say
//! what is wrong. Commands that only this program has begin with `thermodon-`; `list_commands`
//! lists all. `komi` is refused, for Amazons has none.

mod clock;
mod files;
mod history;
mod request;
mod session;

use std::io::{self, BufRead, Write};
use std::time::Duration;

use engine::Engine;

use super::lines::Lines;
use super::shared_output::SharedOutput;
use request::Request;
use session::Session;

/// What the loop itself can be told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The time for a move while no `time_settings` have come.
    pub move_time: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            move_time: Duration::from_secs(5),
        }
    }
}

/// Answers commands until `quit` or the end of the input.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn run(input: impl BufRead, output: impl Write) -> io::Result<()> {
    run_with(Engine::new(), &Settings::default(), input, output)
}

/// The same with an engine and settings of the caller's.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn run_with(
    engine: Engine,
    settings: &Settings,
    input: impl BufRead,
    output: impl Write,
) -> io::Result<()> {
    let mut lines = Lines::new(input);
    let output = SharedOutput::new(output);
    let mut session = Session::new(engine, settings.clone());
    while let Some(line) = lines.next_line()? {
        let request = match line {
            Ok(text) => match Request::parse(&text) {
                Some(request) => request,
                None => continue,
            },
            Err(too_long) => {
                output.line(format!("? {too_long}\n"))?;
                continue;
            }
        };
        let reply = session.obey(&request.words());
        output.line(request.answer(&reply))?;
        if request.words() == ["quit"] {
            break;
        }
    }
    Ok(())
}
