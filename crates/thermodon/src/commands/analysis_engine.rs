//! `thermodon analysis-engine`: the analysis protocol on standard input and output.

use std::io::{self, BufRead};

use clap::Args;
use protocol::analysis::{AnalysisConfig, run_with};

use super::num_threads;
use super::search_args::SearchArgs;

#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct AnalysisEngineArgs {
    /// Number of positions to analyze at a time [default: number of cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub concurrency: Option<u16>,
    /// Defaults of queries.
    #[command(flatten)]
    pub search: SearchArgs,
}

const AFTER_HELP: &str = "\
A query is a JSON object on one line, and so is each result. Results arrive in the order in which \
they are found and repeat the id of their query. Fields of a query; all but the id are optional:
  id            a string or an integer
  position      a FEN, a diagram, startpos or a board size such as 8x8 (startpos)
  moves         list of moves from there
  turns         list of plies to analyze (the last one)
  limits        {\"time\": SECONDS, \"nodes\": N, \"depth\": N}; the first one reached ends the search
  multipv       number of best lines to report (1)
  options       engine options such as {\"Player\": \"alpha-beta\"}
  priority      integer; higher values are searched first (0)
  report_every  seconds between partial results
  action        instead of a query: terminate (with target, an id), terminate_all, query_version

Example:
  echo '{\"id\": 1, \"moves\": [\"d1-d7/g7\"], \"turns\": [0, 1], \"multipv\": 2}' | thermodon analysis-engine

See docs/analysis-protocol.md for the full description.";

/// Answers queries until the input ends and all of them are answered.
pub fn run(args: &AnalysisEngineArgs, input: impl BufRead) -> anyhow::Result<()> {
    let config = AnalysisConfig {
        concurrency: args.concurrency.map_or_else(num_threads, usize::from),
        limits: args.search.limits()?,
    };
    // Reports invalid options before any worker builds its engine.
    args.search.engine()?;
    let make_engine = || args.search.engine().unwrap_or_default();
    Ok(run_with(make_engine, &config, input, io::stdout())?)
}
