//! From a record to the text of an SGF file.

use game::Color;

use super::super::info::GameInfo;
use super::super::property::{Property, escape};
use super::super::record::{NodeId, Record};
use super::super::result::{GameResult, write_decimal};
use super::super::seating::Seating;
use super::points::{PointStyle, write_move};
use super::read::end_mark;
use super::setup::{sets_up, write_setup};
use crate::square::BoardSize;

/// After this many characters a new node starts a new line.
const LINE: usize = 72;

/// What is left to do of a tree.
enum Step {
    Node(NodeId),
    Variation(NodeId),
    Close,
}

/// Writes a game, its moves in either style.
pub(in super::super) fn write_styled(record: &Record, style: PointStyle) -> String {
    let mut text = String::from("(");
    let mut steps = vec![Step::Close, Step::Node(Record::ROOT)];
    // A stack of steps instead of recursion: variations may nest without bound. Along with it
    // goes the side to move, which the color of every move needs.
    let mut to_move = vec![record.start().to_move()];
    while let Some(step) = steps.pop() {
        let node = match step {
            Step::Close => {
                to_move.pop();
                text.push(')');
                continue;
            }
            Step::Variation(node) => {
                to_move.extend(to_move.last().copied());
                text.push_str("\n(");
                node
            }
            Step::Node(node) => node,
        };
        if let Some(side) = to_move.last_mut() {
            push_line(&mut text, &write_node(record, node, *side, style));
            if record.move_of(node).is_some() {
                *side = !*side;
            }
        }
        let mut children = record.children(node);
        match (children.next(), children.next()) {
            (Some(only), None) => steps.push(Step::Node(only)),
            _ => {
                let first = steps.len();
                for child in record.children(node) {
                    steps.extend([Step::Variation(child), Step::Close]);
                }
                // The first variation is to be popped first.
                steps[first..].reverse();
            }
        }
    }
    text
}

/// Adds a piece, on a new line if the last one is already long.
fn push_line(text: &mut String, piece: &str) {
    let line = text.len() - text.rfind('\n').map_or(0, |newline| newline + 1);
    if line > LINE {
        text.push('\n');
    }
    text.push_str(piece);
}

fn write_node(record: &Record, node: NodeId, mover: Color, style: PointStyle) -> String {
    let mut text = String::from(";");
    let is_root = node == Record::ROOT;
    if is_root {
        text.push_str("FF[4]GM[18]CA[UTF-8]");
        text.push_str(&write_start(record, style));
        text.push_str(&write_headings(&record.info));
    }
    if let Some(mv) = record.move_of(node) {
        let letter = match mover {
            Color::Black => 'B',
            Color::White => 'W',
        };
        let size = record.start().size();
        text.push_str(&format!("{letter}[{}]", write_move(size, mv, style)));
    }
    let annotations = record.annotations(node);
    if let Some(evaluation) = annotations.evaluation.filter(|value| value.is_finite()) {
        // The standard counts for Black. At a node without a move nobody has moved yet, and the
        // reader takes the one whose turn it is not for the mover.
        let after = match record.move_of(node) {
            Some(_) => mover,
            None => !mover,
        };
        let sign = if after == Color::Black { 1.0 } else { -1.0 };
        text.push_str(&format!("V[{}]", write_decimal(sign * evaluation + 0.0)));
    }
    let is_time = |seconds: &f64| seconds.is_finite() && *seconds >= 0.0;
    if let Some(seconds) = annotations.seconds.filter(is_time) {
        text.push_str(&format!("TU[{}]", write_decimal(seconds)));
    }
    for property in &annotations.properties {
        let headings = is_root.then_some(&record.info);
        let is_said = match property.name() {
            "V" => annotations.evaluation.is_some(),
            "TU" => annotations.seconds.is_some(),
            _ => false,
        };
        if !is_said && is_carried(property, headings) {
            text.push_str(&property.to_string());
        }
    }
    if !annotations.comment.is_empty() {
        text.push_str(&format!("C[{}]", escape(&annotations.comment)));
    }
    text
}

/// Little Golem's files do not set up its own start, for their moves tell it; everything else is
/// set up.
fn write_start(record: &Record, style: PointStyle) -> String {
    let golem_start = Seating::WhiteAtBottom.start(BoardSize::STANDARD, Color::Black);
    let is_told_by_moves = style == PointStyle::Human
        && golem_start.as_ref() == Ok(record.start())
        && record.main_line().next().is_some();
    if is_told_by_moves {
        return "SZ[10]".to_owned();
    }
    write_setup(record.start(), style)
}

fn write_headings(info: &GameInfo) -> String {
    let mut text = String::new();
    for (name, value) in info.fields() {
        if !value.is_empty() {
            text.push_str(&format!("{name}[{}]", escape(value)));
        }
    }
    if info.result != GameResult::Unknown {
        text.push_str(&format!("RE[{}]", info.result));
    }
    text
}

/// Whether a property without meaning here can be written without gaining one: its name must not
/// be that of something which the record says elsewhere. The headings count at the root only.
fn is_carried(property: &Property, headings: Option<&GameInfo>) -> bool {
    let name = property.name();
    match name {
        "B" | "W" => property
            .raw_values()
            .first()
            .is_some_and(|value| end_mark(value).is_some()),
        "C" => false,
        "FF" | "GM" | "CA" | "SZ" => headings.is_none(),
        _ => !sets_up(name) && !headings.is_some_and(|info| info.says(name)),
    }
}
