//! Parameters of `go`.

use amazons::notation::parse_move;
use amazons::{Color, Position};
use engine::{ClockState, GoLimits};

use super::session::UciError;
use crate::parse::{millis, number_after, saturating_u32};

/// Parsed parameters of `go`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct GoCommand {
    pub limits: GoLimits,
    /// Depth of a `perft` instead of a search.
    pub perft: Option<u64>,
    /// Unknown tokens, which the standard says to ignore.
    pub ignored: Vec<String>,
}

/// Parses the words after `go`.
pub(super) fn parse(position: &Position, words: &[&str]) -> Result<GoCommand, UciError> {
    let mut go = GoCommand::default();
    let mut moves_to_go = None;
    let mut rest = words;
    while let [token, after @ ..] = rest {
        rest = after;
        let limits = &mut go.limits;
        let mut number = || number_after(token, &mut rest);
        match *token {
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = true,
            "depth" => limits.search.depth = Some(saturating_u32(number()?)),
            "nodes" => limits.search.nodes = Some(number()?),
            "movetime" => limits.search.time = Some(millis(number()?)),
            "wtime" => clock(limits, Color::White).remaining = millis(number()?),
            "btime" => clock(limits, Color::Black).remaining = millis(number()?),
            "winc" => clock(limits, Color::White).increment = millis(number()?),
            "binc" => clock(limits, Color::Black).increment = millis(number()?),
            "movestogo" => {
                moves_to_go = Some(saturating_u32(number()?)).filter(|&moves| moves > 0);
            }
            "perft" => go.perft = Some(number()?),
            "searchmoves" => rest = search_moves(position, rest, limits)?,
            _ => go.ignored.push((*token).to_owned()),
        }
    }
    for color in Color::ALL {
        if let Some(clock) = &mut go.limits.clocks[color] {
            clock.moves_to_go = moves_to_go;
        }
    }
    Ok(go)
}

/// Parses moves up to the first word that is not a move, and returns the rest.
fn search_moves<'a, 'b>(
    position: &Position,
    words: &'a [&'b str],
    limits: &mut GoLimits,
) -> Result<&'a [&'b str], UciError> {
    let mut rest = words;
    while let [text, after @ ..] = rest {
        match parse_move(position, text) {
            Ok(mv) => limits.search.search_moves.push(mv),
            // A word without digits is the next token.
            Err(error) if text.contains(|c: char| c.is_ascii_digit()) => {
                return Err(UciError::BadSearchMove(error));
            }
            Err(_) => break,
        }
        rest = after;
    }
    if limits.search.search_moves.is_empty() {
        return Err(UciError::NoSearchMoves);
    }
    Ok(rest)
}

fn clock(limits: &mut GoLimits, color: Color) -> &mut ClockState {
    limits.clocks[color].get_or_insert_default()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use game::PerColor;

    use super::*;
    use crate::parse::MAX_SEARCH_TIME;

    fn read(text: &str) -> Result<GoCommand, String> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        parse(&Position::standard_start(), &words).map_err(|error| error.to_string())
    }

    fn limits(text: &str) -> GoLimits {
        let go = read(text).unwrap();
        assert_eq!((go.perft, go.ignored), (None, vec![]));
        go.limits
    }

    #[test]
    fn limits_are_parsed() {
        let mut expected = GoLimits::move_time(Duration::from_millis(90));
        (expected.search.depth, expected.search.nodes) = (Some(5), Some(7));
        assert_eq!(limits("depth 5 nodes 7 movetime 90"), expected);
        assert_eq!(limits(""), GoLimits::default());
        assert!(limits("infinite").infinite);
        assert!(limits("ponder").ponder);
        assert_eq!(read("perft 3").unwrap().perft, Some(3));
    }

    #[test]
    fn clocks_are_parsed() {
        let seconds = |remaining, increment| {
            Some(ClockState {
                remaining: Duration::from_secs(remaining),
                increment: Duration::from_secs(increment),
                moves_to_go: Some(12),
                ..ClockState::default()
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
    fn large_numbers_are_clamped() {
        assert_eq!(
            limits("movetime 99999999999999999999999999").search.time,
            Some(MAX_SEARCH_TIME)
        );
        assert_eq!(
            limits("wtime -30").clocks[Color::White].unwrap().remaining,
            Duration::ZERO
        );
        assert_eq!(limits("depth 99999999999").search.depth, Some(u32::MAX));
        let nodes = limits("nodes 18446744073709551616").search.nodes;
        assert_eq!(nodes, Some(u64::MAX));
    }

    #[test]
    fn search_moves_accept_any_notation() {
        let go = read("searchmoves d1d7,d7g7 d1-d7/g4 infinite").unwrap();
        assert_eq!(go.limits.search.search_moves.len(), 2);
        assert!(go.limits.infinite);
    }

    #[test]
    fn unknown_tokens_are_ignored() {
        let go = read("mate 3 depth 2").unwrap();
        assert_eq!(go.ignored, ["mate", "3"]);
        assert_eq!(go.limits.search.depth, Some(2));
    }

    #[test]
    fn invalid_parameters_are_reported() {
        for (text, message) in [
            ("depth", "depth must be followed by an integer"),
            ("nodes x", "nodes must be followed by an integer, not \"x\""),
            (
                "wtime 1.5",
                "wtime must be followed by an integer, not \"1.5\"",
            ),
            ("wtime -", "wtime must be followed by an integer, not \"-\""),
            ("searchmoves", "searchmoves must be followed by legal moves"),
            (
                "searchmoves depth 3",
                "searchmoves must be followed by legal moves",
            ),
            (
                "searchmoves d1d7,d7d1 d1a2,a2a1",
                "searchmoves must be followed by legal moves: illegal move d1-a2/a1: \
                the amazon on d1 cannot reach a2",
            ),
        ] {
            assert_eq!(read(text), Err(message.to_owned()), "{text}");
        }
    }
}
