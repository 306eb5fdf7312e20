//! Arguments of the commands that search with the engine.

use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use engine::{Engine, GoLimits};
use protocol::parse::MAX_SEARCH_TIME;

/// Time of a search without any limit.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Which engine searches.
#[derive(Args, Clone, Debug)]
pub struct EngineArgs {
    /// Search algorithm: network (the strongest), alpha-beta or monte-carlo with the handcrafted
    /// evaluation, opponent-model, or random.
    #[arg(long, value_name = "NAME", default_value = EngineArgs::DEFAULT_PLAYER)]
    pub player: String,
    /// Set an engine option, such as Hash=256; the command `uci` of `thermodon uci` lists them.
    /// May be repeated.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
}

impl EngineArgs {
    pub const DEFAULT_PLAYER: &str = "network";

    /// The engine with `presets` and the given options, which override the presets.
    pub fn engine(&self, presets: &[(&str, &str)]) -> anyhow::Result<Engine> {
        let mut engine = Engine::new();
        engine.set_option("Player", &self.player)?;
        for (name, value) in presets {
            engine.set_option(name, value)?;
        }
        self.set_options(&mut engine)?;
        Ok(engine)
    }

    /// Sets the options of `--option`.
    pub fn set_options(&self, engine: &mut Engine) -> anyhow::Result<()> {
        for option in &self.options {
            let (name, value) = option
                .split_once('=')
                .with_context(|| format!("--option takes NAME=VALUE, not {option:?}"))?;
            engine.set_option(name.trim(), value.trim())?;
        }
        Ok(())
    }
}

/// Which engine searches, and how long.
#[derive(Args, Clone, Debug)]
pub struct SearchArgs {
    /// Time limit per search in seconds [default: 1 without other limits].
    #[arg(long, value_name = "SECONDS")]
    pub time: Option<f64>,
    /// Node limit per search. Deterministic with one thread.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Depth limit per search in plies.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
    #[command(flatten)]
    pub engine: EngineArgs,
}

impl SearchArgs {
    /// Limits of a search.
    pub fn limits(&self) -> anyhow::Result<GoLimits> {
        let mut limits = GoLimits::default();
        limits.search.depth = self.depth;
        limits.search.nodes = self.nodes;
        if let Some(seconds) = self.time {
            limits.search.time = Some(search_time(seconds)?);
        } else if self.depth.is_none() && self.nodes.is_none() {
            limits.search.time = Some(DEFAULT_TIME);
        }
        Ok(limits)
    }

    /// An engine without an opening book: an analysis shows what a search finds.
    pub fn engine(&self) -> anyhow::Result<Engine> {
        self.engine.engine(&[("Book", "none")])
    }
}

fn search_time(seconds: f64) -> anyhow::Result<Duration> {
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(time.min(MAX_SEARCH_TIME)),
        _ => bail!("--time must be more than 0 seconds, not {seconds}"),
    }
}

/// Parses an argument in seconds that may be 0.
pub fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    match (0.0..=1e9).contains(&seconds) {
        true => Ok(seconds),
        false => Err("must be from 0 to 1000000000".to_owned()),
    }
}
