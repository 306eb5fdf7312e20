//! How the engine is to think, as the commands that analyse are told.

use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use engine::{Engine, Limits};

use crate::protocol::numbers::LONGEST_TIME;

/// The time for a position where nothing limits the search.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// How long the engine thinks about a position, and with what.
#[derive(Args, Clone, PartialEq, Debug)]
pub struct Thinking {
    /// Seconds for each position [default: 1, if there is no other limit].
    #[arg(long, value_name = "SECONDS")]
    pub time: Option<f64>,
    /// Positions to look at for each position. With one thread, the result is the same every time.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// How many moves deep to look.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
    /// Who analyses: network, the strongest; alpha-beta or monte-carlo, two searches over a hand-made
    /// evaluation.
    #[arg(long, value_name = "PLAYER", default_value = "network")]
    pub player: String,
    /// Sets an option of the engine, such as Hash=256; `thermodon uci` lists them when told `uci`.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
}

impl Thinking {
    /// What ends the search of a position.
    ///
    /// # Errors
    /// If the time is none.
    pub fn limits(&self) -> anyhow::Result<Limits> {
        let mut limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            ..Limits::default()
        };
        if let Some(seconds) = self.time {
            limits.move_time = Some(thinking_time(seconds)?);
        } else if self.depth.is_none() && self.nodes.is_none() {
            limits.move_time = Some(DEFAULT_TIME);
        }
        Ok(limits)
    }

    /// An engine that thinks so.
    ///
    /// # Errors
    /// If an option is none of the engine's or cannot be that.
    pub fn engine(&self) -> anyhow::Result<Engine> {
        let mut engine = Engine::new();
        engine.set_option("Player", &self.player)?;
        // Who asks for an analysis wants to know what a search finds.
        engine.set_option("Book", "none")?;
        set_options(&mut engine, &self.options)?;
        Ok(engine)
    }
}

/// Sets what `--option NAME=VALUE` asks for.
///
/// # Errors
/// If one is not of that form, is none of the engine's or cannot be that.
pub fn set_options(engine: &mut Engine, options: &[String]) -> anyhow::Result<()> {
    for option in options {
        let (name, value) = option
            .split_once('=')
            .with_context(|| format!("--option takes NAME=VALUE, not {option:?}"))?;
        engine.set_option(name.trim(), value.trim())?;
    }
    Ok(())
}

/// A time to think, in seconds.
fn thinking_time(seconds: f64) -> anyhow::Result<Duration> {
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(time.min(LONGEST_TIME)),
        _ => bail!("the time for a position must be more than 0 seconds, not {seconds}"),
    }
}

/// How many threads the machine runs at a time.
#[must_use]
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
