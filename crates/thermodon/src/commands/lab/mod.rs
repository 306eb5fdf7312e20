//! `thermodon lab`: the papers' experiments.

mod arguments;
mod progress;

use std::io::Write;
use std::process::ExitCode;
use std::thread;

use anyhow::{Context, bail};
use arena::Stop;
use lab::{Findings, LabError, Listed, Request, Results, Scale, catalogue, notebook, page};
use serde_json::{Value, json};

use super::write_whole;
pub use arguments::{Action, Arguments, List, Place, Report, Run, ScaleChoice};
use progress::Progress;

/// Does what was asked for. The exit status is 1 if there was nothing to report.
///
/// # Errors
/// If an experiment cannot be run, was interrupted, or results cannot be read or written.
pub fn run(options: &Arguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match &options.action {
        Action::List(options) => list(options, out)?,
        Action::Run(options) => run_one(options, out)?,
        Action::Report(options) => return report(options, out),
    }
    Ok(ExitCode::SUCCESS)
}

fn list(options: &List, out: &mut dyn Write) -> anyhow::Result<()> {
    // One that cannot be read is no reason to say nothing about the others.
    let read = |entry: &&dyn Listed| {
        let about = entry.about();
        (
            about,
            notebook::read(&options.place.out.join(about.id), *entry),
        )
    };
    let entries = catalogue::ALL.iter().map(read);
    if options.json {
        let listed = entries.map(|(about, results)| {
            let problem = results.as_ref().err().map(LabError::to_string);
            json!({
                "id": about.id,
                "title": about.title,
                "paper": about.paper,
                "shows": about.shows,
                "run": results.ok().flatten().as_ref().map(state_json),
                "problem": problem,
            })
        });
        writeln!(out, "{:#}", Value::from_iter(listed))?;
        return Ok(());
    }
    for (about, results) in entries {
        let state = match results {
            Ok(Some(results)) => state(&results),
            Ok(None) => "not run yet".to_owned(),
            Err(error) => error.to_string(),
        };
        writeln!(out, "{}  {}", about.id, about.title)?;
        writeln!(out, "    {state}\n    {}", about.shows)?;
    }
    Ok(())
}

/// What there is of a run, in a line.
fn state(results: &Results) -> String {
    let run = &results.heading.run;
    let units = match results.is_complete() {
        true => "complete".to_owned(),
        false => format!("{} of {} units", results.units.len(), results.total),
    };
    let begun = &results.heading.begun;
    format!(
        "{units}, scale {}, seed {}, begun {begun}",
        run.scale, run.seed
    )
}

fn state_json(results: &Results) -> Value {
    json!({
        "heading": results.heading,
        "units": {"done": results.units.len(), "total": results.total},
        "seconds": results.seconds,
    })
}

fn run_one(options: &Run, out: &mut dyn Write) -> anyhow::Result<()> {
    let experiment = find(&options.experiment)?;
    let folder = options.place.out.join(experiment.about().id);
    let scale = Scale::from(options.scale);
    let request = Request {
        scale,
        seed: options.seed,
        changes: options.settings.clone(),
        threads: match options.threads {
            Some(threads) => threads.get(),
            None => thread::available_parallelism().map_or(1, usize::from),
        },
        fresh: options.fresh,
        command: command_line(options),
    };
    let stop = Stop::default();
    let on_interrupt = stop.clone();
    ctrlc::set_handler(move || on_interrupt.set()).context("cannot listen for interrupts")?;
    let mut progress = Progress::new();
    let run = lab::run(experiment, &folder, &request, &stop, |results| {
        progress.show(results);
    });
    progress.finish();
    let (results, findings) = match run {
        Err(error @ LabError::Differs { .. }) => {
            bail!("{error}; --fresh forgets it, --out takes another folder")
        }
        run => run?,
    };
    if options.json {
        let mut all = state_json(&results);
        all["findings"] = json!(findings);
        writeln!(out, "{all:#}")?;
    } else {
        write_text(&results, &findings, &folder.display().to_string(), out)?;
    }
    if !results.is_complete() {
        bail!(
            "interrupted after {} of {} units; the same command without --fresh goes on",
            results.units.len(),
            results.total
        );
    }
    Ok(())
}

/// What to type for the same run again.
fn command_line(options: &Run) -> String {
    let (experiment, seed) = (&options.experiment, options.seed);
    let scale = Scale::from(options.scale);
    let mut line = format!("thermodon lab run {experiment} --scale {scale} --seed {seed}");
    for (name, value) in &options.settings {
        line.push_str(&format!(" --set '{name}={value}'"));
    }
    line
}

fn write_text(
    results: &Results,
    findings: &Findings,
    folder: &str,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    for table in &findings.tables {
        writeln!(out, "{}", table.text())?;
    }
    let seconds = results.seconds;
    writeln!(out, "{}; {seconds:.1} s of computing", state(results))?;
    writeln!(out, "tables, plots and raw results are in {folder}")?;
    Ok(())
}

fn find(id: &str) -> anyhow::Result<&'static dyn Listed> {
    catalogue::find(id).with_context(|| {
        let names: Vec<&str> = catalogue::ALL
            .iter()
            .map(|entry| entry.about().id)
            .collect();
        format!(
            "there is no experiment {id:?}; there are: {}",
            names.join(", ")
        )
    })
}

fn report(options: &Report, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let folder = &options.place.out;
    let (page, count) = page::write(folder)?;
    if count == 0 {
        writeln!(out, "nothing was run yet in {}", folder.display())?;
        return Ok(ExitCode::from(1));
    }
    let file = match &options.output {
        Some(file) => file.clone(),
        None => folder.join("report.html"),
    };
    write_whole(&file, &page).with_context(|| format!("cannot write {}", file.display()))?;
    let experiments = if count == 1 {
        "experiment"
    } else {
        "experiments"
    };
    writeln!(out, "{count} {experiments} on {}", file.display())?;
    Ok(ExitCode::SUCCESS)
}
