//! The engine against opponents whom it knows, or thinks it knows.

use amazons::{Game, Position};
use engine::{Engine, Limits};
use game::Color;

const NARROW: &str = "kept=6;kept_at_root=10";

fn engine(options: &[(&str, &str)]) -> Engine {
    let mut engine = Engine::new();
    for (name, value) in options {
        engine.set_option(name, value).expect("it is an option");
    }
    engine
}

fn depth(plies: u32) -> Limits {
    Limits {
        depth: Some(plies),
        ..Limits::default()
    }
}

/// Plays from a start with White for the first, and says who won.
fn game(start: &str, white: &mut Engine, black: &mut Engine) -> Color {
    let mut position = Position::parse(start).expect("it is a position");
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
        let answer = player.answer(&position, depth(2)).expect("it answers");
        position.play(answer.best_move.expect("there is a move"));
    }
}

#[test]
fn whole_games_are_played_the_same_way_every_time() {
    let mut knowing = engine(&[
        ("Player", "opponent-model"),
        ("Opponent", "Depth=2 Parameters=kept=6;kept_at_root=10"),
        ("Parameters", NARROW),
    ]);
    let mut known = engine(&[
        ("Player", "alpha-beta"),
        ("Hash", "0"),
        ("Parameters", NARROW),
    ]);
    let first = game("6x6", &mut knowing, &mut known);
    assert_eq!(game("6x6", &mut knowing, &mut known), first);
    assert_eq!(
        game("5x5", &mut known, &mut knowing),
        game("5x5", &mut known, &mut knowing)
    );
}

#[test]
fn every_player_answers_without_memory() {
    let position = Position::parse("6x6").expect("it is a size");
    for player in [
        "network",
        "alpha-beta",
        "monte-carlo",
        "opponent-model",
        "random",
    ] {
        let mut engine = engine(&[("Player", player), ("Hash", "0")]);
        let limits = Limits {
            nodes: Some(20),
            ..Limits::default()
        };
        let answer = engine.answer(&position, limits).expect("it answers");
        assert!(
            answer.best_move.is_some_and(|mv| position.is_legal(mv)),
            "{player}"
        );
    }
}

#[test]
fn a_bad_description_changes_nothing() {
    let mut engine = engine(&[("Player", "opponent-model"), ("Opponent", "Depth=1")]);
    let refused = engine.set_option("Opponent", "Depth=1 or Depth=none");
    assert_eq!(
        refused.map_err(|error| error.to_string()),
        Err("Opponent cannot be that: Depth must be a positive number, not \"none\"".to_owned())
    );
    let position = Position::parse("5x5").expect("it is a size");
    let answer = engine.answer(&position, depth(2)).expect("it answers");
    assert!(answer.best_move.is_some() && answer.expected_reply.is_some());
}
