//! The words after `go`.

use std::time::Duration;

use amazons::notation::parse_move;
use amazons::{Color, Position};
use engine::{Clock, Limits};

use super::session::Refusal;
use crate::protocol::numbers::{LONGEST_TIME, clamped, whole_number};

/// What `go` asks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Go {
    pub limits: Limits,
    /// Count moves to that depth instead of searching.
    pub perft: Option<u64>,
    /// Words without a meaning here. The standard wants them passed over.
    pub unknown: Vec<String>,
}

/// Words with a number behind them.
const WITH_NUMBER: [&str; 9] = [
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "perft",
];

/// Reads the words after `go`.
pub(super) fn parse(position: &Position, words: &[&str]) -> Result<Go, Refusal> {
    let mut go = Go::default();
    let mut moves_to_go = None;
    let mut rest = words;
    while let [word, after @ ..] = rest {
        rest = after;
        if WITH_NUMBER.contains(word) {
            let [found, after @ ..] = rest else {
                return Err(Refusal::NumberMissing((*word).to_owned()));
            };
            rest = after;
            let number = number(word, found)?;
            let limits = &mut go.limits;
            match *word {
                "depth" => limits.depth = Some(clamped(number)),
                "nodes" => limits.nodes = Some(number),
                "movetime" => limits.move_time = Some(time(number)),
                "wtime" => clock(limits, Color::White).remaining = time(number),
                "btime" => clock(limits, Color::Black).remaining = time(number),
                "winc" => clock(limits, Color::White).increment = time(number),
                "binc" => clock(limits, Color::Black).increment = time(number),
                "movestogo" => moves_to_go = Some(clamped(number)).filter(|&moves| moves > 0),
                _ => go.perft = Some(number),
            }
        } else {
            match *word {
                "infinite" => go.limits.infinite = true,
                "ponder" => go.limits.ponder = true,
                "searchmoves" => rest = search_moves(position, rest, &mut go.limits)?,
                _ => go.unknown.push((*word).to_owned()),
            }
        }
    }
    for color in Color::ALL {
        if let Some(clock) = &mut go.limits.clocks[color] {
            clock.moves_to_go = moves_to_go;
        }
    }
    Ok(go)
}

/// Reads moves up to the first word that is none, and returns what follows.
fn search_moves<'a, 'b>(
    position: &Position,
    words: &'a [&'b str],
    limits: &mut Limits,
) -> Result<&'a [&'b str], Refusal> {
    let mut rest = words;
    while let [text, after @ ..] = rest {
        match parse_move(position, text) {
            Ok(mv) => limits.search_moves.push(mv),
            // A word without digits is the next one that `go` knows, or does not know.
            Err(error) if text.contains(|c: char| c.is_ascii_digit()) => {
                return Err(Refusal::BadSearchMove(error));
            }
            Err(_) => break,
        }
        rest = after;
    }
    if limits.search_moves.is_empty() {
        return Err(Refusal::NoSearchMoves);
    }
    Ok(rest)
}

fn clock(limits: &mut Limits, color: Color) -> &mut Clock {
    limits.clocks[color].get_or_insert_default()
}

/// Reads the number behind a word.
pub(super) fn number(word: &str, text: &str) -> Result<u64, Refusal> {
    whole_number(text).ok_or_else(|| Refusal::NotANumber {
        word: word.to_owned(),
        found: text.to_owned(),
    })
}

fn time(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds).min(LONGEST_TIME)
}

#[cfg(test)]
mod tests {
    use game::PerColor;

    use super::*;

    fn read(text: &str) -> Result<Go, String> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        parse(&Position::standard_start(), &words).map_err(|refusal| refusal.to_string())
    }

    fn limits(text: &str) -> Limits {
        let go = read(text).unwrap();
        assert_eq!((go.perft, go.unknown), (None, vec![]));
        go.limits
    }

    #[test]
    fn simple_limits() {
        let expected = Limits {
            depth: Some(5),
            nodes: Some(7),
            move_time: Some(Duration::from_millis(90)),
            ..Limits::default()
        };
        assert_eq!(limits("depth 5 nodes 7 movetime 90"), expected);
        assert_eq!(limits(""), Limits::default());
        assert!(limits("infinite").infinite);
        assert!(limits("ponder").ponder);
        assert_eq!(read("perft 3").unwrap().perft, Some(3));
    }

    #[test]
    fn clocks() {
        let seconds = |remaining, increment| {
            Some(Clock {
                remaining: Duration::from_secs(remaining),
                increment: Duration::from_secs(increment),
                moves_to_go: Some(12),
            })
        };
        assert_eq!(
            limits("wtime 60000 btime 50000 winc 2000 binc 1000 movestogo 12").clocks,
            PerColor::new(seconds(50, 1), seconds(60, 2))
        );
        let only_white = limits("wtime 1000").clocks;
        assert_eq!(only_white[Color::Black], None);
        assert_eq!(only_white[Color::White].unwrap().moves_to_go, None);
        assert_eq!(
            limits("wtime 1 movestogo 0").clocks[Color::White]
                .unwrap()
                .moves_to_go,
            None
        );
    }

    #[test]
    fn absurd_numbers_are_clamped() {
        assert_eq!(
            limits("movetime 99999999999999999999999999").move_time,
            Some(LONGEST_TIME)
        );
        assert_eq!(
            limits("wtime -30").clocks[Color::White].unwrap().remaining,
            Duration::ZERO
        );
        assert_eq!(limits("depth 99999999999").depth, Some(u32::MAX));
        assert_eq!(limits("nodes 18446744073709551616").nodes, Some(u64::MAX));
    }

    #[test]
    fn moves_to_search_in_any_spelling() {
        let go = read("searchmoves d1d7,d7g7 d1-d7/g4 infinite").unwrap();
        assert_eq!(go.limits.search_moves.len(), 2);
        assert!(go.limits.infinite);
    }

    #[test]
    fn unknown_words_are_passed_over() {
        let go = read("mate 3 depth 2").unwrap();
        assert_eq!(go.unknown, ["mate", "3"]);
        assert_eq!(go.limits.depth, Some(2));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, said) in [
            ("depth", "depth must be followed by a whole number"),
            (
                "nodes x",
                "nodes must be followed by a whole number, not \"x\"",
            ),
            (
                "wtime 1.5",
                "wtime must be followed by a whole number, not \"1.5\"",
            ),
            (
                "wtime -",
                "wtime must be followed by a whole number, not \"-\"",
            ),
            ("searchmoves", "searchmoves must be followed by legal moves"),
            (
                "searchmoves depth 3",
                "searchmoves must be followed by legal moves",
            ),
            (
                "searchmoves d1d7,d7d1 d1a2,a2a1",
                "searchmoves must be followed by legal moves: d1-a2/a1 is not legal: \
                the amazon on d1 cannot reach a2",
            ),
        ] {
            assert_eq!(read(text), Err(said.to_owned()), "{text}");
        }
    }
}
