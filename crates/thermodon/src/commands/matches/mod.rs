//! `thermodon match`: matches between engines.

mod arguments;
mod config;
mod engine_spec;
mod report;

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use amazons::Position;
use anyhow::{Context, bail};
use arena::statistics::Decision;
use arena::{
    GameRecord, Match, MatchDir, MatchStatus, Standings, StopToken, Termination, match_plot,
};

use super::on_interrupt;
use super::progress::ProgressReporter;
pub use arguments::MatchArgs;

/// Plays a match and prints the results. The exit status is 1 if the test accepted H0.
pub fn run(args: &MatchArgs, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let config = config::match_config(args)?;
    config.check()?;
    let mut match_dir = open_match_dir(args, &config)?;
    let stop = StopToken::default();
    let flag = stop.clone();
    on_interrupt(move || flag.stop())?;
    let done = match_dir
        .as_ref()
        .map_or(0, |match_dir| match_dir.standings().games());
    let total = config.schedule().games() as u64;
    let reporter = ProgressReporter::bar("games", done as u64, total);
    let conclusion = arena::run(&config, match_dir.as_mut(), &stop, |record, standings| {
        if let Termination::Forfeit(_) = record.termination {
            reporter.println(&forfeit_text(&config, record));
        }
        reporter.update(standings.games() as u64, total, || {
            report::standings_text(&config, standings)
        });
    });
    reporter.finish();
    let conclusion = conclusion?;
    if let Some(match_dir) = &match_dir {
        write_plot(&config, match_dir, &conclusion.standings)?;
    }
    if args.json {
        writeln!(out, "{}", report::to_json(&config, &conclusion))?;
    } else {
        out.write_all(report::to_text(&config, &conclusion).as_bytes())?;
    }
    Ok(match conclusion.status {
        MatchStatus::Complete | MatchStatus::Decided(Decision::AcceptH1 | Decision::Continue) => {
            ExitCode::SUCCESS
        }
        MatchStatus::Decided(Decision::AcceptH0) => ExitCode::from(1),
        MatchStatus::Stopped => match &args.dir {
            Some(_) => bail!("interrupted; the same command continues the match"),
            None => bail!("interrupted; use --dir to be able to continue"),
        },
    })
}

/// Opens the directory of the match, if it has one, and continues the match there.
fn open_match_dir(args: &MatchArgs, config: &Match<Position>) -> anyhow::Result<Option<MatchDir>> {
    let Some(dir) = &args.dir else {
        return Ok(None);
    };
    if args.restart {
        // All other files follow from the journal and are rewritten.
        let journal = dir.join("journal.jsonl");
        match std::fs::remove_file(&journal) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(error).with_context(|| format!("cannot remove {}", journal.display()));
            }
            _ => {}
        }
    }
    Ok(Some(MatchDir::open::<Position>(dir, &config.header())?))
}

fn forfeit_text(config: &Match<Position>, record: &GameRecord) -> String {
    let name = |player: usize| &config.participants[player].name;
    format!(
        "game {} ({} black, {} white): {}",
        record.game + 1,
        name(record.black),
        name(record.white),
        record.termination_text()
    )
}

/// Plots the course of a match between two engines.
fn write_plot(
    config: &Match<Position>,
    match_dir: &MatchDir,
    standings: &Standings,
) -> anyhow::Result<()> {
    let [first, second] = &config.participants[..] else {
        return Ok(());
    };
    let names = (first.name.as_str(), second.name.as_str());
    if let Some(figure) = match_plot::figure(standings, names, config.sprt.as_ref()) {
        match_dir.write_file("match.svg", figure.to_svg().as_bytes())?;
    }
    Ok(())
}
