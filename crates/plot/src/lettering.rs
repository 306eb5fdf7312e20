//! Letters of our own, as strokes of a round pen: a PNG needs no font.
//!
//! Capitals are 10 units high, small letters 7, and tails go down to -3. A glyph is its width and a
//! path of M (move), L (line) and Q (curve with one control point), with y upwards. An em is 14 units.

use tiny_skia::{Path, PathBuilder};

/// Units of an em, the size of a text.
const EM: f64 = 14.0;
/// The room between two letters.
const GAP: f64 = 2.1;
const SPACE: f64 = 2.4;

/// The width of a text of that size.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    let units: f64 = text.chars().map(|letter| glyph(letter).0 + GAP).sum();
    units * size / EM
}

/// The strokes of a text whose base line begins at that point; `None` if there are none.
pub(crate) fn path(text: &str, size: f64, (x, y): (f64, f64)) -> Option<Path> {
    let unit = size / EM;
    let mut builder = PathBuilder::new();
    let mut left = x + unit * GAP / 2.0;
    for letter in text.chars() {
        let (width, strokes) = glyph(letter);
        let place =
            |(across, up): (f64, f64)| ((left + unit * across) as f32, (y - unit * up) as f32);
        draw(&mut builder, strokes, place);
        left += unit * (width + GAP);
    }
    builder.finish()
}

/// Follows the commands of a path.
fn draw(builder: &mut PathBuilder, strokes: &str, place: impl Fn((f64, f64)) -> (f32, f32)) {
    for (command, numbers) in commands(strokes) {
        let point = |index: usize| place((numbers[2 * index], numbers[2 * index + 1]));
        match (command, numbers.len()) {
            ('M', 2) => builder.move_to(point(0).0, point(0).1),
            ('L', 2) => builder.line_to(point(0).0, point(0).1),
            ('Q', 4) => builder.quad_to(point(0).0, point(0).1, point(1).0, point(1).1),
            _ => {}
        }
    }
}

/// Each command with its numbers.
fn commands(strokes: &str) -> impl Iterator<Item = (char, Vec<f64>)> {
    let is_command = |character: char| character.is_ascii_uppercase();
    let starts = strokes.match_indices(is_command).map(|(start, _)| start);
    starts.map(move |start| {
        let rest = &strokes[start + 1..];
        let end = rest.find(is_command).unwrap_or(rest.len());
        let numbers = rest[..end].split_ascii_whitespace();
        let command = strokes[start..].chars().next().unwrap_or('M');
        (
            command,
            numbers.filter_map(|number| number.parse().ok()).collect(),
        )
    })
}

/// The width and strokes of a letter; a box for those that are not here.
fn glyph(letter: char) -> (f64, &'static str) {
    match letter {
        ' ' | '\u{a0}' => (SPACE, ""),
        '0' => (5.6, "M2.8 10Q5.6 10 5.6 5Q5.6 0 2.8 0Q0 0 0 5Q0 10 2.8 10"),
        '1' => (5.6, "M1 8.2L3.2 10L3.2 0"),
        '2' => (
            5.6,
            "M.2 7.6Q.3 10 2.8 10Q5.4 10 5.4 7.4Q5.4 5.6 3 3.2L0 0L5.6 0",
        ),
        '3' => (
            5.6,
            "M.3 8.4Q.8 10 2.7 10Q5.2 10 5.2 7.7Q5.2 5.4 2.2 5.4Q5.6 5.4 5.6 2.7Q5.6 0 2.7 0Q.6 0 0 1.8",
        ),
        '4' => (5.6, "M4.3 0L4.3 10L0 3L5.6 3"),
        '5' => (
            5.6,
            "M5 10L.9 10L.5 5.6Q1.4 6.4 2.9 6.4Q5.6 6.4 5.6 3.2Q5.6 0 2.7 0Q.7 0 0 1.6",
        ),
        '6' => (
            5.6,
            "M5.1 8.6Q4.5 10 3 10Q0 10 0 4.4Q0 0 2.8 0Q5.6 0 5.6 3.1Q5.6 6.1 2.9 6.1Q.4 6.1 0 3.6",
        ),
        '7' => (5.6, "M0 10L5.6 10L2 0"),
        '8' => (
            5.6,
            "M2.8 5.4Q.4 5.4 .4 7.7Q.4 10 2.8 10Q5.2 10 5.2 7.7Q5.2 5.4 2.8 5.4Q0 5.4 0 2.7Q0 0 2.8 0Q5.6 0 5.6 2.7Q5.6 5.4 2.8 5.4",
        ),
        '9' => (
            5.6,
            "M.5 1.4Q1.1 0 2.6 0Q5.6 0 5.6 5.6Q5.6 10 2.8 10Q0 10 0 6.9Q0 3.9 2.7 3.9Q5.2 3.9 5.6 6.4",
        ),
        'A' => (6.6, "M0 0L3.3 10L6.6 0M1.1 3.4L5.5 3.4"),
        'B' => (
            6.0,
            "M0 0L0 10L3 10Q5.4 10 5.4 7.7Q5.4 5.4 3 5.4L0 5.4M3 5.4Q6 5.4 6 2.7Q6 0 3 0L0 0",
        ),
        'C' => (6.4, "M6.4 8Q5.6 10 3.5 10Q0 10 0 5Q0 0 3.5 0Q5.6 0 6.4 2"),
        'D' => (6.4, "M0 0L0 10L2.6 10Q6.4 10 6.4 5Q6.4 0 2.6 0L0 0"),
        'E' => (5.2, "M5 10L0 10L0 0L5.2 0M0 5.3L4.6 5.3"),
        'F' => (4.8, "M4.8 10L0 10L0 0M0 5.2L4.3 5.2"),
        'G' => (
            6.5,
            "M6.3 8.2Q5.6 10 3.5 10Q0 10 0 5Q0 0 3.5 0Q6.5 0 6.5 3.4L6.5 4.6L3.8 4.6",
        ),
        'H' => (6.0, "M0 10L0 0M6 10L6 0M0 5.2L6 5.2"),
        'I' => (0.6, "M.3 10L.3 0"),
        'J' => (3.6, "M3.6 10L3.6 2.6Q3.6 0 1.6 0Q.4 0 0 .9"),
        'K' => (5.9, "M0 10L0 0M5.6 10L0 4M2 6.1L5.9 0"),
        'L' => (4.7, "M0 10L0 0L4.7 0"),
        'M' => (7.6, "M0 0L0 10L3.8 1.6L7.6 10L7.6 0"),
        'N' => (6.0, "M0 0L0 10L6 0L6 10"),
        'O' => (7.2, "M3.6 10Q7.2 10 7.2 5Q7.2 0 3.6 0Q0 0 0 5Q0 10 3.6 10"),
        'P' => (5.8, "M0 0L0 10L3 10Q5.8 10 5.8 7.3Q5.8 4.6 3 4.6L0 4.6"),
        'Q' => (
            7.2,
            "M3.6 10Q7.2 10 7.2 5Q7.2 0 3.6 0Q0 0 0 5Q0 10 3.6 10M4.4 2.4L7 -.8",
        ),
        'R' => (
            6.0,
            "M0 0L0 10L3 10Q5.8 10 5.8 7.3Q5.8 4.6 3 4.6L0 4.6M3.2 4.6L6 0",
        ),
        'S' => (
            5.8,
            "M5.4 8.2Q4.6 10 2.8 10Q.3 10 .3 7.6Q.3 5.8 2.9 5.2Q5.8 4.6 5.8 2.6Q5.8 0 2.9 0Q.7 0 0 1.9",
        ),
        'T' => (6.0, "M0 10L6 10M3 10L3 0"),
        'U' => (6.0, "M0 10L0 3.4Q0 0 3 0Q6 0 6 3.4L6 10"),
        'V' => (6.4, "M0 10L3.2 0L6.4 10"),
        'W' => (9.2, "M0 10L2.3 0L4.6 9.4L6.9 0L9.2 10"),
        'X' => (6.0, "M0 10L6 0M6 10L0 0"),
        'Y' => (6.0, "M0 10L3 5L6 10M3 5L3 0"),
        'Z' => (5.8, "M.2 10L5.6 10L0 0L5.8 0"),
        'a' => (
            4.8,
            "M.5 6Q1.1 7 2.5 7Q4.6 7 4.6 4.7L4.6 0M4.6 4.1Q0 4.3 0 1.8Q0 0 1.9 0Q4 0 4.6 2.2",
        ),
        'b' => (
            5.2,
            "M0 10L0 0M0 3.5Q0 7 2.6 7Q5.2 7 5.2 3.5Q5.2 0 2.6 0Q0 0 0 3.5",
        ),
        'c' => (4.5, "M4.5 5.7Q4 7 2.5 7Q0 7 0 3.5Q0 0 2.5 0Q4 0 4.5 1.3"),
        'd' => (
            5.2,
            "M5.2 10L5.2 0M5.2 3.5Q5.2 7 2.6 7Q0 7 0 3.5Q0 0 2.6 0Q5.2 0 5.2 3.5",
        ),
        'e' => (
            5.0,
            "M0 3.7L5 3.7Q5 7 2.5 7Q0 7 0 3.5Q0 0 2.6 0Q4.2 0 4.8 1.4",
        ),
        'f' => (3.0, "M3.4 10Q1.4 10.2 1.4 8L1.4 0M0 7L3.1 7"),
        'g' => (
            5.2,
            "M5.2 7L5.2 -.4Q5.2 -3 2.6 -3Q1 -3 .4 -2.1M5.2 3.5Q5.2 7 2.6 7Q0 7 0 3.5Q0 0 2.6 0Q5.2 0 5.2 3.5",
        ),
        'h' => (4.8, "M0 10L0 0M0 4Q.4 7 2.7 7Q4.8 7 4.8 4.4L4.8 0"),
        'i' => (0.6, "M.3 7L.3 0M.3 9.6L.3 9.7"),
        'j' => (1.5, "M1.2 7L1.2 -1.4Q1.2 -3 -.4 -3M1.2 9.6L1.2 9.7"),
        'k' => (4.6, "M0 10L0 0M4.3 7L0 2.8M1.7 4.4L4.6 0"),
        'l' => (0.6, "M.3 10L.3 0"),
        'm' => (
            8.0,
            "M0 7L0 0M0 4.4Q.3 7 2.2 7Q4 7 4 4.6L4 0M4 4.4Q4.3 7 6.2 7Q8 7 8 4.6L8 0",
        ),
        'n' => (4.8, "M0 7L0 0M0 4Q.4 7 2.7 7Q4.8 7 4.8 4.4L4.8 0"),
        'o' => (5.2, "M2.6 7Q5.2 7 5.2 3.5Q5.2 0 2.6 0Q0 0 0 3.5Q0 7 2.6 7"),
        'p' => (
            5.2,
            "M0 7L0 -3M0 3.5Q0 7 2.6 7Q5.2 7 5.2 3.5Q5.2 0 2.6 0Q0 0 0 3.5",
        ),
        'q' => (
            5.2,
            "M5.2 7L5.2 -3M5.2 3.5Q5.2 7 2.6 7Q0 7 0 3.5Q0 0 2.6 0Q5.2 0 5.2 3.5",
        ),
        'r' => (2.8, "M0 7L0 0M0 4Q.3 7 2.8 6.9"),
        's' => (
            4.4,
            "M4.1 5.7Q3.6 7 2.2 7Q.2 7 .2 5.2Q.2 3.9 2.2 3.5Q4.4 3.1 4.4 1.8Q4.4 0 2.3 0Q.5 0 0 1.4",
        ),
        't' => (3.0, "M1.3 9L1.3 1.8Q1.3 0 3 .1M0 7L2.9 7"),
        'u' => (4.8, "M0 7L0 2.6Q0 0 2.1 0Q4.4 0 4.8 3M4.8 7L4.8 0"),
        'v' => (4.8, "M0 7L2.4 0L4.8 7"),
        'w' => (7.2, "M0 7L1.8 0L3.6 6.6L5.4 0L7.2 7"),
        'x' => (4.6, "M0 7L4.6 0M4.6 7L0 0"),
        'y' => (4.9, "M0 7L2.5 .2M4.9 7L2.5 .2L1.6 -2.2Q1.2 -3 .1 -3"),
        'z' => (4.5, "M.2 7L4.3 7L0 0L4.5 0"),
        '.' => (0.8, "M.4 .1L.4 .2"),
        ',' => (1.0, "M.6 .4L.1 -1.6"),
        ':' => (0.8, "M.4 .1L.4 .2M.4 6L.4 6.1"),
        ';' => (1.0, "M.6 .4L.1 -1.6M.6 6L.6 6.1"),
        '!' => (0.8, "M.4 10L.4 3M.4 .1L.4 .2"),
        '?' => (
            4.6,
            "M.2 8.2Q.6 10 2.4 10Q4.6 10 4.6 7.8Q4.6 6.4 3.2 5.2Q2.3 4.4 2.3 3M2.3 .1L2.3 .2",
        ),
        '-' => (3.0, "M0 3.7L3 3.7"),
        '–' => (5.0, "M0 3.7L5 3.7"),
        '—' => (9.0, "M0 3.7L9 3.7"),
        '−' => (5.2, "M0 4.4L5.2 4.4"),
        '+' => (5.2, "M0 4.4L5.2 4.4M2.6 7L2.6 1.8"),
        '±' => (5.2, "M0 5.4L5.2 5.4M2.6 8L2.6 2.8M0 .6L5.2 .6"),
        '×' => (4.6, "M.2 6.6L4.4 2.2M4.4 6.6L.2 2.2"),
        '=' => (5.2, "M0 5.8L5.2 5.8M0 3L5.2 3"),
        '<' => (5.0, "M5 7.6L0 4.4L5 1.2"),
        '>' => (5.0, "M0 7.6L5 4.4L0 1.2"),
        '≤' => (5.0, "M5 8.6L0 5.6L5 2.6M0 .4L5 .4"),
        '≥' => (5.0, "M0 8.6L5 5.6L0 2.6M0 .4L5 .4"),
        '→' => (8.0, "M0 4.4L8 4.4M5.4 7L8 4.4L5.4 1.8"),
        '/' => (3.6, "M0 -1L3.6 10.6"),
        '\\' => (3.6, "M3.6 -1L0 10.6"),
        '|' => (0.6, "M.3 11L.3 -2"),
        '(' => (2.2, "M2.2 11Q0 8.5 0 4.5Q0 .5 2.2 -2"),
        ')' => (2.2, "M0 11Q2.2 8.5 2.2 4.5Q2.2 .5 0 -2"),
        '[' => (2.0, "M2 11L0 11L0 -2L2 -2"),
        ']' => (2.0, "M0 11L2 11L2 -2L0 -2"),
        '{' => (
            2.8,
            "M2.8 11Q1.2 11 1.2 9L1.2 6.2Q1.2 4.5 0 4.5Q1.2 4.5 1.2 2.8L1.2 0Q1.2 -2 2.8 -2",
        ),
        '}' => (
            2.8,
            "M0 11Q1.6 11 1.6 9L1.6 6.2Q1.6 4.5 2.8 4.5Q1.6 4.5 1.6 2.8L1.6 0Q1.6 -2 0 -2",
        ),
        '\'' | '’' => (0.6, "M.3 10L.3 7.6"),
        '"' => (2.4, "M.3 10L.3 7.6M2.1 10L2.1 7.6"),
        '`' => (1.6, "M0 10.4L1.6 8.4"),
        '^' => (4.4, "M0 6.6L2.2 10L4.4 6.6"),
        '~' => (5.2, "M0 3.8Q1 5.4 2.6 4.4Q4.2 3.4 5.2 5"),
        '_' => (5.6, "M0 -1.6L5.6 -1.6"),
        '·' => (0.8, "M.4 4.3L.4 4.4"),
        '…' => (6.4, "M.4 .1L.4 .2M3.2 .1L3.2 .2M6 .1L6 .2"),
        '*' => (4.2, "M2.1 10L2.1 5.6M.1 9L4.1 6.6M4.1 9L.1 6.6"),
        '#' => (6.0, "M1.8 10L.8 0M5.2 10L4.2 0M.2 6.6L6 6.6M0 3.4L5.8 3.4"),
        '$' => (
            5.4,
            "M5 7.8Q4.4 9 2.7 9Q.3 9 .3 7Q.3 5.5 2.7 5Q5.4 4.4 5.4 2.8Q5.4 1 2.7 1Q.7 1 0 2.4M2.7 10.6L2.7 -.6",
        ),
        '%' => (
            7.6,
            "M1.7 10Q3.4 10 3.4 7.7Q3.4 5.4 1.7 5.4Q0 5.4 0 7.7Q0 10 1.7 10M5.9 4.6Q7.6 4.6 7.6 2.3Q7.6 0 5.9 0Q4.2 0 4.2 2.3Q4.2 4.6 5.9 4.6M6.6 10L1 0",
        ),
        '&' => (
            6.8,
            "M6.6 0L1.6 6.4Q.8 7.4 .8 8.2Q.8 10 2.6 10Q4.3 10 4.3 8.3Q4.3 7.1 2.4 5.8Q0 4.3 0 2.5Q0 0 2.8 0Q6 0 6.4 4.6",
        ),
        '@' => (
            9.0,
            "M6.4 4.3Q6.4 6.8 4.5 6.8Q2.6 6.8 2.6 4.3Q2.6 1.8 4.5 1.8Q6.4 1.8 6.4 4.3M6.4 6.6L6.4 3Q6.4 1.8 7.6 1.8Q9 1.8 9 4.6Q9 9.6 4.5 9.6Q0 9.6 0 4.3Q0 -1.4 4.8 -1.4Q6.6 -1.4 7.8 -.6",
        ),
        '²' => (
            3.4,
            "M.2 8.8Q.3 10 1.7 10Q3.2 10 3.2 8.6Q3.2 7.8 1.8 6.6L0 5L3.4 5",
        ),
        '½' => (
            8.2,
            "M.4 9.2L1.6 10L1.6 5.4M6.4 10L1.4 0M4.9 3.6Q5 4.6 6.4 4.6Q7.9 4.6 7.9 3.4Q7.9 2.6 6.6 1.4L4.8 0L8.2 0",
        ),
        _ => (4.6, "M0 0L0 9L4.6 9L4.6 0L0 0"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_usual_letter_is_there_and_can_be_drawn() {
        let unknown = glyph('\u{fffd}');
        for letter in (' '..='~').chain("×±½–—−…·²→≤≥’".chars()) {
            let (width, strokes) = glyph(letter);
            assert_ne!((width, strokes), unknown, "{letter:?} is missing");
            for (command, numbers) in commands(strokes) {
                let expected = match command {
                    'M' | 'L' => 2,
                    'Q' => 4,
                    other => panic!("{letter:?} has a command {other:?}"),
                };
                assert_eq!(numbers.len(), expected, "{letter:?}: {command}");
                let inside = numbers.chunks(2).all(|point| {
                    (-0.5..=width + 0.5).contains(&point[0]) && (-3.0..=11.0).contains(&point[1])
                });
                assert!(inside, "{letter:?} leaves its place: {numbers:?}");
            }
            assert_eq!(
                path(&letter.to_string(), 12.0, (0.0, 0.0)).is_none(),
                letter == ' '
            );
        }
    }

    #[test]
    fn widths_add_up() {
        assert_eq!(width("", 14.0), 0.0);
        assert!((width("ab", 14.0) - width("a", 14.0) - width("b", 14.0)).abs() < 1e-9);
        assert!((width("a", 28.0) - 2.0 * width("a", 14.0)).abs() < 1e-9);
    }
}
