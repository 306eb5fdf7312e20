//! `thermodon learn td`.

use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anyhow::{Context, bail};
use learning::differences::{Differences, Last};
use learning::{Course, CourseError, Method, PlaySettings, Settings};
use serde_json::{Map, Value, json};

use super::progress::Display;
use super::{Td, start};

pub(super) fn run(options: &Td, out: &mut dyn Write) -> anyhow::Result<()> {
    let settings = settings(options)?;
    let mut course = match Course::open(&options.folder, &settings) {
        Err(error @ CourseError::Differs { .. }) => {
            bail!("{error}; --folder takes another one")
        }
        opened => opened?,
    };
    let stop = Arc::new(AtomicBool::new(false));
    let on_interrupt = Arc::clone(&stop);
    ctrlc::set_handler(move || on_interrupt.store(true, Ordering::Relaxed))
        .context("cannot listen for interrupts")?;
    let threads = match options.threads {
        Some(threads) => threads.get(),
        None => thread::available_parallelism().map_or(1, NonZeroUsize::get),
    };
    let mut display = Display::new(settings.games, course.curve().names.clone());
    let run = course.run(threads, &stop, &mut |progress| display.show(progress));
    display.finish();
    run?;
    let games = display.games();
    let weights = course.weights_file();
    if options.json {
        let names = course.curve().names.iter().cloned();
        let numbers = course.numbers().iter().map(|&number| Value::from(number));
        let learned: Map<String, Value> = names.zip(numbers).collect();
        let all = json!({
            "settings": settings,
            "games": games,
            "complete": course.is_complete(),
            "busy": display.busy(),
            "weights": learned,
            "file": weights,
        });
        writeln!(out, "{all:#}")?;
    } else {
        for (name, number) in course.curve().names.iter().zip(course.numbers()) {
            writeln!(out, "{name:<20} {number:>9.4}")?;
        }
        writeln!(
            out,
            "learned from {games} games; the threads were at work {:.1} % of the time",
            100.0 * display.busy()
        )?;
        writeln!(out, "the weights are in {}", weights.display())?;
    }
    if !course.is_complete() {
        bail!(
            "interrupted after {games} of {} games; the same command goes on",
            settings.games
        );
    }
    Ok(())
}

fn settings(options: &Td) -> anyhow::Result<Settings> {
    for (name, number) in [
        ("--rate", options.rate),
        ("--lambda", options.lambda),
        ("--omega", options.omega),
    ] {
        if !number.is_finite() || number < 0.0 {
            bail!("{name} must be a number from 0 up, not {number}");
        }
    }
    if options.omega == 0.0 {
        bail!("--omega must be more than 0");
    }
    let start = match &options.weights {
        // Where several of V make a logit, the numbers are as many times the weights.
        Some(file) => {
            let numbers = start(options.form, file)?;
            Some(
                numbers
                    .iter()
                    .map(|number| number * options.omega)
                    .collect(),
            )
        }
        None => None,
    };
    Ok(Settings {
        form: options.form,
        method: options.method,
        differences: Differences {
            lambda: options.lambda,
            omega: options.omega,
            last: Last::Result,
        },
        rate: options.rate,
        half_after: options.half_after,
        start,
        games: options.games,
        seed: options.seed,
        lag: options.lag.get(),
        play: PlaySettings {
            position: options.position.clone(),
            nodes: match (options.nodes, options.depth) {
                (None, None) => PlaySettings::default().nodes,
                (nodes, _) => nodes,
            },
            depth: options.depth,
            noise: options.noise,
            random_plies: options.random_plies,
            to_the_end: options.to_the_end,
            keep_lines: options.method == Method::TdLeaf,
        },
    })
}
