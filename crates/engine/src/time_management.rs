//! Time management: how long to search for a move.

use std::time::Duration;

use amazons::Position;

use search::ClockState;

use crate::GoLimits;

/// Time a move loses in transmission through the protocol.
const MOVE_OVERHEAD: Duration = Duration::from_millis(30);

/// Maximum fraction of the remaining time for one move.
const MAX_CLOCK_FRACTION: f64 = 0.5;

/// Minimum time for a move, even if the clock shows zero: a search needs it to see the moves, and
/// protocols that count whole seconds show zero too early.
const MIN_MOVE_TIME: Duration = Duration::from_millis(10);

/// Fraction of the increment used for the current move.
const INCREMENT_FRACTION: f64 = 0.8;

/// Maximum time for a move relative to an even share; most moves end earlier and save the rest.
const MAX_TIME_FACTOR: f64 = 1.4;

/// Time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeBudget {
    /// Maximum time.
    pub time: Duration,
    /// Whether unused time is saved for later moves.
    pub can_save: bool,
}

impl TimeBudget {
    /// Budget for the next move; `None` if time is unlimited.
    #[must_use]
    pub fn for_move(position: &Position, limits: &GoLimits) -> Option<Self> {
        let by_clock = limits.clocks[position.to_move()].map(|clock| Self {
            time: time_from_clock(position, clock),
            can_save: true,
        });
        let fixed = limits.search.time.map(|time| Self {
            time,
            can_save: by_clock.is_some(),
        });
        by_clock
            .into_iter()
            .chain(fixed)
            .min_by_key(|budget| budget.time)
    }
}

fn time_from_clock(position: &Position, clock: ClockState) -> Duration {
    let remaining = clock.remaining.saturating_sub(MOVE_OVERHEAD);
    let moves = clock
        .moves_to_go
        .unwrap_or_else(|| estimated_moves_left(position))
        .max(1);
    let even_share = remaining / moves + clock.increment.mul_f64(INCREMENT_FRACTION);
    let max = even_share.mul_f64(MAX_TIME_FACTOR);
    let min = if clock.remaining.is_zero() {
        MIN_MOVE_TIME
    } else {
        MIN_MOVE_TIME.min(clock.remaining.mul_f64(MAX_CLOCK_FRACTION))
    };
    max.min(remaining.mul_f64(MAX_CLOCK_FRACTION)).max(min)
}

/// Estimates how many own moves still need a search: every move burns a square, and the last third
/// of the squares is filled without a search.
fn estimated_moves_left(position: &Position) -> u32 {
    (position.empty_squares().len() / 3).max(6)
}

#[cfg(test)]
mod tests {
    use amazons::Color;
    use game::PerColor;

    use super::*;

    fn with_clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Duration {
        let clock = ClockState {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
            ..ClockState::default()
        };
        let limits = GoLimits {
            clocks: PerColor::new(None, Some(clock)),
            ..GoLimits::default()
        };
        let budget = TimeBudget::for_move(&Position::standard_start(), &limits);
        budget.expect("a clock limits the time").time
    }

    #[test]
    fn a_fixed_move_time_is_not_saved() {
        let start = Position::standard_start();
        assert_eq!(TimeBudget::for_move(&start, &GoLimits::default()), None);
        let fixed = GoLimits::move_time(Duration::from_secs(3));
        let expected = TimeBudget {
            time: Duration::from_secs(3),
            can_save: false,
        };
        assert_eq!(TimeBudget::for_move(&start, &fixed), Some(expected));
    }

    #[test]
    fn the_opponents_clock_is_ignored() {
        let clock = ClockState {
            remaining: Duration::from_secs(60),
            ..ClockState::default()
        };
        let limits = GoLimits {
            clocks: PerColor::new(Some(clock), None),
            ..GoLimits::default()
        };
        let start = Position::standard_start();
        assert_eq!(TimeBudget::for_move(&start, &limits), None);
        let budget = TimeBudget::for_move(&start.with_to_move(Color::Black), &limits);
        assert!(budget.is_some_and(|budget| budget.can_save));
    }

    #[test]
    fn a_clock_at_zero_leaves_the_minimum_time() {
        assert_eq!(with_clock(0, 0, None), MIN_MOVE_TIME);
    }

    /// Uses up every budget and loses the overhead on top.
    #[test]
    fn the_clock_never_runs_out() {
        for (remaining, increment, moves_to_go) in [
            (60_000, 0, None),
            (1_000, 10, None),
            (100, 100, None),
            (60, 20, None),
            (5_000, 0, Some(40)),
        ] {
            let mut left = remaining;
            for played in 0..45 {
                let to_go = moves_to_go.map(|to_go: u32| to_go.saturating_sub(played).max(1));
                let spent = with_clock(left, increment, to_go).as_millis() as u64 + 1;
                assert!(spent <= left, "{spent} ms of {left} ms at move {played}");
                left = left - spent + increment;
            }
        }
    }
}
