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

mod error;
mod game;
mod json;
mod text;
mod turn;

use std::io::{BufRead, Write};
use std::time::Duration;

use engine::{Engine, GoLimits};

use super::bounded_lines::BoundedLines;
use super::output::SharedOutput;
pub use error::BotzoneError;
use game::BotzoneGame;
use text::NumberedLines;
pub use turn::{Turn, TurnError};

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

enum Request {
    /// All turns so far.
    History(Vec<Turn>),
    /// The opponent's last turn.
    LastTurn(Turn),
}

/// Encoding of a request and its response.
#[derive(Clone, Copy)]
enum Encoding {
    Text,
    Json,
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
) -> Result<(), BotzoneError> {
    let mut lines = NumberedLines::new(BoundedLines::new(input));
    let output = SharedOutput::new(output);
    let mut game = BotzoneGame::new();
    let mut line = lines.next_non_blank()?.ok_or(BotzoneError::Empty)?;
    loop {
        let (request, encoding) = if line.starts_with('{') {
            (json::parse(&line)?, Encoding::Json)
        } else {
            (text::parse(&line, &mut lines)?, Encoding::Text)
        };
        match request {
            Request::History(turns) => game = BotzoneGame::after(&turns)?,
            Request::LastTurn(turn) => game.play(turn)?,
        }
        let limits = GoLimits::move_time(config.move_time);
        let best_move = engine.best_move(game.position(), limits)?.mv;
        let turn = best_move.map_or(Turn::NO_MOVE, Turn::of);
        game.play(turn)?;
        output.write_line(match encoding {
            Encoding::Text => turn.to_string(),
            Encoding::Json => json::format(turn),
        })?;
        if !config.keep_running {
            return Ok(());
        }
        output.write_line(KEEP_RUNNING)?;
        line = match lines.next_non_blank()? {
            Some(line) => line,
            None => return Ok(()),
        };
    }
}
