//! The [`Player`] trait and its request and reply types.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use game::Game;
use serde::{Deserialize, Serialize};

use crate::forfeit::{Forfeit, PlayerError};
use crate::time_control::MoveLimits;

/// Plays games one after another.
pub trait Player<G: Game>: Send {
    /// Starts a new game. Players with random choices use the seed, which differs in each game.
    ///
    /// # Errors
    /// If the player does not respond.
    fn new_game(&mut self, seed: u64, stop: &StopToken) -> Result<(), PlayerError>;

    /// Requests a move in the current position, in which the game is not over.
    ///
    /// # Errors
    /// If no legal move came in time, or the match was stopped.
    fn choose_move(
        &mut self,
        history: &GameHistory<G>,
        limits: &MoveLimits,
        stop: &StopToken,
    ) -> Result<PlayerReply<G::Move>, PlayerError>;

    /// Requests a move and reports up to `multipv` lines during the search, as far as the protocol
    /// supports it. A player whose protocol has no stop command keeps searching when stopped.
    ///
    /// # Errors
    /// As for [`Player::choose_move`].
    fn analyze(
        &mut self,
        history: &GameHistory<G>,
        _multipv: usize,
        limits: &MoveLimits,
        stop: &StopToken,
        _listener: &mut dyn FnMut(PvInfo<G::Move>),
    ) -> Result<PlayerReply<G::Move>, PlayerError> {
        self.choose_move(history, limits, stop)
    }
}

/// Creates players; concurrent games need one each.
pub trait PlayerFactory<G: Game>: Send + Sync {
    /// Starts a player.
    ///
    /// # Errors
    /// If it does not start.
    fn create(&self) -> Result<Box<dyn Player<G>>, Forfeit>;

    /// Identifies the player in match headers: equal descriptions mean equal players.
    fn description(&self) -> String;
}

/// Options in a [description](PlayerFactory::description).
pub(crate) fn options_text(options: &[(String, String)]) -> String {
    let options = options.iter();
    options
        .map(|(name, value)| format!(" {name}={value}"))
        .collect()
}

/// Reply to a move request.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerReply<M> {
    /// The move; `None` to resign.
    pub mv: Option<M>,
    /// Search information about the move.
    pub info: EngineInfo,
    /// Time from request to reply.
    pub elapsed: Duration,
}

/// A line reported during a search, as in UCI `info … pv`.
#[derive(Clone, PartialEq, Debug)]
pub struct PvInfo<M> {
    /// Rank of the line, from 1.
    pub multipv: usize,
    /// The moves of the line, up to the first illegal one.
    pub pv: Vec<M>,
    /// Score, depth and nodes.
    pub info: EngineInfo,
}

/// Score, depth and nodes of a UCI `info`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct EngineInfo {
    /// Score for the player.
    #[serde(rename = "value", skip_serializing_if = "Option::is_none", default)]
    pub score: Option<EngineScore>,
    /// Depth in plies.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub depth: Option<u32>,
    /// Number of nodes.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub nodes: Option<u64>,
}

/// Score that an engine reports, as in UCI `score`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EngineScore {
    /// Estimate in hundredths of the engine's unit (`cp`).
    #[serde(rename = "estimate")]
    Centi(i64),
    /// Win in this number of own moves (`mate`).
    WinIn(u64),
    /// Loss in this number of own moves (`mate`).
    LossIn(u64),
}

/// Start position, moves and current position of a game.
#[derive(Clone, Debug)]
pub struct GameHistory<G: Game> {
    moves: Vec<(G, G::Move)>,
    position: G,
}

impl<G: Game> GameHistory<G> {
    /// A game without moves.
    pub fn new(start: G) -> Self {
        Self {
            moves: Vec::new(),
            position: start,
        }
    }

    /// Plays a legal move.
    pub fn push(&mut self, mv: G::Move) {
        self.moves.push((self.position.clone(), mv));
        self.position.play(mv);
    }

    /// The start position.
    pub fn start(&self) -> &G {
        self.moves
            .first()
            .map_or(&self.position, |(start, _)| start)
    }

    /// The current position.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// The moves, each with the position before it.
    pub fn moves_with_positions(&self) -> &[(G, G::Move)] {
        &self.moves
    }
}

/// Stops a match from another thread; clones share one flag.
#[derive(Clone, Debug, Default)]
pub struct StopToken(Arc<AtomicBool>);

impl StopToken {
    /// Interval at which waiting threads check the token.
    pub const POLL_INTERVAL: Duration = Duration::from_millis(50);

    /// Requests a stop.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether a stop was requested.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
