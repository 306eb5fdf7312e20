//! Time management: how long to think about a move.

use std::time::Duration;

use search::ClockState;

/// Lower bound of the number of own moves assumed to be left.
const MIN_MOVES_LEFT: u32 = 25;

/// Number of own moves assumed for a whole game.
const EXPECTED_GAME_MOVES: u32 = 60;

/// Maximum share of the remaining main time for one move.
const MAX_TIME_SHARE: f64 = 0.25;

/// Minimum time per move, even if the clock has less.
const MIN_MOVE_TIME: Duration = Duration::from_millis(10);

/// Time budget for the move at `ply` (from 0), reduced by `overhead` for communication. The
/// increment is available for the current move.
#[must_use]
pub fn move_budget(clock: &ClockState, ply: usize, overhead: Duration) -> Duration {
    let moves_played = u32::try_from(ply / 2).unwrap_or(u32::MAX);
    let moves_left = EXPECTED_GAME_MOVES
        .saturating_sub(moves_played)
        .max(MIN_MOVES_LEFT);
    let share = (clock.remaining / moves_left).min(clock.remaining.mul_f64(MAX_TIME_SHARE));
    let available = clock.remaining + clock.increment + clock.byoyomi;
    let budget = (share + clock.increment + clock.byoyomi).min(available);
    budget.saturating_sub(overhead).max(MIN_MOVE_TIME)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(50);

    #[test]
    fn the_clock_never_runs_out() {
        for (remaining, increment, byoyomi) in [
            (60_000, 0, 0),
            (60_000, 1_000, 0),
            (10_000, 0, 500),
            (0, 0, 200),
            (0, 100, 0),
            (1_000, 100, 100),
        ] {
            let mut remaining = Duration::from_millis(remaining);
            let increment = Duration::from_millis(increment);
            let byoyomi = Duration::from_millis(byoyomi);
            for ply in (0..400).step_by(2) {
                let clock = ClockState {
                    remaining,
                    increment,
                    byoyomi,
                    moves_to_go: None,
                };
                let available = remaining + increment + byoyomi;
                let spent = move_budget(&clock, ply, OVERHEAD) + OVERHEAD;
                if available > MIN_MOVE_TIME + OVERHEAD {
                    assert!(
                        spent <= available,
                        "{spent:?} of {available:?} at ply {ply}"
                    );
                }
                // Unused byoyomi is lost.
                remaining = (remaining + increment).saturating_sub(spent.saturating_sub(byoyomi));
            }
        }
    }

    #[test]
    fn byoyomi_is_used_and_an_empty_clock_gets_the_minimum_time() {
        let byoyomi = Duration::from_secs(10);
        let clock = ClockState {
            byoyomi,
            ..ClockState::default()
        };
        assert_eq!(move_budget(&clock, 0, OVERHEAD), byoyomi - OVERHEAD);
        let empty = ClockState::default();
        assert_eq!(move_budget(&empty, 0, OVERHEAD), MIN_MOVE_TIME);
    }
}
