//! From the brackets of a GGF file to a checked record.

use game::Color;

use super::super::error::{Fault, Problem, RecordError, excerpt};
use super::super::property::{Once, Property, unescape, unescape_line};
use super::super::record::Record;
use super::super::replay::{Replay, human_move};
use super::super::result::{GameResult, Manner, decimal};
use super::super::seating::Seating;
use super::super::syntax::{Parser, RawProperty, Tree};
use super::board::read_board;
use crate::moves::Move;
use crate::position::Position;
use crate::square::BoardSize;

/// Reads all games of a file.
///
/// # Errors
/// If the text is no GGF, holds another game than the Amazons, or a move that is not legal.
pub fn read(text: &str) -> Result<Vec<Record>, RecordError> {
    let read_all = || {
        let mut parser = Parser::new(text)?;
        let mut records = Vec::new();
        while let Some(tree) = parser.next_game()? {
            records.push(read_game(&tree)?);
        }
        Ok(records)
    };
    read_all().map_err(|fault: Fault| fault.locate(text))
}

fn read_game(tree: &Tree) -> Result<Record, Fault> {
    if let Some(branch) = (0..tree.len()).find(|&node| tree.children(node) > 1) {
        return Err(Fault::new(tree.at(branch), Problem::Variation));
    }
    // There is but one row of properties; nodes mean nothing.
    let properties = || (0..tree.len()).flat_map(|node| tree.properties(node));
    if let Some(game) = properties().find(|property| property.name == "GM") {
        check_game(tree.value(game)).map_err(|problem| Fault::new(game.at, problem))?;
    }
    let mut replay = Replay::new(start(tree, properties())?);
    let mut once = Once::default();
    for property in properties() {
        match color_of(&property.name) {
            Some(mover) => play(&mut replay, mover, tree.value(property))
                .map_err(|problem| Fault::new(property.at, problem))?,
            None if once.is_again(&property.name) => {}
            None => heading(&mut replay.record, tree, property),
        }
    }
    Ok(replay.record)
}

/// Refuses other games.
fn check_game(value: &str) -> Result<(), Problem> {
    let value = value.trim();
    if value.eq_ignore_ascii_case("amazons") || value == "18" {
        Ok(())
    } else {
        Err(Problem::OtherGame(excerpt(value)))
    }
}

fn color_of(name: &str) -> Option<Color> {
    match name {
        "B" => Some(Color::Black),
        "W" => Some(Color::White),
        _ => None,
    }
}

/// The start: the board, or else what the size and the moves tell.
fn start<'a, 't: 'a>(
    tree: &Tree<'t>,
    properties: impl Iterator<Item = &'a RawProperty<'t>> + Clone,
) -> Result<Position, Fault> {
    let find = |name: &str| properties.clone().find(|property| property.name == name);
    if let Some(board) = find("BO") {
        let position = read_board(tree.value(board));
        return position.map_err(|problem| Fault::new(board.at, problem));
    }
    let size = match find("TY") {
        None => BoardSize::STANDARD,
        Some(kind) => size_of_type(tree.value(kind))
            .ok_or_else(|| Problem::Size(excerpt(tree.value(kind))))
            .map_err(|problem| Fault::new(kind.at, problem))?,
    };
    // No board has squares for more moves than this; texts that are no moves are told of later.
    let most = usize::from(size.columns()) * usize::from(size.rows());
    let line: Vec<(Color, Move)> = properties
        .filter_map(|property| Some((color_of(&property.name)?, tree.value(property))))
        .take(most)
        .map_while(|(mover, value)| {
            let mv = human_move(value.split('/').next()?, 0).ok()?;
            Some((mover, mv))
        })
        .collect();
    Seating::BlackAtBottom
        .start_for(size, None, &line)
        .map_err(|problem| Fault::new(tree.at(0), problem))
}

/// The size in a type of game such as `10`, `6x5` or `8kr`: what it starts with.
fn size_of_type(value: &str) -> Option<BoardSize> {
    let value = value.trim();
    value.parse().ok().or_else(|| {
        let digits = value.bytes().take_while(u8::is_ascii_digit).count();
        value[..digits].parse().ok()
    })
}

/// Plays `D1-D7-G7/11.50/5.04`.
fn play(replay: &mut Replay, mover: Color, value: &str) -> Result<(), Problem> {
    let mut parts = value.splitn(3, '/').map(str::trim);
    let mv = human_move(parts.next().unwrap_or(""), replay.next_ply())?;
    let evaluation = optional(parts.next(), decimal, "evaluation")?;
    let seconds = optional(parts.next(), seconds, "time")?;
    replay.play(Some(mover), mv)?;
    if evaluation.is_some() || seconds.is_some() {
        let annotations = replay.annotations();
        annotations.evaluation = evaluation;
        annotations.seconds = seconds;
    }
    Ok(())
}

/// Reads a part of a move that may be missing or empty.
fn optional(
    part: Option<&str>,
    read: impl Fn(&str) -> Option<f64>,
    what: &'static str,
) -> Result<Option<f64>, Problem> {
    match part {
        None | Some("") => Ok(None),
        Some(text) => read(text)
            .map(Some)
            .ok_or_else(|| Problem::Number(excerpt(text), what)),
    }
}

/// Reads seconds, or minutes and hours before them: `5.04`, `1:05.04`.
fn seconds(text: &str) -> Option<f64> {
    text.split(':')
        .try_fold(0.0, |total, part| Some(60.0 * total + decimal(part)?))
        .filter(|seconds| seconds.is_finite() && *seconds >= 0.0)
}

/// Keeps what a property says about the game.
fn heading(record: &mut Record, tree: &Tree, property: &RawProperty) {
    let (name, value) = (&*property.name, tree.value(property));
    let is_taken = match name {
        "BO" | "GM" => true,
        // Writing will say it again; any other type of game is kept.
        "TY" => value.trim().parse::<BoardSize>().is_ok(),
        "C" => {
            record.annotations_mut(Record::ROOT).comment += &unescape(value);
            true
        }
        "RE" => {
            record.info.result = result(&unescape_line(value));
            record.info.result != GameResult::Unknown
        }
        _ => match record.info.field_mut(name) {
            Some(field) => {
                *field = unescape_line(value);
                true
            }
            None => false,
        },
    };
    if !is_taken {
        let values = tree.values(property).iter().map(ToString::to_string);
        let kept = Property::raw(name.to_owned(), values.collect());
        record.annotations_mut(Record::ROOT).properties.push(kept);
    }
}

/// Reads `-3.00` or `+64.00:r`: Black's margin and how it came about. The result as SGF writes
/// it is understood, too.
fn result(text: &str) -> GameResult {
    let (margin, flag) = text.split_once(':').unwrap_or((text, ""));
    let Some(margin) = decimal(margin.trim()) else {
        return text.parse().unwrap_or_default();
    };
    let winner = if margin > 0.0 {
        Color::Black
    } else {
        Color::White
    };
    let manner = match flag.trim() {
        "r" => Manner::Resignation,
        "t" => Manner::Time,
        _ => Manner::Margin(margin.abs()),
    };
    if margin == 0.0 {
        return GameResult::Unknown;
    }
    GameResult::won(winner, manner)
}
