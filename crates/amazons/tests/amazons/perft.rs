//! Move generation against known perft counts and against a naive implementation.
//!
//! The counts come from two or three independent programs.

use std::collections::HashMap;
use std::ops::ControlFlow;

use amazons::notation::{fen, parse_position};
use amazons::{BoardSize, Color, Content, Game, Move, Outcome, Position, Square};
use game::perft;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::naive_rules::{Board, Cell, Coord, NaiveMove};

/// Position, depth and leaf count of each row of the table.
fn known_counts() -> impl Iterator<Item = (&'static str, u32, u64)> {
    let table = include_str!("../../../../tests/data/perft.csv");
    let rows = table.lines().filter(|line| !line.starts_with('#')).skip(1);
    rows.map(|row| {
        let [size, position, depth, count] = row.split(',').collect::<Vec<_>>()[..] else {
            panic!("{row:?} does not have four columns");
        };
        let board_size = parse_position(position).unwrap().size();
        assert_eq!(board_size.to_string(), size, "{row}");
        (position, depth.parse().unwrap(), count.parse().unwrap())
    })
}

#[test]
fn known_counts_are_reproduced() {
    let mut rows = 0;
    for (text, depth, expected) in known_counts() {
        let position = parse_position(text).unwrap();
        assert_eq!(perft(&position, depth), expected, "{text} at depth {depth}");
        rows += 1;
    }
    assert_eq!(rows, 14);
}

/// Maximum number of leaves that the naive rules count.
const MAX_NAIVE_LEAVES: u64 = 50_000_000;

#[test]
fn known_counts_are_reproduced_naively() {
    let small = known_counts().filter(|&(_, _, count)| count <= MAX_NAIVE_LEAVES);
    let mut rows = 0;
    for (text, depth, expected) in small {
        let counted = Board::read(text).perft(depth);
        assert_eq!(counted, expected, "{text} at depth {depth}");
        rows += 1;
    }
    assert_eq!(rows, 12);
}

/// Compares both implementations of a position; returns ours.
fn compare(board: &Board) -> Position {
    let position = ours(board);
    let naive_moves = board.moves();

    let mut expected = naive_moves.clone();
    expected.sort_unstable();
    let moves = position.moves();
    let mut found: Vec<NaiveMove> = moves.iter().copied().map(naive_move).collect();
    found.sort_unstable();
    assert_eq!(found, expected, "moves of {}", board.write());

    let mut steps = Vec::new();
    let _ = position.visit_steps(|from, to, arrows| {
        assert!(!arrows.is_empty(), "a step without an arrow");
        steps.extend(arrows.iter().map(|arrow| Move { from, to, arrow }));
        ControlFlow::<()>::Continue(())
    });
    assert_eq!(steps, moves, "steps of {}", board.write());

    assert_eq!(position.move_count(), naive_moves.len() as u64);
    assert_eq!(board.count(), naive_moves.len() as u64);
    assert_eq!(position.has_legal_move(), !naive_moves.is_empty());
    let winner = if board.black_to_move {
        Color::White
    } else {
        Color::Black
    };
    let outcome = naive_moves.is_empty().then_some(Outcome::Win(winner));
    assert_eq!(position.outcome(), outcome);

    let text = fen::write(&position);
    assert!(text.starts_with(&board.write()), "{text}");
    assert_eq!(parse_position(&text), Ok(position));
    position
}

/// Plays and takes back every move; compares each child with the naive one.
fn compare_children(board: &Board, position: &Position) {
    let mut played = *position;
    for mv in position.moves() {
        played.play(mv);
        // Equality includes the key, which is computed from scratch in the new position.
        assert_eq!(played, ours(&board.after(naive_move(mv))), "after {mv}");
        assert_eq!(position.after(mv), Ok(played), "after {mv}");
        played.unplay(mv, ());
        assert_eq!(played, *position, "after taking back {mv}");
    }
}

fn ours(board: &Board) -> Position {
    let size = BoardSize::new(board.columns() as u8, board.rows() as u8).unwrap();
    let to_move = if board.black_to_move {
        Color::Black
    } else {
        Color::White
    };
    let mut position = Position::empty(size, to_move);
    for (row, cells) in board.cells.iter().enumerate() {
        for (column, &cell) in cells.iter().enumerate() {
            position.put(square((column, row)), content(cell)).unwrap();
        }
    }
    position
}

fn content(cell: Cell) -> Content {
    match cell {
        Cell::Empty => Content::Empty,
        Cell::Black => Content::Amazon(Color::Black),
        Cell::White => Content::Amazon(Color::White),
        Cell::Burned => Content::Burned,
    }
}

fn square((column, row): Coord) -> Square {
    Square::new(column as u8, row as u8).unwrap()
}

fn naive_move(mv: Move) -> NaiveMove {
    let coord = |square: Square| (usize::from(square.column()), usize::from(square.row()));
    (coord(mv.from), coord(mv.to), coord(mv.arrow))
}

/// Boards of any size, from empty to full.
fn boards() -> impl Strategy<Value = Board> {
    let sizes = (1..=10_usize, 1..=10_usize);
    // Weights of the contents, drawn for every board.
    let weights = (1..40_u32, 0..8_u32, 0..8_u32, 0..40_u32);
    (sizes, weights, any::<bool>()).prop_flat_map(|((columns, rows), weights, black_to_move)| {
        let (empty, black, white, burned) = weights;
        let cell = prop_oneof![
            empty => Just(Cell::Empty),
            black => Just(Cell::Black),
            white => Just(Cell::White),
            burned => Just(Cell::Burned),
        ];
        let row = prop::collection::vec(cell, columns);
        prop::collection::vec(row, rows).prop_map(move |cells| Board {
            cells,
            black_to_move,
        })
    })
}

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(cases(5_000))]

    #[test]
    fn moves_match_the_naive_rules(board in boards()) {
        compare(&board);
    }

    #[test]
    fn different_positions_have_different_keys(
        board in boards(),
        index in any::<Index>(),
        cell in prop::sample::select(vec![Cell::Empty, Cell::Black, Cell::White, Cell::Burned]),
    ) {
        let position = ours(&board);

        // The same position set up in another order, over other contents.
        let mut rebuilt = Position::empty(position.size(), !position.to_move());
        for square in position.board() {
            rebuilt.put(square, Content::Amazon(Color::White)).unwrap();
        }
        for square in position.board().iter().collect::<Vec<_>>().into_iter().rev() {
            rebuilt.put(square, position.content_at(square).unwrap()).unwrap();
        }
        let rebuilt = rebuilt.with_to_move(position.to_move());
        prop_assert_eq!(rebuilt, position);
        prop_assert_eq!(rebuilt.key(), position.key());

        let mut other = board.clone();
        other.black_to_move = !board.black_to_move;
        prop_assert_ne!(ours(&other).key(), position.key(), "the side to move");

        let mut other = board.clone();
        let place = index.index(board.columns() * board.rows());
        let (column, row) = (place % board.columns(), place / board.columns());
        other.cells[row][column] = cell;
        prop_assert_eq!(ours(&other).key() == position.key(), other == board, "one square");

        if board.rows() < 10 {
            let mut other = board.clone();
            other.cells.push(vec![Cell::Empty; board.columns()]);
            prop_assert_ne!(ours(&other).key(), position.key(), "one row more");
        }
        if board.columns() < 10 {
            let mut other = board.clone();
            other.cells.iter_mut().for_each(|row| row.push(Cell::Empty));
            prop_assert_ne!(ours(&other).key(), position.key(), "one column more");
        }
    }
}

proptest! {
    #![proptest_config(cases(1_500))]

    #[test]
    fn other_moves_are_illegal(
        board in boards(),
        changes in prop::collection::vec(
            (any::<Index>(), 0..3_usize, 0..10_usize, 0..10_usize),
            60,
        ),
    ) {
        let position = ours(&board);
        let naive_moves = board.moves();
        for (index, part, column, row) in changes {
            // A legal move with one square changed, possibly off the board.
            let mut squares = match naive_moves.get(index.index(naive_moves.len().max(1))) {
                Some(&(from, to, arrow)) => [from, to, arrow],
                None => [(row, column), (column, column), (row, row)],
            };
            squares[part] = (column, row);
            let [from, to, arrow] = squares.map(square);
            let legal = naive_moves.contains(&squares.into());
            let mv = Move { from, to, arrow };
            prop_assert_eq!(position.check_legal(mv).is_ok(), legal, "{} in {}", mv, board.write());
            prop_assert_eq!(position.is_legal(mv), legal);
        }
    }
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn moves_are_played_and_taken_back(board in boards()) {
        compare_children(&board, &ours(&board));
    }
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn random_games_match_the_naive_rules(
        columns in 4..=10_u8,
        rows in 4..=10_u8,
        choices in prop::collection::vec(any::<Index>(), 100),
    ) {
        let start = Position::start(BoardSize::new(columns, rows).unwrap()).unwrap();
        let mut position = start;
        let mut board = Board::read(&fen::write_board(&start));
        let mut history = Vec::new();
        for choice in choices {
            prop_assert_eq!(compare(&board), position);
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[choice.index(moves.len())];
            position.play(mv);
            board = board.after(naive_move(mv));
            history.push(mv);
        }
        prop_assert!(position.outcome().is_some(), "a hundred moves fill any board");
        for mv in history.into_iter().rev() {
            position.unplay(mv, ());
        }
        prop_assert_eq!(position, start);
    }
}

#[test]
fn keys_of_all_positions_two_moves_deep_differ() {
    let start = parse_position("1q1q1/q3q/5/Q3Q/1Q1Q1").unwrap();
    let mut by_key: HashMap<u64, Position> = HashMap::new();
    let mut sequences = 0;
    let mut position = start;
    for first in start.moves() {
        position.play(first);
        for second in position.moves() {
            position.play(second);
            let known = *by_key.entry(position.key()).or_insert(position);
            assert_eq!(known, position, "two positions with one key");
            sequences += 1;
            position.unplay(second, ());
        }
        position.unplay(first, ());
    }
    assert_eq!(sequences, 50_422);
    // Few orders of moves lead to the same position.
    assert!(by_key.len() > sequences / 8, "{} positions", by_key.len());
}
