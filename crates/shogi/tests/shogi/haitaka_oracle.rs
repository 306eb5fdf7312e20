//! Legal moves against the library `haitaka`.

use game::{Game, Outcome};
use haitaka::{Board, Move, Piece};

use crate::random_games::play;

fn legal_moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.generate_moves(|piece_moves| {
        moves.extend(piece_moves);
        false
    });
    moves
}

/// Whether a move leaves no legal reply.
fn mates(board: &Board, mv: Move) -> bool {
    let mut after = board.clone();
    after.play_unchecked(mv);
    legal_moves(&after).is_empty()
}

#[test]
fn legal_moves_of_random_games_agree() {
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
            for mv in legal_moves(&board) {
                let text = mv.to_string();
                // `haitaka` allows some illegal pawn drops that mate.
                let is_illegal_drop = ours.binary_search(&text).is_err()
                    && mv.piece() == Some(Piece::Pawn)
                    && mates(&board, mv);
                if !is_illegal_drop {
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
