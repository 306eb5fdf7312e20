//! A book as text: an indented line per move.

use std::fmt::Write;

use amazons::{Game, Position};
use book::Book;

use super::book_moves;
use crate::commands::book::{optional_value_text, value_text};

pub(super) fn to_text(book: &Book, max_ply: u32) -> String {
    let root = book.start_position();
    let mut text = format!("{}\n", root.to_text());
    let value = optional_value_text(book.value());
    // Writing to a String cannot fail.
    let _ = writeln!(
        text,
        "{value} for the side to move; the positions after moves with * are not searched"
    );
    write_moves(book, &root, 0, max_ply, &mut text);
    text
}

fn write_moves(book: &Book, position: &Position, ply: u32, max_ply: u32, text: &mut String) {
    if ply == max_ply {
        return;
    }
    for book_move in book_moves(book, position) {
        let star = if book_move.is_searched { "" } else { " *" };
        let (indent, value) = (2 * ply as usize, value_text(book_move.value));
        let _ = writeln!(text, "{:indent$}{} {value}{star}", "", book_move.mv);
        write_moves(book, &book_move.next, ply + 1, max_ply, text);
    }
}
