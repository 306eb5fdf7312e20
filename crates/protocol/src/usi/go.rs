//! Parameters of `go`.

use game::Color;
use search::{ClockState, GoLimits};
use shogi::Move;

use crate::parse::{TokenError, millis, number_after, saturating_u32};

/// Parsed parameters of `go`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct GoCommand {
    pub limits: GoLimits<Move>,
    /// Search for a mate only.
    pub mate: bool,
    /// Unknown tokens.
    pub ignored: Vec<String>,
}

/// Parses the words after `go`.
pub(super) fn parse(words: &[&str]) -> Result<GoCommand, TokenError> {
    let mut go = GoCommand::default();
    let mut rest = words;
    while let [token, after @ ..] = rest {
        rest = after;
        let limits = &mut go.limits;
        let mut number = || number_after(token, &mut rest);
        match *token {
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = true,
            "depth" => limits.search.depth = Some(saturating_u32(number()?).max(1)),
            "nodes" => limits.search.nodes = Some(number()?.max(1)),
            "movetime" => limits.search.time = Some(millis(number()?)),
            "btime" => go.clock(Color::Black).remaining = millis(number()?),
            "wtime" => go.clock(Color::White).remaining = millis(number()?),
            "binc" => go.clock(Color::Black).increment = millis(number()?),
            "winc" => go.clock(Color::White).increment = millis(number()?),
            "byoyomi" => {
                let byoyomi = millis(number()?);
                for color in Color::ALL {
                    go.clock(color).byoyomi = byoyomi;
                }
            }
            "mate" => {
                // The time limit is ignored.
                go.mate = true;
                rest = rest.get(1..).unwrap_or_default();
            }
            _ => go.ignored.push((*token).to_owned()),
        }
    }
    Ok(go)
}

impl GoCommand {
    fn clock(&mut self, color: Color) -> &mut ClockState {
        self.limits.clocks[color].get_or_insert_default()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use game::PerColor;

    use super::*;

    fn read(text: &str) -> Result<GoCommand, String> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        parse(&words).map_err(|error| error.to_string())
    }

    #[test]
    fn clocks_are_parsed() {
        let go = read("btime 60000 wtime 50000 byoyomi 10000").unwrap();
        let clock = |seconds| ClockState {
            remaining: Duration::from_secs(seconds),
            byoyomi: Duration::from_secs(10),
            ..ClockState::default()
        };
        let expected = PerColor::new(Some(clock(60)), Some(clock(50)));
        assert_eq!(go.limits.clocks, expected);
        let go = read("ponder btime 1000 wtime 2000 binc 100 winc 200").unwrap();
        assert!(go.limits.ponder);
        let black = go.limits.clocks[Color::Black].unwrap();
        assert_eq!(black.increment, Duration::from_millis(100));
        assert_eq!(
            read("btime -5 wtime 0").unwrap().limits.clocks[Color::Black],
            Some(ClockState::default())
        );
    }

    #[test]
    fn limits_are_parsed_and_invalid_ones_reported() {
        let go = read("depth 5 nodes 1000 movetime 200 infinite soon").unwrap();
        let search = &go.limits.search;
        assert_eq!((search.depth, search.nodes), (Some(5), Some(1000)));
        assert_eq!(search.time, Some(Duration::from_millis(200)));
        assert!(go.limits.infinite && go.ignored == ["soon"]);
        assert!(read("mate infinite").unwrap().mate);
        assert_eq!(read("").unwrap(), GoCommand::default());
        assert_eq!(
            read("byoyomi").unwrap_err(),
            "byoyomi must be followed by an integer"
        );
        assert_eq!(
            read("depth deep").unwrap_err(),
            "depth must be followed by an integer, not \"deep\""
        );
    }
}
