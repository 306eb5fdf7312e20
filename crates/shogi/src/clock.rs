//! How long to think about a move.

use std::time::Duration;

/// A game of Shogi takes some 60 moves of each player; so many are thought of as still to come, at least.
const LEAST_MOVES_LEFT: u32 = 25;

/// The same at the start of a game.
const MOVES_LEFT: u32 = 60;

/// Of the time that is left, the most that one move may take.
const LARGEST_SHARE: f64 = 0.25;

/// A search that has just begun has something to say after this.
const LEAST: Duration = Duration::from_millis(10);

/// A player's clock: time for the game, what each move adds, and the time that every move has once nothing is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// What is left for the game.
    pub remaining: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// What every move may take besides.
    pub byoyomi: Duration,
}

impl Clock {
    /// The most time for a move after so many plies, if so much of it is lost on the way to the other side.
    #[must_use]
    pub fn time_for_move(&self, plies: usize, lost: Duration) -> Duration {
        let played = u32::try_from(plies / 2).unwrap_or(u32::MAX);
        let moves = MOVES_LEFT.saturating_sub(played).max(LEAST_MOVES_LEFT);
        let share = (self.remaining / moves).min(self.remaining.mul_f64(LARGEST_SHARE));
        let whole = self.remaining + self.increment + self.byoyomi;
        let time = (share + self.increment + self.byoyomi).min(whole);
        time.saturating_sub(lost).max(LEAST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOST: Duration = Duration::from_millis(50);

    /// A whole game with every budget used up, and the time on the way lost.
    #[test]
    fn a_clock_never_runs_out() {
        for (remaining, increment, byoyomi) in [
            (60_000, 0, 0),
            (60_000, 1_000, 0),
            (10_000, 0, 500),
            (0, 0, 200),
            (0, 100, 0),
            (1_000, 100, 100),
        ] {
            let mut left = Duration::from_millis(remaining);
            let increment = Duration::from_millis(increment);
            let byoyomi = Duration::from_millis(byoyomi);
            for plies in (0..400).step_by(2) {
                let clock = Clock {
                    remaining: left,
                    increment,
                    byoyomi,
                };
                let has = left + increment + byoyomi;
                let time = clock.time_for_move(plies, LOST);
                let spent = time + LOST;
                if has > LEAST + LOST {
                    assert!(spent <= has, "{spent:?} of {has:?} at ply {plies}");
                }
                // Byoyomi that was not used is lost.
                left = (left + increment).saturating_sub(spent.saturating_sub(byoyomi));
            }
        }
    }

    #[test]
    fn byoyomi_is_used_and_an_empty_clock_leaves_a_look() {
        let byoyomi = Duration::from_secs(10);
        let clock = Clock {
            byoyomi,
            ..Clock::default()
        };
        assert_eq!(clock.time_for_move(0, LOST), byoyomi - LOST);
        assert_eq!(Clock::default().time_for_move(0, LOST), LEAST);
    }
}
