//! Writes game records as SGF: version 4 of the format, game 18 (Amazons).

use game::Color;

use super::super::info::GameInfo;
use super::super::property::{Property, color_name, escape};
use super::super::record::{NodeId, Record};
use super::super::result::{GameResult, write_decimal};
use super::super::start_layout::StartLayout;
use super::points::{PointStyle, write_move};
use super::read::parse_end_marker;
use super::setup::{is_setup_property, write_setup};
use crate::square::BoardSize;

/// Line length in bytes after which the next node starts a new line.
const LINE_WIDTH: usize = 72;

/// A pending task of the writer.
enum WriteTask {
    /// Write a node and what follows it.
    Node(NodeId),
    /// Open a parenthesis, then as `Node`.
    Variation(NodeId),
    /// Close a parenthesis.
    Close,
}

/// Writes a record, with squares and moves in the notation `style`.
pub(in super::super) fn write_with_style(record: &Record, style: PointStyle) -> String {
    let mut text = String::from("(");
    // A stack instead of recursion, since variations may nest deeply.
    let mut tasks = vec![WriteTask::Close, WriteTask::Node(Record::ROOT)];
    // Side to move of every open variation, innermost last.
    let mut sides_to_move = vec![record.start().to_move()];
    while let Some(task) = tasks.pop() {
        let node = match task {
            WriteTask::Close => {
                sides_to_move.pop();
                text.push(')');
                continue;
            }
            WriteTask::Variation(node) => {
                sides_to_move.extend(sides_to_move.last().copied());
                text.push_str("\n(");
                node
            }
            WriteTask::Node(node) => node,
        };
        if let Some(to_move) = sides_to_move.last_mut() {
            push_node(&mut text, &write_node(record, node, *to_move, style));
            if record.move_of(node).is_some() {
                *to_move = !*to_move;
            }
        }
        let mut children = record.children(node);
        match (children.next(), children.next()) {
            (Some(only), None) => tasks.push(WriteTask::Node(only)),
            _ => {
                let first = tasks.len();
                for child in record.children(node) {
                    tasks.extend([WriteTask::Variation(child), WriteTask::Close]);
                }
                // The first variation is popped first.
                tasks[first..].reverse();
            }
        }
    }
    text
}

/// Appends a node, on a new line if the current one is long.
fn push_node(text: &mut String, node: &str) {
    let line_length = text.len() - text.rfind('\n').map_or(0, |newline| newline + 1);
    if line_length > LINE_WIDTH {
        text.push('\n');
    }
    text.push_str(node);
}

/// A node as text; `to_move` is the side to move before its move.
fn write_node(record: &Record, node: NodeId, to_move: Color, style: PointStyle) -> String {
    let mut text = String::from(";");
    let is_root = node == Record::ROOT;
    if is_root {
        text.push_str("FF[4]GM[18]CA[UTF-8]");
        text.push_str(&write_start(record, style));
        text.push_str(&record.info.write_fields());
        if record.info.result != GameResult::Unknown {
            text.push_str(&format!("RE[{}]", record.info.result));
        }
    }
    if let Some(mv) = record.move_of(node) {
        let (name, size) = (color_name(to_move), record.start().size());
        text.push_str(&format!("{name}[{}]", write_move(size, mv, style)));
    }
    let annotations = record.annotations(node);
    if let Some(evaluation) = annotations.evaluation.filter(|value| value.is_finite()) {
        // V is Black's value. At a node without a move the player who is not to move counts as the
        // mover, as in the reader.
        let mover = match record.move_of(node) {
            Some(_) => to_move,
            None => !to_move,
        };
        let sign = if mover == Color::Black { 1.0 } else { -1.0 };
        // Adding 0.0 turns −0 into 0.
        text.push_str(&format!("V[{}]", write_decimal(sign * evaluation + 0.0)));
    }
    let is_time = |seconds: &f64| seconds.is_finite() && *seconds >= 0.0;
    if let Some(seconds) = annotations.seconds.filter(is_time) {
        text.push_str(&format!("TU[{}]", write_decimal(seconds)));
    }
    for property in &annotations.properties {
        let info = is_root.then_some(&record.info);
        let is_already_written = match property.name() {
            "V" => annotations.evaluation.is_some(),
            "TU" => annotations.seconds.is_some(),
            _ => false,
        };
        if !is_already_written && is_preserved(property, info) {
            text.push_str(&property.to_string());
        }
    }
    if !annotations.comment.is_empty() {
        text.push_str(&format!("C[{}]", escape(&annotations.comment)));
    }
    text
}

/// Writes the start position. Little Golem's start in its own notation needs the board size only:
/// readers infer the rest from the moves.
fn write_start(record: &Record, style: PointStyle) -> String {
    let little_golem_start = StartLayout::WhiteAtBottom.start(BoardSize::STANDARD, Color::Black);
    let follows_from_moves = style == PointStyle::Algebraic
        && little_golem_start.as_ref() == Ok(record.start())
        && record.main_line().next().is_some();
    if follows_from_moves {
        return "SZ[10]".to_owned();
    }
    write_setup(record.start(), style)
}

/// Whether an uninterpreted property can be written without clashing with what the record itself
/// writes; `info` is given at the root only.
fn is_preserved(property: &Property, info: Option<&GameInfo>) -> bool {
    let name = property.name();
    match name {
        "B" | "W" => property
            .raw_values()
            .first()
            .is_some_and(|value| parse_end_marker(value).is_some()),
        "C" => false,
        "FF" | "GM" | "CA" | "SZ" => info.is_none(),
        _ => !is_setup_property(name) && !info.is_some_and(|info| info.is_known(name)),
    }
}
