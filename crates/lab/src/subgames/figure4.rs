//! `subgames/figure4`: sums like the paper's Figure 4, with lower bound 1 and score 4.

use std::collections::BTreeMap;

use amazons::Color::Black;
use endgame::{ScorePair, SumScorer, bounds};

use super::tables::{RandomSubgame, random_subgame, score_table, shapes};
use crate::prelude::*;

/// Squares of each subgame.
const SQUARES: usize = 8;

/// Amazons of each color.
const AMAZONS: usize = 2;

/// Scores of the paper's left subgame.
const LEFT: ScorePair = ScorePair {
    black_first: Some(4),
    white_first: Some(0),
};

/// Scores of the paper's right subgame.
const RIGHT: ScorePair = ScorePair {
    black_first: Some(1),
    white_first: Some(-4),
};

/// Score of the paper's example.
const SCORE: i16 = 4;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    units: usize,
    /// Random subgames per unit; all pairs of a left and a right one are scored.
    subgames: usize,
}

/// Result of a unit.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Sample {
    /// Number of sums by score.
    scores: BTreeMap<i16, usize>,
    /// The most compact sum with the paper's score, as diagrams.
    example: Option<[String; 2]>,
}

/// Sums whose bound is far from the score.
pub const FIGURE_4: Experiment<Config, (), Sample> = Experiment {
    info: ExperimentInfo {
        id: "subgames/figure4",
        title: "Sums whose bound is far from the score",
        reference: "Subgame Database for Amazons, Figure 4: subgames (4|0) and (1|-4) of eight squares, whose sum has the lower \
                    bound 1 and the true score 4",
        description: "How often the score of such a sum exceeds its bound, and a diagram of one with score 4.",
    },
    config: |scale| Config {
        units: scale.pick(8, 100),
        subgames: 500,
    },
    grid: |config| Grid::new([()]).repeat(config.units),
    measure,
    results,
};

fn measure(unit: Unit<'_, Config, ()>) -> Result<Sample, BoxError> {
    let shapes = shapes(SQUARES).shapes(SQUARES);
    let mut scorer = SumScorer::new(score_table()?);
    let (mut lefts, mut rights) = (Vec::new(), Vec::new());
    for _ in 0..unit.config.subgames {
        let random = random_subgame(shapes, (AMAZONS, AMAZONS), unit.rng);
        let subgame = scorer.subgame(random.shape, random.black, random.white);
        match scorer.pair(subgame)? {
            LEFT => lefts.push((subgame, random)),
            RIGHT => rights.push((subgame, random)),
            _ => {}
        }
    }
    let mut sample = Sample::default();
    for &(left, left_random) in &lefts {
        for &(right, right_random) in &rights {
            let score = scorer.score(&[left, right], Black)?;
            *sample.scores.entry(score).or_default() += 1;
            if score == SCORE {
                let example = [left_random, right_random].map(diagram);
                let examples = sample.example.take().into_iter().chain([example]);
                sample.example = examples.min_by_key(extent);
            }
        }
    }
    Ok(sample)
}

fn results(_: &Config, groups: &Groups<'_, (), Sample>) -> Results {
    let examples = groups.samples().filter_map(|one| one.example.as_ref());
    let example = examples.min_by_key(|example| extent(example)).map(drawing);
    Results::new([scores(groups)].into_iter().chain(example))
}

fn scores(groups: &Groups<'_, (), Sample>) -> ResultTable {
    let bound = bounds(&[LEFT, RIGHT], Black).lower;
    let mut counts: BTreeMap<i16, usize> = BTreeMap::new();
    for sample in groups.samples() {
        for (&score, &count) in &sample.scores {
            *counts.entry(score).or_default() += count;
        }
    }
    ResultTable::over("Sums of (4|0) and (1|-4), Black to move", counts)
        .column("score", |row| row.0.to_string())
        .column("above the bound", |row| {
            bound.map(|bound| (row.0 - bound).to_string())
        })
        .column("sums", |row| row.1)
        .note("The lower bound of all of them is 1.")
}

/// A subgame as text: rows from the top, x Black, o White, . empty, # outside.
fn diagram(subgame: RandomSubgame) -> String {
    let squares: Vec<(u8, u8)> = subgame.shape.squares().collect();
    let rows = squares.iter().map(|square| square.0).max().unwrap_or(0);
    let columns = squares.iter().map(|square| square.1).max().unwrap_or(0);
    let at = |row, column| match squares.iter().position(|&square| square == (row, column)) {
        None => '#',
        Some(index) if subgame.black >> index & 1 == 1 => 'x',
        Some(index) if subgame.white >> index & 1 == 1 => 'o',
        Some(_) => '.',
    };
    let row = |row| (0..=columns).map(|column| at(row, column)).collect();
    let rows: Vec<String> = (0..=rows).rev().map(row).collect();
    rows.join("|")
}

/// Total length of two diagrams.
fn extent(example: &[String; 2]) -> usize {
    example.iter().map(String::len).sum()
}

/// Two diagrams side by side, one cell per square.
fn drawing(example: &[String; 2]) -> ResultTable {
    let [left, right] = example
        .each_ref()
        .map(|board| -> Vec<&str> { board.split('|').collect() });
    // A column is a letter and the contents from the top.
    let columns = |rows: &[&str]| -> Vec<(String, String)> {
        let width = rows.first().map_or(0, |row| row.len());
        let column = |(index, letter): (usize, char)| {
            let squares = rows.iter().filter_map(|row| row.chars().nth(index));
            (letter.to_string(), squares.collect())
        };
        ('a'..='j').take(width).enumerate().map(column).collect()
    };
    let separator = vec![(String::new(), String::new())];
    let columns = [columns(&left), separator, columns(&right)].concat();
    ResultTable::over(
        "Like Figure 4: lower bound 1, score 4, Black to move",
        0..left.len().max(right.len()),
    )
    .columns(
        &columns,
        |column| column.0.as_str(),
        |&row, column| match column.1.chars().nth(row) {
            None | Some('#') => String::new(),
            Some(square) => square.to_string(),
        },
    )
    .note(&format!(
        "x is Black, o is White. As diagrams: (4|0) is {} and (1|-4) is {}",
        example[0], example[1]
    ))
}

#[cfg(test)]
mod tests {
    use endgame::Shape;

    use super::*;

    #[test]
    fn diagrams_are_side_by_side() {
        let squares = [(0, 0), (0, 1), (1, 1)];
        let canonical = Shape::canonicalize(squares.into_iter());
        let subgame = RandomSubgame {
            shape: canonical.shape,
            black: 1 << canonical.square_map[0],
            white: 1 << canonical.square_map[2],
        };
        let sorted = |text: &str| {
            let mut letters: Vec<char> = text.chars().collect();
            letters.sort_unstable();
            letters
        };
        assert_eq!(sorted(&diagram(subgame)), sorted("x#|.o"));
        let table = drawing(&["x#|.o".to_owned(), ".x.".to_owned()]);
        let cells = |row: usize| -> Vec<String> {
            table.rows[row].iter().map(ToString::to_string).collect()
        };
        assert_eq!(cells(0), ["x", "", "", ".", "x", "."]);
        assert_eq!(cells(1), [".", "o", "", "", "", ""]);
    }
}
