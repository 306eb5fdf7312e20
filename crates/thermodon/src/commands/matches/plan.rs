//! From words to a match.

use std::thread;
use std::time::Duration;

use amazons::Position;
use amazons::notation::parse_position;
use anyhow::{Context, bail};
use arena::control::{TimeControl, Tolerance};
use arena::house::read_openings;
use arena::{Match, Openings, Pairing};

use super::arguments::{Arguments, PairingChoice};
use super::contestant::{self, Surroundings};
use crate::commands::input;

/// How long a move takes where nothing is said.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// The match that the arguments describe.
pub(super) fn of(options: &Arguments) -> anyhow::Result<Match<Position>> {
    if options.games == 0 || !options.games.is_multiple_of(2) {
        bail!(
            "--games must be an even number greater than 0, not {}: every opening is played twice, \
             with colours swapped",
            options.games
        );
    }
    let tolerance = Tolerance {
        margin: Duration::from_millis(options.margin),
        patience: Duration::from_secs(options.patience),
    };
    let surroundings = Surroundings {
        patience: tolerance.patience,
        folder: options.folder.as_deref(),
        control: control(options),
    };
    let read = |text: &String| {
        let contestant = contestant::read(text, &surroundings);
        contestant.with_context(|| format!("--player {text:?}"))
    };
    let players: Vec<_> = options.players.iter().map(read).collect::<Result<_, _>>()?;
    let threads = players.iter().map(|&(_, threads)| threads);
    let concurrency = options
        .concurrency
        .unwrap_or_else(|| games_at_once(processors(), threads));
    Ok(Match {
        contestants: players.into_iter().map(|(player, _)| player).collect(),
        pairing: match options.pairing {
            PairingChoice::RoundRobin => Pairing::RoundRobin,
            PairingChoice::Gauntlet => Pairing::Gauntlet,
        },
        rounds: options.games / 2,
        openings: openings(options)?,
        seed: options.seed,
        tolerance,
        sprt: options.sprt,
        concurrency: concurrency.max(1),
    })
}

fn control(options: &Arguments) -> TimeControl {
    let control = TimeControl {
        move_time: options.movetime.map(Duration::from_millis),
        clock: options.tc,
        nodes: options.nodes,
        depth: options.depth,
    };
    if control == TimeControl::default() {
        return TimeControl {
            move_time: Some(DEFAULT_MOVE_TIME),
            ..control
        };
    }
    control
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// While one player of a game thinks the other one waits, so a game keeps no more busy than the
/// player with most threads.
fn games_at_once(processors: usize, threads: impl Iterator<Item = usize>) -> usize {
    processors / threads.max().unwrap_or(1).max(1)
}

fn openings(options: &Arguments) -> anyhow::Result<Openings<Position>> {
    let start = || parse_position(&options.position).context("cannot read the position");
    match options.openings.split_once(':') {
        None if options.openings == "start" => Ok(Openings::Random {
            start: start()?,
            plies: 0,
        }),
        Some(("random", plies)) => Ok(Openings::Random {
            start: start()?,
            plies: plies.parse().with_context(|| {
                format!("--openings random: must be followed by a number, not {plies:?}")
            })?,
        }),
        Some(("file", file)) => {
            let text = input::read(file)?;
            let list = read_openings(&text, Some(options.opening_plies))
                .with_context(|| format!("cannot read openings from {file}"))?;
            Ok(Openings::List(list))
        }
        _ => bail!(
            "--openings must be start, random:N or file:FILE, not {:?}",
            options.openings
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_at_once_fit_the_processors() {
        let fit =
            |processors, threads: &[usize]| games_at_once(processors, threads.iter().copied());
        assert_eq!(fit(8, &[1, 1]), 8);
        assert_eq!(fit(8, &[1, 4]), 2);
        assert_eq!(fit(8, &[3, 3]), 2);
        // Raised to 1 where the match is made.
        assert_eq!(fit(2, &[4, 1]), 0);
        assert_eq!(fit(2, &[0, 0]), 2);
    }
}
