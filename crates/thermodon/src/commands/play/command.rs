//! Commands typed by the player.

use amazons::notation::NotationError;
use amazons::{Move, Square};

/// A parsed line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayCommand {
    Move(Move),
    /// Show the destinations of the amazon on a square.
    ShowMoves(Square),
    /// Show the shots of an amazon after a step.
    ShowShots(Square, Square),
    /// Count the legal moves.
    CountMoves,
    Undo,
    Flip,
    Fen,
    /// List the levels of the engine.
    ListLevels,
    SetLevel(String),
    /// Save the game to a file.
    Save(String),
    New,
    Resign,
    Quit,
    Help,
    Empty,
}

/// Parses a line.
pub fn parse_command(line: &str) -> Result<PlayCommand, NotationError> {
    let words: Vec<&str> = line.split_whitespace().collect();
    Ok(match words[..] {
        [] => PlayCommand::Empty,
        ["help" | "?" | "h"] => PlayCommand::Help,
        ["moves"] => PlayCommand::CountMoves,
        ["undo" | "u"] => PlayCommand::Undo,
        ["flip"] => PlayCommand::Flip,
        ["fen"] => PlayCommand::Fen,
        ["save", ..] if words.len() > 1 => {
            PlayCommand::Save(line.trim_start()["save".len()..].trim().to_owned())
        }
        ["level" | "levels"] => PlayCommand::ListLevels,
        ["level", number] => PlayCommand::SetLevel(number.to_owned()),
        ["new"] => PlayCommand::New,
        ["resign"] => PlayCommand::Resign,
        ["quit" | "exit" | "q"] => PlayCommand::Quit,
        _ => return parse_squares(line.trim()),
    })
}

/// Parses a move, a step or a square.
fn parse_squares(text: &str) -> Result<PlayCommand, NotationError> {
    if let Ok(square) = text.parse() {
        return Ok(PlayCommand::ShowMoves(square));
    }
    if let Some((from, to)) = text.split_once('-')
        && let (Ok(from), Ok(to)) = (from.parse(), to.parse())
    {
        return Ok(PlayCommand::ShowShots(from, to));
    }
    text.parse().map(PlayCommand::Move)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_parsed() {
        let square = |text: &str| text.parse::<Square>().unwrap();
        for (line, command) in [
            ("d1", PlayCommand::ShowMoves(square("d1"))),
            (
                " d1-d7 ",
                PlayCommand::ShowShots(square("d1"), square("d7")),
            ),
            ("d1-d7/g7", PlayCommand::Move("d1-d7/g7".parse().unwrap())),
            ("save my game.sgf", PlayCommand::Save("my game.sgf".into())),
            ("level", PlayCommand::ListLevels),
            ("level 3", PlayCommand::SetLevel("3".into())),
            ("", PlayCommand::Empty),
        ] {
            assert_eq!(parse_command(line), Ok(command), "{line:?}");
        }
        assert!(parse_command("save").is_err());
        assert!(parse_command("dance").is_err());
    }
}
