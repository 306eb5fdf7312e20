//! Distance maps as pictures for the terminal.

use std::fmt::Write as _;

use amazons::{Color, Content, Position, Square};
use anstyle::{RgbColor, Style};
use evaluation::{Distances, Maps};
use game::PerColor;

/// The colour of a square by who is nearer to it.
const BLACKS: RgbColor = RgbColor(0x6b, 0x8f, 0xae);
const WHITES: RgbColor = RgbColor(0xf0, 0xe0, 0xb8);
const TIED: RgbColor = RgbColor(0xb5, 0xb8, 0xb0);
const NOBODYS: RgbColor = RgbColor(0x5f, 0x5f, 0x5f);
const BURNED: RgbColor = RgbColor(0x30, 0x30, 0x30);

/// The colour of what stands on a square.
const NUMBER: RgbColor = RgbColor(0x20, 0x20, 0x20);
const FIRE: RgbColor = RgbColor(0x80, 0x80, 0x80);

/// The columns that a square takes.
const CELL: usize = 3;

/// All four maps: Black's beside White's, by queen's moves and then by king's.
pub(super) fn maps(position: &Position, maps: &Maps) -> String {
    let mut text = String::new();
    for (name, distances) in [("queen", &maps.queen), ("king", &maps.king)] {
        let width = CELL * usize::from(position.size().columns());
        let [black, white] = Color::ALL.map(|color| format!("{name}, {color}"));
        // Writing to a String cannot fail.
        let _ = writeln!(text, "    {black:width$}        {white}");
        let [black, white] = Color::ALL.map(|color| picture(position, distances, color));
        for (black, white) in black.into_iter().zip(white) {
            let _ = writeln!(text, "{black}    {white}");
        }
        text.push('\n');
    }
    text
}

/// What each colour means, in these colours.
pub(super) fn legend() -> String {
    let kinds = [
        (BLACKS, "nearer to Black"),
        (WHITES, "nearer to White"),
        (TIED, "equally near"),
        (NOBODYS, "reached by nobody"),
    ];
    let swatches = kinds.map(|(color, meaning)| {
        let style = on(color, NUMBER);
        format!("{style} {meaning} {style:#}")
    });
    swatches.join(" ")
}

/// The lines of one side's map, the top row first and the letters of the columns last.
fn picture(position: &Position, distances: &PerColor<Distances>, color: Color) -> Vec<String> {
    let size = position.size();
    let mut lines: Vec<String> = (0..size.rows())
        .rev()
        .map(|row| {
            let squares = (0..size.columns()).filter_map(|column| size.square(column, row));
            let cells: String = squares
                .map(|square| cell(position, distances, color, square))
                .collect();
            format!("{:>3} {cells}", row + 1)
        })
        .collect();
    let letters = (0..size.columns()).map(|column| format!("{:^CELL$}", char::from(b'a' + column)));
    lines.push(format!("    {}", letters.collect::<String>()));
    lines
}

fn cell(
    position: &Position,
    distances: &PerColor<Distances>,
    color: Color,
    square: Square,
) -> String {
    let (text, style) = match position.at(square) {
        Some(Content::Amazon(Color::Black)) => ("B".to_owned(), on(BLACKS, NUMBER).bold()),
        Some(Content::Amazon(Color::White)) => ("W".to_owned(), on(WHITES, NUMBER).bold()),
        Some(Content::Burned) | None => ("#".to_owned(), on(BURNED, FIRE)),
        Some(Content::Empty) => {
            let distance = distances[color].to(square);
            let text = distance.map_or_else(|| ".".to_owned(), |distance| distance.to_string());
            (text, on(territory(distances, square), NUMBER))
        }
    };
    format!("{style}{text:>2} {style:#}")
}

/// The colour of an empty square.
fn territory(distances: &PerColor<Distances>, square: Square) -> RgbColor {
    let far = |color: Color| distances[color].to(square).unwrap_or(usize::MAX);
    match (far(Color::Black), far(Color::White)) {
        (usize::MAX, usize::MAX) => NOBODYS,
        (black, white) if black < white => BLACKS,
        (black, white) if white < black => WHITES,
        _ => TIED,
    }
}

fn on(background: RgbColor, foreground: RgbColor) -> Style {
    Style::new()
        .bg_color(Some(background.into()))
        .fg_color(Some(foreground.into()))
}

#[cfg(test)]
mod tests {
    use amazons::notation::parse_position;
    use evaluation::Layout;

    use super::*;

    #[test]
    fn maps_read_like_a_board_with_numbers() {
        let position = parse_position("x.#..|.##..|..#.o").unwrap();
        let drawn = maps(&position, &Maps::of(&Layout::of(&position)));
        let stripped = anstream::adapter::strip_str(&drawn).to_string();
        let lines: Vec<&str> = stripped.lines().map(str::trim_end).collect();
        assert_eq!(
            lines,
            [
                "    queen, black           queen, white",
                "  3  B  1  #  .  .       3  B  .  #  2  1",
                "  2  1  #  #  .  .       2  .  #  #  1  1",
                "  1  1  2  #  .  W       1  .  .  #  1  W",
                "     a  b  c  d  e          a  b  c  d  e",
                "",
                "    king, black            king, white",
                "  3  B  1  #  .  .       3  B  .  #  2  2",
                "  2  1  #  #  .  .       2  .  #  #  1  1",
                "  1  2  2  #  .  W       1  .  .  #  1  W",
                "     a  b  c  d  e          a  b  c  d  e",
                "",
            ]
        );
    }

    #[test]
    fn squares_have_the_colour_of_who_is_nearer() {
        let position = parse_position("x..o.|#####|.....").unwrap();
        let maps = Maps::of(&Layout::of(&position));
        let color = |name: &str| territory(&maps.queen, name.parse().unwrap());
        assert_eq!(color("b3"), TIED);
        assert_eq!(color("e3"), WHITES);
        assert_eq!(color("a1"), NOBODYS);
        let color = |name: &str| territory(&maps.king, name.parse().unwrap());
        assert_eq!(color("b3"), BLACKS);
    }
}
