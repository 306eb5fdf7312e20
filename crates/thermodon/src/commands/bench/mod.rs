//! `thermodon bench`: speed of the engine on this machine and a signature of its search.
//!
//! Fixed positions are searched with fixed node limits by one thread, so the results are the same
//! on every machine; the signature is their hash. A change that should not affect play must not
//! change it.

mod evaluations;
mod signature;

use std::io::Write;
use std::time::{Duration, Instant};

use amazons::Position;
use amazons::notation::parse_position;
use anyhow::Context;
use clap::Args;
use engine::{Engine, GoLimits};
use network::{Kernel, Network};
use serde_json::{Map, Value, json};

use super::progress::ProgressReporter;
use evaluations::EvaluationRates;
use signature::Signature;

const POSITIONS: &str = include_str!("positions.txt");

/// Players and their node limits per position, chosen so that all take about the same time.
const PLAYERS: [(&str, u64); 3] = [
    ("network", 400),
    ("alpha-beta", 20_000),
    ("monte-carlo", 1_500),
];

/// Number of lines that the signature covers.
const MULTIPV: usize = 2;

#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct BenchArgs {
    /// Instruction set: avx512, avx-vnni, avx2, neon-dotprod, neon or portable, which takes minutes
    /// [default: the fastest that the processor supports].
    #[arg(long, alias = "instructions", value_parser = parse_kernel, value_name = "LEVEL")]
    pub simd: Option<Kernel>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

const AFTER_HELP: &str = "\
The signature is a hash of the moves, scores and node counts of searches with one thread: the same \
on every machine and for all instruction sets, until a change affects the search.

The rates are those of this machine. Network evaluations include the policy. The network's share \
of its search follows from that rate, assuming one evaluation per node.";

/// Totals of a player over all positions.
struct SearchStats {
    player: &'static str,
    nodes: u64,
    time: Duration,
}

impl SearchStats {
    fn nodes_per_second(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64()
    }
}

pub fn run(args: &BenchArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let kernel = args.simd.unwrap_or_else(Kernel::best);
    let positions = positions()?;
    let searches = PLAYERS.len() * positions.len();
    let progress = ProgressReporter::bar("searches", 0, searches as u64);
    let (signature, stats) = search_all(&positions, kernel, 1, &progress)?;
    progress.set_message("evaluations");
    let rates = EvaluationRates::measure(&positions, kernel)
        .with_context(|| format!("this processor does not support {kernel}"))?;
    progress.finish();
    if args.json {
        let report = to_json(kernel, &signature, &stats, &rates);
        writeln!(out, "{report}")?;
    } else {
        write_text(out, kernel, &signature, &stats, &rates)?;
    }
    Ok(())
}

/// Signature of the searches of `thermodon bench` with node limits divided by `divisor`.
///
/// # Errors
/// If the processor lacks the instruction set or a thread cannot be started.
pub fn quick_signature(kernel: Kernel, divisor: u64) -> anyhow::Result<String> {
    let progress = ProgressReporter::hidden();
    let (signature, _) = search_all(&positions()?, kernel, divisor, &progress)?;
    Ok(signature.to_string())
}

/// Searches all positions with every player, with node limits divided by `divisor`.
fn search_all(
    positions: &[Position],
    kernel: Kernel,
    divisor: u64,
    progress: &ProgressReporter,
) -> anyhow::Result<(Signature, Vec<SearchStats>)> {
    let mut signature = Signature::default();
    let mut all_stats = Vec::new();
    for (player, nodes) in PLAYERS {
        progress.set_message(player);
        signature.update(player);
        let mut engine = Engine::new()
            .with_kernel(kernel)
            .with_context(|| format!("this processor does not support {kernel}"))?;
        engine.set_option("Player", player)?;
        engine.set_option("MultiPV", &MULTIPV.to_string())?;
        // The signature must not depend on the tables of the user.
        engine.set_option("EndgameTable", "built-in")?;
        let limits = GoLimits::nodes((nodes / divisor).max(1));
        let mut stats = SearchStats {
            player,
            nodes: 0,
            time: Duration::ZERO,
        };
        for position in positions {
            engine.new_game();
            engine.allocate();
            let start = Instant::now();
            let study = engine
                .analyze(position, limits.clone())
                .context("cannot start the search")?;
            stats.time += start.elapsed();
            stats.nodes += study.lines().first().map_or(0, |line| line.nodes);
            signature.update_study(&study);
            progress.inc(1);
        }
        all_stats.push(stats);
    }
    Ok((signature, all_stats))
}

fn parse_kernel(name: &str) -> Result<Kernel, String> {
    match name {
        // Former names.
        "plain" | "scalar" => Ok(Kernel::Portable),
        "dot-product" => Ok(Kernel::NeonDotprod),
        _ => name.parse(),
    }
}

fn positions() -> anyhow::Result<Vec<Position>> {
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| parse_position(line).with_context(|| format!("{line:?} is not a position")))
        .collect()
}

fn write_text(
    out: &mut dyn Write,
    kernel: Kernel,
    signature: &Signature,
    stats: &[SearchStats],
    rates: &EvaluationRates,
) -> anyhow::Result<()> {
    writeln!(
        out,
        "{:12} {:>9} {:>9} {:>17}",
        "player", "nodes", "seconds", "nodes_per_second"
    )?;
    for stats in stats {
        writeln!(
            out,
            "{:12} {:>9} {:>9.2} {:>17.0}",
            stats.player,
            stats.nodes,
            stats.time.as_secs_f64(),
            stats.nodes_per_second(),
        )?;
    }
    writeln!(out)?;
    let share = network_share(stats, rates).map(|share| {
        let percent = 100.0 * share;
        (
            "network_share_of_its_search",
            format!("{percent:.0} % at most"),
        )
    });
    let rate = |rate: f64| format!("{rate:.0}");
    for (name, value) in [
        ("network", Network::embedded().provenance().to_string()),
        ("instructions", kernel.to_string()),
        ("evaluations_per_second", rate(rates.handcrafted)),
        ("network_evaluations_per_second", rate(rates.network)),
    ]
    .into_iter()
    .chain(share)
    .chain([("signature", signature.to_string())])
    {
        writeln!(out, "{name:<32} {value}")?;
    }
    Ok(())
}

/// Upper bound of the network's share of the time of its player.
fn network_share(stats: &[SearchStats], rates: &EvaluationRates) -> Option<f64> {
    let network = stats.iter().find(|stats| stats.player == "network")?;
    Some((network.nodes_per_second() / rates.network).min(1.0))
}

fn to_json(
    kernel: Kernel,
    signature: &Signature,
    stats: &[SearchStats],
    rates: &EvaluationRates,
) -> Value {
    let players: Map<String, Value> = stats
        .iter()
        .map(|stats| {
            let report = json!({
                "nodes": stats.nodes,
                "seconds": stats.time.as_secs_f64(),
                "nodes_per_second": stats.nodes_per_second().round(),
            });
            (stats.player.to_owned(), report)
        })
        .collect();
    json!({
        "signature": signature.to_string(),
        "network": Network::embedded().provenance(),
        "instructions": kernel.to_string(),
        "players": players,
        "evaluations_per_second": rates.handcrafted.round(),
        "network_evaluations_per_second": rates.network.round(),
        "network_share": network_share(stats, rates),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_valid_and_distinct() {
        let positions = positions().unwrap();
        assert!(positions.len() >= 12);
        assert!(positions.iter().all(Position::has_legal_move));
        for (index, position) in positions.iter().enumerate() {
            assert!(!positions[..index].contains(position), "{index}");
        }
    }
}
