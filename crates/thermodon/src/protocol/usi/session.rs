//! What a conversation remembers, and what each command does to it.

use std::error::Error;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use engine::{Budget, Control};
use game::Game;
use shogi::{NotationError, Player, Position};
use thiserror::Error;

use super::{format, go};
use crate::protocol::numbers::whole_number;
use crate::protocol::shared_output::{SharedOutput, one_line};

/// A mebibyte.
const MEBIBYTE: usize = 1 << 20;

/// A number that can be set.
struct Setting {
    name: &'static str,
    default: u64,
    least: u64,
    most: u64,
}

const HASH: Setting = Setting {
    name: "USI_Hash",
    default: 64,
    least: 1,
    most: 65_536,
};

const THREADS: Setting = Setting {
    name: "Threads",
    default: 1,
    least: 1,
    most: 256,
};

/// The milliseconds that a move loses on its way to the other side.
const DELAY: Setting = Setting {
    name: "NetworkDelay",
    default: 60,
    least: 0,
    most: 10_000,
};

/// Why a command was refused; nothing has changed then.
#[derive(Debug, Error)]
pub(super) enum Refusal {
    #[error("there is no command {0:?}")]
    UnknownCommand(String),
    #[error("the position cannot be read: {0}")]
    BadPosition(NotationError),
    #[error("an option is set by setoption name NAME value VALUE")]
    NoOption,
    #[error("there is no option {0:?}")]
    UnknownOption(String),
    #[error("{name} must be a whole number from {least} to {most}, not {found:?}")]
    BadOption {
        name: &'static str,
        least: u64,
        most: u64,
        found: String,
    },
    #[error("{word} must be followed by a whole number, not {found:?}")]
    NotANumber { word: String, found: String },
    #[error("{0} must be followed by a whole number")]
    NumberMissing(String),
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Setting {
    fn line(&self) -> String {
        let Self {
            name,
            default,
            least,
            most,
        } = self;
        format!("option name {name} type spin default {default} min {least} max {most}")
    }

    fn read(&self, value: &str) -> Result<u64, Refusal> {
        let range = self.least..=self.most;
        whole_number(value)
            .filter(|number| range.contains(number))
            .ok_or_else(|| Refusal::BadOption {
                name: self.name,
                least: self.least,
                most: self.most,
                found: value.to_owned(),
            })
    }
}

pub(super) struct Session<W> {
    output: SharedOutput<W>,
    position: Position,
    player: Arc<Mutex<Player>>,
    memory: u64,
    threads: u64,
    delay: Duration,
    search: Option<Search>,
}

/// A search under way. Dropping it stops it and waits for its last word.
struct Search {
    control: Arc<Control>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Search {
    fn drop(&mut self) {
        self.control.stop();
        if let Some(thread) = self.thread.take() {
            // A panic there has been printed already.
            let _ = thread.join();
        }
    }
}

impl<W: Write + Send + 'static> Session<W> {
    pub(super) fn new(output: SharedOutput<W>) -> Self {
        let (memory, threads) = (HASH.default, THREADS.default);
        Self {
            output,
            position: Position::start(),
            player: player(memory, threads),
            memory,
            threads,
            delay: Duration::from_millis(DELAY.default),
            search: None,
        }
    }

    /// Does what a line says; breaks if it says `quit`.
    pub(super) fn obey(&mut self, line: &str) -> io::Result<ControlFlow<()>> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let done = match words[..] {
            [] => Ok(()),
            ["quit", ..] => return Ok(ControlFlow::Break(())),
            ["usi", ..] => self.introduce(),
            ["isready", ..] => self.say("readyok"),
            ["usinewgame", ..] => {
                self.stop();
                self.player = player(self.memory, self.threads);
                Ok(())
            }
            ["setoption", ref rest @ ..] => self.set_option(rest),
            ["position", ref rest @ ..] => self.set_position(rest),
            ["go", ref rest @ ..] => self.go(rest),
            ["stop", ..] | ["gameover", ..] => {
                self.stop();
                Ok(())
            }
            ["ponderhit", ..] => {
                if let Some(search) = &self.search {
                    search.control.ponder_hit();
                }
                Ok(())
            }
            ["d", ..] => self.say(&self.position.sfen()),
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

    /// Stops what is going on, and returns when its last word has been written.
    fn stop(&mut self) {
        self.search = None;
    }

    fn say(&self, text: &str) -> Result<(), Refusal> {
        Ok(self.output.line(text)?)
    }

    fn introduce(&self) -> Result<(), Refusal> {
        let options = [HASH, THREADS, DELAY].map(|setting| setting.line());
        self.say(&format!(
            "id name Thermodon {}\nid author the Thermodon authors\n{}\noption name USI_Ponder type check default \
             false\nusiok",
            env!("CARGO_PKG_VERSION"),
            options.join("\n")
        ))
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), Refusal> {
        let ["name", name, rest @ ..] = words else {
            return Err(Refusal::NoOption);
        };
        let value = match rest {
            ["value", value @ ..] => value.join(" "),
            [] => String::new(),
            _ => return Err(Refusal::NoOption),
        };
        match *name {
            "USI_Hash" => self.memory = HASH.read(&value)?,
            "Threads" => self.threads = THREADS.read(&value)?,
            "NetworkDelay" => self.delay = Duration::from_millis(DELAY.read(&value)?),
            // Whether to ponder is said by `go ponder`.
            "USI_Ponder" => {}
            _ => return Err(Refusal::UnknownOption((*name).to_owned())),
        }
        self.stop();
        self.player = player(self.memory, self.threads);
        Ok(())
    }

    fn set_position(&mut self, words: &[&str]) -> Result<(), Refusal> {
        self.position = Position::parse(&words.join(" ")).map_err(Refusal::BadPosition)?;
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> Result<(), Refusal> {
        let go = go::parse(words)?;
        if !go.unknown.is_empty() {
            let unknown = one_line(&go.unknown.join(" "));
            self.say(&format!("info string go takes no notice of {unknown:?}"))?;
        }
        self.stop();
        if go.mate {
            return self.say("checkmate notimplemented");
        }
        let flags = engine::Limits {
            infinite: go.infinite,
            ponder: go.ponder,
            ..engine::Limits::default()
        };
        let control = Arc::new(Control::new(&flags, self.budget(&go)));
        let (shared, output) = (Arc::clone(&control), self.output.clone());
        let (player, position) = (Arc::clone(&self.player), self.position.clone());
        let thread = thread::Builder::new()
            .name("search".to_owned())
            .spawn(move || {
                // If the output is gone the loop will find out itself, the next time it speaks.
                let mut tell = |report| drop(output.line(format::info(&report)));
                let decision = player.lock().unwrap_or_else(PoisonError::into_inner).think(
                    &position,
                    &go.limits,
                    shared.signal(),
                    &mut tell,
                );
                shared.wait_until_answer_is_wanted();
                let _ = output.line(format::decision(decision));
            })?;
        self.search = Some(Search {
            control,
            thread: Some(thread),
        });
        Ok(())
    }

    /// The time for the next move, if it is limited at all.
    fn budget(&self, go: &go::Go) -> Option<Budget> {
        let by_clock = go.clocks[self.position.to_move()].map(|clock| Budget {
            time: clock.time_for_move(self.position.plies(), self.delay),
            // What byoyomi leaves is lost.
            is_worth_saving: clock.byoyomi.is_zero(),
        });
        let fixed = go.move_time.map(|time| Budget {
            time,
            is_worth_saving: false,
        });
        by_clock
            .into_iter()
            .chain(fixed)
            .min_by_key(|budget| budget.time)
    }
}

fn player(memory: u64, threads: u64) -> Arc<Mutex<Player>> {
    let player = Player::new(memory as usize * MEBIBYTE, threads as usize);
    Arc::new(Mutex::new(player))
}
