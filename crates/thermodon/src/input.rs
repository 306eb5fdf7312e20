//! Positions and games named on the command line: as text, as a file, or on standard input.

use std::path::Path;

use amazons::notation::{NotationError, parse_position};
use amazons::records::{self, Record};
use amazons::{Move, Position};
use anyhow::{Context, bail};
use clap::{Args, ValueHint};

/// Maximum size of an input.
const MAX_INPUT_BYTES: u64 = 256 << 20;

/// The position of a command.
#[derive(Args, Debug)]
pub struct PositionArgs {
    /// Position, file with a game or position in any format, or - for standard input.
    #[arg(value_name = "POSITION|FILE")]
    #[arg(default_value = "startpos", value_hint = ValueHint::FilePath)]
    pub input: String,
    /// Number of the game in a file of several.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub game: usize,
    /// Ply of the game [default: the last].
    #[arg(long, value_name = "N")]
    pub ply: Option<usize>,
}

/// The start position of a game.
#[derive(Args, Debug)]
pub struct StartArg {
    /// Start position.
    #[arg(long, alias = "position", value_name = "POSITION")]
    #[arg(default_value = "startpos")]
    pub start: String,
}

impl StartArg {
    pub fn position(&self) -> anyhow::Result<Position> {
        parse_position(&self.start).context("cannot read the start position")
    }
}

/// A position of a game and how it was reached.
pub struct PositionInGame {
    pub position: Position,
    pub ply: usize,
    /// Length of the game.
    pub plies: usize,
    pub last_move: Option<Move>,
}

impl PositionArgs {
    /// The chosen game.
    pub fn record(&self) -> anyhow::Result<Record> {
        read_game(&self.input, self.game)
    }

    /// The chosen position of the chosen game.
    pub fn position_in_game(&self) -> anyhow::Result<PositionInGame> {
        position_at(&self.record()?, self.ply)
    }

    /// The chosen position.
    pub fn position(&self) -> anyhow::Result<Position> {
        Ok(self.position_in_game()?.position)
    }
}

/// The position of a game at a ply, the last by default.
pub fn position_at(record: &Record, ply: Option<usize>) -> anyhow::Result<PositionInGame> {
    let positions = record.main_line_positions();
    let plies = positions.len() - 1;
    let ply = ply.unwrap_or(plies);
    let Some(&position) = positions.get(ply) else {
        bail!("there is no ply {ply}: the game has {plies}");
    };
    let last_move = ply
        .checked_sub(1)
        .and_then(|last| record.main_line().nth(last));
    Ok(PositionInGame {
        position,
        ply,
        plies,
        last_move,
    })
}

/// The text of an argument: standard input for `-`, the content of a file of that name, or the
/// argument itself.
pub fn read_text(argument: &str) -> anyhow::Result<String> {
    let bytes = if argument == "-" {
        storage::read_limited(std::io::stdin().lock(), MAX_INPUT_BYTES)
            .context("cannot read standard input")?
    } else if Path::new(argument).is_file() {
        read_file(Path::new(argument), MAX_INPUT_BYTES)?
    } else if looks_like_a_path(argument) {
        bail!("there is no file {argument}");
    } else {
        return Ok(argument.to_owned());
    };
    let text = String::from_utf8(bytes).map_err(|_| {
        anyhow::anyhow!(
            "{argument} is not a text file (invalid UTF-8); for a book database use \
             `thermodon book show --book FILE`"
        )
    })?;
    // Some editors write a byte-order mark.
    Ok(match text.strip_prefix('\u{feff}') {
        Some(text) => text.to_owned(),
        None => text,
    })
}

/// The content of a regular file of at most `max_bytes`.
pub fn read_file(path: &Path, max_bytes: u64) -> anyhow::Result<Vec<u8>> {
    storage::read_file(path, max_bytes).with_context(|| format!("cannot read {}", path.display()))
}

/// The game with the given number, from 1, of an argument.
pub fn read_game(argument: &str, number: usize) -> anyhow::Result<Record> {
    let text = read_text(argument)?;
    let mut games = records::read(&text).context("cannot read the position or game")?;
    match number.checked_sub(1) {
        Some(index) if index < games.len() => Ok(games.swap_remove(index)),
        _ => bail!("there is no game {number}: the input has {}", games.len()),
    }
}

/// Parses a board. The rows of a diagram may be separated by newlines.
pub fn parse_board(text: &str) -> Result<Position, NotationError> {
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    parse_position(&lines.join("|"))
}

/// The board of an argument, or the position of its first game at a ply, the last by default.
pub fn read_position(argument: &str, ply: Option<usize>) -> anyhow::Result<Position> {
    let text = read_text(argument)?;
    if ply.is_none()
        && let Ok(board) = parse_board(&text)
    {
        return Ok(board);
    }
    let games = records::read(&text).context("cannot read the position or game")?;
    let game = games.first().context("the input has no game")?;
    Ok(position_at(game, ply)?.position)
}

/// Whether an argument is a file name, so that a missing file is not reported as a bad position.
fn looks_like_a_path(argument: &str) -> bool {
    let extension = Path::new(argument)
        .extension()
        .and_then(|extension| extension.to_str());
    !argument.contains(['|', '\n', ' '])
        && extension.is_some_and(|extension| {
            matches!(
                extension.to_ascii_lowercase().as_str(),
                "sgf" | "ggf" | "fen" | "txt" | "csv"
            )
        })
}
