//! How games end.

use game::{Color, Game, Outcome};
use shogi::Position;

use crate::random_games::Dice;

fn outcome(text: &str) -> Option<Outcome> {
    Position::parse(text).unwrap().outcome()
}

/// The same moves again and again.
fn repeated(moves: &str, times: usize) -> String {
    format!("moves {}", vec![moves; times].join(" "))
}

#[test]
fn who_is_mated_has_lost() {
    let mate = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1";
    assert_eq!(outcome(mate), Some(Outcome::Win(Color::Black)));
    assert_eq!(Position::parse(mate).unwrap().move_count(), 0);
    // One square more to go to.
    assert_eq!(outcome("4k4/4G4/9/9/9/9/9/9/4K4 w - 1"), None);
}

/// There is no stalemate: who cannot move has lost.
#[test]
fn who_cannot_move_has_lost() {
    let stuck = "k8/2+R6/1G7/9/9/9/9/9/4K4 w - 1";
    let position = Position::parse(stuck).unwrap();
    assert!(!position.is_in_check());
    assert_eq!(position.outcome(), Some(Outcome::Win(Color::Black)));
}

#[test]
fn a_dropped_pawn_may_not_mate_and_a_pushed_one_may() {
    // Ranks 1 to 3 leave the king at 1a no square but that of the pawn, which is guarded.
    let position = Position::parse("7nk/9/7GG/9/9/9/9/9/4K4 b P 1").unwrap();
    assert!(position.parse_move("P*1b").is_err());
    let position = Position::parse("7nk/9/7GP/9/9/9/9/9/4K4 b - 1").unwrap();
    assert!(position.parse_move("1c1b").is_ok());
}

#[test]
fn the_fourth_time_draws() {
    let back_and_forth = "5i5h 5a5b 5h5i 5b5a";
    for (times, expected) in [(2, None), (3, Some(Outcome::Draw))] {
        let text = format!("startpos {}", repeated(back_and_forth, times));
        assert_eq!(outcome(&text), expected, "{times}");
    }
    let third = format!("startpos {}", repeated(back_and_forth, 2));
    let (again, first) = (Position::parse(&third).unwrap(), Position::start());
    assert_ne!(again.key(), first.key(), "a search must tell them apart");
}

#[test]
fn who_checks_for_ever_loses() {
    // The rook checks from the side, the king steps up and down.
    let checks = "5h4h 4a5a 4h5h 5a4a";
    let text = format!("5k3/9/9/9/9/9/9/4R4/K8 b - 1 {}", repeated(checks, 3));
    assert_eq!(outcome(&text), Some(Outcome::Win(Color::White)));
    // One move of the way back is none.
    let quiet = "5h4h 4a5a 4h3h 5a4a 3h4h 4a5a 4h5h 5a4a";
    let text = format!(
        "5k3/9/9/9/9/9/9/4R4/K8 b - 1 moves {quiet} {}",
        &quiet[..24]
    );
    assert_eq!(outcome(&text), Some(Outcome::Draw));
}

/// Few pieces, and moves that often come back; what the rules say is counted anew from all that was seen.
#[test]
fn repetition_is_what_counting_says() {
    let mut dice = Dice::new(5);
    let (mut drawn, mut won) = (0, 0);
    for _ in 0..400 {
        let mut position = Position::parse("5k3/9/9/9/9/9/9/4R4/K8 b - 1").unwrap();
        // Every position, and whether the move that led there was a check.
        let mut seen = vec![(position.sfen(), false)];
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
            // The rook checks while it can, on three squares at most; the king has the first two squares.
            let choice = if checks.is_empty() { &moves } else { &checks };
            let Some(last) = choice.len().min(2).checked_sub(1) else {
                break;
            };
            position.play(choice[dice.below(last + 1)]);
            seen.push((position.sfen(), position.is_in_check()));
            let now = &seen[seen.len() - 1].0;
            let first = seen.iter().position(|(sfen, _)| sfen == now).unwrap();
            let times = seen.iter().filter(|(sfen, _)| sfen == now).count();
            if times < 4 {
                assert!(
                    position.outcome().is_none() || position.is_in_check(),
                    "{times} {}",
                    position.to_text()
                );
                continue;
            }
            let by_black = seen[first + 1..].iter().step_by(2);
            let by_white = seen[first + 2..].iter().step_by(2);
            let black_moved_first = first % 2 == 0;
            let all = |mut moves: std::iter::StepBy<std::slice::Iter<'_, (String, bool)>>| {
                moves.all(|(_, is_check)| *is_check)
            };
            let (odd, even) = (all(by_black), all(by_white));
            let checking = match (odd, even) {
                (true, _) => Some(black_moved_first),
                (_, true) => Some(!black_moved_first),
                _ => None,
            };
            let expected = match checking {
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
fn a_king_in_the_enemy_camp_wins_with_enough_behind_it() {
    // Ten pieces besides the king, rook and bishop among them, are 18 points; the hand has 19 more.
    let enough = "4K4/PPPPPPP2/RB+P6/9/9/9/9/9/8k b RB9P 1";
    let position = Position::parse(enough).unwrap();
    assert!(position.may_declare());
    assert_eq!(
        position.outcome(),
        None,
        "the game goes on until it is declared"
    );
    assert_eq!(position.proven_outcome(), Some(Outcome::Win(Color::Black)));
    for (text, why) in [
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
            "in check nothing is declared",
        ),
        (
            "9/PPPPPPP2/RB+P6/4K4/9/9/9/9/8k b RB9P 1",
            "the king is not there yet",
        ),
    ] {
        assert!(!Position::parse(text).unwrap().may_declare(), "{why}");
    }
}
