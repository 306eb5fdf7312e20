//! State of a GTP session and its commands.

use std::path::Path;
use std::time::{Duration, Instant};

use amazons::notation::{NotationError, fen};
use amazons::records::{self, Format, Record};
use amazons::{Color, Game, IllegalMoveError, Move, Outcome, Position};
use anyhow::{Context, anyhow, bail};
use engine::{Engine, GoLimits};

use super::GtpConfig;
use super::clock::GtpClock;
use crate::game_history::GameHistory;
use crate::parse::{MAX_SEARCH_TIME, parse_u64_saturating, saturating_u32};
use crate::terminal_board::{self, Highlights};

/// Maximum size of a file of games; collections are much smaller.
const MAX_FILE_BYTES: u64 = 16 << 20;

/// Commands and their arguments.
const COMMANDS: [(&str, &str); 23] = [
    ("protocol_version", ""),
    ("name", ""),
    ("version", ""),
    ("known_command", "COMMAND"),
    ("list_commands", ""),
    ("quit", ""),
    ("boardsize", "SIZE, such as 8 or 8x6"),
    ("clear_board", ""),
    ("play", "COLOR MOVE"),
    ("genmove", "COLOR"),
    ("reg_genmove", "COLOR"),
    ("undo", ""),
    ("showboard", ""),
    (
        "time_settings",
        "MAIN_TIME BYO_YOMI_TIME BYO_YOMI_STONES, in seconds",
    ),
    ("time_left", "COLOR TIME STONES, in seconds"),
    ("final_score", ""),
    ("loadsgf", "FILE [MOVE_NUMBER]"),
    ("printsgf", ""),
    ("thermodon-fen", ""),
    ("thermodon-setup", "FEN"),
    ("thermodon-legal_moves", "[COLOR]"),
    ("thermodon-side_to_move", ""),
    ("thermodon-set_option", "NAME VALUE"),
];

pub(super) struct Session {
    engine: Engine,
    config: GtpConfig,
    game: GameHistory,
    /// Position after `clear_board`.
    start_position: Position,
    clock: Option<GtpClock>,
}

impl Session {
    pub(super) fn new(engine: Engine, config: GtpConfig) -> Self {
        let start = Position::standard_start();
        Self {
            engine,
            config,
            game: GameHistory::new(start),
            start_position: start,
            clock: None,
        }
    }

    /// Handles a command. The reply may have several lines.
    pub(super) fn handle(&mut self, words: &[&str]) -> anyhow::Result<String> {
        let position = self.game.position();
        Ok(match *words {
            ["protocol_version"] => "2".to_owned(),
            ["name"] => "Thermodon".to_owned(),
            ["version"] => env!("CARGO_PKG_VERSION").to_owned(),
            ["known_command", command] => is_known(command).to_string(),
            ["list_commands"] => COMMANDS.map(|(name, _)| name).join("\n"),
            ["quit"] => String::new(),
            ["boardsize", size] => self.set_size(size)?,
            ["clear_board"] => self.reset_game(self.start_position),
            ["play", color, ref text @ ..] if !text.is_empty() => self.play(color, text)?,
            ["genmove", color] => self.genmove(color, true)?,
            ["reg_genmove", color] => self.genmove(color, false)?,
            ["undo"] => self.undo()?,
            ["showboard"] => self.show_board(),
            ["time_settings", main, byo_yomi, stones] => self.set_clock(main, byo_yomi, stones)?,
            ["time_left", color, time, stones] => self.set_time_left(color, time, stones)?,
            ["final_score"] => match position.outcome() {
                Some(Outcome::Win(Color::Black)) => "B+".to_owned(),
                Some(Outcome::Win(Color::White)) => "W+".to_owned(),
                Some(Outcome::Draw) => "0".to_owned(),
                None => bail!("cannot score: the game is not over"),
            },
            ["loadsgf", file] => self.load(file, None)?,
            ["loadsgf", file, number] => {
                let number = parse_number("loadsgf", number)?;
                self.load(file, Some(number))?
            }
            ["printsgf"] => {
                let record = self.game.record();
                let record = record.context("cannot write a game with moves out of turn")?;
                records::write(&record, Format::Sgf)
            }
            ["thermodon-fen"] => fen::write(position),
            ["thermodon-setup", ref text @ ..] if !text.is_empty() => {
                let start = fen::parse(&text.join(" ")).context("syntax error")?;
                self.reset_game(start)
            }
            ["thermodon-legal_moves"] => legal_moves(position),
            ["thermodon-legal_moves", color] => {
                legal_moves(&position.with_to_move(parse_color(color)?))
            }
            ["thermodon-side_to_move"] => position.to_move().to_string(),
            ["thermodon-set_option", name, value] => {
                self.engine.set_option(name, value)?;
                String::new()
            }
            ["komi", ..] => bail!("there is no komi in Amazons"),
            [] => bail!("syntax error: no command after the id"),
            [command, ..] => return Err(usage_error(command)),
        })
    }

    fn reset_game(&mut self, start: Position) -> String {
        self.game = GameHistory::new(start);
        self.engine.new_game();
        String::new()
    }

    fn set_size(&mut self, size: &str) -> anyhow::Result<String> {
        let start = size.parse().map_err(anyhow::Error::new).and_then(|size| {
            let start = Position::start(size);
            start.ok_or_else(|| NotationError::NoStandardStart(size).into())
        });
        self.start_position = start.context("unacceptable size")?;
        Ok(self.reset_game(self.start_position))
    }

    fn play(&mut self, color: &str, text: &[&str]) -> anyhow::Result<String> {
        let color = parse_color(color)?;
        if text.len() == 1 && text[0].eq_ignore_ascii_case("pass") {
            bail!("illegal move: there is no pass in Amazons");
        }
        let mv: Move = text.join(" ").parse().context("syntax error")?;
        self.game.play_as(color, mv).map_err(illegal(mv))?;
        Ok(String::new())
    }

    fn undo(&mut self) -> anyhow::Result<String> {
        match self.game.undo() {
            true => Ok(String::new()),
            false => bail!("cannot undo: there is no move to take back"),
        }
    }

    /// Searches a move of a player, and plays it if `is_played`.
    fn genmove(&mut self, color: &str, is_played: bool) -> anyhow::Result<String> {
        let color = parse_color(color)?;
        let start = Instant::now();
        let limits = match &self.clock {
            Some(clock) => clock.limits(),
            None => GoLimits::move_time(self.config.move_time),
        };
        let position = self.game.position().with_to_move(color);
        let found = self.engine.best_move(&position, limits);
        let Some(mv) = found.context("cannot start the search")?.mv else {
            return Ok("resign".to_owned());
        };
        if is_played {
            self.game.play_as(color, mv).map_err(illegal(mv))?;
            if let Some(clock) = &mut self.clock {
                clock.spend(color, start.elapsed());
            }
        }
        Ok(mv.to_string())
    }

    fn show_board(&self) -> String {
        let position = self.game.position();
        let board = terminal_board::render_ascii(position, Highlights::default());
        format!("\n{board}{} to move", position.to_move())
    }

    fn set_clock(&mut self, main: &str, byo_yomi: &str, stones: &str) -> anyhow::Result<String> {
        let number = |text| parse_number("time_settings", text);
        let (main, byo_yomi, stones) = (number(main)?, number(byo_yomi)?, number(stones)?);
        self.clock = GtpClock::new(seconds(main), seconds(byo_yomi), saturating_u32(stones));
        Ok(String::new())
    }

    fn set_time_left(&mut self, color: &str, time: &str, stones: &str) -> anyhow::Result<String> {
        let color = parse_color(color)?;
        let number = |text| parse_number("time_left", text);
        let (time, stones) = (number(time)?, number(stones)?);
        // Before `time_settings` there is no clock to set.
        if let Some(clock) = &mut self.clock {
            clock.set(color, seconds(time), saturating_u32(stones));
        }
        Ok(String::new())
    }

    /// Loads the main line of a game up to, but not including, a move number.
    fn load(&mut self, file: &str, before: Option<u64>) -> anyhow::Result<String> {
        let record = load(file).context("cannot load file")?;
        let count = before.map_or(usize::MAX, |number| {
            usize::try_from(number.saturating_sub(1)).unwrap_or(usize::MAX)
        });
        let mut game = GameHistory::new(*record.start());
        for mv in record.main_line().take(count) {
            game.play(mv).map_err(illegal(mv))?;
        }
        self.game = game;
        self.engine.new_game();
        Ok(String::new())
    }
}

fn illegal(mv: Move) -> impl Fn(IllegalMoveError) -> NotationError {
    move |reason| NotationError::Illegal { mv, reason }
}

/// Parses a number among the arguments of a command.
fn parse_number(command: &str, text: &str) -> anyhow::Result<u64> {
    parse_u64_saturating(text).ok_or_else(|| usage_error(command))
}

fn is_known(command: &str) -> bool {
    COMMANDS.iter().any(|&(name, _)| name == command)
}

/// The error of a command with wrong arguments.
fn usage_error(command: &str) -> anyhow::Error {
    match COMMANDS.iter().find(|&&(name, _)| name == command) {
        Some((name, "")) => anyhow!("syntax error: {name} takes no arguments"),
        Some((name, arguments)) => anyhow!("syntax error: usage: {name} {arguments}"),
        None => anyhow!("unknown command"),
    }
}

fn parse_color(text: &str) -> anyhow::Result<Color> {
    match text.to_ascii_lowercase().as_str() {
        "w" | "white" => Ok(Color::White),
        "b" | "black" => Ok(Color::Black),
        _ => bail!("syntax error: {text:?} is not a color; use white or black"),
    }
}

fn seconds(count: u64) -> Duration {
    Duration::from_secs(count).min(MAX_SEARCH_TIME)
}

/// Loads the first game of a file in any format.
fn load(file: &str) -> anyhow::Result<Record> {
    let bytes = storage::read_file(Path::new(file), MAX_FILE_BYTES)
        .with_context(|| format!("cannot read {file}"))?;
    let games = records::read(&String::from_utf8_lossy(&bytes)).with_context(|| file.to_owned())?;
    games
        .into_iter()
        .next()
        .with_context(|| format!("{file} has no game"))
}

fn legal_moves(position: &Position) -> String {
    let moves: Vec<String> = position.moves().iter().map(Move::to_string).collect();
    moves.join("\n")
}
