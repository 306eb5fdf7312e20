//! `thermodon book trial --games`: games between the engine with and without the book.

use std::io::Write;

use anyhow::bail;
use book::{Book, BookDatabase, GameResults, ResultCount};
use engine::book_trials::{BookTrial, PlayConfig, TrialExpansion, TrialScore};

use super::{BookSearchArgs, TrialArgs, optional_value_text};
use crate::commands::interrupt_flag;
use crate::commands::progress::ProgressReporter;
use crate::commands::search_args::EngineArgs;

/// Plays games and adds their results to `trials`.
pub(super) fn play_games(
    args: &TrialArgs,
    games: u64,
    store: &BookDatabase,
    book: &mut Book,
    trials: &mut GameResults,
) -> anyhow::Result<()> {
    let max_nodes = args.max_nodes.unwrap_or(args.nodes);
    if max_nodes < args.nodes {
        bail!(
            "--max-nodes {max_nodes} is less than --nodes {}",
            args.nodes
        );
    }
    let stop = interrupt_flag()?;
    // A seed that differs from those of earlier calls.
    let before: u64 = trials.values().map(|played| u64::from(played.games)).sum();
    let search = args.expansion_search();
    let provenance = search.provenance()?.to_json();
    let trial = BookTrial {
        play: &PlayConfig::fast(args.nodes),
        max_nodes,
        games,
        expansion: TrialExpansion {
            plies: args.expand_plies.unwrap_or(0),
            width: search.width.get(),
            provenance: &provenance,
        },
        seed: before.wrapping_mul(0x9e37_79b9_7f4a_7c15),
        stop: &stop,
    };
    let reporter = ProgressReporter::bar("games", 0, games).eager();
    let score = trial.run(
        book,
        trials,
        search.searchers()?,
        |book, changes, trials, score| {
            store.save_trials(book, changes, trials)?;
            reporter.update(games_played(score), games, || progress_text(book, score));
            Ok(())
        },
    );
    reporter.finish();
    let score = score.map_err(|error| anyhow::anyhow!(error))?;
    writeln!(
        anstream::stderr(),
        "{} games played, {}",
        games_played(&score),
        progress_text(book, &score)
    )?;
    Ok(())
}

impl TrialArgs {
    /// The searches of expansions, as in `book build`.
    fn expansion_search(&self) -> BookSearchArgs {
        BookSearchArgs {
            nodes: self.expand_nodes,
            width: BookSearchArgs::DEFAULT_WIDTH,
            threads: self.threads,
            engine: EngineArgs {
                player: EngineArgs::DEFAULT_PLAYER.to_owned(),
                options: vec!["Hash=16".to_owned()],
            },
        }
    }
}

fn games_played(score: &TrialScore) -> u64 {
    u64::from(score.first.games) + u64::from(score.second.games)
}

fn progress_text(book: &Book, score: &TrialScore) -> String {
    let won = |played: ResultCount| {
        if played.games == 0 {
            return "–".to_owned();
        }
        let percent = 100.0 * f64::from(played.wins) / f64::from(played.games);
        format!("{percent:.0} %")
    };
    format!(
        "{} positions, won {} as first and {} as second player, value {}",
        book.len(),
        won(score.first),
        won(score.second),
        optional_value_text(book.value())
    )
}
