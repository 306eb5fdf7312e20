//! How the computer finds its move.

use std::time::{Duration, Instant};

use amazons::{Color, Move, Position};
use arena::Unanswered;
use arena::control::{self, Allowance, Limit};
use arena::player::Line;
use engine::{Clock, Level, Limits};
use game::PerColor;

use super::state::{Computer, State};
use crate::dto::analysis::Analyst;
use crate::dto::problem::Refusal;
use crate::pool::{Pool, Urgency};
use crate::programs::{Programs, Purpose, Question};
use crate::thinking::{Engines, Enough, LevelMove, StudyJob};

/// The time for a move where neither the player nor a clock says one.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// What the computer does when it is to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Decision {
    /// It plays.
    Play(Move),
    /// It gives up.
    Resign,
    /// It cannot go on, and a sentence says why.
    BreakDown(String),
}

/// Thinks about a move as a level does; nothing if the thinking failed or the program ends. Dropping the future ends the
/// thinking.
pub(super) async fn find_move(
    pool: &Pool,
    engines: &Engines,
    level: Level,
    position: Position,
    limits: Limits,
) -> Option<Move> {
    if level == Level::FULL {
        if let Some(mv) = engines.book_move(&position) {
            return Some(mv);
        }
        let time = limits.thinking_time(&position).unwrap_or(DEFAULT_TIME);
        let study = engines.study(&position, 1, Analyst::Network);
        let (job, answer) = StudyJob::new(study, Enough::At(Instant::now() + time));
        pool.submit(Urgency::Awaited, job);
        return answer.await.ok()?.best_move();
    }
    let (job, answer) = LevelMove::new(Engines::player(level), position, limits);
    pool.submit(Urgency::Awaited, job);
    answer.await.ok()?
}

/// Lets another program think; nothing if the program ends. Dropping the future ends the thinking.
pub(super) async fn ask_program(
    programs: &Programs,
    id: u64,
    game: u64,
    line: Result<Line<Position>, Refusal>,
    limits: Limits,
) -> Option<Decision> {
    let program = match programs.find(id).await {
        Ok(program) => program,
        Err(refusal) if refusal.status.is_server_error() => return None,
        Err(refusal) => return Some(Decision::BreakDown(refusal.sentence)),
    };
    let (line, name) = (line.ok()?, program.name.clone());
    let own = limits.clocks[amazons::Game::to_move(line.position())];
    // What is more than its time and our patience is not waited for; a flag falls by itself.
    let time = own.map_or(Duration::ZERO, |clock| clock.remaining);
    let time = time.max(limits.move_time.unwrap_or_default());
    let question = Question {
        purpose: Purpose::Game(game),
        line,
        lines: 1,
        allowance: Allowance {
            move_time: limits.move_time,
            clocks: PerColor::from_fn(|color| {
                limits.clocks[color].map(|clock| control::Clock {
                    remaining: clock.remaining,
                    increment: clock.increment,
                })
            }),
            nodes: None,
            depth: None,
            limit: Limit::Patience(time + programs.patience()),
        },
    };
    match programs.ask(program, question, |_| {}).await {
        Ok(choice) => Some(choice.mv.map_or(Decision::Resign, Decision::Play)),
        Err(Unanswered::Stopped) => None,
        Err(Unanswered::Fault(fault)) => Some(Decision::BreakDown(format!("{name} {fault}"))),
    }
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
