//! The words after `go`.

use std::time::Duration;

use game::{Color, PerColor};
use search::Limits;
use shogi::{Clock, Move};

use super::session::Refusal;
use crate::protocol::numbers::{LONGEST_TIME, clamped, whole_number};

/// What `go` asks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Go {
    /// Depth and nodes.
    pub limits: Limits<Move>,
    pub clocks: PerColor<Option<Clock>>,
    pub move_time: Option<Duration>,
    pub infinite: bool,
    pub ponder: bool,
    /// Look for a mate and nothing else.
    pub mate: bool,
    /// Words without a meaning here.
    pub unknown: Vec<String>,
}

/// Reads the words after `go`.
pub(super) fn parse(words: &[&str]) -> Result<Go, Refusal> {
    let mut go = Go::default();
    let mut rest = words;
    while let [word, after @ ..] = rest {
        rest = after;
        match *word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "mate" => {
                // How long to look for it makes no difference.
                go.mate = true;
                rest = rest.get(1..).unwrap_or_default();
            }
            "depth" | "nodes" | "movetime" | "btime" | "wtime" | "byoyomi" | "binc" | "winc" => {
                let [found, after @ ..] = rest else {
                    return Err(Refusal::NumberMissing((*word).to_owned()));
                };
                rest = after;
                let number = whole_number(found).ok_or_else(|| Refusal::NotANumber {
                    word: (*word).to_owned(),
                    found: (*found).to_owned(),
                })?;
                go.take(word, number);
            }
            _ => go.unknown.push((*word).to_owned()),
        }
    }
    Ok(go)
}

impl Go {
    fn take(&mut self, word: &str, number: u64) {
        let time = Duration::from_millis(number).min(LONGEST_TIME);
        match word {
            "depth" => self.limits.depth = Some(clamped(number).max(1)),
            "nodes" => self.limits.nodes = Some(number.max(1)),
            "movetime" => self.move_time = Some(time),
            "btime" => self.clock(Color::Black).remaining = time,
            "wtime" => self.clock(Color::White).remaining = time,
            "binc" => self.clock(Color::Black).increment = time,
            "winc" => self.clock(Color::White).increment = time,
            _ => Color::ALL
                .into_iter()
                .for_each(|color| self.clock(color).byoyomi = time),
        }
    }

    fn clock(&mut self, color: Color) -> &mut Clock {
        self.clocks[color].get_or_insert_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Go, String> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        parse(&words).map_err(|refusal| refusal.to_string())
    }

    #[test]
    fn clocks_as_boards_send_them() {
        let go = read("btime 60000 wtime 50000 byoyomi 10000").unwrap();
        let clock = |seconds| Clock {
            remaining: Duration::from_secs(seconds),
            byoyomi: Duration::from_secs(10),
            ..Clock::default()
        };
        assert_eq!(go.clocks, PerColor::new(Some(clock(60)), Some(clock(50))));
        let go = read("ponder btime 1000 wtime 2000 binc 100 winc 200").unwrap();
        assert!(go.ponder);
        let black = go.clocks[Color::Black].unwrap();
        assert_eq!(black.increment, Duration::from_millis(100));
        assert_eq!(
            read("btime -5 wtime 0").unwrap().clocks[Color::Black],
            Some(Clock::default())
        );
    }

    #[test]
    fn limits_and_what_is_wrong_with_them() {
        let go = read("depth 5 nodes 1000 movetime 200 infinite soon").unwrap();
        assert_eq!((go.limits.depth, go.limits.nodes), (Some(5), Some(1000)));
        assert_eq!(go.move_time, Some(Duration::from_millis(200)));
        assert!(go.infinite && go.unknown == ["soon"]);
        assert!(read("mate infinite").unwrap().mate);
        assert_eq!(read("").unwrap(), Go::default());
        assert_eq!(
            read("byoyomi").unwrap_err(),
            "byoyomi must be followed by a whole number"
        );
        assert_eq!(
            read("depth deep").unwrap_err(),
            "depth must be followed by a whole number, not \"deep\""
        );
    }
}
