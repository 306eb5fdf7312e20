//! State of a GTP session and its commands.

use std::io;
use std::time::{Duration, Instant};

use amazons::notation::{NotationError, fen};
use amazons::records::{self, Format, IllegalLineError};
use amazons::{
    BoardSize, Color, Game, IllegalMoveError, Move, Outcome, ParseBoardSizeError, Position,
};
use engine::{Engine, GoLimits};
use thiserror::Error;

use super::GtpConfig;
use super::clock::GtpClock;
use super::load::load;
use crate::game_history::GameHistory;
use crate::protocol::parse::{MAX_SEARCH_TIME, parse_u64_saturating, saturating_u32};
use crate::terminal_board::{self, Highlights};

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

/// Why a command failed without effect. Messages start as the protocol requires.
#[derive(Debug, Error)]
pub(super) enum GtpError {
    #[error("unknown command")]
    UnknownCommand,
    #[error("syntax error: no command after the id")]
    NoCommand,
    #[error("syntax error: {0} takes no arguments")]
    NoArguments(&'static str),
    #[error("syntax error: usage: {0} {1}")]
    Usage(&'static str, &'static str),
    #[error("syntax error: {0:?} is not a color; use white or black")]
    Color(String),
    #[error("unacceptable size: {0}")]
    Size(#[from] ParseBoardSizeError),
    #[error("unacceptable size: {0}")]
    NoStart(NotationError),
    #[error("syntax error: {0}")]
    Notation(NotationError),
    #[error(transparent)]
    IllegalMove(NotationError),
    #[error("illegal move: there is no pass in Amazons")]
    Pass,
    #[error("cannot undo: there is no move to take back")]
    Undo,
    #[error("cannot score: the game is not over")]
    Score,
    #[error("there is no komi in Amazons")]
    Komi,
    #[error("cannot write a game with moves out of turn: {0}")]
    NotInTurn(IllegalLineError),
    #[error("cannot load file: {0:#}")]
    Load(anyhow::Error),
    #[error(transparent)]
    Option(#[from] engine::OptionError),
    #[error("cannot start the search: {0}")]
    Search(#[from] io::Error),
}

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
    pub(super) fn handle(&mut self, words: &[&str]) -> Result<String, GtpError> {
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
            ["final_score"] => result_text(position).ok_or(GtpError::Score)?.to_owned(),
            ["loadsgf", file] => self.load(file, None)?,
            ["loadsgf", file, number] => {
                let number = parse_u64_saturating(number).ok_or_else(|| usage_error("loadsgf"))?;
                self.load(file, Some(number))?
            }
            ["printsgf"] => {
                let record = self.game.record().map_err(GtpError::NotInTurn)?;
                records::write(&record, Format::Sgf)
            }
            ["thermodon-fen"] => fen::write(position),
            ["thermodon-setup", ref text @ ..] if !text.is_empty() => {
                let start = fen::parse(&text.join(" ")).map_err(GtpError::Notation)?;
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
            ["komi", ..] => return Err(GtpError::Komi),
            [] => return Err(GtpError::NoCommand),
            [command, ..] if is_known(command) => return Err(usage_error(command)),
            _ => return Err(GtpError::UnknownCommand),
        })
    }

    fn reset_game(&mut self, start: Position) -> String {
        self.game = GameHistory::new(start);
        self.engine.new_game();
        String::new()
    }

    fn set_size(&mut self, size: &str) -> Result<String, GtpError> {
        let size: BoardSize = size.parse()?;
        let start =
            Position::start(size).ok_or(GtpError::NoStart(NotationError::NoStandardStart(size)))?;
        self.start_position = start;
        Ok(self.reset_game(start))
    }

    fn play(&mut self, color: &str, text: &[&str]) -> Result<String, GtpError> {
        let color = parse_color(color)?;
        if text.len() == 1 && text[0].eq_ignore_ascii_case("pass") {
            return Err(GtpError::Pass);
        }
        let mv: Move = text.join(" ").parse().map_err(GtpError::Notation)?;
        self.game.play_as(color, mv).map_err(illegal(mv))?;
        Ok(String::new())
    }

    fn undo(&mut self) -> Result<String, GtpError> {
        match self.game.undo() {
            true => Ok(String::new()),
            false => Err(GtpError::Undo),
        }
    }

    /// Searches a move of a player, and plays it if `is_played`.
    fn genmove(&mut self, color: &str, is_played: bool) -> Result<String, GtpError> {
        let color = parse_color(color)?;
        let start = Instant::now();
        let limits = match &self.clock {
            Some(clock) => clock.limits(),
            None => GoLimits::move_time(self.config.move_time),
        };
        let position = self.game.position().with_to_move(color);
        let Some(mv) = self.engine.best_move(&position, limits)?.mv else {
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

    fn set_clock(&mut self, main: &str, byo_yomi: &str, stones: &str) -> Result<String, GtpError> {
        let number = |text| parse_u64_saturating(text).ok_or_else(|| usage_error("time_settings"));
        let (main, byo_yomi, stones) = (number(main)?, number(byo_yomi)?, number(stones)?);
        self.clock = GtpClock::new(seconds(main), seconds(byo_yomi), saturating_u32(stones));
        Ok(String::new())
    }

    fn set_time_left(&mut self, color: &str, time: &str, stones: &str) -> Result<String, GtpError> {
        let color = parse_color(color)?;
        let number = |text| parse_u64_saturating(text).ok_or_else(|| usage_error("time_left"));
        let (time, stones) = (number(time)?, number(stones)?);
        // Before `time_settings` there is no clock to set.
        if let Some(clock) = &mut self.clock {
            clock.set(color, seconds(time), saturating_u32(stones));
        }
        Ok(String::new())
    }

    /// Loads the main line of a game up to, but not including, a move number.
    fn load(&mut self, file: &str, before: Option<u64>) -> Result<String, GtpError> {
        let record = load(file).map_err(GtpError::Load)?;
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

fn illegal(mv: Move) -> impl Fn(IllegalMoveError) -> GtpError {
    move |reason| GtpError::IllegalMove(NotationError::Illegal { mv, reason })
}

fn is_known(command: &str) -> bool {
    COMMANDS.iter().any(|&(name, _)| name == command)
}

/// The error of a known command with wrong arguments.
fn usage_error(command: &str) -> GtpError {
    match COMMANDS.iter().find(|&&(name, _)| name == command) {
        Some(&(name, "")) => GtpError::NoArguments(name),
        Some(&(name, arguments)) => GtpError::Usage(name, arguments),
        None => GtpError::UnknownCommand,
    }
}

fn parse_color(text: &str) -> Result<Color, GtpError> {
    match text.to_ascii_lowercase().as_str() {
        "w" | "white" => Ok(Color::White),
        "b" | "black" => Ok(Color::Black),
        _ => Err(GtpError::Color(text.to_owned())),
    }
}

fn seconds(count: u64) -> Duration {
    Duration::from_secs(count).min(MAX_SEARCH_TIME)
}

/// The result in SGF notation, if the game is over.
fn result_text(position: &Position) -> Option<&'static str> {
    match position.outcome()? {
        Outcome::Win(Color::Black) => Some("B+"),
        Outcome::Win(Color::White) => Some("W+"),
        Outcome::Draw => Some("0"),
    }
}

fn legal_moves(position: &Position) -> String {
    let moves: Vec<String> = position.moves().iter().map(Move::to_string).collect();
    moves.join("\n")
}
