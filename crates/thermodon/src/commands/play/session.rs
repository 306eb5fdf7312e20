//! The conversation at the table: who is asked, what is drawn, what is answered.

use std::io::{BufRead, Write};
use std::path::Path;

use amazons::records::Format;
use amazons::{Color, Content, Game, Outcome, Position, Square, SquareSet, slides};
use engine::{Level, Opening};
use game::PerColor;

use super::computer::Computer;
use super::request::{self, Request};
use super::table::Table;
use crate::cli::Seat;
use crate::commands::write_whole;
use crate::drawing::{self, Marks};

const HELP: &str = "\
  d1-d7/g7    move the amazon on d1 to d7 and shoot at g7
  d1          show where the amazon on d1 can go
  d1-d7       show where it could shoot from d7
  moves       count your moves, amazon by amazon
  undo        take back your last move
  flip        turn the board round
  fen         print the position as text
  level       list the computer's levels
  level 3     let it play at level 3 from now on
  save FILE   save the game (.sgf, .ggf, .fen or .txt)
  new         start again
  resign      give up
  quit        leave";

/// The column of names in the list of levels.
const WIDEST_LEVEL_NAME: usize = 11;

/// A game between two seats, over text.
pub struct Session<'out> {
    table: Table,
    seats: PerColor<Seat>,
    computer: Computer,
    flipped: bool,
    resigned: Option<Color>,
    out: &'out mut dyn Write,
}

impl<'out> Session<'out> {
    /// Sits down at a table.
    pub fn new(
        start: Position,
        seats: PerColor<Seat>,
        computer: Computer,
        out: &'out mut dyn Write,
    ) -> Self {
        let flipped = seats[Color::White] == Seat::Computer && seats[Color::Black] == Seat::Human;
        Self {
            table: Table::new(start),
            seats,
            computer,
            flipped,
            resigned: None,
            out,
        }
    }

    /// Plays until the game is over and nobody wants another, or until the input ends.
    pub fn play(mut self, input: impl BufRead) -> anyhow::Result<()> {
        let mut lines = input.lines();
        self.greet()?;
        self.draw(SquareSet::EMPTY)?;
        loop {
            let over = self.announce_end()?;
            if !over && self.seats[self.table.position().to_move()] == Seat::Computer {
                self.computer_moves()?;
                continue;
            }
            if over && !self.has_human() {
                return Ok(());
            }
            write!(
                self.out,
                "{}> ",
                if over { "game over" } else { self.turn() }
            )?;
            self.out.flush()?;
            let Some(line) = lines.next().transpose()? else {
                writeln!(self.out)?;
                return Ok(());
            };
            match request::parse(&line) {
                Ok(Request::Quit) => return Ok(()),
                Ok(request) => self.answer(request)?,
                Err(error) => writeln!(self.out, "{error}; type help for what can be typed")?,
            }
        }
    }

    fn greet(&mut self) -> anyhow::Result<()> {
        let humans = Color::ALL.map(|color| self.seats[color] == Seat::Human);
        let who = match humans {
            [true, true] => "Two people at one board.",
            [true, false] => "You play Black, the computer plays White.",
            [false, true] => "You play White, the computer plays Black.",
            [false, false] => "The computer plays itself.",
        };
        writeln!(self.out, "The game of the Amazons. {who}")?;
        if self.computer.level() < Level::FULL {
            self.describe_level()?;
        }
        if self.has_human() {
            writeln!(self.out, "Type a move such as d1-d7/g7, or help.")?;
        }
        writeln!(self.out)?;
        Ok(())
    }

    fn answer(&mut self, request: Request) -> anyhow::Result<()> {
        match request {
            Request::Move(mv) if self.resigned.is_none() => match self.table.play(mv) {
                Ok(()) => self.draw(SquareSet::EMPTY)?,
                Err(reason) => writeln!(self.out, "{mv} is not legal: {reason}")?,
            },
            Request::Move(_) => writeln!(self.out, "the game is over; type new or undo")?,
            Request::Destinations(from) => self.show_destinations(from)?,
            Request::Arrows(from, to) => self.show_arrows(from, to)?,
            Request::Moves => self.count_moves()?,
            Request::Undo => self.undo()?,
            Request::Flip => {
                self.flipped = !self.flipped;
                self.draw(SquareSet::EMPTY)?;
            }
            Request::Fen => writeln!(self.out, "{}", self.table.position().to_text())?,
            Request::Levels => self.list_levels()?,
            Request::Level(number) => match self.computer.set_level(&number) {
                Ok(()) => self.describe_level()?,
                Err(error) => writeln!(self.out, "{error}")?,
            },
            Request::Save(path) => self.save(&path)?,
            Request::New => {
                self.table.clear();
                self.resigned = None;
                self.draw(SquareSet::EMPTY)?;
            }
            Request::Resign => self.resigned = Some(self.table.position().to_move()),
            Request::Help => writeln!(self.out, "{HELP}")?,
            Request::Nothing | Request::Quit => {}
        }
        Ok(())
    }

    /// Says what the computer's level is like.
    fn describe_level(&mut self) -> anyhow::Result<()> {
        let level = self.computer.level();
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
            let mark = if level == self.computer.level() {
                '*'
            } else {
                ' '
            };
            let (number, name) = (level.number(), level.name());
            writeln!(
                self.out,
                "{mark} {number:>2}  {name:<WIDEST_LEVEL_NAME$}  {}",
                level.description()
            )?;
        }
        Ok(())
    }

    fn computer_moves(&mut self) -> anyhow::Result<()> {
        let color = self.table.position().to_move();
        let (mv, opening) = self.computer.choose(self.table.position())?;
        self.table.play(mv)?;
        let remark = match opening {
            Some(Opening::InBook) => ", from the book",
            Some(Opening::LeftBook) => ", out of the book",
            None => "",
        };
        writeln!(self.out, "{color} plays {mv}{remark}\n")?;
        self.draw(SquareSet::EMPTY)
    }

    /// Says how the game ended, if it did.
    fn announce_end(&mut self) -> anyhow::Result<bool> {
        if let Some(loser) = self.resigned {
            writeln!(self.out, "{loser} resigns: {} wins", !loser)?;
            return Ok(true);
        }
        let Some(Outcome::Win(winner)) = self.table.position().outcome() else {
            return Ok(false);
        };
        let plies = self.table.plies();
        writeln!(
            self.out,
            "{} cannot move: {winner} wins after {plies} moves",
            !winner
        )?;
        Ok(true)
    }

    fn draw(&mut self, targets: SquareSet) -> anyhow::Result<()> {
        let marks = Marks {
            last_move: self.table.last_move(),
            targets,
            flipped: self.flipped,
        };
        writeln!(
            self.out,
            "{}",
            drawing::for_terminal(self.table.position(), marks)
        )?;
        Ok(())
    }

    fn show_destinations(&mut self, from: Square) -> anyhow::Result<()> {
        let position = self.table.position();
        if !matches!(position.at(from), Some(Content::Amazon(_))) {
            writeln!(self.out, "there is no amazon on {from}")?;
            return Ok(());
        }
        self.draw(slides(from, position.empty_squares()))
    }

    /// Draws the amazon where it would land, and what it could shoot at from there.
    fn show_arrows(&mut self, from: Square, to: Square) -> anyhow::Result<()> {
        let position = *self.table.position();
        let empty = position.empty_squares();
        let Some(amazon @ Content::Amazon(_)) = position.at(from) else {
            writeln!(self.out, "there is no amazon on {from}")?;
            return Ok(());
        };
        if !slides(from, empty).contains(to) {
            writeln!(self.out, "the amazon on {from} cannot reach {to}")?;
            return Ok(());
        }
        let mut landed = position;
        landed.put(from, Content::Empty)?;
        landed.put(to, amazon)?;
        let marks = Marks {
            targets: slides(to, empty | from),
            flipped: self.flipped,
            ..Marks::default()
        };
        writeln!(self.out, "{}", drawing::for_terminal(&landed, marks))?;
        Ok(())
    }

    fn count_moves(&mut self) -> anyhow::Result<()> {
        let position = self.table.position();
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
        let seats = self.seats;
        if self
            .table
            .take_back_to(|position| seats[position.to_move()] == Seat::Human)
        {
            self.draw(SquareSet::EMPTY)
        } else {
            writeln!(self.out, "there is nothing to take back")?;
            Ok(())
        }
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
        match write_whole(Path::new(path), &self.table.record(format)?) {
            Ok(()) => writeln!(self.out, "saved to {path}")?,
            Err(error) => writeln!(self.out, "cannot save to {path}: {error}")?,
        }
        Ok(())
    }

    fn turn(&self) -> &'static str {
        match self.table.position().to_move() {
            Color::Black => "black",
            Color::White => "white",
        }
    }

    fn has_human(&self) -> bool {
        Color::ALL
            .iter()
            .any(|&color| self.seats[color] == Seat::Human)
    }
}
