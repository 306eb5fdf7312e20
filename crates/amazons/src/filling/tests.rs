//! The filler against exhaustive filling.

use std::collections::HashMap;

use proptest::prelude::*;

use super::*;
use crate::moves::Move;
use crate::square::{Direction, Square};
use crate::square_set::SquareSet;

const STEPS: u32 = 1_000_000;

/// All moves, one square after another.
fn moves_naively(space: Space) -> Vec<Move> {
    let walk = |from: Square, empty: SquareSet| {
        let mut reached = Vec::new();
        for direction in Direction::ALL {
            let mut next = SquareSet::of(from).step(direction) & empty;
            while let Some(square) = next.first() {
                reached.push(square);
                next = next.step(direction) & empty;
            }
        }
        reached
    };
    let mut moves = Vec::new();
    for from in space.amazons {
        for to in walk(from, space.empty) {
            for arrow in walk(to, space.empty | from) {
                if arrow == from || !space.tied.contains(from) {
                    moves.push(Move { from, to, arrow });
                }
            }
        }
    }
    moves
}

/// The most moves that can be made, by trying all.
fn longest_naively(space: Space, known: &mut HashMap<Space, u32>) -> u32 {
    if let Some(&length) = known.get(&space) {
        return length;
    }
    let length = moves_naively(space)
        .into_iter()
        .map(|mv| 1 + longest_naively(space.after(mv), known))
        .max()
        .unwrap_or(0);
    known.insert(space, length);
    length
}

/// What a player gets who always keeps as many squares in reach as possible, and looks no further.
fn greedily(mut space: Space) -> u32 {
    let mut length = 0;
    while let Some(next) = moves_naively(space)
        .into_iter()
        .map(|mv| space.after(mv).within_reach())
        .max_by_key(|next| next.empty.len())
    {
        space = next;
        length += 1;
    }
    length
}

/// A space on a small board: `x` an amazon, `t` one that is tied, `.` empty, anything else fire.
fn space(diagram: &str) -> Space {
    let mut space = Space {
        empty: SquareSet::EMPTY,
        amazons: SquareSet::EMPTY,
        tied: SquareSet::EMPTY,
    };
    for (row, line) in diagram.split('|').rev().enumerate() {
        for (column, letter) in line.chars().enumerate() {
            let square = Square::new(column as u8, row as u8).unwrap();
            match letter {
                '.' => space.empty |= square,
                'x' => space.amazons |= square,
                't' => {
                    space.amazons |= square;
                    space.tied |= square;
                }
                _ => {}
            }
        }
    }
    space
}

/// Plays the plan and checks every move; returns how many there were.
fn play_plan(mut space: Space, plan: &[Move]) -> u32 {
    for &mv in plan {
        assert!(moves_naively(space).contains(&mv), "{mv} in {space:?}");
        space = space.after(mv);
    }
    plan.len() as u32
}

fn check(space: Space) -> u32 {
    let longest = Longest::of(space.within_reach(), STEPS);
    let naive = longest_naively(space, &mut HashMap::new());
    assert_eq!(longest.most, naive, "{space:?}");
    assert_eq!(play_plan(space, &longest.plan), naive, "{space:?}");
    naive
}

#[test]
fn known_spaces() {
    for (diagram, longest) in [
        ("x", 0),
        ("x.", 1),
        ("t.", 1),
        ("x....", 4),
        // Two dead ends: one of them is shot at from the other's side.
        (".x.", 2),
        // A tied amazon burns the middle and loses one side.
        (".t.", 1),
        ("..t..", 2),
        // Straight arms are shot at from where they meet.
        ("#.#|.x.|###", 3),
        (".###.|#.#.#|##x##|#.#.#|.###.", 8),
        // Far ends are burned first, on the way in and on the way back.
        ("..#..|.###.|..x..", 10),
        // Arms out of line: from neither can the other be shot at.
        ("#x.|.##", 1),
        // From the gate between two rooms a tied amazon fills one of them; the other needs its own.
        ("...#...|...t...|...#...", 9),
        ("..#..|..t..|x.#..", 11),
    ] {
        assert_eq!(check(space(diagram)), longest, "{diagram}");
    }
}

#[test]
fn greed_wastes_a_square() {
    let horseshoe = space("...|.#.|x##");
    assert_eq!(greedily(horseshoe), 4);
    assert_eq!(check(horseshoe), 5);
}

#[test]
fn too_few_steps_are_said_to_be_too_few() {
    let space = space("......|......|......|..x...").within_reach();
    assert_eq!(Filler::new(3).fills(space, 0), Err(OutOfSteps));
    assert_eq!(Filler::new(10_000).fills(space, 0), Ok(true));
    let longest = Longest::of(space, 3);
    assert_eq!(longest.most, 23);
    assert_eq!(play_plan(space, &longest.plan), 3);
}

fn any_space() -> impl Strategy<Value = Space> {
    let content = prop_oneof![5 => Just('.'), 1 => Just('x'), 1 => Just('t'), 6 => Just('#')];
    (3..=6_usize, prop::collection::vec(content, 20..=24)).prop_map(|(columns, letters)| {
        let rows: Vec<String> = letters
            .chunks(columns)
            .map(|row| row.iter().collect())
            .collect();
        space(&rows.join("|"))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn the_longest_filling_is_found(space in any_space().prop_filter(
        "few enough squares to try everything",
        |space| space.within_reach().empty.len() <= 7,
    )) {
        check(space);
    }
}
