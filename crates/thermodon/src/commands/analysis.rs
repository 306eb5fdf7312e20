//! `thermodon analysis`: the analysis protocol on standard input and output.

use std::io::{self, BufRead};

use clap::Args;

use super::thinking::{Thinking, processors};
use crate::protocol::analysis::{Settings, run_with};

/// Analyse many positions for another program: JSON requests in, JSON answers out, a line each.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// How many positions to analyse at a time [default: as many as there are processors].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub concurrency: Option<u16>,
    /// How the engine thinks about requests that do not say it themselves.
    #[command(flatten)]
    pub thinking: Thinking,
}

const AFTER_HELP: &str = "\
A request is a JSON object on a line, and so is each answer; answers come as they are found, in any order, \
and repeat the request's id. Fields of a request, all but the id optional:
  id            a text or a whole number
  position      a FEN, a diagram, startpos or a size such as 8x8 (startpos)
  moves         a list of moves from there
  turns         after how many moves to analyse, as a list (after all of them)
  limits        {\"time\": SECONDS, \"nodes\": N, \"depth\": N}, what comes first
  lines         how many of the best lines to give (1)
  options       options of the engine, such as {\"Player\": \"alpha-beta\"}
  priority      a whole number: the more, the sooner (0)
  report_every  seconds between answers that are marked as partial
  action        instead of all these: terminate (with target, an id), terminate_all, query_version

Example:
  echo '{\"id\": 1, \"moves\": [\"d1-d7/g7\"], \"turns\": [0, 1], \"lines\": 2}' | thermodon analysis

docs/analysis-protocol.md has the whole story.";

/// Answers requests until the input ends and all are answered.
///
/// # Errors
/// If the engine cannot be set so, the input cannot be read or the output cannot be written.
pub fn run(options: &Arguments, input: impl BufRead) -> anyhow::Result<()> {
    let settings = Settings {
        concurrency: options.concurrency.map_or_else(processors, usize::from),
        limits: options.thinking.limits()?,
    };
    // Those below must not fail, so this one does if the options are wrong.
    options.thinking.engine()?;
    let make_engine = || options.thinking.engine().unwrap_or_default();
    Ok(run_with(make_engine, &settings, input, io::stdout())?)
}
