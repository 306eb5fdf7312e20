//! `subgames/table3`: the number of subgames.

use endgame::{MAX_AMAZONS, MAX_SQUARES, count_subgames};

use super::tables::shapes;
use crate::prelude::*;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    /// Squares of the largest subgames.
    #[serde(rename = "largest")]
    max_squares: usize,
}

type Counts = [[u64; MAX_AMAZONS + 1]; MAX_AMAZONS + 1];

/// The paper's Table 3: black and white amazons, and the numbers of subgames of one to ten squares.
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

/// The number of subgames.
/// Condition: squares of the subgames.
pub const SUBGAME_COUNTS: Experiment<Config, usize, Counts> = Experiment {
    info: ExperimentInfo {
        id: "subgames/table3",
        title: "Number of subgames",
        reference: "Subgame Database for Amazons, Table 3: all subgames of up to ten squares, 17,275,854,477",
        description: "Number of subgames by squares and amazons up to symmetry: the paper's whole table, to the last digit.",
    },
    config: |scale| Config {
        max_squares: scale.pick(8, MAX_SQUARES),
    },
    grid: |config| Grid::new(1..=config.max_squares),
    measure,
    results,
};

fn measure(unit: Unit<'_, Config, usize>) -> Result<Counts, BoxError> {
    if unit.config.max_squares > MAX_SQUARES {
        return Err(format!("subgames have at most {MAX_SQUARES} squares").into());
    }
    Ok(count_subgames(
        shapes(unit.config.max_squares),
        *unit.condition,
    ))
}

fn results(config: &Config, groups: &Groups<'_, usize, Counts>) -> Results {
    let counts = |size: usize| groups[size - 1].samples.first();
    let table = ResultTable::over("Subgames by squares", PAPER)
        .column("black", |row| row.0.to_string())
        .column("white", |row| row.1.to_string())
        .columns(
            1..=config.max_squares,
            |size| size.to_string(),
            |row, &size| {
                let (black, white, paper) = (row.0, row.1, row.2[size - 1]);
                counts(size).map(|counts| match counts[black][white] {
                    ours if ours == paper => ResultCell::Count(ours),
                    ours => format!("{ours} (paper {paper})").into(),
                })
            },
        )
        .note("A count that differs from the paper's has the paper's beside it.");
    Results::new([totals(groups), table])
}

fn totals(groups: &Groups<'_, usize, Counts>) -> ResultTable {
    let mut rows: Vec<(String, u64, u64, Option<String>)> = groups
        .first_samples()
        .map(|(squares, counts)| {
            let index = squares - 1;
            let equal =
                |row: &&(usize, usize, [u64; MAX_SQUARES])| counts[row.0][row.1] == row.2[index];
            let equal = PAPER.iter().filter(equal).count();
            (
                squares.to_string(),
                PAPER.iter().map(|row| row.2[index]).sum(),
                PAPER.iter().map(|row| counts[row.0][row.1]).sum(),
                Some(format!("{equal} of {}", PAPER.len())),
            )
        })
        .collect();
    let paper = rows.iter().map(|row| row.1).sum();
    let ours = rows.iter().map(|row| row.2).sum();
    rows.push(("total".to_owned(), paper, ours, None));
    ResultTable::over("Table 3: all subgames", rows)
        .column("squares", |row| row.0.clone())
        .column("paper", |row| row.1)
        .column("ours", |row| row.2)
        .column("cells equal", |row| row.3.clone())
        .note("Cells are the numbers by black and white amazons, 15 per size.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::testing::{all_samples, results};

    #[test]
    fn the_paper_is_copied_correctly() {
        let total: u64 = PAPER.iter().flat_map(|row| row.2).sum();
        assert_eq!(total, 17_275_854_477);
    }

    #[test]
    fn small_counts_are_as_in_the_paper() {
        let config = Config { max_squares: 6 };
        let samples = all_samples(&SUBGAME_COUNTS, &config);
        let results = results(&SUBGAME_COUNTS, &config, &samples);
        for row in &results.tables[0].rows[..6] {
            assert_eq!(row[1], row[2]);
            assert_eq!(row[3], "15 of 15".into());
        }
    }
}
