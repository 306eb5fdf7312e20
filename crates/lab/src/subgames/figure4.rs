//! `subgames/figure4`: sums like the one in the paper's Figure 4, whose lower bound is 1 and whose score is 4.

use std::collections::BTreeMap;

use amazons::Color::Black;
use endgame::{ScorePair, SumScorer, bounds};
use engine::RandomNumbers;
use serde::{Deserialize, Serialize};

use super::supply::{Drawn, draw, shapes, table};
use crate::experiment::{About, Experiment, Failure, Scale};
use crate::findings::{Cell, Findings, Table};

/// Sums whose bound is far from the truth.
pub struct Figure4;

/// The squares of each subgame, and the amazons of each colour.
const SQUARES: usize = 8;
const AMAZONS: usize = 2;

/// What the paper says of the subgame on the left: Black wins four moves, or White makes it even.
const LEFT: ScorePair = ScorePair {
    black_first: Some(4),
    white_first: Some(0),
};

/// And of that on the right.
const RIGHT: ScorePair = ScorePair {
    black_first: Some(1),
    white_first: Some(-4),
};

/// The score of the paper's example.
const SCORE: i16 = 4;

/// How much is drawn.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    units: usize,
    /// Subgames that are drawn in each unit; all pairs of a left and a right one are looked at.
    subgames: usize,
}

/// What one unit finds.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Found {
    /// The sums of a left and a right one by their score.
    scores: BTreeMap<i16, usize>,
    /// The most compact that is like the paper's, as diagrams.
    example: Option<[String; 2]>,
}

impl Experiment for Figure4 {
    const ABOUT: About = About {
        id: "subgames/figure4",
        title: "Sums whose bound is far from the truth",
        paper: "Subgame Database for Amazons, Figure 4: subgames (4|0) and (1|-4) of eight squares, whose sum has the \
                lower bound 1 and the true score 4",
        shows: "How often sums of two such subgames are worth more than their bound says, and one that is worth 4, drawn.",
    };
    type Settings = Settings;
    type Unit = Found;

    fn settings(&self, scale: Scale) -> Settings {
        Settings {
            units: match scale {
                Scale::Small => 8,
                Scale::Paper => 100,
            },
            subgames: 500,
        }
    }

    fn units(&self, settings: &Settings) -> usize {
        settings.units
    }

    fn measure(
        &self,
        settings: &Settings,
        _: usize,
        mut numbers: RandomNumbers,
    ) -> Result<Found, Failure> {
        let shapes = shapes(SQUARES).shapes(SQUARES);
        let mut sums = SumScorer::new(table()?);
        let (mut lefts, mut rights) = (Vec::new(), Vec::new());
        for _ in 0..settings.subgames {
            let drawn = draw(shapes, (AMAZONS, AMAZONS), &mut numbers);
            let subgame = sums.subgame(drawn.shape, drawn.black, drawn.white);
            match sums.pair(subgame)? {
                LEFT => lefts.push((subgame, drawn)),
                RIGHT => rights.push((subgame, drawn)),
                _ => {}
            }
        }
        let mut found = Found {
            scores: BTreeMap::new(),
            example: None,
        };
        for &(left, left_drawn) in &lefts {
            for &(right, right_drawn) in &rights {
                let score = sums.score(&[left, right], Black)?;
                *found.scores.entry(score).or_default() += 1;
                if score == SCORE {
                    let example = [left_drawn, right_drawn].map(diagram);
                    let more_compact = found.example.take().into_iter().chain([example]);
                    found.example = more_compact.min_by_key(extent);
                }
            }
        }
        Ok(found)
    }

    fn findings(&self, _: &Settings, units: &BTreeMap<usize, Found>) -> Findings {
        let mut tables = vec![scores(units.values())];
        let examples = units.values().filter_map(|found| found.example.as_ref());
        tables.extend(examples.min_by_key(|example| extent(example)).map(drawing));
        Findings {
            tables,
            figures: Vec::new(),
        }
    }
}

fn scores<'f>(units: impl Iterator<Item = &'f Found>) -> Table {
    let bound = bounds(&[LEFT, RIGHT], Black).lower;
    let mut table = Table::new(
        "Sums of (4|0) and (1|-4), Black to move",
        &["score", "above the bound", "sums"],
        "The lower bound of all of them is 1.",
    );
    let mut all: BTreeMap<i16, usize> = BTreeMap::new();
    for found in units {
        for (&score, &count) in &found.scores {
            *all.entry(score).or_default() += count;
        }
    }
    for (score, count) in all {
        let above = bound.map_or(Cell::Unknown, |bound| {
            Cell::Text((score - bound).to_string())
        });
        table.rows.push(vec![
            Cell::Text(score.to_string()),
            above,
            Cell::Count(count as u64),
        ]);
    }
    table
}

/// A subgame as text: rows from the top, x Black, o White, a dot for an empty square, # for what is not part of it.
fn diagram(drawn: Drawn) -> String {
    let squares: Vec<(u8, u8)> = drawn.shape.squares().collect();
    let rows = squares.iter().map(|square| square.0).max().unwrap_or(0);
    let columns = squares.iter().map(|square| square.1).max().unwrap_or(0);
    let at = |row, column| match squares.iter().position(|&square| square == (row, column)) {
        None => '#',
        Some(number) if drawn.black >> number & 1 == 1 => 'x',
        Some(number) if drawn.white >> number & 1 == 1 => 'o',
        Some(_) => '.',
    };
    let row = |row| (0..=columns).map(|column| at(row, column)).collect();
    let rows: Vec<String> = (0..=rows).rev().map(row).collect();
    rows.join("|")
}

/// How much room two diagrams take.
fn extent(example: &[String; 2]) -> usize {
    example.iter().map(String::len).sum()
}

/// Two diagrams side by side, a cell for each square; fire is left blank.
fn drawing(example: &[String; 2]) -> Table {
    let boards = example
        .each_ref()
        .map(|board| -> Vec<&str> { board.split('|').collect() });
    let widths = boards
        .each_ref()
        .map(|rows| rows.first().map_or(0, |row| row.len()));
    let letters = |width: usize| ('a'..='j').take(width).map(String::from);
    let heads: Vec<String> = letters(widths[0])
        .chain([String::new()])
        .chain(letters(widths[1]))
        .collect();
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let mut table = Table::new(
        "Like Figure 4: lower bound 1, true score 4, Black to move",
        &heads,
        &format!(
            "x is Black, o is White. As diagrams: (4|0) is {} and (1|-4) is {}",
            example[0], example[1]
        ),
    );
    let height = boards[0].len().max(boards[1].len());
    for row in 0..height {
        let cells = |board: usize| {
            let squares = boards[board].get(row).copied().unwrap_or_default();
            let padded = squares
                .chars()
                .chain(std::iter::repeat('#'))
                .take(widths[board]);
            padded.map(|square| match square {
                '#' => "".into(),
                square => Cell::Text(square.to_string()),
            })
        };
        table
            .rows
            .push(cells(0).chain(["".into()]).chain(cells(1)).collect());
    }
    table
}

#[cfg(test)]
mod tests {
    use endgame::Shape;

    use super::*;

    #[test]
    fn drawings_stand_side_by_side() {
        let squares = [(0, 0), (0, 1), (1, 1)];
        let placed = Shape::canonicalize(squares.into_iter());
        let drawn = Drawn {
            shape: placed.shape,
            black: 1 << placed.square_map[0],
            white: 1 << placed.square_map[2],
        };
        let text = diagram(drawn);
        let sorted = |text: &str| {
            let mut letters: Vec<char> = text.chars().collect();
            letters.sort_unstable();
            letters
        };
        assert_eq!(sorted(&text), sorted("x#|.o"));
        let table = drawing(&["x#|.o".to_owned(), ".x.".to_owned()]);
        let cells =
            |row: usize| -> Vec<String> { table.rows[row].iter().map(Cell::text).collect() };
        assert_eq!(cells(0), ["x", "", "", ".", "x", "."]);
        assert_eq!(cells(1), [".", "o", "", "", "", ""]);
    }
}
