//! What a player types.

use amazons::notation::NotationError;
use amazons::{Move, Square};

/// A player's wish.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// Play a move.
    Move(Move),
    /// Show where an amazon can go.
    Destinations(Square),
    /// Show where an amazon could shoot after a step.
    Arrows(Square, Square),
    /// Count the moves.
    Moves,
    /// Take back.
    Undo,
    /// Turn the board round.
    Flip,
    /// Print the position.
    Fen,
    /// List the computer's levels.
    Levels,
    /// Let the computer play at another level.
    Level(String),
    /// Save the game to a file.
    Save(String),
    /// Start again.
    New,
    /// Give up.
    Resign,
    /// Leave.
    Quit,
    /// Show what can be typed.
    Help,
    /// Nothing.
    Nothing,
}

/// Reads a line.
pub fn parse(line: &str) -> Result<Request, NotationError> {
    let words: Vec<&str> = line.split_whitespace().collect();
    Ok(match words[..] {
        [] => Request::Nothing,
        ["help" | "?" | "h"] => Request::Help,
        ["moves"] => Request::Moves,
        ["undo" | "u"] => Request::Undo,
        ["flip"] => Request::Flip,
        ["fen"] => Request::Fen,
        ["save", ..] if words.len() > 1 => {
            Request::Save(line.trim_start()["save".len()..].trim().to_owned())
        }
        ["level" | "levels"] => Request::Levels,
        ["level", number] => Request::Level(number.to_owned()),
        ["new"] => Request::New,
        ["resign"] => Request::Resign,
        ["quit" | "exit" | "q"] => Request::Quit,
        _ => return parse_squares(line.trim()),
    })
}

/// A whole move, or the beginning of one.
fn parse_squares(text: &str) -> Result<Request, NotationError> {
    if let Ok(square) = text.parse() {
        return Ok(Request::Destinations(square));
    }
    if let Some((from, to)) = text.split_once('-')
        && let (Ok(from), Ok(to)) = (from.parse(), to.parse())
    {
        return Ok(Request::Arrows(from, to));
    }
    text.parse().map(Request::Move)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_understood() {
        let square = |text: &str| text.parse::<Square>().unwrap();
        assert_eq!(parse("d1"), Ok(Request::Destinations(square("d1"))));
        assert_eq!(
            parse(" d1-d7 "),
            Ok(Request::Arrows(square("d1"), square("d7")))
        );
        assert_eq!(
            parse("d1-d7/g7"),
            Ok(Request::Move("d1-d7/g7".parse().unwrap()))
        );
        assert_eq!(
            parse("save my game.sgf"),
            Ok(Request::Save("my game.sgf".into()))
        );
        assert_eq!(parse("level"), Ok(Request::Levels));
        assert_eq!(parse("level 3"), Ok(Request::Level("3".into())));
        assert_eq!(parse(""), Ok(Request::Nothing));
        assert!(parse("save").is_err());
        assert!(parse("dance").is_err());
    }
}
