//! Another library, written apart from the one that we use, lists the same moves.

use game::{Game, Outcome};
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

/// Whether a move leaves no reply, by its own count.
fn mates(board: &Board, mv: Move) -> bool {
    let mut after = board.clone();
    after.play_unchecked(mv);
    listed(&after).is_empty()
}

#[test]
fn both_libraries_list_the_same_moves_in_random_games() {
    let mut compared = 0;
    for seed in 0..40 {
        play(seed, 250, |position| {
            let is_drawn = |outcome: Outcome| outcome.winner().is_none();
            if position.outcome().is_some_and(is_drawn) {
                return;
            }
            let sfen = position.sfen();
            let board = Board::from_sfen(&format!("{sfen} 1")).unwrap();
            let mut ours: Vec<String> = position.moves().iter().map(|mv| mv.to_usi()).collect();
            ours.sort();
            let mut theirs: Vec<String> = Vec::new();
            for mv in listed(&board) {
                let text = mv.to_string();
                // It overlooks that some dropped pawns mate, which they may not.
                let is_overlooked = ours.binary_search(&text).is_err()
                    && mv.piece() == Some(Piece::Pawn)
                    && mates(&board, mv);
                if !is_overlooked {
                    theirs.push(text);
                }
            }
            theirs.sort();
            assert_eq!(ours, theirs, "{sfen}");
            compared += 1;
        });
    }
    assert!(compared > 4_000, "{compared} compared");
}
