//! State of a UCI session and its commands.

use std::io::Write;
use std::ops::ControlFlow;

use amazons::notation::{NotationError, parse_move, parse_position};
use amazons::{BoardSize, Position};
use anyhow::{Context, anyhow, bail};
use engine::{Engine, EngineOption, GoLimits, OptionKind, SearchHandle};
use thiserror::Error;

use super::go::{self, GoCommand};
use super::perft::PerftTask;
use super::{UciConfig, board, format};
use crate::output::{SharedOutput, single_line};
use crate::parse::TokenError;

/// Option of the protocol besides those of the engine.
const VARIANT_OPTION: EngineOption = EngineOption {
    name: "UCI_Variant",
    kind: OptionKind::Combo {
        default: "amazons",
        choices: &["amazons"],
    },
    description: "Variant; only amazons",
};

const BOARD_SIZE_OPTION: EngineOption = EngineOption {
    name: "BoardSize",
    kind: OptionKind::String { default: "10x10" },
    description: "Board of startpos, columns first; setting it also sets up that board",
};

const SETOPTION_USAGE: &str = "usage: setoption name NAME value VALUE";

/// Why the parameters of `go` are invalid.
#[derive(Debug, Error)]
pub(super) enum UciError {
    #[error(transparent)]
    Token(#[from] TokenError),
    #[error("searchmoves must be followed by legal moves: {0}")]
    BadSearchMove(NotationError),
    #[error("searchmoves must be followed by legal moves")]
    NoSearchMoves,
}

enum BackgroundTask {
    Idle,
    Search(SearchHandle),
    Perft(PerftTask),
}

pub(super) struct Session<W> {
    engine: Engine,
    config: UciConfig,
    output: SharedOutput<W>,
    /// Position of `startpos`.
    start: Position,
    position: Position,
    task: BackgroundTask,
}

impl<W: Write + Send + 'static> Session<W> {
    pub(super) fn new(engine: Engine, config: UciConfig, output: SharedOutput<W>) -> Self {
        let start = Position::standard_start();
        Self {
            engine,
            config,
            output,
            start,
            position: start,
            task: BackgroundTask::Idle,
        }
    }

    /// Handles a line; breaks on `quit`.
    pub(super) fn handle(&mut self, line: &str) -> anyhow::Result<ControlFlow<()>> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        if !matches!(words[..], [] | ["stop" | "isready", ..]) {
            self.finish_perft();
        }
        let done = match words[..] {
            [] => Ok(()),
            ["quit", ..] => return Ok(ControlFlow::Break(())),
            ["uci", ..] => self.write_id(),
            ["isready", ..] => {
                self.engine.allocate();
                self.write_line("readyok")
            }
            ["ucinewgame", ..] => {
                self.engine.new_game();
                Ok(())
            }
            ["setoption", ref rest @ ..] => self.set_option(rest),
            ["position", ref rest @ ..] => self.set_position(rest),
            ["go", ref rest @ ..] => self.go(rest),
            ["stop", ..] => {
                self.stop();
                Ok(())
            }
            ["ponderhit", ..] => {
                if let BackgroundTask::Search(search) = &self.task {
                    search.ponder_hit();
                }
                Ok(())
            }
            ["d", ..] => self.write_line(&board::to_text(&self.position)),
            // `perft` is also a token of `go`.
            ["perft", ..] => self.go(&words),
            _ => Err(anyhow!("unknown command {:?}", words.join(" "))),
        };
        done.map(ControlFlow::Continue)
    }

    /// Ends the background task: a search at once, a `perft` within its timeout.
    pub(super) fn finish(&mut self) {
        self.finish_perft();
        self.stop();
    }

    fn finish_perft(&mut self) {
        if let BackgroundTask::Perft(perft) = &mut self.task {
            perft.wait_timeout(self.config.perft_timeout);
            self.task = BackgroundTask::Idle;
        }
    }

    /// Stops the background task and waits for its last line.
    fn stop(&mut self) {
        self.task = BackgroundTask::Idle;
    }

    fn write_line(&self, text: &str) -> anyhow::Result<()> {
        Ok(self.output.write_line(text)?)
    }

    fn write_id(&self) -> anyhow::Result<()> {
        let options = [&VARIANT_OPTION, &BOARD_SIZE_OPTION]
            .into_iter()
            .chain(Engine::OPTIONS);
        let options: Vec<String> = options.map(format::option).collect();
        self.write_line(&format!(
            "id name Thermodon {}\nid author the Thermodon authors\n\n{}\nuciok",
            env!("CARGO_PKG_VERSION"),
            options.join("\n")
        ))
    }

    fn set_option(&mut self, words: &[&str]) -> anyhow::Result<()> {
        let ["name", rest @ ..] = words else {
            bail!(SETOPTION_USAGE);
        };
        let name_end = rest.iter().position(|&word| word == "value");
        let (name, value) = rest.split_at(name_end.unwrap_or(rest.len()));
        let name = name.join(" ");
        let value = value.get(1..).unwrap_or_default().join(" ");
        if name.is_empty() {
            bail!(SETOPTION_USAGE);
        }
        if VARIANT_OPTION.is_named(&name) {
            VARIANT_OPTION.check(&value)?;
        } else if BOARD_SIZE_OPTION.is_named(&name) {
            let size: BoardSize = value.parse()?;
            self.start = Position::start(size).ok_or(NotationError::NoStandardStart(size))?;
            self.position = self.start;
        } else {
            self.engine.set_option(&name, &value)?;
        }
        Ok(())
    }

    fn set_position(&mut self, words: &[&str]) -> anyhow::Result<()> {
        let board_end = words.iter().position(|&word| word == "moves");
        let (board, moves) = words.split_at(board_end.unwrap_or(words.len()));
        let mut position = match board {
            ["startpos"] => self.start,
            ["startpos", extra, ..] => bail!("expected moves after startpos, not {extra:?}"),
            ["fen", fen @ ..] => parse_position(&fen.join(" ")).context("invalid position")?,
            _ => bail!("usage: position startpos|fen FEN [moves MOVE...]"),
        };
        for (number, text) in moves.iter().enumerate().skip(1) {
            position = parse_move(&position, text)
                .and_then(|mv| {
                    let illegal = |reason| NotationError::Illegal { mv, reason };
                    position.after(mv).map_err(illegal)
                })
                .with_context(|| format!("move {number} is invalid"))?;
        }
        self.position = position;
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> anyhow::Result<()> {
        let GoCommand {
            limits,
            perft,
            ignored,
        } = go::parse(&self.position, words)?;
        if !ignored.is_empty() {
            let ignored = single_line(&ignored.join(" "));
            self.write_line(&format!(
                "info string ignored unknown go parameters: {ignored}"
            ))?;
        }
        match perft {
            Some(depth) => self.perft(depth),
            None => self.search(limits),
        }
    }

    fn search(&mut self, limits: GoLimits) -> anyhow::Result<()> {
        self.stop();
        let output = self.output.clone();
        let search = self.engine.start(&self.position, limits, move |event| {
            // The session notices a closed output when it writes next.
            let _ = output.write_line(format::event(&event));
        })?;
        self.task = BackgroundTask::Search(search);
        Ok(())
    }

    fn perft(&mut self, depth: u64) -> anyhow::Result<()> {
        self.stop();
        let perft = PerftTask::start(self.position, depth, self.output.clone())?;
        self.task = BackgroundTask::Perft(perft);
        Ok(())
    }
}
