//! Botzone's Amazons: an 8x8 bot that answers one request or a series of them.
//!
//! Squares are pairs of a column `x` and a row `y`, both from 0, with the origin at the top left.
//! Black is at the top, on (2,0) (5,0) (0,2) (7,2), and moves first; White is at the bottom, on
//! (2,7) (5,7) (0,5) (7,5). So `x y` is the square in column `x` and row `7 - y` from the bottom:
//! (2,0) is c8. A turn is six numbers, `x0 y0 x1 y1 x2 y2`: start and end of the step, and the
//! arrow. Six times −1 as the first request tells the bot that it moves first, as Black.
//!
//! A response has the encoding of its request:
//! - *text*: the number `n` of requests, then `2n - 1` turns, a line each, the opponent's and the
//!   bot's alternating, the opponent's first and last;
//! - *JSON*, on one line: `{"requests": […], "responses": […]}` with turns as objects of `x0` to
//!   `y2`; the response is `{"response": {…}}`.
//!
//! The server starts a bot for every turn, unless the bot asks to be [kept
//! running](BotzoneConfig::keep_running) with a special line after its response. From then on the
//! server sends only the last turn. A bot that cannot move answers −1 six times.

mod request;
mod turn;

use std::io::{BufRead, Write};
use std::time::Duration;

use anyhow::Context;
use engine::{Engine, GoLimits};

use super::output::SharedOutput;
use request::{NumberedLines, Request};
use turn::{BotzoneGame, Turn};

/// Line that asks the server to keep the bot running.
const KEEP_RUNNING: &str = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";

/// Configuration of the bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotzoneConfig {
    /// Time per move. The server allows one second.
    pub move_time: Duration,
    /// Whether to ask the server to keep the bot running.
    pub keep_running: bool,
}

impl Default for BotzoneConfig {
    fn default() -> Self {
        Self {
            move_time: Duration::from_millis(900),
            keep_running: false,
        }
    }
}

/// Answers one request, or all requests until the input ends if the bot is kept running.
///
/// # Errors
/// If a request is invalid, or reading or writing fails.
pub fn run_with(
    mut engine: Engine,
    config: &BotzoneConfig,
    input: impl BufRead,
    output: impl Write,
) -> anyhow::Result<()> {
    let mut lines = NumberedLines::new(input);
    let output = SharedOutput::new(output);
    let write_line = |line: &str| output.write_line(line).context("cannot read or write");
    let mut game = BotzoneGame::new();
    let mut line = lines
        .next_non_blank()?
        .context("the input is empty: expected a number of turns or a JSON object")?;
    loop {
        let is_json = line.starts_with('{');
        let request = if is_json {
            request::parse_json(&line)?
        } else {
            request::parse_text(&line, &mut lines)?
        };
        match request {
            Request::History(turns) => game = BotzoneGame::after(&turns)?,
            Request::LastTurn(turn) => game.play(turn)?,
        }
        let limits = GoLimits::move_time(config.move_time);
        let turn = Turn::from(engine.best_move(game.position(), limits)?.mv);
        game.play(turn)?;
        if is_json {
            let turn = serde_json::to_string(&turn)?;
            write_line(&format!("{{\"response\":{turn}}}"))?;
        } else {
            write_line(&turn.to_string())?;
        }
        if !config.keep_running {
            return Ok(());
        }
        write_line(KEEP_RUNNING)?;
        line = match lines.next_non_blank()? {
            Some(line) => line,
            None => return Ok(()),
        };
    }
}
