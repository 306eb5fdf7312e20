//! `thermodon bench`: how fast the engine is on this machine, and a signature of what it does.
//!
//! Fixed positions are searched to fixed numbers of nodes by one thread, so all that is found is the same on
//! every machine; the signature is a hash of it. A change that should not change play must leave it
//! alone, and one that should must say so.

mod evaluations;
mod signature;

use std::io::Write;
use std::time::{Duration, Instant};

use amazons::Position;
use amazons::notation::parse_position;
use anyhow::Context;
use clap::{Args, ValueEnum};
use engine::{Engine, Instructions, Limits};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value, json};

use evaluations::EvaluationSpeeds;
use signature::Signature;

const POSITIONS: &str = include_str!("positions.txt");

/// The players that search, and the nodes that each has for a position: all take about as long.
const PLAYERS: [(&str, u64); 3] = [
    ("network", 400),
    ("alpha-beta", 20_000),
    ("monte-carlo", 1_500),
];

/// The best lines go into the signature, not only the best move.
const LINES: usize = 2;

/// Measure the engine's speed, and print a signature of what it finds.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// Compute with these instructions instead of the best that the processor has.
    #[arg(long, value_enum)]
    pub instructions: Option<InstructionsChoice>,
    /// Print JSON for programs.
    #[arg(long)]
    pub json: bool,
}

/// The instructions to compute with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum InstructionsChoice {
    /// AVX-512, with VNNI.
    Avx512,
    /// AVX2, with AVX-VNNI.
    AvxVnni,
    /// AVX2.
    Avx2,
    /// NEON, with dot products of bytes.
    DotProduct,
    /// NEON.
    Neon,
    /// Nothing special: the network takes minutes then.
    Plain,
}

const AFTER_HELP: &str = "\
The signature is a hash of the moves, scores and numbers of nodes that are found with one thread: the same \
on every machine and with all instructions, until a change makes the search find something else.

The speeds are this machine's. An evaluation of the network is timed with the moves that it suggests, as \
a search needs them. Its share of the search is computed from that, the nodes searched, each of \
which is evaluated at most once, and the time that the search took.";

/// What a player did on all positions.
struct Performance {
    player: &'static str,
    nodes: u64,
    time: Duration,
}

impl Performance {
    fn nodes_per_second(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64()
    }
}

/// Searches, measures and prints.
///
/// # Errors
/// If the processor does not have the instructions, or nothing can be written.
pub fn run(options: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let instructions = instructions(options.instructions)?;
    let positions = positions()?;
    let progress = progress_bar(PLAYERS.len() * positions.len());
    let (signature, performances) = search_all(&positions, instructions, 1, &progress)?;
    progress.set_message("evaluations");
    let speeds = EvaluationSpeeds::measure(&positions, instructions)
        .with_context(|| format!("this processor has no {instructions}"))?;
    progress.finish_and_clear();
    if options.json {
        let report = in_json(instructions, &signature, &performances, &speeds);
        writeln!(out, "{report}")?;
    } else {
        print(out, instructions, &signature, &performances, &speeds)?;
    }
    Ok(())
}

/// A signature of the same searches with a fraction of the nodes, for those who compare instructions and
/// have no time for the whole.
///
/// # Errors
/// If the processor does not have the instructions, or gives no thread.
pub fn quick_signature(instructions: Instructions, divisor: u64) -> anyhow::Result<String> {
    let progress = ProgressBar::hidden();
    let (signature, _) = search_all(&positions()?, instructions, divisor, &progress)?;
    Ok(signature.to_string())
}

/// Lets every player search all positions, with so many times fewer nodes than usual.
fn search_all(
    positions: &[Position],
    instructions: Instructions,
    divisor: u64,
    progress: &ProgressBar,
) -> anyhow::Result<(Signature, Vec<Performance>)> {
    let mut signature = Signature::default();
    let mut performances = Vec::new();
    for (player, nodes) in PLAYERS {
        progress.set_message(player);
        let mut engine = Engine::new()
            .with_instructions(instructions)
            .with_context(|| format!("this processor has no {instructions}"))?;
        engine.set_option("Player", player)?;
        engine.set_option("MultiPV", &LINES.to_string())?;
        // The same on every machine, whatever its user has built.
        engine.set_option("EndgameTable", "built-in")?;
        let nodes = (nodes / divisor).max(1);
        performances.push(search(
            &mut engine,
            player,
            nodes,
            positions,
            &mut signature,
            progress,
        )?);
    }
    Ok((signature, performances))
}

fn instructions(choice: Option<InstructionsChoice>) -> anyhow::Result<Instructions> {
    let wanted = choice.map(|choice| match choice {
        InstructionsChoice::Avx512 => Instructions::Avx512,
        InstructionsChoice::AvxVnni => Instructions::AvxVnni,
        InstructionsChoice::Avx2 => Instructions::Avx2,
        InstructionsChoice::DotProduct => Instructions::DotProduct,
        InstructionsChoice::Neon => Instructions::Neon,
        InstructionsChoice::Plain => Instructions::Plain,
    });
    let mut available = Instructions::available();
    match wanted {
        None => available
            .next()
            .context("there is a path for every processor"),
        Some(wanted) => available
            .find(|&one| one == wanted)
            .with_context(|| format!("this processor has no {wanted}")),
    }
}

fn positions() -> anyhow::Result<Vec<Position>> {
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| parse_position(line).with_context(|| format!("{line:?} is no position")))
        .collect()
}

/// Lets one player search all positions.
fn search(
    engine: &mut Engine,
    player: &'static str,
    nodes: u64,
    positions: &[Position],
    signature: &mut Signature,
    progress: &ProgressBar,
) -> anyhow::Result<Performance> {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let mut performance = Performance {
        player,
        nodes: 0,
        time: Duration::ZERO,
    };
    signature.add(player);
    for position in positions {
        engine.new_game();
        engine.prepare();
        let begin = Instant::now();
        let study = engine
            .study(position, limits.clone())
            .context("cannot start the search")?;
        performance.time += begin.elapsed();
        performance.nodes += study.lines().first().map_or(0, |line| line.nodes);
        signature.add_study(&study);
        progress.inc(1);
    }
    Ok(performance)
}

fn progress_bar(steps: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} searches, {msg}");
    ProgressBar::new(steps as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn print(
    out: &mut dyn Write,
    instructions: Instructions,
    signature: &Signature,
    performances: &[Performance],
    speeds: &EvaluationSpeeds,
) -> anyhow::Result<()> {
    writeln!(
        out,
        "{:12} {:>9} {:>9} {:>17}",
        "player", "nodes", "seconds", "nodes_per_second"
    )?;
    for performance in performances {
        writeln!(
            out,
            "{:12} {:>9} {:>9.2} {:>17.0}",
            performance.player,
            performance.nodes,
            performance.time.as_secs_f64(),
            performance.nodes_per_second(),
        )?;
    }
    writeln!(out)?;
    writeln!(out, "instructions                     {instructions}")?;
    writeln!(
        out,
        "evaluations_per_second           {:.0}",
        speeds.hand_made
    )?;
    writeln!(
        out,
        "network_evaluations_per_second   {:.0}",
        speeds.network
    )?;
    if let Some(share) = network_share(performances, speeds) {
        let percent = 100.0 * share;
        writeln!(
            out,
            "network_share_of_its_search      {percent:.0} % at most"
        )?;
    }
    writeln!(out, "signature                        {signature}")?;
    Ok(())
}

/// How much of the network player's time the network takes, if every node is evaluated.
fn network_share(performances: &[Performance], speeds: &EvaluationSpeeds) -> Option<f64> {
    let network = performances.iter().find(|one| one.player == "network")?;
    Some((network.nodes_per_second() / speeds.network).min(1.0))
}

fn in_json(
    instructions: Instructions,
    signature: &Signature,
    performances: &[Performance],
    speeds: &EvaluationSpeeds,
) -> Value {
    let players: Map<String, Value> = performances
        .iter()
        .map(|performance| {
            let report = json!({
                "nodes": performance.nodes,
                "seconds": performance.time.as_secs_f64(),
                "nodes_per_second": performance.nodes_per_second().round(),
            });
            (performance.player.to_owned(), report)
        })
        .collect();
    json!({
        "signature": signature.to_string(),
        "instructions": instructions.to_string(),
        "players": players,
        "evaluations_per_second": speeds.hand_made.round(),
        "network_evaluations_per_second": speeds.network.round(),
        "network_share": network_share(performances, speeds),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_positions_are_sound_and_different() {
        let positions = positions().unwrap();
        assert!(positions.len() >= 12);
        assert!(positions.iter().all(Position::has_move));
        for (index, position) in positions.iter().enumerate() {
            assert!(!positions[..index].contains(position), "{index}");
        }
    }
}
