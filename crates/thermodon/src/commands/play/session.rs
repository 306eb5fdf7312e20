//! A game between a person and the engine: prompts, boards and replies.

use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::path::Path;

use amazons::records::{self, Format};
use amazons::{Color, Content, Game, Move, Outcome, Position, Square, SquareSet, queen_moves};
use engine::{BookStatus, Level};
use game::PerColor;
use protocol::game_history::GameHistory;
use protocol::terminal_board::{self, Highlights};

use super::Controller;
use super::engine_player::EnginePlayer;
use crate::commands::write_atomic;

const HELP: &str = "\
  d1-d7/g7    move the amazon on d1 to d7 and shoot at g7
  d1          show where the amazon on d1 can go
  d1-d7       show where it could shoot from d7
  moves       count your moves per amazon
  undo        take back your last move
  flip        flip the board
  fen         print the position as FEN
  level       list the levels of the engine
  level 3     play against level 3 from now on
  save FILE   save the game (.sgf, .ggf, .fen or .txt)
  new         start a new game
  resign      resign
  quit        quit";

/// Width of the column of level names.
const LEVEL_NAME_WIDTH: usize = 11;

pub struct Session<'out> {
    game: GameHistory,
    players: PerColor<Controller>,
    engine: EnginePlayer,
    flipped: bool,
    resigned: Option<Color>,
    out: &'out mut dyn Write,
}

impl<'out> Session<'out> {
    pub fn new(
        start: Position,
        players: PerColor<Controller>,
        engine: EnginePlayer,
        out: &'out mut dyn Write,
    ) -> Self {
        let flipped = players[Color::White] == Controller::Engine
            && players[Color::Black] == Controller::Human;
        Self {
            game: GameHistory::new(start),
            players,
            engine,
            flipped,
            resigned: None,
            out,
        }
    }

    /// Plays until `quit` or the end of the input, or of the game between two engines.
    pub fn play(mut self, input: impl BufRead) -> anyhow::Result<()> {
        let mut lines = input.lines();
        self.print_header()?;
        self.draw(SquareSet::EMPTY)?;
        loop {
            let over = self.announce_end()?;
            if !over && self.players[self.game.position().to_move()] == Controller::Engine {
                self.play_engine_move()?;
                continue;
            }
            if over && !self.has_human() {
                return Ok(());
            }
            match over {
                true => write!(self.out, "game over> ")?,
                false => write!(self.out, "{}> ", self.game.position().to_move())?,
            }
            self.out.flush()?;
            let Some(line) = lines.next().transpose()? else {
                writeln!(self.out)?;
                return Ok(());
            };
            if self.execute(&line)?.is_break() {
                return Ok(());
            }
        }
    }

    fn print_header(&mut self) -> anyhow::Result<()> {
        let humans = Color::ALL.map(|color| self.players[color] == Controller::Human);
        let who = match humans {
            [true, true] => "Two human players.",
            [true, false] => "You play Black, the engine plays White.",
            [false, true] => "You play White, the engine plays Black.",
            [false, false] => "The engine plays both sides.",
        };
        writeln!(self.out, "The game of the Amazons. {who}")?;
        if self.engine.level() < Level::FULL {
            self.describe_level()?;
        }
        if self.has_human() {
            writeln!(self.out, "Type a move such as d1-d7/g7, or help.")?;
        }
        writeln!(self.out)?;
        Ok(())
    }

    /// Executes a command of the player; breaks on `quit`.
    fn execute(&mut self, line: &str) -> anyhow::Result<ControlFlow<()>> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [] => {}
            ["help" | "?" | "h"] => writeln!(self.out, "{HELP}")?,
            ["moves"] => self.count_moves()?,
            ["undo" | "u"] => self.undo()?,
            ["flip"] => {
                self.flipped = !self.flipped;
                self.draw(SquareSet::EMPTY)?;
            }
            ["fen"] => writeln!(self.out, "{}", self.game.position().to_text())?,
            ["level" | "levels"] => self.list_levels()?,
            ["level", number] => match self.engine.set_level(number) {
                Ok(()) => self.describe_level()?,
                Err(error) => writeln!(self.out, "{error}")?,
            },
            ["save", _, ..] => self.save(line.trim_start()["save".len()..].trim())?,
            ["new"] => {
                self.game.reset();
                self.resigned = None;
                self.draw(SquareSet::EMPTY)?;
            }
            ["resign"] => self.resigned = Some(self.game.position().to_move()),
            ["quit" | "exit" | "q"] => return Ok(ControlFlow::Break(())),
            _ => self.play_or_show(line.trim())?,
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Plays a move, or shows the destinations of an amazon or its shots after a step.
    fn play_or_show(&mut self, text: &str) -> anyhow::Result<()> {
        if let Ok(square) = text.parse() {
            return self.show_moves(square);
        }
        if let Some((from, to)) = text.split_once('-')
            && let (Ok(from), Ok(to)) = (from.parse(), to.parse())
        {
            return self.show_shots(from, to);
        }
        match text.parse::<Move>() {
            Err(error) => writeln!(self.out, "{error}; type help for a list of commands")?,
            Ok(_) if self.resigned.is_some() => {
                writeln!(self.out, "the game is over; type new or undo")?;
            }
            Ok(mv) => match self.game.play(mv) {
                Ok(()) => self.draw(SquareSet::EMPTY)?,
                Err(reason) => writeln!(self.out, "illegal move {mv}: {reason}")?,
            },
        }
        Ok(())
    }

    fn describe_level(&mut self) -> anyhow::Result<()> {
        let level = self.engine.level();
        writeln!(
            self.out,
            "Level {} of {}, {}: {}",
            level.number(),
            Level::COUNT,
            level.name(),
            level.description()
        )?;
        Ok(())
    }

    fn list_levels(&mut self) -> anyhow::Result<()> {
        for level in Level::all() {
            let mark = if level == self.engine.level() {
                "*"
            } else {
                " "
            };
            let (number, name, text) = (level.number(), level.name(), level.description());
            writeln!(
                self.out,
                "{mark} {number:>2}  {name:<LEVEL_NAME_WIDTH$}  {text}"
            )?;
        }
        Ok(())
    }

    fn play_engine_move(&mut self) -> anyhow::Result<()> {
        let color = self.game.position().to_move();
        let (mv, opening) = self.engine.best_move(self.game.position())?;
        self.game.play(mv)?;
        let source = match opening {
            Some(BookStatus::InBook) => ", from the book",
            Some(BookStatus::LeftBook) => ", out of the book",
            None => "",
        };
        writeln!(self.out, "{color} plays {mv}{source}\n")?;
        self.draw(SquareSet::EMPTY)
    }

    /// Prints the result if the game is over.
    fn announce_end(&mut self) -> anyhow::Result<bool> {
        if let Some(loser) = self.resigned {
            writeln!(self.out, "{loser} resigns: {} wins", !loser)?;
            return Ok(true);
        }
        let Some(Outcome::Win(winner)) = self.game.position().outcome() else {
            return Ok(false);
        };
        let (loser, plies) = (!winner, self.game.plies());
        writeln!(
            self.out,
            "{loser} cannot move: {winner} wins after {plies} moves"
        )?;
        Ok(true)
    }

    fn draw(&mut self, targets: SquareSet) -> anyhow::Result<()> {
        let highlights = Highlights {
            last_move: self.game.last_move(),
            targets,
            flipped: self.flipped,
        };
        let board = terminal_board::render(self.game.position(), highlights);
        writeln!(self.out, "{board}")?;
        Ok(())
    }

    fn show_moves(&mut self, from: Square) -> anyhow::Result<()> {
        let position = self.game.position();
        if !matches!(position.content_at(from), Some(Content::Amazon(_))) {
            writeln!(self.out, "there is no amazon on {from}")?;
            return Ok(());
        }
        self.draw(queen_moves(from, position.empty_squares()))
    }

    /// Draws the amazon after its step, and its shots from there.
    fn show_shots(&mut self, from: Square, to: Square) -> anyhow::Result<()> {
        let position = *self.game.position();
        let empty = position.empty_squares();
        let Some(amazon @ Content::Amazon(_)) = position.content_at(from) else {
            writeln!(self.out, "there is no amazon on {from}")?;
            return Ok(());
        };
        if !queen_moves(from, empty).contains(to) {
            writeln!(self.out, "the amazon on {from} cannot reach {to}")?;
            return Ok(());
        }
        let mut after_step = position;
        after_step.put(from, Content::Empty)?;
        after_step.put(to, amazon)?;
        let highlights = Highlights {
            targets: queen_moves(to, empty | from),
            flipped: self.flipped,
            ..Highlights::default()
        };
        let board = terminal_board::render(&after_step, highlights);
        writeln!(self.out, "{board}")?;
        Ok(())
    }

    fn count_moves(&mut self) -> anyhow::Result<()> {
        let position = self.game.position();
        let moves = position.moves();
        for from in position.amazons(position.to_move()) {
            let own = moves.iter().filter(|mv| mv.from == from).count();
            writeln!(self.out, "{:>4} {own:>5}", from.to_string())?;
        }
        writeln!(self.out, " all {:>5}", moves.len())?;
        Ok(())
    }

    fn undo(&mut self) -> anyhow::Result<()> {
        if self.resigned.take().is_some() {
            return Ok(());
        }
        let players = self.players;
        let is_human = |position: &Position| players[position.to_move()] == Controller::Human;
        if self.game.undo_until(is_human) {
            return self.draw(SquareSet::EMPTY);
        }
        writeln!(self.out, "there is no move to take back")?;
        Ok(())
    }

    fn save(&mut self, path: &str) -> anyhow::Result<()> {
        let extension = Path::new(path)
            .extension()
            .and_then(|extension| extension.to_str());
        let format = match extension {
            Some("sgf") | None => Format::Sgf,
            Some("ggf") => Format::Ggf,
            Some("fen") => Format::Fen,
            Some("txt") => Format::Text,
            Some(other) => {
                writeln!(
                    self.out,
                    "cannot save as .{other}: use .sgf, .ggf, .fen or .txt"
                )?;
                return Ok(());
            }
        };
        let text = records::write(&self.game.record()?, format);
        match write_atomic(Path::new(path), text) {
            Ok(()) => writeln!(self.out, "saved to {path}")?,
            Err(error) => writeln!(self.out, "cannot save: {error:#}")?,
        }
        Ok(())
    }

    fn has_human(&self) -> bool {
        Color::ALL
            .map(|color| self.players[color])
            .contains(&Controller::Human)
    }
}
