//! How long to think about a move.

use std::time::Duration;

use amazons::Position;

use crate::limits::{Clock, Limits};

/// What a move loses on its way to the other side of the protocol.
const OVERHEAD: Duration = Duration::from_millis(30);

/// Of the time left, this much is the most that one move may take.
const LARGEST_SHARE: f64 = 0.5;

/// Of each increment, this much is spent at once.
const INCREMENT_SHARE: f64 = 0.8;

/// The time for the next move, if it is limited at all.
pub(crate) fn budget(position: &Position, limits: &Limits) -> Option<Duration> {
    let by_clock = limits.clocks[position.to_move()].map(|clock| clock_budget(position, clock));
    match (limits.move_time, by_clock) {
        (Some(fixed), Some(by_clock)) => Some(fixed.min(by_clock)),
        (fixed, by_clock) => fixed.or(by_clock),
    }
}

fn clock_budget(position: &Position, clock: Clock) -> Duration {
    let remaining = clock.remaining.saturating_sub(OVERHEAD);
    let moves = clock
        .moves_to_go
        .unwrap_or_else(|| moves_left(position))
        .max(1);
    let even_share = remaining / moves + clock.increment.mul_f64(INCREMENT_SHARE);
    even_share.min(remaining.mul_f64(LARGEST_SHARE))
}

/// About how many own moves are still worth thinking about: every move burns a square, and the last
/// third of the squares is filled without a fight.
fn moves_left(position: &Position) -> u32 {
    (position.empty_squares().len() / 3).max(6)
}

#[cfg(test)]
mod tests {
    use amazons::Color;
    use game::PerColor;

    use super::*;

    fn with_clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Duration {
        let clock = Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        let limits = Limits {
            clocks: PerColor::new(None, Some(clock)),
            ..Limits::default()
        };
        budget(&Position::standard_start(), &limits).expect("a clock limits the time")
    }

    #[test]
    fn no_limit_is_no_budget() {
        let start = Position::standard_start();
        assert_eq!(budget(&start, &Limits::default()), None);
        let fixed = Limits::move_time(Duration::from_secs(3));
        assert_eq!(budget(&start, &fixed), Some(Duration::from_secs(3)));
    }

    #[test]
    fn only_the_own_clock_counts() {
        let clock = Clock {
            remaining: Duration::from_secs(60),
            ..Clock::default()
        };
        let limits = Limits {
            clocks: PerColor::new(Some(clock), None),
            ..Limits::default()
        };
        let start = Position::standard_start();
        assert_eq!(budget(&start, &limits), None);
        assert!(budget(&start.with_to_move(Color::Black), &limits).is_some());
    }

    /// Played to the bitter end, with every budget used up and the overhead lost on top.
    #[test]
    fn a_clock_never_runs_out() {
        for (remaining, increment, moves_to_go) in [
            (60_000, 0, None),
            (1_000, 10, None),
            (100, 100, None),
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
