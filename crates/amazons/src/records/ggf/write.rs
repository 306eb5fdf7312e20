//! Writes GGF.

use game::Color;

use super::super::info::GameInfo;
use super::super::property::{Property, color_name, escape};
use super::super::record::{Annotations, Record};
use super::super::result::{GameResult, WinReason, write_decimal};
use super::board::{write_board, write_size};
use crate::moves::Move;

/// Writes a game on one line; the [module](super) documents what is lost.
#[must_use]
pub fn write(record: &Record) -> String {
    let mut text = String::from("(;GM[Amazons]");
    text.push_str(&record.info.write_fields());
    let root = record.annotations(Record::ROOT);
    for property in &root.properties {
        if is_preserved(property, &record.info) {
            text.push_str(&property.to_string());
        }
    }
    if !root
        .properties
        .iter()
        .any(|property| property.name() == "TY")
    {
        text.push_str(&format!("TY[{}]", write_size(record.start().size())));
    }
    if let GameResult::Win { winner, reason } = record.info.result {
        text.push_str(&format!("RE[{}]", write_result(winner, reason)));
    }
    if !root.comment.is_empty() {
        text.push_str(&format!("C[{}]", escape(&root.comment)));
    }
    text.push_str(&format!("BO[{}]", write_board(record.start())));
    let mut mover = record.start().to_move();
    for node in record.main_line_nodes() {
        if let Some(mv) = record.move_of(node) {
            text.push_str(color_name(mover));
            text.push_str(&write_move(mv, record.annotations(node)));
            mover = !mover;
        }
    }
    text.push_str(";)");
    text
}

/// Whether an uninterpreted property can be written without clashing with what the record itself
/// writes.
fn is_preserved(property: &Property, info: &GameInfo) -> bool {
    let name = property.name();
    !matches!(name, "GM" | "BO" | "B" | "W" | "C") && !info.is_known(name)
}

fn write_result(winner: Color, reason: WinReason) -> String {
    let sign = match winner {
        Color::Black => '+',
        Color::White => '-',
    };
    let (margin, flag) = match reason {
        // A margin of 0 would not name the winner.
        WinReason::Margin(margin) if margin > 0.0 && margin.is_finite() => (margin, ""),
        WinReason::Resignation => (1.0, ":r"),
        WinReason::Time => (1.0, ":t"),
        WinReason::Unspecified | WinReason::Forfeit | WinReason::Margin(_) => (1.0, ""),
    };
    format!("{sign}{}{flag}", write_decimal(margin))
}

/// `[D1-D7-G7/11.50/5.04]`, without unknown parts.
fn write_move(mv: Move, annotations: &Annotations) -> String {
    let number = |value: Option<f64>| {
        let finite = value.filter(|value| value.is_finite());
        finite.map(write_decimal).unwrap_or_default()
    };
    let squares = format!("{}-{}-{}", mv.from, mv.to, mv.arrow).to_uppercase();
    let evaluation = number(annotations.evaluation);
    let seconds = number(annotations.seconds.filter(|&seconds| seconds >= 0.0));
    let text = format!("{squares}/{evaluation}/{seconds}");
    format!("[{}]", text.trim_end_matches('/'))
}
