//! Reviews of made-up analyses.

use std::time::Duration;

use amazons::Position;

use super::*;
use crate::{Score, SearchInfo};

const GAME: [&str; 5] = ["d1-d7/g7", "a7-b7/b1", "g1-g6/b6", "j7-i7/i1", "a4-a5/a4"];

/// Reviews the game with White's win probabilities; where `follows` is set, the move played is the
/// engine's.
fn review(probabilities: [f64; 6], follows: [bool; 5]) -> GameReview {
    let moves = GAME.map(|mv| mv.parse::<Move>().unwrap());
    let mut position = Position::standard_start();
    let mut analyses = Vec::new();
    for (ply, white) in probabilities.into_iter().enumerate() {
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
        let engine_move = match played {
            Some(mv) if follows[ply] => mv,
            _ => {
                let other = |mv: &Move| Some(*mv) != played;
                amazons::Game::moves(&position)
                    .into_iter()
                    .find(other)
                    .unwrap()
            }
        };
        let mut analysis = Analysis::new(position);
        analysis.add_info(SearchInfo::single_move(
            engine_move,
            Some(score),
            Duration::ZERO,
        ));
        analyses.push(analysis);
        if let Some(mv) = played {
            position = position.after(mv).unwrap();
        }
    }
    GameReview::new(analyses, &moves).unwrap()
}

#[test]
fn loss_is_the_movers_win_probability_before_minus_after() {
    let review = review([0.5, 0.42, 0.6, 0.6, 0.75, 0.9], [false; 5]);
    let losses: Vec<f64> = review
        .moves()
        .iter()
        .map(|mv| mv.win_probability_loss)
        .collect();
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
fn the_engine_move_loses_nothing() {
    let review = review(
        [0.5, 0.2, 0.8, 0.8, 0.8, 0.8],
        [true, false, true, true, true],
    );
    assert_eq!(review.moves()[0].win_probability_loss, 0.0);
    assert_eq!(review.moves()[0].judgement, Judgement::Best);
    assert_eq!(review.moves()[1].judgement, Judgement::Blunder);
}

#[test]
fn side_summaries_count_undecided_moves_only() {
    // White loses 20 %, then plays two moves in a won game; Black loses nothing, then plays one
    // move in a lost game.
    let review = review([0.9, 0.7, 0.7, 0.99, 1.0, 1.0], [false; 5]);
    let summaries = review.side_summaries();
    let white = summaries[Color::White];
    assert_eq!(
        (white.moves, white.counted_moves),
        (3, 2),
        "the last is decided"
    );
    let expected = f64::midpoint((-1.0f64).exp(), 1.0);
    assert!((white.accuracy.unwrap() - expected).abs() < 0.001);
    assert!((white.mean_loss.unwrap() - 0.1).abs() < 0.001);
    assert_eq!(white.judgements.iter().sum::<usize>(), white.counted_moves);
    let black = summaries[Color::Black];
    assert_eq!((black.moves, black.counted_moves), (2, 1));
    assert!((black.accuracy.unwrap() - 1.0).abs() < 0.001);
}

#[test]
fn a_decided_game_has_no_accuracy() {
    let review = review([1.0; 6], [false; 5]);
    let black = review.side_summaries()[Color::Black];
    assert_eq!(
        (black.counted_moves, black.accuracy, black.mean_loss),
        (0, None, None)
    );
}

#[test]
fn the_turning_point_is_the_last_change_of_the_lead() {
    let turned = review([0.6, 0.4, 0.7, 0.3, 0.8, 0.9], [false; 5]);
    let point = turned.turning_point().unwrap();
    assert_eq!((point.ply, point.leader), (4, Color::White));
    assert!((point.win_probabilities[0] - 0.3).abs() < 0.001);
    assert!((point.win_probabilities[1] - 0.8).abs() < 0.001);
    let never = review([0.6, 0.7, 0.7, 0.8, 0.8, 0.9], [false; 5]);
    assert_eq!(never.turning_point(), None);
    let even = review([0.6, 0.7, 0.7, 0.8, 0.8, 0.5], [false; 5]);
    assert_eq!(even.turning_point(), None);
}

#[test]
fn missing_analyses_and_scores_are_rejected() {
    let review = review([0.5; 6], [false; 5]);
    let moves = GAME.map(|mv| mv.parse::<Move>().unwrap());
    let analyses = review.analyses().to_vec();
    assert!(GameReview::new(analyses[..5].to_vec(), &moves).is_none());
    let mut without_score = analyses;
    without_score[3] = Analysis::new(*without_score[3].position());
    assert!(GameReview::new(without_score, &moves).is_none());
}
