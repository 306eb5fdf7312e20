//! A book as indented lines: one for each move, below the position in which it is played.

use std::fmt::Write;

use amazons::{Game, Position};
use book::Book;

use super::ways;
use crate::commands::book::showing::chance;

pub(super) fn write(book: &Book, depth: u32) -> String {
    let root = book.start();
    let mut text = format!("{}\n", root.to_text());
    let value = book.value().map_or_else(|| "unknown".to_owned(), chance);
    // Writing to a String cannot fail.
    let _ = writeln!(
        text,
        "{value} for the player to move; moves with a star were not searched themselves"
    );
    add(book, &root, 0, depth, &mut text);
    text
}

fn add(book: &Book, position: &Position, depth: u32, deepest: u32, text: &mut String) {
    if depth == deepest {
        return;
    }
    for way in ways(book, position) {
        let star = if way.is_searched { "" } else { " *" };
        let indent = 2 * depth as usize;
        let _ = writeln!(text, "{:indent$}{} {}{star}", "", way.mv, chance(way.value));
        add(book, &way.next, depth + 1, deepest, text);
    }
}
