//! `thermodon play`: a game in the terminal.

mod engine_player;
mod session;

use std::io::{BufRead, Write};

use clap::{Args, ValueEnum};
use engine::Level;
use game::PerColor;

use super::search_args::EngineArgs;
use crate::input::StartArg;
use engine_player::EnginePlayer;
use session::Session;

#[derive(Args, Debug)]
pub struct PlayArgs {
    #[command(flatten)]
    pub start: StartArg,
    /// Player of White.
    #[arg(long, value_enum, value_name = "PLAYER", default_value_t = Controller::Human)]
    pub white: Controller,
    /// Player of Black.
    #[arg(long, value_enum, value_name = "PLAYER", default_value_t = Controller::Engine)]
    pub black: Controller,
    /// Time of the engine per move in seconds.
    #[arg(long, alias = "seconds", value_name = "SECONDS", default_value_t = 1.0)]
    pub time: f64,
    /// Level of the engine, from 1 (beginner) to 20 (full strength).
    #[arg(long, value_name = "LEVEL", default_value_t = Level::FULL.number())]
    #[arg(conflicts_with = "player")]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=i64::from(Level::COUNT)))]
    #[arg(long_help = levels())]
    pub level: u8,
    /// Opponent model for a search that predicts your moves: a file of `thermodon fit-opponent`, or
    /// engine options and a depth, such as Depth=2. The engine falls back to alpha-beta if the
    /// predictions fail.
    #[arg(long, alias = "opponent", value_name = "FILE|OPTIONS")]
    #[arg(conflicts_with_all = ["player", "level"])]
    pub opponent_model: Option<String>,
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Seed of the engine's random choices; 0 is a random seed.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
}

/// Long help of `--level`.
fn levels() -> String {
    let line = |level: Level| format!("\n- {level}: {}", level.description());
    let list: String = Level::all().map(line).collect();
    format!("Level of the engine. Lower levels may move before their time is up.\n{list}")
}

/// Who controls a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Controller {
    /// The keyboard.
    Human,
    /// The engine.
    #[value(alias = "computer")]
    Engine,
}

/// Plays a game to its end, or until the input ends.
pub fn run(args: &PlayArgs, input: impl BufRead, out: &mut dyn Write) -> anyhow::Result<()> {
    let players = PerColor::new(args.black, args.white);
    Session::new(
        args.start.position()?,
        players,
        EnginePlayer::new(args)?,
        out,
    )
    .play(input)
}
