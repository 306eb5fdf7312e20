//! Time controls, clocks and deadlines.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use game::PerColor;
use thiserror::Error;

use crate::forfeit::Forfeit;

/// Upper bound of every timeout (about 30 years), so that `Instant` arithmetic cannot overflow.
pub(crate) const MAX_TIMEOUT: Duration = Duration::from_secs(1_000_000_000);

/// Limits of a player's searches; the first one reached ends a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeControl {
    /// Time per move.
    pub move_time: Option<Duration>,
    /// Clock of the game.
    pub clock: Option<ClockConfig>,
    /// Nodes per move.
    pub nodes: Option<u64>,
    /// Depth per move, in plies.
    pub depth: Option<u32>,
}

/// Base time and increment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClockConfig {
    /// Time at the start of the game.
    pub base: Duration,
    /// Time added per move.
    pub increment: Duration,
}

/// Error of parsing a [`ClockConfig`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("invalid clock {0:?}: expected BASE+INCREMENT in seconds, such as 60+0.6")]
pub struct ParseClockError(pub String);

/// Base and increment in seconds, such as `60+0.6`; without `+` there is no increment.
impl FromStr for ClockConfig {
    type Err = ParseClockError;

    fn from_str(text: &str) -> Result<Self, ParseClockError> {
        let seconds = |text: &str| {
            let value: f64 = text.parse().ok()?;
            (value >= 0.0).then(|| Duration::try_from_secs_f64(value).ok())?
        };
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        match (seconds(base), seconds(increment)) {
            (Some(base), Some(increment)) if !base.is_zero() => Ok(Self { base, increment }),
            _ => Err(ParseClockError(text.to_owned())),
        }
    }
}

impl fmt::Display for ClockConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}+{}",
            self.base.as_secs_f64(),
            self.increment.as_secs_f64()
        )
    }
}

/// Limits in UCI words, such as `movetime 100 nodes 5000`; `unlimited` without limits.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limits = [
            self.clock.map(|clock| format!("tc {clock}")),
            self.move_time
                .map(|time| format!("movetime {}", time.as_millis())),
            self.nodes.map(|nodes| format!("nodes {nodes}")),
            self.depth.map(|depth| format!("depth {depth}")),
        ];
        let limits: Vec<String> = limits.into_iter().flatten().collect();
        f.write_str(if limits.is_empty() { "unlimited" } else { "" })?;
        f.write_str(&limits.join(" "))
    }
}

/// Limits of one move, as in UCI `go`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveLimits {
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// Both players' clocks.
    pub clocks: PerColor<Option<Clock>>,
    /// Number of nodes.
    pub nodes: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// When to stop waiting for the move.
    pub deadline: Deadline,
}

/// Time after which a player that has not moved forfeits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deadline {
    /// The player's time plus the margin: past this, it loses on time.
    Flag(Duration),
    /// No time control: past this, the player counts as stalled.
    Response(Duration),
}

impl Deadline {
    /// Time from the request to the deadline.
    #[must_use]
    pub fn duration(self) -> Duration {
        match self {
            Self::Flag(time) | Self::Response(time) => time,
        }
    }

    /// The forfeit of a player that did not respond to `command`.
    pub(crate) fn missed(self, command: &str) -> Forfeit {
        match self {
            Self::Flag(limit) => Forfeit::Time { limit },
            Self::Response(timeout) => Forfeit::Stalled {
                command: command.to_owned(),
                timeout,
            },
        }
    }
}

/// A player's clock during a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time added per move.
    pub increment: Duration,
}

impl Clock {
    /// The clock at the start of a game.
    #[must_use]
    pub fn new(config: ClockConfig) -> Self {
        Self {
            remaining: config.base,
            increment: config.increment,
        }
    }

    /// Deducts the time of a move and adds the increment; time overdrawn within the margin is
    /// forgiven.
    pub fn deduct(&mut self, elapsed: Duration) {
        self.remaining = self
            .remaining
            .saturating_sub(elapsed)
            .saturating_add(self.increment);
    }
}

/// How long to wait beyond a player's own time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// Margin beyond a player's time, for communication and a busy machine.
    pub time_margin: Duration,
    /// Timeout of responses that no clock measures.
    pub response_timeout: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            time_margin: Duration::from_millis(50),
            response_timeout: Duration::from_secs(60),
        }
    }
}

impl TimeControl {
    /// Limits of the next move, given both clocks and the player's own.
    #[must_use]
    pub fn move_limits(
        &self,
        clocks: PerColor<Option<Clock>>,
        own: Option<Clock>,
        timeouts: Timeouts,
    ) -> MoveLimits {
        let own_time = own.map(|clock| clock.remaining);
        let time = match (own_time, self.move_time) {
            (Some(clock), Some(move_time)) => Some(clock.min(move_time)),
            (clock, move_time) => clock.or(move_time),
        };
        MoveLimits {
            move_time: self.move_time,
            clocks,
            nodes: self.nodes,
            depth: self.depth,
            deadline: match time {
                Some(time) => {
                    Deadline::Flag(time.saturating_add(timeouts.time_margin).min(MAX_TIMEOUT))
                }
                None => Deadline::Response(timeouts.response_timeout.min(MAX_TIMEOUT)),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn clock_configs_are_parsed_and_formatted() {
        let config: ClockConfig = "60+0.6".parse().unwrap();
        assert_eq!(config.base, 60 * SECOND);
        assert_eq!(config.increment, Duration::from_millis(600));
        assert_eq!(config.to_string(), "60+0.6");
        assert_eq!("5".parse::<ClockConfig>().unwrap().to_string(), "5+0");
        for bad in ["", "x", "0+1", "-5", "5+", "5+x", "inf", "nan", "1e300"] {
            assert_eq!(
                bad.parse::<ClockConfig>(),
                Err(ParseClockError(bad.to_owned()))
            );
        }
    }

    #[test]
    fn the_deadline_is_the_shorter_time_plus_the_margin() {
        let timeouts = Timeouts {
            time_margin: SECOND,
            response_timeout: 9 * SECOND,
        };
        let deadline = |control: TimeControl, remaining: Option<Duration>| {
            let own = remaining.map(|remaining| Clock {
                remaining,
                increment: SECOND,
            });
            control
                .move_limits(PerColor::default(), own, timeouts)
                .deadline
        };
        let move_time = TimeControl {
            move_time: Some(3 * SECOND),
            ..TimeControl::default()
        };
        assert_eq!(deadline(move_time, None), Deadline::Flag(4 * SECOND));
        assert_eq!(
            deadline(move_time, Some(2 * SECOND)),
            Deadline::Flag(3 * SECOND)
        );
        assert_eq!(
            deadline(move_time, Some(5 * SECOND)),
            Deadline::Flag(4 * SECOND)
        );
        let nodes = TimeControl {
            nodes: Some(1),
            ..TimeControl::default()
        };
        assert_eq!(deadline(nodes, None), Deadline::Response(9 * SECOND));
        assert_eq!(deadline(nodes, Some(SECOND)), Deadline::Flag(2 * SECOND));
        assert_eq!(
            deadline(nodes, Some(Duration::MAX)),
            Deadline::Flag(MAX_TIMEOUT)
        );
    }

    #[test]
    fn a_clock_runs_down_and_gets_its_increment() {
        let mut clock = Clock::new("10+2".parse().unwrap());
        clock.deduct(3 * SECOND);
        assert_eq!(clock.remaining, 9 * SECOND);
        clock.deduct(20 * SECOND);
        assert_eq!(clock.remaining, 2 * SECOND);
    }
}
