//! Renders distance maps as colored boards for the terminal.

use std::fmt::Write as _;

use amazons::{Color, Content, Position, Square};
use anstyle::{RgbColor, Style};
use evaluation::{DistanceMap, DistanceMaps};
use game::PerColor;
use protocol::terminal_board;

// Backgrounds of empty squares: nearer to Black, nearer to White, equally near, unreachable. The
// first two are also the backgrounds of amazons.
const BLACK: RgbColor = RgbColor(0x6b, 0x8f, 0xae);
const WHITE: RgbColor = RgbColor(0xf0, 0xe0, 0xb8);
const TIED: RgbColor = RgbColor(0xb5, 0xb8, 0xb0);
const UNREACHABLE: RgbColor = RgbColor(0x5f, 0x5f, 0x5f);

/// Background of burned squares.
const BURNED: RgbColor = RgbColor(0x30, 0x30, 0x30);

/// Foreground of distances and amazons.
const TEXT: RgbColor = RgbColor(0x20, 0x20, 0x20);

/// Foreground of burned squares.
const BURNED_TEXT: RgbColor = RgbColor(0x80, 0x80, 0x80);

/// Width of a square, in characters.
const CELL_WIDTH: usize = 3;

/// Renders two rows of maps, Black's beside White's: distances in queen moves, then in king moves.
pub(super) fn render_maps(position: &Position, maps: &DistanceMaps) -> String {
    let mut text = String::new();
    for (name, distances) in [("queen", &maps.queen), ("king", &maps.king)] {
        let width = CELL_WIDTH * usize::from(position.size().columns());
        let [black, white] = Color::ALL.map(|color| format!("{name}, {color}"));
        // Writing to a String cannot fail.
        let _ = writeln!(text, "    {black:width$}        {white}");
        let [black, white] = Color::ALL.map(|color| render_map(position, distances, color));
        for (black, white) in black.lines().zip(white.lines()) {
            let _ = writeln!(text, "{black}    {white}");
        }
        text.push('\n');
    }
    text
}

/// Legend of the background colors.
pub(super) fn legend() -> String {
    let entries = [
        (BLACK, "nearer to Black"),
        (WHITE, "nearer to White"),
        (TIED, "equally near"),
        (UNREACHABLE, "unreachable"),
    ];
    let entries = entries.map(|(color, meaning)| {
        let style = style(color, TEXT);
        format!("{style} {meaning} {style:#}")
    });
    entries.join(" ")
}

/// Renders the distances of one color on a board.
fn render_map(position: &Position, distances: &PerColor<DistanceMap>, color: Color) -> String {
    let flipped = false;
    terminal_board::draw(position, flipped, Style::new(), |square, content| {
        render_cell(distances, color, square, content)
    })
}

/// Renders a square: its amazon, `#` if burned, or its distance (`.` if unreachable).
fn render_cell(
    distances: &PerColor<DistanceMap>,
    color: Color,
    square: Square,
    content: Content,
) -> String {
    let (text, style) = match content {
        Content::Amazon(Color::Black) => ("B".to_owned(), style(BLACK, TEXT).bold()),
        Content::Amazon(Color::White) => ("W".to_owned(), style(WHITE, TEXT).bold()),
        Content::Burned => ("#".to_owned(), style(BURNED, BURNED_TEXT)),
        Content::Empty => {
            let distance = distances[color].get(square);
            let text = distance.map_or_else(|| ".".to_owned(), |distance| distance.to_string());
            (text, style(territory_color(distances, square), TEXT))
        }
    };
    format!("{style}{text:>2} {style:#}")
}

/// Background of an empty square, by the player who is nearer.
fn territory_color(distances: &PerColor<DistanceMap>, square: Square) -> RgbColor {
    let distance = |color: Color| distances[color].get(square).unwrap_or(usize::MAX);
    match (distance(Color::Black), distance(Color::White)) {
        (usize::MAX, usize::MAX) => UNREACHABLE,
        (black, white) if black < white => BLACK,
        (black, white) if white < black => WHITE,
        _ => TIED,
    }
}

fn style(background: RgbColor, foreground: RgbColor) -> Style {
    Style::new()
        .bg_color(Some(background.into()))
        .fg_color(Some(foreground.into()))
}

#[cfg(test)]
mod tests {
    use amazons::notation::parse_position;
    use evaluation::EvalBoard;

    use super::*;

    #[test]
    fn empty_squares_have_the_color_of_the_nearer_player() {
        let position = parse_position("x..o.|#####|.....").unwrap();
        let maps = DistanceMaps::of(&EvalBoard::from(&position));
        let color = |name: &str| territory_color(&maps.queen, name.parse().unwrap());
        assert_eq!(color("b3"), TIED);
        assert_eq!(color("e3"), WHITE);
        assert_eq!(color("a1"), UNREACHABLE);
        let color = |name: &str| territory_color(&maps.king, name.parse().unwrap());
        assert_eq!(color("b3"), BLACK);
    }
}
