//! `thermodon book trial --play`: games with the book against without, and how they go, on standard error.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::bail;
use book::{Book, Games, Played, Store};
use indicatif::{ProgressBar, ProgressStyle};
use lab::book::{Learning, Play, Sparring, Standing};

use super::searching::stop_on_interrupt;
use super::showing::chance;
use super::{Searching, Trial};

/// How often a line is written where there is no terminal.
const PERIOD: Duration = Duration::from_secs(10);

pub(super) fn run(
    options: &Trial,
    games: u64,
    store: &Store,
    book: &mut Book,
    tried: &mut Games,
) -> anyhow::Result<()> {
    let most_nodes = options.most_nodes.unwrap_or(options.nodes);
    if most_nodes < options.nodes {
        bail!(
            "--most-nodes {most_nodes} is less than --nodes {}",
            options.nodes
        );
    }
    let stop = stop_on_interrupt()?;
    // Other games than those before.
    let before: u64 = tried.values().map(|played| u64::from(played.games)).sum();
    let searching = options.searching();
    let provenance = searching.provenance()?.to_json();
    let sparring = Sparring {
        play: &Play::quick_at(options.nodes),
        most_nodes,
        games,
        learning: Learning {
            plies: options.learn.unwrap_or(0),
            width: searching.k.get(),
            provenance: &provenance,
        },
        seed: before.wrapping_mul(0x9e37_79b9_7f4a_7c15),
        stop: &stop,
    };
    let template = "{bar:30} {pos}/{len} games, {msg}, {elapsed} gone, {eta} to go";
    let style = ProgressStyle::with_template(template);
    let bar =
        ProgressBar::new(games).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let mut last_said = None;
    let standing = sparring
        .run(
            book,
            tried,
            searching.analysts()?,
            |book, changes, tried, standing| {
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
            },
        )
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

impl Trial {
    /// How is searched what the book learns: as `book build` does it.
    fn searching(&self) -> Searching {
        Searching {
            nodes: self.learn_nodes,
            k: Searching::MOVES,
            threads: self.threads,
            player: "network".to_owned(),
            options: vec!["Hash=16".to_owned()],
        }
    }
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
        "{} positions, won {} as first and {} as second player, value {}",
        book.len(),
        won(standing.first),
        won(standing.second),
        book.value().map_or_else(|| "unknown".to_owned(), chance)
    )
}
