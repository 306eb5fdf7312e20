//! Reads GGF.

use game::Color;

use super::super::bracket_syntax::{RawProperty, Tree, read_games};
use super::super::builder::{RecordBuilder, parse_algebraic_move};
use super::super::error::{ParseError, RecordError, RecordErrorKind, excerpt};
use super::super::info::check_game;
use super::super::property::{Property, SeenProperties, color_from_name, unescape, unescape_line};
use super::super::record::Record;
use super::super::result::{GameResult, WinReason, parse_decimal};
use super::super::start_layout::StartLayout;
use super::board::read_board;
use crate::position::Position;
use crate::square::BoardSize;

/// Reads all games of a file.
///
/// # Errors
/// If the text is malformed or a record of another game, or a move is illegal.
pub fn read(text: &str) -> Result<Vec<Record>, RecordError> {
    read_games(text, read_game)
}

fn read_game(tree: &Tree) -> Result<Record, ParseError> {
    if let Some(branch) = (0..tree.len()).find(|&node| tree.child_count(node) > 1) {
        return Err(ParseError::new(
            tree.offset(branch),
            RecordErrorKind::VariationUnsupported,
        ));
    }
    // GGF has one row of properties; nodes do not matter.
    let properties = || (0..tree.len()).flat_map(|node| tree.properties(node));
    if let Some(game) = properties().find(|property| property.name == "GM") {
        check_game(tree.value(game)).map_err(|kind| game.error(kind))?;
    }
    let mut builder = RecordBuilder::new(start(tree, properties())?);
    let mut seen = SeenProperties::default();
    for property in properties() {
        match color_from_name(&property.name) {
            Some(mover) => play(&mut builder, mover, tree.value(property))
                .map_err(|kind| property.error(kind))?,
            None if seen.is_repeated(&property.name) => {}
            None => annotate(&mut builder.record, tree, property),
        }
    }
    Ok(builder.record)
}

/// The start: `BO`, or else inferred from the size and the moves.
fn start<'a, 't: 'a>(
    tree: &Tree<'t>,
    properties: impl Iterator<Item = &'a RawProperty<'t>> + Clone,
) -> Result<Position, ParseError> {
    let find = |name: &str| properties.clone().find(|property| property.name == name);
    if let Some(board) = find("BO") {
        return read_board(tree.value(board)).map_err(|kind| board.error(kind));
    }
    let size = match find("TY") {
        None => BoardSize::STANDARD,
        Some(property) => {
            let value = tree.value(property);
            let invalid = || property.error(RecordErrorKind::InvalidBoardSize(excerpt(value)));
            size_of_type(value).ok_or_else(invalid)?
        }
    };
    // The line ends at the first invalid move, which is reported later.
    let line = properties
        .filter_map(|property| Some((color_from_name(&property.name)?, tree.value(property))))
        .map_while(|(mover, value)| {
            let mv = parse_algebraic_move(value.split('/').next()?, 0).ok()?;
            Some((mover, mv))
        });
    StartLayout::BlackAtBottom
        .infer_start(size, None, line)
        .map_err(|kind| ParseError::new(tree.offset(0), kind))
}

/// The board size of a game type such as `10`, `6x5` or `8kr`.
fn size_of_type(value: &str) -> Option<BoardSize> {
    let value = value.trim();
    value.parse().ok().or_else(|| {
        let digits = value.bytes().take_while(u8::is_ascii_digit).count();
        value[..digits].parse().ok()
    })
}

/// Plays `D1-D7-G7/11.50/5.04`.
fn play(builder: &mut RecordBuilder, mover: Color, value: &str) -> Result<(), RecordErrorKind> {
    let mut parts = value.splitn(3, '/').map(str::trim);
    let mv = parse_algebraic_move(parts.next().unwrap_or(""), builder.next_ply())?;
    let evaluation = optional(parts.next(), parse_decimal, "evaluation")?;
    let seconds = optional(parts.next(), seconds, "time")?;
    builder.play(Some(mover), mv)?;
    if evaluation.is_some() || seconds.is_some() {
        let annotations = builder.annotations();
        annotations.evaluation = evaluation;
        annotations.seconds = seconds;
    }
    Ok(())
}

/// Parses an optional part of a move.
fn optional(
    part: Option<&str>,
    read: impl Fn(&str) -> Option<f64>,
    quantity: &'static str,
) -> Result<Option<f64>, RecordErrorKind> {
    match part {
        None | Some("") => Ok(None),
        Some(text) => read(text)
            .map(Some)
            .ok_or_else(|| RecordErrorKind::InvalidNumber {
                quantity,
                text: excerpt(text),
            }),
    }
}

/// Parses seconds such as `5.04`, with optional minutes and hours: `1:05.04`.
fn seconds(text: &str) -> Option<f64> {
    text.split(':')
        .try_fold(0.0, |total, part| Some(60.0 * total + parse_decimal(part)?))
        .filter(|seconds| seconds.is_finite() && *seconds >= 0.0)
}

/// Adds a property to the game information or the root's annotations.
fn annotate(record: &mut Record, tree: &Tree, property: &RawProperty) {
    let (name, value) = (&*property.name, tree.value(property));
    let is_interpreted = match name {
        "BO" | "GM" => true,
        // A plain size is written anyway; any other game type is preserved.
        "TY" => value.trim().parse::<BoardSize>().is_ok(),
        "C" => {
            record.annotations_mut(Record::ROOT).comment += &unescape(value);
            true
        }
        "RE" => {
            record.info.result = parse_result(&unescape_line(value));
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
    if !is_interpreted {
        let values = tree.values(property).iter().map(ToString::to_string);
        let property = Property::raw(name.to_owned(), values.collect());
        record
            .annotations_mut(Record::ROOT)
            .properties
            .push(property);
    }
}

/// Parses `-3.00` or `+64.00:r`, Black's margin and the reason, or a result in SGF notation.
fn parse_result(text: &str) -> GameResult {
    let (margin, flag) = text.split_once(':').unwrap_or((text, ""));
    let Some(margin) = parse_decimal(margin.trim()) else {
        return text.parse().unwrap_or_default();
    };
    let winner = if margin > 0.0 {
        Color::Black
    } else {
        Color::White
    };
    let reason = match flag.trim() {
        "r" => WinReason::Resignation,
        "t" => WinReason::Time,
        _ => WinReason::Margin(margin.abs()),
    };
    if margin == 0.0 {
        return GameResult::Unknown;
    }
    GameResult::win_by(winner, reason)
}
