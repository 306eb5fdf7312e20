//! The engine as a user meets it: searches that start, report, stop and answer.

use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use amazons::{Game, Move, Position};
use engine::{Engine, Event, Limits, OptionError, Search};

/// Long enough for a busy machine to run a thread, short enough to wait for in a test.
const PATIENCE: Duration = Duration::from_secs(10);

/// Time in which an answer that comes too early would have come.
const MOMENT: Duration = Duration::from_millis(50);

fn seeded(seed: u32) -> Engine {
    let mut engine = Engine::new();
    engine.set_option("Seed", &seed.to_string()).unwrap();
    engine
}

fn start(limits: Limits) -> (Search, Receiver<Event>) {
    let (sender, receiver) = mpsc::channel();
    let search = Engine::new()
        .start(&Position::standard_start(), limits, move |event| {
            sender.send(event).unwrap();
        })
        .unwrap();
    (search, receiver)
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
    let limits = [
        Limits::default(),
        Limits::move_time(Duration::from_secs(3600)),
        Limits {
            depth: Some(3),
            ..Limits::default()
        },
        Limits {
            nodes: Some(1),
            ..Limits::default()
        },
    ];
    for limits in limits {
        let (search, events) = start(limits);
        expect_info(&events);
        let answer = search.wait();
        assert_eq!(events.recv(), Ok(Event::Answer(answer)));
        assert!(Position::standard_start().is_legal(answer.best_move.unwrap()));
        assert!(events.recv().is_err(), "nothing comes after the answer");
    }
}

#[test]
fn an_infinite_search_answers_when_stopped_and_not_before() {
    let (search, events) = start(Limits {
        infinite: true,
        ..Limits::default()
    });
    expect_info(&events);
    assert!(events.recv_timeout(MOMENT).is_err());
    assert!(!search.is_finished());
    let begin = Instant::now();
    search.stop();
    assert!(matches!(
        events.recv_timeout(PATIENCE),
        Ok(Event::Answer(_))
    ));
    assert!(
        begin.elapsed() < Duration::from_secs(1),
        "{:?}",
        begin.elapsed()
    );
    assert!(search.wait().best_move.is_some());
}

#[test]
fn a_pondering_search_waits_for_the_hit() {
    let (search, events) = start(Limits {
        ponder: true,
        ..Limits::default()
    });
    expect_info(&events);
    assert!(events.recv_timeout(MOMENT).is_err());
    search.ponder_hit();
    assert!(matches!(
        events.recv_timeout(PATIENCE),
        Ok(Event::Answer(_))
    ));
    assert!(search.wait().best_move.is_some());
}

#[test]
fn dropping_a_search_ends_it() {
    let (search, events) = start(Limits {
        infinite: true,
        ..Limits::default()
    });
    expect_info(&events);
    drop(search);
    assert!(matches!(events.try_recv(), Ok(Event::Answer(_))));
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
        engine.set_option("Hash", "16"),
        Err(OptionError::Unknown("Hash".into()))
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
