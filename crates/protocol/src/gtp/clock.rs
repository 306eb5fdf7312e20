//! Clock of GTP: main time, then byo yomi periods with a number of stones.

use std::time::Duration;

use amazons::Color;
use engine::{ClockState, GoLimits};
use game::PerColor;

/// The clocks of both players. A controller may set them before each move; otherwise the time of
/// the engine's moves is subtracted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct GtpClock {
    byo_yomi: Duration,
    /// Moves per byo yomi period; 0 without byo yomi.
    byo_yomi_moves: u32,
    remaining: PerColor<RemainingTime>,
}

/// Time and moves of a player until the end of the period.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct RemainingTime {
    time: Duration,
    /// Moves to play in the period; `None` in the main time.
    moves: Option<u32>,
}

impl GtpClock {
    /// New clocks; `None` if there is no limit, which GTP writes as a byo yomi period without
    /// moves.
    pub(super) fn new(main: Duration, byo_yomi: Duration, byo_yomi_moves: u32) -> Option<Self> {
        if byo_yomi_moves == 0 && !byo_yomi.is_zero() {
            return None;
        }
        let remaining = if main.is_zero() && byo_yomi_moves > 0 {
            RemainingTime {
                time: byo_yomi,
                moves: Some(byo_yomi_moves),
            }
        } else {
            RemainingTime {
                time: main,
                moves: None,
            }
        };
        Some(Self {
            byo_yomi,
            byo_yomi_moves,
            remaining: PerColor::new(remaining, remaining),
        })
    }

    /// Sets the clock of a player; 0 moves is the main time.
    pub(super) fn set(&mut self, color: Color, time: Duration, moves: u32) {
        self.remaining[color] = RemainingTime {
            time,
            moves: Some(moves).filter(|&moves| moves > 0),
        };
    }

    /// Subtracts the time of a move.
    pub(super) fn spend(&mut self, color: Color, spent: Duration) {
        let remaining = &mut self.remaining[color];
        let overdrawn = spent.saturating_sub(remaining.time);
        remaining.time = remaining.time.saturating_sub(spent);
        let moves_before = match remaining.moves {
            Some(moves) => moves,
            // The move that ends the main time is the first of the first period.
            None if remaining.time.is_zero() && self.byo_yomi_moves > 0 => {
                remaining.time = self.byo_yomi.saturating_sub(overdrawn);
                self.byo_yomi_moves
            }
            None => return,
        };
        remaining.moves = Some(moves_before.saturating_sub(1));
        if moves_before <= 1 {
            remaining.time = self.byo_yomi;
            remaining.moves = Some(self.byo_yomi_moves).filter(|&moves| moves > 0);
        }
    }

    /// The limits of a search.
    pub(super) fn limits(&self) -> GoLimits {
        let clock = |color: Color| {
            Some(ClockState {
                remaining: self.remaining[color].time,
                moves_to_go: self.remaining[color].moves,
                ..ClockState::default()
            })
        };
        GoLimits {
            clocks: PerColor::new(clock(Color::Black), clock(Color::White)),
            ..GoLimits::default()
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

    fn left(clock: &GtpClock, color: Color) -> (u64, Option<u32>) {
        let clock = clock.limits().clocks[color].unwrap();
        (clock.remaining.as_secs(), clock.moves_to_go)
    }

    #[test]
    fn main_time_runs_for_the_mover_only() {
        let mut clock = GtpClock::new(seconds(60), seconds(0), 0).unwrap();
        clock.spend(WHITE, seconds(20));
        assert_eq!(left(&clock, WHITE), (40, None));
        assert_eq!(left(&clock, Color::Black), (60, None));
        clock.spend(WHITE, seconds(50));
        assert_eq!(left(&clock, WHITE), (0, None));
    }

    #[test]
    fn byo_yomi_follows_the_main_time() {
        let mut clock = GtpClock::new(seconds(10), seconds(30), 3).unwrap();
        clock.spend(WHITE, seconds(14));
        assert_eq!(left(&clock, WHITE), (26, Some(2)));
        clock.spend(WHITE, seconds(6));
        assert_eq!(left(&clock, WHITE), (20, Some(1)));
        clock.spend(WHITE, seconds(6));
        assert_eq!(left(&clock, WHITE), (30, Some(3)), "a new period");
        let clock = GtpClock::new(seconds(0), seconds(30), 3).unwrap();
        assert_eq!(left(&clock, WHITE), (30, Some(3)), "no main time");
    }

    #[test]
    fn controllers_set_the_clock() {
        let mut clock = GtpClock::new(seconds(60), seconds(30), 3).unwrap();
        clock.set(WHITE, seconds(7), 2);
        assert_eq!(left(&clock, WHITE), (7, Some(2)));
        clock.set(WHITE, seconds(9), 0);
        assert_eq!(left(&clock, WHITE), (9, None));
    }

    #[test]
    fn byo_yomi_without_moves_is_unlimited() {
        assert_eq!(GtpClock::new(seconds(0), seconds(1), 0), None);
    }
}
