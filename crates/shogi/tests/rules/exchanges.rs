//! Exchanges counted without playing them, against exchanges that are played.

use game::Game;
use shogi::{Evaluation, Position};

use crate::random_games::play;

/// What is gained by taking where the last move went, by playing every legal capture there.
fn played(position: &mut Position, square: &str) -> i32 {
    let material = Evaluation::material();
    let stand = material.hundredths(position);
    let captures: Vec<_> = position
        .moves()
        .into_iter()
        .filter(|mv| !mv.is_drop() && mv.to_sq().to_usi() == square)
        .collect();
    let mut best = stand;
    for mv in captures {
        position.play(mv);
        best = best.max(-played(position, square));
        position.unplay(mv, ());
    }
    best
}

#[test]
fn counting_an_exchange_is_nearly_always_right() {
    let seeing = Evaluation::material().with_exchanges();
    let (mut exchanges, mut right) = (0_u32, 0_u32);
    for seed in 0..150 {
        play(seed, 150, |position| {
            let text = position.to_text();
            // A mated player takes nothing, and in check not everything: pins and checks are left out by design.
            let Some(last) = text.split(' ').next_back().filter(|_| position.plies() > 0) else {
                return;
            };
            if position.is_in_check() || position.outcome().is_some() {
                return;
            }
            let square = last.trim_end_matches('+');
            let square = &square[square.len() - 2..];
            let truth = played(position, square);
            let counted = seeing.hundredths(position);
            let stand = Evaluation::material().hundredths(position);
            if truth != stand || counted != stand {
                exchanges += 1;
                right += u32::from(truth == counted);
            }
        });
    }
    assert!(exchanges > 500, "{exchanges}");
    assert!(
        right * 100 >= exchanges * 95,
        "{right} of {exchanges} right"
    );
}
