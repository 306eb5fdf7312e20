//! The course of a game as a small picture: White's chance over the moves.

use std::fmt::Write as _;

use amazons::Color;
use anstyle::{RgbColor, Style};
use engine::review::{Judgement, Review};

/// How high the picture is, in lines of text.
const ROWS: usize = 8;

/// How wide it may be, so that it fits on a terminal of 80 columns with its labels.
const WIDEST: usize = 72;

/// A line is filled from below in eighths.
const EIGHTHS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The same colours in which `eval` shows who is nearer.
const WHITES: RgbColor = RgbColor(0xf0, 0xe0, 0xb8);
const BLACKS: RgbColor = RgbColor(0x3a, 0x55, 0x6b);

/// Draws the game: what is filled is White's share.
pub(super) fn draw(review: &Review) -> String {
    let chances: Vec<f64> = review.chances(Color::White).collect();
    let columns = Columns::for_positions(chances.len());
    let field = Style::new()
        .fg_color(Some(WHITES.into()))
        .bg_color(Some(BLACKS.into()));
    let mut text = String::new();
    for row in (0..ROWS).rev() {
        let label = match row {
            _ if row == ROWS - 1 => "White ▕",
            _ if row == ROWS / 2 => " 50 % ▕",
            0 => "Black ▕",
            _ => "      ▕",
        };
        let filled: String = (0..columns.width)
            .map(|column| EIGHTHS[eighths(chances[columns.position(column)], row)])
            .collect();
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{label}{field}{filled}{field:#}");
    }
    let _ = writeln!(text, "       {}", marks(review, columns));
    let _ = writeln!(text, "       {}", numbers(chances.len(), columns));
    text
}

/// How much of a line of text is filled, the lowest line being 0.
fn eighths(chance: f64, row: usize) -> usize {
    let level = (chance * (8 * ROWS) as f64).round() as usize;
    level.saturating_sub(8 * row).min(8)
}

/// Which columns stand for which positions: two for each where there is room, one where positions are
/// many, and fewer where they are too many.
#[derive(Clone, Copy)]
struct Columns {
    positions: usize,
    width: usize,
}

impl Columns {
    fn for_positions(positions: usize) -> Self {
        let width = if 2 * positions <= WIDEST {
            2 * positions
        } else {
            positions.min(WIDEST)
        };
        Self { positions, width }
    }

    fn position(self, column: usize) -> usize {
        if self.are_double() {
            column / 2
        } else {
            scaled(column, self.width - 1, self.positions - 1)
        }
    }

    /// The first column of a position, or one near it.
    fn column(self, position: usize) -> usize {
        if self.are_double() {
            2 * position
        } else {
            scaled(position, self.positions - 1, self.width - 1)
        }
    }

    fn are_double(self) -> bool {
        self.width == 2 * self.positions
    }
}

/// A place between 0 and `last` on a scale from 0 to `new_last`; both ends stay ends.
fn scaled(place: usize, last: usize, new_last: usize) -> usize {
    (2 * place * new_last + last) / (2 * last).max(1)
}

/// A line with a sign below each bad move; of two moves in one column, the worse.
fn marks(review: &Review, columns: Columns) -> String {
    let mut worst = vec![Judgement::Best; columns.width];
    for judged in review.moves().iter().filter(|mv| mv.judgement.is_bad()) {
        let column = columns.column(judged.ply);
        worst[column] = worst[column].max(judged.judgement);
    }
    let mut text = String::new();
    let mut skip = false;
    for judgement in worst {
        if std::mem::take(&mut skip) {
            continue;
        }
        let sign = if columns.are_double() {
            judgement.sign()
        } else {
            single_sign(judgement)
        };
        let style = style_of(judgement);
        skip = sign.len() == 2 && columns.are_double();
        let blank = if sign.is_empty() { " " } else { "" };
        let _ = write!(text, "{style}{sign}{style:#}{blank}");
    }
    text.truncate(text.trim_end().len());
    text
}

/// A sign of one column.
const fn single_sign(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Best | Judgement::Good => "",
        Judgement::Inaccuracy => "·",
        Judgement::Mistake => "?",
        Judgement::Blunder => "⁇",
    }
}

/// The colour of a judgement, here and in the table.
pub(super) fn style_of(judgement: Judgement) -> Style {
    use anstyle::AnsiColor::{Red, Yellow};
    match judgement {
        Judgement::Best => Style::new().dimmed(),
        Judgement::Good => Style::new(),
        Judgement::Inaccuracy => Yellow.on_default(),
        Judgement::Mistake => Red.on_default(),
        Judgement::Blunder => Red.on_default().bold(),
    }
}

/// A line with the number of every tenth move below it.
fn numbers(positions: usize, columns: Columns) -> String {
    let mut text = String::new();
    for ply in (0..positions).step_by(10) {
        let column = columns.column(ply);
        if text.len() <= column {
            let _ = write!(text, "{:width$}{ply}", "", width = column - text.len());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_is_filled_to_its_chance() {
        let filled = |chance: f64| (0..ROWS).map(|row| eighths(chance, row)).sum::<usize>();
        assert_eq!(filled(0.0), 0);
        assert_eq!(filled(0.5), 4 * 8);
        assert_eq!(filled(1.0), 8 * 8);
        assert_eq!(eighths(0.5, 3), 8);
        assert_eq!(eighths(0.5, 4), 0);
    }

    #[test]
    fn every_column_is_a_position_and_every_position_near_its_column() {
        for positions in 1..=93 {
            let columns = Columns::for_positions(positions);
            assert!(columns.width <= WIDEST);
            for column in 0..columns.width {
                assert!(columns.position(column) < positions);
            }
            assert_eq!(columns.position(columns.width - 1), positions - 1);
            if positions <= WIDEST {
                for position in 0..positions {
                    assert_eq!(columns.position(columns.column(position)), position);
                }
            }
        }
    }

    #[test]
    fn numbers_stand_below_their_columns() {
        assert_eq!(
            numbers(12, Columns::for_positions(12)),
            format!("0{}10", " ".repeat(19))
        );
        assert_eq!(
            numbers(41, Columns::for_positions(41)),
            "0         10        20        30        40"
        );
    }
}
