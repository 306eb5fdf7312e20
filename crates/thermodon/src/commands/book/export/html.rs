//! A book as a self-contained web page with a board and the book moves.

use amazons::{Color, Position};
use anyhow::bail;
use book::Book;
use protocol::describe::square_names;
use serde_json::{Value, json};

use super::{book_moves, provenance};

/// Default depth in plies.
pub(super) const DEFAULT_MAX_PLY: u32 = 8;

/// Maximum number of moves that browsers handle well.
const MAX_MOVES: usize = 300_000;

const PAGE: &str = include_str!("explorer.html");

pub(super) fn to_html(book: &Book, max_ply: u32) -> anyhow::Result<String> {
    let root = book.start_position();
    let mut count = 0;
    let moves = move_tree(book, &root, max_ply, &mut count);
    if count > MAX_MOVES {
        bail!("{count} moves are too many for a web page; limit them with --max-ply");
    }
    let data = json!({
        "columns": root.size().columns(),
        "rows": root.size().rows(),
        "white": square_names(root.amazons(Color::White)),
        "black": square_names(root.amazons(Color::Black)),
        "burned": square_names(root.burned()),
        "first": root.to_move().to_string(),
        "value": book.value().map_or(0, search::Value::millilogits),
        "positions": book.len(),
        "provenance": provenance(book),
        "moves": moves,
    });
    // Without `<`, no string can end the script element.
    let data = data.to_string().replace('<', "\\u003c");
    Ok(PAGE.replace("/*BOOK*/", &data))
}

/// The moves of a position as arrays `["d1-d7/g7", value, searched, [moves…]]`.
fn move_tree(book: &Book, position: &Position, max_ply: u32, count: &mut usize) -> Value {
    if max_ply == 0 || *count > MAX_MOVES {
        return json!([]);
    }
    let moves = book_moves(book, position).into_iter().map(|book_move| {
        *count += 1;
        json!([
            book_move.mv.to_string(),
            book_move.value.millilogits(),
            u8::from(book_move.is_searched),
            move_tree(book, &book_move.next, max_ply - 1, count),
        ])
    });
    moves.collect()
}
