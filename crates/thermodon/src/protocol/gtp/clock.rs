//! GTP's time settings: a main time, then so many moves in each further period.

use std::time::Duration;

use amazons::Color;
use engine::{Clock, Limits};
use game::PerColor;

/// Both players' time. Controllers may tell it before each move; for those that do not, the time
/// that was spent is taken off here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TimeControl {
    period: Duration,
    /// 0 if the main time is all there is.
    moves_in_period: u32,
    left: PerColor<Left>,
}

/// What a player has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Left {
    time: Duration,
    /// Moves to play in that time; `None` in the main time.
    moves: Option<u32>,
}

impl TimeControl {
    /// Fresh clocks; `None` for GTP's way of saying that there is no limit: a further period in
    /// which no move needs to be played.
    pub(super) fn new(main: Duration, period: Duration, moves_in_period: u32) -> Option<Self> {
        if moves_in_period == 0 && !period.is_zero() {
            return None;
        }
        let left = if main.is_zero() && moves_in_period > 0 {
            Left {
                time: period,
                moves: Some(moves_in_period),
            }
        } else {
            Left {
                time: main,
                moves: None,
            }
        };
        Some(Self {
            period,
            moves_in_period,
            left: PerColor::new(left, left),
        })
    }

    /// The controller says what a player has left; 0 moves stand for the main time.
    pub(super) fn set(&mut self, color: Color, time: Duration, moves: u32) {
        self.left[color] = Left {
            time,
            moves: Some(moves).filter(|&moves| moves > 0),
        };
    }

    /// Takes off what a move took.
    pub(super) fn spend(&mut self, color: Color, spent: Duration) {
        let left = &mut self.left[color];
        let overdrawn = spent.saturating_sub(left.time);
        left.time = left.time.saturating_sub(spent);
        let moves_before = match left.moves {
            Some(moves) => moves,
            // The move that uses up the main time is the first of the first period.
            None if left.time.is_zero() && self.moves_in_period > 0 => {
                left.time = self.period.saturating_sub(overdrawn);
                self.moves_in_period
            }
            None => return,
        };
        left.moves = Some(moves_before.saturating_sub(1));
        if moves_before <= 1 {
            left.time = self.period;
            left.moves = Some(self.moves_in_period).filter(|&moves| moves > 0);
        }
    }

    /// The clocks for a search.
    pub(super) fn limits(&self) -> Limits {
        let clock = |color: Color| {
            Some(Clock {
                remaining: self.left[color].time,
                increment: Duration::ZERO,
                moves_to_go: self.left[color].moves,
            })
        };
        Limits {
            clocks: PerColor::new(clock(Color::Black), clock(Color::White)),
            ..Limits::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: Color = Color::White;

    fn seconds(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    fn left(control: &TimeControl, color: Color) -> (u64, Option<u32>) {
        let clock = control.limits().clocks[color].unwrap();
        (clock.remaining.as_secs(), clock.moves_to_go)
    }

    #[test]
    fn absolute_time_runs_down_for_the_mover_alone() {
        let mut control = TimeControl::new(seconds(60), seconds(0), 0).unwrap();
        control.spend(WHITE, seconds(20));
        assert_eq!(left(&control, WHITE), (40, None));
        assert_eq!(left(&control, Color::Black), (60, None));
        control.spend(WHITE, seconds(50));
        assert_eq!(left(&control, WHITE), (0, None));
    }

    #[test]
    fn periods_follow_the_main_time() {
        let mut control = TimeControl::new(seconds(10), seconds(30), 3).unwrap();
        control.spend(WHITE, seconds(14));
        assert_eq!(left(&control, WHITE), (26, Some(2)));
        control.spend(WHITE, seconds(6));
        assert_eq!(left(&control, WHITE), (20, Some(1)));
        control.spend(WHITE, seconds(6));
        assert_eq!(left(&control, WHITE), (30, Some(3)), "a new period");
        let control = TimeControl::new(seconds(0), seconds(30), 3).unwrap();
        assert_eq!(left(&control, WHITE), (30, Some(3)), "no main time");
    }

    #[test]
    fn what_the_controller_says_counts() {
        let mut control = TimeControl::new(seconds(60), seconds(30), 3).unwrap();
        control.set(WHITE, seconds(7), 2);
        assert_eq!(left(&control, WHITE), (7, Some(2)));
        control.set(WHITE, seconds(9), 0);
        assert_eq!(left(&control, WHITE), (9, None));
    }

    #[test]
    fn a_period_without_moves_means_no_limit() {
        assert_eq!(TimeControl::new(seconds(0), seconds(1), 0), None);
    }
}
