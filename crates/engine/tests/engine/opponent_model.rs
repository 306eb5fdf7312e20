//! Opponent-model search.

use amazons::Game;
use engine::{Engine, GoLimits};
use game::Color;

use crate::{engine_with, position};

const NARROW: &str = "max_moves=6;max_root_moves=10";

/// Plays a game and returns the winner.
fn play_game(start: &str, white: &mut Engine, black: &mut Engine) -> Color {
    let mut position = position(start);
    white.new_game();
    black.new_game();
    loop {
        if let Some(outcome) = position.outcome() {
            return outcome.winner().expect("no game is drawn");
        }
        let player = match position.to_move() {
            Color::White => &mut *white,
            Color::Black => &mut *black,
        };
        let best_move = player.best_move(&position, GoLimits::depth(2));
        position.play(best_move.expect("spawned thread").mv.expect("a move"));
    }
}

#[test]
fn games_are_deterministic() {
    let mut modeling = engine_with(&[
        ("Player", "opponent-model"),
        (
            "Opponent",
            "Depth=2 Parameters=max_moves=6;max_root_moves=10",
        ),
        ("Parameters", NARROW),
    ]);
    let mut modeled = engine_with(&[
        ("Player", "alpha-beta"),
        ("Hash", "0"),
        ("Parameters", NARROW),
    ]);
    let first = play_game("6x6", &mut modeling, &mut modeled);
    assert_eq!(play_game("6x6", &mut modeling, &mut modeled), first);
    assert_eq!(
        play_game("5x5", &mut modeled, &mut modeling),
        play_game("5x5", &mut modeled, &mut modeling)
    );
}

#[test]
fn every_player_moves_without_hash() {
    let position = position("6x6");
    for player in [
        "network",
        "alpha-beta",
        "monte-carlo",
        "opponent-model",
        "random",
    ] {
        let mut engine = engine_with(&[("Player", player), ("Hash", "0")]);
        let best_move = engine
            .best_move(&position, GoLimits::nodes(20))
            .expect("spawned thread");
        assert!(
            best_move.mv.is_some_and(|mv| position.is_legal(mv)),
            "{player}"
        );
    }
}

#[test]
fn an_invalid_opponent_changes_nothing() {
    let mut engine = engine_with(&[("Player", "opponent-model"), ("Opponent", "Depth=1")]);
    let result = engine.set_option("Opponent", "Depth=1 or Depth=none");
    assert_eq!(
        result.map_err(|error| error.to_string()),
        Err("invalid value for Opponent: Depth must be a positive number, not \"none\"".to_owned())
    );
    let position = position("5x5");
    let best_move = engine
        .best_move(&position, GoLimits::depth(2))
        .expect("spawned thread");
    assert!(best_move.mv.is_some() && best_move.ponder.is_some());
}
