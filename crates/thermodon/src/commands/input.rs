//! What a user names on the command line: a text, a file, or standard input.

use std::io::Read;
use std::path::Path;

use amazons::Position;
use amazons::notation::{NotationError, parse_position};
use amazons::records::{self, Record};
use anyhow::{Context, bail};

/// No record that people keep is larger; more is a mistake, and would fill the memory.
const LARGEST: u64 = 256 << 20;

/// The text behind an argument: standard input for `-`, a file's content if there is a file of
/// that name, and otherwise the argument itself.
///
/// # Errors
/// If the file or standard input cannot be read, is too large or is no text.
pub fn read(argument: &str) -> anyhow::Result<String> {
    if argument == "-" {
        return read_text(std::io::stdin().lock()).context("cannot read standard input");
    }
    let path = Path::new(argument);
    if path.is_file() {
        let file = std::fs::File::open(path);
        return file
            .map_err(anyhow::Error::from)
            .and_then(read_text)
            .with_context(|| format!("cannot read {argument}"));
    }
    if looks_like_a_path(argument) {
        bail!("there is no file {argument}");
    }
    Ok(argument.to_owned())
}

/// The game of that number, from 1, among those behind an argument.
///
/// # Errors
/// If the input cannot be read, or has no such game.
pub fn game(argument: &str, number: usize) -> anyhow::Result<Record> {
    let mut games = records::read(&read(argument)?).context("cannot read the position or game")?;
    match number.checked_sub(1) {
        Some(index) if index < games.len() => Ok(games.swap_remove(index)),
        _ => bail!("there is no game {number}: the input holds {}", games.len()),
    }
}

/// The board in a text; a diagram may have its rows on lines.
///
/// # Errors
/// If it is no board.
pub fn board_in(text: &str) -> Result<Position, NotationError> {
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    parse_position(&lines.join("|"))
}

/// The position behind an argument: a board, or that of a game after so many moves, its last if none are said.
///
/// # Errors
/// If the input cannot be read, or the game is not that long.
pub fn position(argument: &str, ply: Option<usize>) -> anyhow::Result<Position> {
    let text = read(argument)?;
    if ply.is_none()
        && let Ok(board) = board_in(&text)
    {
        return Ok(board);
    }
    let games = records::read(&text).context("cannot read the position or game")?;
    let positions = match games.first() {
        Some(game) => game.positions(),
        None => bail!("the input holds no game"),
    };
    let ply = ply.unwrap_or(positions.len() - 1);
    let position = positions.get(ply);
    position
        .copied()
        .with_context(|| format!("the game has {} moves, not {ply}", positions.len() - 1))
}

/// Something like `game.sgf` can only be meant as a file; saying that it is missing helps more than
/// saying that it is no position.
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

fn read_text(source: impl Read) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    source.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        bail!("it is larger than {} MiB", LARGEST >> 20);
    }
    let text = String::from_utf8(bytes).context("it is not UTF-8 text")?;
    // Editors of old put a byte-order mark in front.
    Ok(text
        .strip_prefix('\u{feff}')
        .map_or(text.clone(), str::to_owned))
}
