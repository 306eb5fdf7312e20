//! The board as `d` draws it: Fairy-Stockfish's grid, then the position in words.

use std::fmt::Write as _;

use amazons::notation::fen;
use amazons::{Color, Content, Position};

/// The drawing, the FEN, the key and the side to move.
pub(super) fn describe(position: &Position) -> String {
    format!(
        "\n{}\nFen: {}\nKey: {:016X}\nSide to move: {}",
        grid(position),
        fen::write(position),
        position.key(),
        position.to_move()
    )
}

/// A grid with coordinates at the right and below; a star beside the side to move.
fn grid(position: &Position) -> String {
    let size = position.size();
    let border = format!(" +{}\n", "---+".repeat(size.columns().into()));
    let mut text = border.clone();
    for row in (0..size.rows()).rev() {
        text.push_str(" |");
        for column in 0..size.columns() {
            let content = size
                .square(column, row)
                .and_then(|square| position.at(square));
            text.push(' ');
            text.push(content.map_or(' ', letter));
            text.push_str(" |");
        }
        // Writing to a String cannot fail.
        let _ = write!(text, "{}", row + 1);
        let home_of = match position.to_move() {
            Color::White => 0,
            Color::Black => size.rows() - 1,
        };
        text.push_str(if row == home_of { " *\n" } else { "\n" });
        text.push_str(&border);
    }
    for column in 0..size.columns() {
        text.push_str("   ");
        text.push(char::from(b'a' + column));
    }
    text.push('\n');
    text
}

/// The letters of a FEN.
fn letter(content: Content) -> char {
    match content {
        Content::Amazon(Color::White) => 'Q',
        Content::Amazon(Color::Black) => 'q',
        Content::Burned => '*',
        Content::Empty => ' ',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_drawn_with_its_coordinates() {
        let position = amazons::notation::parse_position("x..|.#o b").unwrap();
        let expected = "\n \
             +---+---+---+\n \
             | q |   |   |2 *\n \
             +---+---+---+\n \
             |   | * | Q |1\n \
             +---+---+---+\n   \
               a   b   c\n\
             \n\
             Fen: q2/1*Q b - - 1 1\n";
        let drawn = describe(&position);
        assert_eq!(drawn[..expected.len()], *expected);
        assert!(drawn.ends_with("\nSide to move: black"), "{drawn}");
        let white = describe(&position.with_to_move(Color::White));
        assert!(white.contains("| Q |1 *\n"), "{white}");
        assert!(white.contains("|   |2\n"), "{white}");
    }
}
