//! The command line and the protocols of Thermodon: parsing and printing only.
//!
//! What is computed is computed in the crates below; here texts are turned into calls and results
//! into text. Data goes to standard output; progress and errors go to standard error.

pub mod cli;
pub mod commands;
pub mod drawing;
pub mod protocol;
pub mod study_json;
pub mod wording;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use engine::Engine;

use cli::{ColorChoice, Command, CommandLine};
use protocol::botzone;

/// The exit status of an error, as opposed to a negative result.
const FAILED: u8 = 2;

/// Runs the program with those arguments, the first one being its name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let options = match CommandLine::try_parse_from(arguments) {
        Ok(options) => options,
        Err(error) => {
            // Nobody is left to tell where even this cannot be written.
            let _ = error.print();
            return if error.use_stderr() {
                FAILED.into()
            } else {
                ExitCode::SUCCESS
            };
        }
    };
    match options.color {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::AlwaysAnsi,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
    let default = || Command::Serve(commands::serve::Arguments::default());
    match execute(options.command.unwrap_or_else(default)) {
        Ok(status) => status,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(anstream::stderr(), "thermodon: {error:#}");
            FAILED.into()
        }
    }
}

/// Does what the command says; the exit status is that of a result, good or bad.
fn execute(command: Command) -> anyhow::Result<ExitCode> {
    // Neither stream is locked beforehand: a protocol's search writes from a thread of its own, and
    // some commands read standard input only if they are asked to.
    let mut out = anstream::stdout();
    let input = || io::stdin().lock();
    match command {
        Command::Serve(options) => commands::serve::run(&options, &mut out)?,
        Command::Play(options) => commands::play::run(&options, input(), &mut out)?,
        Command::Show(options) => commands::show::run(&options, &mut out)?,
        Command::Analyze(options) => commands::analyze::run(&options, &mut out)?,
        Command::Convert(options) => commands::convert::run(&options, &mut out)?,
        Command::Eval(options) => commands::eval::run(&options, &mut out)?,
        Command::Bench(options) => commands::bench::run(&options, &mut out)?,
        Command::Perft(options) => commands::perft::run(&options, &mut out)?,
        Command::Match(options) => return commands::matches::run(&options, &mut out),
        Command::Opponent(options) => commands::opponent::run(&options, &mut out)?,
        Command::Endgame(options) => return commands::endgame::run(&options, &mut out),
        Command::Book(options) => commands::book::run(&options, &mut out)?,
        Command::Learn(options) => commands::learn::run(&options, &mut out)?,
        Command::Solve(options) => commands::solve::run(&options, &mut out)?,
        Command::Lab(options) => return commands::lab::run(&options, &mut out),
        Command::Uci => protocol::uci::run(input(), io::stdout())?,
        Command::Gtp => protocol::gtp::run(input(), io::stdout())?,
        Command::Shogi(options) => commands::shogi::run(&options)?,
        Command::Analysis(options) => commands::analysis::run(&options, input())?,
        Command::Botzone { keep_running } => {
            let settings = botzone::Settings {
                keep_running,
                ..botzone::Settings::default()
            };
            botzone::run_with(Engine::new(), &settings, input(), io::stdout())?;
        }
        Command::Completions { shell } => commands::manual::completions(shell, &mut out)?,
        Command::Man { folder } => commands::manual::man(folder.as_deref(), &mut out)?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// A reader that has seen enough, such as `head`, is no error.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
