//! Board of the command `d`, in Fairy-Stockfish's layout.

use std::fmt::Write as _;

use amazons::notation::fen;
use amazons::{Color, Content, Position};

/// Grid, FEN, key and side to move.
pub(super) fn to_text(position: &Position) -> String {
    format!(
        "\n{}\nFen: {}\nKey: {:016X}\nSide to move: {}",
        draw_grid(position),
        fen::write(position),
        position.key(),
        position.to_move()
    )
}

/// Grid with coordinates at the right and below, and a star beside the side to move.
fn draw_grid(position: &Position) -> String {
    let size = position.size();
    let border = format!(" +{}\n", "---+".repeat(size.columns().into()));
    let mut text = border.clone();
    for row in (0..size.rows()).rev() {
        text.push_str(" |");
        for column in 0..size.columns() {
            let content = size
                .square(column, row)
                .and_then(|square| position.content_at(square));
            text.push(' ');
            text.push(content.map_or(' ', letter));
            text.push_str(" |");
        }
        // Writing to a String cannot fail.
        let _ = write!(text, "{}", row + 1);
        let home_row = match position.to_move() {
            Color::White => 0,
            Color::Black => size.rows() - 1,
        };
        text.push_str(if row == home_row { " *\n" } else { "\n" });
        text.push_str(&border);
    }
    for column in 0..size.columns() {
        text.push_str("   ");
        text.push(char::from(b'a' + column));
    }
    text.push('\n');
    text
}

/// Letter of a FEN.
fn letter(content: Content) -> char {
    match content {
        Content::Amazon(Color::White) => 'Q',
        Content::Amazon(Color::Black) => 'q',
        Content::Burned => '*',
        Content::Empty => ' ',
    }
}
