//! The engine as a user meets it: searches that start, report, stop and answer.

use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use amazons::{Color, Game, Move, Outcome, Position};
use engine::{Clock, Engine, Event, Limits, OptionError, Search};
use game::PerColor;

/// Long enough for a busy machine to run a thread, short enough to wait for in a test.
const PATIENCE: Duration = Duration::from_secs(10);

/// Time in which an answer that comes too early would have come.
const MOMENT: Duration = Duration::from_millis(50);

/// Everyone that can choose the moves.
const PLAYERS: [&str; 4] = ["alpha-beta", "monte-carlo", "network", "random"];

fn playing(player: &str) -> Engine {
    let mut engine = Engine::new();
    engine.set_option("Player", player).unwrap();
    engine.set_option("Hash", "16").unwrap();
    engine.set_option("Book", "none").unwrap();
    engine
}

fn seeded(seed: u32) -> Engine {
    let mut engine = playing("random");
    engine.set_option("Seed", &seed.to_string()).unwrap();
    engine
}

fn start(player: &str, limits: Limits) -> (Search, Receiver<Event>) {
    let (sender, receiver) = mpsc::channel();
    let search = playing(player)
        .start(&Position::standard_start(), limits, move |event| {
            sender.send(event).unwrap();
        })
        .unwrap();
    (search, receiver)
}

fn until_stopped() -> Limits {
    Limits {
        infinite: true,
        ..Limits::default()
    }
}

fn expect_info(events: &Receiver<Event>) {
    let event = events.recv_timeout(PATIENCE).unwrap();
    assert!(matches!(event, Event::Info(_)), "{event:?}");
}

fn best_moves(engine: &mut Engine, count: usize) -> Vec<Move> {
    let position = Position::standard_start();
    let mut answer = || engine.answer(&position, Limits::default()).unwrap();
    (0..count).map(|_| answer().best_move.unwrap()).collect()
}

#[test]
fn every_finite_limit_is_answered_by_itself() {
    let clock = Clock {
        remaining: Duration::from_secs(2),
        ..Clock::default()
    };
    let limits = [
        Limits::move_time(Duration::from_millis(50)),
        Limits {
            depth: Some(2),
            ..Limits::default()
        },
        Limits {
            nodes: Some(100),
            ..Limits::default()
        },
        Limits {
            clocks: PerColor::from_fn(|_| Some(clock)),
            ..Limits::default()
        },
    ];
    for player in PLAYERS {
        for limits in &limits {
            let (search, events) = start(player, limits.clone());
            expect_info(&events);
            let answer = search.wait();
            assert!(Position::standard_start().is_legal(answer.best_move.unwrap()));
            let last = events.iter().last();
            assert_eq!(last, Some(Event::Answer(answer)), "{player}");
        }
    }
}

#[test]
fn fixed_nodes_give_the_same_answer_every_time() {
    let limits = Limits {
        nodes: Some(300),
        ..Limits::default()
    };
    for player in ["alpha-beta", "monte-carlo", "network"] {
        let game = || {
            let mut engine = playing(player);
            let mut position = Position::parse("8x8").unwrap();
            for _ in 0..6 {
                let answer = engine.answer(&position, limits.clone()).unwrap();
                position = position.after(answer.best_move.unwrap()).unwrap();
            }
            position
        };
        assert_eq!(game(), game(), "{player}");
    }
}

/// The least that thinking must be good for: no game lost to chance.
#[test]
fn thinking_beats_chance() {
    let limits = Limits {
        nodes: Some(50),
        ..Limits::default()
    };
    for (seed, player) in (1..).zip([
        "alpha-beta",
        "monte-carlo",
        "network",
        "alpha-beta",
        "monte-carlo",
        "network",
    ]) {
        let (mut thinking, mut chance) = (playing(player), seeded(seed));
        let mut position = Position::parse("6x6").unwrap();
        let thinks = if seed % 2 == 0 {
            Color::Black
        } else {
            Color::White
        };
        while position.outcome().is_none() {
            let engine = if position.to_move() == thinks {
                &mut thinking
            } else {
                &mut chance
            };
            let answer = engine.answer(&position, limits.clone()).unwrap();
            position = position.after(answer.best_move.unwrap()).unwrap();
        }
        assert_eq!(position.outcome(), Some(Outcome::Win(thinks)), "{player}");
    }
}

#[test]
fn an_infinite_search_answers_when_stopped_and_not_before() {
    for player in PLAYERS {
        let (search, events) = start(player, until_stopped());
        expect_info(&events);
        thread::sleep(MOMENT);
        assert!(!search.is_finished());
        search.stop();
        assert!(search.wait().best_move.is_some());
        let answers = events
            .iter()
            .filter(|event| matches!(event, Event::Answer(_)));
        assert_eq!(answers.count(), 1, "{player}");
    }
}

#[test]
fn a_pondering_search_waits_for_the_hit() {
    for player in PLAYERS {
        let (search, events) = start(
            player,
            Limits {
                ponder: true,
                ..Limits::move_time(Duration::from_millis(1))
            },
        );
        expect_info(&events);
        thread::sleep(MOMENT);
        assert!(!search.is_finished(), "{player} does not wait");
        search.ponder_hit();
        assert!(search.wait().best_move.is_some());
    }
}

#[test]
fn dropping_a_search_ends_it() {
    for player in PLAYERS {
        let (search, events) = start(player, until_stopped());
        expect_info(&events);
        drop(search);
        assert!(matches!(events.try_iter().last(), Some(Event::Answer(_))));
    }
}

#[test]
fn waiting_for_an_answer_never_waits_for_a_stop() {
    let limits = Limits {
        infinite: true,
        ponder: true,
        ..Limits::default()
    };
    let answer = Engine::new().answer(&Position::standard_start(), limits);
    assert!(answer.unwrap().best_move.is_some());
}

#[test]
fn a_seed_repeats_a_game_and_zero_does_not() {
    let first = best_moves(&mut seeded(5), 8);
    assert_eq!(best_moves(&mut seeded(5), 8), first);
    assert_ne!(best_moves(&mut seeded(6), 8), first);
    let mut engine = seeded(5);
    assert_eq!(best_moves(&mut engine, 8), first);
    assert_ne!(
        best_moves(&mut engine, 8),
        first,
        "moves vary within a game"
    );
    engine.new_game();
    assert_eq!(best_moves(&mut engine, 8), first);
    assert_ne!(best_moves(&mut seeded(0), 8), best_moves(&mut seeded(0), 8));
}

#[test]
fn options_are_found_in_any_case_and_refused_in_one_sentence() {
    let mut engine = Engine::new();
    assert_eq!(engine.set_option("multipv", "3"), Ok(()));
    assert_eq!(
        engine.set_option("Contempt", "16"),
        Err(OptionError::Unknown("Contempt".into()))
    );
    for (value, said) in [
        ("0", "MultiPV must be a number from 1 to 500, not \"0\""),
        ("501", "MultiPV must be a number from 1 to 500, not \"501\""),
        ("-1", "MultiPV must be a number from 1 to 500, not \"-1\""),
        ("x", "MultiPV must be a number from 1 to 500, not \"x\""),
    ] {
        let error = engine.set_option("MultiPV", value).unwrap_err();
        assert_eq!(error.to_string(), said);
    }
    let error = engine.set_option("Player", "nobody").unwrap_err();
    assert_eq!(
        error.to_string(),
        "Player must be network or alpha-beta or monte-carlo or opponent-model or random, not \"nobody\""
    );
    for option in Engine::OPTIONS {
        assert!(
            Engine::OPTIONS
                .iter()
                .filter(|other| other.is_named(option.name))
                .count()
                == 1
        );
    }
}

#[test]
fn two_random_players_end_every_game_by_the_rules() {
    for seed in 1..20 {
        let mut engine = seeded(seed);
        let mut position = Position::parse("6x6").unwrap();
        let mut plies = 0;
        while let Some(mv) = engine
            .answer(&position, Limits::default())
            .unwrap()
            .best_move
        {
            position = position.after(mv).unwrap();
            plies += 1;
        }
        assert!(position.outcome().is_some());
        assert!(plies <= 28, "6x6 has 28 squares to burn");
    }
}
