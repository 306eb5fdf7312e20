//! Levels. Their strength is measured by matches, not tested here.

use std::thread;
use std::time::Duration;

use amazons::{Game, Move, Outcome, Position};
use engine::{Engine, Event, GoLimits, Level, SearchInfo};

use crate::{SHORT_WAIT, TIMEOUT, engine_with, infinite, position, start};

fn engine_at(level: Level, seed: u32) -> Engine {
    let [level, seed] = [level.number().into(), seed].map(|number| number.to_string());
    engine_with(&[("Level", &level), ("Seed", &seed)])
}

fn limited_levels() -> impl DoubleEndedIterator<Item = Level> {
    Level::all().filter(|&level| level < Level::FULL)
}

fn strongest_limited() -> Level {
    limited_levels().next_back().unwrap()
}

/// Runs a search that ends by itself; returns the reported lines and the move.
fn run(
    engine: &mut Engine,
    position: &Position,
    limits: GoLimits,
) -> (Vec<SearchInfo>, Option<Move>) {
    let (events, best_move) = crate::run(engine, position, limits);
    let infos = events.into_iter().filter_map(|event| match event {
        Event::Info(info) => Some(info),
        _ => None,
    });
    (infos.collect(), best_move.mv)
}

/// The first moves of a game against itself.
fn self_play(engine: &mut Engine, start: &str, plies: usize) -> Vec<Move> {
    let mut position = position(start);
    let mut moves = Vec::new();
    while moves.len() < plies
        && let (_, Some(mv)) = run(engine, &position, GoLimits::default())
    {
        // Fails if the move is illegal.
        position = position.after(mv).unwrap();
        moves.push(mv);
    }
    moves
}

#[test]
fn every_level_plays_games_without_limits() {
    for level in limited_levels() {
        let mut position = position("5x5");
        for mv in self_play(&mut engine_at(level, 1), "5x5", usize::MAX) {
            position = position.after(mv).unwrap();
        }
        assert!(matches!(position.outcome(), Some(Outcome::Win(_))));
    }
}

#[test]
fn a_seed_repeats_a_game_with_any_number_of_threads() {
    for level in limited_levels() {
        let mut engine = engine_at(level, 7);
        engine.set_option("Threads", "3").unwrap();
        let first = self_play(&mut engine, "8x8", 2);
        assert_eq!(
            self_play(&mut engine_at(level, 7), "8x8", 2),
            first,
            "{level}"
        );
        engine.new_game();
        assert_eq!(self_play(&mut engine, "8x8", 2), first, "{level}");
    }
}

#[test]
fn earlier_searches_do_not_change_a_levels_moves() {
    let level = strongest_limited();
    let [first, second] = ["8x8", "6x6"].map(position);
    let move_after = |earlier: &Position| {
        let mut engine = engine_at(level, 3);
        run(&mut engine, earlier, GoLimits::default());
        run(&mut engine, &first, GoLimits::default()).1
    };
    assert_eq!(move_after(&first), move_after(&second));
}

/// Higher levels vary too little for this test.
#[test]
fn games_differ_without_a_seed() {
    for level in limited_levels().take(10) {
        let game = || self_play(&mut engine_at(level, 0), "10x10", 4);
        let first = game();
        assert!((0..20).any(|_| game() != first), "{level}");
    }
}

#[test]
fn the_last_report_is_the_line_of_the_move_played() {
    let position = Position::standard_start();
    for (seed, level) in (1..).zip(limited_levels()) {
        let (infos, played) = run(&mut engine_at(level, seed), &position, GoLimits::default());
        assert!(infos.iter().all(|info| info.multipv == 1));
        assert_eq!(infos.last().unwrap().pv.first().copied(), played);
    }
}

#[test]
fn the_given_limits_apply_too() {
    let position = Position::standard_start();
    let level = strongest_limited();
    let searched_nodes = |limits| {
        let (infos, played) = run(&mut engine_at(level, 1), &position, limits);
        assert!(position.is_legal(played.unwrap()));
        infos.last().unwrap().nodes
    };
    let unlimited = searched_nodes(GoLimits::default());
    assert_eq!(searched_nodes(GoLimits::nodes(10)), 10);
    assert_eq!(searched_nodes(GoLimits::nodes(1_000_000_000)), unlimited);
    assert!(searched_nodes(GoLimits::move_time(Duration::ZERO)) < unlimited);
}

#[test]
fn only_search_moves_are_played() {
    let position = Position::standard_start();
    let mut limits = GoLimits::default();
    let allowed = ["a4-a3/a2", "d1-d2/d1"].map(|mv| mv.parse().unwrap());
    limits.search.search_moves = allowed.into();
    for level in limited_levels() {
        let (_, played) = run(&mut engine_at(level, 1), &position, limits.clone());
        assert!(allowed.contains(&played.unwrap()), "{level}");
    }
}

#[test]
fn every_level_plays_an_immediate_win() {
    let position = position("x..#|..##|##.o b");
    let wins = |&mv: &Move| position.after(mv).unwrap().outcome().is_some();
    assert!(!position.moves().iter().all(wins));
    for (seed, level) in (1..).zip(limited_levels()) {
        let (_, played) = run(&mut engine_at(level, seed), &position, GoLimits::default());
        assert!(wins(&played.unwrap()), "{level}");
    }
}

#[test]
fn a_position_without_moves_has_no_best_move() {
    let position = position("x#o b");
    for level in Level::all() {
        let limits = GoLimits::move_time(SHORT_WAIT);
        assert_eq!(
            run(&mut engine_at(level, 1), &position, limits).1,
            None,
            "{level}"
        );
    }
}

#[test]
fn an_infinite_search_is_at_full_strength() {
    let mut engine = engine_at(Level::WEAKEST, 1);
    let (search, events) = start(&mut engine, &Position::standard_start(), infinite());
    loop {
        let event = events.recv_timeout(TIMEOUT).unwrap();
        // The weakest level searches no nodes beyond its own moves.
        if matches!(event, Event::Info(info) if info.nodes > 30) {
            break;
        }
    }
    assert!(!search.is_finished());
    search.stop();
    assert!(search.wait().mv.is_some());
}

#[test]
fn several_lines_and_analyses_are_at_full_strength() {
    let position = Position::standard_start();
    let lines = |level, multipv: &str| {
        let mut engine = engine_at(level, 1);
        engine.set_option("MultiPV", multipv).unwrap();
        let analysis = engine.analyze(&position, GoLimits::nodes(60)).unwrap();
        let (_, played) = run(&mut engine, &position, GoLimits::nodes(60));
        let lines = analysis.lines().iter();
        let lines: Vec<_> = lines.map(|info| (info.score, info.pv.clone())).collect();
        (lines, played)
    };
    assert_eq!(lines(Level::WEAKEST, "3"), lines(Level::FULL, "3"));
    assert_eq!(lines(Level::WEAKEST, "1").0, lines(Level::FULL, "1").0);
}

#[test]
fn pondering_is_at_the_level_and_waits_for_the_ponder_hit() {
    let limits = GoLimits {
        ponder: true,
        ..GoLimits::default()
    };
    let position = Position::standard_start();
    let mut engine = engine_at(Level::WEAKEST, 5);
    let (search, _events) = start(&mut engine, &position, limits);
    thread::sleep(SHORT_WAIT);
    assert!(!search.is_finished());
    search.ponder_hit();
    let (_, expected) = run(
        &mut engine_at(Level::WEAKEST, 5),
        &position,
        GoLimits::default(),
    );
    assert_eq!(search.wait().mv, expected);
}

#[test]
fn levels_are_set_by_number_and_invalid_ones_are_rejected() {
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
        let message = format!(
            "Level must be a number from 1 to {}, not {bad:?}",
            Level::COUNT
        );
        assert_eq!(error.to_string(), message);
    }
    assert_eq!(engine.level().number(), 4);
    assert_eq!([0, Level::COUNT + 1].map(Level::new), [None, None]);
}

#[test]
fn every_level_has_its_own_name_and_description() {
    let all: Vec<Level> = Level::all().collect();
    assert_eq!(all.len(), usize::from(Level::COUNT));
    assert_eq!((all[0], all[all.len() - 1]), (Level::WEAKEST, Level::FULL));
    for (index, level) in all.iter().enumerate() {
        assert!(level.description().ends_with('.') && !level.name().is_empty());
        let mut earlier = all[..index].iter();
        assert!(earlier.all(
            |other| other.name() != level.name() && other.description() != level.description()
        ));
    }
}
