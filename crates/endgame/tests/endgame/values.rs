//! Exact values against an independent program and published values; interrupted builds.

use std::path::Path;
use std::str::FromStr;

use amazons::notation::parse_position;
use amazons::{Color, Position, TerritorySplit};
use cgt::short::partizan::games::amazons::Amazons;
use cgt::short::partizan::partizan_game::PartizanGame;
use cgt::short::partizan::transposition_table::ParallelTranspositionTable;
use combinatorial::{Dyadic, GameValue};
use endgame::{
    Placements, ShapeCatalogue, ValueCalculator, ValueTable, build_value_table, position_from_shape,
};
use game::SplitMix64;

use crate::fixtures::{assert_same_files, value_table};

fn value(values: &mut ValueCalculator, position: &Position) -> GameValue {
    position.regions().fold(GameValue::ZERO, |sum, region| {
        let value = values.value(&region).unwrap();
        values.games().sum(sum, value)
    })
}

#[test]
fn published_values_are_reproduced() {
    let text = include_str!("../../../../tests/data/cgt-values.csv");
    let mut values = ValueCalculator::default();
    let mut seen = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let (position, expected) = line.split_once(',').unwrap();
        let expected = expected.trim_matches('"');
        let found = value(&mut values, &parse_position(position).unwrap());
        let games = values.games();
        if let Some(rest) = expected.strip_prefix("temperature ") {
            let (temperature, mean) = rest.split_once(", mean ").unwrap();
            let thermograph = games.thermograph(found);
            let shown = [thermograph.temperature(), thermograph.mean()].map(|x| x.to_string());
            assert_eq!(shown, [temperature, mean], "{position}");
        } else {
            assert_eq!(games.parse(expected).unwrap(), found, "{position}");
            assert_eq!(games.format(found), expected);
        }
        seen += 1;
    }
    assert_eq!(seen, 6);
}

/// Table, computed values and an independent program agree on random subgames.
#[test]
fn random_subgames_agree_with_an_independent_program() {
    let table = value_table(6);
    assert_eq!(table.max_size(), 6);
    let mut looked_up = ValueCalculator::new(Some(&table));
    let mut worked_out = ValueCalculator::default();
    let catalogue = ShapeCatalogue::new(6);
    let theirs = ParallelTranspositionTable::new();
    let mut rng = SplitMix64::from_seed(7);
    let mut draw = |limit: usize| rng.below(limit);
    let count = std::env::var("SUBGAMES").map_or(1000, |count| count.parse().unwrap());
    for _ in 0..count {
        let size = 4 + draw(3);
        let shapes = catalogue.shapes(size);
        let boards: Vec<(u16, u16)> = Placements::new(size).all().collect();
        let (mut black, mut white) = boards[draw(boards.len())];
        if draw(2) == 1 {
            std::mem::swap(&mut black, &mut white);
        }
        let position = position_from_shape(shapes[draw(shapes.len())], black, white);
        let found = value(&mut looked_up, &position);
        let played = value(&mut worked_out, &position);
        let text = looked_up.games().format(found);
        assert_eq!(text, worked_out.games().format(played));
        let diagram = amazons::notation::diagram::write_board(&position);
        let other: Amazons = Amazons::from_str(&cropped(&diagram)).unwrap();
        let other = other.canonical_form(&theirs).to_string();
        let parsed = looked_up.games().parse(&other).unwrap();
        assert_eq!(parsed, found, "{diagram}: {text}, not {other}");
        // Stored properties follow from the value.
        let region = position.regions().find(|region| region.is_contested());
        if let Some(region) = region {
            let number = table.probe(&region).unwrap().unwrap();
            let record = table.value(number).unwrap().unwrap();
            let games = looked_up.games();
            let thermograph = games.thermograph(found);
            assert_eq!(record.outcome, games.outcome(found));
            // The guaranteed margins bound the value.
            let [black, white] = Color::ALL.map(|color| region.amazons(color));
            let bound = |own, other| TerritorySplit::new(region.empty_squares(), own, other);
            let (least, most) = (bound(black, white), bound(white, black));
            let least = games.intern_number(Dyadic::from_integer(least.guaranteed_margin()));
            let most = games.intern_number(Dyadic::from_integer(-most.guaranteed_margin()));
            assert!(games.is_le(least, found), "{diagram}");
            assert!(games.is_le(found, most), "{diagram}");
            assert_eq!(record.mean, thermograph.mean());
            assert_eq!(record.temperature, thermograph.temperature());
            assert_eq!(record.left_stop, games.forms().left_stop(found));
            assert_eq!(record.right_stop, games.forms().right_stop(found));
        }
    }
}

/// Crops burned rows and columns for the other program.
fn cropped(diagram: &str) -> String {
    let rows: Vec<&str> = diagram
        .split('|')
        .filter(|row| row.contains(|cell| cell != '#'))
        .collect();
    let columns: Vec<usize> = (0..10)
        .filter(|&column| rows.iter().any(|row| row.as_bytes()[column] != b'#'))
        .collect();
    let crop = |row: &&str| {
        let cells = columns
            .iter()
            .map(|&column| char::from(row.as_bytes()[column]));
        cells.collect::<String>()
    };
    rows.iter().map(crop).collect::<Vec<_>>().join("|")
}

#[test]
fn an_interrupted_build_is_resumed_and_writes_the_same_files() {
    let (whole, parts) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let build = |threads, dir: &Path| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let built = pool
            .unwrap()
            .install(|| build_value_table(dir, 6, &|_| true));
        built.unwrap();
    };
    build(1, whole.path());
    let interrupted = build_value_table(parts.path(), 6, &|progress| progress.size < 6);
    assert!(interrupted.unwrap_err().to_string().contains("interrupted"));
    assert_eq!(ValueTable::open(parts.path()).unwrap().max_size(), 5);
    build(3, parts.path());
    assert_same_files(parts.path(), whole.path());
}

#[test]
fn corrupt_files_are_rejected() {
    let dir = tempfile::tempdir().unwrap();
    build_value_table(dir.path(), 4, &|_| true).unwrap();
    let path = dir.path().join("04-exact-0000.table");
    let sound = std::fs::read(&path).unwrap();
    let mut damaged = sound.clone();
    damaged[100] ^= 1;
    std::fs::write(&path, &damaged).unwrap();
    let error = ValueTable::open(dir.path()).unwrap_err().to_string();
    assert!(error.contains("04-exact-0000.table is corrupt"), "{error}");
    let error = build_value_table(dir.path(), 4, &|_| true).unwrap_err();
    assert!(error.to_string().contains("is corrupt"), "{error}");
    std::fs::write(&path, &sound[..sound.len() - 3]).unwrap();
    assert!(ValueTable::open(dir.path()).is_err());
    std::fs::remove_file(&path).unwrap();
    assert_eq!(ValueTable::open(dir.path()).unwrap().max_size(), 3);
}

#[test]
fn two_builds_in_one_directory_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let build = || build_value_table(dir.path(), 2, &|_| true);
    let refused = build_value_table(dir.path(), 2, &|_| {
        let error = build().unwrap_err().to_string();
        assert!(error.ends_with(" is in use by another program"), "{error}");
        false
    });
    assert!(refused.is_err());
    build().unwrap();
}
