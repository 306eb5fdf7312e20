//! Another library, written apart from the one that we use, lists the same moves.

use game::Game;
use haitaka::{Board, Move, Piece};

use crate::random_games::play;

fn listed(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.generate_moves(|of_piece| {
        moves.extend(of_piece);
        false
    });
    moves
}

/// Its moves but for dropped pawns that mate: it overlooks some of those, and by its own count no reply is left.
fn theirs(board: &Board) -> Vec<String> {
    let mates = |mv: Move| {
        let mut after = board.clone();
        after.play_unchecked(mv);
        listed(&after).is_empty()
    };
    let mut moves: Vec<String> = listed(board)
        .into_iter()
        .filter(|&mv| mv.piece() != Some(Piece::Pawn) || !mates(mv))
        .map(|mv| mv.to_string())
        .collect();
    moves.sort();
    moves
}

#[test]
fn both_libraries_list_the_same_moves_in_random_games() {
    let mut compared = 0;
    for seed in 0..60 {
        play(seed, 250, |position| {
            let text = position.to_text();
            let (sfen, played) = text.split_once(" moves").unwrap_or((&text, ""));
            let mut board = Board::from_sfen(sfen).unwrap();
            for mv in played.split_ascii_whitespace() {
                board.play_unchecked(mv.parse().unwrap());
            }
            if position
                .outcome()
                .is_some_and(|outcome| outcome.winner().is_none())
            {
                return;
            }
            let mut ours: Vec<String> = position.moves().iter().map(|mv| mv.to_usi()).collect();
            ours.sort();
            assert_eq!(ours, theirs(&board), "{text}");
            compared += 1;
        });
    }
    assert!(compared > 5_000, "{compared} compared");
}
