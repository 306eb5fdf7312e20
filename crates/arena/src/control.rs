//! How long a player may think, and the clocks that watch over it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use game::PerColor;
use thiserror::Error;

/// Nobody waits longer than about thirty years, and no sum of times and dates overflows.
pub(crate) const LONGEST: Duration = Duration::from_secs(1_000_000_000);

/// What limits a player's thinking. Several limits may hold at once; the first one reached counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeControl {
    /// A time for each move.
    pub move_time: Option<Duration>,
    /// A clock for the game.
    pub clock: Option<ClockSetting>,
    /// Positions to look at for each move.
    pub nodes: Option<u64>,
    /// How deep to look for each move.
    pub depth: Option<u32>,
}

/// A time for the whole game and what each move adds to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClockSetting {
    /// What is on the clock at the start.
    pub base: Duration,
    /// What each move adds.
    pub increment: Duration,
}

/// Why a text is no clock setting.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0:?} is no clock: seconds for the game, + and seconds for each move are, such as 60+0.6")]
pub struct NotAClock(pub String);

/// `60+0.6`: base and increment in seconds; without `+` there is no increment.
impl FromStr for ClockSetting {
    type Err = NotAClock;

    fn from_str(text: &str) -> Result<Self, NotAClock> {
        let seconds = |text: &str| {
            let value: f64 = text.parse().ok()?;
            (value >= 0.0).then(|| Duration::try_from_secs_f64(value).ok())?
        };
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        match (seconds(base), seconds(increment)) {
            (Some(base), Some(increment)) if !base.is_zero() => Ok(Self { base, increment }),
            _ => Err(NotAClock(text.to_owned())),
        }
    }
}

impl fmt::Display for ClockSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}+{}",
            self.base.as_secs_f64(),
            self.increment.as_secs_f64()
        )
    }
}

/// `movetime 100 nodes 5000`: the words of UCI, in milliseconds; `unlimited` without a limit.
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

/// What a player may use for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// A time for this move.
    pub move_time: Option<Duration>,
    /// Both players' clocks, as far as they have one.
    pub clocks: PerColor<Option<Clock>>,
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// How deep to look.
    pub depth: Option<u32>,
    /// When the answer is too late.
    pub limit: Limit,
}

/// The time after which nobody waits for a move any longer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// The player's own time and the margin: past it, it has lost on time.
    Time(Duration),
    /// No time was agreed upon: past it, the player counts as hung.
    Patience(Duration),
}

impl Limit {
    /// How long it is.
    #[must_use]
    pub fn duration(self) -> Duration {
        match self {
            Self::Time(time) | Self::Patience(time) => time,
        }
    }
}

/// A player's clock while it is running.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// What is left.
    pub remaining: Duration,
    /// What each move adds.
    pub increment: Duration,
}

impl Clock {
    /// A clock before the first move.
    #[must_use]
    pub fn new(setting: ClockSetting) -> Self {
        Self {
            remaining: setting.base,
            increment: setting.increment,
        }
    }

    /// Takes off the time of a move and adds the increment. Time overdrawn within the margin is
    /// forgiven.
    pub fn spend(&mut self, elapsed: Duration) {
        self.remaining = self
            .remaining
            .saturating_sub(elapsed)
            .saturating_add(self.increment);
    }
}

/// How much waiting is done beyond what players have for themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tolerance {
    /// What may pass beyond a player's own time, for the way of messages and a busy machine.
    pub margin: Duration,
    /// How long to wait for anything that no clock measures.
    pub patience: Duration,
}

impl Default for Tolerance {
    fn default() -> Self {
        Self {
            margin: Duration::from_millis(50),
            patience: Duration::from_secs(60),
        }
    }
}

impl TimeControl {
    /// What a player has for its next move, given both clocks and which one is its own.
    #[must_use]
    pub fn allowance(
        &self,
        clocks: PerColor<Option<Clock>>,
        own: Option<Clock>,
        tolerance: Tolerance,
    ) -> Allowance {
        let own_time = own.map(|clock| clock.remaining);
        let time = match (own_time, self.move_time) {
            (Some(clock), Some(move_time)) => Some(clock.min(move_time)),
            (clock, move_time) => clock.or(move_time),
        };
        Allowance {
            move_time: self.move_time,
            clocks,
            nodes: self.nodes,
            depth: self.depth,
            limit: match time {
                Some(time) => Limit::Time(time.saturating_add(tolerance.margin).min(LONGEST)),
                None => Limit::Patience(tolerance.patience.min(LONGEST)),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn clock_settings_are_read_and_written() {
        let setting: ClockSetting = "60+0.6".parse().unwrap();
        assert_eq!(setting.base, 60 * SECOND);
        assert_eq!(setting.increment, Duration::from_millis(600));
        assert_eq!(setting.to_string(), "60+0.6");
        assert_eq!("5".parse::<ClockSetting>().unwrap().to_string(), "5+0");
        for bad in ["", "x", "0+1", "-5", "5+", "5+x", "inf", "nan", "1e300"] {
            assert_eq!(bad.parse::<ClockSetting>(), Err(NotAClock(bad.to_owned())));
        }
    }

    #[test]
    fn the_limit_is_the_shorter_time_and_the_margin() {
        let tolerance = Tolerance {
            margin: SECOND,
            patience: 9 * SECOND,
        };
        let limit = |control: TimeControl, remaining: Option<Duration>| {
            let own = remaining.map(|remaining| Clock {
                remaining,
                increment: SECOND,
            });
            control.allowance(PerColor::default(), own, tolerance).limit
        };
        let move_time = TimeControl {
            move_time: Some(3 * SECOND),
            ..TimeControl::default()
        };
        assert_eq!(limit(move_time, None), Limit::Time(4 * SECOND));
        assert_eq!(limit(move_time, Some(2 * SECOND)), Limit::Time(3 * SECOND));
        assert_eq!(limit(move_time, Some(5 * SECOND)), Limit::Time(4 * SECOND));
        let nodes = TimeControl {
            nodes: Some(1),
            ..TimeControl::default()
        };
        assert_eq!(limit(nodes, None), Limit::Patience(9 * SECOND));
        assert_eq!(limit(nodes, Some(SECOND)), Limit::Time(2 * SECOND));
        assert_eq!(limit(nodes, Some(Duration::MAX)), Limit::Time(LONGEST));
    }

    #[test]
    fn a_clock_runs_down_and_gets_its_increment() {
        let mut clock = Clock::new("10+2".parse().unwrap());
        clock.spend(3 * SECOND);
        assert_eq!(clock.remaining, 9 * SECOND);
        clock.spend(20 * SECOND);
        assert_eq!(clock.remaining, 2 * SECOND);
    }
}
