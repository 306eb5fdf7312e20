//! Small endgames: scores and moves agree with brute force.

use std::collections::HashMap;

use amazons::{BoardSize, Color, Content, Game, Position};
use engine::{Event, GoLimits, Score};
use game::SplitMix64;

use crate::brute_force::mover_wins;
use crate::{engine_with, run};

/// Enough to prove every position.
const NODES: u64 = 200_000;

/// A random position with few empty squares.
fn random_endgame(rng: &mut SplitMix64, size: BoardSize, empty: usize) -> Position {
    let to_move = Color::ALL[rng.below(2)];
    let mut position = Position::empty(size, to_move);
    let mut squares: Vec<_> = position.board().into_iter().collect();
    rng.shuffle(&mut squares);
    let amazons = 1 + rng.below(2);
    for (index, &square) in squares.iter().enumerate() {
        let content = match index {
            index if index < amazons => Content::Amazon(Color::Black),
            index if index < 2 * amazons => Content::Amazon(Color::White),
            index if index < 2 * amazons + empty => continue,
            _ => Content::Burned,
        };
        position.put(square, content).expect("square on the board");
    }
    position
}

fn sizes() -> impl Iterator<Item = BoardSize> {
    [(3, 4), (4, 4), (5, 3), (5, 5), (6, 6)]
        .into_iter()
        .map(|(columns, rows)| BoardSize::new(columns, rows).expect("valid size"))
}

/// Searches random endgames on boards of each size.
fn assert_agrees_with_brute_force(player: &str, positions_per_size: usize) {
    let mut rng = SplitMix64::from_seed(7);
    let mut known = HashMap::new();
    let mut engine = engine_with(&[("Player", player), ("Hash", "8")]);
    for size in sizes() {
        for round in 0..positions_per_size {
            let position = std::iter::repeat_with(|| random_endgame(&mut rng, size, 3 + round % 5))
                .find(Position::has_legal_move)
                .expect("a position with moves");
            let wins = mover_wins(&position, &mut known);
            engine.new_game();
            let (events, best_move) = run(&mut engine, &position, GoLimits::nodes(NODES));
            let mut scores = events.iter().filter_map(|event| match event {
                Event::Info(info) if info.multipv == 1 => info.score,
                _ => None,
            });
            let text = position.to_text();
            match scores.next_back() {
                Some(Score::Win { .. }) => assert!(wins, "{player} claims a win: {text}"),
                Some(Score::Loss { .. }) => assert!(!wins, "{player} claims a loss: {text}"),
                other => panic!("{player} reports {other:?}: {text}"),
            }
            let mv = best_move.mv.expect("a move");
            let next = position.after(mv).expect("legal move");
            let keeps_win = !mover_wins(&next, &mut known);
            assert_eq!(keeps_win, wins, "{player} plays {mv:?}: {text}");
        }
    }
}

#[test]
fn alpha_beta_agrees_with_brute_force() {
    assert_agrees_with_brute_force("alpha-beta", 200);
}

#[test]
fn monte_carlo_agrees_with_brute_force() {
    assert_agrees_with_brute_force("monte-carlo", 200);
}

#[test]
fn the_network_agrees_with_brute_force() {
    assert_agrees_with_brute_force("network", 100);
}
