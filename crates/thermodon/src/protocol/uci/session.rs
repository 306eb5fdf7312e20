//! What a conversation remembers, and what each command does to it.

use std::error::Error;
use std::io::{self, Write};
use std::ops::ControlFlow;

use amazons::notation::{NotationError, parse_move, parse_position};
use amazons::{BoardSize, NotABoardSize, Position};
use engine::{Engine, EngineOption, Limits, OptionError, OptionKind, Search};
use thiserror::Error;

use super::go::{self, Go};
use super::perft::Count;
use super::{Settings, board, format};
use crate::protocol::shared_output::{SharedOutput, one_line};

/// Options of the protocol itself, besides the engine's.
const VARIANT: EngineOption = EngineOption {
    name: "UCI_Variant",
    kind: OptionKind::Choice {
        default: "amazons",
        choices: &["amazons"],
    },
    description: "The game; there is only one",
};

const BOARD_SIZE: EngineOption = EngineOption {
    name: "BoardSize",
    kind: OptionKind::Text { default: "10x10" },
    description: "The board that startpos stands for, columns first; setting it sets that board up",
};

/// Why a command was refused; nothing has changed then.
#[derive(Debug, Error)]
pub(super) enum Refusal {
    #[error("there is no command {0:?}")]
    UnknownCommand(String),
    #[error("position must be followed by startpos or by fen and a FEN")]
    NoPosition,
    #[error("the position cannot be read: {0}")]
    BadPosition(NotationError),
    #[error("{0:?} after startpos means nothing: moves was expected")]
    NotMoves(String),
    #[error("move {number} cannot be played: {reason}")]
    BadMove {
        number: usize,
        reason: NotationError,
    },
    #[error("an option is set by setoption name NAME value VALUE")]
    NoOption,
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error(transparent)]
    BoardSize(#[from] NotABoardSize),
    #[error(transparent)]
    NoStart(NotationError),
    #[error("{word} must be followed by a whole number, not {found:?}")]
    NotANumber { word: String, found: String },
    #[error("{0} must be followed by a whole number")]
    NumberMissing(String),
    #[error("searchmoves must be followed by legal moves: {0}")]
    BadSearchMove(NotationError),
    #[error("searchmoves must be followed by legal moves")]
    NoSearchMoves,
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What is going on in the background.
enum Work {
    Nothing,
    Search(Search),
    Perft(Count),
}

pub(super) struct Session<W> {
    engine: Engine,
    settings: Settings,
    output: SharedOutput<W>,
    /// What `startpos` stands for.
    start: Position,
    position: Position,
    work: Work,
}

impl<W: Write + Send + 'static> Session<W> {
    pub(super) fn new(engine: Engine, settings: Settings, output: SharedOutput<W>) -> Self {
        let start = Position::standard_start();
        Self {
            engine,
            settings,
            output,
            start,
            position: start,
            work: Work::Nothing,
        }
    }

    /// Does what a line says; breaks if it says `quit`.
    pub(super) fn obey(&mut self, line: &str) -> io::Result<ControlFlow<()>> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        if !matches!(words[..], [] | ["stop" | "isready", ..]) {
            self.finish_perft();
        }
        let done = match words[..] {
            [] => Ok(()),
            ["quit", ..] => return Ok(ControlFlow::Break(())),
            ["uci", ..] => self.introduce(),
            ["isready", ..] => {
                self.engine.prepare();
                self.say("readyok")
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
                if let Work::Search(search) = &self.work {
                    search.ponder_hit();
                }
                Ok(())
            }
            ["d", ..] => self.say(&board::describe(&self.position)),
            // `go` knows that word too.
            ["perft", ..] => self.go(&words),
            _ => Err(Refusal::UnknownCommand(words.join(" "))),
        };
        match done {
            Ok(()) => Ok(ControlFlow::Continue(())),
            Err(Refusal::Io(error)) => Err(error),
            Err(refusal) => self.complain(&refusal),
        }
    }

    /// Says what was wrong.
    pub(super) fn complain(&self, error: &dyn Error) -> io::Result<ControlFlow<()>> {
        let sentence = one_line(&error.to_string());
        self.output.line(format!("info string {sentence}"))?;
        Ok(ControlFlow::Continue(()))
    }

    /// Ends what is going on: a search at once, a `perft` when it is done or patience is.
    pub(super) fn finish(&mut self) {
        self.finish_perft();
        self.stop();
    }

    fn finish_perft(&mut self) {
        if let Work::Perft(count) = &mut self.work {
            count.wait_at_most(self.settings.perft_patience);
            self.work = Work::Nothing;
        }
    }

    /// Stops what is going on, and returns when its last word has been written.
    fn stop(&mut self) {
        self.work = Work::Nothing;
    }

    fn say(&self, text: &str) -> Result<(), Refusal> {
        Ok(self.output.line(text)?)
    }

    fn introduce(&self) -> Result<(), Refusal> {
        let options = [&VARIANT, &BOARD_SIZE].into_iter().chain(Engine::OPTIONS);
        let options: Vec<String> = options.map(format::option).collect();
        self.say(&format!(
            "id name Thermodon {}\nid author the Thermodon authors\n\n{}\nuciok",
            env!("CARGO_PKG_VERSION"),
            options.join("\n")
        ))
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), Refusal> {
        let ["name", rest @ ..] = words else {
            return Err(Refusal::NoOption);
        };
        let end_of_name = rest.iter().position(|&word| word == "value");
        let (name, value) = rest.split_at(end_of_name.unwrap_or(rest.len()));
        let name = name.join(" ");
        let value = value.get(1..).unwrap_or_default().join(" ");
        if name.is_empty() {
            return Err(Refusal::NoOption);
        }
        if VARIANT.is_named(&name) {
            VARIANT.check(&value)?;
        } else if BOARD_SIZE.is_named(&name) {
            let size: BoardSize = value.parse()?;
            self.start = Position::start(size)
                .ok_or(Refusal::NoStart(NotationError::NoStandardStart(size)))?;
            self.position = self.start;
        } else {
            self.engine.set_option(&name, &value)?;
        }
        Ok(())
    }

    fn set_position(&mut self, words: &[&str]) -> Result<(), Refusal> {
        let end_of_board = words.iter().position(|&word| word == "moves");
        let (board, moves) = words.split_at(end_of_board.unwrap_or(words.len()));
        let mut position = match board {
            ["startpos"] => self.start,
            ["startpos", extra, ..] => return Err(Refusal::NotMoves((*extra).to_owned())),
            ["fen", fen @ ..] => parse_position(&fen.join(" ")).map_err(Refusal::BadPosition)?,
            _ => return Err(Refusal::NoPosition),
        };
        for (number, text) in moves.iter().enumerate().skip(1) {
            position = parse_move(&position, text)
                .and_then(|mv| {
                    let illegal = |reason| NotationError::Illegal { mv, reason };
                    position.after(mv).map_err(illegal)
                })
                .map_err(|reason| Refusal::BadMove { number, reason })?;
        }
        self.position = position;
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> Result<(), Refusal> {
        let Go {
            limits,
            perft,
            unknown,
        } = go::parse(&self.position, words)?;
        if !unknown.is_empty() {
            let unknown = one_line(&unknown.join(" "));
            self.say(&format!("info string go takes no notice of {unknown:?}"))?;
        }
        match perft {
            Some(depth) => self.perft(depth),
            None => self.search(limits),
        }
    }

    fn search(&mut self, limits: Limits) -> Result<(), Refusal> {
        self.stop();
        let output = self.output.clone();
        let search = self.engine.start(&self.position, limits, move |event| {
            // If the output is gone the loop will find out itself, the next time it speaks.
            let _ = output.line(format::event(&event));
        })?;
        self.work = Work::Search(search);
        Ok(())
    }

    fn perft(&mut self, depth: u64) -> Result<(), Refusal> {
        self.stop();
        self.work = Work::Perft(Count::start(self.position, depth, self.output.clone())?);
        Ok(())
    }
}
