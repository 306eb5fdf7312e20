//! What a conversation remembers, and what each command does to it.

use std::io;
use std::time::{Duration, Instant};

use amazons::notation::{NotationError, fen};
use amazons::records::{self, Format, IllegalPly};
use amazons::{BoardSize, Color, Game, IllegalMove, Move, NotABoardSize, Outcome, Position};
use engine::{Engine, Limits};
use thiserror::Error;

use super::Settings;
use super::clock::TimeControl;
use super::files::{self, FileError};
use super::history::History;
use crate::drawing::{self, Marks};
use crate::protocol::numbers::{LONGEST_TIME, clamped, whole_number};

/// Every command and what it is given.
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
        "MAIN_TIME PERIOD MOVES_IN_PERIOD, in whole seconds",
    ),
    ("time_left", "COLOR TIME MOVES, in whole seconds"),
    ("final_score", ""),
    ("loadsgf", "FILE [MOVE_NUMBER]"),
    ("printsgf", ""),
    ("thermodon-fen", ""),
    ("thermodon-setup", "FEN"),
    ("thermodon-legal_moves", "[COLOR]"),
    ("thermodon-side_to_move", ""),
    ("thermodon-set_option", "NAME VALUE"),
];

/// Why a command failed; nothing has changed then. Each begins as the protocol wants it.
#[derive(Debug, Error)]
pub(super) enum Refusal {
    #[error("unknown command")]
    UnknownCommand,
    #[error("syntax error: there is no command after the id")]
    NoCommand,
    #[error("syntax error: {0} takes nothing more")]
    NoArguments(&'static str),
    #[error("syntax error: {0} must be followed by {1}")]
    Usage(&'static str, &'static str),
    #[error("syntax error: {0:?} is not a color: white and black are")]
    Color(String),
    #[error("unacceptable size: {0}")]
    Size(#[from] NotABoardSize),
    #[error("unacceptable size: {0}")]
    NoStart(NotationError),
    #[error("syntax error: {0}")]
    Notation(NotationError),
    #[error("illegal move: {0}")]
    IllegalMove(NotationError),
    #[error("illegal move: nobody can pass in Amazons")]
    Pass,
    #[error("cannot undo: no move has been played")]
    Undo,
    #[error("cannot score: the game is not over")]
    Score,
    #[error("there is no komi in Amazons")]
    Komi,
    #[error("cannot write a game in which the players do not move in turn: {0}")]
    NotInTurn(IllegalPly),
    #[error("cannot load file: {0}")]
    File(#[from] FileError),
    #[error(transparent)]
    Option(#[from] engine::OptionError),
    #[error("the search could not be started: {0}")]
    Search(#[from] io::Error),
}

pub(super) struct Session {
    engine: Engine,
    settings: Settings,
    game: History,
    /// What `clear_board` sets up.
    empty_game: Position,
    time: Option<TimeControl>,
}

impl Session {
    pub(super) fn new(engine: Engine, settings: Settings) -> Self {
        let start = Position::standard_start();
        Self {
            engine,
            settings,
            game: History::new(start),
            empty_game: start,
            time: None,
        }
    }

    /// Does what a command says; the reply may have several lines.
    pub(super) fn obey(&mut self, words: &[&str]) -> Result<String, Refusal> {
        let position = self.game.position();
        Ok(match *words {
            ["protocol_version"] => "2".to_owned(),
            ["name"] => "Thermodon".to_owned(),
            ["version"] => env!("CARGO_PKG_VERSION").to_owned(),
            ["known_command", command] => is_known(command).to_string(),
            ["list_commands"] => COMMANDS.map(|(name, _)| name).join("\n"),
            ["quit"] => String::new(),
            ["boardsize", size] => self.set_size(size)?,
            ["clear_board"] => self.begin(self.empty_game),
            ["play", color, ref text @ ..] if !text.is_empty() => self.play(color, text)?,
            ["genmove", color] => self.generate(color, true)?,
            ["reg_genmove", color] => self.generate(color, false)?,
            ["undo"] => self
                .game
                .undo()
                .map(|()| String::new())
                .ok_or(Refusal::Undo)?,
            ["showboard"] => self.show(),
            ["time_settings", main, period, moves] => self.set_time(main, period, moves)?,
            ["time_left", color, time, moves] => self.set_time_left(color, time, moves)?,
            ["final_score"] => score(position).ok_or(Refusal::Score)?.to_owned(),
            ["loadsgf", file] => self.load(file, None)?,
            ["loadsgf", file, number] => {
                let number = whole_number(number).ok_or_else(|| usage("loadsgf"))?;
                self.load(file, Some(number))?
            }
            ["printsgf"] => {
                let record = self.game.record().map_err(Refusal::NotInTurn)?;
                records::write(&record, Format::Sgf)
            }
            ["thermodon-fen"] => fen::write(position),
            ["thermodon-setup", ref text @ ..] if !text.is_empty() => {
                let start = fen::parse(&text.join(" ")).map_err(Refusal::Notation)?;
                self.begin(start)
            }
            ["thermodon-legal_moves"] => legal_moves(position),
            ["thermodon-legal_moves", color] => {
                legal_moves(&position.with_to_move(read_color(color)?))
            }
            ["thermodon-side_to_move"] => position.to_move().to_string(),
            ["thermodon-set_option", name, value] => {
                self.engine.set_option(name, value)?;
                String::new()
            }
            ["komi", ..] => return Err(Refusal::Komi),
            [] => return Err(Refusal::NoCommand),
            [command, ..] if is_known(command) => return Err(usage(command)),
            _ => return Err(Refusal::UnknownCommand),
        })
    }

    fn begin(&mut self, start: Position) -> String {
        self.game = History::new(start);
        self.engine.new_game();
        String::new()
    }

    fn set_size(&mut self, size: &str) -> Result<String, Refusal> {
        let size: BoardSize = size.parse()?;
        let start =
            Position::start(size).ok_or(Refusal::NoStart(NotationError::NoStandardStart(size)))?;
        self.empty_game = start;
        Ok(self.begin(start))
    }

    fn play(&mut self, color: &str, text: &[&str]) -> Result<String, Refusal> {
        let color = read_color(color)?;
        if text.len() == 1 && text[0].eq_ignore_ascii_case("pass") {
            return Err(Refusal::Pass);
        }
        let mv: Move = text.join(" ").parse().map_err(Refusal::Notation)?;
        self.game.play(color, mv).map_err(illegal(mv))?;
        Ok(String::new())
    }

    /// Asks the engine for a move of that player, and plays it if asked to.
    fn generate(&mut self, color: &str, play: bool) -> Result<String, Refusal> {
        let color = read_color(color)?;
        let begin = Instant::now();
        let limits = match &self.time {
            Some(time) => time.limits(),
            None => Limits::move_time(self.settings.move_time),
        };
        let position = self.game.position().with_to_move(color);
        let Some(mv) = self.engine.answer(&position, limits)?.best_move else {
            return Ok("resign".to_owned());
        };
        if play {
            self.game.play(color, mv).map_err(illegal(mv))?;
            if let Some(time) = &mut self.time {
                time.spend(color, begin.elapsed());
            }
        }
        Ok(mv.to_string())
    }

    fn show(&self) -> String {
        let position = self.game.position();
        let board = drawing::plain(position, Marks::default());
        format!("\n{board}{} to move", position.to_move())
    }

    fn set_time(&mut self, main: &str, period: &str, moves: &str) -> Result<String, Refusal> {
        let number = |text| whole_number(text).ok_or_else(|| usage("time_settings"));
        let (main, period, moves) = (number(main)?, number(period)?, number(moves)?);
        self.time = TimeControl::new(seconds(main), seconds(period), clamped(moves));
        Ok(String::new())
    }

    fn set_time_left(&mut self, color: &str, time: &str, moves: &str) -> Result<String, Refusal> {
        let color = read_color(color)?;
        let number = |text| whole_number(text).ok_or_else(|| usage("time_left"));
        let (left, moves) = (number(time)?, number(moves)?);
        // Without settings there is nothing that the time could be left of.
        if let Some(time) = &mut self.time {
            time.set(color, seconds(left), clamped(moves));
        }
        Ok(String::new())
    }

    /// Loads the main line of a game: up to, not including, the move of that number.
    fn load(&mut self, file: &str, before: Option<u64>) -> Result<String, Refusal> {
        let record = files::load(file)?;
        let count = before.map_or(usize::MAX, |number| {
            usize::try_from(number.saturating_sub(1)).unwrap_or(usize::MAX)
        });
        let mut game = History::new(*record.start());
        for mv in record.main_line().take(count) {
            game.play(game.position().to_move(), mv)
                .map_err(illegal(mv))?;
        }
        self.game = game;
        self.engine.new_game();
        Ok(String::new())
    }
}

fn illegal(mv: Move) -> impl Fn(IllegalMove) -> Refusal {
    move |reason| Refusal::IllegalMove(NotationError::Illegal { mv, reason })
}

fn is_known(command: &str) -> bool {
    COMMANDS.iter().any(|&(name, _)| name == command)
}

/// What to say when a known command came with the wrong arguments.
fn usage(command: &str) -> Refusal {
    match COMMANDS.iter().find(|&&(name, _)| name == command) {
        Some(&(name, "")) => Refusal::NoArguments(name),
        Some(&(name, arguments)) => Refusal::Usage(name, arguments),
        None => Refusal::UnknownCommand,
    }
}

fn read_color(text: &str) -> Result<Color, Refusal> {
    match text.to_ascii_lowercase().as_str() {
        "w" | "white" => Ok(Color::White),
        "b" | "black" => Ok(Color::Black),
        _ => Err(Refusal::Color(text.to_owned())),
    }
}

fn seconds(count: u64) -> Duration {
    Duration::from_secs(count).min(LONGEST_TIME)
}

/// The winner as SGF writes it, if the game is over.
fn score(position: &Position) -> Option<&'static str> {
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
