//! Boards for the terminal, in color where it is supported and in ASCII elsewhere.

use std::fmt::Write as _;

use amazons::{Color, Content, Move, Position, Square, SquareSet};
use anstyle::{RgbColor, Style};

/// What to show besides the position.
#[derive(Clone, Copy, Default)]
pub struct Highlights {
    /// The last move; its squares are tinted.
    pub last_move: Option<Move>,
    /// Squares to mark, such as the destinations of an amazon.
    pub targets: SquareSet,
    /// Whether Black's side is at the bottom.
    pub flipped: bool,
}

/// Draws a board in color if standard output supports it, else in ASCII.
pub fn render(position: &Position, highlights: Highlights) -> String {
    match anstream::AutoStream::choice(&std::io::stdout()) {
        anstream::ColorChoice::Never => render_ascii(position, highlights),
        _ => render_ansi(position, highlights),
    }
}

/// Draws a board with ANSI colors.
pub fn render_ansi(position: &Position, highlights: Highlights) -> String {
    draw(
        position,
        highlights.flipped,
        foreground(palette::FRAME),
        |square, content| {
            let last = highlights.last_move;
            let (symbol, color) = match content {
                Content::Amazon(Color::White) => ("♛", palette::WHITE),
                Content::Amazon(Color::Black) => ("♛", palette::BLACK),
                Content::Burned if last.is_some_and(|mv| square == mv.arrow) => {
                    ("×", palette::LAST_ARROW)
                }
                Content::Burned => ("×", palette::BURNED_MARK),
                Content::Empty if highlights.targets.contains(square) => ("•", palette::TARGET),
                Content::Empty => (" ", palette::BLACK),
            };
            let [light, dark] = match content {
                Content::Burned => palette::BURNED,
                _ if last.is_some_and(|mv| square == mv.from || square == mv.to) => {
                    palette::LAST_MOVE
                }
                _ => palette::BOARD,
            };
            let is_dark = (square.column() + square.row()) % 2 == 0;
            let background = if is_dark { dark } else { light };
            let style = foreground(color).bg_color(Some(background.into())).bold();
            format!("{style} {symbol} {style:#}")
        },
    )
}

/// Colors of the board; of each pair the first is for light squares, the second for dark ones.
mod palette {
    use anstyle::RgbColor;

    pub const BOARD: [RgbColor; 2] = [RgbColor(191, 150, 104), RgbColor(158, 112, 70)];
    pub const LAST_MOVE: [RgbColor; 2] = [RgbColor(163, 160, 74), RgbColor(140, 134, 52)];
    pub const BURNED: [RgbColor; 2] = [RgbColor(48, 43, 40); 2];
    pub const BURNED_MARK: RgbColor = RgbColor(110, 102, 96);
    pub const LAST_ARROW: RgbColor = RgbColor(255, 100, 80);
    pub const WHITE: RgbColor = RgbColor(255, 255, 255);
    pub const BLACK: RgbColor = RgbColor(0, 0, 0);
    pub const TARGET: RgbColor = RgbColor(240, 248, 205);
    pub const FRAME: RgbColor = RgbColor(140, 140, 140);
}

/// Draws a board in ASCII: `W`, `B`, `#` for a burned square, `.` for an empty one, `*` for a
/// target.
pub fn render_ascii(position: &Position, highlights: Highlights) -> String {
    draw(
        position,
        highlights.flipped,
        Style::new(),
        |square, content| {
            let letter = match content {
                Content::Amazon(Color::White) => 'W',
                Content::Amazon(Color::Black) => 'B',
                Content::Burned => '#',
                Content::Empty if highlights.targets.contains(square) => '*',
                Content::Empty => '.',
            };
            format!(" {letter}")
        },
    )
}

fn foreground(color: RgbColor) -> Style {
    Style::new().fg_color(Some(color.into()))
}

/// Draws the rows with their numbers, then the letters of the columns.
pub fn draw(
    position: &Position,
    flipped: bool,
    frame: Style,
    cell: impl Fn(Square, Content) -> String,
) -> String {
    let size = position.size();
    let mut columns: Vec<u8> = (0..size.columns()).collect();
    let mut rows: Vec<u8> = (0..size.rows()).rev().collect();
    if flipped {
        columns.reverse();
        rows.reverse();
    }
    let mut text = String::new();
    let mut cell_width = 0;
    for row in rows {
        // Writing to a String cannot fail.
        let _ = write!(text, "{frame}{:>3}{frame:#} ", row + 1);
        for &column in &columns {
            let Some(square) = size.square(column, row) else {
                continue;
            };
            let drawn = cell(
                square,
                position.content_at(square).unwrap_or(Content::Empty),
            );
            cell_width = visible_width(&drawn);
            text.push_str(&drawn);
        }
        text.push('\n');
    }
    let _ = write!(text, "{frame}    ");
    for &column in &columns {
        let letter = char::from(b'a' + column);
        let _ = if cell_width == 2 {
            write!(text, " {letter}")
        } else {
            write!(text, "{letter:^cell_width$}")
        };
    }
    let _ = writeln!(text, "{frame:#}");
    text
}

/// Number of characters of a cell without escape sequences.
fn visible_width(cell: &str) -> usize {
    anstream::adapter::strip_str(cell)
        .to_string()
        .chars()
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ansi_boards_have_the_same_layout() {
        let position = Position::standard_start();
        let drawn = render_ansi(&position, Highlights::default());
        let stripped = anstream::adapter::strip_str(&drawn).to_string();
        assert_eq!(stripped.matches('♛').count(), 8);
        assert_eq!(stripped.lines().count(), 11);
        assert!(
            stripped.lines().all(|line| line.chars().count() == 34),
            "{stripped}"
        );
    }
}
