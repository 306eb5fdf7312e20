//! Score tables against exhaustive search.

use amazons::{Color, Game, Position, Region};
use endgame::{
    Placements, ScoreTable, ShapeCatalogue, Shard, build_score_shard, build_score_table,
    exhaustive_score, position_from_shape,
};
use game::SplitMix64;

use crate::fixtures::{assert_same_files, score_table, score_table_dir};

#[test]
fn small_subgames_agree_with_exhaustive_search() {
    let table = score_table(5);
    assert_eq!(table.max_size(), 5);
    let catalogue = ShapeCatalogue::new(5);
    for size in 1..=5 {
        for (number, &shape) in catalogue.shapes(size).iter().enumerate() {
            for (place, (black, white)) in Placements::new(size).all().enumerate() {
                let position = position_from_shape(shape, black, white);
                let expected = Some(exhaustive_score(&position));
                let by_index = table.score_by_index(size, number, place);
                assert_eq!(by_index.unwrap(), expected, "{position:?}");
                let region = position.regions().next().unwrap();
                assert_eq!(table.probe(&region).unwrap(), expected, "{position:?}");
            }
        }
    }
}

#[test]
fn random_larger_subgames_and_sums_agree_with_exhaustive_search() {
    let table = score_table(7);
    let catalogue = ShapeCatalogue::new(7);
    let mut rng = SplitMix64::from_seed(1);
    let mut below = |bound: usize| rng.below(bound);
    for size in [6, 7] {
        let boards: Vec<(u16, u16)> = Placements::new(size).all().collect();
        for _ in 0..300 {
            let shape = catalogue.shapes(size)[below(catalogue.shapes(size).len())];
            let (mut black, mut white) = boards[below(boards.len())];
            // Every other one with colors swapped, which the table does not store.
            if below(2) == 0 {
                std::mem::swap(&mut black, &mut white);
            }
            let position = position_from_shape(shape, black, white);
            let region = position.regions().next().unwrap();
            let pair = table.probe(&region).unwrap().unwrap();
            assert_eq!(pair, exhaustive_score(&position), "{position:?}");
            let scores = [pair.black_first, pair.white_first];
            for (side, score) in Color::ALL.into_iter().zip(scores) {
                let moves = table.scored_moves(&position, &region, side);
                let moves = moves.unwrap().unwrap();
                assert_eq!(moves.first().map(|mv| mv.score), score);
                let position = position.with_to_move(side);
                assert_eq!(moves.len() as u64, position.move_count());
                if moves.is_empty() {
                    continue;
                }
                // An arrow often leaves a sum.
                let after = position.after(moves[below(moves.len())].mv).unwrap();
                let parts: Vec<Region> = after.regions().collect();
                let sum = table.probe_sum(&parts).unwrap();
                assert_eq!(sum, Some(exhaustive_score(&after)), "{after:?}");
            }
        }
    }
}

#[test]
fn subgames_outside_the_table_are_unknown() {
    let nothing = ScoreTable::open(tempfile::tempdir().unwrap().path()).unwrap();
    assert_eq!(nothing.max_size(), 0);
    let start = Position::standard_start();
    let whole = start.regions().next().unwrap();
    assert_eq!(nothing.probe(&whole).unwrap(), None);
    let table = score_table(5);
    assert_eq!(table.probe(&whole).unwrap(), None);
    let moves = table.scored_moves(&start, &whole, Color::White);
    assert_eq!(moves.unwrap(), None);
    let five = amazons::notation::parse_position("xxxxx b").unwrap();
    let region = five.regions().next().unwrap();
    assert_eq!(
        table.probe(&region).unwrap(),
        None,
        "five amazons of a colour"
    );
}

#[test]
fn an_interrupted_build_is_resumed_and_writes_the_same_files() {
    let whole = score_table_dir(6);
    let parts = tempfile::tempdir().unwrap();
    for stop_after in [1, 3, 7, 9] {
        let told = std::sync::atomic::AtomicU32::new(0);
        let watch = |_| told.fetch_add(1, std::sync::atomic::Ordering::Relaxed) < stop_after;
        let error = build_score_table(parts.path(), 6, &watch).unwrap_err();
        assert_eq!(error.to_string(), "interrupted");
    }
    build_score_table(parts.path(), 6, &|_| true).unwrap();
    assert_same_files(whole.path(), parts.path());
}

#[test]
fn a_single_shard_needs_the_smaller_sizes() {
    let whole = score_table(6);
    let parts = tempfile::tempdir().unwrap();
    let shard: Shard = "06-shapes-0000".parse().unwrap();
    let error = build_score_shard(parts.path(), shard, &|_| true).unwrap_err();
    let expected = "is missing: size 5 must be built first";
    assert!(error.to_string().contains(expected), "{error}");
    for name in ["11-shapes-0000", "10-sums-0000", "06-shapes-0009"] {
        let result = name
            .parse()
            .and_then(|shard| build_score_shard(parts.path(), shard, &|_| true));
        let error = result.unwrap_err().to_string();
        assert!(error.contains("is not the name of a shard"), "{error}");
    }
    build_score_table(parts.path(), 5, &|_| true).unwrap();
    build_score_shard(parts.path(), "05-sums-0000".parse().unwrap(), &|_| true).unwrap();
    build_score_shard(parts.path(), shard, &|_| true).unwrap();
    let built = ScoreTable::open(parts.path()).unwrap();
    assert_eq!((built.checksum(), built.max_size()), (whole.checksum(), 6));
}
