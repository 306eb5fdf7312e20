//! What territory proves against brute force, and proofs played out to the end.

mod random;

use std::collections::HashMap;
use std::ops::ControlFlow;

use amazons::{BoardSize, Color, Game, Move, Outcome, Position};
use random::{Random, played_position, scattered_position};

/// Who wins, by trying everything; the rules and a table are all it knows.
#[derive(Default)]
struct Solver {
    known: HashMap<Position, bool>,
}

impl Solver {
    fn mover_wins(&mut self, position: &Position) -> bool {
        if let Some(&wins) = self.known.get(position) {
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
        self.known.insert(*position, wins);
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

/// How many positions were seen, and what was said about them.
#[derive(Default)]
struct Tally {
    seen: u32,
    proven: u32,
    proven_behind_guards: u32,
    separated: u32,
}

/// A position with few empty squares on a board from 3×3 to 6×6.
fn small_position(random: &mut Random, most_empty: u32) -> Position {
    let size = BoardSize::new(random.between(3, 6) as u8, random.between(3, 6) as u8)
        .expect("sizes are in range");
    let amazons = [random.between(1, 3), random.between(1, 3)];
    let empty = random.between(1, most_empty);
    if random.between(0, 1) == 0 {
        scattered_position(random, size, amazons, empty)
    } else {
        played_position(random, size, amazons, empty)
    }
}

#[test]
fn brute_force_agrees_with_every_proof() {
    let mut random = Random::new(1);
    let mut tallies: Vec<Tally> = Vec::new();
    for round in 0..16_000 {
        let most_empty = if round % 10 == 0 { 7 } else { 6 };
        let position = small_position(&mut random, most_empty);
        let empty = position.empty_squares().len() as usize;
        if empty > most_empty as usize {
            // A game that ended early: too large for brute force with the other side to move.
            continue;
        }
        tallies.resize_with(tallies.len().max(empty + 1), Tally::default);
        let tally = &mut tallies[empty];
        let mut solver = Solver::default();
        for color in Color::ALL {
            let position = position.with_to_move(color);
            tally.seen += 1;
            tally.separated += u32::from(position.is_separated());
            let Some(outcome) = position.proven_outcome() else {
                assert!(
                    !position.is_separated(),
                    "undecided: {}",
                    position.to_text()
                );
                continue;
            };
            let truth = Outcome::Win(solver.winner(&position));
            assert_eq!(outcome, truth, "{}", position.to_text());
            tally.proven += 1;
            if !position.is_separated() && position.has_move() {
                tally.proven_behind_guards += 1;
            }
        }
    }
    println!("empty  positions  proven  behind guards  separated");
    for (empty, tally) in tallies.iter().enumerate() {
        let share = |part: u32| 100.0 * f64::from(part) / f64::from(tally.seen.max(1));
        println!(
            "{empty:5}  {:9}  {:5.1}%  {:12.1}%  {:8.1}%",
            tally.seen,
            share(tally.proven),
            share(tally.proven_behind_guards),
            share(tally.separated)
        );
    }
    let total = |part: fn(&Tally) -> u32| tallies.iter().map(part).sum::<u32>();
    // A prover that is right because it says nothing would show here.
    assert!(total(|tally| tally.proven) > total(|tally| tally.seen) / 2);
    assert!(total(|tally| tally.proven_behind_guards) > total(|tally| tally.seen) / 10);
}

/// How an opponent answers who wants to disturb a filling.
type Opponent = fn(&mut Random, &Position) -> Move;

fn any_move(random: &mut Random, position: &Position) -> Move {
    random.choose(&position.moves())
}

/// Leaves as few moves to the other side as possible.
fn suffocating_move(random: &mut Random, position: &Position) -> Move {
    best_move(random, position, |next| -(next.move_count() as i64))
}

/// Keeps as many moves for itself as possible.
fn spreading_move(random: &mut Random, position: &Position) -> Move {
    best_move(random, position, |next| {
        next.with_to_move(!next.to_move()).move_count() as i64
    })
}

/// Fills as well as can be where that is possible, and spreads elsewhere.
fn filling_move(random: &mut Random, position: &Position) -> Move {
    let plan = position.filling().map(|filling| filling.plan().to_vec());
    match plan.as_deref() {
        Some([first, ..]) => *first,
        _ => spreading_move(random, position),
    }
}

fn best_move(random: &mut Random, position: &Position, worth: fn(&Position) -> i64) -> Move {
    let moves = position.moves();
    let worths = moves
        .iter()
        .map(|&mv| worth(&position.after(mv).expect("the move is legal")));
    let worths: Vec<i64> = worths.collect();
    let best = worths.iter().max().copied().expect("there are moves");
    let candidates: Vec<Move> = moves
        .into_iter()
        .zip(worths)
        .filter(|&(_, worth)| worth == best)
        .map(|(mv, _)| mv)
        .collect();
    random.choose(&candidates)
}

const OPPONENTS: [Opponent; 4] = [any_move, suffocating_move, spreading_move, filling_move];

/// A random game on any board, up to the first position with at most so many empty squares where the
/// player to move is said to win by filling.
fn won_by_filling(random: &mut Random, size: BoardSize, amazons: [u32; 2]) -> Option<Position> {
    let empty = random.between(0, 40);
    let mut position = played_position(random, size, amazons, empty);
    while position.has_move() {
        let winner = position.filling().and_then(|filling| filling.winner());
        if winner == Some(position.to_move()) {
            return Some(position);
        }
        position.play(random.choose(&position.moves()));
    }
    None
}

/// Plays to the end; whoever has the certificate must keep it all the way and win.
fn play_out(random: &mut Random, mut position: Position, opponent: Opponent) {
    let start = position.to_text();
    let winner = position.to_move();
    let mut promised = None;
    while position.has_move() {
        assert_eq!(
            position.proven_outcome(),
            Some(Outcome::Win(winner)),
            "{} after {start}",
            position.to_text()
        );
        let mv = if position.to_move() == winner {
            let filling = position.filling().expect("a filling stays one");
            assert_eq!(filling.winner(), Some(winner), "{start}");
            let own = filling.own().least;
            assert_eq!(own as usize, filling.plan().len());
            assert!(promised.is_none_or(|promised| own >= promised), "{start}");
            promised = Some(own - 1);
            filling.plan()[0]
        } else {
            opponent(random, &position)
        };
        position = position
            .after(mv)
            .unwrap_or_else(|error| panic!("{error} in {start}"));
    }
    assert_eq!(position.to_move(), !winner, "{start}");
}

#[test]
fn certified_wins_are_won_against_any_opponent() {
    let mut random = Random::new(2);
    let mut played = 0;
    while played < 3_000 {
        let (size, amazons) = if played % 20 == 0 {
            (BoardSize::STANDARD, [4, 4])
        } else {
            let side = |random: &mut Random| random.between(3, 8) as u8;
            let size = BoardSize::new(side(&mut random), side(&mut random));
            let amazons = [random.between(1, 4), random.between(1, 4)];
            (size.expect("sizes are in range"), amazons)
        };
        if let Some(position) = won_by_filling(&mut random, size, amazons) {
            play_out(&mut random, position, OPPONENTS[played % OPPONENTS.len()]);
            played += 1;
        }
    }
}

/// Apart from each other, both sides make exactly the moves that were foretold.
#[test]
fn separated_players_fill_as_foretold() {
    let mut random = Random::new(3);
    let mut played = 0;
    while played < 1_000 {
        let size = BoardSize::new(random.between(4, 10) as u8, random.between(4, 10) as u8)
            .expect("sizes are in range");
        let amazons = [random.between(1, 4), random.between(1, 4)];
        let empty = random.between(3, 25);
        let mut position = played_position(&mut random, size, amazons, empty);
        if !position.is_separated() || !position.has_move() {
            continue;
        }
        played += 1;
        let mut margin = None;
        while let Some(filling) = position.filling() {
            let seen = filling.margin().expect("small spaces are counted exactly");
            let winner = filling.winner().map(Outcome::Win);
            assert_eq!(winner, position.proven_outcome(), "{}", position.to_text());
            // What the other had more a move ago is what this one has less now, and the move is spent.
            assert!(margin.is_none_or(|margin: i32| seen == 1 - margin));
            margin = Some(seen);
            let Some(&mv) = filling.plan().first() else {
                break;
            };
            position.play(mv);
        }
        assert!(!position.has_move());
    }
}

#[test]
fn a_hasty_filler_loses_what_a_careful_one_wins() {
    // Three moves against two, Black to move: going to the far end and burning the way wins none.
    let position = Position::parse("x...#o..").expect("this is a position");
    let filling = position.filling().expect("the players are apart");
    assert_eq!(filling.margin(), Some(1));
    assert_eq!(filling.winner(), Some(Color::Black));
    let hasty = position.parse_move("a1-d1/c1").expect("this is legal");
    let after = position.after(hasty).expect("this is legal");
    assert_eq!(after.proven_outcome(), Some(Outcome::Win(Color::White)));
    let careful = position
        .after(filling.plan()[0])
        .expect("the plan is legal");
    assert_eq!(careful.proven_outcome(), Some(Outcome::Win(Color::Black)));
}

#[test]
fn equal_numbers_lose_for_the_player_to_move() {
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

/// An amazon in the wall may leave it, but only by burning the square behind it.
#[test]
fn a_guard_burns_its_post() {
    let position = Position::parse("..x.o b").expect("this is a position");
    let filling = position.filling().expect("Black holds the gate");
    assert_eq!((filling.own().least, filling.opponent().most), (2, 1));
    for mv in filling.plan().iter().take(1) {
        assert_eq!(mv.arrow, mv.from);
    }
    // With two squares on each side, the same wall is not enough on Black's own turn.
    let even = Position::parse("..x..o b").expect("this is a position");
    assert_eq!(even.filling(), None);
}
