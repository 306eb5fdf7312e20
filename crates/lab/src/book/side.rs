//! Somebody at the board, with a book or without.

use std::io::Write;

use amazons::{Move, Position};
use book::Book;
use engine::{Engine, Limits, RandomNumbers};
use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;

use crate::experiment::Failure;

/// How games are played, by both sides alike.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Play {
    pub(super) player: String,
    /// The positions that a search looks at for a move.
    pub(super) nodes: u64,
    /// So many moves of a game are drawn among good ones, so that games differ.
    pub(super) varied_plies: u32,
    /// A move so many thousandths worse than another is drawn e times as seldom.
    pub(super) temperature: f64,
}

impl Play {
    pub(super) fn customary() -> Self {
        Self {
            player: "network".to_owned(),
            nodes: 200,
            varied_plies: 12,
            temperature: 60.0,
        }
    }

    /// So quick that thousands of games can be played, and nearer to the engine's own choice.
    pub(super) fn quick() -> Self {
        Self {
            nodes: 50,
            temperature: 20.0,
            ..Self::customary()
        }
    }

    /// The same with so many positions a move.
    #[must_use]
    pub fn quick_at(nodes: u64) -> Self {
        Self {
            nodes,
            ..Self::quick()
        }
    }

    /// The same with a number of positions a move that is drawn from this one's to so many.
    pub(super) fn between(&self, most_nodes: u64, numbers: &mut RandomNumbers) -> Self {
        let unit = (numbers.next_bits() >> 11) as f64 / (1_u64 << 53) as f64;
        let (least, most) = (self.nodes as f64, most_nodes as f64);
        Self {
            nodes: (least * (most / least).powf(unit)).round() as u64,
            ..self.clone()
        }
    }

    pub(super) fn small() -> Self {
        Self {
            player: "alpha-beta".to_owned(),
            nodes: 20,
            ..Self::customary()
        }
    }
}

/// Moves that give away more than this are not drawn: as from a book.
const MOST_LOST: i32 = 120;

/// Lines to draw from.
const LINES: &str = "4";

/// What a player knows of openings.
#[derive(Clone, Copy)]
pub(super) enum Knows<'a> {
    Nothing,
    /// A book that was made for the purpose.
    Made(&'a Book),
    /// What the engine's options `Book` and `BookVariety` name.
    Named {
        book: &'a str,
        variety: &'a str,
    },
}

/// A player.
pub(super) struct Side {
    engine: Engine,
    play: Play,
    /// The file stays as long as the engine.
    _book: Option<NamedTempFile>,
}

impl Side {
    /// With a book, or none.
    pub(super) fn new(play: &Play, knows: Knows<'_>, seed: u64) -> Result<Self, Failure> {
        let mut engine = Engine::new();
        engine.set_option("Player", &play.player)?;
        engine.set_option("Hash", "16")?;
        // The same on every machine.
        engine.set_option("EndgameTable", "built-in")?;
        engine.set_option("Seed", &(seed % u64::from(u32::MAX) + 1).to_string())?;
        let mut file = None;
        match knows {
            Knows::Nothing => engine.set_option("Book", "none")?,
            Knows::Named { book, variety } => {
                engine.set_option("Book", book)?;
                engine.set_option("BookVariety", variety)?;
            }
            Knows::Made(book) => {
                let mut made = NamedTempFile::new()?;
                made.write_all(&book.to_compact("the laboratory"))?;
                engine.set_option("Book", &made.path().to_string_lossy())?;
                engine.set_option("BookVariety", "varied")?;
                file = Some(made);
            }
        }
        Ok(Self {
            engine,
            play: play.clone(),
            _book: file,
        })
    }

    /// The book's move, if it has one to play.
    pub(super) fn known_move(&mut self, position: &Position) -> Option<Move> {
        self.engine.book_move(position)
    }

    /// A move by search: in the opening, one of the good ones.
    pub(super) fn think(
        &mut self,
        position: &Position,
        ply: u32,
        numbers: &mut RandomNumbers,
    ) -> Result<Move, Failure> {
        let is_varied = ply < self.play.varied_plies;
        self.engine
            .set_option("MultiPV", if is_varied { LINES } else { "1" })?;
        let limits = Limits {
            nodes: Some(self.play.nodes),
            quiet: true,
            ..Limits::default()
        };
        let study = self.engine.study(position, limits)?;
        let lines = study.lines().iter().filter_map(|line| {
            let score = line.score?.chance().clamp(1e-9, 1.0 - 1e-9);
            let logit = (1_000.0 * (score / (1.0 - score)).ln()) as i32;
            Some((*line.line.first()?, logit))
        });
        let lines: Vec<(Move, i32)> = lines.collect();
        let &(first, best) = lines.first().ok_or("the engine has no move")?;
        let weights: Vec<(Move, f64)> = lines
            .iter()
            // What a search ranks lower is not better for being looked at less.
            .map(|&(mv, value)| (mv, (best - value).max(0)))
            .filter(|&(_, loss)| loss <= MOST_LOST)
            .map(|(mv, loss)| (mv, (-f64::from(loss) / self.play.temperature).exp()))
            .collect();
        let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
        let mut place = sum * (numbers.next_bits() >> 11) as f64 / (1_u64 << 53) as f64;
        let drawn = weights.iter().find(|(_, weight)| {
            place -= weight;
            place < 0.0
        });
        Ok(drawn.map_or(first, |&(mv, _)| mv))
    }

    /// What a position is worth to the player to move by a search of so many nodes, in thousandths of a logit.
    pub(super) fn judge(&mut self, position: &Position, nodes: u64) -> Result<f64, Failure> {
        self.engine.set_option("MultiPV", "1")?;
        self.engine.new_game();
        let limits = Limits {
            nodes: Some(nodes),
            quiet: true,
            ..Limits::default()
        };
        let study = self.engine.study(position, limits)?;
        let score = study.score().ok_or("the engine has no opinion")?;
        Ok(score.chance())
    }
}
