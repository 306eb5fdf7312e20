//! Tables that were built, against the rules themselves.

use amazons::{Color, Game, Position, Region};
use endgame::{Catalogue, Placements, Shard, Table, build, build_shard, play_out, position_of};

#[test]
fn all_small_subgames_are_worth_what_playing_them_out_says() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), 5, &|_| true).unwrap();
    let table = Table::open(folder.path()).unwrap();
    assert_eq!(table.largest(), 5);
    let catalogue = Catalogue::new(5);
    for size in 1..=5 {
        for (number, &shape) in catalogue.shapes(size).iter().enumerate() {
            for (place, (black, white)) in Placements::new(size).all().enumerate() {
                let position = position_of(shape, black, white);
                let expected = play_out(&position);
                assert_eq!(table.value_at(size, number, place).unwrap(), Some(expected));
                let region = position.regions().next().unwrap();
                assert_eq!(
                    table.probe(&region).unwrap(),
                    Some(expected),
                    "{position:?}"
                );
            }
        }
    }
}

#[test]
fn random_larger_subgames_and_sums_are_worth_what_playing_them_out_says() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), 7, &|_| true).unwrap();
    let table = Table::open(folder.path()).unwrap();
    let catalogue = Catalogue::new(7);
    let mut state = 1_u64;
    let mut below = |bound: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % bound
    };
    for size in [6, 7] {
        let boards: Vec<(u16, u16)> = Placements::new(size).all().collect();
        for _ in 0..300 {
            let shape = catalogue.shapes(size)[below(catalogue.shapes(size).len())];
            let (black, white) = boards[below(boards.len())];
            // Every other one with the colours exchanged, which the table does not store.
            let (black, white) = if below(2) == 0 {
                (black, white)
            } else {
                (white, black)
            };
            let position = position_of(shape, black, white);
            let region = position.regions().next().unwrap();
            let pair = table.probe(&region).unwrap().unwrap();
            assert_eq!(pair, play_out(&position), "{position:?}");
            for (side, value) in Color::ALL
                .into_iter()
                .zip([pair.black_first, pair.white_first])
            {
                let turns = table.turns(&position, &region, side).unwrap().unwrap();
                assert_eq!(turns.first().map(|turn| turn.value), value);
                let position = position.with_to_move(side);
                assert_eq!(turns.len() as u64, position.move_count());
                if turns.is_empty() {
                    continue;
                }
                // What an arrow leaves is a sum as often as not.
                let after = position.after(turns[below(turns.len())].mv).unwrap();
                let parts: Vec<Region> = after.regions().collect();
                assert_eq!(
                    table.probe_sum(&parts).unwrap(),
                    Some(play_out(&after)),
                    "{after:?}"
                );
            }
        }
    }
}

#[test]
fn what_the_table_does_not_know_it_does_not_say() {
    let folder = tempfile::tempdir().unwrap();
    let nothing = Table::open(folder.path()).unwrap();
    let start = Position::standard_start();
    let whole = start.regions().next().unwrap();
    assert_eq!(
        (nothing.largest(), nothing.probe(&whole).unwrap()),
        (0, None)
    );
    build(folder.path(), 5, &|_| true).unwrap();
    let table = Table::open(folder.path()).unwrap();
    assert_eq!(table.probe(&whole).unwrap(), None);
    assert_eq!(table.turns(&start, &whole, Color::White).unwrap(), None);
    let five = amazons::notation::parse_position("xxxxx b").unwrap();
    let region = five.regions().next().unwrap();
    assert_eq!(
        table.probe(&region).unwrap(),
        None,
        "five amazons of a colour"
    );
}

#[test]
fn an_interrupted_build_is_gone_on_with_and_gives_the_same_bytes() {
    let whole = tempfile::tempdir().unwrap();
    build(whole.path(), 6, &|_| true).unwrap();
    let parts = tempfile::tempdir().unwrap();
    for stop_after in [1, 3, 7, 9] {
        let told = std::sync::atomic::AtomicU32::new(0);
        let watch = |_| told.fetch_add(1, std::sync::atomic::Ordering::Relaxed) < stop_after;
        let error = build(parts.path(), 6, &watch).unwrap_err();
        assert_eq!(error.to_string(), "interrupted");
    }
    build(parts.path(), 6, &|_| true).unwrap();
    let mut names: Vec<_> = std::fs::read_dir(whole.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    names.sort();
    for name in names {
        let [one, other] = [&whole, &parts].map(|folder| std::fs::read(folder.path().join(&name)));
        assert!(one.unwrap() == other.unwrap(), "{name:?}");
    }
}

#[test]
fn shards_can_be_built_alone_once_smaller_sizes_are_there() {
    let whole = tempfile::tempdir().unwrap();
    build(whole.path(), 6, &|_| true).unwrap();
    let parts = tempfile::tempdir().unwrap();
    let shard: Shard = "06-shapes-0000".parse().unwrap();
    let error = build_shard(parts.path(), shard, &|_| true)
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("is missing: size 5 must be built first"),
        "{error}"
    );
    for name in ["11-shapes-0000", "10-sums-0000", "06-shapes-0009"] {
        let result = name
            .parse()
            .and_then(|shard| build_shard(parts.path(), shard, &|_| true));
        let error = result.unwrap_err().to_string();
        assert!(error.contains("is not the name of a shard"), "{error}");
    }
    build(parts.path(), 5, &|_| true).unwrap();
    build_shard(parts.path(), "05-sums-0000".parse().unwrap(), &|_| true).unwrap();
    build_shard(parts.path(), shard, &|_| true).unwrap();
    let [one, other] = [&whole, &parts].map(|folder| Table::open(folder.path()).unwrap());
    assert_eq!(one.fingerprint(), other.fingerprint());
    assert_eq!(one.largest(), 6);
}
