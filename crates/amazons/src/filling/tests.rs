//! Fill search against brute force.

use std::collections::HashMap;

use proptest::prelude::*;

use super::*;
use crate::moves::Move;
use crate::queen_moves::tests::naive_queen_moves;
use crate::square::Square;
use crate::square_set::SquareSet;

const MAX_STEPS: u32 = 1_000_000;

/// All moves, one step at a time.
fn naive_moves(region: FillRegion) -> Vec<Move> {
    let mut moves = Vec::new();
    for from in region.amazons {
        for to in naive_queen_moves(from, region.empty) {
            for arrow in naive_queen_moves(to, region.empty | from) {
                if arrow == from || !region.blockers.contains(from) {
                    moves.push(Move { from, to, arrow });
                }
            }
        }
    }
    moves
}

/// Length of the longest line by brute force.
fn naive_longest(region: FillRegion, known: &mut HashMap<FillRegion, u32>) -> u32 {
    if let Some(&length) = known.get(&region) {
        return length;
    }
    let length = naive_moves(region)
        .into_iter()
        .map(|mv| 1 + naive_longest(region.after(mv), known))
        .max()
        .unwrap_or(0);
    known.insert(region, length);
    length
}

/// Length of the line that always keeps the most squares reachable.
fn greedy_length(mut region: FillRegion) -> u32 {
    let mut length = 0;
    while let Some(next) = naive_moves(region)
        .into_iter()
        .map(|mv| region.after(mv).reachable_part())
        .max_by_key(|next| next.empty.len())
    {
        region = next;
        length += 1;
    }
    length
}

/// Parses rows from the top: `x` an amazon, `t` a blocker, `.` empty, anything else burned.
fn region(diagram: &str) -> FillRegion {
    let mut region = FillRegion {
        empty: SquareSet::EMPTY,
        amazons: SquareSet::EMPTY,
        blockers: SquareSet::EMPTY,
    };
    for (row, line) in diagram.split('|').rev().enumerate() {
        for (column, letter) in line.chars().enumerate() {
            let square = Square::new(column as u8, row as u8).unwrap();
            match letter {
                '.' => region.empty |= square,
                'x' => region.amazons |= square,
                't' => {
                    region.amazons |= square;
                    region.blockers |= square;
                }
                _ => {}
            }
        }
    }
    region
}

/// Plays a line, checks every move and returns the length.
fn play_line(mut region: FillRegion, line: &[Move]) -> u32 {
    for &mv in line {
        assert!(naive_moves(region).contains(&mv), "{mv} in {region:?}");
        region = region.after(mv);
    }
    line.len() as u32
}

fn check(region: FillRegion) -> u32 {
    let plan = FillPlan::of_region(region.reachable_part(), MAX_STEPS);
    let naive = naive_longest(region, &mut HashMap::new());
    assert_eq!(plan.count.exact(), Some(naive), "{region:?}");
    assert_eq!(play_line(region, &plan.moves), naive, "{region:?}");
    naive
}

#[test]
fn known_regions() {
    for (diagram, longest) in [
        ("x", 0),
        ("x.", 1),
        ("t.", 1),
        ("x....", 4),
        // Two dead ends: one is burned from the other.
        (".x.", 2),
        // A blocker burns its square and loses one side.
        (".t.", 1),
        ("..t..", 2),
        // Straight arms are burned from where they meet.
        ("#.#|.x.|###", 3),
        (".###.|#.#.#|##x##|#.#.#|.###.", 8),
        // Far ends are burned first, on the way in and on the way back.
        ("..#..|.###.|..x..", 10),
        // Arms out of line: neither can be burned from the other.
        ("#x.|.##", 1),
        // A blocker between two areas fills one of them; the other needs its own amazon.
        ("...#...|...t...|...#...", 9),
        ("..#..|..t..|x.#..", 11),
    ] {
        assert_eq!(check(region(diagram)), longest, "{diagram}");
    }
}

#[test]
fn the_greedy_line_has_a_defect() {
    let horseshoe = region("...|.#.|x##");
    assert_eq!(greedy_length(horseshoe), 4);
    assert_eq!(check(horseshoe), 5);
}

#[test]
fn the_step_limit_is_respected() {
    let region = region("......|......|......|..x...").reachable_part();
    assert_eq!(
        FillSearch::new(3).can_fill(region, 0),
        Err(StepLimitReached)
    );
    assert_eq!(FillSearch::new(10_000).can_fill(region, 0), Ok(true));
    let plan = FillPlan::of_region(region, 3);
    assert_eq!(
        plan.count,
        MoveCount {
            lower: 3,
            upper: 23
        }
    );
    assert_eq!(play_line(region, &plan.moves), 3);
}

fn any_region() -> impl Strategy<Value = FillRegion> {
    let content = prop_oneof![5 => Just('.'), 1 => Just('x'), 1 => Just('t'), 6 => Just('#')];
    (3..=6_usize, prop::collection::vec(content, 20..=24)).prop_map(|(columns, letters)| {
        let rows: Vec<String> = letters
            .chunks(columns)
            .map(|row| row.iter().collect())
            .collect();
        region(&rows.join("|"))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn the_longest_line_is_found(region in any_region().prop_filter(
        "few enough squares for brute force",
        |region| region.reachable_part().empty.len() <= 7,
    )) {
        check(region);
    }
}
