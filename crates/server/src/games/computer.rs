//! How an engine chooses its move.

use std::time::{Duration, Instant};

use amazons::{Color, Move, Position};
use arena::PlayerError;
use arena::player::GameHistory;
use arena::time_control::{self, Deadline, MoveLimits};
use engine::{ClockState, GoLimits, Level, TimeBudget};
use game::PerColor;

use super::game_state::{ComputerTurn, GameState};
use crate::analysis::{EngineFactory, SearchJob, StopCondition};
use crate::dto::error::ApiError;
use crate::external_engines::{EngineRequest, ExternalEngines, RequestPurpose};
use crate::pool::{Priority, WorkerPool};

/// Time per move if neither the player nor a clock limits it.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// What an engine does at its turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Decision {
    Play(Move),
    Resign,
    /// The external engine failed; the message says how.
    Forfeit(String),
}

/// Chooses a move of the built-in engine; `None` if the search fails or the server shuts down.
/// Dropping the future cancels the search.
pub(super) async fn builtin_move(
    pool: &WorkerPool,
    engines: &EngineFactory,
    level: Level,
    position: Position,
    limits: GoLimits,
) -> Option<Move> {
    let budget = TimeBudget::for_move(&position, &limits);
    let time = budget.map_or(DEFAULT_MOVE_TIME, |budget| budget.time);
    let search = engines.start_move(&position, level, &limits);
    let (job, result) = SearchJob::new(search, StopCondition::Deadline(Instant::now() + time));
    pool.submit(Priority::Interactive, job);
    result.await.ok()?.best_move()
}

/// Asks an external engine; `None` if the server shuts down. Dropping the future cancels the
/// search.
pub(super) async fn external_move(
    engines: &ExternalEngines,
    id: u64,
    game: u64,
    line: Result<GameHistory<Position>, ApiError>,
    limits: GoLimits,
) -> Option<Decision> {
    let engine = match engines.find(id).await {
        Ok(engine) => engine,
        Err(error) if error.status.is_server_error() => return None,
        Err(error) => return Some(Decision::Forfeit(error.message)),
    };
    let (line, name) = (line.ok()?, engine.name.clone());
    let clock = limits.clocks[amazons::Game::to_move(line.position())];
    // The flag task ends a game on time; this limit only catches an engine that hangs.
    let time = clock.map_or(Duration::ZERO, |clock| clock.remaining);
    let time = time.max(limits.search.time.unwrap_or_default());
    let request = EngineRequest {
        purpose: RequestPurpose::Game(game),
        line,
        lines: 1,
        allowance: MoveLimits {
            move_time: limits.search.time,
            clocks: PerColor::from_fn(|color| {
                limits.clocks[color].map(|clock| time_control::Clock {
                    remaining: clock.remaining,
                    increment: clock.increment,
                })
            }),
            nodes: None,
            depth: None,
            deadline: Deadline::Response(time + engines.response_timeout()),
        },
    };
    match engines.request(engine, request, |_| {}).await {
        Ok(choice) => Some(choice.mv.map_or(Decision::Resign, Decision::Play)),
        Err(PlayerError::Stopped) => None,
        Err(PlayerError::Forfeit(fault)) => Some(Decision::Forfeit(format!("{name} {fault}"))),
    }
}

/// Search limits of the engine to move.
pub(super) fn search_limits(state: &GameState, computer: ComputerTurn, now: Instant) -> GoLimits {
    let time_control = state.stored.time_control;
    let increment = time_control.map_or(0.0, |time_control| time_control.increment);
    let remaining = state.remaining(now);
    let clock = |color| {
        let milliseconds = remaining.map(|remaining| match color {
            Color::Black => remaining.black,
            Color::White => remaining.white,
        });
        milliseconds.map(|milliseconds| ClockState {
            remaining: Duration::from_millis(milliseconds),
            increment: Duration::from_secs_f64(increment),
            ..ClockState::default()
        })
    };
    let default = remaining.is_none().then_some(DEFAULT_MOVE_TIME);
    let mut limits = GoLimits::default();
    limits.search.time = computer.seconds.map(Duration::from_secs_f64).or(default);
    limits.clocks = PerColor::from_fn(clock);
    limits
}
