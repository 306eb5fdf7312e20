//! How long to think about a move.

use std::time::Duration;

use amazons::Position;

use crate::limits::{Clock, Limits};

/// What a move loses on its way to the other side of the protocol.
const OVERHEAD: Duration = Duration::from_millis(30);

/// Of the time left, this much is the most that one move may take.
const LARGEST_SHARE: f64 = 0.5;

/// A move takes this even if the clock says zero: without any time a search has not even seen the moves,
/// and protocols that count whole seconds say zero long before it is.
const LEAST: Duration = Duration::from_millis(10);

/// Of each increment, this much is spent at once.
const INCREMENT_SHARE: f64 = 0.8;

/// A move may take so many times its even share, since most moves end earlier and save the rest.
const HARD_MOVE: f64 = 1.4;

/// The time for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// How long the move may take.
    pub time: Duration,
    /// Whether what is left of it serves later moves.
    pub is_worth_saving: bool,
}

impl Budget {
    /// For the next move, if its time is limited at all.
    pub(crate) fn of(position: &Position, limits: &Limits) -> Option<Self> {
        let by_clock = limits.clocks[position.to_move()].map(|clock| Self {
            time: clock_budget(position, clock),
            is_worth_saving: true,
        });
        let fixed = limits.move_time.map(|time| Self {
            time,
            is_worth_saving: by_clock.is_some(),
        });
        by_clock
            .into_iter()
            .chain(fixed)
            .min_by_key(|budget| budget.time)
    }
}

fn clock_budget(position: &Position, clock: Clock) -> Duration {
    let remaining = clock.remaining.saturating_sub(OVERHEAD);
    let moves = clock
        .moves_to_go
        .unwrap_or_else(|| moves_left(position))
        .max(1);
    let even_share = remaining / moves + clock.increment.mul_f64(INCREMENT_SHARE);
    let most = even_share.mul_f64(HARD_MOVE);
    let least = if clock.remaining.is_zero() {
        LEAST
    } else {
        LEAST.min(clock.remaining.mul_f64(LARGEST_SHARE))
    };
    most.min(remaining.mul_f64(LARGEST_SHARE)).max(least)
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
        let budget = Budget::of(&Position::standard_start(), &limits);
        budget.expect("a clock limits the time").time
    }

    #[test]
    fn no_limit_is_no_budget_and_fixed_time_is_used_up() {
        let start = Position::standard_start();
        assert_eq!(Budget::of(&start, &Limits::default()), None);
        let fixed = Limits::move_time(Duration::from_secs(3));
        let expected = Budget {
            time: Duration::from_secs(3),
            is_worth_saving: false,
        };
        assert_eq!(Budget::of(&start, &fixed), Some(expected));
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
        assert_eq!(Budget::of(&start, &limits), None);
        let budget = Budget::of(&start.with_to_move(Color::Black), &limits);
        assert!(budget.is_some_and(|budget| budget.is_worth_saving));
    }

    #[test]
    fn a_clock_that_says_zero_leaves_time_for_a_look() {
        assert_eq!(with_clock(0, 0, None), LEAST);
    }

    /// Played to the bitter end, with every budget used up and the overhead lost on top.
    #[test]
    fn a_clock_never_runs_out() {
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
