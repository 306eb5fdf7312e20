//! `thermodon book trial --play`: games with the book against without, and how they go, on standard error.

use std::io::Write;
use std::time::{Duration, Instant};

use book::{Book, Games, Played, Store};
use indicatif::{ProgressBar, ProgressStyle};
use lab::book::{Play, Sparring, Standing};

use super::Trial;
use super::searching::stop_on_interrupt;
use super::showing::chance;
use crate::commands::thinking::processors;

/// How often a line is written where there is no terminal.
const PERIOD: Duration = Duration::from_secs(10);

pub(super) fn run(
    options: &Trial,
    games: u64,
    store: &Store,
    book: &mut Book,
    tried: &mut Games,
) -> anyhow::Result<()> {
    let stop = stop_on_interrupt()?;
    // Other games than those before.
    let before: u64 = tried.values().map(|played| u64::from(played.games)).sum();
    let sparring = Sparring {
        play: &Play::quick_at(options.nodes),
        games,
        threads: options.threads.map_or_else(processors, usize::from),
        seed: before.wrapping_mul(0x9e37_79b9_7f4a_7c15),
        stop: &stop,
    };
    let template = "{bar:30} {pos}/{len} games, {msg}, {elapsed} gone, {eta} to go";
    let style = ProgressStyle::with_template(template);
    let bar =
        ProgressBar::new(games).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let mut last_said = None;
    let standing = sparring
        .run(book, tried, |book, changes, tried, standing| {
            store.keep_trials(book, changes, tried)?;
            bar.set_position(played(standing));
            bar.set_message(words(book, standing));
            let is_time = last_said.is_none_or(|said: Instant| said.elapsed() >= PERIOD);
            if bar.is_hidden() && is_time {
                last_said = Some(Instant::now());
                // Nobody is left to tell where even this cannot be written.
                let _ = writeln!(
                    anstream::stderr(),
                    "{}/{games} games, {}",
                    played(standing),
                    words(book, standing)
                );
            }
            Ok(())
        })
        .map_err(|error| anyhow::anyhow!(error))?;
    bar.finish_and_clear();
    writeln!(
        anstream::stderr(),
        "{} games played, {}",
        played(&standing),
        words(book, &standing)
    )?;
    Ok(())
}

fn played(standing: &Standing) -> u64 {
    u64::from(standing.first.games) + u64::from(standing.second.games)
}

fn words(book: &Book, standing: &Standing) -> String {
    let won = |played: Played| {
        if played.games == 0 {
            return "–".to_owned();
        }
        let share = 100.0 * f64::from(played.won) / f64::from(played.games);
        format!("{share:.0} %")
    };
    format!(
        "won {} as first and {} as second player, value {}",
        won(standing.first),
        won(standing.second),
        book.value().map_or_else(|| "unknown".to_owned(), chance)
    )
}
