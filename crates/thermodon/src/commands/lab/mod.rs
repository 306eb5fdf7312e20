//! `thermodon lab`: the experiments of the papers.

mod arguments;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;
use arena::StopToken;
use lab::{
    DynExperiment, LabError, Results, RunData, RunOptions, RunStore, Scale, html_report, registry,
};
use serde_json::{Value, json};

use super::progress::ProgressReporter;
use super::{num_threads, on_interrupt, write_atomic};
pub use arguments::LabArgs;
use arguments::{LabCommand, ListArgs, ReportArgs, RunArgs};

/// Runs a command. The exit status is 1 if there is nothing to report.
pub fn run(args: &LabArgs, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match &args.command {
        LabCommand::List(args) => list(args, out)?,
        LabCommand::Run(args) => run_experiment(args, out)?,
        LabCommand::Report(args) => return report(args, out),
    }
    Ok(ExitCode::SUCCESS)
}

fn list(args: &ListArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    // A run that cannot be read must not hide the others.
    let read = |entry: &&dyn DynExperiment| {
        let info = entry.info();
        let data = RunStore::read(&args.results.dir.join(info.id), *entry);
        (info, data)
    };
    let entries = registry::EXPERIMENTS.iter().map(read);
    if args.json {
        let listed = entries.map(|(info, data)| {
            let problem = data.as_ref().err().map(LabError::to_string);
            json!({
                "id": info.id,
                "title": info.title,
                "paper": info.reference,
                "shows": info.description,
                "run": data.ok().flatten().as_ref().map(status_json),
                "problem": problem,
            })
        });
        writeln!(out, "{:#}", Value::from_iter(listed))?;
        return Ok(());
    }
    for (info, data) in entries {
        let status = match data {
            Ok(Some(data)) => status_text(&data),
            Ok(None) => "not run yet".to_owned(),
            Err(error) => error.to_string(),
        };
        writeln!(out, "{}  {}", info.id, info.title)?;
        writeln!(out, "    {status}\n    {}", info.description)?;
    }
    Ok(())
}

/// Progress, scale, seed and date of a run.
fn status_text(data: &RunData) -> String {
    let run = &data.header.run;
    let units = match data.is_complete() {
        true => "complete".to_owned(),
        false => format!("{} of {} units", data.units.len(), data.total),
    };
    let started = &data.header.started;
    format!(
        "{units}, scale {}, seed {}, started {started}",
        run.scale, run.seed
    )
}

fn status_json(data: &RunData) -> Value {
    json!({
        "heading": data.header,
        "units": {"done": data.units.len(), "total": data.total},
        "seconds": data.seconds,
    })
}

fn run_experiment(args: &RunArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let experiment = registry::find(&args.experiment)?;
    let dir = args.results.dir.join(experiment.info().id);
    let scale = Scale::from(args.scale);
    let options = RunOptions {
        scale,
        seed: args.seed,
        overrides: args.settings.clone(),
        threads: args.threads.map_or_else(num_threads, usize::from),
        discard_existing: args.restart,
        command: command_line(args),
    };
    let stop = StopToken::default();
    let flag = stop.clone();
    on_interrupt(move || flag.stop())?;
    let progress = ProgressReporter::bar("units", 0, 0);
    let run = lab::run(experiment, &dir, &options, &stop, |data| {
        progress.update(data.units.len() as u64, data.total as u64, String::new);
    });
    progress.finish();
    let (data, results) = match run {
        Err(error @ LabError::ConfigMismatch { .. }) => {
            bail!("{error}; use --restart to discard it or --dir to choose another directory")
        }
        run => run?,
    };
    if args.json {
        let mut report = status_json(&data);
        report["findings"] = json!(results);
        writeln!(out, "{report:#}")?;
    } else {
        write_text(&data, &results, &dir, out)?;
    }
    if !data.is_complete() {
        bail!(
            "interrupted after {} of {} units; the same command without --restart continues the run",
            data.units.len(),
            data.total
        );
    }
    Ok(())
}

/// The command that reproduces the run.
fn command_line(args: &RunArgs) -> String {
    let (experiment, seed) = (&args.experiment, args.seed);
    let scale = Scale::from(args.scale);
    let mut line = format!("thermodon lab run {experiment} --scale {scale} --seed {seed}");
    for (name, value) in &args.settings {
        line.push_str(&format!(" --set '{name}={value}'"));
    }
    line
}

fn write_text(
    data: &RunData,
    results: &Results,
    dir: &Path,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    for table in &results.tables {
        writeln!(out, "{table}")?;
    }
    let seconds = data.seconds;
    writeln!(out, "{}; {seconds:.1} s of computation", status_text(data))?;
    writeln!(out, "tables, plots and raw results: {}", dir.display())?;
    Ok(())
}

fn report(args: &ReportArgs, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let dir = &args.results.dir;
    let (page, count) = html_report::render(dir)?;
    let output = args.output.clone();
    let file = (count > 0).then(|| output.unwrap_or_else(|| dir.join("report.html")));
    if let Some(file) = &file {
        write_atomic(file, &page)?;
    }
    if args.json {
        writeln!(out, "{}", json!({"experiments": count, "file": file}))?;
    } else if let Some(file) = &file {
        let noun = if count == 1 {
            "experiment"
        } else {
            "experiments"
        };
        writeln!(out, "{count} {noun} written to {}", file.display())?;
    } else {
        writeln!(out, "there are no runs in {}", dir.display())?;
    }
    Ok(ExitCode::from(u8::from(count == 0)))
}
