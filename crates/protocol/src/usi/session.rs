//! State of a USI session and its commands.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use engine::{SearchControl, TimeBudget};
use game::Game;
use search::{GoLimits, SearchLimits};
use shogi::{Engine, Move, Position, move_budget};

use super::{format, go};
use crate::output::{SharedOutput, single_line};
use crate::parse::parse_u64_saturating;

const MEBIBYTE: usize = 1 << 20;

/// An option of type `spin`: name, default, minimum and maximum.
struct SpinOption(&'static str, u64, u64, u64);

const HASH_OPTION: SpinOption = SpinOption("USI_Hash", 64, 1, 65_536);
const THREADS_OPTION: SpinOption = SpinOption("Threads", 1, 1, 256);

/// Milliseconds of a move on the network.
const DELAY_OPTION: SpinOption = SpinOption("NetworkDelay", 60, 0, 10_000);

impl SpinOption {
    fn default(&self) -> u64 {
        self.1
    }

    fn declaration(&self) -> String {
        let Self(name, default, min, max) = self;
        format!("option name {name} type spin default {default} min {min} max {max}")
    }

    fn parse(&self, value: &str) -> anyhow::Result<u64> {
        let Self(name, _, min, max) = self;
        parse_u64_saturating(value)
            .filter(|number| (min..=max).contains(&number))
            .with_context(|| {
                format!("{name} must be an integer from {min} to {max}, not {value:?}")
            })
    }
}

pub(super) struct Session<W> {
    output: SharedOutput<W>,
    position: Position,
    player: Arc<Mutex<Engine>>,
    hash_mib: u64,
    threads: u64,
    network_delay: Duration,
    search: Option<SearchThread>,
}

/// A running search. Dropping it stops it and waits for its last line.
struct SearchThread {
    control: Arc<SearchControl>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for SearchThread {
    fn drop(&mut self) {
        self.control.stop();
        if let Some(thread) = self.thread.take() {
            // A panic has been printed already.
            let _ = thread.join();
        }
    }
}

impl<W: Write + Send + 'static> Session<W> {
    pub(super) fn new(output: SharedOutput<W>) -> Self {
        let (hash_mib, threads) = (HASH_OPTION.default(), THREADS_OPTION.default());
        Self {
            output,
            position: Position::start(),
            player: new_player(hash_mib, threads),
            hash_mib,
            threads,
            network_delay: Duration::from_millis(DELAY_OPTION.default()),
            search: None,
        }
    }

    /// Handles a line; breaks on `quit`.
    pub(super) fn handle(&mut self, line: &str) -> anyhow::Result<ControlFlow<()>> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let done = match words[..] {
            [] => Ok(()),
            ["quit", ..] => return Ok(ControlFlow::Break(())),
            ["usi", ..] => self.write_id(),
            ["isready", ..] => self.write_line("readyok"),
            ["usinewgame", ..] => {
                self.stop();
                self.player = new_player(self.hash_mib, self.threads);
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
            ["d", ..] => self.write_line(&self.position.sfen()),
            _ => Err(anyhow!("unknown command {:?}", words.join(" "))),
        };
        done.map(ControlFlow::Continue)
    }

    /// Stops the search and waits for its last line.
    fn stop(&mut self) {
        self.search = None;
    }

    fn write_line(&self, text: &str) -> anyhow::Result<()> {
        Ok(self.output.write_line(text)?)
    }

    fn write_id(&self) -> anyhow::Result<()> {
        let options =
            [HASH_OPTION, THREADS_OPTION, DELAY_OPTION].map(|option| option.declaration());
        self.write_line(&format!(
            "id name Thermodon {}\nid author the Thermodon authors\n{}\noption name USI_Ponder type check default \
             false\nusiok",
            env!("CARGO_PKG_VERSION"),
            options.join("\n")
        ))
    }

    fn set_option(&mut self, words: &[&str]) -> anyhow::Result<()> {
        let (name, value) = match words {
            ["name", name] => (name, String::new()),
            ["name", name, "value", value @ ..] => (name, value.join(" ")),
            _ => bail!("usage: setoption name NAME value VALUE"),
        };
        match *name {
            "USI_Hash" => self.hash_mib = HASH_OPTION.parse(&value)?,
            "Threads" => self.threads = THREADS_OPTION.parse(&value)?,
            "NetworkDelay" => {
                let delay = DELAY_OPTION.parse(&value)?;
                self.network_delay = Duration::from_millis(delay);
            }
            // `go ponder` decides.
            "USI_Ponder" => {}
            _ => bail!("unknown option {name:?}"),
        }
        self.stop();
        self.player = new_player(self.hash_mib, self.threads);
        Ok(())
    }

    fn set_position(&mut self, words: &[&str]) -> anyhow::Result<()> {
        self.position = Position::parse(&words.join(" ")).context("invalid position")?;
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> anyhow::Result<()> {
        let go = go::parse(words)?;
        if !go.ignored.is_empty() {
            let ignored = single_line(&go.ignored.join(" "));
            self.write_line(&format!(
                "info string ignored unknown go parameters: {ignored}"
            ))?;
        }
        self.stop();
        if go.mate {
            return self.write_line("checkmate notimplemented");
        }
        let budget = self.budget(&go.limits);
        let control = Arc::new(SearchControl::new(&go.limits, budget));
        // The control keeps the time.
        let limits = SearchLimits {
            time: None,
            ..go.limits.search
        };
        let (shared, output) = (Arc::clone(&control), self.output.clone());
        let (player, position) = (Arc::clone(&self.player), self.position.clone());
        let thread = thread::Builder::new()
            .name("search".to_owned())
            .spawn(move || {
                // The session notices a closed output when it writes next.
                let mut observe = |report| drop(output.write_line(format::info(&report)));
                let decision = player
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .search(&position, &limits, shared.signal(), &mut observe);
                shared.wait_until_result_allowed();
                let _ = output.write_line(format::decision(decision));
            })?;
        self.search = Some(SearchThread {
            control,
            thread: Some(thread),
        });
        Ok(())
    }

    /// The time for the move, if it is limited.
    fn budget(&self, limits: &GoLimits<Move>) -> Option<TimeBudget> {
        let by_clock = limits.clocks[self.position.to_move()].map(|clock| TimeBudget {
            time: move_budget(&clock, self.position.plies(), self.network_delay),
            // Unused byoyomi is lost.
            can_save: clock.byoyomi.is_zero(),
        });
        let fixed = limits.search.time.map(|time| TimeBudget {
            time,
            can_save: false,
        });
        by_clock
            .into_iter()
            .chain(fixed)
            .min_by_key(|budget| budget.time)
    }
}

fn new_player(hash_mib: u64, threads: u64) -> Arc<Mutex<Engine>> {
    let player = Engine::new(hash_mib as usize * MEBIBYTE, threads as usize);
    Arc::new(Mutex::new(player))
}
