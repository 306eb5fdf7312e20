//! Number of subgames of each size against published counts.

use endgame::{MAX_SQUARES, ShapeCatalogue, count_subgames};

#[test]
fn counts_are_as_published() {
    let catalogue = ShapeCatalogue::new(MAX_SQUARES);
    let shapes: Vec<usize> = (1..=MAX_SQUARES)
        .map(|size| catalogue.shapes(size).len())
        .collect();
    let known = [1, 2, 5, 22, 94, 524, 3031, 18770, 118_133, 758_381];
    assert_eq!(shapes, known, "free polyplets");
    let counts: Vec<_> = (1..=MAX_SQUARES)
        .map(|size| count_subgames(&catalogue, size))
        .collect();
    let table = include_str!("../../../../tests/data/table3.csv");
    let mut cells = 0;
    for line in table.lines().skip(1) {
        let fields: Vec<u64> = line
            .split(',')
            .map(|field| field.parse().unwrap())
            .collect();
        let (black, white) = (fields[0] as usize, fields[1] as usize);
        for (size, &expected) in fields[2..].iter().enumerate() {
            assert_eq!(
                counts[size][black][white],
                expected,
                "{black}, {white}, {}",
                size + 1
            );
            cells += 1;
        }
    }
    assert_eq!(cells, 150);
}
