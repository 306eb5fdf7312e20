//! How the computer finds its move.

use std::time::{Duration, Instant};

use amazons::{Color, Move, Position};
use engine::{Clock, Level, Limits};
use game::PerColor;

use super::state::{Computer, State};
use crate::dto::analysis::Analyst;
use crate::pool::{Pool, Urgency};
use crate::thinking::{Engines, Enough, LevelMove, StudyJob};

/// The time for a move where neither the player nor a clock says one.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Thinks about a move; nothing if the thinking failed or the program ends. Dropping the future ends the
/// thinking.
pub(super) async fn find_move(
    pool: &Pool,
    engines: &Engines,
    computer: Computer,
    position: Position,
    limits: Limits,
) -> Option<Move> {
    if computer.level == Level::FULL {
        if let Some(mv) = engines.book_move(&position) {
            return Some(mv);
        }
        let time = limits.thinking_time(&position).unwrap_or(DEFAULT_TIME);
        let study = engines.study(&position, 1, Analyst::Network);
        let (job, answer) = StudyJob::new(study, Enough::At(Instant::now() + time));
        pool.submit(Urgency::Awaited, job);
        return answer.await.ok()?.best_move();
    }
    let (job, answer) = LevelMove::new(Engines::player(computer.level), position, limits);
    pool.submit(Urgency::Awaited, job);
    answer.await.ok()?
}

/// How long the computer may think in a game.
pub(super) fn limits(state: &State, computer: Computer, now: Instant) -> Limits {
    let increment = state.stored.clock.map_or(0.0, |clock| clock.increment);
    let remaining = state.remaining(now);
    let clock = |color| {
        let left = remaining.map(|remaining| match color {
            Color::Black => remaining.black,
            Color::White => remaining.white,
        });
        left.map(|milliseconds| Clock {
            remaining: Duration::from_millis(milliseconds),
            increment: Duration::from_secs_f64(increment),
            moves_to_go: None,
        })
    };
    let default = remaining.is_none().then_some(DEFAULT_TIME);
    Limits {
        move_time: computer.seconds.map(Duration::from_secs_f64).or(default),
        clocks: PerColor::from_fn(clock),
        ..Limits::default()
    }
}
