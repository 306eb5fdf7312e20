//! Tables that were built, against the rules themselves.

use endgame::{Catalogue, Placements, Table, build, play_out, position_of};

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
                assert_eq!(table.probe(&region).unwrap(), Some(expected), "{position:?}");
            }
        }
    }
}
