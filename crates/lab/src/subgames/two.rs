//! `subgames/table4` to `subgames/table6`: sums of two subgames, their bounds beside the truth.

use super::sampling::{Kind, NOTE, Outcome, PAPER_SUMS, Sampling, compare};
use crate::experiment::{About, Scale};
use crate::findings::Table;

/// Sums of two subgames of eight squares.
pub struct Table4;

/// Sums of two subgames of nine squares.
pub struct Table5;

/// How far bounds are from the truth.
pub struct Table6;

pub(super) fn of_eight() -> Kind {
    Kind {
        size: 8,
        amazons: vec![(2, 2), (2, 2)],
    }
}

pub(super) fn of_nine() -> Kind {
    Kind {
        size: 9,
        amazons: vec![(3, 1), (1, 3)],
    }
}

impl Sampling for Table4 {
    const ABOUT: About = About {
        id: "subgames/table4",
        title: "Bounds of two subgames of eight squares",
        paper: "Subgame Database for Amazons, Table 4: 10,000 random sums of two subgames of eight squares, each with two \
                amazons of either colour, Black to move",
        shows: "How often the paper's bounds for the score of a sum are exact, how often they are loose, and how often \
                they say nothing.",
    };
    const WITH_SCORES: bool = true;

    fn kinds() -> Vec<Kind> {
        vec![of_eight()]
    }

    fn sums(scale: Scale) -> usize {
        sums(scale)
    }

    fn table(outcomes: &[Vec<Outcome>]) -> Table {
        let paper = [[25, 0, 3431], [0, 0, 488], [1551, 387, 4118]];
        beside_the_paper(
            "Table 4: two subgames of eight squares",
            paper,
            &outcomes[0],
        )
    }
}

impl Sampling for Table5 {
    const ABOUT: About = About {
        id: "subgames/table5",
        title: "Bounds of two subgames of nine squares",
        paper: "Subgame Database for Amazons, Table 5: 10,000 random sums of a subgame of nine squares with three black \
                amazons and a white one, and one with the numbers exchanged, Black to move",
        shows: "As table4, where each player has the upper hand in one of the two.",
    };
    const WITH_SCORES: bool = true;

    fn kinds() -> Vec<Kind> {
        vec![of_nine()]
    }

    fn sums(scale: Scale) -> usize {
        sums(scale)
    }

    fn table(outcomes: &[Vec<Outcome>]) -> Table {
        let paper = [[194, 0, 2567], [0, 0, 197], [1465, 36, 5541]];
        beside_the_paper("Table 5: two subgames of nine squares", paper, &outcomes[0])
    }
}

impl Sampling for Table6 {
    const ABOUT: About = About {
        id: "subgames/table6",
        title: "How far bounds are from the truth",
        paper: "Subgame Database for Amazons, Table 6: the differences between bounds and true scores in Tables 4 and 5",
        shows: "Where a bound of a sum of two subgames is not the true score: by how many moves it is off.",
    };
    const WITH_SCORES: bool = true;

    fn kinds() -> Vec<Kind> {
        vec![of_eight(), of_nine()]
    }

    fn sums(scale: Scale) -> usize {
        sums(scale)
    }

    fn table(outcomes: &[Vec<Outcome>]) -> Table {
        let paper = [
            ("8", [[148, 223, 5, 11], [307, 173, 8, 0]]),
            ("9", [[18, 12, 5, 1], [103, 80, 10, 4]]),
        ];
        let mut table = Table::new(
            "Table 6: by how much bounds miss the score",
            &["squares", "bound", "off by", "paper", "ours", "chance"],
            NOTE,
        );
        for (outcomes, (squares, [upper, lower])) in outcomes.iter().zip(paper) {
            for (name, paper, gap) in [
                ("upper", upper, Outcome::upper_gap as fn(&Outcome) -> _),
                ("lower", lower, Outcome::lower_gap),
            ] {
                for (difference, paper) in (1..).zip(paper) {
                    table.rows.push(compare(
                        &[squares, name, &format!("by {difference}")],
                        paper,
                        outcomes,
                        |outcome| gap(outcome) == Some(difference),
                    ));
                }
                table.rows.push(compare(
                    &[squares, name, "by more"],
                    0,
                    outcomes,
                    |outcome| gap(outcome) > Some(4),
                ));
            }
        }
        table
    }
}

fn sums(scale: Scale) -> usize {
    match scale {
        Scale::Small => 400,
        Scale::Paper => PAPER_SUMS,
    }
}

impl Outcome {
    /// By how much the bound from below is less than the score.
    fn lower_gap(&self) -> Option<i16> {
        Some(self.score? - self.lower?)
    }

    /// By how much the bound from above is more than the score.
    fn upper_gap(&self) -> Option<i16> {
        Some(self.upper? - self.score?)
    }
}

/// The paper's rows and columns: the bound is exact, it is not, there is none.
fn case(gap: Option<i16>) -> usize {
    match gap {
        Some(0) => 0,
        Some(_) => 1,
        None => 2,
    }
}

fn beside_the_paper(title: &str, paper: [[usize; 3]; 3], outcomes: &[Outcome]) -> Table {
    let mut table = Table::new(
        title,
        &["lower bound", "upper bound", "paper", "ours", "chance"],
        NOTE,
    );
    let lower_names = ["exact", "too low", "unknown"];
    let upper_names = ["exact", "too high", "unknown"];
    for (row, lower) in lower_names.into_iter().enumerate() {
        for (column, upper) in upper_names.into_iter().enumerate() {
            table.rows.push(compare(
                &[lower, upper],
                paper[row][column],
                outcomes,
                |outcome| case(outcome.lower_gap()) == row && case(outcome.upper_gap()) == column,
            ));
        }
    }
    for (row, lower) in lower_names.into_iter().enumerate() {
        let paper = paper[row].iter().sum();
        let is_counted = |outcome: &Outcome| case(outcome.lower_gap()) == row;
        table
            .rows
            .push(compare(&[lower, "any"], paper, outcomes, is_counted));
    }
    for (column, upper) in upper_names.into_iter().enumerate() {
        let paper = paper.iter().map(|row| row[column]).sum();
        let is_counted = |outcome: &Outcome| case(outcome.upper_gap()) == column;
        table
            .rows
            .push(compare(&["any", upper], paper, outcomes, is_counted));
    }
    table
}
