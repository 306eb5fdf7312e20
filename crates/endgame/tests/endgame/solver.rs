//! The board solver against exhaustive search.

use amazons::notation::parse_position;
use amazons::{BoardSize, Color, Content, Game, Position};
use combinatorial::GameValue;
use endgame::{Solver, ValueCalculator};
use game::SplitMix64;

use crate::fixtures::{BruteForce, after_move, all_moves, value_table};

/// A random board.
fn random_board(
    random: &mut SplitMix64,
    columns: u8,
    rows: u8,
    amazons: usize,
    burned: usize,
) -> Position {
    let size = BoardSize::new(columns, rows).unwrap();
    let mut position = Position::empty(size, Color::Black);
    let mut free: Vec<_> = position.board().iter().collect();
    let mut put = |position: &mut Position, content, random: &mut SplitMix64| {
        if !free.is_empty() {
            let square = free.swap_remove(random.below(free.len()));
            position.put(square, content).unwrap();
        }
    };
    for color in Color::ALL {
        for _ in 0..1 + random.below(amazons) {
            put(&mut position, Content::Amazon(color), random);
        }
    }
    for _ in 0..random.below(burned + 1) {
        put(&mut position, Content::Burned, random);
    }
    position
}

fn check(solver: &Solver, boards: &[Position]) {
    let solution = solver.solve(boards, &mut |_, _| true).unwrap();
    let mut truth = BruteForce::default();
    let results = [solution.black_first, solution.white_first];
    for (first, result) in Color::ALL.into_iter().zip(results) {
        let wins = truth.winner(boards, first, [0, 0]) == first;
        let text: Vec<String> = boards.iter().map(Position::to_text).collect();
        assert_eq!(result.winner == first, wins, "{first:?} first: {text:?}");
        assert_eq!(result.moves.is_empty(), !wins, "{first:?} first: {text:?}");
        let mut winning = all_moves(boards, first);
        winning.retain(|&mv| {
            let after = after_move(boards, first, mv);
            truth.winner(&after, !first, [0, 0]) == first
        });
        for found in &result.moves {
            assert!(winning.contains(found), "{found:?} does not win {text:?}");
        }
        let all = solver.all_winning_moves(boards, first, &mut |_, _| true);
        let all = all.unwrap();
        assert_eq!(all.moves, winning, "{first:?} first: {text:?}");
        assert_eq!(all.unknown, 0);
    }
}

fn count(usual: usize) -> usize {
    std::env::var("BOARDS").map_or(usual, |count| count.parse().unwrap())
}

#[test]
fn random_boards_agree_with_exhaustive_search() {
    let solver = Solver::new(1 << 22, 1, None);
    let mut random = SplitMix64::from_seed(1);
    for _ in 0..count(400) {
        let (columns, rows) = (2 + random.below(3) as u8, 2 + random.below(2) as u8);
        let board = random_board(&mut random, columns, rows, 2, 3);
        if board.empty_squares().len() <= 7 {
            check(&solver, &[board]);
        }
    }
}

#[test]
fn random_sums_agree_with_exhaustive_search() {
    let table = value_table(4);
    let solvers = [None, Some(&table)].map(|table| Solver::new(1 << 22, 2, table));
    let mut random = SplitMix64::from_seed(2);
    for round in 0..count(200) {
        let boards: Vec<Position> = (0..2 + random.below(2))
            .map(|_| {
                let (columns, rows) = (2 + random.below(2) as u8, 1 + random.below(3) as u8);
                random_board(&mut random, columns, rows, 2, 3)
            })
            .collect();
        let empty: u32 = boards.iter().map(|board| board.empty_squares().len()).sum();
        if empty <= 7 {
            check(&solvers[round % 2], &boards);
        }
    }
}

/// Sums too large for exhaustive search, against their values.
#[test]
fn sums_of_many_boards_agree_with_their_values() {
    let solver = Solver::new(1 << 22, 2, None);
    let mut values = ValueCalculator::default();
    let mut random = SplitMix64::from_seed(3);
    for round in 0..count(100) {
        let number = [4, 8][round % 2];
        let boards: Vec<Position> = (0..number)
            .map(|_| random_board(&mut random, 3, 3, 4, 0))
            .collect();
        let solution = solver.solve(&boards, &mut |_, _| true).unwrap();
        let mut parts = Vec::new();
        for board in &boards {
            for region in board.regions() {
                parts.push(values.value(&region).unwrap());
            }
        }
        // Compares two halves, since the whole sum would be much larger.
        let games = values.games();
        let (one, other) = parts.split_at(parts.len() / 2);
        let [one, other] = [one, other].map(|parts| {
            let parts = parts.iter();
            parts.fold(GameValue::ZERO, |sum, &part| games.sum(sum, part))
        });
        let other = games.negative(other);
        let black_wins = !games.is_le(one, other);
        let white_wins = !games.is_le(other, one);
        assert_eq!(solution.black_first.winner == Color::Black, black_wins);
        assert_eq!(solution.white_first.winner == Color::White, white_wins);
    }
}

#[test]
fn small_boards_have_their_known_winners() {
    let solver = Solver::new(1 << 24, 2, None);
    let winners = |text: &str| {
        let board = parse_position(text).unwrap();
        let solution = solver.solve(&[board], &mut |_, _| true).unwrap();
        (solution.black_first.winner, solution.white_first.winner)
    };
    assert_eq!(winners(".oo.|o..o|x..x|.xx."), (Color::White, Color::Black));
    assert_eq!(winners("x..o|....|....|o..x"), (Color::Black, Color::White));
    assert_eq!(winners("#"), (Color::White, Color::Black));
}

#[test]
fn a_saved_proof_is_resumed() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("proof");
    let large = [parse_position(".o.o.|o...o|.....|x...x|.x.x.").unwrap()];
    let solver = Solver::new(1 << 24, 1, None);
    let error = solver.solve(&large, &mut |_, _| false).unwrap_err();
    assert!(error.to_string().contains("interrupted"));
    let some = solver
        .all_winning_moves(&large, Color::Black, &mut |_, _| false)
        .unwrap();
    assert!(some.unknown > 0 && some.moves.len() < 10);
    let small = [parse_position("x..o|....|o..x").unwrap()];
    let whole = solver.solve(&small, &mut |_, _| true).unwrap();
    solver.save(&path).unwrap();
    let mut again = Solver::new(1 << 24, 1, None);
    assert!(again.load(&path).unwrap() > 0);
    let solution = again.solve(&small, &mut |_, _| true).unwrap();
    assert_eq!(solution.black_first.winner, whole.black_first.winner);
    assert_eq!(solution.white_first.winner, whole.white_first.winner);
    assert!(solution.nodes < whole.nodes);
}
