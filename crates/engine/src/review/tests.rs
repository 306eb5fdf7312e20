//! Reviews of games whose studies are made up, so that every number is known.

use std::time::Duration;

use amazons::Position;

use super::*;
use crate::{Info, Score};

const GAME: [&str; 5] = ["d1-d7/g7", "a7-b7/b1", "g1-g6/b6", "j7-i7/i1", "a4-a5/a4"];

/// The positions of the game, each with White's chance at it; where `follows` says so, the engine
/// prefers the move that was played, and otherwise another one.
fn review(chances: [f64; 6], follows: [bool; 5]) -> Review {
    let moves = GAME.map(|mv| mv.parse::<Move>().unwrap());
    let mut position = Position::standard_start();
    let mut studies = Vec::new();
    for (ply, white) in chances.into_iter().enumerate() {
        let own = match position.to_move() {
            Color::White => white,
            Color::Black => 1.0 - white,
        };
        let score = match own {
            1.0 => Score::Win { plies: 3 },
            0.0 => Score::Loss { plies: 4 },
            _ => Score::Estimate((1000.0 * (own / (1.0 - own)).ln()).round() as i32),
        };
        let played = moves.get(ply).copied();
        let preferred = match played {
            Some(mv) if follows[ply] => mv,
            _ => {
                let other = |mv: &Move| Some(*mv) != played;
                amazons::Game::moves(&position)
                    .into_iter()
                    .find(other)
                    .unwrap()
            }
        };
        let mut study = Study::new(position);
        study.note(Info {
            depth: 1,
            rank: 1,
            score: Some(score),
            nodes: 1,
            time: Duration::ZERO,
            line: vec![preferred],
            visits: None,
        });
        studies.push(study);
        if let Some(mv) = played {
            position = position.after(mv).unwrap();
        }
    }
    Review::new(studies, &moves).unwrap()
}

#[test]
fn what_a_move_gives_away_is_its_players_chance() {
    let review = review([0.5, 0.42, 0.6, 0.6, 0.75, 0.9], [false; 5]);
    let losses: Vec<f64> = review.moves().iter().map(|mv| mv.loss).collect();
    for (loss, expected) in losses.iter().zip([0.08, 0.18, 0.0, 0.15, 0.0]) {
        assert!((loss - expected).abs() < 0.001, "{losses:?}");
    }
    let judgements = review.moves().iter().map(|mv| mv.judgement);
    assert_eq!(
        judgements.collect::<Vec<_>>(),
        [
            Judgement::Inaccuracy,
            Judgement::Mistake,
            Judgement::Good,
            Judgement::Mistake,
            Judgement::Good
        ]
    );
    let worst: Vec<usize> = review.worst_moves().iter().map(|mv| mv.ply).collect();
    assert_eq!(worst, [2, 4, 1]);
}

#[test]
fn following_the_engine_gives_nothing_away() {
    let review = review(
        [0.5, 0.2, 0.8, 0.8, 0.8, 0.8],
        [true, false, true, true, true],
    );
    assert_eq!(review.moves()[0].loss, 0.0);
    assert_eq!(review.moves()[0].judgement, Judgement::Best);
    assert_eq!(review.moves()[1].judgement, Judgement::Blunder);
}

#[test]
fn performances_count_open_moves_only() {
    // White's moves: a loss of 20 %, then two in a won game; Black's: one of nothing, one in a lost game.
    let review = review([0.9, 0.7, 0.7, 0.99, 1.0, 1.0], [false; 5]);
    let performances = review.performances();
    let white = performances[Color::White];
    assert_eq!((white.moves, white.counted), (3, 2), "the last is decided");
    let expected = f64::midpoint((-1.0f64).exp(), 1.0);
    assert!((white.accuracy.unwrap() - expected).abs() < 0.001);
    assert!((white.mean_loss.unwrap() - 0.1).abs() < 0.001);
    assert_eq!(white.judgements.iter().sum::<usize>(), white.counted);
    let black = performances[Color::Black];
    assert_eq!((black.moves, black.counted), (2, 1));
    assert!((black.accuracy.unwrap() - 1.0).abs() < 0.001);
}

#[test]
fn without_an_open_move_there_is_no_accuracy() {
    let review = review([1.0; 6], [false; 5]);
    let black = review.performances()[Color::Black];
    assert_eq!(
        (black.counted, black.accuracy, black.mean_loss),
        (0, None, None)
    );
}

#[test]
fn the_game_turns_where_the_lead_changes_for_good() {
    let turned = review([0.6, 0.4, 0.7, 0.3, 0.8, 0.9], [false; 5]);
    let point = turned.turning_point().unwrap();
    assert_eq!((point.ply, point.leader), (4, Color::White));
    assert!((point.chances[0] - 0.3).abs() < 0.001);
    assert!((point.chances[1] - 0.8).abs() < 0.001);
    let never = review([0.6, 0.7, 0.7, 0.8, 0.8, 0.9], [false; 5]);
    assert_eq!(never.turning_point(), None);
    let even = review([0.6, 0.7, 0.7, 0.8, 0.8, 0.5], [false; 5]);
    assert_eq!(even.turning_point(), None);
}

#[test]
fn studies_must_fit_the_moves_and_say_something() {
    let review = review([0.5; 6], [false; 5]);
    let moves = GAME.map(|mv| mv.parse::<Move>().unwrap());
    let studies = review.studies().to_vec();
    assert!(Review::new(studies[..5].to_vec(), &moves).is_none());
    let mut silent = studies;
    silent[3] = Study::new(*silent[3].position());
    assert!(Review::new(silent, &moves).is_none());
}
