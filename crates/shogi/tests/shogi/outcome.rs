//! End of the game.

use game::{Color, Game, Outcome};
use shogi::Position;

use crate::random_games::rng;

fn outcome(text: &str) -> Option<Outcome> {
    Position::parse(text).unwrap().outcome()
}

fn repeated(moves: &str, times: usize) -> String {
    format!("moves {}", vec![moves; times].join(" "))
}

#[test]
fn mated_players_lose() {
    let mate = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1";
    assert_eq!(outcome(mate), Some(Outcome::Win(Color::Black)));
    assert_eq!(Position::parse(mate).unwrap().move_count(), 0);
    // The king can capture the gold.
    assert_eq!(outcome("4k4/4G4/9/9/9/9/9/9/4K4 w - 1"), None);
}

/// There is no stalemate.
#[test]
fn players_without_moves_lose() {
    let stuck = "k8/2+R6/1G7/9/9/9/9/9/4K4 w - 1";
    let position = Position::parse(stuck).unwrap();
    assert!(!position.is_in_check());
    assert_eq!(position.outcome(), Some(Outcome::Win(Color::Black)));
}

#[test]
fn pawn_drops_may_not_mate_but_pawn_moves_may() {
    // The king at 1a has no square but that of the pawn, which is defended.
    let position = Position::parse("7nk/9/7GG/9/9/9/9/9/4K4 b P 1").unwrap();
    assert!(position.parse_move("P*1b").is_err());
    let position = Position::parse("7nk/9/7GP/9/9/9/9/9/4K4 b - 1").unwrap();
    assert!(position.parse_move("1c1b").is_ok());
}

#[test]
fn fourfold_repetition_is_a_draw() {
    let back_and_forth = "5i5h 5a5b 5h5i 5b5a";
    for (times, expected) in [(2, None), (3, Some(Outcome::Draw))] {
        let text = format!("startpos {}", repeated(back_and_forth, times));
        assert_eq!(outcome(&text), expected, "{times}");
    }
    let third = format!("startpos {}", repeated(back_and_forth, 2));
    let (again, first) = (Position::parse(&third).unwrap(), Position::start());
    assert_ne!(
        again.key(),
        first.key(),
        "the key includes the repetition count"
    );
}

#[test]
fn perpetual_check_loses() {
    let checks = "5h4h 4a5a 4h5h 5a4a";
    let text = format!("5k3/9/9/9/9/9/9/4R4/K8 b - 1 {}", repeated(checks, 3));
    assert_eq!(outcome(&text), Some(Outcome::Win(Color::White)));
    // One of the rook's moves is no check.
    let quiet = "5h4h 4a5a 4h3h 5a4a 3h4h 4a5a 4h5h 5a4a";
    let text = format!(
        "5k3/9/9/9/9/9/9/4R4/K8 b - 1 moves {quiet} {}",
        &quiet[..24]
    );
    assert_eq!(outcome(&text), Some(Outcome::Draw));
}

/// Random games with few pieces, against a naive count of repetitions and checks.
#[test]
fn repetition_matches_naive_counting() {
    let mut rng = rng(5);
    let (mut drawn, mut won) = (0, 0);
    for _ in 0..400 {
        let mut position = Position::parse("5k3/9/9/9/9/9/9/4R4/K8 b - 1").unwrap();
        // Every position, and whether the move before it was a check.
        let mut history = vec![(position.sfen(), false)];
        loop {
            let moves = position.moves();
            let checks: Vec<_> = moves
                .iter()
                .copied()
                .filter(|&mv| {
                    let mut after = position.clone();
                    after.play(mv);
                    after.is_in_check()
                })
                .collect();
            // One of the first two checks, or else of the first two moves.
            let choice = if checks.is_empty() { &moves } else { &checks };
            let Some(last) = choice.len().min(2).checked_sub(1) else {
                break;
            };
            position.play(choice[rng.below(last + 1)]);
            history.push((position.sfen(), position.is_in_check()));
            let now = &history[history.len() - 1].0;
            let first = history.iter().position(|(sfen, _)| sfen == now).unwrap();
            let times = history.iter().filter(|(sfen, _)| sfen == now).count();
            if times < 4 {
                assert!(
                    position.outcome().is_none() || position.is_in_check(),
                    "{times} {}",
                    position.to_text()
                );
                continue;
            }
            let black_moved_first = first % 2 == 0;
            let all_checks = |offset: usize| {
                let mut moves = history[first + offset..].iter().step_by(2);
                moves.all(|(_, is_check)| *is_check)
            };
            let (odd, even) = (all_checks(1), all_checks(2));
            let black_checks = match (odd, even) {
                (true, _) => Some(black_moved_first),
                (_, true) => Some(!black_moved_first),
                _ => None,
            };
            let expected = match black_checks {
                Some(true) => Outcome::Win(Color::White),
                Some(false) => Outcome::Win(Color::Black),
                None => Outcome::Draw,
            };
            assert_eq!(position.outcome(), Some(expected), "{}", position.to_text());
            assert_eq!(position.move_count(), 0);
            match expected {
                Outcome::Draw => drawn += 1,
                Outcome::Win(_) => won += 1,
            }
            break;
        }
    }
    assert!(drawn > 20 && won > 20, "{drawn} drawn, {won} won");
}

#[test]
fn wins_can_be_declared_by_the_27_point_rule() {
    // Ten pieces besides the king, with rook and bishop, are 18 points; the hand has 19 more.
    let enough = "4K4/PPPPPPP2/RB+P6/9/9/9/9/9/8k b RB9P 1";
    let position = Position::parse(enough).unwrap();
    assert!(position.can_declare_win());
    assert_eq!(
        position.outcome(),
        None,
        "the game continues until the declaration"
    );
    assert_eq!(position.proven_outcome(), Some(Outcome::Win(Color::Black)));
    for (text, reason) in [
        (
            "4K4/PPPPPPP2/RB+P6/9/9/9/9/9/8k b 9P 1",
            "27 points are too few for Black",
        ),
        (
            "4K4/PPPPPPP2/RB7/9/9/9/9/9/8k b RB9P 1",
            "nine pieces are too few",
        ),
        (
            "4Kr3/PPPPPPP2/RB+P6/9/9/9/9/9/8k b B9P 1",
            "no declaration in check",
        ),
        (
            "9/PPPPPPP2/RB+P6/4K4/9/9/9/9/8k b RB9P 1",
            "the king is outside the zone",
        ),
    ] {
        assert!(
            !Position::parse(text).unwrap().can_declare_win(),
            "{reason}"
        );
    }
}
