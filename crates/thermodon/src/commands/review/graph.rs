//! Graph of White's win probability over a game, in block characters.

use std::fmt::Write as _;

use amazons::Color;
use anstyle::{RgbColor, Style};
use engine::review::{GameReview, Judgement};

/// Height in lines of text.
const ROWS: usize = 8;

/// Maximum width, so that graph and labels fit on 80 columns.
const MAX_WIDTH: usize = 72;

/// A character filled by 0 to 8 eighths from below.
const FILL_LEVELS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The colors of `eval`'s distance maps.
const WHITE: RgbColor = RgbColor(0xf0, 0xe0, 0xb8);
const BLACK: RgbColor = RgbColor(0x3a, 0x55, 0x6b);

/// Draws the graph; the filled part is White's probability.
pub(super) fn render(review: &GameReview) -> String {
    let probabilities: Vec<f64> = review.win_probabilities(Color::White).collect();
    let columns = GraphColumns::for_positions(probabilities.len());
    let field = Style::new()
        .fg_color(Some(WHITE.into()))
        .bg_color(Some(BLACK.into()));
    let mut text = String::new();
    for row in (0..ROWS).rev() {
        let label = match row {
            _ if row == ROWS - 1 => "White ▕",
            _ if row == ROWS / 2 => " 50 % ▕",
            0 => "Black ▕",
            _ => "      ▕",
        };
        let filled: String = (0..columns.width)
            .map(|column| FILL_LEVELS[fill_level(probabilities[columns.position(column)], row)])
            .collect();
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{label}{field}{filled}{field:#}");
    }
    let _ = writeln!(text, "       {}", mistake_marks(review, columns));
    let _ = writeln!(
        text,
        "       {}",
        move_numbers(probabilities.len(), columns)
    );
    text
}

/// Filled eighths of a character in `row`, counted from the bottom.
fn fill_level(probability: f64, row: usize) -> usize {
    let level = (probability * (8 * ROWS) as f64).round() as usize;
    level.saturating_sub(8 * row).min(8)
}

/// Maps positions to columns: two columns per position if they fit, else one, else less.
#[derive(Clone, Copy)]
struct GraphColumns {
    positions: usize,
    width: usize,
}

impl GraphColumns {
    fn for_positions(positions: usize) -> Self {
        let width = if 2 * positions <= MAX_WIDTH {
            2 * positions
        } else {
            positions.min(MAX_WIDTH)
        };
        Self { positions, width }
    }

    fn position(self, column: usize) -> usize {
        if self.are_double() {
            column / 2
        } else {
            rescale(column, self.width - 1, self.positions - 1)
        }
    }

    /// The first column of a position, or one near it.
    fn column(self, position: usize) -> usize {
        if self.are_double() {
            2 * position
        } else {
            rescale(position, self.positions - 1, self.width - 1)
        }
    }

    fn are_double(self) -> bool {
        self.width == 2 * self.positions
    }
}

/// Maps `index` in 0..=`last` to 0..=`new_last`; the ends stay ends.
fn rescale(index: usize, last: usize, new_last: usize) -> usize {
    (2 * index * new_last + last) / (2 * last).max(1)
}

/// Line with a sign below each bad move; of two moves in a column, the worse one.
fn mistake_marks(review: &GameReview, columns: GraphColumns) -> String {
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
            judgement.glyph()
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

/// Sign that fits in one column.
const fn single_sign(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Best | Judgement::Good => "",
        Judgement::Inaccuracy => "·",
        Judgement::Mistake => "?",
        Judgement::Blunder => "⁇",
    }
}

/// Color of a judgement, here and in the table of moves.
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

/// Line with the number of every tenth move.
fn move_numbers(positions: usize, columns: GraphColumns) -> String {
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
    fn columns_are_filled_to_the_probability() {
        let filled = |probability: f64| {
            (0..ROWS)
                .map(|row| fill_level(probability, row))
                .sum::<usize>()
        };
        assert_eq!(filled(0.0), 0);
        assert_eq!(filled(0.5), 4 * 8);
        assert_eq!(filled(1.0), 8 * 8);
        assert_eq!(fill_level(0.5, 3), 8);
        assert_eq!(fill_level(0.5, 4), 0);
    }

    #[test]
    fn columns_and_positions_map_to_each_other() {
        for positions in 1..=93 {
            let columns = GraphColumns::for_positions(positions);
            assert!(columns.width <= MAX_WIDTH);
            for column in 0..columns.width {
                assert!(columns.position(column) < positions);
            }
            assert_eq!(columns.position(columns.width - 1), positions - 1);
            if positions <= MAX_WIDTH {
                for position in 0..positions {
                    assert_eq!(columns.position(columns.column(position)), position);
                }
            }
        }
    }

    #[test]
    fn move_numbers_align_with_columns() {
        assert_eq!(
            move_numbers(12, GraphColumns::for_positions(12)),
            format!("0{}10", " ".repeat(19))
        );
        assert_eq!(
            move_numbers(41, GraphColumns::for_positions(41)),
            "0         10        20        30        40"
        );
    }
}
