//! Command line and protocols of Thermodon: parsing and printing only.
//!
//! Everything is computed by the crates below; this one turns text into calls and results into
//! text. Data goes to standard output, progress and errors go to standard error. The binary calls
//! [`run`].

mod cli;
mod commands;
mod input;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{ColorChoice, Parser};
use engine::Engine;
use protocol::{botzone, gtp, uci, usi};

use cli::{Cli, Command, OpponentCommand, ShogiCommand};
pub use commands::bench::quick_signature;
use commands::serve::ServeArgs;

/// Exit status of an error; 1 is a negative result.
const EXIT_ERROR: u8 = 2;

/// Runs the program. The first argument is its name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            // A failure to print has nowhere to be reported.
            let _ = error.print();
            return if error.use_stderr() {
                EXIT_ERROR.into()
            } else {
                ExitCode::SUCCESS
            };
        }
    };
    match cli.color {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::AlwaysAnsi,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
    let default = || Command::Serve(ServeArgs::parse_from(["serve"]));
    match dispatch(cli.command.unwrap_or_else(default)) {
        Ok(status) => status,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(anstream::stderr(), "thermodon: {error:#}");
            EXIT_ERROR.into()
        }
    }
}

/// Runs a command. The exit status is 0 or, for a negative result, 1.
fn dispatch(command: Command) -> anyhow::Result<ExitCode> {
    // Neither stream is locked up front: a protocol's search writes from its own thread, and some
    // commands read standard input only on request.
    let mut out = anstream::stdout();
    let input = || io::stdin().lock();
    match command {
        Command::Serve(args) => commands::serve::run(&args, &mut out)?,
        Command::Play(args) => commands::play::run(&args, input(), &mut out)?,
        Command::Show(args) => commands::show::run(&args, &mut out)?,
        Command::Analyze(args) => commands::analyze::run(&args, &mut out)?,
        Command::Review(args) => commands::review::run(&args, &mut out)?,
        Command::Convert(args) => commands::convert::run(&args, &mut out)?,
        Command::Eval(args) => commands::eval::run(&args, &mut out)?,
        Command::Bench(args) => commands::bench::run(&args, &mut out)?,
        Command::Perft(args) => commands::perft::run(&args, &mut out)?,
        Command::Match(args) => return commands::matches::run(&args, &mut out),
        Command::FitOpponent(args) | Command::Opponent(OpponentCommand::Fit(args)) => {
            commands::fit_opponent::run(&args, &mut out)?;
        }
        Command::Endgame(args) => return commands::endgame::run(&args, &mut out),
        Command::Solve(args) => commands::endgame::solve::run(&args, &mut out)?,
        Command::Book(args) => commands::book::run(&args, &mut out)?,
        Command::Train(args) => commands::train::run(&args, &mut out)?,
        Command::Lab(args) => return commands::lab::run(&args, &mut out),
        Command::Uci => uci::run(input(), io::stdout())?,
        Command::Gtp => gtp::run(input(), io::stdout())?,
        Command::Usi | Command::Shogi(ShogiCommand::Usi) => usi::run(input(), io::stdout())?,
        Command::AnalysisEngine(args) => commands::analysis_engine::run(&args, input())?,
        Command::Botzone { keep_running } => {
            let config = botzone::BotzoneConfig {
                keep_running,
                ..botzone::BotzoneConfig::default()
            };
            botzone::run_with(Engine::new(), &config, input(), io::stdout())?;
        }
        Command::Completions { shell } => commands::manual::completions(shell, &mut out)?,
        Command::Man { dir } => commands::manual::man(dir.as_deref(), &mut out)?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Whether the reader of the output, such as `head`, has closed it.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
