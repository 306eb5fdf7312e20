//! `subgames/table7` to `subgames/table9`: sums of four subgames, how often their bounds say anything, and what.

use std::cmp::Ordering;

use super::sampling::{Kind, NOTE, Outcome, PAPER_SUMS, Sampling, compare};
use crate::experiment::{About, Scale};
use crate::findings::Table;

/// Sums of four subgames of six squares.
pub struct Table7;

/// Sums of four subgames of ten squares.
pub struct Table8;

/// The signs of their bounds.
pub struct Table9;

pub(super) fn four(size: usize) -> Kind {
    Kind {
        size,
        amazons: vec![(1, 1); 4],
    }
}

impl Sampling for Table7 {
    const ABOUT: About = About {
        id: "subgames/table7",
        title: "Bounds of four subgames of six squares",
        paper: "Subgame Database for Amazons, Table 7: 10,000 random sums of four subgames of six squares, each with an \
                amazon of either colour, Black to move",
        shows: "How often the paper's bounds for the score of a sum of four say anything.",
    };
    const WITH_SCORES: bool = false;

    fn kinds() -> Vec<Kind> {
        vec![four(6)]
    }

    fn sums(scale: Scale) -> usize {
        match scale {
            Scale::Small => 2000,
            Scale::Paper => 10 * PAPER_SUMS,
        }
    }

    fn table(outcomes: &[Vec<Outcome>]) -> Table {
        let title = "Table 7: four subgames of six squares";
        beside_the_paper(title, [[32, 2201], [979, 6788]], &outcomes[0])
    }
}

impl Sampling for Table8 {
    const ABOUT: About = About {
        id: "subgames/table8",
        title: "Bounds of four subgames of ten squares",
        paper: "Subgame Database for Amazons, Table 8: as Table 7, with ten squares each",
        shows: "As table7 with subgames as large as the paper's database knows them.",
    };
    const WITH_SCORES: bool = false;

    fn kinds() -> Vec<Kind> {
        vec![four(10)]
    }

    fn sums(scale: Scale) -> usize {
        of_ten(scale)
    }

    fn table(outcomes: &[Vec<Outcome>]) -> Table {
        let title = "Table 8: four subgames of ten squares";
        let mut table = beside_the_paper(title, [[3, 1428], [655, 7914]], &outcomes[0]);
        table.rows.push(compare(
            &["known", "known, three one-sided"],
            3,
            &outcomes[0],
            |outcome| outcome.lower.is_some() && outcome.upper.is_some() && outcome.one_sided == 3,
        ));
        table
    }
}

impl Sampling for Table9 {
    const ABOUT: About = About {
        id: "subgames/table9",
        title: "What the bounds of four subgames say",
        paper: "Subgame Database for Amazons, Table 9: the signs of the bounds in Table 8",
        shows: "How often a bound decides who makes the last move: a lower bound above zero is a win for Black, an upper \
                bound below zero one for White.",
    };
    const WITH_SCORES: bool = false;

    fn kinds() -> Vec<Kind> {
        vec![four(10)]
    }

    fn sums(scale: Scale) -> usize {
        of_ten(scale)
    }

    fn table(outcomes: &[Vec<Outcome>]) -> Table {
        let mut table = Table::new(
            "Table 9: the signs of the bounds of four subgames of ten squares",
            &["bound", "sign", "paper", "ours", "chance"],
            NOTE,
        );
        let signs = [
            ("negative", Some(Ordering::Less)),
            ("zero", Some(Ordering::Equal)),
            ("positive", Some(Ordering::Greater)),
            ("unknown", None),
        ];
        for (bound, paper, read) in [
            ("upper", [597, 28, 33, 9342], upper as fn(&Outcome) -> _),
            ("lower", [34, 17, 1380, 8569], lower),
        ] {
            for ((name, sign), paper) in signs.into_iter().zip(paper) {
                let is_counted =
                    |outcome: &Outcome| read(outcome).map(|bound: i16| bound.cmp(&0)) == sign;
                table
                    .rows
                    .push(compare(&[bound, name], paper, &outcomes[0], is_counted));
            }
        }
        table
    }
}

fn of_ten(scale: Scale) -> usize {
    match scale {
        Scale::Small => 400,
        Scale::Paper => PAPER_SUMS,
    }
}

fn lower(outcome: &Outcome) -> Option<i16> {
    outcome.lower
}

fn upper(outcome: &Outcome) -> Option<i16> {
    outcome.upper
}

fn beside_the_paper(title: &str, paper: [[usize; 2]; 2], outcomes: &[Outcome]) -> Table {
    let mut table = Table::new(
        title,
        &["lower bound", "upper bound", "paper", "ours", "chance"],
        NOTE,
    );
    let cases = [("known", true), ("unknown", false)];
    for ((lower_name, has_lower), paper) in cases.into_iter().zip(paper) {
        for ((upper_name, has_upper), paper) in cases.into_iter().zip(paper) {
            let is_counted = |outcome: &Outcome| {
                outcome.lower.is_some() == has_lower && outcome.upper.is_some() == has_upper
            };
            table.rows.push(compare(
                &[lower_name, upper_name],
                paper,
                outcomes,
                is_counted,
            ));
        }
    }
    let known = |outcome: &Outcome| outcome.lower.is_some();
    table.rows.push(compare(
        &["known", "any"],
        paper[0].iter().sum(),
        outcomes,
        known,
    ));
    let known = |outcome: &Outcome| outcome.upper.is_some();
    let of_paper = paper.iter().map(|row| row[0]).sum();
    table
        .rows
        .push(compare(&["any", "known"], of_paper, outcomes, known));
    table
}
