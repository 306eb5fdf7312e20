//! The two sides of a table: what a player is asked, and what it answers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use game::Game;
use serde::{Deserialize, Serialize};

use crate::control::Allowance;
use crate::fault::{Fault, Unanswered};

/// Somebody who can be asked for moves, one game after another.
pub trait Player<G: Game>: Send {
    /// A new game begins. The seed is for players whose random choices can be made repeatable; it
    /// differs from game to game.
    ///
    /// # Errors
    /// If the player does not follow.
    fn begin(&mut self, seed: u64, stop: &Stop) -> Result<(), Unanswered>;

    /// Asks for a move in the position at the end of the line, which is not the end of the game.
    ///
    /// # Errors
    /// If no legal move came in time, or the match was stopped meanwhile.
    fn choose(
        &mut self,
        line: &Line<G>,
        allowance: &Allowance,
        stop: &Stop,
    ) -> Result<Choice<G::Move>, Unanswered>;

    /// Asks the same, and hands on what the player says while it thinks, up to so many lines of play, as far as its
    /// protocol has words for that, and for stopping: where it has none, a stopped player goes on thinking.
    ///
    /// # Errors
    /// As for [`Player::choose`].
    fn analyse(
        &mut self,
        line: &Line<G>,
        _lines: usize,
        allowance: &Allowance,
        stop: &Stop,
        _tell: &mut dyn FnMut(Remark<G::Move>),
    ) -> Result<Choice<G::Move>, Unanswered> {
        self.choose(line, allowance, stop)
    }
}

/// Where players of one kind come from: each game that is played at the same time needs its own.
pub trait Source<G: Game>: Send + Sync {
    /// Starts a player.
    ///
    /// # Errors
    /// If it does not start.
    fn start(&self) -> Result<Box<dyn Player<G>>, Fault>;

    /// Who this is, in a line for the records. Two sources with the same description are the same.
    fn description(&self) -> String;
}

/// A player's answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice<M> {
    /// The move; `None` to give up.
    pub mv: Option<M>,
    /// What the player said about it.
    pub thought: Thought,
    /// The time from question to answer.
    pub elapsed: Duration,
}

/// What a player says of a line of play while it thinks.
#[derive(Clone, PartialEq, Debug)]
pub struct Remark<M> {
    /// Which of its lines this is; 1 is the best.
    pub rank: usize,
    /// The moves, as far as they are legal.
    pub moves: Vec<M>,
    /// What it thinks of them.
    pub thought: Thought,
}

/// What a player may tell along with its move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Thought {
    /// What it thinks that the game is worth to it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub value: Option<Value>,
    /// How deep it looked.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub depth: Option<u32>,
    /// How many positions it looked at.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub nodes: Option<u64>,
}

/// What a game is worth to the player who says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// An estimate in hundredths of the player's unit; more is better.
    Estimate(i64),
    /// A win in so many moves of its own.
    WinIn(u64),
    /// A loss in so many moves of its own.
    LossIn(u64),
}

/// A game so far.
#[derive(Clone, Debug)]
pub struct Line<G: Game> {
    steps: Vec<(G, G::Move)>,
    position: G,
}

impl<G: Game> Line<G> {
    /// A game without moves.
    pub fn new(start: G) -> Self {
        Self {
            steps: Vec::new(),
            position: start,
        }
    }

    /// Plays a legal move.
    pub fn push(&mut self, mv: G::Move) {
        self.steps.push((self.position.clone(), mv));
        self.position.play(mv);
    }

    /// Where the game began.
    pub fn start(&self) -> &G {
        self.steps
            .first()
            .map_or(&self.position, |(start, _)| start)
    }

    /// Where it stands.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// The moves, each with the position in which it was played.
    pub fn steps(&self) -> &[(G, G::Move)] {
        &self.steps
    }
}

/// Ends a match from outside; every copy is the same switch.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// How long anybody waits before looking at the switch again.
    pub const GLANCE: Duration = Duration::from_millis(50);

    /// Asks everybody to stop.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether everybody was asked to stop.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
