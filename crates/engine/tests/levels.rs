//! The levels as a user meets them. How strong they are is measured by matches, not tested here.

use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use amazons::{Game, Move, Outcome, Position};
use engine::{Engine, Event, Info, Level, Limits, Search};

/// Long enough for a busy machine to run a thread, short enough to wait for in a test.
const PATIENCE: Duration = Duration::from_secs(60);

/// Time in which an answer that comes too early would have come.
const MOMENT: Duration = Duration::from_millis(50);

fn playing_at(level: Level, seed: u32) -> Engine {
    let mut engine = Engine::new();
    engine
        .set_option("Level", &level.number().to_string())
        .unwrap();
    engine.set_option("Seed", &seed.to_string()).unwrap();
    engine
}

fn weakened() -> impl DoubleEndedIterator<Item = Level> {
    Level::all().filter(|&level| level < Level::FULL)
}

fn strongest_weakened() -> Level {
    weakened().next_back().unwrap()
}

fn start(engine: &mut Engine, position: &Position, limits: Limits) -> (Search, Receiver<Event>) {
    let (sender, receiver) = mpsc::channel();
    let listener = move |event| {
        // A test that has seen enough may be gone.
        let _ = sender.send(event);
    };
    (engine.start(position, limits, listener).unwrap(), receiver)
}

/// What was told in a search that ends by itself, and the move that was answered.
fn told(engine: &mut Engine, position: &Position, limits: Limits) -> (Vec<Info>, Option<Move>) {
    let (search, events) = start(engine, position, limits);
    let answer = search.wait();
    let infos = events.iter().filter_map(|event| match event {
        Event::Info(info) => Some(info),
        Event::Exact(_) | Event::Opening(_) | Event::Answer(_) => None,
    });
    (infos.collect(), answer.best_move)
}

/// A game against itself, or its beginning.
fn game(engine: &mut Engine, start: &str, plies: usize) -> Vec<Move> {
    let mut position = Position::parse(start).unwrap();
    let mut moves = Vec::new();
    while moves.len() < plies
        && let (_, Some(mv)) = told(engine, &position, Limits::default())
    {
        // Fails if the move is not legal.
        position = position.after(mv).unwrap();
        moves.push(mv);
    }
    moves
}

#[test]
fn every_level_plays_whole_games_without_any_limit() {
    for level in weakened() {
        let mut position = Position::parse("5x5").unwrap();
        for mv in game(&mut playing_at(level, 1), "5x5", usize::MAX) {
            position = position.after(mv).unwrap();
        }
        assert!(matches!(position.outcome(), Some(Outcome::Win(_))));
    }
}

#[test]
fn a_seed_repeats_a_game_whatever_the_threads() {
    for level in weakened() {
        let mut engine = playing_at(level, 7);
        engine.set_option("Threads", "3").unwrap();
        let first = game(&mut engine, "8x8", 2);
        assert_eq!(game(&mut playing_at(level, 7), "8x8", 2), first, "{level}");
        engine.new_game();
        assert_eq!(game(&mut engine, "8x8", 2), first, "{level}");
    }
}

/// What it saw before does not make a level stronger, nor change what it plays.
#[test]
fn a_level_remembers_nothing_but_how_often_it_was_asked() {
    let level = strongest_weakened();
    let [first, second] = ["8x8", "6x6"].map(|text| Position::parse(text).unwrap());
    let after = |earlier: &Position| {
        let mut engine = playing_at(level, 3);
        told(&mut engine, earlier, Limits::default());
        told(&mut engine, &first, Limits::default()).1
    };
    assert_eq!(after(&first), after(&second));
}

/// The higher levels vary less, and may well begin alike.
#[test]
fn games_differ_without_a_seed() {
    for level in weakened().take(10) {
        let game = || game(&mut playing_at(level, 0), "10x10", 4);
        let first = game();
        assert!((0..20).any(|_| game() != first), "{level}");
    }
}

#[test]
fn the_last_report_is_of_the_move_that_is_played() {
    let position = Position::standard_start();
    for (seed, level) in (1..).zip(weakened()) {
        let (infos, played) = told(&mut playing_at(level, seed), &position, Limits::default());
        assert!(infos.iter().all(|info| info.rank == 1));
        assert_eq!(infos.last().unwrap().line.first().copied(), played);
    }
}

#[test]
fn the_users_limits_hold_as_well() {
    let position = Position::standard_start();
    let level = strongest_weakened();
    let nodes = |limits| {
        let (infos, played) = told(&mut playing_at(level, 1), &position, limits);
        assert!(position.is_legal(played.unwrap()));
        infos.last().unwrap().nodes
    };
    let unlimited = nodes(Limits::default());
    let few = nodes(Limits {
        nodes: Some(10),
        ..Limits::default()
    });
    assert_eq!(few, 10);
    let many = nodes(Limits {
        nodes: Some(1_000_000_000),
        ..Limits::default()
    });
    assert_eq!(many, unlimited);
    assert!(nodes(Limits::move_time(Duration::ZERO)) < unlimited);
}

#[test]
fn only_the_moves_asked_for_are_played() {
    let position = Position::standard_start();
    let limits = Limits {
        search_moves: ["a4-a3/a2", "d1-d2/d1"]
            .map(|mv| mv.parse().unwrap())
            .into(),
        ..Limits::default()
    };
    for level in weakened() {
        let (_, played) = told(&mut playing_at(level, 1), &position, limits.clone());
        assert!(limits.search_moves.contains(&played.unwrap()), "{level}");
    }
}

#[test]
fn every_level_takes_a_win_on_the_spot() {
    let position = Position::parse("x..#|..##|##.o b").unwrap();
    let wins = |&mv: &Move| position.after(mv).unwrap().outcome().is_some();
    assert!(!position.moves().iter().all(wins));
    for (seed, level) in (1..).zip(weakened()) {
        let (_, played) = told(&mut playing_at(level, seed), &position, Limits::default());
        assert!(wins(&played.unwrap()), "{level}");
    }
}

#[test]
fn without_a_move_there_is_no_answer() {
    let position = Position::parse("x#o b").unwrap();
    for level in Level::all() {
        let limits = Limits::move_time(MOMENT);
        assert_eq!(
            told(&mut playing_at(level, 1), &position, limits).1,
            None,
            "{level}"
        );
    }
}

#[test]
fn an_infinite_search_is_at_full_strength() {
    let limits = Limits {
        infinite: true,
        ..Limits::default()
    };
    let mut engine = playing_at(Level::WEAKEST, 1);
    let (search, events) = start(&mut engine, &Position::standard_start(), limits);
    loop {
        let event = events.recv_timeout(PATIENCE).unwrap();
        // Nothing but a search looks beyond the first move.
        if matches!(event, Event::Info(info) if info.nodes > 30) {
            break;
        }
    }
    assert!(!search.is_finished());
    search.stop();
    assert!(search.wait().best_move.is_some());
}

#[test]
fn several_lines_and_studies_are_at_full_strength() {
    let position = Position::standard_start();
    let limits = Limits {
        nodes: Some(60),
        ..Limits::default()
    };
    let lines = |level, lines: &str| {
        let mut engine = playing_at(level, 1);
        engine.set_option("MultiPV", lines).unwrap();
        let study = engine.study(&position, limits.clone()).unwrap();
        let (_, played) = told(&mut engine, &position, limits.clone());
        let lines = study.lines().iter();
        let lines: Vec<_> = lines.map(|info| (info.score, info.line.clone())).collect();
        (lines, played)
    };
    assert_eq!(lines(Level::WEAKEST, "3"), lines(Level::FULL, "3"));
    assert_eq!(lines(Level::WEAKEST, "1").0, lines(Level::FULL, "1").0);
}

/// The move that is pondered on is played when the opponent does what was expected.
#[test]
fn pondering_is_at_the_level_and_waits_for_the_hit() {
    let limits = Limits {
        ponder: true,
        ..Limits::default()
    };
    let position = Position::standard_start();
    let mut engine = playing_at(Level::WEAKEST, 5);
    let (search, _events) = start(&mut engine, &position, limits);
    thread::sleep(MOMENT);
    assert!(!search.is_finished());
    search.ponder_hit();
    let (_, expected) = told(
        &mut playing_at(Level::WEAKEST, 5),
        &position,
        Limits::default(),
    );
    assert_eq!(search.wait().best_move, expected);
}

#[test]
fn a_level_is_set_by_its_number_and_refused_in_one_sentence() {
    let mut engine = Engine::new();
    assert_eq!(engine.level(), Level::FULL);
    for level in Level::all() {
        assert_eq!(Level::new(level.number()), Some(level));
        engine
            .set_option("level", &level.number().to_string())
            .unwrap();
        assert_eq!(engine.level(), level);
    }
    engine.set_option("Level", "4").unwrap();
    for bad in ["0", &(Level::COUNT + 1).to_string(), "260", "easy", ""] {
        let error = engine.set_option("Level", bad).unwrap_err();
        let said = format!(
            "Level must be a number from 1 to {}, not {bad:?}",
            Level::COUNT
        );
        assert_eq!(error.to_string(), said);
    }
    assert_eq!(engine.level().number(), 4);
    assert_eq!([0, Level::COUNT + 1].map(Level::new), [None, None]);
}

#[test]
fn every_level_has_a_name_and_a_sentence_of_its_own() {
    let all: Vec<Level> = Level::all().collect();
    assert_eq!(all.len(), usize::from(Level::COUNT));
    assert_eq!((all[0], all[all.len() - 1]), (Level::WEAKEST, Level::FULL));
    for (place, level) in all.iter().enumerate() {
        assert!(level.description().ends_with('.') && !level.name().is_empty());
        let mut earlier = all[..place].iter();
        assert!(earlier.all(
            |other| other.name() != level.name() && other.description() != level.description()
        ));
    }
}
