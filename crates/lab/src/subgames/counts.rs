//! `subgames/table3`: how many subgames there are.

use std::collections::BTreeMap;

use endgame::{MAX_AMAZONS, MAX_SQUARES, count_subgames};
use engine::RandomNumbers;
use serde::{Deserialize, Serialize};

use super::supply::shapes;
use crate::experiment::{About, Experiment, Failure, Scale};
use crate::findings::{Cell, Findings, Table};

/// How many subgames there are.
pub struct Table3;

/// Which sizes are counted.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    largest: usize,
}

type Counts = [[u64; MAX_AMAZONS + 1]; MAX_AMAZONS + 1];

/// The paper's Table 3: black and white amazons, then the numbers of subgames of one to ten squares.
// A row of the paper is a row here.
#[rustfmt::skip]
const PAPER: [(usize, usize, [u64; MAX_SQUARES]); 15] = [
    (0, 0, [1, 2, 5, 22, 94, 524, 3_031, 18_770, 118_133, 758_381]),
    (1, 0, [1, 2, 11, 62, 422, 2_922, 20_794, 148_269, 1_059_619, 7_568_717]),
    (2, 0, [0, 2, 11, 100, 836, 7_344, 62_272, 519_114, 4_237_238, 34_059_629]),
    (3, 0, [0, 0, 5, 62, 836, 9_680, 103_631, 1_036_639, 9_884_214, 90_807_456]),
    (4, 0, [0, 0, 0, 22, 422, 7_344, 103_631, 1_296_587, 14_825_680, 158_918_958]),
    (1, 1, [0, 2, 18, 176, 1_626, 14_466, 124_121, 1_036_355, 8_470_914, 68_104_165]),
    (2, 1, [0, 0, 11, 176, 2_448, 28_896, 310_250, 3_108_389, 29_646_620, 272_408_080]),
    (3, 1, [0, 0, 0, 62, 1_626, 28_896, 413_414, 5_180_035, 59_288_658, 635_606_880]),
    (4, 1, [0, 0, 0, 0, 422, 14_466, 310_250, 5_180_035, 74_111_758, 953_405_758]),
    (2, 2, [0, 0, 0, 100, 2_448, 43_476, 620_302, 7_771_760, 88_935_420, 953_429_072]),
    (3, 2, [0, 0, 0, 0, 836, 28_896, 620_302, 10_359_290, 148_220_358, 1_906_800_488]),
    (4, 2, [0, 0, 0, 0, 0, 7_344, 310_250, 7_771_760, 148_220_358, 2_383_525_582]),
    (3, 3, [0, 0, 0, 0, 0, 9_680, 413_414, 10_359_290, 197_620_560, 3_177_982_536]),
    (4, 3, [0, 0, 0, 0, 0, 0, 103_631, 5_180_035, 148_220_358, 3_177_982_536]),
    (4, 4, [0, 0, 0, 0, 0, 0, 0, 1_296_587, 74_111_758, 2_383_525_582]),
];

impl Experiment for Table3 {
    const ABOUT: About = About {
        id: "subgames/table3",
        title: "How many subgames there are",
        paper: "Subgame Database for Amazons, Table 3: all subgames of up to ten squares, 17,275,854,477",
        shows: "The number of subgames by squares and amazons, those that only look different counted once; the whole \
                table of the paper, to the last digit.",
    };
    type Settings = Settings;
    type Unit = Counts;

    fn settings(&self, scale: Scale) -> Settings {
        Settings {
            largest: match scale {
                Scale::Small => 8,
                Scale::Paper => MAX_SQUARES,
            },
        }
    }

    fn units(&self, settings: &Settings) -> usize {
        settings.largest
    }

    fn measure(
        &self,
        settings: &Settings,
        index: usize,
        _: RandomNumbers,
    ) -> Result<Counts, Failure> {
        if settings.largest > MAX_SQUARES {
            return Err("there are no subgames that large".into());
        }
        Ok(count_subgames(shapes(settings.largest), index + 1))
    }

    fn findings(&self, settings: &Settings, units: &BTreeMap<usize, Counts>) -> Findings {
        let sizes: Vec<String> = (1..=settings.largest)
            .map(|size| size.to_string())
            .collect();
        let mut columns = vec!["black", "white"];
        columns.extend(sizes.iter().map(String::as_str));
        let mut table = Table::new(
            "Subgames by squares",
            &columns,
            "Where the paper has another number, it stands beside ours.",
        );
        for (black, white, paper) in PAPER {
            let mut row = vec![Cell::Text(black.to_string()), Cell::Text(white.to_string())];
            row.extend((0..settings.largest).map(|index| match units.get(&index) {
                None => Cell::Unknown,
                Some(counts) if counts[black][white] == paper[index] => Cell::Count(paper[index]),
                Some(counts) => {
                    Cell::Text(format!("{} (paper {})", counts[black][white], paper[index]))
                }
            }));
            table.rows.push(row);
        }
        Findings {
            tables: vec![totals(settings, units), table],
            figures: Vec::new(),
        }
    }
}

fn totals(settings: &Settings, units: &BTreeMap<usize, Counts>) -> Table {
    let mut table = Table::new(
        "Table 3: all subgames",
        &["squares", "paper", "ours", "cells equal"],
        "Cells are the numbers for black and white amazons, 15 for each size.",
    );
    let (mut theirs, mut ours) = (0, 0);
    for index in 0..settings.largest.min(MAX_SQUARES) {
        let Some(counts) = units.get(&index) else {
            continue;
        };
        let of_paper: u64 = PAPER.iter().map(|row| row.2[index]).sum();
        let counted: u64 = PAPER.iter().map(|row| counts[row.0][row.1]).sum();
        let equal = PAPER
            .iter()
            .filter(|row| counts[row.0][row.1] == row.2[index]);
        theirs += of_paper;
        ours += counted;
        table.rows.push(vec![
            Cell::Text((index + 1).to_string()),
            Cell::Count(of_paper),
            Cell::Count(counted),
            Cell::Text(format!("{} of {}", equal.count(), PAPER.len())),
        ]);
    }
    table.rows.push(vec![
        "all of these".into(),
        Cell::Count(theirs),
        Cell::Count(ours),
        Cell::Unknown,
    ]);
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_numbers_are_copied_rightly() {
        let total: u64 = PAPER.iter().flat_map(|row| row.2).sum();
        assert_eq!(total, 17_275_854_477);
    }

    #[test]
    fn small_subgames_are_as_many_as_the_paper_says() {
        let settings = Settings { largest: 6 };
        let measure = |index| {
            let numbers = RandomNumbers::from_seed(0);
            (index, Table3.measure(&settings, index, numbers).unwrap())
        };
        let units = (0..6).map(measure).collect();
        let findings = Experiment::findings(&Table3, &settings, &units);
        for row in &findings.tables[0].rows[..6] {
            assert_eq!(row[1], row[2]);
            assert_eq!(row[3], "15 of 15".into());
        }
    }
}
