//! One game: its rules and clock, without I/O. The current time is passed in.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use amazons::{Color, Game as _, Move, Outcome, Position};
use arena::player::GameHistory;
use engine::Level;

use super::validate::validate;
use crate::dto::error::{ApiError, ErrorReason};
use crate::dto::game::{EndReason, Game, GameResult, NewGame, NewMove, Player, RemainingTime};
use crate::dto::move_strings;
use crate::dto::position::{invalid_move, parse_moves, parse_position};
use crate::dto::review::ReviewState;
use crate::dto::side::Side;
use crate::dto::tree::GameTree;
use crate::store::StoredGame;

/// A game and its running clock.
#[derive(Clone, Debug)]
pub(super) struct GameState {
    pub stored: StoredGame,
    position: Position,
    /// Start of the current turn; `None` if no clock is running.
    clock_started_at: Option<Instant>,
}

/// Turn of the built-in or an external engine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct ComputerTurn {
    pub kind: ComputerKind,
    /// Search time in seconds; `None` uses the clock or a default.
    pub seconds: Option<f64>,
}

/// Engine that plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum ComputerKind {
    /// The built-in engine at a level.
    Builtin(Level),
    /// An external engine, by id.
    External(u64),
}

impl GameState {
    /// Starts a game and its clock.
    pub fn new(new: NewGame, now: Instant) -> Result<Self, ApiError> {
        validate(&new)?;
        let start = parse_position(&new.start)?;
        let (moves, position) = parse_moves(&start, &new.moves)?;
        let time = unix_millis();
        let full_time = new.time_control.map(|time_control| {
            let milliseconds = (time_control.seconds * 1000.0) as u64;
            RemainingTime {
                black: milliseconds,
                white: milliseconds,
            }
        });
        let stored = StoredGame {
            name: new.name,
            start: start.to_text(),
            moves: move_strings(&moves),
            black: new.black,
            white: new.white,
            time_control: new.time_control,
            times: full_time.map_or(Vec::new(), |time| vec![time; moves.len() + 1]),
            result: None,
            fault: None,
            created: time,
            updated: time,
            revision: 1,
            tree: None,
            review: None,
        };
        let mut state = Self {
            stored,
            position,
            clock_started_at: None,
        };
        state.end_if_no_moves();
        state.start_clock(now);
        Ok(state)
    }

    /// Loads a stored game. Its clock starts now: the time before does not count.
    pub fn load(stored: StoredGame, now: Instant) -> Result<Self, ApiError> {
        let start = parse_position(&stored.start)?;
        let (_, position) = parse_moves(&start, &stored.moves)?;
        let mut state = Self {
            stored,
            position,
            clock_started_at: None,
        };
        state.start_clock(now);
        Ok(state)
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    fn is_over(&self) -> bool {
        self.stored.result.is_some()
    }

    pub fn is_clock_running(&self) -> bool {
        self.clock_started_at.is_some()
    }

    /// The turn, if an engine is to move.
    pub fn computer_turn(&self) -> Option<ComputerTurn> {
        if self.is_over() {
            return None;
        }
        let (kind, seconds) = match *self.stored.player(self.position.to_move()) {
            Player::Human { .. } => return None,
            Player::Engine { level, seconds } => {
                let level = Level::new(level).unwrap_or(Level::FULL);
                (ComputerKind::Builtin(level), seconds)
            }
            Player::ExternalEngine {
                engine, seconds, ..
            } => (ComputerKind::External(engine), seconds),
        };
        Some(ComputerTurn { kind, seconds })
    }

    /// Remaining time of both sides; `None` without a time control.
    pub fn remaining(&self, now: Instant) -> Option<RemainingTime> {
        let mut remaining = *self.stored.times.last()?;
        if let Some(start) = self.clock_started_at {
            let used = now.saturating_duration_since(start).as_millis() as u64;
            let time = time_mut(&mut remaining, self.position.to_move());
            *time = time.saturating_sub(used);
        }
        Some(remaining)
    }

    /// When the flag of the side to move falls; `None` if no clock is running.
    pub fn flag_time(&self) -> Option<Instant> {
        let mut remaining = *self.stored.times.last()?;
        let milliseconds = *time_mut(&mut remaining, self.position.to_move());
        Some(self.clock_started_at? + Duration::from_millis(milliseconds))
    }

    /// Plays a human's move. Idempotent: a request to play the move that was played at its ply
    /// succeeds and changes nothing.
    pub fn play_human_move(&mut self, new: &NewMove, now: Instant) -> Result<(), ApiError> {
        let move_count = self.stored.moves.len();
        if let Some(mv) = self.stored.moves.get(new.ply) {
            let new_mv = new.mv.parse::<Move>();
            if new_mv.is_ok_and(|new_mv| new_mv.to_string() == *mv) {
                return Ok(());
            }
            let ply = new.ply + 1;
            let message = format!("move {ply} has already been played: {mv}");
            let mv = mv.clone();
            return Err(
                ApiError::conflict(message).because(ErrorReason::MoveAlreadyPlayed { ply, mv })
            );
        }
        if new.ply > move_count {
            return Err(ApiError::conflict(format!(
                "only {move_count} moves have been played, not {}",
                new.ply
            )));
        }
        self.ensure_running()?;
        if self.computer_turn().is_some() {
            return Err(
                ApiError::conflict("it is the computer's turn").because(ErrorReason::ComputersTurn)
            );
        }
        let mv = amazons::notation::parse_move(&self.position, &new.mv)
            .map_err(|error| invalid_move(error.to_string()))?;
        self.play(mv, now);
        Ok(())
    }

    /// Plays a legal move, of a human or an engine, and starts the clock of the other side.
    pub fn play(&mut self, mv: Move, now: Instant) {
        if let Some(mut remaining) = self.remaining(now) {
            let time_control = self.stored.time_control;
            let increment = time_control.map_or(0.0, |control| control.increment * 1000.0);
            *time_mut(&mut remaining, self.position.to_move()) += increment as u64;
            self.stored.times.push(remaining);
        }
        self.position.play(mv);
        self.stored.moves.push(mv.to_string());
        self.stored.review = None;
        self.end_if_no_moves();
        self.start_clock(now);
        self.bump_revision();
    }

    /// Takes back moves until `to_ply` are left, and restores the clocks.
    pub fn take_back(&mut self, to_ply: usize, now: Instant) -> Result<(), ApiError> {
        let move_count = self.stored.moves.len();
        // With all moves kept, only a result can be taken back.
        if to_ply > move_count || to_ply == move_count && !self.is_over() {
            let message =
                format!("cannot go back to {to_ply} moves: {move_count} have been played");
            return Err(ApiError::conflict(message).because(ErrorReason::NothingToTakeBack));
        }
        let start = parse_position(&self.stored.start)?;
        self.stored.moves.truncate(to_ply);
        if !self.stored.times.is_empty() {
            self.stored.times.truncate(to_ply + 1);
        }
        (_, self.position) = parse_moves(&start, &self.stored.moves)?;
        self.stored.result = None;
        self.stored.fault = None;
        self.stored.review = None;
        self.end_if_no_moves();
        self.start_clock(now);
        self.bump_revision();
        Ok(())
    }

    pub fn resign(&mut self, side: Side, now: Instant) -> Result<(), ApiError> {
        self.ensure_running()?;
        self.stop_clock(now);
        self.end(!Color::from(side), EndReason::Resignation);
        self.bump_revision();
        Ok(())
    }

    /// Ends the game as lost by the external engine to move, which did something wrong.
    pub fn forfeit(&mut self, fault: String, now: Instant) -> Result<(), ApiError> {
        self.ensure_running()?;
        self.stop_clock(now);
        self.end(!self.position.to_move(), EndReason::EngineFault);
        self.stored.fault = Some(fault);
        self.bump_revision();
        Ok(())
    }

    /// Start position and moves, as sent to external engines.
    pub fn history(&self) -> Result<GameHistory<Position>, ApiError> {
        let start = parse_position(&self.stored.start)?;
        let mut history = GameHistory::new(start);
        for mv in parse_moves(&start, &self.stored.moves)?.0 {
            history.push(mv);
        }
        Ok(history)
    }

    /// Ends the game if the flag of the side to move has fallen. Returns whether it did.
    pub fn end_if_flag_fell(&mut self, now: Instant) -> bool {
        let fell = self.flag_time().is_some_and(|flag_time| now >= flag_time) && !self.is_over();
        if fell {
            self.stop_clock(now);
            self.end(!self.position.to_move(), EndReason::Timeout);
            self.bump_revision();
        }
        fell
    }

    /// Stops the clock and stores the remaining time.
    pub fn stop_clock(&mut self, now: Instant) {
        if let (Some(remaining), Some(last)) = (self.remaining(now), self.stored.times.last_mut()) {
            *last = remaining;
        }
        self.clock_started_at = None;
    }

    /// Replaces comments and variations.
    pub fn set_tree(&mut self, tree: GameTree) {
        self.stored.tree = Some(tree);
        self.bump_revision();
    }

    /// Attaches a review of `moves` from `start`, unless the game has changed since.
    pub fn attach_review(&mut self, review: ReviewState, start: &str, moves: &[String]) {
        if self.stored.start == start && self.stored.moves == moves {
            self.stored.review = Some(review);
            self.bump_revision();
        }
    }

    fn ensure_running(&self) -> Result<(), ApiError> {
        if self.is_over() {
            return Err(ApiError::conflict("the game is over").because(ErrorReason::GameOver));
        }
        Ok(())
    }

    fn end(&mut self, winner: Color, reason: EndReason) {
        let winner = winner.into();
        self.stored.result = Some(GameResult { winner, reason });
        self.clock_started_at = None;
    }

    fn end_if_no_moves(&mut self) {
        if let Some(winner) = self.position.outcome().and_then(Outcome::winner) {
            self.end(winner, EndReason::NoMoves);
        }
    }

    fn start_clock(&mut self, now: Instant) {
        let is_running = self.stored.time_control.is_some() && !self.is_over();
        self.clock_started_at = is_running.then_some(now);
    }

    fn bump_revision(&mut self) {
        self.stored.revision += 1;
        self.stored.updated = unix_millis();
    }

    pub fn to_dto(&self, id: u64, engine_thinking: bool, now: Instant) -> Game {
        let stored = self.stored.clone();
        Game {
            id,
            revision: stored.revision,
            name: stored.name,
            start: stored.start,
            moves: stored.moves,
            fen: self.position.to_text(),
            to_move: self.position.to_move().into(),
            black: stored.black,
            white: stored.white,
            time_control: stored.time_control,
            remaining: self.remaining(now),
            clock_running: self.is_clock_running(),
            engine_thinking,
            result: stored.result,
            fault: stored.fault,
            created: stored.created,
            updated: stored.updated,
            tree: stored.tree,
            review: stored.review,
        }
    }
}

fn time_mut(remaining: &mut RemainingTime, color: Color) -> &mut u64 {
    match color {
        Color::Black => &mut remaining.black,
        Color::White => &mut remaining.white,
    }
}

fn unix_millis() -> u64 {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH);
    elapsed.map_or(0, |elapsed| elapsed.as_millis() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dto::game::TimeControl;

    const SECOND: Duration = Duration::from_secs(1);

    fn new_game(time_control: Option<(f64, f64)>) -> NewGame {
        let human = Player::Human { name: None };
        NewGame {
            start: "6x6".to_owned(),
            black: human.clone(),
            white: human,
            time_control: time_control
                .map(|(seconds, increment)| TimeControl { seconds, increment }),
            name: String::new(),
            moves: Vec::new(),
        }
    }

    fn started(time_control: Option<(f64, f64)>, now: Instant) -> GameState {
        GameState::new(new_game(time_control), now).expect("valid game")
    }

    fn loaded(stored: StoredGame, now: Instant) -> GameState {
        GameState::load(stored, now).expect("valid game")
    }

    fn play(state: &mut GameState, now: Instant) {
        let mv = *state.position().moves().first().expect("a legal move");
        state.play(mv, now);
    }

    fn remaining(state: &GameState, now: Instant) -> (u64, u64) {
        let remaining = state.remaining(now).expect("time control");
        (remaining.black, remaining.white)
    }

    fn result(state: &GameState) -> (Side, EndReason) {
        let result = state.stored.result.expect("finished game");
        (result.winner, result.reason)
    }

    #[test]
    fn only_the_clock_of_the_side_to_move_runs() {
        let now = Instant::now();
        let mut state = started(Some((60.0, 2.0)), now);
        assert_eq!(remaining(&state, now + 10 * SECOND), (60_000, 50_000));
        play(&mut state, now + 10 * SECOND);
        assert_eq!(remaining(&state, now + 10 * SECOND), (60_000, 52_000));
        assert_eq!(remaining(&state, now + 15 * SECOND), (55_000, 52_000));
        play(&mut state, now + 15 * SECOND);
        assert_eq!(remaining(&state, now + 16 * SECOND), (57_000, 51_000));
    }

    #[test]
    fn flag_falls_when_the_time_is_up() {
        let now = Instant::now();
        let mut state = started(Some((60.0, 0.0)), now);
        assert_eq!(state.flag_time(), Some(now + 60 * SECOND));
        assert!(!state.end_if_flag_fell(now + 59 * SECOND));
        assert!(state.end_if_flag_fell(now + 60 * SECOND));
        assert_eq!(result(&state), (Side::Black, EndReason::Timeout));
        assert_eq!(remaining(&state, now + 99 * SECOND), (60_000, 0));
        assert!(!state.is_clock_running() && !state.end_if_flag_fell(now + 99 * SECOND));
    }

    #[test]
    fn clock_stands_still_while_the_server_is_down() {
        let now = Instant::now();
        let mut state = started(Some((60.0, 0.0)), now);
        play(&mut state, now + 10 * SECOND);
        // Killed: the clock is as after the last move.
        let killed = loaded(state.stored.clone(), now + 500 * SECOND);
        assert_eq!(remaining(&killed, now + 501 * SECOND), (59_000, 50_000));
        // Shut down: the time used since the last move counts.
        state.stop_clock(now + 15 * SECOND);
        let shut_down = loaded(state.stored, now + 500 * SECOND);
        assert_eq!(remaining(&shut_down, now + 501 * SECOND), (54_000, 50_000));
    }

    #[test]
    fn take_back_restores_the_clocks() {
        let now = Instant::now();
        let mut state = started(Some((60.0, 1.0)), now);
        play(&mut state, now + 10 * SECOND);
        play(&mut state, now + 30 * SECOND);
        state.take_back(1, now + 40 * SECOND).expect("two moves");
        assert_eq!(remaining(&state, now + 41 * SECOND), (59_000, 51_000));
        state.take_back(0, now + 50 * SECOND).expect("one move");
        assert_eq!(remaining(&state, now + 50 * SECOND), (60_000, 60_000));
        assert_eq!(state.stored.times.len(), 1);
    }

    #[test]
    fn every_change_increments_the_revision() {
        let now = Instant::now();
        let mut state = started(None, now);
        assert!(state.remaining(now).is_none() && !state.is_clock_running());
        let mut revisions = vec![state.stored.revision];
        play(&mut state, now);
        revisions.push(state.stored.revision);
        state.take_back(0, now).expect("one move");
        revisions.push(state.stored.revision);
        state.resign(Side::White, now).expect("running game");
        revisions.push(state.stored.revision);
        assert_eq!(revisions, [1, 2, 3, 4]);
        assert!(state.resign(Side::White, now).is_err());
        assert_eq!(state.stored.revision, 4);
    }

    #[test]
    fn game_from_a_final_position_is_over() {
        let mut new = new_game(Some((60.0, 0.0)));
        new.start = "x#o b".to_owned();
        let state = GameState::new(new, Instant::now()).expect("valid game");
        assert_eq!(result(&state), (Side::White, EndReason::NoMoves));
        assert!(!state.is_clock_running());
    }
}
