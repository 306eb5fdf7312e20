//! Territory proofs against brute force, and plans played to the end.

use std::collections::HashMap;
use std::ops::ControlFlow;

use amazons::{BoardSize, Color, Game, Move, Outcome, Position};
use game::SplitMix64;

use crate::random_positions::{between, choose, played_position, scattered_position};

/// Brute-force solver.
#[derive(Default)]
struct Solver {
    cache: HashMap<Position, bool>,
}

impl Solver {
    fn mover_wins(&mut self, position: &Position) -> bool {
        if let Some(&wins) = self.cache.get(position) {
            return wins;
        }
        let wins = position
            .visit_moves(|mv| {
                let next = position.after(mv).expect("the move is legal");
                if self.mover_wins(&next) {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            })
            .is_break();
        self.cache.insert(*position, wins);
        wins
    }

    fn winner(&mut self, position: &Position) -> Color {
        if self.mover_wins(position) {
            position.to_move()
        } else {
            !position.to_move()
        }
    }
}

/// Numbers of positions with the same number of empty squares.
#[derive(Default)]
struct TerritoryCounts {
    positions: u32,
    proven: u32,
    proven_with_blockers: u32,
    separated: u32,
}

/// A position with few empty squares on a board from 3×3 to 6×6.
fn small_position(rng: &mut SplitMix64, max_empty: u32) -> Position {
    let size = BoardSize::new(between(rng, 3, 6) as u8, between(rng, 3, 6) as u8)
        .expect("sizes are in range");
    let amazons = [between(rng, 1, 3), between(rng, 1, 3)];
    let empty = between(rng, 1, max_empty);
    if between(rng, 0, 1) == 0 {
        scattered_position(rng, size, amazons, empty)
    } else {
        played_position(rng, size, amazons, empty)
    }
}

#[test]
fn proofs_agree_with_brute_force() {
    let rng = &mut SplitMix64::from_seed(1);
    let mut counts: Vec<TerritoryCounts> = Vec::new();
    for round in 0..16_000 {
        let max_empty = if round % 10 == 0 { 7 } else { 6 };
        let position = small_position(rng, max_empty);
        let empty = position.empty_squares().len() as usize;
        if empty > max_empty as usize {
            // The game ended early; too large for brute force with the other side to move.
            continue;
        }
        counts.resize_with(counts.len().max(empty + 1), TerritoryCounts::default);
        let count = &mut counts[empty];
        let mut solver = Solver::default();
        for color in Color::ALL {
            let position = position.with_to_move(color);
            count.positions += 1;
            count.separated += u32::from(position.is_separated());
            let Some(outcome) = position.proven_outcome() else {
                assert!(
                    !position.is_separated(),
                    "not proven: {}",
                    position.to_text()
                );
                continue;
            };
            let truth = Outcome::Win(solver.winner(&position));
            assert_eq!(outcome, truth, "{}", position.to_text());
            count.proven += 1;
            if !position.is_separated() && position.has_legal_move() {
                count.proven_with_blockers += 1;
            }
        }
    }
    println!("empty  positions  proven  with blockers  separated");
    for (empty, count) in counts.iter().enumerate() {
        let share = |part: u32| 100.0 * f64::from(part) / f64::from(count.positions.max(1));
        println!(
            "{empty:5}  {:9}  {:5.1}%  {:12.1}%  {:8.1}%",
            count.positions,
            share(count.proven),
            share(count.proven_with_blockers),
            share(count.separated)
        );
    }
    let total = |part: fn(&TerritoryCounts) -> u32| counts.iter().map(part).sum::<u32>();
    // Fails if hardly anything is proven.
    assert!(total(|count| count.proven) > total(|count| count.positions) / 2);
    assert!(total(|count| count.proven_with_blockers) > total(|count| count.positions) / 10);
}

/// A strategy of the opponent of a plan.
type Opponent = fn(&mut SplitMix64, &Position) -> Move;

fn any_move(rng: &mut SplitMix64, position: &Position) -> Move {
    choose(rng, &position.moves())
}

fn min_opponent_mobility_move(rng: &mut SplitMix64, position: &Position) -> Move {
    best_move(rng, position, |next| -(next.move_count() as i64))
}

fn max_own_mobility_move(rng: &mut SplitMix64, position: &Position) -> Move {
    best_move(rng, position, |next| {
        next.with_to_move(!next.to_move()).move_count() as i64
    })
}

/// Follows a territory plan if there is one.
fn plan_move(rng: &mut SplitMix64, position: &Position) -> Move {
    let planned = position
        .territory_plan()
        .and_then(|plan| plan.moves.first().copied());
    planned.unwrap_or_else(|| max_own_mobility_move(rng, position))
}

fn best_move(rng: &mut SplitMix64, position: &Position, score: fn(&Position) -> i64) -> Move {
    let moves = position.moves();
    let scores = moves
        .iter()
        .map(|&mv| score(&position.after(mv).expect("the move is legal")));
    let scores: Vec<i64> = scores.collect();
    let best = scores.iter().max().copied().expect("there are moves");
    let candidates: Vec<Move> = moves
        .into_iter()
        .zip(scores)
        .filter(|&(_, score)| score == best)
        .map(|(mv, _)| mv)
        .collect();
    choose(rng, &candidates)
}

const OPPONENTS: [Opponent; 4] = [
    any_move,
    min_opponent_mobility_move,
    max_own_mobility_move,
    plan_move,
];

/// The first position of a random game, at most 40 squares empty, with a winning plan.
fn won_by_plan(rng: &mut SplitMix64, size: BoardSize, amazons: [u32; 2]) -> Option<Position> {
    let empty = between(rng, 0, 40);
    let mut position = played_position(rng, size, amazons, empty);
    while position.has_legal_move() {
        let winner = position.territory_plan().and_then(|plan| plan.winner());
        if winner == Some(position.to_move()) {
            return Some(position);
        }
        position.play(choose(rng, &position.moves()));
    }
    None
}

/// Plays to the end; the side to move must keep its proof and win.
fn play_out(rng: &mut SplitMix64, mut position: Position, opponent: Opponent) {
    let start = position.to_text();
    let winner = position.to_move();
    let mut guaranteed = None;
    while position.has_legal_move() {
        assert_eq!(
            position.proven_outcome(),
            Some(Outcome::Win(winner)),
            "{} after {start}",
            position.to_text()
        );
        let mv = if position.to_move() == winner {
            let plan = position.territory_plan().expect("there is still a plan");
            assert_eq!(plan.winner(), Some(winner), "{start}");
            let own = plan.own_moves.lower;
            assert_eq!(own as usize, plan.moves.len());
            assert!(
                guaranteed.is_none_or(|guaranteed| own >= guaranteed),
                "{start}"
            );
            guaranteed = Some(own - 1);
            plan.moves[0]
        } else {
            opponent(rng, &position)
        };
        position = position
            .after(mv)
            .unwrap_or_else(|error| panic!("{error} in {start}"));
    }
    assert_eq!(position.to_move(), !winner, "{start}");
}

#[test]
fn winning_plans_win_against_any_opponent() {
    let rng = &mut SplitMix64::from_seed(2);
    let mut played = 0;
    while played < 3_000 {
        let (size, amazons) = if played % 20 == 0 {
            (BoardSize::STANDARD, [4, 4])
        } else {
            let side = |rng: &mut SplitMix64| between(rng, 3, 8) as u8;
            let size = BoardSize::new(side(rng), side(rng));
            let amazons = [between(rng, 1, 4), between(rng, 1, 4)];
            (size.expect("sizes are in range"), amazons)
        };
        if let Some(position) = won_by_plan(rng, size, amazons) {
            play_out(rng, position, OPPONENTS[played % OPPONENTS.len()]);
            played += 1;
        }
    }
}

#[test]
fn separated_players_make_the_predicted_number_of_moves() {
    let rng = &mut SplitMix64::from_seed(3);
    let mut played = 0;
    while played < 1_000 {
        let size = BoardSize::new(between(rng, 4, 10) as u8, between(rng, 4, 10) as u8)
            .expect("sizes are in range");
        let amazons = [between(rng, 1, 4), between(rng, 1, 4)];
        let empty = between(rng, 3, 25);
        let mut position = played_position(rng, size, amazons, empty);
        if !position.is_separated() || !position.has_legal_move() {
            continue;
        }
        played += 1;
        let mut last_margin = None;
        while let Some(plan) = position.territory_plan() {
            let margin = plan.margin().expect("small regions are exact");
            let winner = plan.winner().map(Outcome::Win);
            assert_eq!(winner, position.proven_outcome(), "{}", position.to_text());
            // The margin changes sign with the side to move, and one move was made.
            assert!(last_margin.is_none_or(|last: i32| margin == 1 - last));
            last_margin = Some(margin);
            let Some(&mv) = plan.moves.first() else {
                break;
            };
            position.play(mv);
        }
        assert!(!position.has_legal_move());
    }
}

#[test]
fn a_defect_can_lose_the_game() {
    // Three moves against two, Black to move. Burning the way back loses two squares.
    let position = Position::parse("x...#o..").expect("this is a position");
    let plan = position
        .territory_plan()
        .expect("the players are separated");
    assert_eq!(plan.margin(), Some(1));
    assert_eq!(plan.winner(), Some(Color::Black));
    let wasteful = position.parse_move("a1-d1/c1").expect("this is legal");
    let after = position.after(wasteful).expect("this is legal");
    assert_eq!(after.proven_outcome(), Some(Outcome::Win(Color::White)));
    let planned = position.after(plan.moves[0]).expect("the plan is legal");
    assert_eq!(planned.proven_outcome(), Some(Outcome::Win(Color::Black)));
}

#[test]
fn the_side_to_move_loses_with_equal_numbers_of_moves() {
    for (diagram, winner) in [
        ("x..#o.. b", Color::White),
        ("x..#o.. w", Color::Black),
        ("x.#o b", Color::Black),
        ("x.#o. b", Color::White),
    ] {
        let position = Position::parse(diagram).expect("this is a position");
        assert_eq!(
            position.proven_outcome(),
            Some(Outcome::Win(winner)),
            "{diagram}"
        );
    }
}

#[test]
fn a_blocker_burns_the_square_it_leaves() {
    let position = Position::parse("..x.o b").expect("this is a position");
    let plan = position
        .territory_plan()
        .expect("Black wins with a blocker");
    assert_eq!((plan.own_moves.lower, plan.opponent_moves.upper), (2, 1));
    for mv in plan.moves.iter().take(1) {
        assert_eq!(mv.arrow, mv.from);
    }
    // Two squares on each side are not enough if Black is to move.
    let even = Position::parse("..x..o b").expect("this is a position");
    assert_eq!(even.territory_plan(), None);
}
