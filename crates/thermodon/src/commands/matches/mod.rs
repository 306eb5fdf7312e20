//! `thermodon match`: plays players against each other and says which one is stronger.

mod arguments;
mod contestant;
mod plan;
mod progress;
mod report;

use std::io::Write;
use std::process::ExitCode;

use amazons::Position;
use anyhow::{Context, bail};
use arena::statistics::Decision;
use arena::{Folder, Match, Stop, Verdict, plot};

pub use arguments::{Arguments, PairingChoice};

use progress::Progress;

/// Plays the match and prints its result. The exit status is 1 if a test accepted H0.
///
/// # Errors
/// If the match cannot be played, was interrupted, or its results cannot be written.
pub fn run(options: &Arguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let plan = plan::of(options)?;
    plan.check()?;
    let mut folder = match &options.folder {
        Some(path) => Some(Folder::open::<Position>(
            path,
            &plan.settings(),
            options.resume,
        )?),
        None => None,
    };
    let stop = Stop::default();
    let on_interrupt = stop.clone();
    ctrlc::set_handler(move || on_interrupt.set()).context("cannot listen for interrupts")?;
    let done = folder
        .as_ref()
        .map_or(0, |folder| folder.standings().games());
    let mut progress = Progress::new(&plan, done);
    let conclusion = arena::run(&plan, folder.as_mut(), &stop, |record, standings| {
        progress.show(record, standings);
    });
    progress.finish();
    let conclusion = conclusion?;
    if let Some(folder) = &folder {
        write_plot(&plan, folder, &conclusion.standings)?;
    }
    if options.json {
        writeln!(out, "{}", report::json(&plan, &conclusion))?;
    } else {
        out.write_all(report::text(&plan, &conclusion).as_bytes())?;
    }
    Ok(match conclusion.verdict {
        Verdict::Complete | Verdict::Decided(Decision::AcceptH1 | Decision::Continue) => {
            ExitCode::SUCCESS
        }
        Verdict::Decided(Decision::AcceptH0) => ExitCode::from(1),
        Verdict::Stopped => match &options.folder {
            Some(folder) => bail!("interrupted; --resume goes on with {}", folder.display()),
            None => bail!("interrupted; with --folder the match could be resumed"),
        },
    })
}

/// A picture of the first two players, where there is enough to see.
fn write_plot(
    plan: &Match<Position>,
    folder: &Folder,
    standings: &arena::Standings,
) -> anyhow::Result<()> {
    let [first, second, ..] = &plan.contestants[..] else {
        return Ok(());
    };
    if plan.contestants.len() > 2 {
        // The pairs of more than two players are not those of the first two.
        return Ok(());
    }
    let names = (first.name.as_str(), second.name.as_str());
    if let Some(figure) = plot::figure(standings, names, plan.sprt.as_ref()) {
        folder.write("match.svg", figure.to_svg().as_bytes())?;
    }
    Ok(())
}
