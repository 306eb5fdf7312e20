//! Searches: limits, stop, ponder, options.

use std::sync::mpsc::Receiver;
use std::thread;
use std::time::Duration;

use amazons::{Color, Game, Move, Outcome, Position};
use engine::{ClockState, Engine, Event, GoLimits, OptionError, OptionKind, SearchHandle};
use game::PerColor;

use crate::{SHORT_WAIT, TIMEOUT, engine_with, infinite, position};

const PLAYERS: [&str; 4] = ["alpha-beta", "monte-carlo", "network", "random"];

fn engine_of(player: &str) -> Engine {
    engine_with(&[("Player", player), ("Hash", "16"), ("Book", "none")])
}

fn start(player: &str, limits: GoLimits) -> (SearchHandle, Receiver<Event>) {
    crate::start(&mut engine_of(player), &Position::standard_start(), limits)
}

fn random_player(seed: u32) -> Engine {
    let mut engine = engine_of("random");
    engine.set_option("Seed", &seed.to_string()).unwrap();
    engine
}

fn expect_info(events: &Receiver<Event>) {
    let event = events.recv_timeout(TIMEOUT).unwrap();
    assert!(matches!(event, Event::Info(_)), "{event:?}");
}

fn best_moves(engine: &mut Engine, count: usize) -> Vec<Move> {
    let position = Position::standard_start();
    let mut best_move = || engine.best_move(&position, GoLimits::default()).unwrap();
    (0..count).map(|_| best_move().mv.unwrap()).collect()
}

#[test]
fn a_limited_search_ends_by_itself() {
    let clock = ClockState {
        remaining: Duration::from_secs(2),
        ..ClockState::default()
    };
    let limits = [
        GoLimits::move_time(Duration::from_millis(50)),
        GoLimits::depth(2),
        GoLimits::nodes(100),
        GoLimits {
            clocks: PerColor::from_fn(|_| Some(clock)),
            ..GoLimits::default()
        },
    ];
    for player in PLAYERS {
        for limits in &limits {
            let (search, events) = start(player, limits.clone());
            expect_info(&events);
            let best_move = search.wait();
            assert!(Position::standard_start().is_legal(best_move.mv.unwrap()));
            let last = events.iter().last();
            assert_eq!(last, Some(Event::BestMove(best_move)), "{player}");
        }
    }
}

#[test]
fn searches_with_fixed_nodes_are_deterministic() {
    for player in ["alpha-beta", "monte-carlo", "network"] {
        let game = || {
            let mut engine = engine_of(player);
            let mut position = position("8x8");
            for _ in 0..6 {
                let best_move = engine.best_move(&position, GoLimits::nodes(300)).unwrap();
                position = position.after(best_move.mv.unwrap()).unwrap();
            }
            position
        };
        assert_eq!(game(), game(), "{player}");
    }
}

#[test]
fn every_search_beats_the_random_player() {
    for (seed, player) in (1..).zip([
        "alpha-beta",
        "monte-carlo",
        "network",
        "alpha-beta",
        "monte-carlo",
        "network",
    ]) {
        let (mut searching, mut random) = (engine_of(player), random_player(seed));
        let mut position = position("6x6");
        let searching_side = if seed % 2 == 0 {
            Color::Black
        } else {
            Color::White
        };
        while position.outcome().is_none() {
            let engine = if position.to_move() == searching_side {
                &mut searching
            } else {
                &mut random
            };
            let best_move = engine.best_move(&position, GoLimits::nodes(50)).unwrap();
            position = position.after(best_move.mv.unwrap()).unwrap();
        }
        assert_eq!(
            position.outcome(),
            Some(Outcome::Win(searching_side)),
            "{player}"
        );
    }
}

#[test]
fn an_infinite_search_ends_when_stopped_and_not_before() {
    for player in PLAYERS {
        let (search, events) = start(player, infinite());
        expect_info(&events);
        thread::sleep(SHORT_WAIT);
        assert!(!search.is_finished());
        search.stop();
        assert!(search.wait().mv.is_some());
        let results = events
            .iter()
            .filter(|event| matches!(event, Event::BestMove(_)));
        assert_eq!(results.count(), 1, "{player}");
    }
}

#[test]
fn a_pondering_search_waits_for_the_hit() {
    for player in PLAYERS {
        let (search, events) = start(
            player,
            GoLimits {
                ponder: true,
                ..GoLimits::move_time(Duration::from_millis(1))
            },
        );
        expect_info(&events);
        thread::sleep(SHORT_WAIT);
        assert!(!search.is_finished(), "{player} does not wait");
        search.ponder_hit();
        assert!(search.wait().mv.is_some());
    }
}

#[test]
fn dropping_the_handle_stops_the_search() {
    for player in PLAYERS {
        let (search, events) = start(player, infinite());
        expect_info(&events);
        drop(search);
        assert!(matches!(events.try_iter().last(), Some(Event::BestMove(_))));
    }
}

#[test]
fn best_move_ignores_infinite_and_ponder() {
    let limits = GoLimits {
        infinite: true,
        ponder: true,
        ..GoLimits::default()
    };
    let best_move = Engine::new().best_move(&Position::standard_start(), limits);
    assert!(best_move.unwrap().mv.is_some());
}

#[test]
fn a_seed_repeats_a_game_and_zero_does_not() {
    let first = best_moves(&mut random_player(5), 8);
    assert_eq!(best_moves(&mut random_player(5), 8), first);
    assert_ne!(best_moves(&mut random_player(6), 8), first);
    let mut engine = random_player(5);
    assert_eq!(best_moves(&mut engine, 8), first);
    assert_ne!(
        best_moves(&mut engine, 8),
        first,
        "moves vary within a game"
    );
    engine.new_game();
    assert_eq!(best_moves(&mut engine, 8), first);
    assert_ne!(
        best_moves(&mut random_player(0), 8),
        best_moves(&mut random_player(0), 8)
    );
}

#[test]
fn option_names_ignore_case_and_invalid_values_are_rejected() {
    let mut engine = Engine::new();
    assert_eq!(engine.set_option("multipv", "3"), Ok(()));
    assert_eq!(
        engine.set_option("Contempt", "16"),
        Err(OptionError::Unknown("Contempt".into()))
    );
    for (value, message) in [
        ("0", "MultiPV must be a number from 1 to 500, not \"0\""),
        ("501", "MultiPV must be a number from 1 to 500, not \"501\""),
        ("-1", "MultiPV must be a number from 1 to 500, not \"-1\""),
        ("x", "MultiPV must be a number from 1 to 500, not \"x\""),
    ] {
        let error = engine.set_option("MultiPV", value).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    let error = engine.set_option("Player", "nobody").unwrap_err();
    assert_eq!(
        error.to_string(),
        "Player must be network or alpha-beta or monte-carlo or opponent-model or random, not \"nobody\""
    );
}

#[test]
fn options_have_unique_names_and_valid_defaults() {
    for option in Engine::OPTIONS {
        let mut options = Engine::OPTIONS.iter();
        assert!(options.find(|other| other.is_named(option.name)) == Some(option));
        let default = match option.kind {
            OptionKind::Spin { default, .. } => default.to_string(),
            OptionKind::Combo { default, .. } | OptionKind::String { default } => default.into(),
        };
        assert_eq!(option.check(&default), Ok(()));
        assert_eq!(Engine::new().set_option(option.name, &default), Ok(()));
    }
}

#[test]
fn random_games_end_by_the_rules() {
    for seed in 1..20 {
        let mut engine = random_player(seed);
        let mut position = position("6x6");
        let mut plies = 0;
        while let Some(mv) = engine.best_move(&position, GoLimits::default()).unwrap().mv {
            position = position.after(mv).unwrap();
            plies += 1;
        }
        assert!(position.outcome().is_some());
        assert!(plies <= 28, "6x6 has 28 empty squares");
    }
}
