//! Small endgames, where brute force knows the truth: the engine may claim nothing else, and must play the
//! moves that win.

use std::collections::HashMap;
use std::sync::mpsc;

use amazons::{BoardSize, Color, Content, Game, Outcome, Position};
use engine::{Engine, Event, Limits, RandomNumbers, Score};

/// Enough for every search to prove every one of these positions.
const NODES: u64 = 200_000;

/// Plain memory of who wins with the side to move, by nothing but the rules.
#[derive(Default)]
struct BruteForce(HashMap<u64, bool>);

impl BruteForce {
    /// Whether the side to move wins.
    fn wins(&mut self, position: &Position) -> bool {
        if let Some(&known) = self.0.get(&position.key()) {
            return known;
        }
        let mover = position.to_move();
        let wins = match position.outcome() {
            Some(outcome) => outcome == Outcome::Win(mover),
            None => position.moves().into_iter().any(|mv| {
                let mut next = *position;
                next.play(mv);
                !self.wins(&next)
            }),
        };
        self.0.insert(position.key(), wins);
        wins
    }
}

/// A random position with few empty squares.
fn endgame(numbers: &mut RandomNumbers, size: BoardSize, empty: usize) -> Position {
    let to_move = Color::ALL[numbers.below(2)];
    let mut position = Position::empty(size, to_move);
    let mut squares: Vec<_> = position.board().into_iter().collect();
    for place in (1..squares.len()).rev() {
        squares.swap(place, numbers.below(place + 1));
    }
    let amazons = 1 + numbers.below(2);
    for (place, &square) in squares.iter().enumerate() {
        let content = match place {
            place if place < amazons => Content::Amazon(Color::Black),
            place if place < 2 * amazons => Content::Amazon(Color::White),
            place if place < 2 * amazons + empty => continue,
            _ => Content::Burned,
        };
        position
            .put(square, content)
            .expect("the square is on the board");
    }
    position
}

fn sizes() -> impl Iterator<Item = BoardSize> {
    [(3, 4), (4, 4), (5, 3), (5, 5), (6, 6)]
        .into_iter()
        .map(|(columns, rows)| BoardSize::new(columns, rows).expect("it is a size"))
}

/// Asks about many endgames on boards of each size: all must be decided, and decided right.
fn agree_with_brute_force(player: &str, each: usize) {
    let mut numbers = RandomNumbers::from_seed(7);
    let mut truth = BruteForce::default();
    let mut engine = Engine::new();
    engine
        .set_option("Player", player)
        .expect("there is such a player");
    engine.set_option("Hash", "8").expect("it is a size");
    for size in sizes() {
        for round in 0..each {
            let position = std::iter::repeat_with(|| endgame(&mut numbers, size, 3 + round % 5))
                .find(Position::has_move)
                .expect("some positions have moves");
            let wins = truth.wins(&position);
            let limits = Limits {
                nodes: Some(NODES),
                ..Limits::default()
            };
            engine.new_game();
            let (sender, events) = mpsc::channel();
            let search = engine.start(&position, limits, move |event| {
                let _ = sender.send(event);
            });
            let answer = search.expect("the system has threads").wait();
            let score = events.iter().filter_map(|event| match event {
                Event::Info(info) if info.rank == 1 => info.score,
                _ => None,
            });
            let text = position.to_text();
            match score.last() {
                Some(Score::Win { .. }) => assert!(wins, "{player} claims a win: {text}"),
                Some(Score::Loss { .. }) => assert!(!wins, "{player} claims a loss: {text}"),
                other => panic!("{player} says {other:?}: {text}"),
            }
            let best_move = answer.best_move.expect("there is a move");
            let next = position.after(best_move).expect("the move is legal");
            assert_eq!(
                !truth.wins(&next),
                wins,
                "{player} plays {best_move:?}: {text}"
            );
        }
    }
}

#[test]
fn alpha_beta_is_right_about_small_endgames() {
    agree_with_brute_force("alpha-beta", 600);
}

#[test]
fn monte_carlo_is_right_about_small_endgames() {
    agree_with_brute_force("monte-carlo", 600);
}

#[test]
fn the_network_is_right_about_small_endgames() {
    agree_with_brute_force("network", 100);
}
