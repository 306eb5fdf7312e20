//! Botzone's Amazons: 8x8, a bot that is asked for one move, or for one after the other.
//!
//! Squares are pairs of a column `x` and a row `y`, both from 0, with the origin at the top left.
//! Black sits at the top, on (2,0) (5,0) (0,2) (7,2), and moves first; White sits at the bottom, on
//! (2,7) (5,7) (0,5) (7,5). So `x y` is our square in column `x` and row `7 - y`, counted from the
//! bottom: (2,0) is c8. A turn is six numbers, `x0 y0 x1 y1 x2 y2`: where the amazon stands, where
//! it goes and where it shoots. Six times −1 as the first request tells a bot that it moves first,
//! as Black.
//!
//! Both of the server's forms are understood, and answered in kind:
//! - *text*: the number `n` of requests, then `2n - 1` turns, a line each, the opponent's and the
//!   bot's own by turns, the opponent's first and last;
//! - *JSON*, on one line: `{"requests": […], "responses": […]}` with turns as objects of `x0` to
//!   `y2`; the answer is `{"response": {…}}`.
//!
//! A bot is started anew for every turn, unless it asks to be [kept
//! running](Settings::keep_running) with a special line behind its answer. From then on only the
//! opponent's last turn is sent. A bot that cannot move answers −1 six times.

mod error;
mod json;
mod table;
mod text;
mod turn;

use std::io::{BufRead, Write};
use std::time::Duration;

use engine::{Engine, Limits};

use super::lines::Lines;
use super::shared_output::SharedOutput;
pub use error::Error;
use table::Table;
use text::NumberedLines;
pub use turn::{NotAMove, Turn};

/// The line that asks the server to keep a bot running.
const KEEP_RUNNING: &str = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";

/// What the bot itself can be told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The time for a move. The server allows a second.
    pub move_time: Duration,
    /// Whether to ask to be kept running after each answer.
    pub keep_running: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            move_time: Duration::from_millis(900),
            keep_running: false,
        }
    }
}

/// What came in: all turns so far, or the opponent's last one.
enum Request {
    All(Vec<Turn>),
    Last(Turn),
}

/// How it came in, and how the answer goes out.
#[derive(Clone, Copy)]
enum Form {
    Text,
    Json,
}

/// Answers one request.
///
/// # Errors
/// If the input is no request, or input or output fail.
pub fn run(input: impl BufRead, output: impl Write) -> Result<(), Error> {
    run_with(Engine::new(), &Settings::default(), input, output)
}

/// The same with an engine and settings of the caller's: answers one request, or all until the
/// input ends if the bot is kept running.
///
/// # Errors
/// If the input is no request, or input or output fail.
pub fn run_with(
    mut engine: Engine,
    settings: &Settings,
    input: impl BufRead,
    output: impl Write,
) -> Result<(), Error> {
    let mut lines = NumberedLines::new(Lines::new(input));
    let output = SharedOutput::new(output);
    let mut table = Table::new();
    let mut line = lines.next_with_text()?.ok_or(Error::Empty)?;
    loop {
        let (request, form) = if line.starts_with('{') {
            (json::read(&line)?, Form::Json)
        } else {
            (text::read(&line, &mut lines)?, Form::Text)
        };
        match request {
            Request::All(turns) => table = Table::after(&turns)?,
            Request::Last(turn) => table.take(turn)?,
        }
        let limits = Limits::move_time(settings.move_time);
        let best_move = engine.answer(table.position(), limits)?.best_move;
        let turn = best_move.map_or(Turn::NONE, Turn::of);
        table.take(turn)?;
        output.line(match form {
            Form::Text => text::write(turn),
            Form::Json => json::write(turn),
        })?;
        if !settings.keep_running {
            return Ok(());
        }
        output.line(KEEP_RUNNING)?;
        line = match lines.next_with_text()? {
            Some(line) => line,
            None => return Ok(()),
        };
    }
}
