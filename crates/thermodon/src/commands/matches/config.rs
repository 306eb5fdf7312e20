//! Builds the configuration of a match from the arguments.

use std::time::Duration;

use amazons::Position;
use amazons::notation::parse_position;
use anyhow::{Context, bail};
use arena::amazons_game::read_openings;
use arena::time_control::{TimeControl, Timeouts};
use arena::{Match, OpeningSource, Pairing};

use super::arguments::{MatchArgs, Tournament};
use super::engine_spec::{MatchDefaults, parse_engine};
use crate::commands::num_threads;
use crate::input;

/// Time per move if no limit is given.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

pub(super) fn match_config(args: &MatchArgs) -> anyhow::Result<Match<Position>> {
    if args.games == 0 || !args.games.is_multiple_of(2) {
        bail!(
            "--games must be even and greater than 0, not {}: every opening is played twice, with \
             colors swapped",
            args.games
        );
    }
    let timeouts = Timeouts {
        time_margin: args.margin.map_or_else(
            || Duration::from_secs_f64(args.time_margin),
            Duration::from_millis,
        ),
        response_timeout: Duration::from_secs_f64(args.timeout),
    };
    let defaults = MatchDefaults {
        timeout: timeouts.response_timeout,
        dir: args.dir.as_deref(),
        control: time_control(args),
    };
    let parse =
        |text: &String| parse_engine(text, &defaults).with_context(|| format!("--engine {text:?}"));
    let engines: Vec<_> = args.engines.iter().map(parse).collect::<Result<_, _>>()?;
    let threads = engines.iter().map(|&(_, threads)| threads);
    let concurrency = args
        .concurrency
        .unwrap_or_else(|| default_concurrency(num_threads(), threads));
    Ok(Match {
        participants: engines.into_iter().map(|(engine, _)| engine).collect(),
        pairing: match args.tournament {
            Tournament::RoundRobin => Pairing::RoundRobin,
            Tournament::Gauntlet => Pairing::Gauntlet,
        },
        rounds: args.games / 2,
        openings: openings(args)?,
        seed: args.seed,
        timeouts,
        sprt: args.sprt,
        concurrency: concurrency.max(1),
    })
}

fn time_control(args: &MatchArgs) -> TimeControl {
    let control = TimeControl {
        move_time: args
            .time
            .map(Duration::from_secs_f64)
            .or(args.movetime.map(Duration::from_millis)),
        clock: args.tc,
        nodes: args.nodes,
        depth: args.depth,
    };
    if control == TimeControl::default() {
        return TimeControl {
            move_time: Some(DEFAULT_MOVE_TIME),
            ..control
        };
    }
    control
}

/// Number of concurrent games that fit the cores, which may be 0. The engines of a game search in
/// turn, so a game uses as many threads as its engine with the most.
fn default_concurrency(cores: usize, threads: impl Iterator<Item = usize>) -> usize {
    cores / threads.max().unwrap_or(1).max(1)
}

fn openings(args: &MatchArgs) -> anyhow::Result<OpeningSource<Position>> {
    let start = || parse_position(&args.start).context("cannot read the start position");
    match args.openings.split_once(':') {
        None if args.openings == "start" => Ok(OpeningSource::Random {
            start: start()?,
            plies: 0,
        }),
        Some(("random", plies)) => Ok(OpeningSource::Random {
            start: start()?,
            plies: plies
                .parse()
                .with_context(|| format!("--openings random:N needs a number, not {plies:?}"))?,
        }),
        Some(("file", file)) => {
            let text = input::read_text(file)?;
            let list = read_openings(&text, Some(args.opening_plies))
                .with_context(|| format!("cannot read openings from {file}"))?;
            Ok(OpeningSource::List(list))
        }
        _ => bail!(
            "--openings must be start, random:N or file:FILE, not {:?}",
            args.openings
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_concurrency_fits_the_cores() {
        let concurrency =
            |cores, threads: &[usize]| default_concurrency(cores, threads.iter().copied());
        assert_eq!(concurrency(8, &[1, 1]), 8);
        assert_eq!(concurrency(8, &[1, 4]), 2);
        assert_eq!(concurrency(8, &[3, 3]), 2);
        // `match_config` raises it to 1.
        assert_eq!(concurrency(2, &[4, 1]), 0);
        assert_eq!(concurrency(2, &[0, 0]), 2);
    }
}
